/** `broker-crm serve`: start, announce, and stop cleanly. */

import { createServer } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import type { Archive } from '../backup/archive.ts';
import { prepareWalArchive } from '../backup/wal-archive.ts';
import type { Config } from '../config.ts';
import { connect } from '../db/cluster.ts';
import type { Database } from '../db/database.ts';
import { type EmbeddedServer, startEmbedded } from '../db/embedded.ts';
import { REPORTS, SERVICE } from '../db/embedded-access.ts';
import { STOPS } from '../db/ended-by-signals.ts';
import { migrate } from '../db/migrate.ts';
import { reasonOf } from '../errors.ts';
import { createMetrics, type Metrics } from '../metrics.ts';
import { keepSettling } from '../operations/organisation/settle-settings.ts';
import { keepPacked } from '../operations/search/keep-packed.ts';
import { createMail } from '../settings/mail.ts';
import { keepTelling } from '../settings/tell-expiry.ts';
import { addressRule } from '../webhooks/public-address.ts';
import { createSender } from '../webhooks/send.ts';
import { startWorker } from '../webhooks/worker.ts';
import { archiveOf, startArchiving } from './archiving.ts';
import { foreignDatabase, lockOf, Refusal } from './context.ts';
import { createDemo, type Demo, progressOf } from './create-demo.ts';
import { endLate } from './end-late.ts';
import { keepTidy } from './keep-tidy.ts';
import { createLogs, type Log } from './log.ts';
import { openMetricsPort } from './metrics-port.ts';
import { watchNpm } from './npm-script.ts';
import { pageAddress } from './page-address.ts';
import { type CreateService, isApiProcess, serveAsApiProcess, startApiProcesses } from './processes.ts';
import { forgetRestore } from './restored.ts';
import { exposedSecretFiles } from './secret-files.ts';
import { keysFor, type SecretKeys, secretTables, unlock } from './secret-keys.ts';
import { requireStartable } from './startable.ts';
import { tracesFor } from './traces-for.ts';
import { watchFolder } from './watch-folder.ts';
import { watchOutbox } from './watched.ts';

interface Store {
  readonly db: Database;
  /** It is ours, and nobody has used it yet. */
  readonly fresh: boolean;
  close(): Promise<void>;
  /** Ends the database that is ours, whoever waits for it. */
  endDatabase(): Promise<void>;
  /** Resolves with the reason where the database that is ours died and cannot be started again. */
  readonly lost?: Promise<Error>;
}

/**
 * How far the heap may grow from one collection to the next, in percent of what lives. Left to itself, V8 collects after
 * each 8 MB that pass through the service, which costs more than what it does with them (docs/performance.md, Files).
 */
const HEAP_GROWTH = 200;

/** Connections of the first process and of commands, and those that each API process may open. */
const CONNECTIONS = 60;
const CONNECTIONS_OF_PROCESS = 26;

/** Says why a start takes minutes: an upgrade of a large database. */
const logSlow =
  (log: Log) =>
  (migration: string): void =>
    log('info', 'The database is brought to this version', { migration });

