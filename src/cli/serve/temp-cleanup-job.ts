/** Removes remains of killed commands and services in DATA_DIR while the service runs. */

import { existsSync } from 'node:fs';
import { BackgroundLoop, type Stoppable } from '../../concurrency/background-loop.ts';
import { LOCK_FILE } from '../../db/embedded/lock-file.ts';
import { KEY_FILE } from '../../db/encryption/key-file.ts';
import { reasonOf } from '../../errors/api-error.ts';
import { removeStaleTempFiles } from '../../filesystem/temp-file.ts';
import { intervalOf } from '../../shared/background-work.ts';
import { DAY_MS } from '../../shared/durations.ts';
import { createLogThrottle } from '../../telemetry/log-throttle.ts';
import type { Log } from '../../telemetry/logger.ts';
import { BACKUP_STATUS } from '../data-dir/backup-status.ts';
import { removeStaleStaging } from '../data-dir/staging-dir.ts';

/** A DATA_DIR, and whether its database is embedded: without one it may be shared by machines, which cannot see who works on another one. */
interface TempFolder {
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
}

/** Runs now and every ten minutes in the background. @returns a function that stops it */
export const startTempCleanup = (
  { dataDir, databaseUrl }: TempFolder,
  log: Log,
  restMs = intervalOf('temp-cleanup'),
): Stoppable => {
  const isDue = createLogThrottle(DAY_MS);
  const clean = async (): Promise<void> => {
    if (!existsSync(dataDir)) return;
    await removeStaleTempFiles(dataDir, [KEY_FILE, LOCK_FILE, ...BACKUP_STATUS]);
    if (!databaseUrl) await removeStaleStaging(dataDir);
  };
  const failed = (error: Error): void => {
    const cause = reasonOf(error);
    if (isDue(cause)) log('error', 'Leftovers of killed commands in DATA_DIR could not be removed', { cause });
  };
  return new BackgroundLoop().repeat(clean, () => restMs, failed);
};
