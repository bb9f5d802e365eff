/**
 * Several API processes on one port (setting WORKERS), for machines with more than two cores. The first process keeps
 * the database and delivers webhooks; the others answer. They share nothing but the database, like hosts of a cluster.
 */
import cluster, { type Worker } from 'node:cluster';
import type { AccessLog } from '../access-log.ts';
import type { Config } from '../config.ts';
import { connect } from '../db/cluster.ts';
import type { Database } from '../db/database.ts';
import { embeddedConnection } from '../db/embedded.ts';
import { SERVICE } from '../db/embedded-access.ts';
import { STOPS } from '../db/ended-by-signals.ts';
import { createMetrics, type Metrics } from '../metrics.ts';
import type { Traces } from '../traces.ts';
import type { Log, Logs } from './log.ts';
import { tellMetrics } from './metrics-port.ts';
import { keysFor } from './secret-keys.ts';
import { tracesFor } from './traces-for.ts';

/** Puts a service together. The room `http` does that, and this room does not know it. */
export type CreateService = (parts: {
  readonly config: Config;
  readonly db: Database;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly accessLog?: AccessLog | undefined;
  readonly traces?: Traces | null | undefined;
}) => {
  listen(): Promise<string>;
  stop(): Promise<void>;
};

/** What an API process tells the first one. */
type Message = { readonly address: string } | { readonly refused: { code?: string; message: string } };

/** A process that died is started again after this. */
const AGAIN_MS = 1000;
/** Longer than a process takes to finish its requests. */
const LATE_MS = 15_000;

/** Whether this is one of the API processes. */
export const isApiProcess = (): boolean => cluster.isWorker;

/** Answers requests until the first process stops it or is gone. */
export const serveAsApiProcess = async (
  config: Config,
  createService: CreateService,
  { log, accessLog }: Logs,
): Promise<void> => {
  const connection = config.databaseUrl
    ? { connectionString: config.databaseUrl }
    : await embeddedConnection(config.dataDir, SERVICE);
  const metrics = createMetrics();
  await tellMetrics(config, metrics);
  const db = connect({ connection, keyRing: keysFor(config).keyRing, metrics });
  const stopAsked = new Promise<void>((resolve) => {
    process.once('disconnect', resolve);
    for (const signal of STOPS) process.on(signal, () => resolve());
  });
  const traces = await tracesFor(config, log);
  const service = createService({ config, db, log, metrics, accessLog, traces });
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

/** Resolves with the address once a process listens. @throws what it could not listen for */
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
  // Each process accepts by itself: none hands a connection to one that has just died.
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
