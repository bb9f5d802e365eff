/** Webhooks and their deliveries (rules 17.7, 17.9, 17.10). */
import { z } from 'zod';
import { MAX_EVENTS, MAX_HEADERS } from '../../shared/limits.ts';
import { listOf, textsOf } from '../declaration/bounded-schemas.ts';
import { type ApiCalls, count, deleted, id, named, queryChoice, ref, reply, time, whole } from './call.ts';
import { listTerms, pageOf, paging } from './paging.ts';

const text = z.string();
const eventName = ref('EventName', text.max(100));

export const webhookMethods = z.enum(['POST', 'PUT', 'PATCH']);
export const webhookContentTypes = z.enum(['json', 'form']);

/**
 * Pattern of accepted URLs for JSON Schema. `format: uri` would be too strict, since URLs with umlauts are accepted
 * (src/webhooks/public-address.ts).
 */
const HTTP_URL = '^\\s*[Hh][Tt][Tt][Pp][Ss]?:';
const CALLED =
  'A complete URL of http or https, without user and password, whose host is public: 400 where it is not, and again at each delivery.';

/** The changeable members of a webhook. */
const webhookShape = z.strictObject({
  name: z.string().trim().max(100),
  description: z.string().trim().max(1000),
  url: z.string().trim().min(1).max(2000).meta({ pattern: HTTP_URL, description: CALLED }),
  method: webhookMethods,
  content_type: webhookContentTypes,
  headers: textsOf(z.string().max(100), z.string().max(2000), MAX_HEADERS),
  events: listOf(eventName, MAX_EVENTS),
});

/** A new webhook: address and events; the rest has defaults. */
export const newWebhook = webhookShape.extend({
  name: webhookShape.shape.name.default(''),
  description: webhookShape.shape.description.default(''),
  method: webhookMethods.default('POST'),
  content_type: webhookContentTypes.default('json'),
  headers: webhookShape.shape.headers.default({}),
});

/** A change of a webhook. */
export const changedWebhook = webhookShape.partial();

/** The same with the switch. */
const webhookChange = changedWebhook.extend({ active: z.boolean().optional() });

export const webhookTest = z.strictObject({
  event: z.string().max(100).describe('One of its events; the connection test where there is none.').optional(),
});

export const deliveryStates = ['pending', 'delivered', 'failed'] as const;

const texts = z.record(text, text);

/** A webhook in lists and reads. */
export const webhook = z.object({
  id,
  name: text,
  description: text,
  url: text,
  method: webhookMethods,
  content_type: webhookContentTypes,
  headers: texts.describe('Values are masked: `********`.'),
  events: z.array(eventName),
  active: z.boolean(),
  released: z.boolean().describe('A test succeeded since the last change of where or how it is called.'),
  colour: z.enum(['red', 'yellow', 'green']),
  last_test: z.object({ ok: z.boolean(), at: time }).nullable(),
  switched_off_because: text.nullable().describe('Why the service switched it off itself.'),
});

/** Numbers that a node of a cluster assigns begin at 2^48. */
const deliveryId = z.int().min(1).max(Number.MAX_SAFE_INTEGER).meta({ format: 'int64' });
const attempt = z.object({ at: time, status: whole.nullable(), error: text.nullable(), duration_ms: count });

/** A delivery in lists. */
export const delivery = z.object({
  id: deliveryId,
  request_id: z.uuid(),
  event_name: eventName,
  at: time.describe('When the event was written.'),
  state: z.enum(deliveryStates),
  next_attempt_at: time.nullable(),
  attempts: z.array(attempt),
});

const sentDelivery = delivery.extend({
  attempts: z.array(attempt.extend({ excerpt: text.nullable().describe('What the receiver answered.') })),
  body: text.describe('What is sent, at most 64 KiB of it.'),
  truncated: z.boolean(),
});

const test = z
  .object({
    ok: z.boolean(),
    request: z.object({ method: text, url: text, headers: texts, body: text }),
    duration_ms: count,
  })
  .describe('`response` where there was one, `error` where it was no success.');

const secret = text.describe('What deliveries are signed with; it is shown this once.');
const webhookPage = pageOf(named('Webhook', webhook));
const NEEDS_EVENTS =
  'The token needs the read scopes of the records that the events tell of too, else 403 `insufficient_scope`.';

