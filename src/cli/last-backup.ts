/** When the latest backup of a DATA_DIR was made, and what keeps the next one: noted in it, for who watches it. */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const fileOf = (dataDir: string): string => join(dataDir, 'last-backup.json');

/** What keeps the backup from going on. */
interface Trouble {
  readonly since: string;
  readonly cause: string;
}

/** What is noted. */
interface Note {
  readonly made_at?: string;
  readonly trouble?: Trouble;
}

const noteOf = async (dataDir: string): Promise<Note> => {
  try {
    return JSON.parse(await readFile(fileOf(dataDir), 'utf8')) as Note;
  } catch {
    return {};
  }
};

const write = async (dataDir: string, note: Note): Promise<void> => {
  const part = `${fileOf(dataDir)}.part`;
  await writeFile(part, JSON.stringify(note));
  await rename(part, fileOf(dataDir));
};

/** Notes a backup that is whole. @param madeAt ISO 8601 */
export const noteBackup = (dataDir: string, madeAt: string): Promise<void> => write(dataDir, { made_at: madeAt });

/** Notes what keeps the backup from going on. @param madeAt ISO 8601; what was noted before where nothing new was made */
export const noteTrouble = async (dataDir: string, cause: string, madeAt?: string): Promise<void> => {
  const { made_at, trouble } = await noteOf(dataDir);
  const since = trouble?.since ?? new Date().toISOString();
  await write(dataDir, { made_at: madeAt ?? made_at, trouble: { since, cause } });
};

/** What keeps the backup from going on; null where nothing does. */
export const backupTrouble = async (dataDir: string): Promise<Trouble | null> =>
  (await noteOf(dataDir)).trouble ?? null;

/** @returns seconds since 1970; null where there was none, or none that can be read */
export const lastBackup = async (dataDir: string): Promise<number | null> => {
  const at = Date.parse((await noteOf(dataDir)).made_at ?? '') / 1000;
  return Number.isNaN(at) ? null : at;
};
