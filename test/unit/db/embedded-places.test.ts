/** Folders of the embedded database in a shared temporary folder. */
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat, symlink } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assertOwned, preparePaths } from '../../../src/db/embedded/embedded-paths.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp('/var/tmp/broker-crm-places-');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A folder of another owner: only root can change owners; without root, a folder of root. */
const foreign = async (): Promise<string> => {
  if (process.getuid?.() !== 0) return '/etc';
  const given = path.join(folder, 'given');
  await mkdir(given);
  await chown(given, 54_321, 54_321);
  return given;
};

test('belong to this account, or to the one that runs the database', async () => {
  await assertOwned(folder, null);
  const theirs = await foreign();
  await expect(assertOwned(theirs, null)).rejects.toThrow(/belongs to another user/);
  await assertOwned(theirs, { uid: theirs === '/etc' ? 0 : 54_321, gid: 54_321 });
});

test('must not be symbolic links', async () => {
  const link = path.join(folder, 'link');
  await symlink(folder, link);
  await expect(assertOwned(link, null)).rejects.toThrow(/belongs to another user/);
});

test.runIf(process.getuid?.() === 0)(
  'of another account are not changed by root, and the error names their owner',
  async () => {
    const theirs = path.join(folder, 'theirs');
    const data = path.join(theirs, 'postgres');
    await mkdir(data, { recursive: true, mode: 0o700 });
    for (const place of [data, theirs]) await chown(place, 54_321, 54_321);
    for (const place of [folder, theirs]) await chmod(place, 0o755);
    const account = { uid: 65_534, gid: 65_534 };
    await expect(preparePaths(theirs, account)).rejects.toThrow(/belongs to user 54321.*runuser/);
    expect([(await stat(data)).uid, await readdir(theirs)]).toEqual([54_321, ['postgres']]);
    await chown(data, account.uid, account.gid);
    expect((await preparePaths(theirs, account)).socket).toBe(path.join(theirs, 'run'));
  },
);

test('are created by several commands at once', async () => {
  const command = async (): Promise<void> => {
    for (let time = 0; time < 20; time += 1) await preparePaths(folder, null);
  };
  await Promise.all(Array.from({ length: 8 }, command));
});
