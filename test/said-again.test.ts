/** What is found at each look is said at once, and again after a while. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { saidAgain } from '../src/said-again.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('it is due at first, where it is another, and after the time; not each time', () => {
  const isDue = saidAgain(1000);
  expect([isDue('full'), isDue('full')]).toEqual([true, false]);
  expect([isDue('gone'), isDue('full'), isDue('full')]).toEqual([true, true, false]);
  vi.advanceTimersByTime(999);
  expect(isDue('full')).toBe(false);
  vi.advanceTimersByTime(1);
  expect([isDue('full'), isDue('full')]).toEqual([true, false]);
});
