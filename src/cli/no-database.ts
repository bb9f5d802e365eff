/** A DATA_DIR without a database, as one that was mistyped: who only looks makes none there. */
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { sayUnfinishedRestore } from '../db/unfinished-restore.ts';

/** Whether there is none; what may not be looked at may have one. */
export const lacksDatabase = (dataDir: string): Promise<boolean> =>
  stat(join(dataDir, 'postgres', 'PG_VERSION')).then(
    () => false,
    ({ code }: NodeJS.ErrnoException) => code === 'ENOENT' || code === 'ENOTDIR',
  );

/** That there is none, and the way out. */
export const sayNoDatabase = (dataDir: string): string =>
  sayUnfinishedRestore(dataDir) ??
  `There is no embedded database in DATA_DIR ${resolve(dataDir)}: set DATA_DIR to the folder that the service was started with.`;
