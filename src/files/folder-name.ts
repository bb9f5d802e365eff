/**
 * Which folder of contents a folder is. A file in it says so, which goes along where the folder is copied, moved or mounted;
 * a path does not: it is the same on every machine.
 */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, syncFolder } from './disk-store.ts';
import { isMissing } from './spool.ts';
import { writeWhole } from './write-whole.ts';

/** The file, beside the folders of the organisations. */
export const FOLDER_NAME = 'folder.json';

const nameIn = (text: string): string | null => {
  try {
    const { id } = JSON.parse(text) as { id?: unknown };
    return typeof id === 'string' && id ? id : null;
  } catch {
    return null;
  }
};

/**
 * The name that a folder has.
 * @returns null where it has none yet, or one that cannot be read as such
 * @throws Error of the medium
 */
export const readFolderName = async (root: string): Promise<string | null> => {
  try {
    return nameIn(await readFile(join(root, FOLDER_NAME), 'utf8'));
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
};

/**
 * The name that a folder has; it is given one where it has none, and made where it is missing.
 * @throws Error of the medium
 */
export const nameFolder = async (root: string): Promise<string> => {
  const found = await readFolderName(root);
  if (found) return found;
  await makeFolder(root);
  const id = randomUUID();
  // It is no secret, and a command of another account may write it.
  await writeWhole(join(root, FOLDER_NAME), `${JSON.stringify({ id })}\n`);
  await syncFolder(root);
  return id;
};
