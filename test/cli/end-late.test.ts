/** A service that was asked to stop and cannot: what it waits for is ended, then the process (docs/operating.md). */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endLate } from '../../src/cli/end-late.ts';
import type { Config } from '../../src/config.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('the database goes 40 s after the calls that were still answered, the process 5 s later, and the log says so', async () => {
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
  const waiting = endLate(stopped, { drainSeconds: 10 } as Config, log, endDatabase);
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
