/** While the service runs: whether documents lie in its own folder of contents, or in that of another machine. */

import { BackgroundLoop, type Stoppable } from '../../concurrency/background-loop.ts';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../db/database.ts';
import { reasonOf } from '../../errors/api-error.ts';
import { folderOf, openStores } from '../../files/open-stores.ts';
import { recordStorage, warnForeignStorage } from '../../operations/documents/storage-identity.ts';
import { intervalOf } from '../../shared/background-work.ts';
import { DAY_MS } from '../../shared/durations.ts';
import { createLogThrottle } from '../../telemetry/log-throttle.ts';
import type { Log } from '../../telemetry/logger.ts';

/** Logs a problem at once, and again each day while it lasts. */
const createDailyLog = (log: Log) => {
  const isDue = createLogThrottle(DAY_MS);
  return (message: string, details: Readonly<Record<string, unknown>>): void => {
    if (isDue(message)) log('error', message, details);
  };
};

/**
 * Checks the folder now and every ten minutes in the background; no request waits for it, and it does not delay the
 * start.
 * @returns a function that stops it
 */
export const startStorageCheck = (
  db: Database,
  config: Config,
  log: Log,
  restMs = intervalOf('storage-check'),
): Stoppable => {
  const rounds = new BackgroundLoop();
  const files = openStores(config);
  const root = folderOf(config);
  const logDaily = createDailyLog(log);
  const check = async (): Promise<void> => {
    const elsewhere = await recordStorage(db, { root, files, stopping: () => rounds.stopping });
    if (elsewhere)
      logDaily('Documents lie in another folder than that of this service, which cannot answer their content', {
        cause: warnForeignStorage(elsewhere, root),
      });
  };
  rounds.repeat(
    check,
    () => restMs,
    (error) =>
      logDaily('Whether documents lie in the folder of this service could not be looked at', {
        cause: reasonOf(error),
      }),
  );
  return {
    stop: async () => {
      await rounds.stop();
      await files.close();
    },
  };
};
