/** When the latest backup of a DATA_DIR was made: noted in it, for who watches that there is one. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const fileOf = (dataDir: string): string => join(dataDir, 'last-backup.json');

/** Notes a backup that is whole. @param madeAt ISO 8601 */
export const noteBackup = (dataDir: string, madeAt: string): Promise<void> =>
  writeFile(fileOf(dataDir), JSON.stringify({ made_at: madeAt }));

/** @returns seconds since 1970; null where there was none, or none that can be read */
export const lastBackup = async (dataDir: string): Promise<number | null> => {
  try {
    const { made_at: madeAt } = JSON.parse(await readFile(fileOf(dataDir), 'utf8')) as { made_at: string };
    return Date.parse(madeAt) / 1000;
  } catch {
    return null;
  }
};
