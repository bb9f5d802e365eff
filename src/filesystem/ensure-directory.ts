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
 * Creates a folder where it is missing, with its parents.
 * @param mode of all created folders
 * @returns the first created folder; undefined where all existed
 * @throws the system's error about the first folder that cannot be created
 */
export const ensureDirectory = async (folder: string, mode?: number): Promise<string | undefined> => {
  const path = resolve(folder);
  try {
    return (await makeOne(path, mode)) ? path : undefined;
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || dirname(path) === path) throw error;
  }
  const first = await ensureDirectory(dirname(path), mode);
  return (await makeOne(path, mode)) ? (first ?? path) : first;
};
