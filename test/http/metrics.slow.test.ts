/** The metrics of the service (docs/operating.md). */
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { connect } from '../../src/db/citus/shard-router.ts';
import type { Database } from '../../src/db/database.ts';
import { createService, type Service } from '../../src/http/service.ts';
import { type Sql, sql } from '../../src/sql/sql.ts';
import type { Reading } from '../../src/telemetry/metric-families.ts';
import { createMetrics, metricsTable, readMetrics } from '../../src/telemetry/metrics.ts';
import { readOutbox } from '../../src/webhooks/delivery/outbox-size.ts';
import { type Client, type Organisation, startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

let tests: TestService;
let organisation: Organisation;
let client: Client;
let folder: string;
const metrics = createMetrics();
let db: Database;
let service: Service;
let address: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'metrics-'));
  tests = await startTestService();
  organisation = await tests.organisation();
  client = await organisation.client();
  const config = readConfig({ PORT: '0', DATA_DIR: folder });
  const keyRing = tests.db.keyRing;
  db = connect({ connection: tests.serviceConnection, keyRing, metrics });
  service = createService({ config, db, log: () => undefined, metrics });
  await service.listen();
  address = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await service.stop();
  await db.close();
  await tests.stop();
  await rm(folder, { recursive: true, force: true });
});

