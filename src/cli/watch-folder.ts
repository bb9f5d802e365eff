/** While the service runs: whether documents lie in its own folder of contents, or in that of another machine. */
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { reasonOf } from '../errors.ts';
import { folderOf, openStores } from '../files/open-stores.ts';
import { keepFolderKnown, sayElsewhere } from '../operations/documents/known-folder.ts';
import { Rounds, type Stoppable } from '../rounds.ts';
import { saidAgain } from '../said-again.ts';
import type { Log } from './log.ts';

/** Between two looks: machines that were both started before there was a document are found out by it. */
const REST_MS = 600_000;
const DAY_MS = 86_400_000;

/** Says what is wrong at once, and again each day that it stays so. */
const toldDaily = (log: Log) => {
  const isDue = saidAgain(DAY_MS);
  return (message: string, details: Readonly<Record<string, unknown>>): void => {
    if (isDue(message)) log('error', message, details);
  };
};

/**
 * Looks at the folder now and every ten minutes, beside the calls: none waits for it, and it keeps no service from its start.
 * @returns what stops that
 */
export const watchFolder = (db: Database, config: Config, log: Log, restMs = REST_MS): Stoppable => {
  const rounds = new Rounds();
  const files = openStores(config);
  const root = folderOf(config);
  const tell = toldDaily(log);
  rounds.run(async () => {
    try {
      const elsewhere = await keepFolderKnown(db, { root, files, stopping: () => rounds.stopping });
      if (elsewhere)
        tell('Documents lie in another folder than that of this service, which cannot answer their content', {
          cause: sayElsewhere(elsewhere, root),
        });
    } catch (error) {
      tell('Whether documents lie in the folder of this service could not be looked at', { cause: reasonOf(error) });
    }
    await rounds.rest(restMs);
  });
  return {
    stop: async () => {
      await rounds.stop();
      await files.close();
    },
  };
};
