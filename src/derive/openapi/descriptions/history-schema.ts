/** The history of a record in the OpenAPI description. */
import { MAX_HISTORY } from '../../../shared/limits.ts';
import type { Collection } from '../../routing/collections.ts';
import { PAGING, WITH_NAMES } from '../components/query-parameters.ts';
import { ANSWER_HEADERS } from '../components/response-headers.ts';
import { COUNT, closed, ID, NAMES_SHAPE, type OperationNote, PAGED, ref } from '../components/schemas.ts';

type Json = Readonly<Record<string, unknown>>;

const TEXT: Json = { type: 'string' };
const NAME: Json = { type: ['string', 'null'] };

const AUTHOR: Json = {
  description: 'The token that called, else the user; null for the service itself and for a command of the operator.',
  anyOf: [closed({ kid: ID, name: NAME }), closed({ token_id: ID, name: NAME }), { type: 'null' }],
};

const ENTRY_MEMBERS = {
  at: { ...TEXT, format: 'date-time', description: 'In UTC.' },
  who: AUTHOR,
  action: { ...TEXT, enum: ['insert', 'update', 'delete', 'restore', 'merge', 'unmerge', 'move', 'assign'] },
  section: { ...ref('Section'), description: 'The kind of the record, or of its part.' },
  id: ID,
  changes: {
    type: 'object',
    description: 'Values before and after, by field. Secrets are masked.',
    additionalProperties: closed({ from: {}, to: {} }),
  },
};

const ENTRY: Json = {
  ...closed({
    ...ENTRY_MEMBERS,
    merged_from: { ...ID, description: 'Only of a customer: the merged one whose entry it was.' },
  }),
  required: Object.keys(ENTRY_MEMBERS),
};

export const HISTORY: Json = {
  type: 'object',
  required: [...Object.keys(PAGED), 'items'],
  properties: { ...PAGED, total: COUNT, items: { type: 'array', items: ENTRY }, ...NAMES_SHAPE },
};

/** GET `{address}/{id}/history`. @param schema of the response */
export const historyNote = ({ scope }: Collection, schema: Json): Omit<OperationNote, 'summary' | 'codes'> => ({
  description: `Needs the scope \`v3:${scope}:read\`. Changes of the record and of its parts, latest first. A page has at most ${MAX_HISTORY} entries.`,
  parameters: [...PAGING, WITH_NAMES],
  answers: {
    200: { description: 'The entries.', headers: ANSWER_HEADERS, content: { 'application/json': { schema } } },
  },
});
