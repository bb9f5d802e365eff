/** Creates a folder atomically: it is written next to its target and renamed, by one process at a time. */
import { rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { diskFullError } from '../../db/embedded/embedded-paths.ts';
import { acquireLock, UnreadableLock } from '../../db/embedded/lock-file.ts';
import { stopOnSignals } from '../../db/embedded/signal-handlers.ts';
import { namesIn } from '../../files/disk-store.ts';
import { isMissing } from '../../files/spool.ts';
import { ensureDirectory } from '../../filesystem/ensure-directory.ts';
import { CliError } from '../terminal/cli-error.ts';

/** The temporary folder, below the folder with the lock. */
const WRITTEN = 'copy';
/** The lock, and files of processes that try to take it. */
const LOCK = /^lock\.json/;

/** Fills a folder. @param requireGoing throws once that is to end */
type Write<T> = (folder: string, requireGoing: () => void) => Promise<T>;

const notEmpty = (target: string): CliError =>
  new CliError('not_empty', `${target} is not empty; name a folder that does not exist yet.`);

/** @throws CliError where something is in the place of a new folder */
const requireFree = async (target: string): Promise<void> => {
  if ((await namesIn(target)).length) throw notEmpty(target);
};

/** @throws CliError with the system error that prevents a new folder; other errors and a full disk unchanged */
const unwritableAt =
  (target: string) =>
  (cause: unknown): never => {
    if (!(cause as NodeJS.ErrnoException).syscall || diskFullError(cause)) throw cause;
    throw new CliError(
      'backup_target',
      `${target} cannot be made: ${(cause as Error).message}; let this account write to ${dirname(resolve(target))}, or name a folder elsewhere.`,
    );
  };

/** @throws CliError where something is there, or another process writes there */
const takePlace = async (part: string, target: string): Promise<{ release(): Promise<void> }> => {
  await requireFree(target);
  await ensureDirectory(part, 0o700);
  const lock = await acquireLock(part, 'command').catch((cause: Error) => {
    if (cause instanceof UnreadableLock) throw new CliError('backup_target', cause.message);
    throw cause;
  });
  if ('release' in lock) return lock;
  throw new CliError('busy', `Process ${lock.pid} copies to ${target} already; wait for it, or name another folder.`);
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
  const takeBack = stopOnSignals(async () => {
    isEnded = true;
    // A hanging remote disk is not waited for.
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
  // Another process that wants the lock needs the folder.
  await rmdir(part).catch(() => undefined);
};

/**
 * Makes a folder that does not exist yet, or is empty.
 * @param write fills a folder, which gets its name afterwards; a signal has it end
 * @throws CliError where something is there, or another process makes it; what `write` throws, then nothing is left
 */
export const createDirAtomically = async <T>(target: string, write: Write<T>): Promise<T> => {
  const folder = resolve(target);
  const part = `${folder}.part`;
  const lock = await takePlace(part, target).catch(unwritableAt(target));
  try {
    // The previous lock owner may have created it.
    await requireFree(target);
    // Of a process that was killed.
    for (const name of await namesIn(part))
      if (!LOCK.test(name)) await rm(join(part, name), { recursive: true, force: true });
    const written = join(part, WRITTEN);
    await ensureDirectory(written, 0o700);
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
