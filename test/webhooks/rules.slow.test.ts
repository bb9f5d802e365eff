/** Test deliveries and activation, rule by rule (rules 7.3 to 7.6, 12, 17). */
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eventNames } from '../../src/derive/events/event-names.ts';
import { registry } from '../../src/model/registry.ts';
import * as admin from '../../src/webhooks/manage/manage-webhooks.ts';
import { addressRule } from '../../src/webhooks/public-address.ts';
import { createSender } from '../../src/webhooks/send.ts';
import { type Answer, type Receiver, startReceiver } from '../support/receiver.ts';
import { type Organisation, startTestService, type TestService } from '../support/service.ts';

const allows = addressRule(['127.0.0.0/8']);
const reach = { allows, eventNames: eventNames(registry) };
const sender = createSender(allows);
const made: number[] = [];
let service: TestService;
let organisation: Organisation;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
  service = await startTestService();
  organisation = await service.organisation();
});
afterAll(async () => {
  await sender.close();
  await service.stop();
  await receiver.stop();
});
afterEach(async () => {
  for (const id of made.splice(0)) await admin.deleteWebhook(service.db, id);
  receiver.answer(200);
  receiver.received.length = 0;
});

const webhook = async (settings: Partial<admin.WebhookSettings> = {}) => {
  const one = await admin.createWebhook(service.db, reach, organisation.orgId, {
    url: receiver.url(),
    events: ['goals.insert'],
    ...settings,
  });
  made.push(one.webhook_id);
  return one;
};
const tried = (id: number, event?: string) => admin.testWebhook(service.db, sender, id, { event });
const shown = async (id: number) =>
  (await admin.listWebhooks(service.db, organisation.orgId)).find(({ webhook_id }) => webhook_id === id);

describe('rules 17.1, 17.2', () => {
  test.each([
    ['the connection test', undefined, 'webhook.ping'],
    ['an activated event', 'goals.insert', 'goals.insert'],
  ])('%s has the envelope and the signature of a delivery', async (_rule, event, event_name) => {
    const { webhook_id, secret } = await webhook();
    await tried(webhook_id, event);
    const [call] = receiver.received;
    const envelope = new Webhook(secret).verify(call?.body ?? '', call?.headers as Record<string, string>);
    const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(envelope).toEqual({
      request_id: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/),
      event_name,
      timestamp: moment,
      payload: { test: true, message: expect.stringMatching(/\S/), triggered_at: moment },
    });
    expect(call?.headers['webhook-id']).toBe((envelope as { request_id: string }).request_id);
  });

  test('an event that is not activated cannot be chosen', async () => {
    const { webhook_id } = await webhook();
    await expect(tried(webhook_id, 'damages.insert')).rejects.toMatchObject({ error: 'event_not_active' });
    expect(receiver.received).toEqual([]);
  });

  test('a failed test is one call: not queued, not logged, and the webhook stays active', async () => {
    const { webhook_id } = await webhook();
    await tried(webhook_id);
    await admin.activateWebhook(service.db, webhook_id);
    receiver.answer(410);
    expect((await tried(webhook_id)).ok).toBe(false);
    expect(receiver.received.length).toBe(2);
    expect(await admin.listDeliveries(service.db, webhook_id)).toEqual([]);
    expect(await shown(webhook_id)).toMatchObject({ active: true, switched_off_because: null });
  });
});

