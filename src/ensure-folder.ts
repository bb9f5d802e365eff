/** Makes folders. Node.js' own `recursive` tries for ever where the system says of a new folder that something is missing, as /proc does. */
import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isDirectory() ?? false;

/** Makes one folder. @returns whether it was missing */
const makeOne = async (path: string, mode: number | undefined): Promise<boolean> => {
  try {
    await mkdir(path, mode);
    return true;
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' && (await isFolder(path))) return false;
    throw error;
  }
};

/**
 * Makes a folder where it is missing, with those above it.
 * @param mode of all that are made
 * @returns the first one that was made; undefined where none was
 * @throws what the system says of the first one that cannot be made
 */
export const ensureFolder = async (folder: string, mode?: number): Promise<string | undefined> => {
  const path = resolve(folder);
  try {
    return (await makeOne(path, mode)) ? path : undefined;
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || dirname(path) === path) throw error;
  }
  const first = await ensureFolder(dirname(path), mode);
  return (await makeOne(path, mode)) ? (first ?? path) : first;
};
