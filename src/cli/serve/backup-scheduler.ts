/** The service backs itself up: rounds of its log and files, and from time to time a copy of the whole (BACKUP_TO). */
import { BackupRunner } from '../../backup/backup-runner.ts';
import { release } from '../../backup/writer-lock.ts';
import { BackgroundLoop, type Stoppable } from '../../concurrency/background-loop.ts';
import { singleFlight, withTimeout } from '../../concurrency/semaphore.ts';
import type { Config } from '../../config/config.ts';
import { withWalReader } from '../../db/embedded/wal-reader.ts';
import { reasonOf } from '../../errors/api-error.ts';
import { openStores } from '../../files/open-stores.ts';
import { DAY_MS } from '../../shared/durations.ts';
import { createLogThrottle } from '../../telemetry/log-throttle.ts';
import type { Log } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { backupKeys, openTarget } from '../backup/backup-target.ts';
import { writeBackupStatus, writeBackupTrouble } from '../data-dir/backup-status.ts';
import { CliError } from '../terminal/cli-error.ts';

const LOOK_MS = 5000;
/** Timeout of a scrape that waits for the database. */
const LATE_MS = 1000;
/** Timeout of a stop that waits for the repository. */
const STOP_MS = 10_000;
/** Persistent errors are logged again after this time. */
const REPEAT_LOG_MS = 900_000;

/** History has a gap. */
export const GAP =
  'WAL that the backup needs is missing, because more of it waited than BACKUP_LOG_MB: moments since the backup stopped cannot be restored; a new copy of the whole begins a new history';

/** A copy was aborted, because the service stops. */
class Stopping extends Error {}

/** The identity of an error: each attempt names another file. */
const kindOf = (error: unknown, cause: string): string => {
  const { code, syscall } = error as NodeJS.ErrnoException;
  return syscall ? `${code} ${syscall}` : cause;
};

/** Logs a persistent error at its start, again after `REPEAT_LOG_MS`, and its end. */
export const reportTrouble = (log: Log, message: string, note: (cause: string) => Promise<void>) => {
  let now = '';
  let isDue = createLogThrottle(REPEAT_LOG_MS);
  return {
    /** The present error; empty where none is known. */
    get cause(): string {
      return now;
    },
    async begins(error: unknown): Promise<void> {
      const cause = reasonOf(error) || (error as Error).name;
      if (isDue(kindOf(error, cause)))
        log('error', `${message}; the service continues, and the backup is tried again`, { cause });
      now = cause;
      await note(cause).catch(() => undefined);
    },
    ends(): void {
      if (now) log('info', 'The backup continues');
      [now, isDue] = ['', createLogThrottle(REPEAT_LOG_MS)];
    },
  };
};

/** @throws CliError where backups are wanted of a database that is not the embedded one */
export const requireEmbedded = ({ backupTo, databaseUrl }: Config): void => {
  if (!(backupTo && databaseUrl)) return;
  throw new CliError(
    'not_embedded',
    'BACKUP_TO is for the embedded database; DATABASE_URL names a server of your own: remove BACKUP_TO, see Backups in docs/operating.md.',
  );
};

/** Refuses invalid backup settings before the start. @throws CliError */
const prepared = (config: Config) => {
  const [key] = backupKeys(config);
  return { key, repository: openTarget(config, config.backupTo) };
};

/** The archive that the settings name; null where they name none. @throws CliError where they cannot be followed */
export const backupRunnerOf = (config: Config): BackupRunner | null => {
  if (!config.backupTo) return null;
  return new BackupRunner({
    dataDir: config.dataDir,
    files: openStores(config),
    waitingMb: config.backupLogMb,
    ...prepared(config),
  });
};

/** Backs up from now on. Nothing that fails here keeps the service from anything. */
export const startBackupScheduler = (
  archive: BackupRunner | null,
  config: Config,
  log: Log,
  metrics: Metrics,
): Stoppable => {
  const { dataDir } = config;
  if (!archive) return { stop: async () => undefined };
  const [rounds, copies] = [new BackgroundLoop(), new BackgroundLoop()];
  const { place } = archive.parts.repository;
  const note = (cause: string) => writeBackupTrouble(dataDir, place, cause);
  const trouble = reportTrouble(log, 'The backup cannot be written', note);
  const copyTrouble = reportTrouble(log, 'A copy of the whole database could not be made', note);
  let works = false;
  let brokenOff = false;

  // WAL without a base backup is no backup; and a round does not solve the error of a base backup.
  const noteRound = async (line: string, at: number): Promise<void> => {
    const madeAt = (await archive.hasBase(line)) ? new Date(at).toISOString() : undefined;
    if (copyTrouble.cause) await writeBackupTrouble(dataDir, place, copyTrouble.cause, madeAt);
    else if (madeAt) await writeBackupStatus(dataDir, place, madeAt);
  };
  const round = (): Promise<void> =>
    withWalReader(dataDir, (source) => archive.round(source)).then(
      async ({ line, at, gap }) => {
        if (!works) copies.wake();
        works = true;
        trouble.ends();
        if (gap) log('error', GAP, { bound: `${config.backupLogMb} MB` });
        await noteRound(line, at).catch(() => undefined);
      },
      (error: unknown) => {
        works = false;
        // An interruption by the stop is reported there.
        return brokenOff ? undefined : trouble.begins(error);
      },
    );
  const copyIfDue = async (): Promise<void> => {
    // Until a round has been through, there is no place to copy to.
    if (!works) return;
    const latest = await withWalReader(dataDir, (source) => archive.latestBase(source));
    // An error of this check, not of a base backup, is solved too.
    if (Date.now() - latest < DAY_MS) return copyTrouble.ends();
    const watcher = {
      report: () => undefined,
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
    // The next round updates the status for `doctor`.
    rounds.wake();
  };
  metrics.backupWorks.show(() => [[[], works && !copyTrouble.cause ? 1 : 0]]);
  const waiting = singleFlight(LATE_MS, () => withWalReader(dataDir, (source) => archive.waiting(source)));
  metrics.backupWaiting.show(async () => {
    const bytes = await waiting().catch(() => null);
    return bytes === null ? [] : [[[], bytes]];
  });
  rounds.run(async () => {
    await round();
    await rounds.sleep(config.backupEverySeconds * 1000);
  });
  copies.run(async () => {
    await copyIfDue().catch((error: unknown) =>
      brokenOff || error instanceof Stopping ? undefined : copyTrouble.begins(error),
    );
    await copies.sleep(LOOK_MS);
  });
  const lastRound = async (): Promise<void> => {
    await Promise.all([rounds.stop(), copies.stop()]);
    // Backs up the last writes, unless the repository is unreachable.
    if (works) await round();
    if (works) await release(archive.parts.repository, dataDir).catch(() => undefined);
  };
  return {
    stop: async () => {
      await withTimeout(STOP_MS, lastRound()).catch(() => {
        brokenOff = true;
        log('error', 'The service ends before all data is in BACKUP_TO; the next start uploads the rest', {
          seconds: STOP_MS / 1000,
        });
      });
      // Aborts running transfers.
      await Promise.all([archive.parts.files.close(), archive.parts.repository.close()]);
    },
  };
};
