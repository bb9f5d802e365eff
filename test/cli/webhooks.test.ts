/** An operator's day with a webhook: each command and the shape it answers with (architecture 6; spec: Events). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressRule } from '../../src/webhooks/public-address.ts';
import { createSender } from '../../src/webhooks/send.ts';
import { startWorker } from '../../src/webhooks/worker.ts';
import { commandOn, type Ran } from '../support/command.ts';
import { databaseUrl } from '../support/postgres.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { type Client, startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const NETWORK = '127.0.0.0/8';
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

let service: TestService;
let receiver: Receiver;
let client: Client;
let run: (...args: string[]) => Promise<Ran>;
let org = '';
beforeAll(async () => {
  receiver = await startReceiver();
  service = await startTestService();
  const organisation = await service.organisation();
  client = await organisation.client();
  org = String(organisation.orgId);
  run = commandOn({ DATABASE_URL: databaseUrl(service.connection), WEBHOOK_ALLOWED_NETWORKS: NETWORK });
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
});

const done = async (...args: string[]) => {
  const { code, json, stdout, stderr } = await run('webhook', ...args);
  expect(code, stdout + stderr).toBe(0);
  return json;
};
const listed = async () => (await done('list', '--org', org))[0];

test('created, tested, switched on, delivered, sent again, rotated, switched off, deleted', async () => {
  const wish = ['--events', 'customers.insert,customers.update', '--header', 'X-Key=geheim', '--content-type', 'json'];
  const made = await done('create', '--org', org, '--url', receiver.url(), ...wish);
  expect(made).toEqual({ webhook_id: expect.any(Number), secret: expect.stringMatching(/^whsec_/), active: false });
  const id = String(made.webhook_id);
  expect(await listed()).toMatchObject({
    webhook_id: made.webhook_id,
    url: receiver.url(),
    active: false,
    colour: 'red',
    last_test: null,
    switched_off_because: null,
  });
  expect((await run('webhook', 'activate', id)).json.error.code).toBe('test_required');

  receiver.answer(404);
  expect(await done('test', id)).toMatchObject({ ok: false, error: { code: 'HTTP_404' } });
  expect(await listed()).toMatchObject({ last_test: { ok: false, at: expect.stringMatching(ISO) } });
  expect((await run('webhook', 'test', id, '--event', 'goals.insert')).json.error.code).toBe('event_not_active');
  receiver.answer(200);
  expect(await done('test', id, '--event', 'customers.insert')).toEqual({
    ok: true,
    request: {
      method: 'POST',
      url: receiver.url(),
      headers: expect.objectContaining({ 'X-Key': '********' }),
      body: expect.any(String),
    },
    response: { status: 200, headers: expect.any(Object), body: 'ok', truncated: false },
    duration_ms: expect.any(Number),
  });
  await done('activate', id);
  expect(await listed()).toMatchObject({ active: true, colour: 'green', last_test: { ok: true } });
  await done('set', id, '--events', 'none');
  expect(await listed()).toMatchObject({ active: true, colour: 'yellow', events: [] });
  await done('set', id, '--events', 'customers.insert');

  receiver.answer(410);
  await client.post('/v3/customers', { name: 'Weg' });
  const sender = createSender(addressRule([NETWORK]));
  const worker = startWorker(service.db, sender, () => undefined);
  await until(async () => (await listed()).active === false);
  expect((await listed()).switched_off_because).toMatch(/410/);
  const [delivery] = await done('deliveries', id);
  expect(delivery).toMatchObject({
    delivery_id: expect.any(Number),
    request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    event_name: 'customers.insert',
    state: 'failed',
    attempts: [{ at: expect.stringMatching(ISO), status: 410, error: 'HTTP_410', duration_ms: expect.any(Number) }],
    next_attempt_at: null,
  });
  receiver.answer(200);
  expect(await done('resend', String(delivery.delivery_id))).toEqual({ resent: 1 });
  await until(async () => (await done('deliveries', id))[0].state === 'delivered');
  const range = ['--since', '2020-01-01T00:00:00Z', '--until', '2100-01-01T00:00:00Z'];
  expect(await done('resend', '--webhook', id, '--failed', ...range)).toEqual({ resent: 0 });
  await worker.stop();
  await sender.close();

  expect(await done('rotate-secret', id)).toEqual({ secret: expect.stringMatching(/^whsec_/) });
  await done('activate', id);
  expect((await listed()).switched_off_because).toBeNull();
  await done('deactivate', id);
  await done('set', id, '--method', 'PUT');
  expect((await run('webhook', 'activate', id)).json.error.code).toBe('test_required');
  await done('delete', id);
  expect(await done('list', '--org', org)).toEqual([]);
});
