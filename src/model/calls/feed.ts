/** The change feed (rules 8.5). */
import { z } from 'zod';
import { CHANGES_MIB, DEFAULT_CHANGES, MAX_CHANGES, MAX_WAIT_S } from '../../shared/limits.ts';
import { type ApiCalls, id, ref, reply, time } from './call.ts';
import { clamp, first, switchTerm } from './paging.ts';

const text = z.string();
const term = z.preprocess(first, text.optional());

/** Orders the changes of a record, in events and in the feed. */
export const changeId = z
  .int()
  .min(1)
  .max(Number.MAX_SAFE_INTEGER)
  .meta({ format: 'int64' })
  .describe('Grows with each change of the record; the same number in the event and in the change feed.');

const change = z.object({
  section: ref('Section', text),
  id,
  change_id: changeId,
  action: z.enum(['insert', 'update', 'delete', 'merge', 'move']),
  at: time.describe('When it was written, in UTC.'),
  changed: z.array(text).describe('Names of the changed fields.'),
  owner: z
    .object({ section: ref('OwnerSection', text), id })
    .describe('The record that a part or an annotation hangs on.')
    .optional(),
  slave_kid: id.describe('At a merge: the customer that went.').optional(),
  record: z
    .record(text, z.unknown())
    .nullable()
    .describe('With `with_record`: as a read shows it now, null if it is gone.')
    .optional(),
});

const secondsOf = (given: unknown): number => {
  const seconds = first(given)?.trim() ?? '';
  return /^\d{1,9}(\.\d{1,9})?$/.test(seconds) ? Math.min(Number(seconds), MAX_WAIT_S) : 0;
};

export const feedCalls = {
  'GET /v3/changes': {
    id: 'getChanges',
    who: 'reader',
    summary: 'Follow changes',
    about:
      'What changed since a cursor, in the order of commits; a change that commits late is never behind a cursor that was given before. Without `after` the answer holds nothing but `next`, which is now: take it first, then read the lists, then follow. Items are of the sections whose read scope the token has. The delete of a record includes its parts and annotations; records below it have deletes of their own. Records that a merge moves have updates. Changes are kept for 90 days.',
    query: {
      after: term.meta({
        type: 'string',
        description: '`next` of an earlier answer.',
        example: 'AQAAAAEAAAAAAAAAAAAAAAAAAAAAALhemw',
      }),
      limit: z
        .unknown()
        .transform((given) => clamp(given, DEFAULT_CHANGES, MAX_CHANGES))
        .meta({
          type: 'integer',
          format: 'int32',
          minimum: 1,
          maximum: MAX_CHANGES,
          default: DEFAULT_CHANGES,
          description: `Items; wrong values count as ${DEFAULT_CHANGES}. A page with records ends earlier where they have more than ${CHANGES_MIB} MiB.`,
        }),
      sections: term.meta({
        type: 'string',
        description: 'Only these sections: paths of record kinds, parts and annotations, separated by commas.',
        example: 'customers,contracts',
      }),
      wait: z.unknown().transform(secondsOf).meta({
        type: 'number',
        minimum: 0,
        maximum: MAX_WAIT_S,
        default: 0,
        description: 'Seconds for which an empty answer is held back until something comes.',
      }),
      with_record: switchTerm('Add each record as a read shows it now.'),
    },
    answers: {
      200: reply(
        'The changes, and the cursor behind them; `more` says that others follow at once.',
        z.object({ items: z.array(change), next: text, more: z.boolean() }),
      ),
    },
    codes: ['insufficient_scope', 'invalid_cursor', 'cursor_expired'],
  },
} as const satisfies ApiCalls;
