/** A service that cannot stop in time ends its pending work, then the process (docs/operating.md). */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { exitAfterTimeout } from '../../../src/cli/serve/shutdown-timeout.ts';
import type { Config } from '../../../src/config/config.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('the database stops 40 s after the last answered calls, the process 5 s later, with a log line', async () => {
  const acts: string[] = [];
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    acts.push(`exit ${code}`);
    return undefined as never;
  });
  let ask = (): void => undefined;
  const stopped = new Promise<void>((resolve) => {
    ask = resolve;
  });
  const log = (level: string) => acts.push(level);
  const endDatabase = async () => void acts.push('database');
  const waiting = exitAfterTimeout(stopped, { drainSeconds: 10 } as Config, log, endDatabase);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(acts).toEqual([]);
  ask();
  await waiting;
  await vi.advanceTimersByTimeAsync(49_000);
  expect(acts).toEqual([]);
  await vi.advanceTimersByTimeAsync(2000);
  expect(acts).toEqual(['error', 'database']);
  await vi.advanceTimersByTimeAsync(5000);
  expect(acts).toEqual(['error', 'database', 'exit 1']);
});
