/**
 * Several API processes on one port (setting WORKERS), for machines with more than two cores. The first process keeps
 * the database and delivers webhooks; the others answer. They share nothing but the database, like hosts of a cluster.
 */
import cluster, { type Worker } from 'node:cluster';
import type { Config } from '../../config/config.ts';
import { connect } from '../../db/citus/shard-router.ts';
import type { Database } from '../../db/database.ts';
import { SERVICE } from '../../db/embedded/embedded-roles.ts';
import { embeddedConnection } from '../../db/embedded/embedded-server.ts';
import { STOPS } from '../../db/embedded/signal-handlers.ts';
import { StatementLog } from '../../db/statement-logging.ts';
import { sql } from '../../sql/sql.ts';
import type { AccessLog } from '../../telemetry/access-log.ts';
import type { Log } from '../../telemetry/logger.ts';
import { createMetrics, type Metrics } from '../../telemetry/metrics.ts';
import type { OutageLogs } from '../../telemetry/outage-log.ts';
import type { Traces } from '../../telemetry/tracing.ts';
import { keysFor } from '../context/secret-keys.ts';
import { createTracingFor } from './create-tracing.ts';
import { logMetricsAddress } from './metrics-port.ts';

/** Composes a service. `http` implements it, which this layer does not import. */
export type CreateService = (parts: {
  readonly config: Config;
  readonly db: Database;
  readonly log: Log;
  readonly statementLog?: StatementLog | null | undefined;
  readonly metrics: Metrics;
  readonly accessLog?: AccessLog | undefined;
  readonly traces?: Traces | null | undefined;
}) => {
  listen(): Promise<string>;
  stop(): Promise<void>;
};

/** Message of an API process to the first one. */
type Message = { readonly address: string } | { readonly refused: { code?: string; message: string } };

/** A process that died is started again after this. */
const AGAIN_MS = 1000;
/** Longer than a process takes to finish its requests. */
const LATE_MS = 15_000;

/** Whether this is one of the API processes. */
export const isApiProcess = (): boolean => cluster.isWorker;

/** Serves requests until the first process stops it or ends. */
export const serveAsApiProcess = async (
  config: Config,
  createService: CreateService,
  { log, accessLog, watchDatabase }: OutageLogs,
): Promise<void> => {
  const connection = config.databaseUrl
    ? { connectionString: config.databaseUrl }
    : await embeddedConnection(config.dataDir, SERVICE);
  const metrics = createMetrics();
  await logMetricsAddress(config, metrics);
  const stopAsked = new Promise<void>((resolve) => {
    process.once('disconnect', resolve);
    for (const signal of STOPS) process.on(signal, () => resolve());
  });
  const traces = await createTracingFor(config, log);
  const statementLog = config.logLevel === 'debug' ? new StatementLog(log) : null;
  const db = connect({ connection, keyRing: keysFor(config).keyRing, metrics, traces, statementLog });
  watchDatabase(() => db.read(sql`select 1`));
  const service = createService({ config, db, statementLog, log, metrics, accessLog, traces });
  try {
    const address = await service.listen();
    process.send?.({ address } satisfies Message);
    await stopAsked;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    process.send?.({ refused: { code, message } } satisfies Message);
  } finally {
    await service.stop();
    await db.close();
    await traces?.stop();
    cluster.worker?.disconnect();
  }
};

/** Resolves with the address once a process listens. @throws the reason why it cannot */
const listening = (worker: Worker): Promise<string> =>
  new Promise((resolve, reject) => {
    worker.once('message', (message: Message) => {
      if ('address' in message) resolve(message.address);
      else reject(Object.assign(new Error(message.refused.message), { code: message.refused.code }));
    });
    worker.once('exit', (code) => reject(new Error(`An API process ended with ${code} before it listened.`)));
  });

const ended = (worker: Worker, drainSeconds: number): Promise<void> =>
  new Promise((resolve) => {
    const late = setTimeout(() => worker.process.kill('SIGKILL'), drainSeconds * 1000 + LATE_MS);
    worker.once('exit', () => {
      clearTimeout(late);
      resolve();
    });
    worker.process.kill('SIGTERM');
  });

/**
 * Starts API processes and keeps them running.
 * @throws the error of a process that cannot listen
 */
export const startApiProcesses = async (
  { workers: count, drainSeconds }: Pick<Config, 'workers' | 'drainSeconds'>,
  log: Log,
): Promise<{ readonly address: string; stop(): Promise<void> }> => {
  // Each process accepts connections itself: none can be sent to a process that has just died.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  let stopping = false;
  const keep = (worker: Worker): void => {
    worker.on('exit', (code, signal) => {
      if (stopping) return;
      log('error', 'An API process ended and is started again', { code, signal });
      setTimeout(() => {
        if (!stopping) keep(cluster.fork());
      }, AGAIN_MS);
    });
  };
  const workers = Array.from({ length: count }, () => cluster.fork());
  const stop = async (): Promise<void> => {
    stopping = true;
    await Promise.all(
      Object.values(cluster.workers ?? {}).flatMap((worker) => (worker ? [ended(worker, drainSeconds)] : [])),
    );
  };
  try {
    const [address = ''] = await Promise.all(workers.map(listening));
    workers.forEach(keep);
    return { address, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