export const webhookCalls = {
  'GET /v3/webhooks': {
    id: 'listWebhooks',
    who: 'v3:webhooks:read',
    summary: 'List webhooks',
    query: { ...paging, ...listTerms('webhooks', webhook) },
    answers: { 200: reply('The webhooks.', webhookPage) },
  },
  'POST /v3/webhooks': {
    id: 'createWebhook',
    who: 'v3:webhooks:write',
    summary: 'Create a webhook',
    about: `Needs the scope \`v3:webhooks:write\`. ${NEEDS_EVENTS} It is inactive: test it, then switch it on by PATCH with \`active\`.`,
    body: newWebhook,
    answers: {
      201: reply('The webhook was made.', z.object({ success: z.boolean(), id, secret, active: z.boolean() })),
    },
    codes: ['insufficient_scope', 'too_many_webhooks'],
    example: { url: 'https://example.com/hook', events: ['customers.insert', 'customers.update'] },
  },
  'GET /v3/webhooks/:id': {
    id: 'getWebhook',
    who: 'v3:webhooks:read',
    summary: 'Retrieve a webhook',
    versioned: true,
    answers: { 200: reply('The webhook.', named('Webhook', webhook)) },
  },
  'PATCH /v3/webhooks/:id': {
    id: 'updateWebhook',
    who: 'v3:webhooks:write',
    summary: 'Change a webhook',
    about: `Needs the scope \`v3:webhooks:write\`. ${NEEDS_EVENTS} That holds for its events before and after the change, and those that wait; not for name, description and switching off. Another URL, method, content type or other headers need another successful test before it can be switched on. A header value \`********\` keeps what is stored while scheme, host and port stay.`,
    body: webhookChange,
    answers: {
      200: reply(
        'The webhook was changed.',
        z.object({
          success: z.boolean(),
          updated: count.describe('Members whose value changed.'),
          headers_dropped: z
            .array(text)
            .describe('Headers whose stored values were dropped, since they were meant for another host.')
            .optional(),
        }),
      ),
    },
    codes: ['too_many_webhooks', 'insufficient_scope', 'test_required', 'precondition_failed'],
    example: { active: true },
  },
  'DELETE /v3/webhooks/:id': {
    id: 'deleteWebhook',
    who: 'v3:webhooks:write',
    summary: 'Delete a webhook',
    about: 'Needs the scope `v3:webhooks:write`. Its deliveries go with it.',
    answers: { 200: reply('The webhook was deleted.', deleted) },
    codes: ['precondition_failed'],
  },
  'POST /v3/webhooks/:id/test': {
    id: 'testWebhook',
    who: 'v3:webhooks:write',
    summary: 'Test a webhook',
    about:
      "Needs the scope `v3:webhooks:write`. One call at once, signed like a delivery, with no record in it; a success lets the webhook be switched on. Ten a minute and webhook, and each counts among the deliveries of the organisation's plan: 429 with `Retry-After`.",
    body: webhookTest,
    optional: true,
    answers: { 200: reply('What was sent, and what came back.', named('WebhookTest', test)) },
    codes: ['event_not_active'],
    example: { event: 'webhook.ping' },
  },
  'POST /v3/webhooks/:id/secret': {
    id: 'rotateWebhookSecret',
    who: 'v3:webhooks:write',
    summary: 'Give a webhook a new secret',
    about: 'Needs the scope `v3:webhooks:write`. For a day the old secret signs too.',
    answers: { 200: reply('The new secret.', z.object({ success: z.boolean(), secret })) },
  },
  'GET /v3/webhooks/:id/deliveries': {
    id: 'listDeliveries',
    who: 'v3:webhooks:read',
    summary: 'List deliveries of a webhook',
    about:
      'Needs the scope `v3:webhooks:read`. Newest first unless `sort` says otherwise; `total` and pages end at 100,000. Deliveries that ended are kept for 30 days.',
    query: {
      ...paging,
      state: queryChoice(deliveryStates).describe('Only deliveries in this state.'),
      ...listTerms('deliveries', delivery),
    },
    answers: { 200: reply('The deliveries.', pageOf(named('Delivery', delivery))) },
  },
  'GET /v3/webhooks/:id/deliveries/:delivery': {
    id: 'getDelivery',
    who: 'v3:webhooks:read',
    summary: 'Retrieve a delivery',
    about: `Needs the scope \`v3:webhooks:read\`. ${NEEDS_EVENTS}`,
    answers: { 200: reply('The delivery with what is sent.', named('SentDelivery', sentDelivery)) },
    codes: ['insufficient_scope'],
  },
  'POST /v3/webhooks/:id/deliveries/:delivery/resend': {
    id: 'resendDelivery',
    who: 'v3:webhooks:write',
    summary: 'Send a delivery again',
    about: `Needs the scope \`v3:webhooks:write\`. ${NEEDS_EVENTS} The payload and the \`request_id\` are the same, also where the webhook is off.`,
    answers: {
      200: reply('It is sent as soon as the plan allows.', z.object({ success: z.boolean(), id: deliveryId })),
    },
    codes: ['insufficient_scope'],
  },
} as const satisfies ApiCalls;
