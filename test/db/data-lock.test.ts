/** One holder of a DATA_DIR, whoever else asks for it at the same moment. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { takeLock } from '../../src/db/data-lock.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp('/var/tmp/broker-crm-lock-');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each([
  ['there is none', null],
  ['a process that is gone had it', JSON.stringify({ pid: 2 ** 22 + 1, kind: 'service', started: '1' })],
  ['a process with a recycled number had it', JSON.stringify({ pid: process.ppid, kind: 'service', started: '1' })],
  ['it is damaged', '{"pid":'],
])('of many who ask at once one gets the lock where %s', async (_case, left) => {
  for (let round = 0; round < 5; round += 1) {
    if (left !== null) await writeFile(path.join(folder, 'lock.json'), left);
    const locks = await Promise.all(Array.from({ length: 12 }, () => takeLock(folder, 'command')));
    const holders = locks.filter((lock) => 'release' in lock);
    expect(holders).toHaveLength(1);
    expect(locks).toContainEqual({ pid: process.pid, kind: 'command', started: expect.stringMatching(/./) });
    for (const lock of holders) await lock.release();
    expect(await readdir(folder)).toEqual([]);
  }
});
