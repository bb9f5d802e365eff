/** What the OpenAPI description says of operations that are no derived verbs. */
import {
  CHANGES_MIB,
  DEFAULT_CHANGES,
  DEFAULT_LIMIT,
  inText,
  LONGEST_WAIT_S,
  MAX_CHANGES,
  MAX_LIMIT,
  MAX_QUERY,
  MAX_RANKED,
  MAX_SEARCH_ITEMS,
  MAX_TOKENS,
  RANKED_TEXT,
} from '../limits.ts';
import type { CollectionOperation, SpecialOperation } from '../model/operation-names.ts';
import { relationTypes } from '../model/seed/relation-types.ts';
import { table } from '../table.ts';
import { documentNotes } from './document-notes.ts';
import { plainTerms } from './list-terms.ts';
import { ANSWER_HEADERS } from './openapi-headers.ts';
import { SWITCH, termParameters } from './openapi-parameters.ts';
import { COUNT, closed, ID, INTEGER, type OperationNote, ref } from './openapi-shapes.ts';
import { shownSparten } from './sparten.ts';
import { webhookNotes } from './webhook-notes.ts';

type Json = Readonly<Record<string, unknown>>;

const answer = (description: string, properties: Json, required: readonly string[] = []): Json => ({
  description,
  headers: ANSWER_HEADERS,
  content: { 'application/json': { schema: { type: 'object', properties, required } } },
});
const SUCCESS: Json = { success: { type: 'boolean' } };
const listOf = (schema: string): Json => ({ type: 'array', items: { $ref: `#/components/schemas/${schema}` } });

const TEXT: Json = { type: 'string' };

/** Which record's values a merge keeps. */
const MERGE_MODES = ['master_wins', 'enrich_master'];

/** Names and values of a structured search; the names are no filters. */
const SEARCH_VALUES: Json = {
  type: 'object',
  minProperties: 1,
  additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
};
const SEARCH_PART: Json = {
  anyOf: [
    { ...closed({ index: ref('SearchIndex'), include: SEARCH_VALUES }), additionalProperties: false },
    {
      ...closed({ name: ref('SearchIndex'), fields: SEARCH_VALUES }, 'The same under other names.'),
      additionalProperties: false,
    },
  ],
};

const SEARCH_LIMIT: Json = {
  type: ['number', 'string', 'null'],
  default: DEFAULT_LIMIT,
  description: `Hits per index, at most ${inText(MAX_LIMIT)}: a larger number counts as that, and anything that is no positive number as ${DEFAULT_LIMIT}.`,
};

/** One change of the feed. */
const CHANGE: Json = {
  type: 'object',
  required: ['section', 'id', 'action', 'at', 'changed'],
  properties: {
    section: ref('Section'),
    id: ID,
    action: { ...TEXT, enum: ['insert', 'update', 'delete', 'merge', 'move'] },
    at: { ...TEXT, format: 'date-time', description: 'When it was written, in UTC.' },
    changed: { type: 'array', items: TEXT, description: 'Names of the changed fields.' },
    owner: {
      type: 'object',
      description: 'The record that a part or an annotation hangs on.',
      required: ['section', 'id'],
      properties: { section: ref('OwnerSection'), id: ID },
    },
    slave_kid: { ...ID, description: 'At a merge: the customer that went.' },
    record: {
      type: ['object', 'null'],
      description: 'With `with_record`: as a read shows it now, null if it is gone.',
    },
  },
};

const query = (name: string, schema: Json, description: string): Json => ({ name, in: 'query', description, schema });

/** Operations with an address of their own have nothing else that describes them; those of tools are not described. */
type Notes = Readonly<Record<Exclude<SpecialOperation, 'toolsSearch' | 'upsertSearch'>, OperationNote>> &
  Readonly<Partial<Record<CollectionOperation, OperationNote>>>;

