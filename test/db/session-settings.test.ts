/**
 * Settings of sessions: for the role, in this database, set by the service; an operator's settings stay (decision
 * 0017).
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../../src/db/citus/shard-router.ts';
import { migrate } from '../../src/db/migrations/migrate.ts';
import { readMigrations } from '../../src/db/migrations/migration-files.ts';
import { SESSION_NO_TIMEOUTS } from '../../src/db/migrations/session-settings.ts';
import { sql } from '../../src/sql/sql.ts';
import { commandOn } from '../support/command.ts';
import { databaseUrl, type TestDatabase, testDatabase } from '../support/postgres.ts';

const ROLE = `settled_${process.pid}`;
let made: TestDatabase;
let owner: pg.Client;
/** A role that owns neither tables nor database. */
const asRole = () => ({ ...made.connection, user: ROLE, password: 'geheim' });
const doctor = async () => {
  const { code, json } = await commandOn({ DATABASE_URL: databaseUrl(asRole()) })('doctor');
  return { code, ...json.findings.find(({ check }: { check: string }) => check === 'sessions') };
};
beforeAll(async () => {
  made = await testDatabase();
  owner = new pg.Client(made.connection);
  await owner.connect();
  await owner.query(`create role ${ROLE} login password 'geheim'`);
  await migrate(made.connection, { grantTo: ROLE });
});
afterAll(async () => {
  await owner.query(`drop owned by ${ROLE}; drop role ${ROLE}`);
  await owner.end();
  await made.drop();
});

const all = (name: string) => `alter role ${ROLE} in database ${made.connection.database} ${name}`;
const seen = async () => {
  const db = connect({ connection: asRole(), lanes: 1, writers: 1, longReaders: 1 });
  const [row] = await db.read(
    sql`select current_setting('jit') as jit, current_setting('max_parallel_workers_per_gather') as workers,
      current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle`,
  );
  await db.close();
  return row;
};
const WANTED = { jit: 'off', workers: '0', statement: '1min', idle: '1min' };

test('the owner of the database sets them for the role; a role without rights sets them for itself', async () => {
  expect(await seen()).toEqual(WANTED);
  await owner.query(all('reset all'));
  expect(await seen()).toMatchObject({ statement: '0' });
  // A report changes nothing; the start of the service does.
  expect(await doctor()).toMatchObject({
    code: 0,
    ok: true,
    detail: expect.stringMatching(/^jit = on, .*, unlike what the service sets; nothing to do: /),
  });
  await migrate(asRole());
  expect(await doctor()).toMatchObject({ code: 0, ok: true, detail: 'set for this role' });
  expect(await seen()).toEqual(WANTED);
});

test('a setting of the operator, for the role or the database, is not overwritten and is reported', async () => {
  await owner.query(all("set statement_timeout = '30s'"));
  await owner.query(all('reset jit'));
  await owner.query(`alter database ${made.connection.database} set jit = on`);
  await migrate(asRole());
  expect(await seen()).toEqual({ ...WANTED, jit: 'on', statement: '30s' });
  expect(await doctor()).toMatchObject({
    code: 0,
    ok: true,
    detail: expect.stringMatching(/^jit = on, statement_timeout = 30s, unlike what the service sets; nothing to do: /),
  });
});

test('a setting that changes transactions is refused by name', async () => {
  await owner.query(all('set default_transaction_isolation = serializable'));
  await expect(migrate(asRole())).rejects.toThrow(/Sessions have default_transaction_isolation = serializable/);
  await owner.query(all('reset default_transaction_isolation'));
});

test('a migration and a session of a command may run longer than statement and transaction timeouts', async () => {
  const long = { number: 9999, name: '9999_long.sql', checksum: 'x', steps: [{ sql: 'select pg_sleep(1.2)' }] };
  const bounds = await owner.query<{ name: string }>("select name from pg_settings where name = 'transaction_timeout'");
  await owner.query(`alter database ${made.connection.database} set statement_timeout = '200ms'`);
  for (const { name } of bounds.rows)
    await owner.query(`alter database ${made.connection.database} set ${name} = '1s'`);
  expect(await migrate(made.connection, { migrations: [...(await readMigrations()), long] })).toEqual([long.name]);
  const client = new pg.Client(made.connection);
  await client.connect();
  await client.query(SESSION_NO_TIMEOUTS);
  await client.query('begin');
  await client.query('select pg_sleep(1.2)');
  await client.query('commit');
  await client.end();
  for (const { name } of [{ name: 'statement_timeout' }, ...bounds.rows])
    await owner.query(`alter database ${made.connection.database} reset ${name}`);
  await owner.query('delete from schema_migration where number = 9999');
});

test('a column whose text depends on session settings cannot be read', async () => {
  await expect(made.db.read(sql`select now() as at`)).rejects.toThrow(/printed by its statement/);
  await expect(made.db.read(sql`select date '2026-01-31' as day`)).rejects.toThrow(/printed by its statement/);
  expect(await made.db.read(sql`select to_char(date '2026-01-31', 'YYYY-MM-DD') as day`)).toEqual([
    { day: '2026-01-31' },
  ]);
});
