/** A new folder that is there whole or not at all: it is written beside its place, by one process at a time. */
import { rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { takeLock, Unreadable } from '../db/data-lock.ts';
import { outOfFull } from '../db/embedded-places.ts';
import { stoppedBySignals } from '../db/ended-by-signals.ts';
import { ensureFolder } from '../ensure-folder.ts';
import { namesIn } from '../files/disk-store.ts';
import { isMissing } from '../files/spool.ts';
import { Refusal } from './refusal.ts';

/** What is being written, below the folder that has the lock. */
const WRITTEN = 'copy';
/** The lock, and what others who try to take it put beside it. */
const LOCK = /^lock\.json/;

/** Fills a folder. @param requireGoing throws once that is to end */
type Write<T> = (folder: string, requireGoing: () => void) => Promise<T>;

const notEmpty = (target: string): Refusal =>
  new Refusal('not_empty', `${target} is not empty; name a folder that does not exist yet.`);

/** @throws Refusal where something is in the place of a new folder */
const requireFree = async (target: string): Promise<void> => {
  if ((await namesIn(target)).length) throw notEmpty(target);
};

/** @throws Refusal that says of what system error a new folder cannot be made; other errors, and that of a full disk, as they are */
const unwritableAt =
  (target: string) =>
  (cause: unknown): never => {
    if (!(cause as NodeJS.ErrnoException).syscall || outOfFull(cause)) throw cause;
    throw new Refusal(
      'backup_target',
      `${target} cannot be made: ${(cause as Error).message}; let this account write to ${dirname(resolve(target))}, or name a folder elsewhere.`,
    );
  };

/** @throws Refusal where something is there, or another process writes there */
const takePlace = async (part: string, target: string): Promise<{ release(): Promise<void> }> => {
  await requireFree(target);
  await ensureFolder(part, 0o700);
  const lock = await takeLock(part, 'command').catch((cause: Error) => {
    if (cause instanceof Unreadable) throw new Refusal('backup_target', cause.message);
    throw cause;
  });
  if ('release' in lock) return lock;
  throw new Refusal('busy', `Process ${lock.pid} copies to ${target} already; wait for it, or name another folder.`);
};

/** Ended by a signal; the command says nothing of it, but ends with its exit code. */
class Ended extends Error {}

/**
 * Fills a folder, and leaves nothing of it where a signal ends that.
 * @returns what `write` returns; from then on a signal changes nothing
 */
const filled = async <T>(folder: string, write: Write<T>): Promise<T> => {
  let isEnded = false;
  const requireGoing = (): void => {
    if (isEnded) throw new Ended(`${folder} was not finished`);
  };
  const takeBack = stoppedBySignals(async () => {
    isEnded = true;
    // What stands still, as a disk far away may, is not waited for.
    await rm(folder, { recursive: true, force: true });
  });
  try {
    const result = await write(folder, requireGoing);
    requireGoing();
    return result;
  } finally {
    takeBack();
  }
};

const giveUp = async (part: string, lock: { release(): Promise<void> }): Promise<void> => {
  await rm(join(part, WRITTEN), { recursive: true, force: true });
  await lock.release();
  // Whoever wants the lock now needs the folder.
  await rmdir(part).catch(() => undefined);
};

/**
 * Makes a folder that does not exist yet, or is empty.
 * @param write fills a folder, which gets its name afterwards; a signal has it end
 * @throws Refusal where something is there, or another process makes it; what `write` throws, then nothing is left
 */
export const makeWhole = async <T>(target: string, write: Write<T>): Promise<T> => {
  const folder = resolve(target);
  const part = `${folder}.part`;
  const lock = await takePlace(part, target).catch(unwritableAt(target));
  try {
    // Whoever had the lock before may have made it.
    await requireFree(target);
    // Of a process that was killed.
    for (const name of await namesIn(part))
      if (!LOCK.test(name)) await rm(join(part, name), { recursive: true, force: true });
    const written = join(part, WRITTEN);
    await ensureFolder(written, 0o700);
    const result = await filled(written, write);
    await requireFree(target);
    await rmdir(folder).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
    await rename(written, folder);
    return result;
  } finally {
    await giveUp(part, lock);
  }
};
