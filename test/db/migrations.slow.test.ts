/** Migrations: their results, and the databases that they accept and refuse. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrate } from '../../src/db/migrations/migrate.ts';
import {
  type Migration,
  MigrationError,
  pendingOf,
  placementsOf,
  readMigrations,
  stepsOf,
} from '../../src/db/migrations/migration-files.ts';
import { commandOn } from '../support/command.ts';
import { changedSince, type Kept } from '../support/database-dump.ts';
import { makeFolder } from '../support/folder.ts';
import { databaseUrl, type TestDatabase, testDatabase } from '../support/postgres.ts';

let database: TestDatabase;
let client: pg.Client;
beforeEach(async () => {
  database = await testDatabase();
  client = new pg.Client(database.connection);
  await client.connect();
});
afterEach(async () => {
  await client?.end();
  await database?.drop();
});

const noted = async (): Promise<string[]> =>
  (await client.query<{ name: string }>('select name from schema_migration order by number')).rows.map(
    ({ name }) => name,
  );
const brought = async (): Promise<readonly Migration[]> => readMigrations();

test('no released migration has changed', async () => {
  const folder = new URL('../upgrade/', import.meta.url);
  const now = new Map((await brought()).map(({ name, checksum }) => [name, checksum]));
  const releases = (await readdir(folder)).filter((name) => name.endsWith('.json.gz'));
  expect(releases).toContain('0.1.0.json.gz');
  for (const release of releases) {
    const kept = JSON.parse(gunzipSync(await readFile(new URL(release, folder))).toString()) as Kept;
    for (const { name, checksum } of kept.migrations) expect(now.get(name), changedSince(name)).toBe(checksum);
  }
});

test('a migration file without statements is refused before any is applied', async () => {
  const folder = await makeFolder('migrations');
  await writeFile(join(folder, '0001_first.sql'), 'create table first (id int);\n');
  expect(await readMigrations(folder)).toHaveLength(1);
  await writeFile(join(folder, '0002_second.sql'), '-- printed later\n');
  await expect(readMigrations(folder)).rejects.toThrow(
    new MigrationError('Migration 0002_second.sql says nothing: print or write its statements, or remove the file.'),
  );
  await rm(folder, { recursive: true });
});

test('each table has a placement on a cluster, and distributed tables have keys that begin with org_id', async () => {
  const places = placementsOf(await brought());
  const { rows: tables } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migration' order by 1",
  );
  expect(places.map(({ table }) => table).sort()).toEqual(tables.map(({ name }) => name));
  const distributed = places.filter(({ place }) => place === 'distribute').map(({ table }) => table);
  const { rows } = await client.query<{ index: string }>(
    `select indexrelid::regclass::text as index from pg_index i
      left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      where i.indisunique and i.indrelid = any($1::text[]::regclass[]) and a.attname is distinct from 'org_id'`,
    [distributed],
  );
  expect(rows).toEqual([]);
});

test('a statement ends at the end of its line, but not within a function', () => {
  const text = `-- one;
create table a (
  -- two;
  x text default ';'
);
-- distribute: a
create function f() returns int language sql as $$
  select 1;
  select 2;
$$;
`;
  expect(stepsOf(text).map((step) => ('sql' in step ? step.sql.split('\n').length : step.place))).toEqual([
    4,
    'distribute',
    4,
  ]);
  expect(() => stepsOf('create table a (x int)\n')).toThrow('without an end: create table a');
});

test.each([
  ['0001_access.sql', 'd316c3cd'],
  ['0002_people.sql', 'd316c3cd'],
  ['0002_records.sql', '1a730cd2'],
])('a database of a development version, with %s, is refused with the commit that opens it', async (name, commit) => {
  await client.query('drop schema public cascade; create schema public');
  await client.query(
    'create table schema_migration (number int primary key, name text not null, checksum text not null)',
  );
  await client.query("insert into schema_migration values ($1, $2, '')", [Number(name.slice(0, 4)), name]);
  const run = commandOn({ DATABASE_URL: databaseUrl(database.connection) });
  const { code, json } = await run('migrate');
  expect([code, json.error.code]).toEqual([1, 'database']);
  expect(json.error.message).toContain('A development version before 0.1.0 made this database');
  expect(json.error.message).toContain(`Commit ${commit} opens it`);
  expect(await noted()).toEqual([name]);
  const { rows } = await client.query("select from pg_tables where schemaname = 'public'");
  expect(rows).toHaveLength(1);
});

describe('checksums', () => {
  test('a file that was changed after it was applied is refused by name', async () => {
    await client.query("update schema_migration set checksum = 'of another text' where number = 4");
    const run = commandOn({ DATABASE_URL: databaseUrl(database.connection) });
    const migrated = await run('migrate');
    expect([migrated.code, migrated.json.error.code]).toEqual([1, 'database']);
    const doctor = await run('doctor');
    expect(doctor.code).toBe(1);
    const found = doctor.json.findings.find(({ check }: { check: string }) => check === 'database');
    for (const said of [migrated.json.error.message, found.detail]) {
      expect(said).toContain('Migration 0004_contacts.sql is not what was applied to this database');
      expect(said).toContain('Install this version of the program anew');
    }
  });

  test('an applied migration that this version does not have belongs to a newer version', async () => {
    await client.query("insert into schema_migration values (9999, '9999_later.sql', '')");
    await expect(migrate(database.connection)).rejects.toThrow('9999_later.sql, which this version does not know');
  });

  test('a missing migration is named, even if an earlier one is missing', async () => {
    const all = await brought();
    expect(pendingOf(all.slice(2), all)).toEqual(all.slice(0, 2));
    expect(pendingOf(all, all)).toEqual([]);
  });
});

test('a migration that loses a deadlock against a request is applied by the next attempt', async () => {
  const later: Migration = {
    number: 9999,
    name: '9999_later.sql',
    checksum: 'later',
    steps: [{ sql: 'lock table contact in share mode' }, { sql: 'lock table contract in share mode' }],
  };
  const caller = new pg.Client(database.connection);
  await caller.connect();
  // The transaction whose deadlock timeout ends first detects the deadlock, and loses.
  await caller.query("begin; set local deadlock_timeout = '30s'; lock table contract in row exclusive mode");
  const applied = migrate(database.connection, { migrations: [...(await brought()), later] });
  const waiting = "select from pg_locks where relation = 'contract'::regclass and not granted";
  await expect.poll(async () => (await client.query(waiting)).rowCount).toBe(1);
  await caller.query('lock table contact in row exclusive mode');
  await caller.query('commit');
  await caller.end();
  expect(await applied).toEqual(['9999_later.sql']);
});

test('a slow migration is reported while it runs, a fast one is not', async () => {
  const one = (number: number, seconds: number): Migration => ({
    number,
    name: `${number}_later.sql`,
    checksum: 'later',
    steps: [{ sql: `select pg_sleep(${seconds})` }],
  });
  const named: [string, readonly string[]][] = [];
  const slow = async (name: string): Promise<void> => void named.push([name, await noted()]);
  const migrations = [...(await brought()), one(9997, 0), one(9998, 3), one(9999, 0)];
  expect(await migrate(database.connection, { migrations, slow })).toHaveLength(3);
  expect(named).toEqual([['9998_later.sql', expect.not.arrayContaining(['9998_later.sql'])]]);
});

describe('the lock', () => {
  test('is waited for briefly, then the error names the process that holds it', async () => {
    await client.query('delete from schema_migration where number = 12');
    await client.query('drop table webhook, webhook_delivery, webhook_budget');
    await client.query('drop sequence webhook_id_seq, webhook_delivery_id_seq');
    const other = new pg.Client({ ...database.connection, application_name: 'the other one' });
    await other.connect();
    await other.query('begin; select pg_advisory_xact_lock(4711003)');
    const { rows } = await other.query('select pg_backend_pid() as pid');
    const refused = migrate(database.connection, { waitMs: 300 });
    await expect(refused).rejects.toThrow(`process ${rows[0].pid}, the other one`);
    await expect(refused).rejects.toBeInstanceOf(MigrationError);
    const waiting = migrate(database.connection);
    await other.query('commit');
    expect(await waiting).toHaveLength(1);
    await other.end();
  });

  test('is waited for as long as other processes migrate one after the other', async () => {
    const others = await Promise.all(
      [0, 1].map(async () => {
        const other = new pg.Client(database.connection);
        await other.connect();
        return other;
      }),
    );
    const [one, two] = others as [pg.Client, pg.Client];
    const take = 'begin; select pg_advisory_xact_lock(4711003)';
    await client.query('delete from schema_migration where number = 12');
    await client.query('drop table webhook, webhook_delivery, webhook_budget');
    await client.query('drop sequence webhook_id_seq, webhook_delivery_id_seq');
    await one.query(take);
    const waiting = migrate(database.connection, { waitMs: 1500 });
    waiting.catch(() => undefined);
    // The lock is never free in between: the next holder already waits for it.
    for (let i = 0; i < 6; i += 1) {
      const [before, next] = i % 2 ? [two, one] : [one, two];
      await new Promise((done) => setTimeout(done, 500));
      const taken = next.query(take);
      await new Promise((done) => setTimeout(done, 50));
      await before.query('commit');
      await taken;
    }
    await one.query('commit');
    expect(await waiting).toHaveLength(1);
    await Promise.all(others.map((other) => other.end()));
  });

  test('that is released just before its holder is looked up is acquired', async () => {
    const other = new pg.Client(database.connection);
    await other.connect();
    await other.query('begin; select pg_advisory_xact_lock(4711003)');
    let looked = 0;
    const stream = (): Socket => {
      const socket = new Socket();
      const write = socket.write.bind(socket) as (...sent: unknown[]) => boolean;
      let sent: Promise<unknown> = Promise.resolve();
      /** The holder releases the lock just before its owner is queried. */
      const letGo = (...piece: unknown[]): boolean => {
        const looks = String(piece[0]).includes('pg_stat_activity');
        if (looks) looked += 1;
        sent = sent.then(() => (looks ? other.query('commit') : undefined)).then(() => write(...piece));
        return true;
      };
      // Connecting puts back the usual one.
      return socket.once('connect', () => Object.assign(socket, { write: letGo }));
    };
    expect(await migrate({ ...database.connection, stream }, { waitMs: 100 })).toEqual([]);
    expect(looked).toBe(1);
    await other.end();
  });

  test('makes concurrent callers apply each migration once, and is released by all', async () => {
    await client.query('delete from schema_migration where number = 12');
    await client.query('drop table webhook, webhook_delivery, webhook_budget');
    await client.query('drop sequence webhook_id_seq, webhook_delivery_id_seq');
    const applied = await Promise.all(Array.from({ length: 4 }, () => migrate(database.connection)));
    expect(applied.flat()).toHaveLength(1);
    // Other tests have databases of their own on this server, and locks in them.
    const held = `select 1 from pg_locks
      where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`;
    expect((await client.query(held)).rows).toEqual([]);
  });
});
