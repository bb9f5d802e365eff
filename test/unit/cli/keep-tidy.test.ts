/** A running service removes the remains of killed commands and services from its DATA_DIR. */
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTempCleanup } from '../../../src/cli/serve/temp-cleanup-job.ts';
import { acquireLock } from '../../../src/db/embedded/lock-file.ts';
import { makeFolder } from '../../support/folder.ts';
import { until } from '../../support/until.ts';

let folder: string;
beforeAll(async () => {
  folder = await makeFolder('tidy');
});
afterAll(() => rm(folder, { recursive: true }));

const ID = '0b8ff6a4-1c2d-4e3f-8a9b-0123456789ab';
const HOURS_AGO = new Date(Date.now() - 2 * 3_600_000);

/** A file or folder as a process of long ago left it. */
const old = async (name: string, isFolder = false): Promise<string> => {
  const path = join(folder, name);
  await (isFolder ? mkdir(path) : writeFile(path, 'x'));
  await utimes(path, HOURS_AGO, HOURS_AGO);
  return name;
};

test('keys, locks, notes and partial folders of ended processes are removed; recent ones, those in use and those of others stay', async () => {
  const left = [
    await old(`secrets.key.${ID}`),
    await old(`lock.json.${ID}`),
    await old(`last-backup.json.${ID}`),
    await old('begun-verifying-Ab12Cd', true),
    await old('verifying-Ab12Cd', true),
  ];
  const others = [await old(`notes.${ID}`), await old('secrets.key.2025'), await old('secrets.key')];
  const young = `secrets.key.${ID.replace('0', '1')}`;
  await writeFile(join(folder, young), 'x');
  const used = await old('verifying-Ef34Gh', true);
  await acquireLock(join(folder, used), 'command');
  const tidy = startTempCleanup({ dataDir: folder }, () => undefined);
  await until(async () => !(await readdir(folder)).some((name) => left.includes(name)), { what: 'tidiness' });
  await tidy.stop();
  expect((await readdir(folder)).toSorted()).toEqual([...others, young, used].toSorted());
});

test('a missing folder needs no cleaning', async () => {
  const said: string[] = [];
  const tidy = startTempCleanup({ dataDir: join(folder, 'nowhere') }, (_level, message) => said.push(message));
  await tidy.stop();
  expect(said).toEqual([]);
});
