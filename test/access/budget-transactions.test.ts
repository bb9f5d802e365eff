/** Budgets of many organisations share transactions, and none keeps another one from its answer (rules 8.9). */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { BudgetTransactions } from '../../src/access/budget-transactions.ts';
import { createRequestBudget } from '../../src/access/request-budget.ts';
import type { Database } from '../../src/db/database.ts';
import { sql } from '../../src/sql.ts';
import { holdLock } from '../support/held-lock.ts';
import { altered, type TestDatabase, testDatabase } from '../support/postgres.ts';

let database: TestDatabase;
let transactions = 0;
let db: Database;
beforeAll(async () => {
  database = await testDatabase();
  db = altered(database.service, {
    brief: <T>(...asked: Parameters<Database['brief']>): Promise<T> => {
      transactions += 1;
      return database.service.brief(...asked) as Promise<T>;
    },
  });
});
afterAll(() => database.drop());

const START = 60_000 * 29_000_000 + 10_000;
const ORGANISATIONS = Array.from({ length: 250 }, (_, i) => 5000 - i);

test('what comes at once for many organisations takes few transactions, and each is charged what it used', async () => {
  const budget = createRequestBudget(db, () => START);
  const calls = ORGANISATIONS.flatMap((orgId) => [orgId, orgId]);
  const headers = calls.map((): Record<string, string> => ({}));
  await Promise.all(calls.map((orgId, i) => budget.charge(orgId, 100_000, headers[i] ?? {})));
  expect(new Set(headers.map((one) => one['X-RateLimit-Remaining']))).toEqual(new Set(['99999', '99998']));
  // On a cluster those of each range have their own.
  expect(transactions).toBeLessThanOrEqual(inject('nodes').length > 1 ? 60 : 3);
  await budget.close();
  const [sum] = await database.db.read<{ n: number; used: number }>(
    sql`select count(*)::int as n, sum(used)::int as used from request_budget`,
  );
  expect(sum).toEqual({ n: ORGANISATIONS.length, used: calls.length });
});

test('one that fails is refused by itself', async () => {
  const shared = new BudgetTransactions(db);
  const outcomes = await Promise.allSettled(
    [1, 2, 3].map((n) => shared.do(7, () => [sql`select ${n}::int / ${2 - n}::int as n`, sql`select ${n}::int as n`])),
  );
  expect(outcomes).toMatchObject([
    { status: 'fulfilled', value: [[{ n: 1 }], [{ n: 1 }]] },
    { status: 'rejected' },
    { status: 'fulfilled', value: [[{ n: -3 }], [{ n: 3 }]] },
  ]);
});

test('one whose budget somebody holds keeps the others for half a second, and is charged when that is over', async () => {
  // Those of a range wait for each other: test/cluster/standing-range.test.ts.
  if (inject('nodes').length > 1) return;
  const [held = 0, ...others] = ORGANISATIONS.slice(0, 20);
  const first = createRequestBudget(db, () => START);
  await first.charge(held, 100_000, {});
  await first.close();
  const budget = createRequestBudget(db, () => START);
  const release = await holdLock(database.db, sql`select 1 from request_budget where org_id = ${held} for update`);
  let waits = true;
  const waiting = Promise.resolve(budget.charge(held, 100_000, {})).finally(() => {
    waits = false;
  });
  const charged = Promise.all(others.map((orgId) => budget.charge(orgId, 100_000, {}))).then(() => 'charged');
  const late = new Promise<string>((say) => setTimeout(() => say('waits'), 20_000).unref());
  const meanwhile = [await Promise.race([charged, late]), waits];
  await release();
  await waiting;
  expect(meanwhile).toEqual(['charged', true]);
  await budget.close();
});

test('processes that charge the same organisations at once never wait for each other for good', async () => {
  const budgets = [1, 2, 3].map(() => createRequestBudget(database.service, () => START + 60_000));
  const outcomes = await Promise.all(
    budgets.flatMap((budget, i) =>
      (i % 2 ? ORGANISATIONS : ORGANISATIONS.toReversed()).map((orgId) => budget.charge(orgId, 100_000, {})),
    ),
  );
  expect(outcomes.length).toBe(3 * ORGANISATIONS.length);
  for (const budget of budgets) await budget.close();
});