const ask = async (method: string, path: string, body?: unknown, token = client.token): Promise<number> => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${address}${path}`, {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
  });
  await answer.arrayBuffer();
  return answer.status;
};

const read = async (name: string): Promise<Reading> => {
  const found = (await readMetrics(metrics)).find((reading) => reading.name === `broker_crm_${name}`);
  if (!found) throw new Error(`no metric ${name}`);
  return found;
};

/** The value with these labels, 0 if it is missing. */
const numberOf = async (name: string, labels: Record<string, string | number> = {}, part?: string): Promise<number> => {
  const { values } = await read(name);
  const fits = (one: Readonly<Partial<Record<string, string | number>>>) =>
    Object.entries(labels).every(([label, value]) => String(one[label]) === String(value));
  return values.find((one) => fits(one.labels) && one.metricName?.endsWith(part ?? '') !== false)?.value ?? 0;
};

/** How much a number grows while something happens. */
const growth = async (work: () => Promise<unknown>, ...of: Parameters<typeof numberOf>): Promise<number> => {
  const before = await numberOf(...of);
  await work();
  // A request is over a moment after its caller has the answer.
  await expect.poll(() => numberOf('http_requests_under_way')).toBe(0);
  return (await numberOf(...of)) - before;
};

describe('metrics of requests', () => {
  test('have route pattern, method and status as labels, and the duration', async () => {
    const labels = { method: 'GET', route: '/v3/customers/{id}' };
    const gets = () => Promise.all([ask('GET', '/v3/customers/1'), ask('GET', '/v3/customers/2')]);
    expect(await growth(gets, 'http_requests_total', { ...labels, status: 404 })).toBe(2);
    expect(await growth(gets, 'http_request_duration_seconds', labels, '_count')).toBe(2);
    expect(await growth(gets, 'http_request_duration_seconds', { ...labels, le: '+Inf' })).toBe(2);
    expect(await numberOf('http_request_duration_seconds', labels, '_sum')).toBeGreaterThan(0);
    expect(await numberOf('http_requests_under_way')).toBe(0);
  });

  test('have no label values from the request', async () => {
    const count = async () => (await read('http_requests_total')).values.length;
    await ask('GET', '/v3/nowhere41');
    await ask('REPORT', '/v3/nowhere41');
    const before = await count();
    for (const path of ['/v3/nowhere42', '/v3/customers/1/nowhere4', '/nowhere4', '/assets/x.js', '/v3/x%20y'])
      await ask('GET', path);
    for (const method of ['SEARCH', 'LOCK', 'COPY']) await ask(method, '/v3/nowhere42');
    expect((await count()) - before).toBeLessThanOrEqual(2);
    const text = JSON.stringify(await readMetrics(metrics));
    for (const secret of [client.token, 'nowhere4', organisation.login.email]) expect(text).not.toContain(secret);
  });

  test('count errors by code: rate limit, authentication', async () => {
    const budget = await (await tests.organisation({ api_requests_per_minute: 1 })).client();
    const twice = async () => {
      for (let i = 0; i < 3; i += 1) await ask('GET', '/v3/customers', undefined, budget.token);
    };
    expect(await growth(twice, 'errors_total', { code: 'rate_limit_exceeded' })).toBeGreaterThan(0);
    const wrong = () => ask('GET', '/v3/customers', undefined, 'wrong');
    expect(await growth(wrong, 'errors_total', { code: 'invalid_token' })).toBe(1);
  });
});

test('the gauge of unread bytes has a large response until its client has read it', async () => {
  const texts = Array.from({ length: 100 }, () => ({ name: 'Lang', kommentar: 'k'.repeat(65_000) }));
  for (let i = 0; i < 2; i += 1) await ask('POST', '/v3/customers', texts);
  const sent = new AbortController();
  const headers = { authorization: `Bearer ${client.token}`, 'accept-encoding': 'identity' };
  const answer = await fetch(`${address}/v3/customers?limit=1000`, { headers, signal: sent.signal });
  expect(await numberOf('http_unread_bytes')).toBe(Number(answer.headers.get('content-length')));
  sent.abort();
  await until(async () => (await numberOf('http_unread_bytes')) === 0);
});

test('metrics of the database: durations, statements, connections', async () => {
  const create = () => ask('POST', '/v3/customers', { name: 'Muster' });
  expect(await growth(create, 'database_duration_seconds', { kind: 'transaction' }, '_count')).toBeGreaterThan(0);
  expect(await growth(create, 'database_statements_total')).toBeGreaterThan(2);
  const get = () => ask('GET', '/v3/customers/1');
  expect(await growth(get, 'database_duration_seconds', { kind: 'read' }, '_count')).toBeGreaterThan(0);
  const waits = db.transaction(async (tx) => {
    await tx.run(sql`select 1`);
    return numberOf('database_connections', { pool: 'writes', state: 'busy' });
  });
  expect(await waits).toBeGreaterThan(0);
  expect(await numberOf('database_connections', { pool: 'reads', state: 'idle' })).toBeGreaterThan(0);
  expect((await read('database_waiting')).values).toHaveLength(4);
});

test('the readiness gauge has a value for each check', async () => {
  expect((await read('ready')).values.map(({ labels, value }) => [labels.check, value])).toEqual([
    ['database', 1],
    ['schema', 1],
    ['files', 1],
  ]);
});

test('uploads are counted, with their bytes', async () => {
  const { kid } = (await client.post('/v3/customers', { name: 'Akte' })).body;
  const upload = () =>
    ask('POST', `/v3/customers/${kid}/documents`, { base64: Buffer.from('Inhalt').toString('base64'), name: 'a.txt' });
  expect(await growth(upload, 'upload_bytes_total')).toBe(6);
  expect(await growth(upload, 'uploads_total', { outcome: 'stored' })).toBe(1);
});

test('the outbox gauges: pending deliveries and the age of the oldest due one', async () => {
  const now = Date.now();
  expect(await readOutbox(tests.db, now)).toEqual({ deliveries: 0, oldestDueSeconds: 0 });
  const { orgId } = organisation;
  const run = (statement: Sql) => tests.db.transaction((tx) => tx.run(statement));
  await run(sql`insert into webhook (org_id, id, url, secret, active)
    values (${orgId}, 77, 'https://example.com', 's', true)`);
  const delivery = (count: number, secondsAgo: number, state: string) =>
    run(sql`insert into webhook_delivery (org_id, webhook_id, request_id, event_name, event_at, payload, state, next_attempt_at)
      select ${orgId}, 77, gen_random_uuid(), 'customers.insert', now(), '{}', ${state}, ${new Date(now - secondsAgo * 1000).toISOString()}
      from generate_series(1, ${count}::int)`);
  await delivery(2, 90, 'pending');
  await delivery(1, -600, 'pending');
  await delivery(5, 900, 'delivered');
  const found = await readOutbox(tests.db, now);
  expect(found.deliveries).toBe(3);
  expect(found.oldestDueSeconds).toBeCloseTo(90, 1);
  await delivery(1500, 10, 'pending');
  expect((await readOutbox(tests.db, now)).deliveries).toBe(1000);
  // A disabled webhook has no pending deliveries except manual resends.
  await run(sql`update webhook set active = false where org_id = ${orgId} and id = 77`);
  expect(await readOutbox(tests.db, now)).toEqual({ deliveries: 0, oldestDueSeconds: 0 });
  await run(sql`update webhook_delivery set resent = true
    where org_id = ${orgId} and webhook_id = 77 and next_attempt_at = ${new Date(now - 90_000).toISOString()}`);
  expect((await readOutbox(tests.db, now)).deliveries).toBe(2);
});

test('every metric has a help text and a name by the conventions of Prometheus', () => {
  for (const { name, help, type } of metricsTable) {
    expect(name).toMatch(/^broker_crm_[a-z_]+$/);
    expect(name.endsWith('_total')).toBe(type === 'counter');
    expect(help).toMatch(/^[A-Z].*\.$/);
  }
});
