/** Parts of the OpenAPI description that no single route gives: shared shapes, machine codes. */
import { type Code, errorTable } from '../errors.ts';
import { MAX_ISSUES } from '../issues.ts';
import { NUMBER } from '../model/keys.ts';
import type { Registry } from '../model/registry.ts';
import type { Resource } from '../model/resource.ts';
import { table } from '../table.ts';
import type { Route } from './routes.ts';

type Json = Readonly<Record<string, unknown>>;

/** Description of one operation. */
export interface OperationNote {
  readonly summary: string;
  readonly description?: string;
  readonly codes: readonly Code[];
  readonly parameters?: readonly Json[];
  readonly body?: Json;
  /** The body may be left out. */
  readonly bodyless?: boolean;
  /** The request body's content where it is not JSON alone. */
  readonly content?: Json;
  readonly answers?: Readonly<Record<string, Json>>;
  /** Answers that are bytes, where a switch asks for them instead of the usual ones. */
  readonly orBytes?: Readonly<Record<string, Json>>;
}

/** A reference to a named schema. */
export const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
/** `contact person` as `ContactPerson`. */
export const pascal = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
/** Name of a record kind's schema. */
export const schemaName = (resource: Resource): string => pascal(resource.title);

export const ID: Json = NUMBER;

/** A whole number; records have numbers of 32 bits, so no count of theirs is greater. */
export const INTEGER: Json = { type: 'integer', format: 'int32' };
/** How many there are. */
export const COUNT: Json = { ...INTEGER, minimum: 0 };
/** What a list with pages says of itself; a page can be asked for far behind all that there are. */
export const PAGED = Object.freeze({
  page: { type: 'integer', format: 'int64', minimum: 1 },
  page_size: { ...INTEGER, minimum: 1 },
  total: COUNT,
});

/** An object that has exactly these members. */
export const closed = (properties: Json, description?: string): Json => ({
  type: 'object',
  ...(description ? { description } : {}),
  properties,
  required: Object.keys(properties),
});

/** What `with_schema=true` adds to an answer, by how the record kind groups it (rules 4.2). */
export const metadataShape = (
  metadata: Resource['answers']['metadata'],
): Readonly<Record<'fields' | 'select_fields', Json>> => {
  const description = 'Only with `with_schema=true`.';
  const shape = (one: string): Json => {
    const direct = { additionalProperties: ref(one) };
    const grouped = { additionalProperties: { type: 'object', ...direct } };
    if (metadata === 'direct') return { type: 'object', description, ...direct };
    if (metadata === 'grouped') return { type: 'object', description: `${description} By record kind.`, ...grouped };
    return {
      description: `${description} By record kind where arrays are included.`,
      anyOf: [
        { type: 'object', ...direct },
        { type: 'object', ...grouped },
      ],
    };
  };
  return { fields: shape('FieldDescription'), select_fields: shape('SelectOptions') };
};

/** Codes of answers that belong to no described call: unknown addresses, and input that is not HTTP. */
const BESIDES_CALLS: readonly Code[] = [
  'unknown_resource',
  'unsupported_sub_resource',
  'method_not_allowed',
  'invalid_request',
  'request_timeout',
  'uri_too_long',
  'headers_too_large',
];

/** Every machine code that an answer can carry, in the order of the table. */
const errorCodes = (ofCalls: ReadonlySet<Code>, routes: readonly Route[]): readonly string[] => {
  const forbidden = new Set([
    'owner_section',
    'owner_id',
    ...routes.flatMap(({ collection }) => collection?.forbidden ?? []),
  ]);
  return (Object.keys(errorTable) as Code[])
    .filter((code) => ofCalls.has(code) || BESIDES_CALLS.includes(code))
    .flatMap((code) =>
      code === 'body_field_forbidden' ? [...forbidden].sort().map((name) => `body_${name}_forbidden`) : [code],
    );
};

/** Hits of one index of the search. */
const searchHits = (registry: Registry): Json =>
  Object.fromEntries(
    registry.resources.flatMap((resource): [string, Json][] => {
      const { index, emptyIndex } = resource.search;
      const name = index ?? emptyIndex;
      const items = { type: 'array', ...(index ? {} : { maxItems: 0 }), items: ref(schemaName(resource)) };
      return name ? [[name, closed({ total: COUNT, items })]] : [];
    }),
  );

