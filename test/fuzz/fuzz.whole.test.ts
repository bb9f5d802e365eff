/** The fuzzer repeats a request by its seed, and the service breaks no invariant. */
import { expect, test } from 'vitest';
import { fuzz } from './fuzz.ts';
import type { Model } from './model.ts';
import { operations } from './operations.ts';
import { bytesOf, planOf, requestOf } from './requests.ts';

/** Enough of an organisation to make requests for. */
const model = (from: number): Model => ({
  orgId: from,
  adminKid: from,
  token: 'head.claims.sign',
  cookie: 'cookie',
  csrf: 'csrf',
  settings: { token: from, webhook: from },
  cursor: 'cursor',
  stock: { mark: 'mark', mate: from, ids: new Map([['customers', from]]), below: new Map() },
});

test('the same seed and number give the same request; ids are those of the organisation', () => {
  for (let index = 0; index < 300; index += 1) {
    const [one, two] = [1, 2].map(() => bytesOf(requestOf(planOf(5, index), model(7), undefined)));
    expect(one?.equals(two as Buffer), String(index)).toBe(true);
    const other = requestOf(planOf(5, index), model(8), undefined);
    expect(other.operation).toBe(planOf(5, index).operation);
  }
  const many = Array.from({ length: 3000 }, (_, index) => planOf(5, index));
  expect(new Set(many.map(({ mood }) => mood)).size).toBe(3);
  expect(new Set(many.map(({ operation }) => operation)).size).toBeGreaterThan(operations.length * 0.8);
});

test('random requests of all kinds break no promise of the service', async () => {
  const { findings, statuses } = await fuzz({ seed: 4, requests: 300 });
  expect(findings).toEqual([]);
  expect(statuses.get(200)).toBeGreaterThan(50);
  expect(statuses.get(400)).toBeGreaterThan(50);
}, 600_000);

test('generated requests to the feed use valid cursors, and hostile ones damage them', () => {
  const feed = operations.filter(({ name }) => name === 'GET /v3/changes');
  const asked = Array.from({ length: 200 }, (_, index) => {
    const plan = planOf(6, index, feed);
    return [plan.mood, requestOf(plan, { ...model(7), cursor: 'QWERTZUIOP' }, undefined).target] as const;
  });
  const of = (mood: string, pattern: RegExp) => asked.some(([one, target]) => one === mood && pattern.test(target));
  expect(of('valid', /after=QWERTZUIOP(&|$)/)).toBe(true);
  expect(of('hostile', /after=QWER(?!TZUIOP(&|$))/)).toBe(true);
});
