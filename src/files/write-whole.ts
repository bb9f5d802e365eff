/** Small files that others read meanwhile: they find what was there before, or all of what is there now. */
import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';

/**
 * Writes a file, whole or not at all: aside, flushed and renamed.
 * @throws Error of the medium, which leaves nothing aside
 */
export const writeWhole = async (file: string, text: string): Promise<void> => {
  // By a name of its own, since several processes, and machines that share a folder, may write the same file at once.
  const aside = `${file}.${randomUUID()}`;
  try {
    await writeFile(aside, text, { flush: true });
    await rename(aside, file);
  } catch (error) {
    await rm(aside, { force: true }).catch(() => undefined);
    throw error;
  }
};
