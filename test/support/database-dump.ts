/**
 * A database dump in a file, without PostgreSQL's tools: its migrations, and its rows as JSON. The schema is in
 * the migrations, which never change (their checksums are in the file).
 */
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { readMigrations } from '../../src/db/migrations/migration-files.ts';

/** Content of the file. */
export interface Kept {
  readonly migrations: readonly { readonly number: number; readonly name: string; readonly checksum: string }[];
  readonly tables: Readonly<Record<string, readonly object[]>>;
  readonly sequences: Readonly<Record<string, string>>;
  /** Responses of the API, by path. */
  readonly answers: Readonly<Record<string, unknown>>;
}

const on = async <T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client(connection);
  await client.connect();
  return work(client).finally(() => client.end());
};

const TABLES =
  "select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migration' order by 1";

/** @returns the bytes of the file */
export const keep = (connection: pg.ClientConfig, answers: Kept['answers']): Promise<Buffer> =>
  on(connection, async (client) => {
    const { rows: migrations } = await client.query('select number, name, checksum from schema_migration order by 1');
    const tables: Record<string, object[]> = {};
    for (const { name } of (await client.query<{ name: string }>(TABLES)).rows) {
      const { rows } = await client.query<{ row: object }>(`select to_json(t)::text as row from ${name} t order by 1`);
      tables[name] = rows.map(({ row }) => JSON.parse(String(row)) as object);
    }
    const { rows: sequences } = await client.query<{ name: string; last: string | null }>(
      "select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public' order by 1",
    );
    const used = sequences.flatMap(({ name, last }) => (last === null ? [] : [[name, last] as const]));
    const kept = { migrations, tables, sequences: Object.fromEntries(used), answers };
    return gzipSync(JSON.stringify(kept), { level: 9 });
  });

const COLUMNS = `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
  where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`;

/** Message for a migration whose file differs from that of a release. */
export const changedSince = (name: string): string =>
  `Migration ${name} was released and has been changed since: take the change back, and write it as a migration of its own.`;

/**
 * Restores the stored database into an empty one. @throws Error where one of its migrations is missing or has changed
 */
export const restore = (connection: pg.ClientConfig, file: Buffer): Promise<Kept> =>
  on(connection, async (client) => {
    const kept = JSON.parse(gunzipSync(file).toString()) as Kept;
    const ours = await readMigrations();
    await client.query('drop schema public cascade; create schema public');
    await client.query(
      'create table schema_migration (number int primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())',
    );
    for (const { number, name, checksum } of kept.migrations) {
      const migration = ours.find((one) => one.name === name && one.checksum === checksum);
      if (!migration) throw new Error(changedSince(name));
      for (const step of migration.steps) if ('sql' in step) await client.query(step.sql);
      await client.query('insert into schema_migration values ($1, $2, $3)', [number, name, checksum]);
    }
    // Rows are inserted in the order of their tables' names: references are complete only at the end.
    await client.query("set session_replication_role = 'replica'");
    for (const [table, rows] of Object.entries(kept.tables)) {
      const { names } = (await client.query<{ names: string }>(COLUMNS, [table])).rows[0] ?? { names: '' };
      await client.query(`delete from ${table}`);
      await client.query(
        `insert into ${table} (${names}) select ${names} from json_populate_recordset(null::${table}, $1)`,
        [JSON.stringify(rows)],
      );
    }
    for (const [name, last] of Object.entries(kept.sequences))
      await client.query('select setval($1, $2)', [name, last]);
    return kept;
  });
