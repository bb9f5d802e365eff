/**
 * `GET /metrics` for Prometheus, on a separate port: the metrics of all processes of this machine. Counters of
 * several processes are summed; metrics of Node.js carry the process as a label.
 */
import cluster, { type Worker } from 'node:cluster';
import { createServer, type Server } from 'node:http';
import type { Stoppable } from '../../concurrency/background-loop.ts';
import type { Config } from '../../config/config.ts';
import { type Metrics, readMetrics } from '../../telemetry/metrics.ts';
import { CliError } from '../terminal/cli-error.ts';

/** A process that does not say its numbers in time is left out. */
const LATE_MS = 1000;

/** Request of the first process to an API process, and its response. */
interface Asked {
  readonly metrics: number;
}
interface MetricsReport extends Asked {
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
export const logMetricsAddress = async (config: Config, metrics: Metrics): Promise<void> => {
  if (!config.metricsPort) return;
  const read = await reader(metrics, `api-${cluster.worker?.id}`);
  process.on('message', async ({ metrics: id }: Partial<Asked>) => {
    if (id === undefined) return;
    const readings = await read();
    if (process.connected) process.send?.({ metrics: id, readings } satisfies MetricsReport);
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
    const hear = (message: Partial<MetricsReport>): void => {
      if (message.metrics === id) end(message.readings ?? []);
    };
    const late = setTimeout(() => end([]), LATE_MS);
    worker.on('message', hear);
    if (worker.isConnected()) worker.send({ metrics: id } satisfies Asked);
    else end([]);
  });

/** Listens. @throws CliError where the port cannot be used */
const listen = (server: Server, { metricsPort, metricsHost }: Config): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', ({ message }) =>
      reject(new CliError('metrics_port', `METRICS_PORT ${metricsPort} on ${metricsHost} cannot be used: ${message}`)),
    );
    server.listen({ port: metricsPort ?? 0, host: metricsHost }, resolve);
  });

/** Opens the port where METRICS_PORT is set. @throws CliError where it cannot be used */
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
