/** What the organisation has and uses. */
import { z } from 'zod';
import { answer, type Routes, time } from './route.ts';

/** A value of the plan as it is stored: text where the operator has mistyped a number. */
const stored = z.union([z.number(), z.string()]);

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
      licences: answer({ used: z.number(), limit: z.number() }),
      storage: answer({ documents: z.number(), bytes: z.number() }),
    }),
    about: 'The last 60 minutes, those without a request too. `plan` as it is stored: text where a value is mistyped.',
  },
} satisfies Routes;
