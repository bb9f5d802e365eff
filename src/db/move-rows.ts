/**
 * All rows of a database into another one of the same version, which nobody uses yet (docs/decisions/0045): one transaction
 * there, so that whatever ends it early leaves nothing behind.
 */
import type pg from 'pg';
import { sql } from '../sql.ts';
import { copyTable } from './copy-table.ts';
import { onConnection } from './own-connection.ts';
import { WITHOUT_BOUNDS } from './session-settings.ts';
import { goOnFrom, type StoredSequence, type StoredTable, storedSequences, storedTables } from './stored-tables.ts';
import { sumTable, type TableSum } from './table-sums.ts';

/** Rows cannot be moved: the message says why, and the way out. */
export class Unmovable extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** What is told of long work. */
export interface MoveTold {
  /** @param bytes of the table so far */
  copied(table: string, bytes: number): void;
  compares(table: string): void;
}

/** Both sides say the same value in the same text; no work is too long. Nodes of a cluster are told too, others do not mind. */
const TERMS = [
  "set local citus.propagate_set_commands = 'local'",
  "set local datestyle = 'ISO, YMD'",
  "set local intervalstyle = 'postgres'",
  "set local timezone = 'UTC'",
  'set local extra_float_digits = 1',
  "set local bytea_output = 'hex'",
  ...WITHOUT_BOUNDS,
];

/**
 * Begins a transaction in which both sides say values alike. Where what follows fails nobody has to take it back: a stream that was broken
 * off may be under way, and the end of the connection does it all the same.
 */
const begin = async (client: pg.Client, mode = ''): Promise<void> => {
  await client.query(`begin ${mode}`);
  for (const term of TERMS) await client.query(term);
};

const NOT_UTF8 =
  "with which not every text can be stored. Make one that can: create database ... encoding 'UTF8' template template0";

/** SQLSTATE of what a role may not do. */
const DENIED = '42501';

/** Runs what needs the tables of the target to be the role's own. @throws Unmovable where they are not */
const asOwner = async <T>(target: pg.Client, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if ((error as { code?: string }).code !== DENIED) throw error;
    throw new Unmovable(
      'not_owner',
      `The role ${target.user} may not fill all tables (${(error as Error).message}); run this with the DATABASE_URL of the role that owns them, and --grant-to the one that the service connects as.`,
    );
  }
};

const organisationsIn = async (client: pg.Client): Promise<number> => {
  const { rows: made } = await client.query("select where to_regclass('organisation') is not null");
  if (!made.length) return 0;
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from organisation');
  return rows[0]?.n ?? 0;
};

/** @throws Unmovable where a database is one that somebody uses, is not the role's own, or cannot take all texts */
export const requireUnused = async (client: pg.Client): Promise<void> => {
  const { rows: encodings } = await client.query<{ server_encoding: string }>('show server_encoding');
  const encoding = encodings[0]?.server_encoding;
  if (encoding !== 'UTF8')
    throw new Unmovable('database', `The database of DATABASE_URL has the encoding ${encoding}, ${NOT_UTF8}.`);
  const organisations = await asOwner(client, () => organisationsIn(client));
  if (!organisations) return;
  throw new Unmovable(
    'not_empty',
    `The database of DATABASE_URL has ${organisations} organisations already. If it was moved there before, start the service with it; else name an empty database (create database ... encoding 'UTF8' template template0).`,
  );
};

/** @throws Unmovable where a table of the source is not the same in the target */
const requireSame = (from: readonly StoredTable[], to: readonly StoredTable[]): void => {
  const listed = (table: StoredTable | undefined) => JSON.stringify(table?.columns);
  const other = from.filter((table) => listed(table) !== listed(to.find(({ name }) => name === table.name)));
  if (!other.length) return;
  throw new Unmovable(
    'tables_differ',
    `These tables are not the same in the database of DATABASE_URL: ${other.map(({ name }) => name).join(', ')}. Tables that somebody made beside those of this program have to be moved by hand; where it is one of its own, name an empty database.`,
  );
};

/** @throws Unmovable where the target has no sequence of that name: known before a row is read, since sequences are set last */
const requireSequences = (from: readonly StoredSequence[], to: readonly StoredSequence[]): void => {
  const there = new Set(to.map(({ name }) => name));
  const missing = from.flatMap(({ name }) => (there.has(name) ? [] : [name]));
  if (!missing.length) return;
  throw new Unmovable(
    'sequences_differ',
    `These sequences are not in the database of DATABASE_URL: ${missing.join(', ')}. Those that somebody made beside those of this program have to be made there first, or dropped here.`,
  );
};

/** Removes what a start of the service leaves where there is no organisation, such as the note of its key. */
const empty = async (client: pg.Client, tables: readonly StoredTable[]): Promise<void> => {
  for (const { name } of tables.toReversed()) {
    const { rows } = await client.query(`select from ${name} limit 1`);
    if (rows.length) await client.query(`delete from ${name}`);
  }
};

