/** OpenAPI descriptions of operations that are not derived verbs. */

import type { CollectionOperation, SpecialOperation } from '../../../model/declaration/operation-names.ts';
import {
  asText,
  DEFAULT_LIMIT,
  MAX_DROPPED,
  MAX_ENTRIES_READ,
  MAX_HITS,
  MAX_LIMIT,
  MAX_QUERY,
  MAX_SEARCH_ITEMS,
  MAX_TOKENS,
  RANKED_TEXT,
} from '../../../shared/limits.ts';
import { lookupTable } from '../../../shared/lookup-table.ts';
import { SWITCH } from '../components/query-parameters.ts';
import { answer } from '../components/response-headers.ts';
import { COUNT, closed, ID, NAMES_SHAPE, type OperationNote, ref, TOTAL_IS_MINIMUM } from '../components/schemas.ts';
import { documentNotes } from './document-descriptions.ts';

type Json = Readonly<Record<string, unknown>>;

const SUCCESS: Json = { success: { type: 'boolean' } };
const listOf = (schema: string): Json => ({ type: 'array', items: { $ref: `#/components/schemas/${schema}` } });

const TEXT: Json = { type: 'string' };

/** Which record's values a merge keeps. */
const MERGE_MODES = ['master_wins', 'enrich_master'];

/** Names and values of a structured search; the names are not filters. */
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
  description: `Hits per index, at most ${asText(MAX_LIMIT)}: a larger number counts as that, and anything that is no positive number as ${DEFAULT_LIMIT}.`,
};

const query = (name: string, schema: Json, description: string): Json => ({ name, in: 'query', description, schema });

/** Operations with an address of their own have no other description. Tools are not described. */
type Notes = Readonly<Record<Exclude<SpecialOperation, 'toolsSearch' | 'upsertSearch' | 'answerMcp'>, OperationNote>> &
  Readonly<Partial<Record<CollectionOperation, OperationNote>>>;

export const operationNotes: Readonly<Record<string, OperationNote | undefined>> = lookupTable<Notes>({
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
      query('with_names', { ...SWITCH, default: false }, 'Add the names of the records that are named by number.'),
    ],
    answers: { 200: answer('The links.', { total: COUNT, items: listOf('Link'), ...NAMES_SHAPE }, ['total', 'items']) },
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
        drop: {
          type: 'array',
          maxItems: MAX_DROPPED,
          items: closed({ section: { ...TEXT, examples: ['addresses'] }, id: ID }),
          description: 'Rows of the slave that are deleted, since the master has them as well.',
        },
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
    description: `Every token must occur as a substring; there may be ${MAX_TOKENS} of them in ${asText(MAX_QUERY)} characters. Needs \`v3:search:read\` and the read scope of every requested index. \`total\` of an index is exact up to ${asText(MAX_HITS)} hits; above that it is ${asText(MAX_HITS)} with \`total_is_minimum: true\`. Where the words are short or very frequent, the newest ${asText(MAX_ENTRIES_READ)} entries are searched, and \`total\` is a minimum where there are more. Of the hits the newest ${asText(MAX_HITS)} are ordered by usefulness: a token as a word, the beginning of a word, the inside of one, further on than the first ${asText(RANKED_TEXT)} characters of a text.`,
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
          total_is_minimum: TOTAL_IS_MINIMUM,
          data: { $ref: '#/components/schemas/SearchHits' },
          errors: { type: 'array', items: { type: 'object', properties: { index: TEXT, message: TEXT } } },
        },
        ['ok', 'total', 'data'],
      ),
    },
  },
  ...documentNotes,
});
