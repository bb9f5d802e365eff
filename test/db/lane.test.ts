/** Reads that share a connection. */
import { Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLane, type Lane } from '../../src/db/lane.ts';
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

test('one that was closed is not opened again: nobody would close it, and the process would not end', async () => {
  const other = createLane({ ...made.connection, pipeline: true } as typeof made.connection);
  expect(await other.read(sql`select 1 as n`)).toEqual([{ n: 1 }]);
  const closing = other.close();
  await expect(other.read(sql`select 1 as n`)).rejects.toThrow(/connections are closed/);
  await closing;
  await expect(other.read(sql`select 1 as n`)).rejects.toThrow(/connections are closed/);
  expect(other.state()).toEqual({ open: 0, pending: 0 });
});
