/**
 * Copies all rows of a database into an empty one of the same version (docs/decisions/0045): one transaction in the
 * target, so that an interruption leaves nothing.
 */
import type pg from 'pg';
import { NO_TIMEOUTS } from '../migrations/session-settings.ts';
import { withConnection } from '../pool/dedicated-connection.ts';
import { isRolledBack } from '../transaction.ts';
import { listSequences, listTables, type StoredSequence, type StoredTable, setSequence } from './catalog.ts';
import { copyTable } from './copy-table.ts';
import { checksumTable, type TableChecksum } from './table-checksums.ts';

/** Rows cannot be moved: the message has the cause and the fix. */
export class CopyRefused extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** Progress of a copy. */
export interface CopyProgress {
  /** @param bytes of the table so far */
  copied(table: string, bytes: number): void;
  compares(table: string): void;
}

/** Same text form of values on both sides, and no timeouts. Propagated to the nodes of a cluster. */
const TERMS = [
  "set local citus.propagate_set_commands = 'local'",
  "set local datestyle = 'ISO, YMD'",
  "set local intervalstyle = 'postgres'",
  "set local timezone = 'UTC'",
  'set local extra_float_digits = 1',
  "set local bytea_output = 'hex'",
  ...NO_TIMEOUTS,
];

/**
 * Begins a transaction with the same text form on both sides. After an error there is no rollback: an interrupted
 * stream may be running, and closing the connection has the same effect.
 */
const begin = async (client: pg.Client, mode = ''): Promise<void> => {
  await client.query(`begin ${mode}`);
  for (const term of TERMS) await client.query(term);
};

const NOT_UTF8 =
  "with which not every text can be stored. Make one that can: create database ... encoding 'UTF8' template template0";

/** SQLSTATE of missing permissions. */
const DENIED = '42501';

