/** What a restore notes before its database gets its name: one that is said again after a kill knows what it finds, and ends it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasDatabase } from '../db/backup.ts';
import { leftByRestore, restoringIn } from '../db/unfinished-restore.ts';
import { writeWhole } from '../files/write-whole.ts';
import { removeRestored } from './aside.ts';
import { Refusal } from './refusal.ts';

/** A moment, and what the restore of it brought. */
interface Note<T> {
  readonly at: string;
  readonly done: T;
}

const fileIn = (dataDir: string): string => join(restoringIn(dataDir), 'restored.json');

/** Notes what was brought, while its database has no name yet. */
export const noteRestored = <T>(dataDir: string, at: string, done: T): Promise<void> =>
  writeWhole(fileIn(dataDir), JSON.stringify({ at, done } satisfies Note<T>));

const noteIn = async <T>(dataDir: string): Promise<Note<T> | null> => {
  try {
    return JSON.parse(await readFile(fileIn(dataDir), 'utf8')) as Note<T>;
  } catch {
    return null;
  }
};

/**
 * What a restore of the same moment brought that ended behind that, and that nobody has used since; null where there is no database.
 * @throws Refusal where a DATA_DIR has another database, which a restore would take the place of
 */
export const restoredBefore = async <T>(dataDir: string, at: string): Promise<T | null> => {
  if (!(await hasDatabase(dataDir))) return null;
  const note = await noteIn<T>(dataDir);
  if (note?.at === at) return note.done;
  const what = note ? `, as it was at ${note.at}, which a restore brought here` : '';
  throw new Refusal(
    'not_empty',
    `${dataDir} has a database${what}; set DATA_DIR to another folder, or move that one away.`,
  );
};

/** Whoever starts the database uses it: what a restore left that was killed behind its database is not needed any more. */
export const forgetRestore = async (dataDir: string): Promise<void> => {
  if (leftByRestore(dataDir).length && (await hasDatabase(dataDir))) await removeRestored(dataDir);
};
