/** A DATA_DIR has one owner, also among concurrent starts. */
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockOf } from '../../src/cli/context/command-context.ts';
import { acquireLock } from '../../src/db/embedded/lock-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp('/var/tmp/broker-crm-lock-');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each([
  ['is missing', null],
  ['names a process that has ended', JSON.stringify({ pid: 2 ** 22 + 1, kind: 'service', started: '1' })],
  ['names a recycled process id', JSON.stringify({ pid: process.ppid, kind: 'service', started: '1' })],
  ['is damaged', '{"pid":'],
])('one of many concurrent callers gets the lock if the lock file %s', async (_case, left) => {
  for (let round = 0; round < 5; round += 1) {
    if (left !== null) await writeFile(path.join(folder, 'lock.json'), left);
    const locks = await Promise.all(Array.from({ length: 12 }, () => acquireLock(folder, 'command')));
    const holders = locks.filter((lock) => 'release' in lock);
    expect(holders).toHaveLength(1);
    expect(locks).toContainEqual({ pid: process.pid, kind: 'command', started: expect.stringMatching(/./) });
    for (const lock of holders) await lock.release();
    expect(await readdir(folder)).toEqual([]);
  }
});

test.skipIf(process.getuid?.() !== 0)(
  'a lock file that belongs to another account and is unreadable is an error with the fix',
  async () => {
    const lock = path.join(folder, 'lock.json');
    await writeFile(lock, '{}', { mode: 0o600 });
    await chmod(folder, 0o777);
    process.seteuid?.(65_534);
    try {
      await expect(lockOf(folder, 'service')).rejects.toMatchObject({
        code: 'data_dir',
        message: `${lock} says who uses the folder, belongs to user 0, and cannot be read (EACCES: permission denied, open '${lock}'). Run this as that user; or, where nothing of that user works here any more, remove the file.`,
      });
    } finally {
      process.seteuid?.(0);
    }
    expect(await readdir(folder)).toEqual(['lock.json']);
    await rm(lock);
  },
);
