/** Folders of the embedded database among everybody's temporary files. */
import { chown, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
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

test('are looked for by several commands at once', async () => {
  const command = async (): Promise<void> => {
    for (let time = 0; time < 20; time += 1) await preparePlaces(folder, null);
  };
  await Promise.all(Array.from({ length: 8 }, command));
});
