/** The change history of the organisation (rules 18.7). */
import { z } from 'zod';
import { answer, piece, type Routes, time } from './route.ts';

const id = z.number().nullable();
const name = z.string().nullable();

export const auditRoutes = {
  'GET /audit': {
    query: {
      record: '`customers/5`',
      user: '',
      token: '',
      security: '`true`: only security events',
      since: '',
      until: '',
      before: 'an `id`',
      limit: '50; 500 at most',
    },
    answer: piece(
      answer({
        id: z.number(),
        at: time,
        action: z.string(),
        section: z.string(),
        record_id: id,
        owner_section: name,
        owner_id: id,
        user_kid: id,
        user_name: name,
        token_id: id,
        token_name: name,
        request_id: name,
        via: z.literal('command').nullable(),
        security: z.boolean(),
        changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
      }),
    ),
    about: '`changes`: before and after by field. `via`: what an operator changed by command.',
  },
} satisfies Routes;
