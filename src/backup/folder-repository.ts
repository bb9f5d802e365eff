/** A backup repository on a disk: each name is a file, written to a temporary file, synced, and renamed. */
import { open, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { makeFolder, moveTo } from '../files/disk-store.ts';
import { createSpool, isMissing } from '../files/spool.ts';
import { syncFolder } from '../filesystem/sync-folder.ts';
import { isOlderThan } from '../filesystem/temp-file.ts';
import { DAY_MS } from '../shared/durations.ts';
import type { Repository } from './backup-repository.ts';

const ASIDE = '.part';
const PIECE = 1 << 18;

const entriesOf = async (folder: string) => {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
};

async function* namesBelow(root: string, path: string): AsyncGenerator<string> {
  for (const entry of await entriesOf(join(root, path))) {
    const name = `${path}${entry.name}`;
    if (entry.name === ASIDE) continue;
    if (entry.isDirectory()) yield* namesBelow(root, `${name}/`);
    else yield name;
  }
}

async function* read(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path);
  yield* file.createReadStream({ highWaterMark: PIECE });
}

/** Removes temporary files of killed processes; a recent one may belong to a running process. */
const clearInterrupted = async (aside: string): Promise<void> => {
  for (const { name } of await entriesOf(aside)) {
    if (await isOlderThan(join(aside, name), DAY_MS)) await rm(join(aside, name), { force: true });
  }
};

/** Opens a folder as a repository; the folder is created on demand. */
export const createFolderRepository = (folder: string): Repository => {
  const root = resolve(folder);
  const aside = join(root, ASIDE);
  const spool = createSpool(aside, true);
  let prepared: Promise<void> | undefined;
  const prepare = async (): Promise<void> => {
    await makeFolder(aside);
    await clearInterrupted(aside);
  };
  const has = (name: string): Promise<boolean> =>
    stat(join(root, name)).then(
      () => true,
      (error: unknown) => {
        if (isMissing(error)) return false;
        throw error;
      },
    );
  return {
    place: root,
    put: async (name, content) => {
      prepared ??= prepare();
      await prepared.catch((error: unknown) => {
        prepared = undefined;
        throw error;
      });
      const spooled = await spool(content);
      const place = join(root, name);
      try {
        await moveTo(place, spooled.path);
        spooled.give();
      } finally {
        await spooled.discard();
      }
      await syncFolder(dirname(place));
    },
    has,
    get: async (name) => ((await has(name)) ? read(join(root, name)) : null),
    list: (prefix) => namesBelow(root, prefix),
    remove: (name) => rm(join(root, name), { force: true }),
    close: async () => undefined,
  };
};
