/** Reads on connections that nobody else wants. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../../src/db/cluster.ts';
import type { Database } from '../../src/db/database.ts';
import { sql } from '../../src/sql.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';
import { until } from '../support/until.ts';

const PID = sql`select pg_backend_pid() as pid`;
let made: TestDatabase;
let db: Database;
beforeAll(async () => {
  made = await testDatabase();
  db = connect({ connection: made.connection, lanes: 1, writers: 1, longReaders: 2 });
});
afterAll(async () => {
  await db.close();
  await made.drop();
});

const once = () => db.spare((read) => read<{ pid: number }>(PID));

test('it changes nothing, and what was set for it is over with it', async () => {
  const state = sql`select current_setting('transaction_read_only') as read_only, current_setting('enable_seqscan') as seqscan`;
  const rows = await db.spare(async (read) => [
    ...(await read(state, sql`select set_config('enable_seqscan', 'off', true)`)),
    ...(await read(state)),
  ]);
  expect(rows).toEqual([
    { read_only: 'on', seqscan: 'off' },
    { read_only: 'on', seqscan: 'on' },
  ]);
  expect(await db.readLong(state)).toEqual([{ read_only: 'off', seqscan: 'on' }]);
});

test('its connection holds no lock and no transaction after a read', async () => {
  const locks = await db.spare(async (read) => {
    const [own] = await read<{ pid: number }>(sql`select pg_backend_pid() as pid, count(*) from pg_class`);
    return made.db.read(sql`select a.state, l.mode
      from pg_stat_activity a left join pg_locks l on l.pid = a.pid
      where a.pid = ${own?.pid}::int`);
  });
  expect(locks).toEqual([{ state: 'idle', mode: null }]);
});

test('the last connection is left to others, who do not wait', async () => {
  let end: () => void = () => undefined;
  const held = new Promise<void>((done) => {
    end = done;
  });
  const first = db.spare(async (read) => {
    await read(PID);
    await held;
    return 'done';
  });
  await until(async () => db.pools().some(({ pool, busy }) => pool === 'long_reads' && busy === 1));
  expect(await once()).toBeUndefined();
  expect(await db.readLong(PID)).toHaveLength(1);
  end();
  expect(await first).toBe('done');
  expect(await once()).toHaveLength(1);
});

test('one that fails or lasts is over after a second, and the next has a connection', async () => {
  const started = performance.now();
  expect(await db.spare((read) => read(sql`select pg_sleep(30)`))).toBeUndefined();
  expect(performance.now() - started).toBeLessThan(10_000);
  expect(await db.spare((read) => read(sql`select 1 / 0`))).toBeUndefined();
  expect(await once()).toHaveLength(1);
});
