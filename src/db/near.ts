/**
 * Reads of several tables straight from the pieces of them that a node of a cluster has. Citus keeps the plan of a prepared
 * statement that reads one table once; the text of any other it reads and plans at each execution, which is a third of a list
 * (docs/decisions/0041). The pieces are tables of the node, and a statement that names them is prepared as on one server.
 *
 * A piece that has moved away stays for a while and is old. So each such read is followed, in the same message, by a look
 * whether the metadata still have the piece here: they did when it was read then, because a move holds up writes until the
 * metadata say where it is. Where they do not, the read is done again as any other.
 */
import pg from 'pg';
import type { Query, Sql } from '../sql.ts';
import { keptBy } from './far-end.ts';
import { send, sendQueries } from './together.ts';

/** The pieces of an organisation's tables on a node. */
export interface Pieces {
  /** The names that pieces have there, by the names of their tables. */
  readonly names: ReadonlyMap<string, string>;
  /** The number of the piece of `organisation`: pieces of other tables come and go with it. */
  readonly shard: number;
  /** The node's number. */
  readonly group: number;
  /** Notes that they are not there any more. */
  gone(): void;
}

/** Pieces of an organisation, by what the metadata last said of the node; undefined where it has none. */
export type PiecesOf = (orgId: number) => Pieces | undefined;

/** Where a text names a table. */
interface Mention {
  readonly table: string;
  readonly at: number;
}

const TOKEN = /'(?:[^']|'')*'|"(?:[^"]|"")*"|[a-z_][a-z0-9_]*|\S/gi;
const WORD = /^[a-z_]/i;
const READS = /^\s*(?:select|with)\b/;
const COMMON = /\b([a-z_]+)\s+as\s+(?:(?:not\s+)?materialized\s+)?\(/g;
/** What follows a table that has no other name in the statement. */
const NO_ALIAS = new Set(
  'where on using join left right inner cross full group order limit offset union for'.split(' '),
);

/** Whether a text writes, or locks rows. */
const WRITES = /\b(?:insert|update|delete|merge|for\s+(?:no\s+key\s+)?update|for\s+(?:key\s+)?share)\b/;

/**
 * Where a statement names tables, if it is one that may be asked of their pieces: it reads, of known tables alone, each behind
 * FROM or JOIN and under a name of its own, and not of one table once.
 */
export const mentionsIn = (text: string, isTable: (name: string) => boolean): readonly Mention[] | null => {
  if (!READS.test(text) || WRITES.test(text)) return null;
  const common = new Set(Array.from(text.matchAll(COMMON), ([, name]) => name));
  const tokens = Array.from(text.matchAll(TOKEN), ({ 0: token, index }) => ({ token, at: index }));
  const tokenAt = (i: number): string => tokens[i]?.token ?? '';
  const mentions: Mention[] = [];
  for (const [i, { token, at }] of tokens.entries()) {
    if (!WORD.test(token) || tokenAt(i - 1) === '.' || tokenAt(i + 1) === '.') continue;
    const before = tokenAt(i - 1);
    const isRead = before === 'join' || (before === 'from' && tokenAt(i - 2) !== 'distinct');
    if (isRead && isTable(token) && !common.has(token)) {
      const alias = tokenAt(i + 1);
      if (!WORD.test(alias) || NO_ALIAS.has(alias)) return null;
      mentions.push({ table: token, at });
    } else if (isTable(token)) return null;
    else if (isRead && token !== 'lateral' && tokenAt(i + 1) !== '(' && !common.has(token)) return null;
  }
  return mentions.length > 1 ? mentions : null;
};

/** A text with the pieces in the places of their tables. */
export const ofPieces = (text: string, mentions: readonly Mention[], names: ReadonlyMap<string, string>): string => {
  let [made, from] = ['', 0];
  for (const { table, at } of mentions) {
    made += text.slice(from, at) + (names.get(table) ?? table);
    from = at + table.length;
  }
  return made + text.slice(from);
};

/** By the names of the statements, of which there are few (kept-texts.ts). */
const known = new Map<string, readonly Mention[] | null>();

const mentionsOf = (name: string, text: string, { names }: Pieces): readonly Mention[] | null => {
  const found = known.get(name);
  if (found !== undefined) return found;
  const made = mentionsIn(text, (word) => names.has(word));
  known.set(name, made);
  return made;
};

const stillHere = ({ shard, group }: Pieces): Query => ({
  name: `here${shard}at${group}`,
  text: `select from pg_dist_placement where shardid = ${shard} and groupid = ${group} and shardstate = 1`,
  values: [],
});

/** A table that is not there, and one that went while the statement was planned. */
const IS_GONE = new Set(['42P01', 'XX000']);

/** Sends a read to the pieces where it may be asked of them, and as any other where not. @returns its rows */
export const readNear = async (client: pg.ClientBase, statement: Sql, piecesOf: PiecesOf): Promise<unknown[]> => {
  const { query } = statement;
  const { name, text, values, orgId } = query;
  const kept = keptBy(client);
  const pieces = kept && name !== undefined && orgId !== undefined ? piecesOf(orgId) : undefined;
  const mentions = pieces && name !== undefined ? mentionsOf(name, text, pieces) : null;
  if (!kept || !pieces || !mentions) return send(client, statement, query);
  const near = kept.take(`${name}p${pieces.shard}`, () => ofPieces(text, mentions, pieces.names));
  try {
    const [read, here] = await sendQueries(client, [{ ...near, values }, stillHere(pieces)]).outcomes;
    if (read && here?.rows.length) return read.rows;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && IS_GONE.has(error.code ?? ''))) throw error;
  }
  pieces.gone();
  return send(client, statement, query);
};
