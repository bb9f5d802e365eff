/** OpenAPI descriptions of webhooks and their deliveries (rules 17.9, 17.10). */
import { z } from 'zod';
import type { WebhookOperation } from '../../../model/declaration/operation-names.ts';
import {
  deliveryStates,
  newWebhook,
  webhookChange,
  webhookContentTypes,
  webhookMethods,
} from '../../../model/records/webhook-body.ts';
import { MAX_EVENTS, MAX_HEADERS } from '../../../shared/limits.ts';
import { lookupTable } from '../../../shared/lookup-table.ts';
import { type Offered, plainTerms } from '../../query/sort-and-fields.ts';
import { PAGING, parameter, termParameters } from '../components/query-parameters.ts';
import { ANSWER_HEADERS, NOT_CHANGED, VERSION_HEADERS } from '../components/response-headers.ts';
import { COUNT, closed, ID, INTEGER, type OperationNote, PAGED, ref } from '../components/schemas.ts';

type Json = Readonly<Record<string, unknown>>;

const TEXT: Json = { type: 'string' };
const FLAG: Json = { type: 'boolean' };
const TIME: Json = { type: 'string', format: 'date-time' };
const TEXTS: Json = { type: 'object', additionalProperties: TEXT };

const answer = (description: string, schema: Json, example?: unknown): Json => ({
  description,
  headers: ANSWER_HEADERS,
  content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } },
});

const orNull = (schema: Json): Json => ({ anyOf: [schema, { type: 'null' }] });
const page = (items: string): Json => closed({ ...PAGED, items: { type: 'array', items: ref(items) } });

/** The JSON Schema of a declared body. */
const bodyOf = (schema: z.ZodType): Json => {
  const { $schema: _, ...made } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Record<
    string,
    unknown
  >;
  const { properties } = made as { properties: Json };
  const events = { type: 'array', maxItems: MAX_EVENTS, items: ref('EventName') };
  return {
    ...made,
    properties: { ...properties, events, headers: { ...TEXTS, maxProperties: MAX_HEADERS } },
  };
};

const EXAMPLE = { url: 'https://example.com/hook', events: ['customers.insert', 'customers.update'] };

/** A delivery's number; numbers assigned by a node of a cluster begin at 2^48. */
const DELIVERY_ID: Json = { ...ID, format: 'int64', maximum: Number.MAX_SAFE_INTEGER };

/** Members of webhooks and deliveries in lists. */
const WEBHOOK: Json = {
  id: ID,
  name: TEXT,
  description: TEXT,
  url: TEXT,
  method: { type: 'string', enum: webhookMethods.options },
  content_type: { type: 'string', enum: webhookContentTypes.options },
  headers: { ...TEXTS, description: 'Values are masked: `********`.' },
  events: { type: 'array', items: ref('EventName') },
  active: FLAG,
  released: { ...FLAG, description: 'A test succeeded since the last change of where or how it is called.' },
  colour: { type: 'string', enum: ['red', 'yellow', 'green'] },
  last_test: orNull(closed({ ok: FLAG, at: TIME })),
  switched_off_because: { description: 'Why the service switched it off itself.', ...orNull(TEXT) },
};
const DELIVERY: Json = {
  id: DELIVERY_ID,
  request_id: { type: 'string', format: 'uuid' },
  event_name: ref('EventName'),
  at: { ...TIME, description: 'When the event was written.' },
  state: { type: 'string', enum: deliveryStates },
  next_attempt_at: orNull(TIME),
};
const ATTEMPT = { at: TIME, status: orNull(INTEGER), error: orNull(TEXT), duration_ms: COUNT };
const attempts = (members: Json): Json => ({ attempts: { type: 'array', items: closed(members) } });
const LISTED_DELIVERY: Json = { ...DELIVERY, ...attempts(ATTEMPT) };

/** Sort keys and selectable fields of both lists. */
export const webhookTerms: Offered = plainTerms(WEBHOOK);
export const deliveryTerms: Offered = plainTerms(LISTED_DELIVERY);

/** Schemas of webhooks. @param events all event names */
export const webhookSchemas = (events: readonly string[]): Readonly<Record<string, Json>> => {
  return {
    EventName: { type: 'string', enum: events },
    Webhook: closed(WEBHOOK),
    Delivery: closed(LISTED_DELIVERY),
    SentDelivery: closed({
      ...DELIVERY,
      ...attempts({ ...ATTEMPT, excerpt: { description: 'What the receiver answered.', ...orNull(TEXT) } }),
      body: { ...TEXT, description: 'What is sent, at most 64 KiB of it.' },
      truncated: FLAG,
    }),
    WebhookTest: {
      ...closed({
        ok: FLAG,
        request: closed({ method: TEXT, url: TEXT, headers: TEXTS, body: TEXT }),
        duration_ms: COUNT,
      }),
      description: '`response` where there was one, `error` where it was no success.',
    },
  };
};

