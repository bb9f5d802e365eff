/**
 * The note that an embedded database was moved to a server of one's own, or may have been: who started it again without saying so would
 * go on with what was there before. It lies with the database, so that it goes where that goes.
 */
import { readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { syncFolder } from '../db/make-embedded.ts';
import type { Arriving } from '../db/move-rows.ts';
import { writeWhole } from '../files/write-whole.ts';
import { Refusal } from './refusal.ts';

/** Where it went, or was about to arrive: the other database alone knows whether it did. */
type Note = { readonly to: string } & (
  | { readonly moved_at: string }
  | { readonly begun_at: string; readonly arriving: Arriving }
);

const fileIn = (dataDir: string): string => join(resolve(dataDir), 'postgres', 'moved.json');

const write = async (dataDir: string, note: Note): Promise<void> => {
  const file = fileIn(dataDir);
  await writeWhole(file, JSON.stringify(note));
  // It outlasts the machine, as what is committed elsewhere does.
  await syncFolder(join(file, '..'));
};

/**
 * Notes where the database of a DATA_DIR is about to arrive, before that is decided there.
 * @throws Refusal where the folder cannot be written: then it must not arrive
 */
export const noteArriving = (dataDir: string, to: string, arriving: Arriving): Promise<void> =>
  write(dataDir, { to, begun_at: new Date().toISOString(), arriving }).catch((cause: Error) => {
    throw new Refusal(
      'not_noted',
      `Nothing was moved: it could not be noted in ${fileIn(dataDir)} (${cause.message}), so that nothing would refuse a start without DATABASE_URL, which would go on with what was there before. Make that folder writable, and say this again.`,
    );
  });

/** Notes where the database of a DATA_DIR is from now on. @throws Refusal where the folder cannot be written: it is there all the same */
export const noteMoved = (dataDir: string, to: string): Promise<void> =>
  write(dataDir, { to, moved_at: new Date().toISOString() }).catch((cause: Error) => {
    throw new Refusal(
      'not_noted',
      `All rows are in ${to}: set DATABASE_URL for the service. That could not be noted in ${fileIn(dataDir)} (${cause.message}); say this again once it can.`,
    );
  });

const noteIn = async (file: string): Promise<Note | null> => {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Note;
  } catch {
    return null;
  }
};

/** What was about to arrive, and where, if that was noted last. */
export const arrivingFrom = async (dataDir: string): Promise<(Arriving & { readonly to: string }) | null> => {
  const note = await noteIn(fileIn(dataDir));
  return note && 'arriving' in note ? { to: note.to, ...note.arriving } : null;
};

/** It did not arrive: the database of the DATA_DIR is the one that counts. */
export const forgetArriving = (dataDir: string): Promise<void> => rm(fileIn(dataDir), { force: true });

/** The way back to what lies in the DATA_DIR. */
export const wayBack = (dataDir: string): string =>
  `To go on with the one that was left here, without anything that was written there since, remove ${fileIn(dataDir)}.`;

/**
 * @param decides who asks finds out whether it was, where that is not known
 * @throws Refusal where the database of a DATA_DIR was moved to another one, or may have been, with the way there and back
 */
export const requireNotMoved = async (dataDir: string, decides = false): Promise<void> => {
  const note = await noteIn(fileIn(dataDir));
  if (!note) return;
  if ('moved_at' in note)
    throw new Refusal(
      'moved',
      `The database in DATA_DIR ${dataDir} was moved to ${note.to} at ${note.moved_at}: set DATABASE_URL. ${wayBack(dataDir)}`,
    );
  if (decides) return;
  throw new Refusal(
    'move_undecided',
    `The database in DATA_DIR ${dataDir} was about to arrive in ${note.to} at ${note.begun_at}, and nobody noted whether it did: say "broker-crm database move" again with that DATABASE_URL, which finds out and goes on. ${wayBack(dataDir)}`,
  );
};
