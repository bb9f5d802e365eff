/**
 * When the latest backup of a DATA_DIR was made, and what keeps the next one: noted in it, for who watches it. The place
 * that backups go on to has a note of its own, so that a copy that went elsewhere does not make it look fresher.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeWhole } from '../files/write-whole.ts';

/** What keeps the backup from going on. */
interface Trouble {
  readonly since: string;
  readonly cause: string;
}

/** What is noted. */
interface Note {
  /** Where backups go on to; none of a copy that went elsewhere. */
  readonly place?: string;
  readonly made_at?: string;
  readonly trouble?: Trouble;
}

/** Of the place that backups go on to, and of copies that went elsewhere. */
const FILES = { place: 'last-backup.json', elsewhere: 'last-copy.json' } as const;
/** Names of the notes in a DATA_DIR. */
export const BACKUP_NOTES: readonly string[] = Object.values(FILES);

const noteIn = async (dataDir: string, file: string): Promise<Note> => {
  try {
    return JSON.parse(await readFile(join(dataDir, file), 'utf8')) as Note;
  } catch {
    return {};
  }
};

const write = (dataDir: string, file: string, note: Note): Promise<void> =>
  writeWhole(join(dataDir, file), JSON.stringify(note));

const noteOf = async (dataDir: string, place: string): Promise<Note> => {
  const note = await noteIn(dataDir, FILES.place);
  return note.place === place ? note : {};
};

/** Notes a backup that is whole. @param place null where it is not the one that backups go on to @param madeAt ISO 8601 */
export const noteBackup = (dataDir: string, place: string | null, madeAt: string): Promise<void> =>
  place === null
    ? write(dataDir, FILES.elsewhere, { made_at: madeAt })
    : write(dataDir, FILES.place, { place, made_at: madeAt });

/** Notes what keeps the backup from going on. @param madeAt ISO 8601; what was noted before where nothing new was made */
export const noteTrouble = async (dataDir: string, place: string, cause: string, madeAt?: string): Promise<void> => {
  const { made_at, trouble } = await noteOf(dataDir, place);
  const since = trouble?.since ?? new Date().toISOString();
  await write(dataDir, FILES.place, { place, made_at: madeAt ?? made_at, trouble: { since, cause } });
};

/** What keeps the backup from going on to a place; null where nothing does. */
export const backupTrouble = async (dataDir: string, place: string): Promise<Trouble | null> =>
  (await noteOf(dataDir, place)).trouble ?? null;

/**
 * When the latest backup was made.
 * @param place that backups go on to: only what went there counts then; null where they go on nowhere
 * @returns seconds since 1970; null where there was none, or none that can be read
 */
export const lastBackup = async (dataDir: string, place: string | null): Promise<number | null> => {
  const notes =
    place === null
      ? await Promise.all(Object.values(FILES).map((file) => noteIn(dataDir, file)))
      : [await noteOf(dataDir, place)];
  const times = notes.map(({ made_at = '' }) => Date.parse(made_at) / 1000).filter((at) => !Number.isNaN(at));
  return times.length ? Math.max(...times) : null;
};