const TEXT: Json = { type: 'string' };
const ISSUES: Json = { type: 'array', maxItems: MAX_ISSUES, items: ref('Issue') };
const ISSUES_TOTAL: Json = {
  ...INTEGER,
  minimum: MAX_ISSUES + 1,
  description: 'How many issues there are, where there are more than are listed.',
};

/** Answers that are the same everywhere. */
const ANSWERS: Readonly<Record<string, Json>> = table({
  Error: {
    type: 'object',
    description: 'Clients read `body.data ?? body`.',
    properties: {
      statusCode: INTEGER,
      statusMessage: { type: 'string' },
      error: ref('ErrorCode'),
      message: { type: 'string' },
      data: {
        type: 'object',
        required: ['error', 'message'],
        properties: {
          error: ref('ErrorCode'),
          message: { type: 'string' },
          retry_after: { ...INTEGER, description: 'Seconds, at 429 and 503.' },
          required_scope: { type: 'string' },
          provided_scope: { type: 'array', items: { type: 'string' } },
          hint: { type: 'string' },
          issues: ISSUES,
          issues_total: ISSUES_TOTAL,
        },
      },
    },
  },
  Issue: {
    type: 'object',
    required: ['path', 'code', 'message'],
    properties: {
      path: {
        type: 'array',
        items: { type: ['string', 'integer'] },
        description: 'Names of more than 100 characters are cut; they end in `…`.',
      },
      code: { type: 'string' },
      message: { type: 'string', maxLength: 300 },
    },
  },
  Batch: closed({
    success: { type: 'boolean' },
    inserted: {
      type: 'array',
      items: {
        type: 'object',
        required: ['index', 'id'],
        properties: {
          index: INTEGER,
          id: ID,
          kid: ID,
          tariffs: { type: 'array', items: ref('Tariff') },
        },
      },
    },
    failed: {
      type: 'array',
      items: {
        type: 'object',
        required: ['index', 'status', 'error', 'message'],
        properties: {
          index: INTEGER,
          status: INTEGER,
          error: ref('ErrorCode'),
          message: { type: 'string' },
          issues: ISSUES,
          issues_total: ISSUES_TOTAL,
        },
      },
    },
  }),
});

/**
 * Schemas that belong to no record kind.
 * @param codes machine codes of all described calls
 */
export const sharedSchemas = (
  registry: Registry,
  routes: readonly Route[],
  codes: ReadonlySet<Code>,
): Readonly<Record<string, Json>> => ({
  ...ANSWERS,
  ErrorCode: {
    type: 'string',
    description: 'Machine code of an error. Further codes may be added.',
    enum: errorCodes(codes, routes),
  },
  FieldDescription: {
    type: 'object',
    description: 'What is known of a field in this organisation.',
    required: ['label', 'data_type', 'select_fields_name'],
    properties: {
      label: TEXT,
      data_type: { type: 'string', enum: ['string', 'number', 'date'] },
      data_format: TEXT,
      select_fields_name: { type: ['string', 'null'], description: 'Name of the select list in `select_fields`.' },
    },
  },
  SelectOptions: {
    type: 'array',
    description: 'The values that a select list allows.',
    items: closed({ value: { type: ['string', 'integer'] }, display: TEXT }),
  },
  SearchIndex: { type: 'string', enum: Object.keys(searchHits(registry)) },
  SearchHits: {
    type: 'object',
    description: 'Hits by index.',
    properties: searchHits(registry),
  },
  RelationType: closed({
    id: { ...ID, description: "10000 and above: a type of the organisation's own, made in the settings." },
    name: TEXT,
    anrede: { type: ['string', 'null'] },
    kreis: { ...ID, description: 'Group, an id of `folders`.' },
    parent_id: { ...INTEGER, type: ['integer', 'null'] },
  }),
  RelationFolder: closed({ id: ID, name: TEXT }),
  RelationPair: closed({ beziehung: ID, reverse_beziehung: ID }),
  Sparte: closed({
    id: ID,
    sparte: { ...TEXT, description: 'Key that creates accept in place of the id.' },
    bereich: TEXT,
    name: TEXT,
    auto_verlaengerung: { type: 'boolean' },
    kuendigungsfrist: COUNT,
    bearbeitungszeitraum: COUNT,
    steuersatz: { type: 'number' },
    standard: { type: 'boolean' },
    value: TEXT,
    display: TEXT,
  }),
});
