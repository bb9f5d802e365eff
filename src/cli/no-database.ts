/** A DATA_DIR without a database, as one that was mistyped: who only looks makes none there. */
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { sayUnfinishedRestore } from '../db/unfinished-restore.ts';

/** Whether a system error says that there is nothing, and not that it may not be looked at. */
const leadsNowhere = (cause: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((cause as NodeJS.ErrnoException).code ?? '');

/** Whether there is none; what may not be looked at may have one. */
export const lacksDatabase = (dataDir: string): Promise<boolean> =>
  stat(join(dataDir, 'postgres', 'PG_VERSION')).then(() => false, leadsNowhere);

/** That there is none, and the way out. */
export const sayNoDatabase = (dataDir: string): string =>
  sayUnfinishedRestore(dataDir) ??
  `There is no embedded database in DATA_DIR ${resolve(dataDir)}: set DATA_DIR to the folder that the service was started with.`;
