/** Webhooks of the organisation (rules 17). */
import { z } from 'zod';
import { offReasons } from '../../webhooks/off-reasons.ts';
import {
  answer,
  changeOf,
  done,
  field,
  items,
  listed,
  listOf,
  listQuery,
  type Routes,
  textsOf,
  time,
} from './route.ts';

export const deliveryStates = ['pending', 'delivered', 'failed'] as const;

/** What deliveries can be sorted by; newest first where none is asked for. */
export const deliverySorts = ['event_name', 'at'] as const;

const methods = z.enum(['POST', 'PUT', 'PATCH']);
const contentTypes = z.enum(['json', 'form']);
const shape = z.strictObject({
  url: z.string().trim().min(1).max(2000),
  method: methods,
  content_type: contentTypes,
  headers: textsOf(z.string().max(100), z.string().max(2000), 100),
  events: listOf(z.string().max(100), 500),
});

const headers = z.record(z.string(), z.string());

const webhook = answer({
  webhook_id: z.number(),
  url: z.string(),
  method: methods,
  content_type: contentTypes,
  headers,
  events: z.array(z.string()),
  active: z.boolean(),
  released: z.boolean(),
  colour: z.enum(['red', 'yellow', 'green']),
  last_test: answer({ ok: z.boolean(), at: time }).nullable(),
  switched_off_because: z.enum(offReasons).nullable(),
});

const test = answer({
  ok: z.boolean(),
  request: answer({ method: z.string(), url: z.string(), headers, body: z.string() }),
  response: answer({ status: z.number(), headers, body: z.string(), truncated: z.boolean() }).optional(),
  error: answer({ code: z.string(), message: z.string() }).optional(),
  duration_ms: z.number(),
});

const delivery = answer({
  delivery_id: z.number(),
  request_id: z.string(),
  event_name: z.string(),
  at: time,
  state: z.enum(deliveryStates),
  attempts: z.array(
    answer({
      at: time,
      status: z.number().nullable(),
      error: z.string().nullable(),
      duration_ms: z.number(),
      excerpt: z.string().nullable(),
    }),
  ),
  next_attempt_at: time.nullable(),
});

const resent = answer({ resent: z.number() });

export const webhookRoutes = {
  'GET /events': { answer: items(z.string()), about: 'Names of events: `customers.insert`.' },
  'GET /webhooks': {
    answer: items(webhook),
    about:
      'Values of `headers` are masked: `********`. `switched_off_because`: why the service switched it off itself.',
  },
  'POST /webhooks': {
    body: shape.extend({
      method: shape.shape.method.default('POST'),
      content_type: shape.shape.content_type.default('json'),
      headers: shape.shape.headers.default({}),
    }),
    status: 201,
    answer: answer({ webhook_id: z.number(), secret: z.string(), active: z.boolean() }),
    about: 'It is inactive. The secret is shown this once.',
  },
  'PATCH /webhooks/:id': {
    body: changeOf(shape.partial()),
    answer: done.extend({ headers_dropped: z.array(z.string()).optional() }),
    about:
      'A header value `********` keeps what is stored, as long as scheme, host and port stay; where these change, stored values are dropped.',
  },
  'DELETE /webhooks/:id': { answer: done },
  'POST /webhooks/:id/activate': { answer: done, about: '400 `test_required` without a successful test.' },
  'POST /webhooks/:id/deactivate': { answer: done },
  'POST /webhooks/:id/rotate-secret': { answer: answer({ secret: z.string() }) },
  'POST /webhooks/:id/test': {
    body: z.strictObject({ event: z.string().max(100).optional() }),
    answer: test,
    about: 'Ten a minute and webhook, then 429 `too_many_tests` with `Retry-After`.',
  },
  'GET /webhooks/:id/deliveries': {
    query: { ...listQuery(deliverySorts), state: deliveryStates.join(', ') },
    answer: listed(delivery),
  },
  'POST /webhooks/:id/deliveries/:delivery/resend': { answer: resent },
  'POST /webhooks/:id/resend-failed': {
    body: z.strictObject({ since: field.time, until: field.time }),
    answer: resent,
  },
} satisfies Routes;
