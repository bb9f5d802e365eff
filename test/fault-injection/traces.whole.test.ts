/**
 * Traces (docs/operating.md): spans reach a collector, traces of callers continue, and no call waits for the export.
 */
import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventNames } from '../../src/derive/events/event-names.ts';
import { registry } from '../../src/model/registry.ts';
import { raw } from '../../src/sql/sql.ts';
import * as admin from '../../src/webhooks/manage/manage-webhooks.ts';
import { addressRule } from '../../src/webhooks/public-address.ts';
import { createSender } from '../../src/webhooks/send.ts';
import { holdLock } from '../support/held-lock.ts';
import { startCollector } from '../support/otlp-collector.ts';
import { databaseUrl } from '../support/postgres.ts';
import { freePort, type Running, startProgram } from '../support/process.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { type Client, type Organisation, startTestService, type TestService } from '../support/service.ts';

const NETWORK = '127.0.0.0/8';

let service: TestService;
let receiver: Receiver;
let collector: Awaited<ReturnType<typeof startCollector>>;
let organisation: Organisation;
let client: Client;
let running: Running | null = null;

beforeAll(async () => {
  [receiver, service] = await Promise.all([startReceiver(), startTestService()]);
  organisation = await service.organisation({ webhook_deliveries_per_minute: 1_000_000 });
  client = await organisation.client();
  const reach = { allows: addressRule([NETWORK]), eventNames: eventNames(registry) };
  const sender = createSender(reach.allows);
  const wish = { url: receiver.url(), events: ['customers.insert'] };
  const { webhook_id: id } = await admin.createWebhook(service.db, reach, organisation.orgId, wish);
  await admin.testWebhook(service.db, sender, id);
  await admin.activateWebhook(service.db, id);
  await sender.close();
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
});
beforeEach(async () => {
  collector = await startCollector();
  receiver.received.length = 0;
});
afterEach(async () => {
  await running?.end('SIGTERM');
  running = null;
  await collector.stop();
});

const start = async (given: Readonly<Record<string, string>> = {}): Promise<void> => {
  running = await startProgram({
    DATABASE_URL: databaseUrl(service.connection),
    PORT: String(await freePort()),
    WEBHOOK_ALLOWED_NETWORKS: NETWORK,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    ...given,
  });
};
const create = (name: string, traceparent?: string, more: object = {}) =>
  fetch(`${running?.address}/v3/customers`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${client.token}`,
      'content-type': 'application/json',
      connection: 'close',
      ...(traceparent === undefined ? {} : { traceparent }),
    },
    body: JSON.stringify({ name, ...more }),
  });
const trace = () => ({ traceId: randomBytes(16).toString('hex'), spanId: randomBytes(8).toString('hex') });
/** The `traceparent` of the one delivery that there was. */
const delivered = async () => {
  await expect.poll(() => receiver.received.length).toBe(1);
  return String(receiver.received.pop()?.headers.traceparent ?? '');
};
const spansOf = (traceId: string) => collector.spans.filter((span) => span.traceId === traceId);

test("a request, its database work and its delivery are spans of the client's trace", async () => {
  await start({ OTEL_EXPORTER_OTLP_HEADERS: 'api-key=geheim%2C1,x=2' });
  // The first call of a process also reads who asks, and the settings of the organisation.
  await create('Vorher');
  await delivered();
  const { traceId, spanId } = trace();
  const answer = await create('Spur', `00-${traceId}-${spanId}-01`);
  expect(answer.status).toBe(201);
  const header = await delivered();
  const named = (name: string) => spansOf(traceId).filter((span) => span.name === name);
  await expect.poll(() => named('webhook delivery').length).toBe(1);
  await expect.poll(() => named('POST /v3/customers').length).toBe(1);
  const [[delivery], [call]] = [named('webhook delivery'), named('POST /v3/customers')];
  const work = spansOf(traceId).filter(({ name }) => name.startsWith('postgresql '));
  expect([call?.parentId, delivery?.parentId]).toEqual([spanId, call?.spanId]);
  expect(new Set(work.map(({ parentId }) => parentId))).toEqual(new Set([call?.spanId]));
  expect(header).toBe(`00-${traceId}-${delivery?.spanId}-01`);
  expect(call?.attributes).toEqual({
    'http.request.method': 'POST',
    'http.route': '/v3/customers',
    'http.response.status_code': 201,
    'broker_crm.request_id': answer.headers.get('x-request-id'),
    'broker_crm.org_id': organisation.orgId,
    'broker_crm.token_id': client.tokenId,
  });
  expect(delivery?.attributes).toMatchObject({
    'http.response.status_code': 200,
    'broker_crm.org_id': organisation.orgId,
  });
  expect(work.map(({ attributes }) => attributes)).toContainEqual({
    'db.system.name': 'postgresql',
    'db.operation.name': 'transaction',
  });
  expect(call?.resource['service.name']).toBe('broker-crm');
  expect(collector.calls[0]).toMatchObject({ path: '/v1/traces', headers: { 'api-key': 'geheim,1', x: '2' } });
  // Neither names of records nor secrets.
  expect(JSON.stringify(collector.spans)).not.toMatch(/Spur|Bearer|127\.0\.0\.1/);
});

test('a request without a valid traceparent gets a trace of its own', async () => {
  await start();
  const said: readonly (readonly [what: string, traceparent: string | undefined])[] = [
    ['no trace', undefined],
    ['nothing but noise', 'gestern'],
    ['a trace of zeros', `00-${'0'.repeat(32)}-${'1'.repeat(16)}-01`],
    ['a version that is none', `ff-${'1'.repeat(32)}-${'1'.repeat(16)}-01`],
    ['capitals', `00-${'A'.repeat(32)}-${'1'.repeat(16)}-01`],
    ['more than version 00 has', `00-${'1'.repeat(32)}-${'1'.repeat(16)}-01-00`],
    ['a very long one', `01-${'1'.repeat(32)}-${'1'.repeat(16)}-01-${'x'.repeat(2000)}`],
  ];
  const traces = new Set<string>();
  for (const [what, traceparent] of said) {
    expect((await create('Eigen', traceparent)).status, what).toBe(201);
    const header = await delivered();
    expect(header, what).toMatch(/^00-(?!1{32}|0{32})[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    traces.add(header.slice(3, 35));
  }
  expect(traces.size).toBe(said.length);
  const calls = () =>
    [...traces].filter((trace) =>
      spansOf(trace).some(({ name, parentId }) => !parentId && name === 'POST /v3/customers'),
    );
  await expect.poll(calls).toEqual([...traces]);
});

test('an unsampled trace is propagated and not recorded; a sample ratio of 0 records nothing', async () => {
  await start({ OTEL_TRACES_SAMPLER_ARG: '0' });
  const { traceId, spanId } = trace();
  await create('Still', `00-${traceId}-${spanId}-00`);
  expect(await delivered()).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`));
  await create('Auch still');
  expect(await delivered()).toMatch(/-00$/);
  await running?.end('SIGTERM');
  running = null;
  expect(collector.spans).toEqual([]);
});

