/** The rate limit is shared by all processes: here several instances on one database. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRateLimit, type RateLimit } from '../../src/access/rate-limit/rate-limit.ts';
import type { ApiError } from '../../src/errors/api-error.ts';
import { sql } from '../../src/sql/sql.ts';
import { altered, type TestDatabase, testDatabase } from '../support/postgres.ts';
import { quickest } from '../support/quickest.ts';

let database: TestDatabase;
let orgs = 100;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const START = 60_000 * 29_000_000 + 10_000;

const charge = async (budget: RateLimit, org: number, limit: number | null, units = 1) => {
  const headers: Record<string, string> = {};
  try {
    await budget.consume(org, limit, headers, units);
    return { ok: true as const, headers };
  } catch (error) {
    return { ok: false as const, headers, error: error as ApiError };
  }
};

const used = async (org: number): Promise<number | undefined> =>
  (await database.db.read<{ used: number }>(sql`select used from request_budget where org_id = ${org}`))[0]?.used;

test('counts down exactly, answers 429 until the minute ends, then starts again', async () => {
  const org = (orgs += 1);
  let now = START;
  const budget = createRateLimit(database.db, () => now);
  for (let left = 4; left >= 0; left -= 1) {
    const { ok, headers } = await charge(budget, org, 5);
    expect(ok).toBe(true);
    expect(headers).toEqual({
      'X-RateLimit-Limit': '5',
      'X-RateLimit-Remaining': String(left),
      'X-RateLimit-Layer': 'organization',
    });
  }
  const refused = await charge(budget, org, 5);
  expect(refused.error).toMatchObject({
    code: 'rate_limit_exceeded',
    extra: { details: { retry_after: 50 }, headers: { 'Retry-After': '50' } },
  });
  expect(refused.headers['X-RateLimit-Remaining']).toBe('0');
  now += 50_000;
  expect((await charge(budget, org, 5)).headers['X-RateLimit-Remaining']).toBe('4');
  await budget.close();
});

test('a call of several units consumes all of them or none', async () => {
  const org = (orgs += 1);
  const budget = createRateLimit(database.db, () => START);
  expect((await charge(budget, org, 50, 20)).headers['X-RateLimit-Remaining']).toBe('30');
  expect((await charge(budget, org, 50, 51)).error?.code).toBe('rate_limit_exceeded');
  expect((await charge(budget, org, 50, 31)).error?.code).toBe('rate_limit_exceeded');
  // The units that the refused call reserved are free again once they are returned.
  await expect.poll(async () => (await charge(budget, org, 50, 30)).ok).toBe(true);
  expect(await used(org)).toBe(50);
  expect((await charge(budget, org, 50)).ok).toBe(false);
  await budget.close();
});

test('a call that needs more units than remain is refused, and the remaining ones are returned', async () => {
  const org = (orgs += 1);
  // The remaining units are reserved, found insufficient, and returned while the call waits for its last attempt.
  const slow = altered(database.db, {
    shortTransaction: async (orgId, work) => {
      await new Promise((resolve) => setTimeout(resolve, 4));
      return database.db.shortTransaction(orgId, work);
    },
  });
  const budget = createRateLimit(slow, () => START);
  expect((await charge(budget, org, 5000, 4000)).ok).toBe(true);
  const refuses = async () => {
    const refused = await Promise.all([1, 2, 3].map(() => charge(budget, org, 5000, 1001)));
    expect(refused.map(({ error }) => error?.code)).toEqual(Array(3).fill('rate_limit_exceeded'));
  };
  expect(await quickest(2000, refuses)).toBeLessThan(2000);
  await expect.poll(async () => (await charge(budget, org, 5000, 1000)).ok).toBe(true);
  await budget.close();
});

test('the remaining count falls by one per call even though units are reserved in blocks', async () => {
  const org = (orgs += 1);
  const budget = createRateLimit(database.db, () => START);
  for (let i = 1; i <= 400; i += 1) {
    expect((await charge(budget, org, 6000)).headers['X-RateLimit-Remaining']).toBe(String(6000 - i));
  }
  await budget.close();
  expect(await used(org)).toBe(400);
});

test.each([1, 10, 31, 100, 500])('three concurrent processes consume exactly %i units', async (limit) => {
  const org = (orgs += 1);
  const budgets = [1, 2, 3].map(() => createRateLimit(database.db, () => START));
  const spent = await Promise.all(
    budgets.map(async (budget) => {
      let passed = 0;
      // A few at a time, as a client with several connections sends them.
      for (let round = 0; round < 30; round += 1) {
        const results = await Promise.all(Array.from({ length: 10 }, () => charge(budget, org, limit)));
        passed += results.filter(({ ok }) => ok).length;
      }
      return passed;
    }),
  );
  expect(spent.reduce((sum, n) => sum + n)).toBe(Math.min(limit, 900));
  await Promise.all(budgets.map((budget) => budget.close()));
});

test('unused units of an idle process are returned automatically', async () => {
  const org = (orgs += 1);
  const budget = createRateLimit(database.db, () => START);
  for (let i = 0; i < 300; i += 1) await charge(budget, org, 100_000);
  await expect.poll(() => used(org), { interval: 20 }).toBe(300);
  expect((await charge(budget, org, 100_000)).headers['X-RateLimit-Remaining']).toBe(String(100_000 - 301));
  await budget.close();
});

test('an invalid limit and a failing database are 503 with Retry-After 10', async () => {
  const budget = createRateLimit(database.db, () => START);
  const broken = createRateLimit(
    altered(database.db, { shortTransaction: () => Promise.reject(new Error('gone')) }),
    () => START,
  );
  for (const result of [await charge(budget, 1, null), await charge(broken, 1, 10)]) {
    expect(result.error).toMatchObject({
      code: 'service_unavailable',
      extra: { details: { retry_after: 10 }, headers: { 'Retry-After': '10' } },
    });
    expect(result.headers).toEqual({});
  }
});

test('a raised limit applies at once', async () => {
  const org = (orgs += 1);
  const budget = createRateLimit(database.db, () => START);
  await charge(budget, org, 1);
  expect((await charge(budget, org, 1)).ok).toBe(false);
  expect((await charge(budget, org, 3)).headers['X-RateLimit-Remaining']).toBe('1');
  await budget.close();
});
