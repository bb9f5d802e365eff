/** Reads that share a connection. */
import { Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLane, type Lane, leastBusy, readOn } from '../../src/db/lane.ts';
import { sql } from '../../src/sql.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';
import { quickest } from '../support/quickest.ts';

/** How often something was handed to the system. */
let writes = 0;

class Counting extends Socket {
  override _write(...given: Parameters<Socket['_write']>): void {
    writes += 1;
    super._write(...given);
  }
  override _writev(...given: Parameters<NonNullable<Socket['_writev']>>): void {
    writes += 1;
    super._writev?.(...given);
  }
}

let made: TestDatabase;
let lane: Lane;
beforeAll(async () => {
  made = await testDatabase();
  lane = createLane({ ...made.connection, pipeline: true, stream: () => new Counting() } as typeof made.connection);
  await lane.read(sql`select 1 as n`);
});
afterAll(async () => {
  await lane.close();
  await made.drop();
});

test('what is asked in one round of the event loop is sent in one piece, and each has its answer', async () => {
  const asked = Array.from({ length: 20 }, (_, n) => n);
  writes = 0;
  const answers = await Promise.all(asked.map((n) => lane.read(sql`select ${n}::int as n`)));
  expect(answers).toEqual(asked.map((n) => [{ n }]));
  expect(writes).toBe(1);
});

test('one that is asked alone is not held back', async () => {
  const fifty = async () => {
    for (let n = 0; n < 50; n += 1) expect(await lane.read(sql`select ${n}::int as n`)).toEqual([{ n }]);
  };
  expect(await quickest(1000, fifty)).toBeLessThan(1000);
});

test('where the next one cannot be opened, one that is open answers', async () => {
  const nowhere = { host: '127.0.0.1', port: 1, database: 'x', user: 'x', pipeline: true } as typeof made.connection;
  const closed = createLane(nowhere);
  expect([lane.isOpen(), closed.isOpen()]).toEqual([true, false]);
  expect(await readOn([closed, lane], closed, sql`select 1 as n`)).toEqual([{ n: 1 }]);
  await expect(readOn([closed], closed, sql`select 1 as n`)).rejects.toThrow('No connection to 127.0.0.1:1');
  // What the database refuses is asked once.
  await expect(readOn([lane], lane, sql`select 1 / 0 as n`)).rejects.toThrow('division by zero');
});

test('of several, a few reads of one round go to the same, and none behind one that takes long', async () => {
  const makeLane = () => createLane({ ...made.connection, pipeline: true } as typeof made.connection);
  const lanes: [Lane, ...Lane[]] = [makeLane(), makeLane(), makeLane()];
  const next = leastBusy(lanes);
  const asked = async (): Promise<unknown> =>
    (await next().read(sql`select pg_backend_pid() as pid`)).map((row) => (row as { pid: number }).pid)[0];
  try {
    // What stands at the far end is known of a connection that is open.
    for (const one of lanes) await one.read(sql`select 1 as n`);
    const pids = await Promise.all(Array.from({ length: 8 }, asked));
    expect(pids.slice(0, 4)).toEqual(Array(4).fill(pids[0]));
    expect(pids.slice(4)).toEqual(Array(4).fill(pids[4]));
    expect(pids[4]).not.toBe(pids[0]);
    let isOver = false;
    const long = next()
      .read(sql`select pg_sleep(2)::text`)
      .then(() => {
        isOver = true;
      });
    await new Promise(setImmediate);
    for (let n = 0; n < 12; n += 1) await asked();
    expect(isOver).toBe(false);
    await long;
  } finally {
    await Promise.all(lanes.map((one) => one.close()));
  }
});
