/**
 * Status of the latest backup of a DATA_DIR, and the reason if it fails: written there for monitoring. The target of
 * continuous backups has a status of its own, so that a copy to another target does not make it look fresher.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAtomically } from '../../filesystem/atomic-write.ts';

/** The reason why the backup does not continue. */
interface Trouble {
  readonly since: string;
  readonly cause: string;
}

/** The stored status. */
interface Note {
  /** Target of continuous backups; absent for other copies. */
  readonly place?: string;
  readonly made_at?: string;
  readonly trouble?: Trouble;
}

/** Status files of the target of continuous backups, and of copies to other targets. */
const FILES = { place: 'last-backup.json', elsewhere: 'last-copy.json' } as const;
/** Names of the notes in a DATA_DIR. */
export const BACKUP_STATUS: readonly string[] = Object.values(FILES);

const noteIn = async (dataDir: string, file: string): Promise<Note> => {
  try {
    return JSON.parse(await readFile(join(dataDir, file), 'utf8')) as Note;
  } catch {
    return {};
  }
};

const write = (dataDir: string, file: string, note: Note): Promise<void> =>
  writeAtomically(join(dataDir, file), JSON.stringify(note));

const noteOf = async (dataDir: string, place: string): Promise<Note> => {
  const note = await noteIn(dataDir, FILES.place);
  return note.place === place ? note : {};
};

/**
 * Records a complete backup. @param place null for a target other than that of continuous backups @param madeAt ISO
 * 8601
 */
export const writeBackupStatus = (dataDir: string, place: string | null, madeAt: string): Promise<void> =>
  place === null
    ? write(dataDir, FILES.elsewhere, { made_at: madeAt })
    : write(dataDir, FILES.place, { place, made_at: madeAt });

/** Records why the backup does not continue. @param madeAt ISO 8601; absent: the recorded one stays */
export const writeBackupTrouble = async (
  dataDir: string,
  place: string,
  cause: string,
  madeAt?: string,
): Promise<void> => {
  const { made_at, trouble } = await noteOf(dataDir, place);
  const since = trouble?.since ?? new Date().toISOString();
  await write(dataDir, FILES.place, { place, made_at: madeAt ?? made_at, trouble: { since, cause } });
};

/** The reason why the backup to a target fails; null if it works. */
export const backupTrouble = async (dataDir: string, place: string): Promise<Trouble | null> =>
  (await noteOf(dataDir, place)).trouble ?? null;

/**
 * The time of the latest backup.
 * @param place target of the continuous backup: only backups there count; null without one
 * @returns seconds since 1970; null where there was none, or the status is unreadable
 */
export const lastBackup = async (dataDir: string, place: string | null): Promise<number | null> => {
  const notes =
    place === null
      ? await Promise.all(Object.values(FILES).map((file) => noteIn(dataDir, file)))
      : [await noteOf(dataDir, place)];
  const times = notes.map(({ made_at = '' }) => Date.parse(made_at) / 1000).filter((at) => !Number.isNaN(at));
  return times.length ? Math.max(...times) : null;
};