/** @throws Unmovable where both sides do not hold the same rows */
const compared = async (
  source: pg.Client,
  target: pg.Client,
  tables: readonly StoredTable[],
  told: MoveTold,
): Promise<readonly TableSum[]> => {
  const sums: TableSum[] = [];
  for (const { name, columns } of tables) {
    told.compares(name);
    const names = columns.map((column) => column.name);
    const [from, to] = await Promise.all([sumTable(source, name, names), sumTable(target, name, names)]);
    if (from.rows !== to.rows || from.sum !== to.sum)
      throw new Unmovable(
        'rows_differ',
        `The rows of ${name} did not arrive as they are: ${from.rows} were read and ${to.rows} are there${from.rows === to.rows ? ', with other values' : ''}. Nothing was moved; look whether triggers or rules of that database change what is written.`,
      );
    sums.push(from);
  }
  return sums;
};

/** What was moved. */
export interface Moved {
  readonly tables: readonly TableSum[];
  readonly sequences: number;
}

const moveAll = async (source: pg.Client, target: pg.Client, told: MoveTold): Promise<Moved> => {
  const tables = await storedTables(source);
  const there = await storedTables(target);
  requireSame(tables, there);
  const sequences = await storedSequences(source);
  requireSequences(sequences, await storedSequences(target));
  // Whoever else would use the target waits until this is decided; and sees all of it, or nothing.
  await target.query(`lock table ${tables.map(({ name }) => name).join(', ')} in exclusive mode`);
  await requireUnused(target);
  await empty(target, tables);
  for (const table of tables) await copyTable(source, target, table, (bytes) => told.copied(table.name, bytes));
  const sums = await compared(source, target, tables, told);
  for (const sequence of sequences) await goOnFrom(target, sequence);
  return { tables: sums, sequences: sequences.length };
};

/** What will be there, by the transaction of the target that decides it. */
export interface Arriving {
  readonly transaction: string;
  readonly moved: Moved;
}

/** What notes how far a move is, at the side that stays. */
export interface MoveNotes {
  /** All of it will be there with the next statement. What it throws ends the move, and nothing was moved. */
  arriving(arriving: Arriving): Promise<void>;
  /** All of it is there for good. */
  arrived(): Promise<void>;
}

/**
 * Plans take the new rows into account at once, and not when somebody else gets to it. What fails here, the server does by itself within
 * minutes.
 */
export const analyse = async (target: pg.Client, { tables }: Moved): Promise<void> => {
  const all = async (): Promise<void> => {
    await begin(target);
    for (const { table } of tables) await target.query(`analyze ${table}`);
    await target.query('commit');
  };
  await all().catch(() => undefined);
};

/**
 * Whether what was about to be there arrived.
 * @returns `unknown` where the target says nothing of it: it is another server, or it was too long ago
 */
export const outcomeOf = async (
  target: pg.Client,
  { transaction }: Arriving,
): Promise<'arrived' | 'lost' | 'undecided' | 'unknown'> => {
  const { rows } = await target
    .query<{ status: string | null }>(sql`select pg_xact_status(${transaction}::xid8) as status`.query)
    // A number that the server has not reached yet.
    .catch(() => ({ rows: [] }));
  const status = rows[0]?.status;
  if (status === 'committed') return (await organisationsIn(target)) ? 'arrived' : 'unknown';
  if (status === 'aborted') return 'lost';
  return status === 'in progress' ? 'undecided' : 'unknown';
};

const currentTransaction = async (client: pg.Client): Promise<string> => {
  const { rows } = await client.query<{ id: string }>('select pg_current_xact_id()::text as id');
  return rows[0]?.id ?? '';
};

/**
 * Moves all rows, with how far sequences have come, and compares both sides before it is done for good. The source stays as it is.
 * @param from nobody writes there meanwhile
 * @param to of the same version, with no organisation
 * @throws Unmovable; NoConnection; Error of either database, and what `notes.arriving` throws: nothing was moved then, unless the connection was
 *   lost after it was called, which `outcomeOf` says. What `notes.arrived` throws
 */
export const moveRows = (
  from: pg.ClientConfig,
  to: pg.ClientConfig,
  told: MoveTold,
  notes: MoveNotes,
): Promise<Moved> =>
  onConnection(from, (source) =>
    onConnection(to, async (target) => {
      const moved = await asOwner(target, async () => {
        await begin(source, 'isolation level repeatable read read only');
        await begin(target);
        const all = await moveAll(source, target, told);
        await notes.arriving({ transaction: await currentTransaction(target), moved: all });
        await target.query('commit');
        return all;
      });
      // Before what may take long, and may be broken off.
      await notes.arrived();
      await analyse(target, moved);
      return moved;
    }),
  );
