/** A DATA_DIR without a database, as one that was mistyped: who only looks makes none there. */
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { reportInterruptedRestore } from '../../db/embedded/interrupted-restore.ts';

/** Whether a system error means a missing file, not a missing permission. */
const leadsNowhere = (cause: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((cause as NodeJS.ErrnoException).code ?? '');

/** Whether there is no database; an inaccessible folder may have one. */
export const isDatabaseMissing = (dataDir: string): Promise<boolean> =>
  stat(join(dataDir, 'postgres', 'PG_VERSION')).then(() => false, leadsNowhere);

/** The message about a missing database, with the fix. */
export const reportMissingDatabase = (dataDir: string): string =>
  reportInterruptedRestore(dataDir) ??
  `There is no embedded database in DATA_DIR ${resolve(dataDir)}: set DATA_DIR to the folder that the service was started with.`;
