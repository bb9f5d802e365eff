/** Webhooks with a real receiver: outbox, signature, retries, activation, tests, targets (rules 7, 17). */
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventNames } from '../../src/derive/events/event-names.ts';
import { registry } from '../../src/model/registry.ts';
import { startWorker, type Worker } from '../../src/webhooks/delivery/delivery-worker.ts';
import * as admin from '../../src/webhooks/manage/manage-webhooks.ts';
import { addressRule, checkUrl } from '../../src/webhooks/public-address.ts';
import { createSender } from '../../src/webhooks/send.ts';
import { type Received, type Receiver, startReceiver } from '../support/receiver.ts';
import { type Client, type Organisation, startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

let service: TestService;
let organisation: Organisation;
let client: Client;
let receiver: Receiver;
let worker: Worker;
let received: Received[];
const allows = addressRule(['127.0.0.0/8']);
const sender = createSender(allows);
const reach = { allows, eventNames: eventNames(registry) };

beforeAll(async () => {
  receiver = await startReceiver();
  ({ received } = receiver);
  service = await startTestService();
  organisation = await service.organisation();
  client = await organisation.client();
  worker = startWorker(service.asService, sender, () => undefined);
});
afterAll(async () => {
  await worker.stop();
  await sender.close();
  await service.stop();
  await receiver.stop();
});

const activeWebhook = async (events: readonly string[], more: Partial<admin.WebhookSettings> = {}) => {
  const made = await admin.createWebhook(service.db, reach, organisation.orgId, {
    url: receiver.url(),
    events,
    ...more,
  });
  receiver.answer(200);
  expect((await admin.testWebhook(service.db, sender, made.webhook_id)).ok).toBe(true);
  await admin.activateWebhook(service.db, made.webhook_id);
  received.length = 0;
  return made;
};

test('an independent implementation verifies the signature of a delivery', async () => {
  const { webhook_id: id, secret } = await activeWebhook(['customers.insert', 'customers.update', 'customers.delete']);
  const { kid } = (await client.post('/v3/customers', { name: 'Ereignis' })).body;
  await client.patch(`/v3/customers/${kid}`, { name: 'Neu' });
  await client.delete(`/v3/customers/${kid}`);
  await until(() => received.length === 3);
  const bodies = received.map(({ headers, body }) =>
    new Webhook(secret).verify(body, headers as Record<string, string>),
  ) as {
    event_name: string;
    timestamp: string;
    payload: Record<string, unknown>;
  }[];
  const byName = Object.fromEntries(bodies.map((body) => [body.event_name, body]));
  expect(byName['customers.insert']?.payload).toMatchObject({ id: kid, kid, record: { name: 'Ereignis' } });
  expect(byName['customers.update']?.payload).toMatchObject({ changes: ['name'], record: { name: 'Neu' } });
  expect(byName['customers.delete']?.payload).toMatchObject({ record: { name: 'Neu' } });
  expect(byName['customers.insert']?.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  await until(async () => (await admin.listDeliveries(service.db, id)).every(({ state }) => state === 'delivered'));
  await admin.deleteWebhook(service.db, id);
});

test('annotations, links, merges and moves have their events; a refused write has none', async () => {
  const { webhook_id: id } = await activeWebhook(reach.eventNames);
  const a = (await client.post('/v3/customers', { name: 'A' })).body.kid;
  const b = (await client.post('/v3/customers', { name: 'B' })).body.kid;
  await client.post('/v3/customers', { geb: 'x' });
  await client.post(`/v3/customers/${a}/comments`, { text: 'x' });
  await client.post(`/v3/customers/${a}/links`, { foreign_section: 'customers', foreign_id: b });
  const document = (await client.post('/v3/documents', { base64: 'eA==', kid: a })).body.id;
  const folder = (await client.post(`/v3/customers/${a}/documents/folders`, { name: 'F' })).body.id;
  await client.patch(`/v3/documents/${document}`, { ordner: folder });
  await client.post(`/v3/customers/${a}/merge`, { slave_kid: b });
  await until(() => received.length >= 8);
  const names = received.map(({ body }) => JSON.parse(body).event_name as string).sort();
  expect(names).toEqual([
    'comments.insert',
    'customers.insert',
    'customers.insert',
    'customers.merge',
    'documents.insert',
    'documents.move',
    'folders.insert',
    'links.insert',
  ]);
  await admin.deleteWebhook(service.db, id);
});

test.each([
  ['links', (other: number) => ({ foreign_section: 'customers', foreign_id: other })],
  ['relations', (other: number) => ({ kid_beziehung: other, beziehung: 102 })],
])('the payload of %s is the row as its list returns it (rules 7.1)', async (path, body) => {
  const { webhook_id: id } = await activeWebhook([`${path}.insert`, `${path}.delete`]);
  const [a, b] = (await client.post('/v3/customers', [{ name: 'A' }, { name: 'B', vorname: 'V' }])).body.inserted;
  const address = `/v3/customers/${a.kid}/${path}`;
  await client.post(address, body(b.kid));
  const [row] = (await client.get(address)).body.items;
  await client.delete(`${address}/${row.id}`);
  await until(() => received.length === 2);
  for (const { body } of received) {
    const owner = { owner_section: 'customers', owner_id: a.kid };
    const owned = { kid: a.kid, ...owner, change_id: expect.any(Number) };
    expect(JSON.parse(body).payload).toEqual({ id: row.id, ...owned, record: row });
  }
  await admin.deleteWebhook(service.db, id);
});

test('a failed delivery is retried with the same request_id; 410 deactivates the webhook', async () => {
  const { webhook_id: id } = await activeWebhook(['customers.insert']);
  receiver.answer(500);
  await client.post('/v3/customers', { name: 'Fehler' });
  await until(async () => ((await admin.listDeliveries(service.db, id))[0]?.attempts as unknown[])?.length === 1);
  const [first] = await admin.listDeliveries(service.db, id);
  expect(first).toMatchObject({ state: 'pending', attempts: [{ status: 500, error: 'HTTP_500' }] });
  receiver.answer(200);
  await admin.resendDelivery(service.db, Number(first?.delivery_id));
  await until(() => received.length === 2);
  expect(received[0]?.headers['webhook-id']).toBe(received[1]?.headers['webhook-id']);
  receiver.answer(410);
  await client.post('/v3/customers', { name: 'Weg' });
  await until(async () =>
    (await admin.listWebhooks(service.db, organisation.orgId)).some((row) => row.webhook_id === id && !row.active),
  );
  const [row] = (await admin.listWebhooks(service.db, organisation.orgId)).filter(
    ({ webhook_id }) => webhook_id === id,
  );
  expect(row).toMatchObject({ colour: 'red', switched_off_because: 'receiver_gone' });
  await admin.deleteWebhook(service.db, id);
});

test('a successful test permits activation; a change revokes it, an unchanged value does not', async () => {
  const { webhook_id: id } = await admin.createWebhook(service.db, reach, organisation.orgId, {
    url: receiver.url(),
    events: [],
    headers: { 'X-Key': 'geheim' },
  });
  await expect(admin.activateWebhook(service.db, id)).rejects.toThrow(/Test/);
  receiver.answer(404);
  const failed = await admin.testWebhook(service.db, sender, id);
  expect(failed).toMatchObject({ ok: false, error: { code: 'HTTP_404' }, response: { status: 404 } });
  await expect(admin.activateWebhook(service.db, id)).rejects.toThrow(/Test/);
  receiver.answer(200);
  const good = await admin.testWebhook(service.db, sender, id);
  expect(good).toMatchObject({
    ok: true,
    request: { method: 'POST', headers: { 'X-Key': '********' } },
    response: { status: 200 },
  });
  expect(JSON.parse(good.request.body).payload).toMatchObject({ test: true });
  await admin.changeWebhook(service.db, reach, id, { method: 'POST', events: ['goals.insert'] });
  await admin.activateWebhook(service.db, id);
  await admin.changeWebhook(service.db, reach, id, { method: 'PUT' });
  const [row] = (await admin.listWebhooks(service.db, organisation.orgId)).filter(
    ({ webhook_id }) => webhook_id === id,
  );
  expect(row).toMatchObject({ active: true, colour: 'green' });
  await admin.deactivateWebhook(service.db, id);
  await expect(admin.activateWebhook(service.db, id)).rejects.toThrow(/Test/);
  expect(await admin.listDeliveries(service.db, id)).toEqual([]);
  await admin.deleteWebhook(service.db, id);
});

test('form encoding, and both secrets after a rotation', async () => {
  const made = await activeWebhook(['goals.insert'], { contentType: 'form', method: 'PUT' });
  const second = await admin.rotateSecret(service.db, made.webhook_id);
  await client.post('/v3/goals', { subject: 'Haus' });
  await until(() => received.length === 1);
  const [call] = received;
  expect(call?.method).toBe('PUT');
  for (const secret of [made.secret, second]) {
    expect(() =>
      new Webhook(secret).verify(
        call?.body ?? '',
        call?.headers as Record<string, string>,
        { jsonParse: false } as never,
      ),
    ).not.toThrow(/signature/i);
  }
  const fields = new URLSearchParams(call?.body);
  expect([...fields.keys()].sort()).toEqual(['event_name', 'payload', 'request_id', 'timestamp']);
  expect(JSON.parse(fields.get('payload') ?? '').record.subject).toBe('Haus');
  await admin.deleteWebhook(service.db, made.webhook_id);
});

describe('targets', () => {
  const onlyPublic = addressRule([]);
  test.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0177.0.0.1/',
    'http://0x7f.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://100.64.0.1/',
    'http://[fd00::1]/',
    'http://[fe80::1]/',
    'http://0.0.0.0/',
    'http://localhost./',
    'http://hook.LOCALHOST/',
    'http://224.0.0.1/',
    'ftp://example.com/',
    'http://user:pass@example.com/',
    'example.com',
  ])('%s is refused', (target) => {
    expect(() => checkUrl(target, onlyPublic)).toThrow();
  });

  test('localhost is refused when it is stored and when the service connects', async () => {
    const strict = { allows: onlyPublic, eventNames: reach.eventNames };
    await expect(
      admin.createWebhook(service.db, strict, organisation.orgId, { url: 'http://localhost:1/', events: [] }),
    ).rejects.toThrow();
    const guarded = createSender(onlyPublic);
    const target = {
      url: 'http://localhost:1/',
      method: 'POST',
      content_type: 'json',
      headers: {},
      secrets: ['whsec_AAAA'],
    };
    const outcome = await guarded.send(target, {
      request_id: 'x',
      event_name: 'webhook.ping',
      timestamp: '',
      payload: '{}',
    });
    expect(outcome.error?.code).toBe('FORBIDDEN_TARGET');
    await guarded.close();
  });

  test.each([
    'Host',
    'webhook-id',
    'Content-Type',
    'Connection',
    'transfer-encoding',
    'Expect',
    'Keep-Alive',
    'upgrade',
    '__proto__',
  ])('the header %s cannot be set', async (name) => {
    await expect(
      admin.createWebhook(service.db, reach, organisation.orgId, { url: receiver.url(), headers: { [name]: 'x' } }),
    ).rejects.toThrow(/cannot be set/);
  });

  test.each(['a\nb', 'price in €', '\u0000'])('the header value %j cannot be sent', async (value) => {
    await expect(
      admin.createWebhook(service.db, reach, organisation.orgId, { url: receiver.url(), headers: { 'X-A': value } }),
    ).rejects.toThrow(/cannot carry/);
  });

  test('unknown events are refused', async () => {
    await expect(
      admin.createWebhook(service.db, reach, organisation.orgId, { url: receiver.url(), events: ['foo.insert'] }),
    ).rejects.toThrow(/Unknown event/);
  });
});
