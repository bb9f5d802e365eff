/** The service backs itself up: rounds of its log and files, and from time to time a copy of the whole (BACKUP_TO). */
import { Archive } from '../backup/archive.ts';
import { release } from '../backup/claim.ts';
import type { Config } from '../config.ts';
import { dropOldSlots, withWalSource } from '../db/wal-source.ts';
import { reasonOf } from '../errors.ts';
import { openStores } from '../files/open-stores.ts';
import type { Metrics } from '../metrics.ts';
import { Rounds, type Stoppable } from '../rounds.ts';
import { saidAgain } from '../said-again.ts';
import { oneAtATime, within } from '../within.ts';
import { backupKeys, openTarget } from './backup-target.ts';
import { noteBackup, noteTrouble } from './last-backup.ts';
import type { Log } from './log.ts';
import { Refusal } from './refusal.ts';

const DAY_MS = 86_400_000;
const LOOK_MS = 5000;
/** Scrapes wait no longer for what the database does not say. */
const LATE_MS = 1000;
/** A stop waits no longer for what the place does not take. */
const STOP_MS = 10_000;
/** Trouble that goes on is said again after this. */
const SAY_AGAIN_MS = 900_000;

/** History has a gap. */
export const GAP =
  'WAL that the backup needs is missing, because more of it waited than BACKUP_LOG_MB: moments since the backup stopped cannot be restored; a new copy of the whole begins a new history';

/** A copy is broken off, because the service stops. */
class Stopping extends Error {}

/** What tells one trouble from another: each try is about a file of another name. */
const kindOf = (error: unknown, cause: string): string => {
  const { code, syscall } = error as NodeJS.ErrnoException;
  return syscall ? `${code} ${syscall}` : cause;
};

/** Says what does not work when it begins, once in a while, and when it is over. */
export const troubleTold = (log: Log, what: string, note: (cause: string) => Promise<void>) => {
  let now = '';
  let isDue = saidAgain(SAY_AGAIN_MS);
  return {
    /** What does not work now; empty where nothing is known. */
    get cause(): string {
      return now;
    },
    async begins(error: unknown): Promise<void> {
      const cause = reasonOf(error) || (error as Error).name;
      if (isDue(kindOf(error, cause))) log('error', `${what}; the service goes on, and so will the backup`, { cause });
      now = cause;
      await note(cause).catch(() => undefined);
    },
    ends(): void {
      if (now) log('info', 'The backup goes on');
      [now, isDue] = ['', saidAgain(SAY_AGAIN_MS)];
    },
  };
};

/** @throws Refusal where backups are wanted of a database that is not the embedded one */
export const requireEmbedded = ({ backupTo, databaseUrl }: Config): void => {
  if (!(backupTo && databaseUrl)) return;
  throw new Refusal(
    'not_embedded',
    'BACKUP_TO is for the embedded database; DATABASE_URL names a server of your own: remove BACKUP_TO, see Backups in docs/operating.md.',
  );
};

/** Settings that cannot be followed are refused before anything is begun. @throws Refusal */
const prepared = (config: Config) => {
  const [key] = backupKeys(config);
  return { key, repository: openTarget(config, config.backupTo) };
};

/** The archive that the settings name; null where they name none. @throws Refusal where they cannot be followed */
export const archiveOf = (config: Config): Archive | null => {
  if (!config.backupTo) return null;
  return new Archive({
    dataDir: config.dataDir,
    files: openStores(config),
    waitingMb: config.backupLogMb,
    ...prepared(config),
  });
};

/** Backs up from now on. Nothing that fails here keeps the service from anything. */
export const startArchiving = (archive: Archive | null, config: Config, log: Log, metrics: Metrics): Stoppable => {
  const { dataDir, databaseUrl } = config;
  if (!databaseUrl)
    dropOldSlots(dataDir).catch((error: unknown) =>
      log('error', 'Replication slots of an older version were not removed', { cause: reasonOf(error) }),
    );
  if (!archive) return { stop: async () => undefined };
  const [rounds, copies] = [new Rounds(), new Rounds()];
  const { place } = archive.parts.repository;
  const note = (cause: string) => noteTrouble(dataDir, place, cause);
  const trouble = troubleTold(log, 'The backup cannot be written', note);
  const copyTrouble = troubleTold(log, 'A copy of the whole database could not be made', note);
  let works = false;
  let brokenOff = false;

  // What has no copy of the whole yet is no backup, however far its log is; and a round mends no copy.
  const noteRound = async (line: string, at: number): Promise<void> => {
    const madeAt = (await archive.hasBase(line)) ? new Date(at).toISOString() : undefined;
    if (copyTrouble.cause) await noteTrouble(dataDir, place, copyTrouble.cause, madeAt);
    else if (madeAt) await noteBackup(dataDir, place, madeAt);
  };
  const round = (): Promise<void> =>
    withWalSource(dataDir, (source) => archive.round(source)).then(
      async ({ line, at, gap }) => {
        if (!works) copies.wake();
        works = true;
        trouble.ends();
        if (gap) log('error', GAP, { bound: `${config.backupLogMb} MB` });
        await noteRound(line, at).catch(() => undefined);
      },
      (error: unknown) => {
        works = false;
        // What the stop broke off is told there.
        return brokenOff ? undefined : trouble.begins(error);
      },
    );
  const copyIfDue = async (): Promise<void> => {
    // Until a round has been through, there is no place to copy to.
    if (!works) return;
    const latest = await withWalSource(dataDir, (source) => archive.latestBase(source));
    // What failed at a look, and not at a copy, is over too.
    if (Date.now() - latest < DAY_MS) return copyTrouble.ends();
    const watcher = {
      told: () => undefined,
      stopped: () => {
        if (copies.stopping) throw new Stopping();
      },
    };
    const { database, files } = await archive.base(Date.now() - config.backupKeepDays * DAY_MS, watcher);
    log('info', 'The whole database was copied to the backup', {
      bytes: database.bytes,
      written: database.written,
      new_files: files.files,
    });
    copyTrouble.ends();
    // The round that follows tells `doctor` so.
    rounds.wake();
  };
  metrics.backupWorks.show(() => [[[], works && !copyTrouble.cause ? 1 : 0]]);
  const waiting = oneAtATime(LATE_MS, () => withWalSource(dataDir, (source) => archive.waiting(source)));
  metrics.backupWaiting.show(async () => {
    const bytes = await waiting().catch(() => null);
    return bytes === null ? [] : [[[], bytes]];
  });
  rounds.run(async () => {
    await round();
    await rounds.rest(config.backupEverySeconds * 1000);
  });
  copies.run(async () => {
    await copyIfDue().catch((error: unknown) =>
      brokenOff || error instanceof Stopping ? undefined : copyTrouble.begins(error),
    );
    await copies.rest(LOOK_MS);
  });
  const lastRound = async (): Promise<void> => {
    await Promise.all([rounds.stop(), copies.stop()]);
    // What was answered last, where that is no wait for what cannot be reached.
    if (works) await round();
    if (works) await release(archive.parts.repository, dataDir).catch(() => undefined);
  };
  return {
    stop: async () => {
      await within(STOP_MS, lastRound()).catch(() => {
        brokenOff = true;
        log('error', 'The service ends before BACKUP_TO has taken all; the next start brings the rest', {
          seconds: STOP_MS / 1000,
        });
      });
      // Ends what is under way there.
      await Promise.all([archive.parts.files.close(), archive.parts.repository.close()]);
    },
  };
};
