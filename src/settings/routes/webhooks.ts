/** Webhooks of the organisation (rules 17). */
import { z } from 'zod';
import {
  changedWebhook,
  deliveryStates,
  newWebhook,
  webhookContentTypes,
  webhookMethods,
  webhookTest,
} from '../../model/calls/webhooks.ts';
import { disableReasons } from '../../webhooks/disable-reasons.ts';
import { answer, changeOf, done, field, items, listed, listQuery, type Routes, time } from './route.ts';

/** Sort keys of deliveries; newest first by default. */
export const deliverySorts = ['event_name', 'at'] as const;

const headers = z.record(z.string(), z.string());

const health = answer({
  delivered: z.number(),
  failed: z.number(),
  backlog: z.number(),
  waiting_since: time.nullable(),
  caught_up_at: time.nullable(),
  last_error: answer({ at: time, status: z.number().nullable(), error: z.string() }).nullable(),
});

const webhook = answer({
  webhook_id: z.number(),
  name: z.string(),
  description: z.string(),
  url: z.string(),
  method: webhookMethods,
  content_type: webhookContentTypes,
  headers,
  events: z.array(z.string()),
  active: z.boolean(),
  released: z.boolean(),
  colour: z.enum(['red', 'yellow', 'green']),
  last_test: answer({ ok: z.boolean(), at: time }).nullable(),
  switched_off_because: z.enum(disableReasons).nullable(),
  health,
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
  'GET /events/:name': {
    answer: answer({ name: z.string(), sample: z.record(z.string(), z.unknown()) }),
    about: 'A message of this event with made-up values.',
  },
  'GET /webhooks': {
    answer: items(webhook),
    about:
      'Values of `headers` are masked: `********`. `switched_off_because`: why the service switched it off itself. `health`: `delivered` and `failed` among the newest 1,000 deliveries, `backlog` up to 100,000; `caught_up_at` is null while something waits.',
  },
  'POST /webhooks': {
    body: newWebhook,
    status: 201,
    answer: answer({ webhook_id: z.number(), secret: z.string(), active: z.boolean() }),
    about: 'It is inactive. The secret is shown this once.',
  },
  'PATCH /webhooks/:id': {
    body: changeOf(changedWebhook),
    answer: done.extend({ headers_dropped: z.array(z.string()).optional() }),
    about:
      'A header value `********` keeps the stored value, as long as scheme, host and port stay the same; otherwise it is dropped.',
  },
  'DELETE /webhooks/:id': { answer: done },
  'POST /webhooks/:id/activate': { answer: done, about: '400 `test_required` without a successful test.' },
  'POST /webhooks/:id/deactivate': { answer: done },
  'POST /webhooks/:id/rotate-secret': { answer: answer({ secret: z.string() }) },
  'POST /webhooks/:id/test': {
    body: webhookTest,
    answer: test,
    about: 'Ten a minute and webhook, then 429 `too_many_tests` with `Retry-After`.',
  },
  'GET /webhooks/:id/deliveries': {
    query: {
      ...listQuery(deliverySorts),
      state: deliveryStates.join(', '),
      since: 'of the event',
      until: 'of the event',
    },
    answer: listed(delivery),
    about: '`search` looks at event, request id and record: `customers/5`.',
  },
  'GET /webhooks/:id/deliveries/:delivery/body': {
    answer: answer({ body: z.string(), truncated: z.boolean() }),
    about: 'The body that is sent, at most 64 KiB of it.',
  },
  'POST /webhooks/:id/deliveries/:delivery/resend': { answer: resent },
  'POST /webhooks/:id/resend-failed': {
    body: z.strictObject({ since: field.time, until: field.time }),
    answer: resent,
  },
  'POST /webhooks/:id/replay': {
    body: z.strictObject({ since: field.time, until: field.time }),
    answer: resent,
    about:
      'All deliveries of the period that ended, delivered ones too, with the same request ids. Issue `too_big` where they are more than 10,000.',
  },
} satisfies Routes;
