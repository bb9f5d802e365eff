/** Records that are probably stored twice (rules 5.21), and the undo of a merge (rules 5.14a). */
import { z } from 'zod';
import { UNMERGE_DAYS } from '../../shared/limits.ts';
import { type ApiCalls, choice, count, id, reply } from './call.ts';
import { pageOf, paging } from './paging.ts';

/** Kinds that are compared. */
export const COMPARED_KINDS = ['customers', 'contracts'] as const;

/** Values that two records may share. */
export const REASONS = ['address', 'birth_date', 'email', 'iban', 'number', 'phone'] as const;

/** Most records that the answer of an undone merge names. */
export const MAX_STAYED = 100;

const pair = z.object({
  id: z.string().describe('For the call that dismisses the pair.'),
  records: z
    .array(z.object({ section: z.enum(COMPARED_KINDS), id, name: z.string() }))
    .describe('The two records, the older one first.'),
  reasons: z.array(z.enum(REASONS)).describe('Values that both share, in addition to the name or the insurer.'),
  score: z.number().min(0).max(1).describe('Grows with the number of reasons.'),
});

export const duplicateCalls = {
  'GET /v3/duplicates': {
    id: 'listDuplicates',
    who: 'v3:customers:read',
    summary: 'List probable duplicates',
    about:
      'Pairs of customers with the same last name and no other birth date, of which one first name begins like the other (or, with the same birth date, with the same letter), and which share a birth date, a telephone number, an e-mail address, an IBAN or an address; pairs of contracts of one insurer with the same number. The likeliest pairs come first. Pairs of contracts need `v3:contracts:read` too.',
    query: {
      ...paging,
      section: choice(COMPARED_KINDS).describe('Records of this kind.'),
    },
    answers: { 200: reply('The pairs.', pageOf(pair)) },
    codes: ['insufficient_scope', 'validation_failed'],
  },
  'POST /v3/duplicates/:name/dismiss': {
    id: 'dismissDuplicate',
    who: 'v3:customers:write',
    summary: 'Dismiss a probable duplicate',
    about:
      'The two are not the same: the pair is not listed again. `name` is the `id` of the pair. A pair of contracts needs `v3:contracts:write` too. A pair that was dismissed before stays so.',
    answers: { 200: reply('It is dismissed.', z.object({ success: z.boolean(), id: z.string() })) },
    codes: ['insufficient_scope'],
  },
  'POST /v3/customers/:kid/unmerge': {
    id: 'unmergeCustomers',
    who: 'v3:customers:write',
    summary: 'Undo a merge',
    about: `Takes back the merge of another customer into this one, within ${UNMERGE_DAYS} days: the other one is there again with all records that came from it. Records that were changed or deleted since stay here, and so do filled fields that were changed.`,
    body: z.strictObject({ slave_kid: id.describe('The customer that was merged away.') }),
    answers: {
      200: reply(
        'The customer is there again.',
        z.object({
          success: z.boolean(),
          master_kid: id,
          slave_kid: id,
          returned: z.record(z.string(), count).describe('How many records of each section went back.'),
          stayed: z
            .array(z.object({ section: z.string(), id }))
            .max(MAX_STAYED)
            .describe(`Records that were changed or deleted since and stay here, the first ${MAX_STAYED}.`),
          stayed_total: count,
          fields: z.array(z.string()).describe('Fields that the merge had filled and that have other values by now.'),
        }),
      ),
    },
    codes: ['customer_not_found', 'merge_not_undoable'],
  },
} as const satisfies ApiCalls;
