/** The commands of webhooks and the shape of their results (rules 17, 18.8). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../src/sql/sql.ts';
import { startWorker } from '../../src/webhooks/delivery/delivery-worker.ts';
import { testWebhook } from '../../src/webhooks/manage/manage-webhooks.ts';
import { addressRule } from '../../src/webhooks/public-address.ts';
import { createSender } from '../../src/webhooks/send.ts';
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

test('a webhook is created, tested, activated, resent to, rotated, deactivated and deleted', async () => {
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

test('stored header values are removed when the origin of the URL changes', async () => {
  const other = await startReceiver();
  const made = await done(
    'create',
    '--org',
    org,
    '--url',
    receiver.url('/a'),
    '--events',
    'none',
    '--header',
    'X-Key=geheim',
  );
  const id = String(made.webhook_id);
  const changed = { webhook_id: made.webhook_id, changed: true };
  expect(await done('set', id, '--url', receiver.url('/b'))).toEqual(changed);
  expect(await done('set', id, '--header', 'X-Key=********')).toEqual(changed);
  await done('test', id);
  expect(receiver.at('/b').at(-1)?.headers['x-key']).toBe('geheim');
  expect((await run('webhook', 'set', id, '--header', 'X-Other=********')).json.error.code).toBe('validation_failed');
  expect(await done('set', id, '--url', other.url('/b'))).toEqual({ ...changed, headers_dropped: ['X-Key'] });
  expect((await run('webhook', 'activate', id)).json.error.code).toBe('test_required');
  await done('test', id);
  expect(other.at('/b').map(({ headers }) => headers['x-key'])).toEqual([undefined]);
  await done('set', id, '--url', receiver.url('/c'), '--header', 'X-Key=neu');
  await done('test', id);
  expect(receiver.at('/c').at(-1)?.headers['x-key']).toBe('neu');
  const [entry] = (await run('audit', 'list', '--org', org, '--record', `webhooks/${id}`)).json.slice(-2);
  expect(entry.changes).toEqual({
    url: [receiver.url('/b'), other.url('/b')],
    'headers.X-Key': ['********', null],
  });
  await done('delete', id);
  await other.stop();
});

test('a webhook is tested at most ten times per minute, by all callers together', async () => {
  const make = async () =>
    String((await done('create', '--org', org, '--url', receiver.url('/t'), '--events', 'none')).webhook_id);
  const [id, second] = [await make(), await make()];
  const sender = createSender(addressRule([NETWORK]));
  const calls = Array.from({ length: 14 }, () => testWebhook(service.db, sender, Number(id)));
  const outcomes = await Promise.allSettled(calls);
  await sender.close();
  const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.error] : []));
  expect(refused).toEqual(Array(4).fill('too_many_tests'));
  expect((await run('webhook', 'test', id)).json.error.code).toBe('too_many_tests');
  expect(receiver.at('/t')).toHaveLength(10);
  const [row] = await service.db.read<{ n: number }>(
    sql`select cardinality(tested_at) as n from webhook where id = ${Number(id)}`,
  );
  expect(row?.n).toBe(10);
  expect(await done('test', second)).toMatchObject({ ok: true });
  // The first one was made a minute ago: one place is free again.
  await service.db.transaction((tx) =>
    tx.run(
      sql`update webhook set tested_at[1] = ${new Date(Date.now() - 61_000).toISOString()}::timestamptz where org_id = ${Number(org)} and id = ${Number(id)}`,
    ),
  );
  expect((await run('webhook', 'test', id)).code).toBe(0);
  expect((await run('webhook', 'test', id)).json.error.code).toBe('too_many_tests');
  await done('delete', id);
  await done('delete', second);
});
