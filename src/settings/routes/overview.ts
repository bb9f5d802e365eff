/** Start page and usage of the organisation. */
import { z } from 'zod';
import { answer, type Routes, time } from './route.ts';

/** A stored plan value: text if the operator has mistyped a number. */
const stored = z.union([z.number(), z.string()]);

/** Rows of an answer of the request log. */
export const MAX_REQUEST_ROWS = 200;
/** Outcomes by which the request log is filtered; `refused` includes `limited`. */
export const requestOutcomes = ['done', 'refused', 'limited', 'failed'] as const;

const perMinute = z.array(answer({ minute: time, used: z.number() }));

export const overviewRoutes = {
  'GET /overview': {
    answer: answer({
      customers: z.number(),
      contracts: z.number(),
      documents: z.number(),
      inbox: z.number(),
      tokens: z.number(),
      users: answer({ active: z.number(), licensed: z.number(), licenses: z.number() }),
      webhooks: answer({ active: z.number(), off_by_failure: z.number() }),
    }),
  },
  'GET /usage': {
    answer: answer({
      plan: answer({
        api_requests_per_minute: stored,
        webhook_deliveries_per_minute: stored,
        licenses: stored,
      }),
      requests: perMinute,
      deliveries: perMinute,
      days: z.array(answer({ day: z.iso.date(), requests: z.number(), refused: z.number(), failed: z.number() })),
      licences: answer({ used: z.number(), limit: z.number() }),
      storage: answer({ documents: z.number(), bytes: z.number() }),
    }),
    about:
      'The last 60 minutes and 90 days, those without a request too; `days` are days of the organisation, `refused` counts 4xx, `failed` 5xx. `plan` as it is stored: text where a value is mistyped.',
  },
  'GET /usage/requests': {
    query: {
      hours: '24; 168 at most',
      token: 'a `token_id`; 0: sessions of signed-in users',
      outcome: '`done`: below 400; `refused`: 4xx; `limited`: 429; `failed`: 5xx',
      search: 'a text that occurs in method and route',
    },
    answer: answer({
      items: z.array(
        answer({
          token_id: z.number().nullable(),
          token_name: z.string().nullable(),
          method: z.string(),
          route: z.string(),
          status: z.number(),
          requests: z.number(),
          last_hour: time,
        }),
      ),
      complete: z.boolean(),
    }),
    about: `Requests of the last hours by token, route and status, the most frequent first, at most ${MAX_REQUEST_ROWS} rows. \`token_id\` is null for sessions, \`status\` 499 where the client went away. Counts are written every five seconds.`,
  },
} satisfies Routes;