/** The migrated database, with its secrets readable. @throws Refusal where their key is missing or wrong */
const openMigrated = async (
  server: EmbeddedServer,
  keys: SecretKeys,
  log: Log,
  metrics: Metrics,
): Promise<Database> => {
  await migrate(server.connection, { grantTo: SERVICE, reportsTo: REPORTS, slow: logSlow(log) });
  const db = connect({ connection: server.service, keyRing: keys.keyRing, metrics });
  try {
    if (await unlock(db, keys)) await server.forgetOverwritten(secretTables);
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
};

/** The database, and whether nobody has used it yet; what a killed first start left of its demo is removed. */
const openDatabase = async (
  server: EmbeddedServer,
  config: Config,
  log: Log,
  metrics: Metrics,
): Promise<Pick<Store, 'db' | 'fresh'>> => {
  const keys = keysFor(config);
  const db = await openMigrated(server, keys, log, metrics);
  const progress = await progressOf(db);
  if (progress !== 'unfinished') return { db, fresh: progress === 'unused' };
  await db.close();
  await server.renew();
  return { db: await openMigrated(server, keys, log, metrics), fresh: true };
};

const openEmbedded = async (config: Config, log: Log, metrics: Metrics): Promise<Store> => {
  const lock = await lockFor(config);
  try {
    await forgetRestore(config.dataDir);
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
    const { db, fresh } = await openDatabase(server, config, log, metrics).catch(async (error: unknown) => {
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
      throw new Refusal(
        'already_running',
        `Process ${lock.pid} runs on ${config.dataDir} already; stop it or set another DATA_DIR.`,
      );
    }
    await new Promise((done) => setTimeout(done, 100));
  }
};

const openForeign = async (config: Config, log: Log, metrics: Metrics): Promise<Store> => {
  const keys = keysFor(config);
  const connection = await foreignDatabase(config.databaseUrl, { slow: logSlow(log) });
  const db = connect({ connection, keyRing: keys.keyRing, metrics });
  try {
    await unlock(db, keys);
  } catch (error) {
    await db.close();
    throw error;
  }
  return { db, fresh: false, close: () => db.close(), endDatabase: async () => undefined };
};

/** What a newcomer needs, printed once. */
const welcome = (address: string, { token, email, password }: Demo): string =>
  `\nA demo organisation with sample data was made. This is shown once:\n\n` +
  `  API        ${address}/v3/\n` +
  `  Try        curl -H "Authorization: Bearer ${token}" "${address}/v3/customers?limit=2"\n` +
  `  Reference  ${address}/reference\n` +
  `  Settings   ${address}/   sign in as ${email} with the password ${password}\n\n`;

const listenError = (config: Config, error: unknown): unknown => {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return new Refusal(
      'port',
      `PORT ${config.port} on ${config.host} is in use; stop what uses it or set another PORT.`,
    );
  if (code === 'EACCES')
    return new Refusal('port', `PORT ${config.port} may not be used by this account; set a PORT above 1023.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new Refusal('host', `HOST ${config.host} is no address of this machine.`);
  return error;
};

/** @throws Refusal where the service could not listen: what is shown once is made by the start that can show it */
const requirePort = (config: Config): Promise<void> =>
  new Promise((resolve, reject) => {
    const tried = createServer((socket) => socket.destroy());
    tried.once('error', (error) => reject(listenError(config, error)));
    tried.listen({ host: config.host, port: config.port }, () => tried.close(() => resolve()));
  });

/** Listens in this process, or in processes of its own. */
const startApi = async (parts: Parameters<CreateService>[0], createService: CreateService) => {
  if (parts.config.workers > 1) return startApiProcesses(parts.config, parts.log);
  const service = createService(parts);
  return { address: await service.listen(), stop: () => service.stop() };
};

/** Mails before tokens end, where a mail server is configured. */
const startTelling = ({ config, log }: Pick<Parameters<CreateService>[0], 'config' | 'log'>, db: Database) => {
  const failed = (message: string) => (error: unknown) => log('error', message, { cause: reasonOf(error) });
  const mail = createMail(config, failed('A mail could not be sent'));
  const page = config.publicUrl && new URL(config.publicUrl).origin;
  return mail && keepTelling({ db, mail, page }, failed('Nobody could be told of tokens that end soon'));
};

/** Answers, delivers, packs and warns until it is asked to stop; what is under way is finished then. */
const serveUntil = async (
  stopped: Promise<void>,
  parts: Omit<Parameters<CreateService>[0], 'db'>,
  { store, archive }: { readonly store: Store; readonly archive: Archive | null },
  createService: CreateService,
): Promise<void> => {
  const { config, log, metrics, traces } = parts;
  if (store.fresh) await requirePort(config);
  const demo = store.fresh ? await createDemo(store.db, config) : null;
  let api: Awaited<ReturnType<typeof startApi>>;
  try {
    api = await startApi({ ...parts, db: store.db }, createService);
  } catch (error) {
    // The next start finds the organisation and prints nothing of this.
    if (demo) process.stdout.write(welcome(pageAddress(config), demo));
    throw listenError(config, error);
  }
  process.stdout.write(`The service listens on ${api.address}\n${demo ? welcome(api.address, demo) : ''}`);
  const sender = createSender(addressRule(config.webhookAllowedNetworks));
  const worker = startWorker(store.db, sender, log, Date.now, metrics, traces);
  const failed = (message: string) => (error: Error) => log('error', message, { cause: reasonOf(error) });
  const packer = keepPacked(store.db, failed('Search entries could not be packed'), undefined, undefined, metrics);
  const settling = keepSettling(store.db, failed('What a change of settings leaves to be done could not be done'));
  const teller = startTelling(parts, store.db);
  const folder = watchFolder(store.db, config, log);
  const tidy = keepTidy(config, log);
  const archiving = startArchiving(archive, config, log, metrics);
  const lost = await Promise.race([stopped, ...(store.lost ? [store.lost] : [])]);
  try {
    await api.stop();
  } finally {
    // Whatever does not end well: a process that was asked to stop is gone then.
    await Promise.all([worker.stop(), packer.stop(), settling.stop(), teller?.stop(), folder.stop(), tidy.stop()]);
    await archiving.stop();
    await sender.close();
  }
  if (lost) throw lost;
};

/**
 * Resolves when the service was asked to stop and has stopped.
 * @param npmScript the script of npm that started it, if one did
 */
export const serve = async (config: Config, createService: CreateService, npmScript?: string): Promise<void> => {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`);
  const { log, accessLog } = createLogs(config.logLevel);
  if (isApiProcess()) return serveAsApiProcess(config, createService, { log, accessLog });
  requireStartable(config);
  for (const cause of exposedSecretFiles(config)) log('error', 'A file of secrets can be read by others', { cause });
  const stopped = stopSignal(npmScript);
  const metrics = createMetrics();
  const traces = await tracesFor(config, log);
  const archive = archiveOf(config);
  const store = config.databaseUrl ? await openForeign(config, log, metrics) : await openEmbedded(config, log, metrics);
  void endLate(stopped, config, log, store.endDatabase);
  try {
    watchOutbox(metrics, store.db, config);
    const port = await openMetricsPort(config, metrics);
    try {
      await serveUntil(stopped, { config, log, accessLog, metrics, traces }, { store, archive }, createService);
    } finally {
      await port.stop();
    }
  } finally {
    await store.close();
    await traces?.stop();
  }
};

/**
 * npm passes on a signal that a terminal or a supervisor has already sent to every process: within this time it is the
 * same one.
 */
const SAME_SIGNAL_MS = 1000;

/** Settles at the first of these signals, or when npm is gone; the second one ends the process at once. */
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
    watchNpm(npmScript, resolve);
  });
