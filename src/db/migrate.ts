/** Applies migrations/NNNN_name.sql in order, each once and in a transaction of its own. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { grantService, servicesOf } from './grants.ts';

/** Where the migrations lie, seen from `src/db` and from `dist/db`. */
const FOLDER = fileURLToPath(new URL('../../migrations/', import.meta.url));
/** Advisory lock that makes processes which start together wait for each other. */
const LOCK = 4_711_003;
/** SQLSTATE of what a role may not do. */
const DENIED = '42501';
const TABLE =
  'create table if not exists schema_migration (number int primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())';

/** One migration file. */
interface Migration {
  readonly number: number;
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
}

/** The migrations that this version of the program brings, in order. */
const readMigrations = async (folder = FOLDER): Promise<readonly Migration[]> => {
  const files = (await readdir(folder)).filter((file) => /^\d{4}_\w+\.sql$/.test(file)).sort();
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(`${folder}/${file}`, 'utf8');
      return {
        number: Number(file.slice(0, 4)),
        name: file,
        text,
        checksum: createHash('sha256').update(text).digest('hex'),
      };
    }),
  );
};

/** `-- distribute: table` shards a table by organisation where Citus is installed; elsewhere it is a comment. */
const distribution = (text: string): string[] =>
  [...text.matchAll(/^-- distribute: (\w+)$/gm)].map(
    ([, table]) => `select create_distributed_table('${table}', 'org_id')`,
  );

const apply = async (client: pg.Client, migration: Migration, citus: boolean): Promise<void> => {
  await client.query('begin');
  try {
    await client.query(migration.text);
    if (citus) for (const statement of distribution(migration.text)) await client.query(statement);
    await client.query('insert into schema_migration (number, name, checksum) values ($1, $2, $3)', [
      migration.number,
      migration.name,
      migration.checksum,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw new Error(`Migration ${migration.name} failed: ${(error as Error).message}`, { cause: error });
  }
};

const isDenied = (error: unknown): boolean => {
  const { code, cause } = error as { code?: string; cause?: unknown };
  return code === DENIED || (cause !== undefined && isDenied(cause));
};

/** What is missing, in order. @throws Error where the database was made by a newer version */
const missingOf = async (client: pg.Client, migrations: readonly Migration[]): Promise<readonly Migration[]> => {
  const { rows: known } = await client.query("select 1 from to_regclass('schema_migration') t where t is not null");
  if (!known.length) await client.query(TABLE);
  const { rows } = await client.query<{ number: number; name: string }>('select number, name from schema_migration');
  const unknown = rows.find(({ number }) => !migrations.some((migration) => migration.number === number));
  if (unknown)
    throw new Error(
      `The database has migration ${unknown.name}, which this version does not know; use the newer version of the program.`,
    );
  return migrations.filter(({ number }) => !rows.some((row) => row.number === number));
};

/** How a database is brought to this version. */
export interface MigrateOptions {
  /** A role that the service connects as; what it needs is granted to it. */
  readonly grantTo?: string;
}

/**
 * Brings a database to this version of the program. Only the role that owns the tables can, and only where there is
 * something to do it needs to.
 * @returns names of the migrations that were applied now
 * @throws Error where the database was made by a newer version, a migration fails or the role may not; UnfitRole
 */
export const migrate = async (
  connection: pg.ClientConfig,
  { grantTo }: MigrateOptions = {},
): Promise<readonly string[]> => {
  const migrations = await readMigrations();
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    const missing = await missingOf(client, migrations);
    const { rows: extensions } = await client.query("select 1 from pg_extension where extname = 'citus'");
    for (const migration of missing) await apply(client, migration, extensions.length > 0);
    const services = missing.length ? await servicesOf(client) : [];
    for (const role of new Set([...services, ...(grantTo === undefined ? [] : [grantTo])]))
      await grantService(client, role);
    return missing.map(({ name }) => name);
  } catch (error) {
    if (!isDenied(error)) throw error;
    throw new Error(
      `The role that connects may not bring the database to this version (${(error as Error).message}); run "broker-crm migrate" with the DATABASE_URL of the role that owns the tables.`,
      { cause: error },
    );
  } finally {
    await client.end();
  }
};
