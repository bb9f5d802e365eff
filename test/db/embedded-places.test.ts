/** Folders of the embedded database among everybody's temporary files. */
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat, symlink } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { preparePlaces, requireOwn } from '../../src/db/embedded-places.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp('/var/tmp/broker-crm-places-');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A folder that we did not make: only root can give one away, only root's are not everybody else's. */
const foreign = async (): Promise<string> => {
  if (process.getuid?.() !== 0) return '/etc';
  const given = path.join(folder, 'given');
  await mkdir(given);
  await chown(given, 54_321, 54_321);
  return given;
};

test('are ours, or of the account that runs the database', async () => {
  await requireOwn(folder, null);
  const theirs = await foreign();
  await expect(requireOwn(theirs, null)).rejects.toThrow(/belongs to somebody else/);
  await requireOwn(theirs, { uid: theirs === '/etc' ? 0 : 54_321, gid: 54_321 });
});

test('are no links, which may lead anywhere', async () => {
  const link = path.join(folder, 'link');
  await symlink(folder, link);
  await expect(requireOwn(link, null)).rejects.toThrow(/belongs to somebody else/);
});

test.runIf(process.getuid?.() === 0)(
  'of another account root leaves as they are, and says whose they are',
  async () => {
    const theirs = path.join(folder, 'theirs');
    const data = path.join(theirs, 'postgres');
    await mkdir(data, { recursive: true, mode: 0o700 });
    for (const place of [data, theirs]) await chown(place, 54_321, 54_321);
    for (const place of [folder, theirs]) await chmod(place, 0o755);
    const account = { uid: 65_534, gid: 65_534 };
    await expect(preparePlaces(theirs, account)).rejects.toThrow(/belongs to user 54321.*runuser/);
    expect([(await stat(data)).uid, await readdir(theirs)]).toEqual([54_321, ['postgres']]);
    await chown(data, account.uid, account.gid);
    expect((await preparePlaces(theirs, account)).socket).toBe(path.join(theirs, 'run'));
  },
);

test('are looked for by several commands at once', async () => {
  const command = async (): Promise<void> => {
    for (let time = 0; time < 20; time += 1) await preparePlaces(folder, null);
  };
  await Promise.all(Array.from({ length: 8 }, command));
});
