/** Places aside where databases are made that nobody may use yet, and what a killed command left of them. */
import { mkdtemp, readdir, realpath, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { holderOf, takeLock } from '../db/data-lock.ts';
import { clearLeftOver } from '../db/left-over.ts';
import { leftByRestore } from '../db/unfinished-restore.ts';
import { ensureFolder } from '../ensure-folder.ts';
import { isOlderThan } from '../written-aside.ts';

/** One that has its lock already, and the only one of older versions. */
const VERIFYING = /^verifying(-\w{6})?$/;
const BEGUN = 'begun-verifying-';
/** It takes no longer to get its lock. */
const BEGUN_MS = 60_000;

/** Removes a folder that has the shape of a DATA_DIR, with the server that a killed command left running there. */
export const removeAside = async (folder: string): Promise<void> => {
  // Where the database's account cannot enter, its data lies elsewhere.
  const data = await realpath(join(folder, 'postgres')).catch(() => null);
  if (data) {
    await clearLeftOver(data, join(data, 'postmaster.pid'));
    await rm(data, { recursive: true, force: true });
  }
  await rm(folder, { recursive: true, force: true });
};

/** Removes what restores into a DATA_DIR needed, of which the last one has ended. */
export const removeRestored = async (dataDir: string): Promise<void> => {
  for (const folder of leftByRestore(dataDir)) await removeAside(folder);
};

/** Removes what commands that are gone have left below a DATA_DIR, with the servers that run there. */
export const removeLeftAside = async (dataDir: string): Promise<void> => {
  for (const name of await readdir(dataDir)) {
    const folder = join(dataDir, name);
    if (!VERIFYING.test(name) && !(name.startsWith(BEGUN) && (await isOlderThan(folder, BEGUN_MS)))) continue;
    if (!(await holderOf(folder))) await removeAside(folder);
  }
};

/**
 * A folder of this process alone, below a DATA_DIR; those of processes that are gone are removed.
 * @returns its path; whoever asked for it removes it
 */
export const makeAside = async (dataDir: string): Promise<string> => {
  await ensureFolder(dataDir);
  await removeLeftAside(dataDir);
  const begun = await mkdtemp(join(dataDir, BEGUN));
  await takeLock(begun, 'command');
  // It gets its name with the lock in it: another process never takes it for one that is left over.
  const folder = join(dataDir, `verifying-${begun.slice(-6)}`);
  await rename(begun, folder);
  return folder;
};
