/** One holder of a DATA_DIR, whoever else asks for it at the same moment. */
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockOf } from '../../src/cli/context.ts';
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

test.skipIf(process.getuid?.() !== 0)(
  'a lock that another account made and that cannot be read says so, with the way out',
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
