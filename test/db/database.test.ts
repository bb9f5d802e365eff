/** Transactions that lose a race, or time, as their callers see it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../../src/db/cluster.ts';
import type { Database } from '../../src/db/database.ts';
import { sql } from '../../src/sql.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';

const LOST_RACE = { text: "do $$ begin raise exception 'lost' using errcode = '40001'; end $$", values: [] };
let made: TestDatabase;
let db: Database;
beforeAll(async () => {
  made = await testDatabase();
  db = connect({ connection: made.connection, lanes: 1, writers: 2, longReaders: 1 });
});
afterAll(async () => {
  await db.close();
  await made.drop();
});

test('as many that lose as there are connections run again without waiting for each other', async () => {
  const attempts = [0, 0];
  let both: () => void = () => undefined;
  const together = new Promise<void>((done) => {
    both = done;
  });
  const started = performance.now();
  const results = await Promise.all(
    attempts.map((_, i) =>
      db.transaction(async (tx) => {
        attempts[i] = (attempts[i] ?? 0) + 1;
        if (attempts.every((count) => count > 0)) both();
        await together;
        if (attempts[i] === 1) await tx.run(LOST_RACE);
        return tx.run<{ n: number }>(sql`select ${i}::int as n`);
      }),
    ),
  );
  expect(results).toEqual([[{ n: 0 }], [{ n: 1 }]]);
  expect(attempts).toEqual([2, 2]);
  expect(performance.now() - started).toBeLessThan(5000);
});

test('one that loses three times is an error, and its connection is free again', async () => {
  let attempts = 0;
  const losing = db.transaction(async (tx) => {
    attempts += 1;
    await tx.run(LOST_RACE);
  });
  await expect(losing).rejects.toMatchObject({ code: '40001' });
  expect(attempts).toBe(3);
  expect(await db.transaction((tx) => tx.run(sql`select 1 as one`))).toEqual([{ one: 1 }]);
});

test('a statement that is not done in time is 503, to be tried later', async () => {
  const late = db.transaction(async (tx) => {
    await tx.run({ text: 'set local statement_timeout = 20', values: [] });
    await tx.run({ text: 'select pg_sleep(5)', values: [] });
  });
  await expect(late).rejects.toMatchObject({ code: 'service_unavailable' });
});

test('statements are told apart by the whole of their names', async () => {
  const name = 'a name that is longer than what PostgreSQL reads of it, which is 63 bytes';
  for (const [end, n] of [
    ['a', 1],
    ['b', 2],
    ['a', 1],
  ] as const)
    expect(await db.read({ name: `${name} ${end}`, text: `select ${n} as n`, values: [] })).toEqual([{ n }]);
});

test('a connection keeps a thousand prepared at most, however many there are', async () => {
  const numbers = Array.from({ length: 1500 }, (_, i) => i);
  const answers = await Promise.all(
    numbers.map((n) => db.read<{ n: number }>({ name: `number ${n}`, text: `select ${n} as n`, values: [] })),
  );
  expect(answers.map(([row]) => row?.n)).toEqual(numbers);
  const [kept] = await db.read<{ n: number }>(sql`select count(*) as n from pg_prepared_statements`);
  expect(kept?.n).toBeGreaterThan(0);
  expect(kept?.n).toBeLessThanOrEqual(1000);
});
