/** Log throttle: a message is logged at once, and repeated after an interval. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLogThrottle } from '../../../src/telemetry/log-throttle.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a message is logged at first, when it changed, and after the interval, not at every call', () => {
  const isDue = createLogThrottle(1000);
  expect([isDue('full'), isDue('full')]).toEqual([true, false]);
  expect([isDue('gone'), isDue('full'), isDue('full')]).toEqual([true, true, false]);
  vi.advanceTimersByTime(999);
  expect(isDue('full')).toBe(false);
  vi.advanceTimersByTime(1);
  expect([isDue('full'), isDue('full')]).toEqual([true, false]);
});
