/** Monitoring of failures: a probe, a metric and a log line, and then the recovery. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EmbeddedServer, startEmbedded } from '../../src/db/embedded/embedded-server.ts';
import { migrate } from '../../src/db/migrations/migrate.ts';
import { metricsTable } from '../../src/telemetry/metrics.ts';
import { makeFolder } from '../support/folder.ts';
import { databaseUrl } from '../support/postgres.ts';
import { freePort, type Running, runProgram, startProgram } from '../support/process.ts';

let folder: string;
let server: EmbeddedServer;
let metricsPort: number;
let running: Running;
let token: string;
let env: Record<string, string>;

const startDatabase = () => startEmbedded({ dataDir: join(folder, 'database'), durable: false });

beforeAll(async () => {
  folder = await makeFolder('watched');
  server = await startDatabase();
  await migrate(server.connection, { grantTo: server.service.user });
  metricsPort = await freePort();
  env = {
    DATABASE_URL: databaseUrl(server.service),
    DATA_DIR: join(folder, 'data'),
    PORT: '0',
    METRICS_PORT: String(metricsPort),
  };
  running = await startProgram(env);
  const made = async (...args: string[]) => JSON.parse((await runProgram([...args, '--json'], env)).stdout);
  const { org_id: org } = await made('org', 'create', '--name', 'Wache', '--admin-email', 'wache@example.com');
  ({ token } = await made('token', 'create', '--org', String(org), '--name', 'x', '--scopes', 'all'));
});
afterAll(async () => {
  await running.end('SIGTERM');
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const ask = async (path: string): Promise<{ status: number; text: string }> => {
  const answer = await fetch(`${running.address}${path}`, { headers: { authorization: `Bearer ${token}` } });
  return { status: answer.status, text: await answer.text() };
};
const metrics = async (): Promise<string> => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
/** A number of the metrics, by its whole name with labels. */
const numberOf = async (series: string): Promise<number> => {
  const line = (await metrics()).split('\n').find((one) => one.startsWith(`${series} `));
  return Number(line?.split(' ').at(-1) ?? Number.NaN);
};
const lines = (): Record<string, unknown>[] =>
  running.output.stderr
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));

test('the metrics port has every declared metric, and the API port none', async () => {
  await ask('/v3/customers');
  const text = await metrics();
  for (const { name, help, type } of metricsTable) {
    expect(text).toContain(`# HELP ${name} ${help}\n`);
    expect(text).toContain(`# TYPE ${name} ${type}\n`);
  }
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds\{process="main"\} /m);
  expect(text).toMatch(/^nodejs_heap_size_used_bytes\{process="main"\} /m);
  // On a busy machine it may not come in time, and is left out of a scrape.
  await expect.poll(() => numberOf('broker_crm_outbox_deliveries')).toBe(0);
  expect((await ask('/metrics')).status).toBe(404);
  expect((await fetch(`http://127.0.0.1:${metricsPort}/v3/customers`)).status).toBe(404);
});

test('each request is one line of the access log', async () => {
  await ask('/v3/customers/1');
  const found = () => lines().find(({ route }) => route === '/v3/customers/{id}');
  await expect.poll(found).toMatchObject({ msg: 'request', method: 'GET', status: 404, org_id: expect.any(Number) });
});

test('a stopped database is reported by the probe, a metric and one log line, and the service recovers', async () => {
  expect((await ask('/readyz')).status).toBe(200);
  expect(await numberOf('broker_crm_ready{check="database"}')).toBe(1);
  await server.stop();
  await expect.poll(async () => (await ask('/readyz')).status, { timeout: 5000 }).toBe(503);
  const { text } = await ask('/readyz');
  expect(JSON.parse(text)).toMatchObject({ ready: false, checks: { database: false, files: true } });
  expect((await ask('/livez')).status).toBe(200);
  expect((await ask('/v3/customers')).status).toBe(503);
  expect(await numberOf('broker_crm_ready{check="database"}')).toBe(0);
  expect(await numberOf('broker_crm_errors_total{code="service_unavailable"}')).toBeGreaterThan(0);
  const said = () => lines().filter(({ msg, check }) => msg === 'Not ready' && check === 'database');
  await expect.poll(said).toEqual([expect.objectContaining({ cause: expect.stringMatching(/\S/) })]);
  await delay(1500);
  server = await startDatabase();
  await expect.poll(async () => (await ask('/readyz')).status, { timeout: 15_000 }).toBe(200);
  expect(await numberOf('broker_crm_ready{check="database"}')).toBe(1);
  await expect.poll(async () => (await ask('/v3/customers')).status, { timeout: 15_000 }).toBe(200);
  await expect.poll(() => lines().filter(({ msg }) => msg === 'Ready again')).toHaveLength(1);
  expect(said()).toHaveLength(1);
});

describe('several API processes', () => {
  test('export all their metrics on one port', async () => {
    const port = await freePort();
    const several = await startProgram({ ...env, METRICS_PORT: String(port), WORKERS: '2', LOG_LEVEL: 'error' });
    try {
      const asks = Array.from({ length: 20 }, () =>
        fetch(`${several.address}/v3/customers`, {
          headers: { authorization: `Bearer ${token}`, connection: 'close' },
        }),
      );
      for (const answer of await Promise.all(asks)) expect(answer.status).toBe(200);
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      expect(text).toContain('broker_crm_http_requests_total{method="GET",route="/v3/customers",status="200"} 20\n');
      const processes = [...text.matchAll(/^nodejs_heap_size_used_bytes\{process="([\w-]+)"\}/gm)].map(
        ([, name]) => name,
      );
      expect(processes.sort()).toEqual(['api-1', 'api-2', 'main']);
    } finally {
      await several.end('SIGTERM');
    }
  });

  test('report a metrics port that is in use', async () => {
    const other = await runProgram(['serve'], { ...env, DATA_DIR: join(folder, 'other') });
    expect([other.code, other.stderr]).toEqual([
      1,
      expect.stringContaining(`METRICS_PORT ${metricsPort} on 127.0.0.1 cannot be used`),
    ]);
  });
});
