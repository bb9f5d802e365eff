/** Before a restored database is served: the erasures that it has lost. */
import type { Config } from '../../config/config.ts';
import type { Database } from '../../db/database.ts';
import { reasonOf } from '../../errors/api-error.ts';
import { openStores } from '../../files/open-stores.ts';
import { repeatErasures } from '../../operations/privacy/repeat-erasures.ts';
import type { Log } from '../../telemetry/logger.ts';
import { readLostErasures, removeLostErasures } from '../data-dir/lost-erasures.ts';

/**
 * Carries them out. Their records are hidden at once; rows that an error leaves are erased by the worker.
 * @throws errors of the database; the next start repeats all of it
 */
export const repeatLostErasures = async (db: Database, config: Config, log: Log): Promise<void> => {
  const entries = await readLostErasures(config.dataDir);
  if (!entries.length) return;
  const files = openStores(config);
  try {
    const failed = (error: Error) => log('error', 'An erasure could not be carried out', { cause: reasonOf(error) });
    const erasures = await repeatErasures({ db, files, failed }, entries);
    log('info', 'Erasures later than the restored database were carried out again', { erasures });
  } finally {
    await files.close();
  }
  await removeLostErasures(config.dataDir);
};
