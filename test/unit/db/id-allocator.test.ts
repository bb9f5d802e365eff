/** Ids in blocks: how long the rest of a block stays (src/db/id-allocator.ts). */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createIds, STOCK_MS } from '../../../src/db/id-allocator.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('a sequence that was set ahead is obeyed by all processes after a while', async () => {
  let last = 0;
  const nextId = createIds(async ({ query }) =>
    Array.from({ length: Number(query.values[0]) }, () => {
      last += 1;
      return { id: last };
    }),
  );
  for (const id of [1, 2, 3, 4]) expect(await nextId('any')).toBe(id);
  last = 1000;
  expect(await nextId('any')).toBe(5);
  vi.advanceTimersByTime(STOCK_MS);
  expect(await nextId('any')).toBe(1001);
  expect(last).toBe(1001);
});
