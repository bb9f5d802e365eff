/** Migrations: what they make, which databases they go on from, and which they refuse. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { migrate } from '../../src/db/migrate.ts';
import { type Migration, planOf, readMigrations, stepsOf, Unfit } from '../../src/db/migrations.ts';
import { catalogue } from '../support/catalogue.ts';
import { commandOn } from '../support/command.ts';
import { makeFolder } from '../support/folder.ts';
import { changedSince, type Kept } from '../support/kept-database.ts';
import { databaseUrl, type TestDatabase, testDatabase } from '../support/postgres.ts';

/** How many files took the place of those of before. */
const FIRST = 9;
/** The names that databases of before have noted, which had 21 files. */
const BEFORE =
  '1_access 2_records 3_documents 4_search 5_webhooks 6_record_blocks 7_shared_state 8_settings 9_delivery_queue 10_merge 11_filters 12_search_grams 13_search_blocks 14_search_kinds 15_security_log 16_people 18_audit_ways 19_idempotency_items 21_secrets 22_service_role 23_audit_owner'
    .split(' ')
    .map((name) => `${name.replace(/^\d+/, (number) => number.padStart(4, '0'))}.sql`);

const NOTES =
  'create table schema_migration (number int primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())';

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
/** Makes the database one of before, with these notes. */
const asBefore = async (names: readonly string[]): Promise<void> => {
  await client.query(`drop schema public cascade; create schema public; ${NOTES}`);
  for (const { number, steps } of await brought())
    if (number <= FIRST) for (const step of steps) if ('sql' in step) await client.query(step.sql);
  for (const name of names)
    await client.query("insert into schema_migration values ($1, $2, 'of then')", [Number(name.slice(0, 4)), name]);
};
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

test('a file that says nothing is refused before it is applied', async () => {
  const folder = await makeFolder('migrations');
  await writeFile(join(folder, '0001_first.sql'), 'create table first (id int);\n');
  expect(await readMigrations(folder)).toHaveLength(1);
  await writeFile(join(folder, '0002_second.sql'), '-- printed later\n');
  await expect(readMigrations(folder)).rejects.toThrow(
    new Unfit('Migration 0002_second.sql says nothing: print or write its statements, or remove the file.'),
  );
  await rm(folder, { recursive: true });
});

test('the first nine make what those of before made, in everything that the catalogue knows', async () => {
  await asBefore([]);
  const before = await readFile(new URL('./schema-before.txt', import.meta.url), 'utf8');
  const lines = before.trimEnd().split('\n');
  expect(lines.length).toBeGreaterThan(900);
  expect(await catalogue(client)).toEqual(lines);
});

