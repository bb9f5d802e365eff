/**
 * Applies migrations/NNNN_name.sql in order, each once and in a transaction of its own. Nothing outlives a transaction, so
 * that a pooler may give each to another connection.
 */
import pg from 'pg';
import { CONNECT_MS, connected } from '../pool/connection-failure.ts';
import { HAS_CITUS } from '../pool/has-citus.ts';
import { disablePlanCache, distribute, freeLocalRows, type Placed, placing, SEQUENTIALLY } from './distribute.ts';
import { grantReports, grantService, servicesOf } from './grants.ts';
import { type Migration, MigrationError, type Noted, pendingOf, readMigrations } from './migration-files.ts';
import { assertSessionSettings, NO_TIMEOUTS, setSessions } from './session-settings.ts';

/** Advisory lock that makes processes which start together wait for each other. */
const LOCK = 4_711_003;
const WAIT_MS = 30_000;
const AGAIN_MS = 100;
/** A migration that takes longer is named to who waits. */
const SLOW_MS = 2000;
/** Attempts after a deadlock with callers: their transactions are short, and one of both succeeds. */
const ATTEMPTS = 10;
/** SQLSTATE of missing permissions, and of a deadlock. */
const [DENIED, DEADLOCK] = ['42501', '40P01'];
const TABLE =
  'create table if not exists schema_migration (number int primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())';

/** How a database is brought to this version. */
export interface MigrateOptions {
  /** The role of the service; the required rights are granted to it. */
  readonly grantTo?: string;
  /** A role that reads the views for reports. */
  readonly reportsTo?: string;
  /** How long another process that migrates is waited for at one migration. */
  readonly waitMs?: number;
  /** Called with the name of a slow migration, such as an index of a large table. */
  readonly slow?: (name: string) => void;
  /** Those that it is to have; by default all that this version brings. */
  readonly migrations?: readonly Migration[];
  /** Distributes a filled database that has the extension and the nodes of a cluster; called for each table. */
  readonly distribute?: Placed;
  /** Leaves a migrated database unchanged, for checks and for copies before an upgrade. */
  readonly asIs?: boolean;
  /** With `asIs`: refuses a database without any migration, which may be a foreign one. */
  readonly neverFirst?: boolean;
}

/** How long a lock is waited for, and since when. */
interface LockPatience {
  readonly until: number;
  readonly waitMs: number;
}

/** Who holds the lock, as the operator finds it. */
interface MigrationLockHolder {
  readonly text: string;
  /** For how many milliseconds, by one transaction; null where we may not see it. */
  readonly ms: number | null;
}

/** @returns null where the lock is free */
const holder = async (client: pg.Client): Promise<MigrationLockHolder | null> => {
  const { rows } = await client.query<MigrationLockHolder>(
    `select concat_ws(', ', 'process ' || a.pid, nullif(a.application_name, ''), host(a.client_addr), a.state || ' since ' || a.state_change) as text,
        (extract(epoch from clock_timestamp() - a.xact_start) * 1000)::float8 as ms
      from pg_locks l join pg_stat_activity a using (pid)
      where l.locktype = 'advisory' and l.objid = $1 and l.granted and l.database = (select oid from pg_database where datname = current_database())`,
    [LOCK],
  );
  return rows[0] ?? null;
};

/** Migrations run without timeouts, independent of the settings of sessions. */
const BEGIN = ['begin', ...NO_TIMEOUTS].join('; ');

/** Whether an error, or its cause, has this SQLSTATE. */
const has = (error: unknown, sqlState: string): boolean => {
  const { code, cause } = error as { code?: string; cause?: unknown };
  return code === sqlState || (cause !== undefined && has(cause, sqlState));
};

/**
 * One transaction under the migration lock. A process that applies many migrations in sequence is waited for: on a
 * cluster the first start is slow, and a second process must outlast it.
 * @throws MigrationError where another process holds the lock too long in a single transaction
 */
