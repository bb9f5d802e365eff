/** Serialization failures and timeouts of transactions, as their callers see them. */
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { connect } from '../../src/db/citus/shard-router.ts';
import type { Database } from '../../src/db/database.ts';
import { sql } from '../../src/sql/sql.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';

const LOST_RACE = sql`do $$ begin raise exception 'lost' using errcode = '40001'; end $$`;
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

test('transactions that lose a race are repeated without waiting for each other, even if all connections are busy', async () => {
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

test('a transaction that loses three times is 503 with Retry-After, and its connection is released', async () => {
  let attempts = 0;
  const losing = db.transaction(async (tx) => {
    attempts += 1;
    await tx.run(LOST_RACE);
  });
  await expect(losing).rejects.toMatchObject({
    code: 'service_unavailable',
    extra: { headers: { 'Retry-After': '1' }, cause: { code: '40001' } },
  });
  expect(attempts).toBe(3);
  expect(await db.transaction((tx) => tx.run(sql`select 1 as one`))).toEqual([{ one: 1 }]);
});

test('a statement that exceeds its timeout is 503 with Retry-After', async () => {
  const late = db.transaction(async (tx) => {
    await tx.run(sql`set local statement_timeout = 20`);
    await tx.run(sql`select pg_sleep(5)`);
  });
  await expect(late).rejects.toMatchObject({ code: 'service_unavailable' });
});

describe('prepared statements', () => {
  let fresh: Database;
  let apart: typeof import('../../src/sql/sql.ts');
  beforeAll(async () => {
    // The statement cache counts per process: a module copy of its own keeps it apart from other tests.
    vi.resetModules();
    apart = await import('../../src/sql/sql.ts');
    fresh = connect({ connection: made.connection, lanes: 1, writers: 1, longReaders: 1 });
  });
  afterAll(() => fresh.close());

  test('are distinguished by their whole text', async () => {
    const padding = apart.raw(`/* longer than what PostgreSQL reads of a name, ${'which is 63 bytes'.repeat(4)} */`);
    for (const n of [1, 2, 1]) {
      expect(await fresh.read(apart.prepared`select ${padding} ${apart.raw(String(n))} as n`)).toEqual([{ n }]);
    }
  });

  // On a cluster it caches fewer statements, per organisation (test/cluster/memory.test.ts).
  test.skipIf(inject('nodes').length > 1)('are at most a thousand per connection', async () => {
    const numbers = Array.from({ length: 1500 }, (_, i) => i);
    const answers = await Promise.all(
      numbers.map((n) => fresh.read<{ n: number }>(apart.prepared`select ${apart.raw(String(n))} as n`)),
    );
    expect(answers.map(([row]) => row?.n)).toEqual(numbers);
    const [kept] = await fresh.read<{ n: number }>(sql`select count(*) as n from pg_prepared_statements`);
    expect(kept?.n).toBeGreaterThan(900);
    expect(kept?.n).toBeLessThanOrEqual(1000);
  });
});
