/**
 * Marker of an embedded database that was, or may have been, moved to a server: an accidental start would continue
 * with the old data. It is stored with the database, so that it is copied with it.
 */
import { readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { writeAtomically } from '../../filesystem/atomic-write.ts';
import { syncFolder } from '../../filesystem/sync-folder.ts';
import { CliError } from '../terminal/cli-error.ts';

/** The target, and when all rows were there; before the commit only when it began. */
type Note = { readonly to: string } & ({ readonly moved_at: string } | { readonly begun_at: string });

const fileIn = (dataDir: string): string => join(resolve(dataDir), 'postgres', 'moved.json');

const write = async (dataDir: string, note: Note): Promise<void> => {
  const file = fileIn(dataDir);
  await writeAtomically(file, JSON.stringify(note));
  // Synced to the disk, like the commit on the other server.
  await syncFolder(join(file, '..'));
};

/** Notes the target before the commit there. @throws CliError where the folder cannot be written: the move must not commit */
export const writePendingMove = (dataDir: string, to: string): Promise<void> =>
  write(dataDir, { to, begun_at: new Date().toISOString() }).catch((cause: Error) => {
    throw new CliError(
      'not_noted',
      `Nothing was moved: it could not be noted in ${fileIn(dataDir)} (${cause.message}), so that nothing would refuse a start without DATABASE_URL, which would go on with what was there before. Make that folder writable, and say this again.`,
    );
  });

/** Notes where the database of a DATA_DIR is from now on. @throws CliError where the folder cannot be written: it is there all the same */
export const writeMoveMarker = (dataDir: string, to: string): Promise<void> =>
  write(dataDir, { to, moved_at: new Date().toISOString() }).catch((cause: Error) => {
    throw new CliError(
      'not_noted',
      `All rows are in ${to}: set DATABASE_URL for the service. That could not be noted in ${fileIn(dataDir)} (${cause.message}).`,
    );
  });

const noteIn = async (file: string): Promise<Note | null> => {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Note;
  } catch {
    return null;
  }
};

/** Nothing was committed: the database in DATA_DIR stays the current one. */
export const removePendingMove = (dataDir: string): Promise<void> => rm(fileIn(dataDir), { force: true });

/** @throws CliError where the database in DATA_DIR was moved to another one, or may have been, with the way there and back */
export const assertNotMoved = async (dataDir: string): Promise<void> => {
  const file = fileIn(dataDir);
  const note = await noteIn(file);
  if (!note) return;
  if ('moved_at' in note)
    throw new CliError(
      'moved',
      `The database in DATA_DIR ${dataDir} was moved to ${note.to} at ${note.moved_at}: set DATABASE_URL. To return to the old one, without later writes, remove ${file}.`,
    );
  throw new CliError(
    'move_undecided',
    `A move of the database in DATA_DIR ${dataDir} to ${note.to} was interrupted at its commit at ${note.begun_at}. Two commands settle it: "broker-crm org list" with that DATABASE_URL shows whether it was committed; if it lists your organisations, start the service with that DATABASE_URL. If it lists none, "rm ${file}", then repeat "broker-crm database move", which is refused if all rows are there.`,
  );
};
