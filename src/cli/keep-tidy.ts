/** While the service runs: what commands and services that were killed left in its DATA_DIR is removed. */
import { existsSync } from 'node:fs';
import { LOCK_FILE } from '../db/data-lock.ts';
import { KEY_FILE } from '../db/key-file.ts';
import { reasonOf } from '../errors.ts';
import { Rounds, type Stoppable } from '../rounds.ts';
import { saidAgain } from '../said-again.ts';
import { clearAside } from '../written-aside.ts';
import { removeLeftAside } from './aside.ts';
import { BACKUP_NOTES } from './last-backup.ts';
import type { Log } from './log.ts';

/** A DATA_DIR, and whether its database is embedded: without one it may be shared by machines, which cannot see who works on another one. */
interface Place {
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
}

/** Between two looks. */
const REST_MS = 600_000;
const DAY_MS = 86_400_000;

/** Looks now and every ten minutes, beside the calls. @returns what stops that */
export const keepTidy = ({ dataDir, databaseUrl }: Place, log: Log, restMs = REST_MS): Stoppable => {
  const rounds = new Rounds();
  const isDue = saidAgain(DAY_MS);
  rounds.run(async () => {
    try {
      if (existsSync(dataDir)) {
        await clearAside(dataDir, [KEY_FILE, LOCK_FILE, ...BACKUP_NOTES]);
        if (!databaseUrl) await removeLeftAside(dataDir);
      }
    } catch (error) {
      const cause = reasonOf(error);
      if (isDue(cause)) log('error', 'What killed commands left in DATA_DIR could not be removed', { cause });
    }
    await rounds.rest(restMs);
  });
  return rounds;
};
