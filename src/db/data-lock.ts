/** One process at a time holds a DATA_DIR; the lock of a process that is gone does not count. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { link, lstat, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureFolder } from '../ensure-folder.ts';
import { nameAside } from '../written-aside.ts';

/** Its name in a DATA_DIR. */
export const LOCK_FILE = 'lock.json';

/** Who holds a DATA_DIR: the service, or a command for the time it runs. */
export interface Holder {
  readonly pid: number;
  readonly kind: 'service' | 'command';
  /** When the process started, which tells it from a later one with the same number. */
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
export class Unreadable extends Error {
  constructor(path: string, owner: number | undefined, cause: Error) {
    super(
      `${path} says who uses the folder, belongs to user ${owner ?? '?'}, and cannot be read (${cause.message}). Run this as that user; or, where nothing of that user works here any more, remove the file.`,
      { cause },
    );
  }
}

/** Whoever takes a stale lock away needs a few milliseconds. */
const TRIES = 50;
const PAUSE_MS = 20;

/** What the lock says; undefined where there is none. @throws Unreadable: whether its holder is gone cannot be known then */
const textOf = async (path: string): Promise<string | undefined> => {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    const owner = await lstat(path).catch(() => null);
    throw new Unreadable(path, owner?.uid, cause as Error);
  }
};

/** The process that a lock names; null where it is gone, undefined where there is no lock. @throws Unreadable */
const holderIn = async (path: string): Promise<Holder | null | undefined> => {
  const text = await textOf(path);
  if (text === undefined) return undefined;
  try {
    const holder = JSON.parse(text) as Holder;
    const started = startOf(holder.pid);
    return started !== '' && started === holder.started ? holder : null;
  } catch {
    return null;
  }
};

const exists = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EEXIST';

/**
 * Takes away a lock whose holder is gone. Only one process at a time may do so: a second one would remove the lock that
 * the first has just taken.
 * @param own a file with our name in it
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

/** The process that holds a DATA_DIR; null where none does. @throws Unreadable */
export const holderOf = async (dataDir: string): Promise<Holder | null> =>
  (await holderIn(join(dataDir, LOCK_FILE))) ?? null;

/**
 * Takes the lock.
 * @returns what gives it back, or the process that holds it
 * @throws Unreadable; Error of the system where the folder cannot be written
 */
export const takeLock = async (
  dataDir: string,
  kind: Holder['kind'],
): Promise<{ release(): Promise<void> } | Holder> => {
  await ensureFolder(dataDir);
  const lock = join(dataDir, LOCK_FILE);
  // Written aside and linked into its place, so that nobody ever reads half of it.
  const own = nameAside(lock);
  const holder: Holder = { pid: process.pid, kind, started: startOf(process.pid) };
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