const inTurn = async <T>(client: pg.Client, patience: LockPatience, work: () => Promise<T>): Promise<T> => {
  await client.query(BEGIN);
  try {
    const { rows } = await client.query<{ ours: boolean }>('select pg_try_advisory_xact_lock($1) as ours', [LOCK]);
    if (rows[0]?.ours) {
      const result = await work();
      await client.query('commit');
      return result;
    }
    if (Date.now() > patience.until) {
      const other = await holder(client);
      if (other && (other.ms === null || other.ms > patience.waitMs))
        throw new MigrationError(
          `Another process migrates this database: ${other.text}. Wait for it, or end it with pg_terminate_backend.`,
        );
    }
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
  await client.query('rollback');
  await new Promise((done) => setTimeout(done, AGAIN_MS));
  return inTurn(client, patience, work);
};

/**
 * Runs work in one transaction under the migration lock, while requests continue: a transaction that locks several tables
 * may lose a deadlock against them, and is repeated.
 * @throws MigrationError if another process holds the lock for too long
 */
const alone = async <T>(client: pg.Client, patience: LockPatience, work: () => Promise<T>): Promise<T> => {
  for (let left = ATTEMPTS - 1; ; left -= 1) {
    try {
      return await inTurn(client, patience, work);
    } catch (error) {
      if (left === 0 || !has(error, DEADLOCK)) throw error;
    }
  }
};

const exists = async (client: pg.Client, text: string): Promise<boolean> => (await client.query(text)).rows.length > 0;

const isCitus = (client: pg.Client): Promise<boolean> => exists(client, `select where ${HAS_CITUS}`);

/** Whether something was ever migrated there. */
const isMigrated = (client: pg.Client): Promise<boolean> =>
  exists(client, "select 1 from to_regclass('schema_migration') t where t is not null");

const pending = async (client: pg.Client, migrations: readonly Migration[]): Promise<readonly Migration[]> => {
  const known = await isMigrated(client);
  const noted = known ? await client.query<Noted>('select number, name, checksum from schema_migration') : undefined;
  return pendingOf(noted?.rows ?? [], migrations);
};

const note = (client: pg.Client, { number, name, checksum }: Migration): Promise<unknown> =>
  client.query('insert into schema_migration (number, name, checksum) values ($1, $2, $3)', [number, name, checksum]);

const applyAll = async (client: pg.Client, migration: Migration): Promise<void> => {
  const citus = await isCitus(client);
  if (citus) await client.query(SEQUENTIALLY);
  for (const step of migration.steps) {
    const statement = 'sql' in step ? step.sql : citus ? placing(step.place, step.table) : undefined;
    if (statement === undefined) continue;
    await client.query(statement).catch((cause: Error) => {
      throw new Error(`Migration ${migration.name} failed: ${cause.message}: ${statement.split('\n')[0]}`, { cause });
    });
  }
  await note(client, migration);
};

const apply = async (client: pg.Client, migration: Migration, slow?: (name: string) => void): Promise<void> => {
  const late = slow && setTimeout(() => slow(migration.name), SLOW_MS);
  try {
    await applyAll(client, migration);
  } finally {
    clearTimeout(late);
  }
};

/** Applies the next migration. @returns the applied one; null where none was pending */
const applyNext = async (
  client: pg.Client,
  patience: LockPatience,
  migrations: readonly Migration[],
  slow?: (name: string) => void,
): Promise<Migration | null> => {
  // Only the role that owns the tables may change anything, and only where there is something to do it needs to.
  if (!(await pending(client, migrations)).length) return null;
  return alone(client, patience, async () => {
    await client.query(TABLE);
    const [next] = await pending(client, migrations);
    if (next) await apply(client, next, slow);
    return next ?? null;
  });
};

/** @returns how many tables were placed. @throws MigrationError where the database is not a cluster's */
const spread = async (client: pg.Client, patience: LockPatience, placed: Placed): Promise<number> => {
  if (!(await isCitus(client)))
    throw new MigrationError(
      'This database has no Citus: make the extension on every node and add the nodes first (docs/scaling.md).',
    );
  const moved = await alone(client, patience, () => distribute(client, placed));
  await alone(client, patience, () => freeLocalRows(client));
  return moved;
};

/**
 * Brings a database to this version of the program. Only the role that owns the tables can, and only where there is
 * something to do it needs to.
 * @returns names of the migrations that were applied now
 * @throws MigrationError where database and program do not fit, another process migrates, or `neverFirst` refuses it; Error where a migration fails or the
 *   role may not; RoleError
 */
export const migrate = async (
  connection: pg.ClientConfig,
  {
    grantTo,
    reportsTo,
    waitMs = WAIT_MS,
    slow,
    migrations: given,
    distribute: placed,
    asIs,
    neverFirst,
  }: MigrateOptions = {},
): Promise<readonly string[]> => {
  const migrations = given ?? (await readMigrations());
  const client = new pg.Client({ connectionTimeoutMillis: CONNECT_MS, ...connection });
  // A lost connection fails its statement; the event needs no other handler.
  client.on('error', () => undefined);
  await connected(connection, client);
  try {
    const patience = { until: Date.now() + waitMs, waitMs };
    await assertSessionSettings(client);
    if (asIs && (await isMigrated(client))) {
      await pending(client, migrations);
      return [];
    }
    if (asIs && neverFirst)
      throw new MigrationError(
        'There are no tables of the service in this database: it is another one than that of the service, or "broker-crm migrate" was not run on it yet.',
      );
    const applied: string[] = [];
    for (let next: Migration | null; (next = await applyNext(client, patience, migrations, slow)); )
      applied.push(next.name);
    const moved = placed ? await spread(client, patience, placed) : 0;
    const allOrNothing = <T>(work: () => Promise<T>): Promise<T> => alone(client, patience, work);
    if (await isCitus(client)) await disablePlanCache(client, allOrNothing);
    const services = applied.length + moved ? await servicesOf(client) : [];
    const roles = new Set([...services, ...(grantTo === undefined ? [] : [grantTo])]);
    for (const role of roles) await allOrNothing(() => grantService(client, role));
    if (reportsTo !== undefined) await allOrNothing(() => grantReports(client, reportsTo));
    await setSessions(client, grantTo, allOrNothing).catch((error: unknown) => {
      // A role sets it for itself when it connects.
      if (!has(error, DENIED)) throw error;
    });
    return applied;
  } catch (error) {
    if (!has(error, DENIED)) throw error;
    throw new Error(
      `The role ${client.user} may not bring the database to this version (${(error as Error).message}); run "broker-crm migrate --grant-to ${grantTo ?? client.user}" with the DATABASE_URL of the role that owns the tables.`,
      { cause: error },
    );
  } finally {
    await client.end();
  }
};
