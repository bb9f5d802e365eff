/**
 * Names of temporary files: small files are written under them and renamed, so that no reader sees half of one. Files
 * of killed processes are removed, because they may contain keys and no other code removes them.
 */
import { randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { HOUR_MS } from '../shared/durations.ts';

/** The temporary name of a file, unique per call: several processes may write the same file at once. */
export const tempPath = (file: string): string => `${file}.${randomUUID()}`;

const TEMPORARY = /^(.+)\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A younger file may belong to a running process, on a machine that was suspended for a while. */
const OLD_MS = HOUR_MS;

/** Whether a file or folder exists and was not written for the given milliseconds. */
export const isOlderThan = async (path: string, ms: number): Promise<boolean> => {
  const found = await stat(path).catch(() => null);
  return found !== null && found.mtimeMs < Date.now() - ms;
};

/** Removes old temporary files of the given files of a folder. */
export const removeStaleTempFiles = async (folder: string, files: readonly string[]): Promise<void> => {
  for (const name of await readdir(folder)) {
    if (!files.includes(TEMPORARY.exec(name)?.[1] ?? '')) continue;
    const path = join(folder, name);
    if (await isOlderThan(path, OLD_MS)) await rm(path, { force: true });
  }
};
