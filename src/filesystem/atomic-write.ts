/** Small files with concurrent readers: they read either the old content or all of the new. */
import { rename, rm, writeFile } from 'node:fs/promises';
import { tempPath } from './temp-file.ts';

/**
 * Writes a file completely or not at all: to a temporary file, flushed and renamed.
 * @param mode permissions of the file, less those that the process masks
 * @throws Error of the medium; no temporary file remains
 */
export const writeAtomically = async (file: string, text: string, mode = 0o666): Promise<void> => {
  const temporary = tempPath(file);
  try {
    await writeFile(temporary, text, { flush: true, mode });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
};