test('each table has its place on a cluster; what is distributed has keys that begin with the organisation', async () => {
  const steps = (await brought()).flatMap((migration) => migration.steps);
  const places = steps.flatMap((step) => ('place' in step ? [step] : []));
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

test('a statement ends with its line, but not within a function', () => {
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

describe('a database of before', () => {
  test('that has them all goes on: its notes are changed, and what came since is applied', async () => {
    const schema = await catalogue(client);
    const later = (await brought()).filter(({ number }) => number > FIRST);
    await asBefore(BEFORE);
    await client.query("insert into organisation (org_id, name) values (1, 'Alt')");
    expect(await migrate(database.connection, { grantTo: inject('service').user })).toEqual(
      later.map(({ name }) => name),
    );
    expect(await noted()).toEqual((await brought()).map(({ name }) => name));
    expect(await catalogue(client)).toEqual(schema);
    expect((await client.query('select name from organisation')).rows).toEqual([{ name: 'Alt' }]);
    const doctor = await commandOn({ DATABASE_URL: databaseUrl(database.connection) })('doctor');
    expect(doctor.json.findings).toContainEqual({
      check: 'migrations',
      ok: true,
      detail: `applied as they are here, up to ${(await noted()).at(-1)}`,
    });
  });

  test.each([
    ['an older one', BEFORE.slice(0, -2), '0021_secrets.sql'],
    ['one with a gap', BEFORE.filter((name) => !name.includes('people')), '0023_audit_owner.sql'],
  ])('%s is told which version to run first, and stays as it is', async (_, names, last) => {
    await asBefore(names);
    const run = commandOn({ DATABASE_URL: databaseUrl(database.connection) });
    const { code, json } = await run('migrate');
    expect([code, json.error.code]).toEqual([1, 'database']);
    expect(json.error.message).toContain(`migrations up to ${last}; this version goes on from 0023_audit_owner.sql`);
    expect(json.error.message).toContain('Run "broker-crm migrate" of the last version with that file first');
    expect(await noted()).toEqual(names);
  });
});

describe('checksums', () => {
  test('a file that was changed after it was applied is refused by its name', async () => {
    await client.query("update schema_migration set checksum = 'of another text' where number = 3");
    const run = commandOn({ DATABASE_URL: databaseUrl(database.connection) });
    const migrated = await run('migrate');
    expect([migrated.code, migrated.json.error.code]).toEqual([1, 'database']);
    const doctor = await run('doctor');
    expect(doctor.code).toBe(1);
    const found = doctor.json.findings.find(({ check }: { check: string }) => check === 'database');
    for (const said of [migrated.json.error.message, found.detail]) {
      expect(said).toContain('Migration 0003_contacts.sql is not what was applied to this database');
      expect(said).toContain('Install this version of the program anew');
    }
  });

  test('a migration that nobody here knows is of a newer version', async () => {
    await client.query("insert into schema_migration values (9999, '9999_later.sql', '')");
    await expect(migrate(database.connection)).rejects.toThrow('9999_later.sql, which this version does not know');
  });

  test('what is missing is named, also where an earlier one is', async () => {
    const all = await brought();
    expect(planOf(all.slice(2), all).missing).toEqual(all.slice(0, 2));
    expect(planOf(all, all)).toEqual({ renote: [], missing: [] });
  });
});

test('a migration that loses a deadlock against a caller is applied in the next attempt', async () => {
  const later: Migration = {
    number: 9999,
    name: '9999_later.sql',
    checksum: 'later',
    steps: [{ sql: 'lock table contact in share mode' }, { sql: 'lock table contract in share mode' }],
  };
  const caller = new pg.Client(database.connection);
  await caller.connect();
  // The one whose time is over first finds the deadlock, and loses.
  await caller.query("begin; set local deadlock_timeout = '30s'; lock table contract in row exclusive mode");
  const applied = migrate(database.connection, { migrations: [...(await brought()), later] });
  const waiting = "select from pg_locks where relation = 'contract'::regclass and not granted";
  await expect.poll(async () => (await client.query(waiting)).rowCount).toBe(1);
  await caller.query('lock table contact in row exclusive mode');
  await caller.query('commit');
  await caller.end();
  expect(await applied).toEqual(['9999_later.sql']);
});

test('a migration that takes its time is named meanwhile, those that do not are not', async () => {
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
  test('another process that migrates is waited for a moment, then named', async () => {
    await client.query('delete from schema_migration where number = 9');
    await client.query('drop table webhook, webhook_delivery, webhook_budget');
    await client.query('drop sequence webhook_id_seq, webhook_delivery_id_seq');
    const other = new pg.Client({ ...database.connection, application_name: 'the other one' });
    await other.connect();
    await other.query('begin; select pg_advisory_xact_lock(4711003)');
    const { rows } = await other.query('select pg_backend_pid() as pid');
    const refused = migrate(database.connection, { waitMs: 300 });
    await expect(refused).rejects.toThrow(`process ${rows[0].pid}, the other one`);
    await expect(refused).rejects.toBeInstanceOf(Unfit);
    const waiting = migrate(database.connection);
    await other.query('commit');
    expect(await waiting).toHaveLength(1);
    await other.end();
  });

  test('whoever applies one after the other is waited for, however many they are', async () => {
    const others = await Promise.all(
      [0, 1].map(async () => {
        const other = new pg.Client(database.connection);
        await other.connect();
        return other;
      }),
    );
    const [one, two] = others as [pg.Client, pg.Client];
    const take = 'begin; select pg_advisory_xact_lock(4711003)';
    await client.query('delete from schema_migration where number = 9');
    await client.query('drop table webhook, webhook_delivery, webhook_budget');
    await client.query('drop sequence webhook_id_seq, webhook_delivery_id_seq');
    await one.query(take);
    const waiting = migrate(database.connection, { waitMs: 1500 });
    waiting.catch(() => undefined);
    // Nobody else gets it in between: the next one stands there already.
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

  test('who has let it go when he is looked for is in nobody’s way', async () => {
    const other = new pg.Client(database.connection);
    await other.connect();
    await other.query('begin; select pg_advisory_xact_lock(4711003)');
    let looked = 0;
    const stream = (): Socket => {
      const socket = new Socket();
      const write = socket.write.bind(socket) as (...sent: unknown[]) => boolean;
      let sent: Promise<unknown> = Promise.resolve();
      /** Whoever has it lets it go just before somebody looks for him. */
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

  test('many at once: each migration is applied once, and none keeps a lock', async () => {
    await client.query('delete from schema_migration where number = 9');
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