/** Runs work that requires ownership of the target's tables. @throws CopyRefused without it */
const asOwner = async <T>(target: pg.Client, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if ((error as { code?: string }).code !== DENIED) throw error;
    throw new CopyRefused(
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

/** @throws CopyRefused where a database is in use, is not owned by the role, or cannot store all texts */
export const assertEmptyTarget = async (client: pg.Client): Promise<void> => {
  const { rows: encodings } = await client.query<{ server_encoding: string }>('show server_encoding');
  const encoding = encodings[0]?.server_encoding;
  if (encoding !== 'UTF8')
    throw new CopyRefused('database', `The database of DATABASE_URL has the encoding ${encoding}, ${NOT_UTF8}.`);
  const organisations = await asOwner(client, () => organisationsIn(client));
  if (!organisations) return;
  throw new CopyRefused(
    'not_empty',
    `The database of DATABASE_URL has ${organisations} organisations already. If it was moved there before, start the service with it; else name an empty database (create database ... encoding 'UTF8' template template0).`,
  );
};

/** @throws CopyRefused if a table of the source is not the same in the target */
const requireSame = (from: readonly StoredTable[], to: readonly StoredTable[]): void => {
  const listed = (table: StoredTable | undefined) => JSON.stringify(table?.columns);
  const other = from.filter((table) => listed(table) !== listed(to.find(({ name }) => name === table.name)));
  if (!other.length) return;
  throw new CopyRefused(
    'tables_differ',
    `These tables are not the same in the database of DATABASE_URL: ${other.map(({ name }) => name).join(', ')}. Move tables of other programs by hand; if the database belongs to another program, name an empty one.`,
  );
};

/** @throws CopyRefused if the target has no sequence of that name: known before a row is read, since sequences are set last */
const requireSequences = (from: readonly StoredSequence[], to: readonly StoredSequence[]): void => {
  const there = new Set(to.map(({ name }) => name));
  const missing = from.flatMap(({ name }) => (there.has(name) ? [] : [name]));
  if (!missing.length) return;
  throw new CopyRefused(
    'sequences_differ',
    `These sequences are not in the database of DATABASE_URL: ${missing.join(', ')}. Create sequences of other programs there first, or drop them here.`,
  );
};

/** Deletes rows that a start of the service writes without an organisation, such as its key registration. */
const empty = async (client: pg.Client, tables: readonly StoredTable[]): Promise<void> => {
  for (const { name } of tables.toReversed()) {
    const { rows } = await client.query(`select from ${name} limit 1`);
    if (rows.length) await client.query(`delete from ${name}`);
  }
};

/** @throws CopyRefused if both sides do not hold the same rows */
const compared = async (
  source: pg.Client,
  target: pg.Client,
  tables: readonly StoredTable[],
  report: CopyProgress,
): Promise<readonly TableChecksum[]> => {
  const sums: TableChecksum[] = [];
  for (const { name, columns } of tables) {
    report.compares(name);
    const names = columns.map((column) => column.name);
    const [from, to] = await Promise.all([checksumTable(source, name, names), checksumTable(target, name, names)]);
    if (from.rows !== to.rows || from.sum !== to.sum)
      throw new CopyRefused(
        'rows_differ',
        `The rows of ${name} did not arrive as they are: ${from.rows} were read and ${to.rows} are there${from.rows === to.rows ? ', with other values' : ''}. Nothing was moved; look whether triggers or rules of that database change what is written.`,
      );
    sums.push(from);
  }
  return sums;
};

/** The copied tables. */
export interface CopyResult {
  readonly tables: readonly TableChecksum[];
  readonly sequences: number;
}

const moveAll = async (source: pg.Client, target: pg.Client, report: CopyProgress): Promise<CopyResult> => {
  const tables = await listTables(source);
  const there = await listTables(target);
  requireSame(tables, there);
  const sequences = await listSequences(source);
  requireSequences(sequences, await listSequences(target));
  // Other users of the target wait for the commit, and see all rows or none.
  await target.query(`lock table ${tables.map(({ name }) => name).join(', ')} in exclusive mode`);
  await assertEmptyTarget(target);
  await empty(target, tables);
  for (const table of tables) await copyTable(source, target, table, (bytes) => report.copied(table.name, bytes));
  const sums = await compared(source, target, tables, report);
  for (const sequence of sequences) await setSequence(target, sequence);
  return { tables: sums, sequences: sequences.length };
};

/** Records the progress of a copy on the source side. */
export interface CopySteps {
  /** Called before the commit. An error ends the copy without any effect. */
  beforeCommit(): Promise<void>;
  /** Called where the target refused the commit: nothing was copied. */
  rolledBack(): Promise<void>;
  /** Called after the commit. */
  committed(): Promise<void>;
}

/**
 * Updates the statistics of the planner immediately, instead of by autovacuum. After an error the server does it
 * itself within minutes.
 */
const analyse = async (target: pg.Client, { tables }: CopyResult): Promise<void> => {
  const all = async (): Promise<void> => {
    await begin(target);
    for (const { table } of tables) await target.query(`analyze ${table}`);
    await target.query('commit');
  };
  await all().catch(() => undefined);
};

/** Commits the copy. @throws Error of the target, or of its lost connection, which leaves the outcome uncertain */
const commit = async (target: pg.Client, steps: CopySteps): Promise<void> => {
  await steps.beforeCommit();
  await target.query('commit').catch(async (error: unknown) => {
    if (isRolledBack(error)) await steps.rolledBack();
    throw error;
  });
  await steps.committed();
};

/**
 * Copies all rows and the positions of sequences, and compares both sides before the commit. The source is unchanged.
 * @param from a source without writers
 * @param to a target of the same version, without organisations
 * @throws CopyRefused; NoConnection; Error of either database or of `steps`. Nothing was copied then, unless the
 *   connection was lost during the commit: `committed` and `rolledBack` were not called
 */
export const copyDatabase = (
  from: pg.ClientConfig,
  to: pg.ClientConfig,
  report: CopyProgress,
  steps: CopySteps,
): Promise<CopyResult> =>
  withConnection(from, (source) =>
    withConnection(to, async (target) => {
      const moved = await asOwner(target, async () => {
        await begin(source, 'isolation level repeatable read read only');
        await begin(target);
        const all = await moveAll(source, target, report);
        await commit(target, steps);
        return all;
      });
      await analyse(target, moved);
      return moved;
    }),
  );
