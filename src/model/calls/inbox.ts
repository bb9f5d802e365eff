/** Documents that wait in the inbox (rules 5.16a, 16.18). */
import { z } from 'zod';
import { MAX_PROPOSALS, MAX_PROPOSED_DOCUMENTS, MIN_PROPOSAL_SCORE, RESTORE_DAYS } from '../../shared/limits.ts';
import { ASSIGNABLE } from '../records/inbox.ts';
import { type ApiCalls, bytes, choice, count, id, names, reply } from './call.ts';
import { pageOf, paging, switchTerm, withNames } from './paging.ts';

const text = z.string();
const who = 'v3:inbox:write';

const reason = z.object({
  kind: z.enum(['given', 'reply', 'contract_number', 'external_id', 'name', 'birth_date', 'sender']),
  text: text.describe('The mention as the document has it.'),
  where: z.enum(['name', 'betreff', 'absender', 'text']),
});

const possible = z.object({
  section: z.enum(ASSIGNABLE),
  id,
  name: text,
  kid: id.nullable(),
  kid_name: text.nullable(),
  score: z.number().min(0).max(1),
  reasons: z.array(reason),
});
const proposal = possible.extend({ score: z.number().min(MIN_PROPOSAL_SCORE).max(1) });

const rule = z.object({
  id,
  name: text,
  status: text.nullable().describe('The status that the contract gets.'),
  aufgabe: text.nullable().describe('The title of the task.'),
  faellig: z.iso.date().nullable().describe('The day of the task: the next working day after the days of the rule.'),
});

const etag = text.describe('Its version, for `If-Match`.');
const effect = z.object({
  contract: z
    .object({ status: text.nullable().describe('The status before.'), etag })
    .nullable()
    .describe('Null where the status stays.'),
  task: z.object({ id, etag }).nullable(),
});

const waiting = z.object({
  id,
  name: text,
  extension: text,
  size: count,
  datum: z.iso.date().nullable(),
  betreff: text.nullable(),
  absender: text.nullable(),
  antwort_auf: text.nullable().describe('The subject of the message that a mail answers.'),
  kid: id.nullable(),
  vid: id.nullable(),
  schaden: id.nullable(),
  insert_datum: text,
  proposals: z.array(proposal).max(MAX_PROPOSALS).describe('Only with `with_proposals=true`, best first.').optional(),
  possible: z
    .array(possible)
    .max(MAX_PROPOSALS)
    .describe(
      'Only with `with_proposals=true` and without proposals: customers whose last name is in the name, the subject or the sender. A user has to look at them.',
    )
    .optional(),
  rule: rule
    .optional()
    .describe(
      'Only with `with_proposals=true`: the oldest active rule with words of the document, as far as the caller may apply it.',
    ),
});

export const inboxCalls = {
  'GET /v3/inbox/documents': {
    id: 'listInboxDocuments',
    who,
    summary: 'List waiting documents',
    about: 'The documents that wait in the inbox, oldest first.',
    query: {
      ...paging,
      with_proposals: switchTerm(
        `Add the records that a document probably belongs to, found by the mentions in its name, subject, sender and the beginning of its text; a page has at most ${MAX_PROPOSED_DOCUMENTS} documents then. Only records that the caller may read.`,
      ),
      with_names: withNames,
    },
    answers: { 200: reply('The documents.', pageOf(waiting).extend({ names })) },
  },
  'GET /v3/inbox/documents/:id/content': {
    id: 'showInboxDocument',
    who,
    summary: 'Show a waiting document',
    answers: { 200: reply('The bytes of the waiting document.', bytes('*/*')) },
    codes: ['service_unavailable'],
  },
  'GET /v3/inbox/documents/:id/text': {
    id: 'getInboxText',
    who,
    summary: 'Read the text of a waiting document',
    about:
      'The text of plain files (UTF-8, or else Windows-1252), mails and HTML pages, at most 200,000 characters. `problem` says why there is none.',
    answers: {
      200: reply(
        'The text.',
        z.object({
          text: text.nullable(),
          truncated: z.boolean(),
          problem: z.enum(['unsupported', 'too_large', 'unreadable']).nullable(),
        }),
      ),
    },
    codes: ['service_unavailable'],
  },
  'POST /v3/inbox/documents/:id/assign': {
    id: 'assignInboxDocument',
    who,
    summary: 'Assign a waiting document to a record',
    about:
      'It becomes a document of the record, as if it had been uploaded there, and leaves the inbox. A document is assigned or discarded once, until `return` brings it back. With `rule_id` the contract gets the status of the rule, which needs `v3:contracts:write`, and its task is made for the adviser of the customer and linked with the record, which needs `v3:activities:write`.',
    // The fields of the document are checked by their declaration, with the settings of the organisation.
    body: z.strictObject({
      section: choice(ASSIGNABLE),
      id,
      name: z.unknown().optional().meta({ type: 'string', description: 'Another name than the waiting document has.' }),
      ordner: z
        .unknown()
        .optional()
        .meta({ type: 'integer', format: 'int32', minimum: 0, description: 'A folder of the contact.' }),
      datum: z
        .unknown()
        .optional()
        .meta({ type: ['string', 'null'], format: 'date' }),
      rule_id: id.optional().describe('An active rule, which is applied in the same transaction.'),
    }),
    answers: {
      200: reply(
        'It is a document of the record.',
        z.object({
          success: z.boolean(),
          document_id: id,
          rule: effect
            .optional()
            .describe(
              'The effects of the rule. `return` leaves them; they are taken back by a PATCH of the contract and a DELETE of the task.',
            ),
        }),
      ),
    },
    codes: ['customer_not_found', 'rule_needs_contract', 'missing_required_scope'],
  },
  'POST /v3/inbox/documents/:id/discard': {
    id: 'discardInboxDocument',
    who,
    summary: 'Discard a waiting document',
    about: `It leaves the inbox; for ${RESTORE_DAYS} days \`return\` brings it back.`,
    answers: { 200: reply('It is gone.', z.object({ success: z.boolean() })) },
  },
  'POST /v3/inbox/documents/:id/return': {
    id: 'returnInboxDocument',
    who,
    summary: 'Return a document to the inbox',
    about: `Undoes the assignment or discarding of a document within ${RESTORE_DAYS} days: it waits again, and the document that it became is deleted. 404 where it waits.`,
    answers: { 200: reply('It waits.', z.object({ success: z.boolean() })) },
  },
} as const satisfies ApiCalls;