const SECRET: Json = { ...TEXT, description: 'What deliveries are signed with; it is shown this once.' };
const DELETED = closed({ success: FLAG, deleted: FLAG, id: ID });
const NEEDS_EVENTS =
  'The token needs the read scopes of the records that the events tell of too, else 403 `insufficient_scope`.';

/** Descriptions of their operations. */
export const webhookNotes: Readonly<Record<WebhookOperation, OperationNote>> = lookupTable({
  listWebhooks: {
    summary: 'List webhooks',
    codes: [],
    parameters: [...PAGING, ...termParameters('webhooks', webhookTerms)],
    answers: { 200: answer('The webhooks.', page('Webhook')) },
  },
  createWebhook: {
    summary: 'Create a webhook',
    description: `Needs the scope \`v3:webhooks:write\`. ${NEEDS_EVENTS} It is inactive: test it, then switch it on by PATCH with \`active\`.`,
    codes: ['insufficient_scope', 'too_many_webhooks'],
    body: { ...bodyOf(newWebhook), example: EXAMPLE },
    answers: { 201: answer('The webhook was made.', closed({ success: FLAG, id: ID, secret: SECRET, active: FLAG })) },
  },
  retrieveWebhook: {
    summary: 'Retrieve a webhook',
    codes: [],
    answers: {
      200: { ...answer('The webhook.', ref('Webhook')), headers: VERSION_HEADERS },
      304: NOT_CHANGED,
    },
  },
  changeWebhook: {
    summary: 'Change a webhook',
    description: `Needs the scope \`v3:webhooks:write\`. ${NEEDS_EVENTS} That holds for its events before and after the change, and those that wait; not for name, description and switching off. Another URL, method, content type or other headers need another successful test before it can be switched on. A header value \`********\` keeps what is stored while scheme, host and port stay.`,
    codes: ['too_many_webhooks', 'insufficient_scope', 'test_required', 'precondition_failed'],
    body: { ...bodyOf(webhookChange), example: { active: true } },
    answers: {
      200: answer('The webhook was changed.', {
        type: 'object',
        required: ['success', 'updated'],
        properties: {
          success: FLAG,
          updated: { ...COUNT, description: 'Members whose value changed.' },
          headers_dropped: {
            type: 'array',
            items: TEXT,
            description: 'Headers whose stored values were dropped, since they were meant for another host.',
          },
        },
      }),
    },
  },
  removeWebhook: {
    summary: 'Delete a webhook',
    description: 'Needs the scope `v3:webhooks:write`. Its deliveries go with it.',
    codes: ['precondition_failed'],
    answers: { 200: answer('The webhook was deleted.', DELETED) },
  },
  testWebhook: {
    summary: 'Test a webhook',
    description:
      "Needs the scope `v3:webhooks:write`. One call at once, signed like a delivery, with no record in it; a success lets the webhook be switched on. Ten a minute and webhook, and each counts among the deliveries of the organisation's plan: 429 with `Retry-After`.",
    codes: ['event_not_active'],
    bodyless: true,
    body: {
      type: 'object',
      additionalProperties: false,
      properties: { event: { ...TEXT, description: 'One of its events; the connection test where there is none.' } },
      example: { event: 'webhook.ping' },
    },
    answers: { 200: answer('What was sent, and what came back.', ref('WebhookTest')) },
  },
  rotateWebhookSecret: {
    summary: 'Give a webhook a new secret',
    description: 'Needs the scope `v3:webhooks:write`. For a day the old secret signs beside it.',
    codes: [],
    answers: { 200: answer('The new secret.', closed({ success: FLAG, secret: SECRET })) },
  },
  listDeliveries: {
    summary: 'List deliveries of a webhook',
    description:
      'Needs the scope `v3:webhooks:read`. Newest first unless `sort` says otherwise; `total` and pages end at 100,000. Deliveries that ended are kept for 30 days.',
    codes: [],
    parameters: [
      ...PAGING,
      parameter('state', { type: 'string', enum: deliveryStates }, 'Only deliveries in this state.'),
      ...termParameters('deliveries', deliveryTerms),
    ],
    answers: { 200: answer('The deliveries.', page('Delivery')) },
  },
  retrieveDelivery: {
    summary: 'Retrieve a delivery',
    description: `Needs the scope \`v3:webhooks:read\`. ${NEEDS_EVENTS}`,
    codes: ['insufficient_scope'],
    answers: { 200: answer('The delivery with what is sent.', ref('SentDelivery')) },
  },
  resendDelivery: {
    summary: 'Send a delivery again',
    description: `Needs the scope \`v3:webhooks:write\`. ${NEEDS_EVENTS} The payload and the \`request_id\` are the same, also where the webhook is off.`,
    codes: ['insufficient_scope'],
    answers: {
      200: answer('It is sent as soon as the plan allows.', closed({ success: FLAG, id: DELIVERY_ID })),
    },
  },
});
