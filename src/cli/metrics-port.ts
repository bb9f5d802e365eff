/**
 * `GET /metrics` for Prometheus, on a port of its own: the numbers of all processes of this machine. Counts of several
 * processes are added up; what Node.js says of itself carries the process as a label.
 */
import cluster, { type Worker } from 'node:cluster';
import { createServer, type Server } from 'node:http';
import type { Config } from '../config.ts';
import { type Metrics, readMetrics } from '../metrics.ts';
import type { Stoppable } from '../rounds.ts';
import { Refusal } from './refusal.ts';

/** A process that does not say its numbers in time is left out. */
const LATE_MS = 1000;

/** What the first process asks an API process, and what that answers. */
interface Asked {
  readonly metrics: number;
}
interface Told extends Asked {
  readonly readings: readonly object[];
}

/** Reads this process's numbers, those of Node.js included; the library is loaded where they are wanted. */
const reader = async (metrics: Metrics, name: string): Promise<() => Promise<readonly object[]>> => {
  const { collectDefaultMetrics, Registry } = await import('prom-client');
  const node = new Registry();
  collectDefaultMetrics({ register: node, labels: { process: name } });
  return async () => [...(await readMetrics(metrics)), ...(await node.getMetricsAsJSON())];
};

/** In an API process: answers the first process. */
export const tellMetrics = async (config: Config, metrics: Metrics): Promise<void> => {
  if (!config.metricsPort) return;
  const read = await reader(metrics, `api-${cluster.worker?.id}`);
  process.on('message', async ({ metrics: id }: Partial<Asked>) => {
    if (id === undefined) return;
    const readings = await read();
    if (process.connected) process.send?.({ metrics: id, readings } satisfies Told);
  });
};

let questions = 0;

/** Asks an API process. @returns nothing where it does not answer in time */
const ask = (worker: Worker): Promise<readonly object[]> =>
  new Promise((resolve) => {
    questions += 1;
    const id = questions;
    const end = (readings: readonly object[]): void => {
      clearTimeout(late);
      worker.off('message', hear);
      resolve(readings);
    };
    const hear = (told: Partial<Told>): void => {
      if (told.metrics === id) end(told.readings ?? []);
    };
    const late = setTimeout(() => end([]), LATE_MS);
    worker.on('message', hear);
    if (worker.isConnected()) worker.send({ metrics: id } satisfies Asked);
    else end([]);
  });

/** Listens. @throws Refusal where the port cannot be used */
const listen = (server: Server, { metricsPort, metricsHost }: Config): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', ({ message }) =>
      reject(new Refusal('metrics_port', `METRICS_PORT ${metricsPort} on ${metricsHost} cannot be used: ${message}`)),
    );
    server.listen({ port: metricsPort ?? 0, host: metricsHost }, resolve);
  });

/** Opens the port where METRICS_PORT is set. @throws Refusal where it cannot be used */
export const openMetricsPort = async (config: Config, metrics: Metrics): Promise<Stoppable> => {
  if (!config.metricsPort) return { stop: async () => undefined };
  const read = await reader(metrics, 'main');
  const { AggregatorRegistry, Registry } = await import('prom-client');
  const text = async (): Promise<string> => {
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    const all = await Promise.all([read(), ...workers.map(ask)]);
    return AggregatorRegistry.aggregate(all).metrics();
  };
  const server = createServer((request, response) => {
    const asked = request.url?.split('?')[0] === '/metrics';
    if (!asked || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response.writeHead(asked ? 405 : 404).end();
      return;
    }
    text().then(
      (body) => response.writeHead(200, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE }).end(body),
      (error: Error) => response.writeHead(500).end(`${error.message}\n`),
    );
  });
  await listen(server, config);
  return {
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
};