describe('rules 17.3: the result of a test', () => {
  const big = 64 * 1024;
  test.each<[rule: string, answer: Answer, shown: object]>([
    ['has the response', { status: 200, body: 'gut' }, { ok: true, response: { status: 200, body: 'gut' } }],
    ['any 2xx is a success', { status: 204, body: '' }, { ok: true, response: { status: 204 } }],
    ['404', { status: 404 }, { ok: false, error: { code: 'HTTP_404' }, response: { status: 404 } }],
    ['500', { status: 500 }, { ok: false, error: { code: 'HTTP_500' } }],
    [
      'a redirect is not followed',
      { status: 302, headers: { location: '/x' } },
      { ok: false, error: { code: 'HTTP_302' } },
    ],
    [
      'has a body of 64 KiB',
      { status: 200, body: 'x'.repeat(big) },
      { response: { body: 'x'.repeat(big), truncated: false } },
    ],
    [
      'has the first 64 KiB of a longer body',
      { status: 200, body: 'x'.repeat(big + 1) },
      { response: { body: 'x'.repeat(big), truncated: true } },
    ],
  ])('%s', async (_rule, answer, expected) => {
    const { webhook_id } = await webhook();
    receiver.answer(answer);
    expect(await tried(webhook_id)).toMatchObject(expected);
    expect(receiver.received.length).toBe(1);
  });

  test('has the request with its own headers redacted', async () => {
    const { webhook_id } = await webhook({ method: 'PUT', contentType: 'form', headers: { 'X-Key': 'geheim' } });
    const { request, duration_ms } = await tried(webhook_id);
    expect(request).toMatchObject({ method: 'PUT', url: receiver.url(), headers: { 'X-Key': '********' } });
    expect(JSON.stringify(request)).not.toContain('geheim');
    expect(receiver.received[0]?.headers['x-key']).toBe('geheim');
    expect(duration_ms).toBeGreaterThanOrEqual(0);
  });

  test('has only the safe headers of the response', async () => {
    const { webhook_id } = await webhook();
    receiver.answer({ status: 200, headers: { 'content-type': 'text/plain', 'set-cookie': 'a=b', 'x-token': 'c' } });
    const { headers = {} } = (await tried(webhook_id)).response ?? {};
    expect([headers['content-type'], headers['set-cookie'], headers['x-token']]).toEqual([
      'text/plain',
      undefined,
      undefined,
    ]);
  });

  test('is FETCH_ERROR if nothing listens', async () => {
    const gone = await startReceiver();
    const { webhook_id } = await webhook({ url: gone.url() });
    await gone.stop();
    expect(await tried(webhook_id)).toMatchObject({ ok: false, error: { code: 'FETCH_ERROR' } });
  });
});

describe('rules 15.6, 17.4: activation', () => {
  test('a successful test permits activation without activating; the badge shows the last test', async () => {
    const { webhook_id } = await webhook();
    expect(await shown(webhook_id)).toMatchObject({ active: false, colour: 'red', last_test: null });
    await tried(webhook_id);
    expect(await shown(webhook_id)).toMatchObject({ active: false, colour: 'red', last_test: { ok: true } });
    receiver.answer(500);
    await tried(webhook_id);
    expect(await shown(webhook_id)).toMatchObject({ last_test: { ok: false } });
    // A later failed test takes nothing back (rules 7.6).
    await admin.activateWebhook(service.db, webhook_id);
    expect(await shown(webhook_id)).toMatchObject({ active: true, colour: 'green' });
  });

  test.each<[rule: string, change: admin.WebhookSettings, released: boolean]>([
    ['another URL', { url: 'http://127.0.0.1:9/other' }, false],
    ['another method', { method: 'PUT' }, false],
    ['another content type', { contentType: 'form' }, false],
    ['other headers', { headers: { 'X-A': 'b' } }, false],
    ['the same method again', { method: 'POST' }, true],
    ['other events', { events: ['damages.insert'] }, true],
    ['no events', { events: [] }, true],
  ])('activation after a change of %s', async (_rule, change, released) => {
    const { webhook_id } = await webhook();
    await tried(webhook_id);
    await admin.changeWebhook(service.db, reach, webhook_id, change);
    const activation = admin.activateWebhook(service.db, webhook_id);
    if (released) await activation;
    else await expect(activation).rejects.toThrow(/Test/);
    expect((await shown(webhook_id))?.active).toBe(released);
  });

  test.each([
    ['red: inactive', [], false, 'red'],
    ['yellow: active without events', [], true, 'yellow'],
    ['green: active with events', ['goals.insert'], true, 'green'],
  ])('rules 17.6: badge %s', async (_rule, events, active, colour) => {
    const { webhook_id } = await webhook({ events });
    await tried(webhook_id);
    if (active) await admin.activateWebhook(service.db, webhook_id);
    expect((await shown(webhook_id))?.colour).toBe(colour);
  });
});
