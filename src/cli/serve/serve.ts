/** `broker-crm serve`: starts the service, prints its address, and stops it. */
import { setFlagsFromString } from 'node:v8';
import type { BackupRunner } from '../../backup/backup-runner.ts';
import { prepareWalArchive } from '../../backup/wal-archive.ts';
import type { Config } from '../../config/config.ts';
import { connect } from '../../db/citus/shard-router.ts';
import type { ConnectOptions, Database } from '../../db/database.ts';
import { REPORTS, SERVICE } from '../../db/embedded/embedded-roles.ts';
import { type EmbeddedServer, startEmbedded } from '../../db/embedded/embedded-server.ts';
import { STOPS } from '../../db/embedded/signal-handlers.ts';
import { migrate } from '../../db/migrations/migrate.ts';
import { StatementLog } from '../../db/statement-logging.ts';
import { reasonOf } from '../../errors/api-error.ts';
import { mailArchive } from '../../settings/mail/archive-mail.ts';
import { createMail } from '../../settings/mail/mail.ts';
import { startExpiryMails } from '../../settings/mail/token-expiry-mails.ts';
import { sql } from '../../sql/sql.ts';
import { createLogs, type Log } from '../../telemetry/logger.ts';
import { createMetrics } from '../../telemetry/metrics.ts';
import { withOutages } from '../../telemetry/outage-log.ts';
import { foreignDatabase, lockOf } from '../context/command-context.ts';
import { createDemo, progressOf } from '../context/create-demo.ts';
import { exposedSecretFiles } from '../context/secret-files.ts';
import { keysFor, type SecretKeys, secretTables, unlock } from '../context/secret-keys.ts';
import { settingsUrl } from '../context/settings-url.ts';
import { isDatabaseMissing } from '../data-dir/missing-database.ts';
import { removeRestoreMarker } from '../data-dir/restore-marker.ts';
import { CliError } from '../terminal/cli-error.ts';
import { withStep } from '../terminal/progress.ts';
import { startBackgroundJobs } from './background-jobs.ts';
import { backupRunnerOf, startBackupScheduler } from './backup-scheduler.ts';
import { assertConfig } from './config-check.ts';
import { createTracingFor } from './create-tracing.ts';
import { demoAnnouncement } from './demo-announcement.ts';
import { gaugeOutbox } from './gauges.ts';
import { listenError, requirePort } from './listen-error.ts';
import { openMetricsPort } from './metrics-port.ts';
import { watchNpmParent } from './npm-parent.ts';
import { repeatLostErasures } from './repeat-lost-erasures.ts';
import { exitAfterTimeout } from './shutdown-timeout.ts';
import { type CreateService, isApiProcess, serveAsApiProcess, startApiProcesses } from './worker-processes.ts';

interface Store {
  readonly db: Database;
  /** Whether the embedded database is new. */
  readonly fresh: boolean;
  close(): Promise<void>;
  /** Stops the embedded database without waiting for running work. */
  endDatabase(): Promise<void>;
  /** Resolves with the reason if the embedded database has died and cannot be restarted. */
  readonly lost?: Promise<Error>;
}

/** Metrics, traces and log of the database work. */
type Observers = Pick<ConnectOptions, 'metrics' | 'traces' | 'statementLog'>;

/**
 * Heap growth between garbage collections, in percent of the live heap. By default V8 collects after each 8 MB that
 * pass through the service, which costs more than the processing itself (docs/performance.md, Files).
 */
const HEAP_GROWTH = 200;

/** Connections of the first process and of commands, and those that each API process may open. */
const CONNECTIONS = 60;
const CONNECTIONS_OF_PROCESS = 26;

/** Logs why a start takes minutes: an upgrade of a large database. */
const logSlow =
  (log: Log) =>
  (migration: string): void =>
    log('info', 'The database is brought to this version', { migration });

