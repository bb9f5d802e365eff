/**
 * Applies migrations/NNNN_name.sql in order, each once and in a transaction of its own. Nothing outlives a transaction, so
 * that a pooler may give each to another connection.
 */
import pg from 'pg';
import { HAS_CITUS } from './citus.ts';
import { CONNECT_MS, connected } from './connection-failure.ts';
import { distribute, freeLocalRows, type Placed, placing, planAtEachCall, SEQUENTIALLY } from './distribute.ts';
import { grantReports, grantService, servicesOf } from './grants.ts';
import { type Migration, type Noted, type Plan, planOf, readMigrations, Unfit } from './migrations.ts';
import { requireFitSession, setSessions, WITHOUT_BOUNDS } from './session-settings.ts';

/** Advisory lock that makes processes which start together wait for each other. */
const LOCK = 4_711_003;
const WAIT_MS = 30_000;
const AGAIN_MS = 100;
/** A migration that takes longer is named to who waits. */
const SLOW_MS = 2000;
/** How often what lost a deadlock against callers is begun: their transactions are short, and one of both goes on. */
const ATTEMPTS = 10;
/** SQLSTATE of what a role may not do, and of who lost a deadlock. */
const [DENIED, DEADLOCK] = ['42501', '40P01'];
const TABLE =
  'create table if not exists schema_migration (number int primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())';

/** How a database is brought to this version. */
export interface MigrateOptions {
  /** A role that the service connects as; what it needs is granted to it. */
  readonly grantTo?: string;
  /** A role that reads the views for reports. */
  readonly reportsTo?: string;
  /** How long another process that migrates is waited for at one migration. */
  readonly waitMs?: number;
  /** Is told the name of a migration that takes its time, as indexes of large tables do. */
  readonly slow?: (name: string) => void;
  /** Those that it is to have; by default all that this version brings. */
  readonly migrations?: readonly Migration[];
  /** Makes a filled database that has the extension and the nodes of a cluster a distributed one; is told of each table. */
  readonly distribute?: Placed;
  /** Leaves a database that was migrated before as it is: whoever looks at it, or copies it before an upgrade, changes nothing. */
  readonly asIs?: boolean;
  /** With `asIs`: refuses a database that was never migrated, which may be anybody's. */
  readonly neverFirst?: boolean;
}

/** How long somebody is waited for, and from when on. */
interface Patience {
  readonly until: number;
  readonly waitMs: number;
}

/** Who holds the lock, as the operator finds it. */
interface Holder {
  readonly text: string;
  /** For how many milliseconds, by one transaction; null where we may not see it. */
  readonly ms: number | null;
}

/** @returns null where nobody does, any more */
const holder = async (client: pg.Client): Promise<Holder | null> => {
  const { rows } = await client.query<Holder>(
    `select concat_ws(', ', 'process ' || a.pid, nullif(a.application_name, ''), host(a.client_addr), a.state || ' since ' || a.state_change) as text,
        (extract(epoch from clock_timestamp() - a.xact_start) * 1000)::float8 as ms
      from pg_locks l join pg_stat_activity a using (pid)
      where l.locktype = 'advisory' and l.objid = $1 and l.granted and l.database = (select oid from pg_database where datname = current_database())`,
    [LOCK],
  );
  return rows[0] ?? null;
};

/** A migration takes as long as it takes, whatever sessions are set to. */
const BEGIN = ['begin', ...WITHOUT_BOUNDS].join('; ');

/** Whether an error, or what caused it, is one of PostgreSQL with this SQLSTATE. */
const has = (error: unknown, sqlState: string): boolean => {
  const { code, cause } = error as { code?: string; cause?: unknown };
  return code === sqlState || (cause !== undefined && has(cause, sqlState));
};

/**
 * One transaction while no other process migrates. Who applies one migration after the other is waited for however many they are:
 * on a cluster the first start takes its time, and the process beside it has to outlast it.
 * @throws Unfit where another holds the lock past a moment, and for as long by one transaction
 */
const inTurn = async <T>(client: pg.Client, patience: Patience, work: () => Promise<T>): Promise<T> => {
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
        throw new Unfit(
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
 * All or nothing, while no other process migrates and callers go on: who locks several tables may lose a deadlock against
 * them.
 * @throws Unfit where another process migrates past a moment
 */
const alone = async <T>(client: pg.Client, patience: Patience, work: () => Promise<T>): Promise<T> => {
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

const plan = async (client: pg.Client, migrations: readonly Migration[]): Promise<Plan> => {
  const known = await isMigrated(client);
  const noted = known ? await client.query<Noted>('select number, name, checksum from schema_migration') : undefined;
  return planOf(noted?.rows ?? [], migrations);
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

/** The next thing to do. @returns the migration that was applied; null where nothing was left */
const applyNext = async (
  client: pg.Client,
  patience: Patience,
  migrations: readonly Migration[],
  slow?: (name: string) => void,
): Promise<Migration | null> => {
  // Only the role that owns the tables may change anything, and only where there is something to do it needs to.
  const { renote, missing } = await plan(client, migrations);
  if (!renote.length && !missing.length) return null;
  return alone(client, patience, async () => {
    await client.query(TABLE);
    const { renote, missing } = await plan(client, migrations);
    if (renote.length) {
      await client.query('delete from schema_migration');
      for (const migration of renote) await note(client, migration);
    }
    const [next] = missing;
    if (next) await apply(client, next, slow);
    return next ?? null;
  });
};

/** @returns how many tables were placed. @throws Unfit where the database is not a cluster's */
const spread = async (client: pg.Client, patience: Patience, placed: Placed): Promise<number> => {
  if (!(await isCitus(client)))
    throw new Unfit(
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
 * @throws Unfit where database and program do not fit, another process migrates, or `neverFirst` refuses it; Error where a migration fails or the
 *   role may not; UnfitRole
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
  // A connection that is lost fails its statement; nobody else has to hear of it.
  client.on('error', () => undefined);
  await connected(connection, client);
  try {
    const patience = { until: Date.now() + waitMs, waitMs };
    await requireFitSession(client);
    if (asIs && (await isMigrated(client))) {
      await plan(client, migrations);
      return [];
    }
    if (asIs && neverFirst)
      throw new Unfit(
        'There are no tables of the service in this database: it is another one than that of the service, or "broker-crm migrate" was not run on it yet.',
      );
    const applied: string[] = [];
    for (let next: Migration | null; (next = await applyNext(client, patience, migrations, slow)); )
      applied.push(next.name);
    const moved = placed ? await spread(client, patience, placed) : 0;
    const allOrNothing = <T>(work: () => Promise<T>): Promise<T> => alone(client, patience, work);
    if (await isCitus(client)) await planAtEachCall(client, allOrNothing);
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
