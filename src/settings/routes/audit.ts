/** The change history of the organisation (rules 18.7). */
import { z } from 'zod';
import { asText, MAX_AUDIT_READ } from '../../shared/limits.ts';
import { answer, piece, type Routes, time } from './route.ts';

const id = z.number().nullable();
const name = z.string().nullable();

/** Filters of the audit log. */
const filters = {
  record: '`customers/5`, with the entries of its parts, annotations and folders',
  action: '`update`; see `/audit/filters`',
  section: 'the kind of record: `customers`; see `/audit/filters`',
  user: 'a `user_kid`',
  token: 'a `token_id`',
  security: '`true`: only security events',
  since: '',
  until: '',
} as const;

export const auditRoutes = {
  'GET /audit/filters': {
    answer: answer({ actions: z.array(z.string()), sections: z.array(z.string()) }),
  },
  'GET /audit/export': {
    query: filters,
    answer: null,
    about:
      "All entries that match, the latest first, as CSV: streamed, and noted in the log itself (`export`). A value that a program could take for a formula has `'` before it.",
  },
  'GET /audit': {
    query: { ...filters, before: 'an `id`', limit: '50; 500 at most' },
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
    ).extend({
      searched_back_to: time.nullable(),
      names: z.record(z.string(), z.record(z.string(), z.string())),
    }),
    about: `\`changes\`: before and after by field. \`names\`: names by record kind and number, of the records that the entries and their values name, deleted ones included. \`via\`: \`command\` for changes by the operator. Without \`record\` and \`security\`, the filters \`user\`, \`token\`, \`section\` and \`action\` read at most ${asText(MAX_AUDIT_READ)} entries a call: then the page may be short or empty, \`searched_back_to\` is the time of the last entry read, and \`next\` continues there. Null: it was not needed.`,
  },
} satisfies Routes;
