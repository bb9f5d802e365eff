/**
 * Marker of a restore, written before its database gets its final name: a repeated command after an interruption
 * recognizes it and finishes.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { interruptedRestore, restoringIn } from '../../db/embedded/interrupted-restore.ts';
import { hasDatabase } from '../../db/embedded/low-level-backup.ts';
import { writeAtomically } from '../../filesystem/atomic-write.ts';
import { CliError } from '../terminal/cli-error.ts';
import { removeRestored } from './staging-dir.ts';

/** A moment, and what the restore of it brought. */
interface Note<T> {
  readonly at: string;
  readonly done: T;
}

const fileIn = (dataDir: string): string => join(restoringIn(dataDir), 'restored.json');

/** Writes the marker, while the database has no final name. */
export const writeRestoreMarker = <T>(dataDir: string, at: string, done: T): Promise<void> =>
  writeAtomically(fileIn(dataDir), JSON.stringify({ at, done } satisfies Note<T>));

const noteIn = async <T>(dataDir: string): Promise<Note<T> | null> => {
  try {
    return JSON.parse(await readFile(fileIn(dataDir), 'utf8')) as Note<T>;
  } catch {
    return null;
  }
};

/**
 * The result of a completed restore of the same restore point that is unused since; null without a database.
 * @throws CliError where DATA_DIR has another database, which a restore would replace
 */
export const readRestoreMarker = async <T>(dataDir: string, at: string): Promise<T | null> => {
  if (!(await hasDatabase(dataDir))) return null;
  const note = await noteIn<T>(dataDir);
  if (note?.at === at) return note.done;
  const what = note ? `, as it was at ${note.at}, which a restore brought here` : '';
  throw new CliError(
    'not_empty',
    `${dataDir} has a database${what}; set DATA_DIR to another folder, or move that one away.`,
  );
};

/** A start uses the database: the remains of a restore killed after its rename are no longer needed. */
export const removeRestoreMarker = async (dataDir: string): Promise<void> => {
  if (interruptedRestore(dataDir).length && (await hasDatabase(dataDir))) await removeRestored(dataDir);
};
