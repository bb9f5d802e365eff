/** Eight processes on two hosts share one database and each other's changes (docs/scaling.md). */
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventNames } from '../../src/derive/events/event-names.ts';
import { registry } from '../../src/model/registry.ts';
import * as admin from '../../src/webhooks/manage/manage-webhooks.ts';
import { addressRule } from '../../src/webhooks/public-address.ts';
import { createSender } from '../../src/webhooks/send.ts';
import { makeFolder } from '../support/folder.ts';
import { databaseUrl } from '../support/postgres.ts';
import { freePort, type Running, runProgram, startProgram } from '../support/process.ts';
import { startReceiver } from '../support/receiver.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** Two addresses of the loopback stand for two hosts; elsewhere than on Linux there is one of them only. */
const HOSTS = process.platform === 'linux' ? ['127.0.0.1', '127.0.0.2'] : ['127.0.0.1'];
const PROCESSES = 8;
const NETWORK = '127.0.0.0/8';
const MINUTE_MS = 60_000;

let service: TestService;
let files: string;
let env: Record<string, string>;
let all: Running[] = [];

beforeAll(async () => {
  service = await startTestService();
  files = await makeFolder('eight');
  env = {
    DATABASE_URL: databaseUrl(service.connection),
    DATA_DIR: files,
    LOG_LEVEL: 'error',
    WEBHOOK_ALLOWED_NETWORKS: NETWORK,
  };
  const ports = await Promise.all(Array.from({ length: PROCESSES }, freePort));
  all = await Promise.all(
    ports.map((port, n) => startProgram({ ...env, HOST: HOSTS[n % HOSTS.length] ?? '', PORT: String(port) })),
  );
}, 120_000);
afterAll(async () => {
  const ended = await Promise.all(all.map((one) => one.end('SIGTERM')));
  expect([ended, all.map(({ output }) => output.stderr).join('')]).toEqual([all.map(() => 0), '']);
  await service.stop();
  await rm(files, { recursive: true, force: true });
});

const ask = async (at: number, token: string, path: string, body?: unknown): Promise<number> => {
  const answer = await fetch(`${all[at % all.length]?.address}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: body ? JSON.stringify(body) : undefined,
  });
  await answer.arrayBuffer();
  return answer.status;
};
/** As many calls as asked, at each process in turn, some at a time. */
const askAll = async (calls: number, one: (n: number) => Promise<number>): Promise<Map<number, number>> => {
  const counts = new Map<number, number>();
  let next = 0;
  const caller = async (): Promise<void> => {
    for (let n = next++; n < calls; n = next++) {
      const status = await one(n);
      counts.set(status, (counts.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 2 * PROCESSES }, caller));
  return counts;
};

test('the rate limit of a minute is exact over all processes', async () => {
  const { token } = await (await service.organisation({ api_requests_per_minute: 500 })).client();
  // All calls fall into one minute of the database's clock, which is this machine's.
  const left = MINUTE_MS - (Date.now() % MINUTE_MS);
  if (left < 30_000) await new Promise((done) => setTimeout(done, left + 500));
  const minute = Math.floor(Date.now() / MINUTE_MS);
  const counts = await askAll(1500, (n) => ask(n, token, '/v3/customers?limit=1'));
  expect(Math.floor(Date.now() / MINUTE_MS)).toBe(minute);
  expect([...counts].sort(([a], [b]) => a - b)).toEqual([
    [200, 500],
    [429, 1000],
  ]);
});

test('a revoked token is refused by the next call at each process', async () => {
  const client = await (await service.organisation()).client();
  const everywhere = () => Promise.all(all.map((_, n) => ask(n, client.token, '/v3/customers?limit=1')));
  expect(await everywhere()).toEqual(all.map(() => 200));
  expect((await runProgram(['token', 'revoke', String(client.tokenId)], env)).code).toBe(0);
  expect(await everywhere()).toEqual(all.map(() => 401));
});

test('the processes share deliveries, and each event is delivered once', async () => {
  const receiver = await startReceiver();
  const organisation = await service.organisation({
    api_requests_per_minute: 1_000_000,
    webhook_deliveries_per_minute: 1_000_000,
  });
  const { token } = await organisation.client();
  const reach = { allows: addressRule([NETWORK]), eventNames: eventNames(registry) };
  const sender = createSender(reach.allows);
  const wanted = { url: receiver.url(), events: ['customers.insert'] };
  const { webhook_id: id } = await admin.createWebhook(service.db, reach, organisation.orgId, wanted);
  await admin.testWebhook(service.db, sender, id);
  await admin.activateWebhook(service.db, id);
  await sender.close();
  receiver.received.length = 0;
  const counts = await askAll(400, (n) => ask(n, token, '/v3/customers', { name: `Kunde ${n}` }));
  expect([...counts]).toEqual([[201, 400]]);
  await until(() => receiver.received.length >= 400, { what: 'the last delivery' });
  await new Promise((done) => setTimeout(done, 1000));
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect([ids.length, new Set(ids).size]).toEqual([400, 400]);
  await receiver.stop();
});
