/**
 * The note that an embedded database was moved to a server of one's own: who started it again without saying so would go on with
 * what was there before. It lies with the database, so that it goes where that goes.
 */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { writeWhole } from '../files/write-whole.ts';
import { Refusal } from './refusal.ts';

/** Where it went. */
interface Note {
  readonly to: string;
  readonly moved_at: string;
}

const fileIn = (dataDir: string): string => join(resolve(dataDir), 'postgres', 'moved.json');

/** Notes where the database of a DATA_DIR is from now on. @throws Refusal where the folder cannot be written: it is there all the same */
export const noteMoved = async (dataDir: string, to: string): Promise<void> => {
  const file = fileIn(dataDir);
  const note: Note = { to, moved_at: new Date().toISOString() };
  try {
    await writeWhole(file, JSON.stringify(note));
  } catch (cause) {
    throw new Refusal(
      'not_noted',
      `All rows are in ${to}: set DATABASE_URL for the service. That could not be noted in ${file} (${(cause as Error).message}), so that nothing refuses a start without DATABASE_URL, which would go on with what was there before.`,
    );
  }
};

const noteIn = async (file: string): Promise<Note | null> => {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Note;
  } catch {
    return null;
  }
};

/** @throws Refusal where the database of a DATA_DIR was moved to another one, with the way there and back */
export const requireNotMoved = async (dataDir: string): Promise<void> => {
  const file = fileIn(dataDir);
  const note = await noteIn(file);
  if (!note) return;
  throw new Refusal(
    'moved',
    `The database in DATA_DIR ${dataDir} was moved to ${note.to} at ${note.moved_at}: set DATABASE_URL. To go on with the one that was left here, without anything that was written there since, remove ${file}.`,
  );
};