export const operationNotes: Readonly<Record<string, OperationNote | undefined>> = table<Notes>({
  listLinks: {
    summary: 'List links',
    codes: ['query_owner_section_forbidden', 'query_owner_id_forbidden'],
    parameters: [
      {
        name: 'foreign_section',
        in: 'query',
        description: 'Only links to this record kind.',
        schema: { type: 'string' },
      },
    ],
    answers: { 200: answer('The links.', { total: COUNT, items: listOf('Link') }, ['total', 'items']) },
  },
  createLink: {
    summary: 'Create a link',
    codes: [
      'missing_foreign_section',
      'invalid_foreign_id',
      'relation_exists',
      'too_many_links',
      'target_not_found',
      'record_not_found',
    ],
    answers: {
      201: answer('Both rows of the link.', { ...SUCCESS, ids: { type: 'array', items: ID } }, ['success', 'ids']),
    },
  },
  removeLink: {
    summary: 'Delete a link',
    codes: [],
    answers: { 200: answer('Both rows are gone.', SUCCESS, ['success']) },
  },
  listRelations: {
    summary: 'List relations',
    codes: [],
    parameters: [],
    answers: {
      200: answer('The relations.', { total: COUNT, items: listOf('Relation') }, ['total', 'items']),
    },
  },
  createRelation: {
    summary: 'Create a relation',
    codes: [
      'validation_error',
      'self_relationship',
      'invalid_relationship_type',
      'no_reverse_pair',
      'target_not_found',
      'duplicate_relation',
      'too_many_links',
    ],
    answers: {
      201: answer('Both directions.', { ...SUCCESS, id: ID, reverse_id: ID, beziehung: ID, reverse_beziehung: ID }, [
        'success',
        'id',
        'reverse_id',
      ]),
    },
  },
  removeRelation: {
    summary: 'Delete a relation',
    codes: [],
    answers: {
      200: answer('Both directions are gone.', { ...SUCCESS, deleted: { type: 'boolean' }, id: ID }, ['success', 'id']),
    },
  },
  listRelationTypes: {
    summary: 'List relation types',
    codes: [],
    parameters: termParameters('relation-types', plainTerms(relationTypes[0] ?? {})),
    answers: {
      200: answer(
        'Types, groups and reciprocal pairs.',
        {
          items: listOf('RelationType'),
          total: COUNT,
          folders: listOf('RelationFolder'),
          pairs: listOf('RelationPair'),
        },
        ['items', 'total', 'folders', 'pairs'],
      ),
    },
  },
  listSparten: {
    summary: 'List insurance lines (Sparten)',
    codes: [],
    parameters: termParameters('sparten', plainTerms(shownSparten({})[0] ?? {})),
    answers: {
      200: answer('The Sparten.', { items: listOf('Sparte'), total: COUNT }, ['items', 'total']),
    },
  },
  readChanges: {
    summary: 'Follow changes',
    description:
      'What changed since a cursor, in the order of commits; a change that commits late is never behind a cursor that was given before. Without `after` the answer holds nothing but `next`, which is now: take it first, then read the lists, then follow. Items are of the sections whose read scope the token has. What goes with a record is told as well: records that lie below it as their own deletes, its parts and annotations by its delete; what a merge moves as updates. Changes are kept for 90 days.',
    codes: ['insufficient_scope', 'invalid_cursor', 'cursor_expired'],
    parameters: [
      {
        ...query('after', TEXT, '`next` of an earlier answer.'),
        example: 'AQAAAAEAAAAAAAAAAAAAAAAAAAAAALhemw',
      },
      query(
        'limit',
        { ...INTEGER, minimum: 1, maximum: MAX_CHANGES, default: DEFAULT_CHANGES },
        `Items; wrong values count as ${DEFAULT_CHANGES}. A page with records ends earlier where they have more than ${CHANGES_MIB} MiB.`,
      ),
      {
        ...query(
          'sections',
          TEXT,
          'Only these sections: paths of record kinds, parts and annotations, separated by commas.',
        ),
        example: 'customers,contracts',
      },
      query(
        'wait',
        { type: 'number', minimum: 0, maximum: LONGEST_WAIT_S, default: 0 },
        'Seconds for which an empty answer is held back until something comes.',
      ),
      query('with_record', { ...SWITCH, default: false }, 'Add each record as a read shows it now.'),
    ],
    answers: {
      200: answer(
        'The changes, and the cursor behind them; `more` says that others follow at once.',
        { items: { type: 'array', items: CHANGE }, next: TEXT, more: { type: 'boolean' } },
        ['items', 'next', 'more'],
      ),
    },
  },
  mergeCustomers: {
    summary: 'Merge another customer into this one',
    codes: ['customer_not_found', 'body_field_forbidden', 'too_many_links'],
    body: {
      type: 'object',
      required: ['slave_kid'],
      properties: {
        slave_kid: {
          anyOf: [ID, { ...TEXT, pattern: '^\\d{1,10}$' }],
          description: 'The customer that is merged away.',
        },
        mode: { anyOf: [{ ...TEXT, enum: MERGE_MODES }, { type: 'null' }], default: 'master_wins' },
      },
      not: { required: ['kid'] },
    },
    answers: {
      200: answer(
        'The slave is gone; everything of it is at the master.',
        { ...SUCCESS, master_kid: ID, slave_kid: ID, mode: { ...TEXT, enum: MERGE_MODES } },
        ['success', 'master_kid', 'slave_kid', 'mode'],
      ),
    },
  },
  search: {
    summary: 'Search records',
    description: `Every token must occur as a substring; there may be ${MAX_TOKENS} of them in ${inText(MAX_QUERY)} characters. Needs \`v3:search:read\` and the read scope of every requested index. \`total\` of an index is the number of its hits, of which the newest ${inText(MAX_RANKED)} are ordered by usefulness: a token as a word, the beginning of a word, the inside of one, further on than the first ${inText(RANKED_TEXT)} characters of a text.`,
    codes: ['forbidden_indices', 'search_backend_failed'],
    body: {
      oneOf: [
        {
          type: 'object',
          title: 'Free text',
          required: ['query', 'indices'],
          properties: {
            query: { type: 'string', pattern: '\\S', maxLength: MAX_QUERY, description: 'Free text.' },
            indices: { ...listOf('SearchIndex'), minItems: 1, description: 'Indices that are searched.' },
            limit: SEARCH_LIMIT,
          },
          additionalProperties: false,
        },
        {
          type: 'object',
          title: 'Structured',
          required: ['query'],
          properties: {
            query: {
              type: 'array',
              minItems: 1,
              maxItems: MAX_SEARCH_ITEMS,
              items: SEARCH_PART,
              description:
                '`{index, include}` objects. The words of several objects of one index are looked for together, in one record.',
            },
            indices: { description: 'Ignored: the objects name their indices.' },
            limit: SEARCH_LIMIT,
          },
          additionalProperties: false,
        },
      ],
    },
    answers: {
      200: answer(
        'Hits by index.',
        {
          ok: { type: 'boolean' },
          total: COUNT,
          data: { $ref: '#/components/schemas/SearchHits' },
          errors: { type: 'array', items: { type: 'object', properties: { index: TEXT, message: TEXT } } },
        },
        ['ok', 'total', 'data'],
      ),
    },
  },
  ...documentNotes,
  ...webhookNotes,
});
