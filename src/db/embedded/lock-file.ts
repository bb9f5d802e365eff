/** Lock file of a DATA_DIR: one process at a time; a lock of a dead process is stale. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { link, lstat, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureDirectory } from '../../filesystem/ensure-directory.ts';
import { tempPath } from '../../filesystem/temp-file.ts';

/** Its name in a DATA_DIR. */
export const LOCK_FILE = 'lock.json';

/** Who holds a DATA_DIR: the service, or a command for the time it runs. */
export interface LockOwner {
  readonly pid: number;
  readonly kind: 'service' | 'command';
  /** Start time of the process, which distinguishes it from a later one with the same id. */
  readonly started: string;
}

/** When a process started; empty where it has ended, also as a zombie. */
const startOf = (pid: number): string => {
  // Small containers have no ps.
  if (existsSync('/proc/self/stat')) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return state === 'Z' ? '' : (fields[18] ?? '');
    } catch {
      return '';
    }
  }
  try {
    const text = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    const [state = '', ...started] = text.split(/\s+/);
    return state.startsWith('Z') ? '' : started.join(' ');
  } catch {
    return '';
  }
};

/** A lock that another account made, as root's command does. */
export class UnreadableLock extends Error {
  constructor(path: string, owner: number | undefined, cause: Error) {
    super(
      `${path} says who uses the folder, belongs to user ${owner ?? '?'}, and cannot be read (${cause.message}). Run this as that user; or, where nothing of that user works here any more, remove the file.`,
      { cause },
    );
  }
}

/** Another process removes a stale lock within milliseconds. */
const TRIES = 50;
const PAUSE_MS = 20;

/** The content of the lock; undefined where there is none. @throws UnreadableLock: its owner is unknown then */
const textOf = async (path: string): Promise<string | undefined> => {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    const owner = await lstat(path).catch(() => null);
    throw new UnreadableLock(path, owner?.uid, cause as Error);
  }
};

/** The owner of a lock; null where it is dead, undefined where there is no lock. @throws UnreadableLock */
const holderIn = async (path: string): Promise<LockOwner | null | undefined> => {
  const text = await textOf(path);
  if (text === undefined) return undefined;
  try {
    const holder = JSON.parse(text) as LockOwner;
    const started = startOf(holder.pid);
    return started !== '' && started === holder.started ? holder : null;
  } catch {
    return null;
  }
};

const exists = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EEXIST';

/**
 * Removes a stale lock, by one process at a time: a second one would remove the lock that the first has just taken.
 * @param own a file with this process as owner
 */
const removeStale = async (lock: string, own: string): Promise<void> => {
  const turn = `${lock}.turn`;
  try {
    await link(own, turn);
  } catch (error) {
    if (!exists(error)) throw error;
    if ((await holderIn(turn)) === null) await rm(turn, { force: true });
    return;
  }
  try {
    if ((await holderIn(lock)) === null) await rm(lock, { force: true });
  } finally {
    await rm(turn, { force: true });
  }
};

/** The process that holds a DATA_DIR; null if it is free. @throws UnreadableLock */
export const lockOwnerOf = async (dataDir: string): Promise<LockOwner | null> =>
  (await holderIn(join(dataDir, LOCK_FILE))) ?? null;

/**
 * Takes the lock.
 * @returns a function that releases it, or the process that holds it
 * @throws UnreadableLock; Error of the system where the folder is not writable
 */
export const acquireLock = async (
  dataDir: string,
  kind: LockOwner['kind'],
): Promise<{ release(): Promise<void> } | LockOwner> => {
  await ensureDirectory(dataDir);
  const lock = join(dataDir, LOCK_FILE);
  // Written to a temporary file and linked, so that it is never read incomplete.
  const own = tempPath(lock);
  const holder: LockOwner = { pid: process.pid, kind, started: startOf(process.pid) };
  await writeFile(own, JSON.stringify(holder), { mode: 0o600 });
  try {
    for (let tries = 0; tries < TRIES; tries += 1) {
      try {
        await link(own, lock);
        return { release: () => rm(lock, { force: true }) };
      } catch (error) {
        if (!exists(error)) throw error;
      }
      const other = await holderIn(lock);
      if (other) return other;
      await removeStale(lock, own);
      await new Promise((done) => setTimeout(done, PAUSE_MS));
    }
  } finally {
    await rm(own, { force: true });
  }
  throw new Error(`The lock in ${dataDir} cannot be taken`);
};
