/** Small files that others read meanwhile: they find what was there before, or all of what is there now. */
import { rename, rm, writeFile } from 'node:fs/promises';
import { nameAside } from '../written-aside.ts';

/**
 * Writes a file, whole or not at all: aside, flushed and renamed.
 * @throws Error of the medium, which leaves nothing aside
 */
export const writeWhole = async (file: string, text: string): Promise<void> => {
  const aside = nameAside(file);
  try {
    await writeFile(aside, text, { flush: true });
    await rename(aside, file);
  } catch (error) {
    await rm(aside, { force: true }).catch(() => undefined);
    throw error;
  }
};
