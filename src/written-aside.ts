/**
 * Small files are written aside and then get their name, so that nobody reads half of one. What a process that was killed meanwhile
 * leaves aside is removed: it may hold keys, and nothing else would ever look at it.
 */
import { randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Where a file is written until it gets its name: by one of its own, since several processes may write the same file at once. */
export const nameAside = (file: string): string => `${file}.${randomUUID()}`;

const ASIDE = /^(.+)\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What is younger may be that of a process at work, on a machine that stood still for a while. */
const OLD_MS = 3_600_000;

/** Whether a file or folder is there, and nobody has written it for so many milliseconds. */
export const isOlderThan = async (path: string, ms: number): Promise<boolean> => {
  const found = await stat(path).catch(() => null);
  return found !== null && found.mtimeMs < Date.now() - ms;
};

/** Removes what lies aside of some files of a folder, and that nobody writes any more. */
export const clearAside = async (folder: string, files: readonly string[]): Promise<void> => {
  for (const name of await readdir(folder)) {
    if (!files.includes(ASIDE.exec(name)?.[1] ?? '')) continue;
    const path = join(folder, name);
    if (await isOlderThan(path, OLD_MS)) await rm(path, { force: true });
  }
};
