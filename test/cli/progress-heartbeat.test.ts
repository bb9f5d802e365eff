/** A silent command prints a heartbeat; one that prints its progress does not. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { every, withHeartbeat } from '../../src/cli/terminal/progress.ts';
import { sql } from '../../src/sql/sql.ts';
import { commandOn } from '../support/command.ts';
import { holdLock } from '../support/held-lock.ts';
import { databaseUrl, testDatabase } from '../support/postgres.ts';
import { queued } from '../support/queued.ts';

const HOUR_MS = 3_600_000;
let hours = 0;
/** Fakes timers. The clock starts later than any line that another test of this process has printed. */
const fakeTimers = (...more: 'setTimeout'[]): void => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance', ...more] });
  hours += 100;
  vi.advanceTimersByTime(hours * HOUR_MS);
};
beforeEach(() => fakeTimers('setTimeout'));
afterEach(() => void vi.useRealTimers());
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

const written = () => {
  const lines: string[] = [];
  const stream = { write: (line: string) => lines.push(line) > 0 } as unknown as NodeJS.WriteStream;
  return { lines, stream };
};

test('a command without output prints heartbeats until its end', async () => {
  const { lines, stream } = written();
  const work = withHeartbeat(stream, () => pause(700).then(() => 'done'), 200);
  await vi.advanceTimersByTimeAsync(700);
  expect(await work).toBe('done');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/^still at work, \d+ s so far\n$/);
  await vi.advanceTimersByTimeAsync(500);
  expect(lines).toHaveLength(3);
});

test('a command that prints its progress prints no heartbeat', async () => {
  const { lines, stream } = written();
  const tell = every(stream, 10);
  const work = async () => {
    for (let n = 1; n <= 20; n += 1) {
      await pause(50);
      tell(`${n} of 20`);
    }
  };
  const done = withHeartbeat(stream, work, 900);
  await vi.advanceTimersByTimeAsync(1000);
  await done;
  expect(lines.length).toBeGreaterThan(5);
  expect(lines.filter((line) => line.includes('still'))).toEqual([]);
});

test('a command that waits for the database prints a heartbeat', async () => {
  fakeTimers();
  const database = await testDatabase();
  const run = commandOn({ DATABASE_URL: databaseUrl(database.connection) });
  const made = await run('org', 'create', '--name', 'Lang', '--admin-email', 'lang@example.com');
  const release = await holdLock(database.db, sql`lock table inbox_document in access exclusive mode`);
  const listed = run('inbox', 'list', '--org', `${made.json.org_id}`);
  await queued(database.db, 1);
  vi.advanceTimersByTime(6500);
  await release();
  const { code, json, heard } = await listed;
  expect([code, json]).toEqual([0, { items: [] }]);
  expect(heard).toBeGreaterThan(0);
  await database.drop();
});