test('a delivery by another process, after the receiving process was killed, belongs to the trace of the request', async () => {
  await start({ OTEL_EXPORTER_OTLP_ENDPOINT: '' });
  // Nothing gets a place in the minute: nothing is delivered.
  const release = await holdLock(service.db, raw('lock table webhook_budget in exclusive mode'));
  const { traceId, spanId } = trace();
  expect((await create('Überlebt', `00-${traceId}-${spanId}-01`)).status).toBe(201);
  await running?.end('SIGKILL');
  await release();
  expect(receiver.received).toEqual([]);
  await start();
  const header = await delivered();
  expect(header).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`));
  await expect
    .poll(() => spansOf(traceId).map(({ name, parentId }) => [name, parentId]))
    .toEqual([['webhook delivery', spanId]]);
});

test('with several API processes the delivering one knows the trace', async () => {
  await start({ WORKERS: '2' });
  const { traceId, spanId } = trace();
  await create('Mehrere', `00-${traceId}-${spanId}-01`);
  expect((await delivered()).slice(0, 36)).toBe(`00-${traceId}-`);
  const names = () => spansOf(traceId).map(({ name }) => name);
  await expect.poll(names).toEqual(expect.arrayContaining(['POST /v3/customers', 'webhook delivery']));
});

test('without a collector the trace of the client is propagated, and nothing is recorded', async () => {
  await start({ OTEL_EXPORTER_OTLP_ENDPOINT: '' });
  const { traceId, spanId } = trace();
  await create('Durch', `00-${traceId}-${spanId}-01`);
  expect(await delivered()).toBe(`00-${traceId}-${spanId}-01`);
  await create('Ohne');
  expect(await delivered()).toBe('');
});

test('a failing collector is one log line and its recovery another; requests and shutdown do not wait', async () => {
  collector.answer(400);
  await start();
  const said = () => (running?.output.stderr.match(/Traces (cannot be sent|are sent again)/g) ?? []).join();
  expect((await create('Eins')).status).toBe(201);
  await expect.poll(said).toBe('Traces cannot be sent');
  expect((await create('Zwei')).status).toBe(201);
  await expect.poll(() => collector.calls.length).toBeGreaterThan(1);
  collector.answer(200);
  expect((await create('Drei')).status).toBe(201);
  await expect.poll(said).toBe('Traces cannot be sent,Traces are sent again');
  await collector.stop();
  expect((await create('Vier')).status).toBe(201);
  const begun = performance.now();
  expect(await running?.end('SIGTERM')).toBe(0);
  expect(performance.now() - begun).toBeLessThan(8000);
});

test('of concurrent creates each refused one has its own transaction in its own trace', async () => {
  await start();
  const many = async (more: object) => {
    const traces = Array.from({ length: 48 }, trace);
    const sent = traces.map(({ traceId, spanId }, i) =>
      create(`Zugleich ${i}`, `00-${traceId}-${spanId}-01`, i % 3 ? {} : more),
    );
    return { traces, statuses: (await Promise.all(sent)).map(({ status }) => status) };
  };
  await many({});
  const { traces, statuses } = await many({ betreuer: 99_999_999 });
  expect(statuses).toEqual(traces.map((_, i) => (i % 3 ? 201 : 400)));
  const tried = (traceId: string) => spansOf(traceId).some(({ name }) => name === 'postgresql transaction');
  const refused = traces.filter((_, i) => i % 3 === 0);
  await expect.poll(() => refused.filter(({ traceId }) => !tried(traceId))).toEqual([]);
});
