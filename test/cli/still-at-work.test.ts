/** A command that is silent for long says that it goes on; one that says how far it is does not say that too. */
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { everySoOften, heardOf } from '../../src/cli/every-so-often.ts';
import { sql } from '../../src/sql.ts';
import { commandOn } from '../support/command.ts';
import { holdLock } from '../support/held-lock.ts';
import { databaseUrl, testDatabase } from '../support/postgres.ts';

const written = () => {
  const lines: string[] = [];
  const stream = { write: (line: string) => lines.push(line) > 0 } as unknown as NodeJS.WriteStream;
  return { lines, stream };
};

test('silent work is heard of, and its end ends that', async () => {
  const { lines, stream } = written();
  expect(await heardOf(stream, () => delay(700, 'done'), 200)).toBe('done');
  expect(lines.length).toBeGreaterThanOrEqual(1);
  expect(lines.length).toBeLessThanOrEqual(3);
  expect(lines[0]).toMatch(/^still at work, \d+ s so far\n$/);
  const { length } = lines;
  await delay(500);
  expect(lines).toHaveLength(length);
});

test('work that says how far it is is not said to go on', async () => {
  const { lines, stream } = written();
  const tell = everySoOften(stream, 10);
  const work = async () => {
    for (let n = 1; n <= 20; n += 1) {
      await delay(50);
      tell(`${n} of 20`);
    }
  };
  await heardOf(stream, work, 900);
  expect(lines.length).toBeGreaterThan(5);
  expect(lines.filter((line) => line.includes('still'))).toEqual([]);
});

test('a command that waits for the database says that it goes on', async () => {
  const database = await testDatabase();
  const run = commandOn({ DATABASE_URL: databaseUrl(database.connection) });
  const made = await run('org', 'create', '--name', 'Lang', '--admin-email', 'lang@example.com');
  const release = await holdLock(database.db, sql`lock table inbox_document in access exclusive mode`);
  const listed = run('inbox', 'list', '--org', `${made.json.org_id}`);
  await delay(6500);
  await release();
  const { code, json, heard } = await listed;
  expect([code, json]).toEqual([0, { items: [] }]);
  expect(heard).toBeGreaterThan(0);
  await database.drop();
});
