/**
 * Identity of a folder of file contents: a file with a random id. The id moves with a copied, moved or mounted
 * folder. A path cannot identify a folder, because it may be the same on every machine.
 */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAtomically } from '../filesystem/atomic-write.ts';
import { syncFolder } from '../filesystem/sync-folder.ts';
import { makeFolder } from './disk-store.ts';
import { isMissing } from './spool.ts';

/** The file with the id, next to the folders of the organisations. */
export const STORAGE_ID_FILE = 'folder.json';

const nameIn = (text: string): string | null => {
  try {
    const { id } = JSON.parse(text) as { id?: unknown };
    return typeof id === 'string' && id ? id : null;
  } catch {
    return null;
  }
};

/**
 * Reads the id of a folder.
 * @returns null if the folder has no id, or an invalid one
 * @throws Error of the file system
 */
export const readStorageId = async (root: string): Promise<string | null> => {
  try {
    return nameIn(await readFile(join(root, STORAGE_ID_FILE), 'utf8'));
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
};

/**
 * Reads the id of a folder; creates the folder and the id if they are missing.
 * @throws Error of the file system
 */
export const writeStorageId = async (root: string): Promise<string> => {
  const found = await readStorageId(root);
  if (found) return found;
  await makeFolder(root);
  const id = randomUUID();
  // The id is not secret, and a command of another account may write it.
  await writeAtomically(join(root, STORAGE_ID_FILE), `${JSON.stringify({ id })}\n`);
  await syncFolder(root);
  return id;
};
