/** Receiving webhooks with the client: the same verdicts as `standardwebhooks`, and what the service really sends, to that and `svix` too. */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createClient,
  isTestEvent,
  verifyWebhook,
  type WebhookDelivery,
  type WebhookEvent,
  WebhookVerificationError,
} from '../../sdk/src/index.ts';
import { eventNames } from '../../src/derive/events/event-names.ts';
import { openapiDocument } from '../../src/derive/openapi/openapi-document.ts';
import { allRoutes } from '../../src/derive/routing/all-routes.ts';
import { registry } from '../../src/model/registry.ts';
import { startWorker } from '../../src/webhooks/delivery/delivery-worker.ts';
import * as admin from '../../src/webhooks/manage/manage-webhooks.ts';
import { addressRule } from '../../src/webhooks/public-address.ts';
import { createSender } from '../../src/webhooks/send.ts';
import { startTestService, type TestService } from '../support/service.ts';

const newSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`;
const secret = newSecret();
const envelope = {
  request_id: '5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e',
  event_name: 'customers.insert',
  timestamp: '2026-01-31T09:30:00.000Z',
  payload: { id: 7, kid: 7, record: { id: 7, name: 'Größe 😀' } },
};
const body = JSON.stringify(envelope);

/** Headers of a delivery signed by the reference package. */
const signedBy = (secrets: readonly string[], text = body, at = new Date()): Record<string, string> => ({
  'webhook-id': envelope.request_id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': secrets.map((one) => new Webhook(one).sign(envelope.request_id, at, text)).join(' '),
});

/** The verdict of both; they must agree. */
const verdict = async (delivery: WebhookDelivery & { secret: string; body: string }): Promise<'good' | 'bad'> => {
  let reference: 'good' | 'bad' = 'good';
  try {
    new Webhook(delivery.secret).verify(delivery.body, delivery.headers as Record<string, string>);
  } catch {
    reference = 'bad';
  }
  const own = await verifyWebhook(delivery).then(
    () => 'good' as const,
    (error: unknown) => {
      if (!(error instanceof WebhookVerificationError)) throw error;
      return 'bad' as const;
    },
  );
  expect(own).toBe(reference);
  return own;
};

const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);

describe('a delivery', () => {
  test('with a valid signature returns its event, from text, bytes and Headers alike', async () => {
    const headers = signedBy([secret]);
    expect(await verdict({ headers, body, secret })).toBe('good');
    expect(await verifyWebhook({ headers, body, secret })).toEqual(envelope);
    const bytes = new TextEncoder().encode(body);
    expect(await verifyWebhook({ headers: new Headers(headers), body: bytes, secret })).toEqual(envelope);
    expect(await verifyWebhook({ headers, body: bytes.buffer, secret: secret.slice('whsec_'.length) })).toEqual(
      envelope,
    );
    const shouted = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]));
    expect(await verifyWebhook({ headers: shouted, body, secret })).toEqual(envelope);
  });

  test('that was changed at any position is refused', async () => {
    const headers = signedBy([secret]);
    expect(await verdict({ headers, body: body.replace('"id":7', '"id":8'), secret })).toBe('bad');
    expect(await verdict({ headers: { ...headers, 'webhook-id': 'another' }, body, secret })).toBe('bad');
    const later = String(Number(headers['webhook-timestamp']) + 1);
    expect(await verdict({ headers: { ...headers, 'webhook-timestamp': later }, body, secret })).toBe('bad');
    expect(await verdict({ headers, body, secret: newSecret() })).toBe('bad');
    const { 'webhook-signature': signature = '' } = headers;
    for (const other of [
      'v1,',
      'v1',
      '',
      'x',
      signature.replace('v1,', 'v2,'),
      `${signature}x`,
      signature.slice(0, -2),
    ])
      expect(await verdict({ headers: { ...headers, 'webhook-signature': other }, body, secret }), other).toBe('bad');
  });

  test('with any one character changed gets the verdict of the reference library', async () => {
    const headers = signedBy([secret]);
    const parts: Record<string, string> = { ...headers, body };
    const names = Object.keys(parts);
    const change = fc.record({ name: fc.constantFrom(...names), at: fc.nat(300), by: fc.constantFrom(...'0aZ+/= ,.') });
    const verdicts = new Set<string>();
    await fc.assert(
      fc.asyncProperty(change, async ({ name, at, by }) => {
        const text = String(parts[name]);
        const place = at % text.length;
        const one = text.slice(0, place) + by + text.slice(place + 1);
        // The reference takes a number with a tail for the number; that is more than the standard says.
        fc.pre(name !== 'webhook-timestamp' || /^\d+$/.test(one));
        const delivery = name === 'body' ? { headers, body: one } : { headers: { ...headers, [name]: one }, body };
        verdicts.add(await verdict({ ...delivery, secret }));
      }),
      { numRuns: 300 },
    );
    expect(verdicts).toContain('bad');
  });

  test('without one of the headers, or with an invalid time, is refused', async () => {
    const headers = signedBy([secret]);
    for (const name of Object.keys(headers)) {
      const { [name]: _gone, ...rest } = headers;
      expect(await verdict({ headers: rest, body, secret }), name).toBe('bad');
    }
    expect(await verdict({ headers: { ...headers, 'webhook-timestamp': 'now' }, body, secret })).toBe('bad');
  });

  test('is too old after five minutes and too new five minutes ahead', async () => {
    const of = (minutes: number) => verdict({ headers: signedBy([secret], body, minutesAgo(minutes)), body, secret });
    expect(await Promise.all([4.9, 5.1, -4.9, -5.1].map(of))).toEqual(['good', 'bad', 'good', 'bad']);
    const headers = signedBy([secret], body, minutesAgo(9));
    expect(await verifyWebhook({ headers, body, secret, tolerance: 600 })).toEqual(envelope);
  });

  test('after a rotation is valid for the old and the new secret, and a receiver may use both', async () => {
    const second = newSecret();
    const both = signedBy([second, secret]);
    expect(await verdict({ headers: both, body, secret })).toBe('good');
    expect(await verdict({ headers: both, body, secret: second })).toBe('good');
    const afterwards = signedBy([second]);
    expect(await verdict({ headers: afterwards, body, secret })).toBe('bad');
    expect(await verifyWebhook({ headers: afterwards, body, secret: [secret, second] })).toEqual(envelope);
    await expect(verifyWebhook({ headers: both, body, secret: [] })).rejects.toThrow(WebhookVerificationError);
  });

  test('checked with an invalid secret is an error of the receiver, not of the sender', async () => {
    const headers = signedBy([secret]);
    for (const wrong of ['whsec_', 'whsec_%%%'])
      await expect(verifyWebhook({ headers, body, secret: wrong })).rejects.toThrow(TypeError);
  });
});

describe('deliveries of the service', () => {
  interface Call {
    readonly headers: IncomingMessage['headers'];
    readonly body: Buffer;
  }
  let service: TestService;
  let receiver: Server;
  let calls: Call[] = [];
  const allows = addressRule(['127.0.0.0/8']);
  const sender = createSender(allows);

  beforeAll(async () => {
    service = await startTestService();
    receiver = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        calls.push({ headers: request.headers, body: Buffer.concat(chunks) });
        response.end('ok');
      });
    });
    await new Promise<void>((done) => {
      receiver.listen(0, '127.0.0.1', done);
    });
  });
  afterAll(async () => {
    await sender.close();
    await service.stop();
    receiver.close();
  });

  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema(JSON.parse(JSON.stringify(openapiDocument(registry, allRoutes(registry)))) as object, 'api');
  const validate = ajv.compile({ $ref: 'api#/components/schemas/WebhookEvent' });

  test.each(['json', 'form'])('is verified, typed and as described: %s', async (contentType) => {
    calls = [];
    const organisation = await service.organisation();
    const { token } = await organisation.client();
    const client = createClient({ baseUrl: service.address, token });
    const names = eventNames(registry);
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const reach = { allows, eventNames: names };
    const hook = await admin.createWebhook(service.db, reach, organisation.orgId, { url, events: names, contentType });
    await admin.testWebhook(service.db, sender, hook.webhook_id);
    await admin.activateWebhook(service.db, hook.webhook_id);
    const second = await admin.rotateSecret(service.db, hook.webhook_id);
    const worker = startWorker(service.db, sender, () => undefined);

    const { data: customer } = await client.POST('/v3/customers', { body: { name: 'Ereignis' } });
    const path = { kid: customer.id };
    await client.PATCH('/v3/customers/{kid}', { params: { path }, body: { name: 'Neu' } });
    await client.POST('/v3/customers/{kid}/banking', { params: { path }, body: { typ: '0', iban: 'DE1' } });
    await client.POST('/v3/customers/{kid}/comments', { params: { path }, body: { text: 'x' } });
    const { data: goal } = await client.POST('/v3/customers/{kid}/goals', { params: { path }, body: { subject: 'A' } });
    const links = { foreign_section: 'goals', foreign_id: goal.id } as const;
    await client.POST('/v3/customers/{kid}/links', { params: { path }, body: links });
    await client.DELETE('/v3/goals/{id}', { params: { path: { id: goal.id } } });
    await expect.poll(() => calls.length).toBe(8);
    await worker.stop();

    const [ping, ...others] = await Promise.all(
      calls.map(({ headers, body: bytes }, i) =>
        verifyWebhook({ headers, body: bytes, secret: i ? second : hook.secret }),
      ),
    );
    expect(ping && isTestEvent(ping) && [ping.event_name, ping.payload.test]).toEqual(['webhook.ping', true]);
    for (const event of [ping, ...others])
      expect(validate(event) ? [] : validate.errors, event?.event_name).toEqual([]);
    for (const [i, { headers, body: bytes }] of calls.entries()) {
      expect(await verifyWebhook({ headers, body: bytes, secret: hook.secret }), `old secret, ${i}`).toBeTruthy();
      for (const receiver of [Webhook, SvixWebhook].map((Kind) => new Kind(i ? second : hook.secret))) {
        const heard = (text: string): string => {
          try {
            return (receiver.verify(text, headers as Record<string, string>) as WebhookEvent).event_name;
          } catch (error) {
            return (error as Error).constructor.name;
          }
        };
        // They verify the text, then read JSON.
        expect(heard(bytes.toString())).toBe(contentType === 'json' ? [ping, ...others][i]?.event_name : 'SyntaxError');
        expect(heard(`${bytes.toString()} `)).toBe('WebhookVerificationError');
      }
    }
    const byName = new Map(others.map((event) => [event.event_name, event] as const));
    expect([...byName.keys()].sort()).toEqual([
      'banking.insert',
      'comments.insert',
      'customers.insert',
      'customers.update',
      'goals.delete',
      'goals.insert',
      'links.insert',
    ]);
    const changed = byName.get('customers.update') as WebhookEvent;
    if (isTestEvent(changed) || changed.event_name !== 'customers.update') throw new Error('another event');
    expect([changed.payload.record.name, changed.payload.changes]).toEqual(['Neu', ['name']]);
  });
});