/** The migrated database, with its secrets readable. @throws CliError where their key is missing or wrong */
const openMigrated = async (
  server: EmbeddedServer,
  keys: SecretKeys,
  log: Log,
  observers: Observers,
): Promise<Database> => {
  await migrate(server.connection, { grantTo: SERVICE, reportsTo: REPORTS, slow: logSlow(log) });
  const db = connect({ connection: server.service, keyRing: keys.keyRing, ...observers });
  try {
    if (await unlock(db, keys)) await server.forgetOverwritten(secretTables);
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
};

/** The database, and whether it is unused; the remains of an interrupted demo are removed. */
const openDatabase = async (
  server: EmbeddedServer,
  config: Config,
  log: Log,
  observers: Observers,
): Promise<Pick<Store, 'db' | 'fresh'>> => {
  const keys = keysFor(config);
  const db = await openMigrated(server, keys, log, observers);
  const progress = await progressOf(db);
  if (progress !== 'unfinished') return { db, fresh: progress === 'unused' };
  await db.close();
  await server.renew();
  return { db: await openMigrated(server, keys, log, observers), fresh: true };
};

const openEmbedded = async (config: Config, log: Log, observers: Observers): Promise<Store> => {
  const open = () => startStore(config, log, observers);
  return (await isDatabaseMissing(config.dataDir)) ? withStep('Making the database', open, { log }) : open();
};

const startStore = async (config: Config, log: Log, observers: Observers): Promise<Store> => {
  const lock = await lockFor(config);
  try {
    await removeRestoreMarker(config.dataDir);
    await prepareWalArchive(config.dataDir, config.backupTo !== '');
    let onLost: (reason: Error) => void = () => undefined;
    const lost = new Promise<Error>((resolve) => {
      onLost = resolve;
    });
    const server = await startEmbedded({
      dataDir: config.dataDir,
      onLost,
      maxConnections: CONNECTIONS + CONNECTIONS_OF_PROCESS * config.workers,
      onRestart: (reason) => log('error', 'The database stopped and is started again', { reason }),
    });
    const { db, fresh } = await openDatabase(server, config, log, observers).catch(async (error: unknown) => {
      await server.stop();
      throw error;
    });
    return {
      db,
      fresh,
      close: async () => {
        await db.close();
        await server.stop();
        await lock.release();
      },
      endDatabase: () => server.stop(),
      lost,
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
};

/** A command that uses the folder ends soon; another service does not. */
const lockFor = async (config: Config): Promise<{ release(): Promise<void> }> => {
  for (let tries = 0; ; tries += 1) {
    const lock = await lockOf(config.dataDir, 'service');
    if ('release' in lock) return lock;
    if (lock.kind === 'service' || tries > 300) {
      throw new CliError(
        'already_running',
        `Process ${lock.pid} runs on ${config.dataDir} already; stop it or set another DATA_DIR.`,
      );
    }
    await new Promise((done) => setTimeout(done, 100));
  }
};

const openForeign = async (config: Config, log: Log, observers: Observers): Promise<Store> => {
  const keys = keysFor(config);
  const connection = await foreignDatabase(config.databaseUrl, { slow: logSlow(log) });
  const db = connect({ connection, keyRing: keys.keyRing, ...observers });
  try {
    await unlock(db, keys);
  } catch (error) {
    await db.close();
    throw error;
  }
  return { db, fresh: false, close: () => db.close(), endDatabase: async () => undefined };
};

/** Listens in this process, or starts API processes. */
const startApi = async (parts: Parameters<CreateService>[0], createService: CreateService) => {
  if (parts.config.workers > 1) return startApiProcesses(parts.config, parts.log);
  const service = createService(parts);
  return { address: await service.listen(), stop: () => service.stop() };
};

/** Starts the mails about expiring tokens, if a mail server is configured. @returns also the mail about an archive */
const startTelling = ({ config, log }: Pick<Parameters<CreateService>[0], 'config' | 'log'>, db: Database) => {
  const failed = (message: string) => (error: unknown) => log('error', message, { cause: reasonOf(error) });
  const mail = createMail(config, failed('A mail could not be sent'));
  const page = config.publicUrl && new URL(config.publicUrl).origin;
  if (!mail) return null;
  const expiry = startExpiryMails({ db, mail, page }, failed('Mails about expiring tokens could not be sent'));
  return { stop: () => expiry.stop(), archived: mailArchive(db, mail, page && `${page}/settings/organisation`) };
};

/** Serves requests, delivers webhooks and sends mails until stopped; running work is finished. */
const serveUntil = async (
  stopped: Promise<void>,
  parts: Omit<Parameters<CreateService>[0], 'db'>,
  { store, archive }: { readonly store: Store; readonly archive: BackupRunner | null },
  createService: CreateService,
): Promise<void> => {
  const { config, log, metrics, traces } = parts;
  if (store.fresh) await requirePort(config);
  const loadDemo = () => withStep('Loading the sample data', () => createDemo(store.db, config), { log });
  const demo = store.fresh ? await loadDemo() : null;
  await repeatLostErasures(store.db, config, log);
  let api: Awaited<ReturnType<typeof startApi>>;
  try {
    api = await startApi({ ...parts, db: store.db }, createService);
  } catch (error) {
    // The next start finds the organisation and prints none of this.
    if (demo) process.stdout.write(demoAnnouncement(settingsUrl(config), demo));
    throw listenError(config, error);
  }
  process.stdout.write(`The service listens on ${api.address}\n${demo ? demoAnnouncement(api.address, demo) : ''}`);
  const teller = startTelling(parts, store.db);
  const told = teller ? { archived: teller.archived } : {};
  const jobs = startBackgroundJobs(store.db, { config, log, metrics, traces, ...told });
  const archiving = startBackupScheduler(archive, config, log, metrics);
  const lost = await Promise.race([stopped, ...(store.lost ? [store.lost] : [])]);
  try {
    await api.stop();
  } finally {
    // A hanging job is ended with the process.
    await Promise.all([jobs.stop(), teller?.stop()]);
    await archiving.stop();
  }
  if (lost) throw lost;
};

/**
 * Resolves when the service was asked to stop and has stopped.
 * @param npmScript the script of npm that started it, if one did
 */
export const serve = async (config: Config, createService: CreateService, npmScript?: string): Promise<void> => {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`);
  const logs = withOutages(createLogs(config.logLevel));
  const { log, accessLog } = logs;
  if (isApiProcess()) return serveAsApiProcess(config, createService, logs);
  assertConfig(config);
  for (const cause of exposedSecretFiles(config)) log('error', 'A file of secrets can be read by others', { cause });
  const stopped = stopSignal(npmScript);
  const metrics = createMetrics();
  const traces = await createTracingFor(config, log);
  const archive = backupRunnerOf(config);
  const statementLog = config.logLevel === 'debug' ? new StatementLog(log) : null;
  const open = config.databaseUrl ? openForeign : openEmbedded;
  const store = await open(config, log, { metrics, traces, statementLog });
  logs.watchDatabase(() => store.db.read(sql`select 1`));
  void exitAfterTimeout(stopped, config, log, store.endDatabase);
  try {
    gaugeOutbox(metrics, store.db, config);
    const port = await openMetricsPort(config, metrics);
    try {
      await serveUntil(
        stopped,
        { config, statementLog, log, accessLog, metrics, traces },
        { store, archive },
        createService,
      );
    } finally {
      await port.stop();
    }
  } finally {
    await store.close();
    await traces?.stop();
  }
};

/**
 * npm repeats a signal that a terminal or a supervisor has already sent to every process: within this time it counts
 * as the same one.
 */
const SAME_SIGNAL_MS = 1000;

/** Resolves at the first stop signal, or when npm has ended; a second signal ends the process at once. */
const stopSignal = (npmScript: string | undefined): Promise<void> =>
  new Promise((resolve) => {
    let first: number | undefined;
    for (const signal of STOPS) {
      process.on(signal, () => {
        first ??= performance.now();
        if (performance.now() - first > SAME_SIGNAL_MS) process.exit(130);
        resolve();
      });
    }
    watchNpmParent(npmScript, resolve);
  });
