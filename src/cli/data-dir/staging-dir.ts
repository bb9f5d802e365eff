/** Staging folders for databases that are not in use yet, and the cleanup after killed commands. */
import { mkdtemp, readdir, realpath, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { interruptedRestore } from '../../db/embedded/interrupted-restore.ts';
import { acquireLock, lockOwnerOf } from '../../db/embedded/lock-file.ts';
import { stopStaleServer } from '../../db/embedded/stale-postmaster.ts';
import { ensureDirectory } from '../../filesystem/ensure-directory.ts';
import { isOlderThan } from '../../filesystem/temp-file.ts';

/** One that has its lock already, and the only one of older versions. */
const VERIFYING = /^verifying(-\w{6})?$/;
const BEGUN = 'begun-verifying-';
/** It takes no longer to get its lock. */
const BEGUN_MS = 60_000;

/** Removes a folder that has the shape of a DATA_DIR, with the server that a killed command left running there. */
export const removeStaging = async (folder: string): Promise<void> => {
  // Where the database account cannot enter, the data is elsewhere.
  const data = await realpath(join(folder, 'postgres')).catch(() => null);
  if (data) {
    await stopStaleServer(data, join(data, 'postmaster.pid'));
    await rm(data, { recursive: true, force: true });
  }
  await rm(folder, { recursive: true, force: true });
};

/** Removes the staging folders of completed restores into a DATA_DIR. */
export const removeRestored = async (dataDir: string): Promise<void> => {
  for (const folder of interruptedRestore(dataDir)) await removeStaging(folder);
};

/** Removes the staging folders of dead commands below a DATA_DIR, and stops their servers. */
export const removeStaleStaging = async (dataDir: string): Promise<void> => {
  for (const name of await readdir(dataDir)) {
    const folder = join(dataDir, name);
    if (!VERIFYING.test(name) && !(name.startsWith(BEGUN) && (await isOlderThan(folder, BEGUN_MS)))) continue;
    if (!(await lockOwnerOf(folder))) await removeStaging(folder);
  }
};

/**
 * Creates a folder of this process below a DATA_DIR; those of dead processes are removed.
 * @returns its path; the caller removes it
 */
export const createStagingDir = async (dataDir: string): Promise<string> => {
  await ensureDirectory(dataDir);
  await removeStaleStaging(dataDir);
  const begun = await mkdtemp(join(dataDir, BEGUN));
  await acquireLock(begun, 'command');
  // It gets its name with the lock in it: another process never takes it for one that is left over.
  const folder = join(dataDir, `verifying-${begun.slice(-6)}`);
  await rename(begun, folder);
  return folder;
};
