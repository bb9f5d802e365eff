/** Parts of the OpenAPI description that no single route gives: shared shapes, machine codes. */
import type { Code } from '../../../errors/api-error.ts';
import { NAMES_ABOUT } from '../../../model/calls/call.ts';
import { formats } from '../../../model/declaration/field-shape.ts';
import { NUMBER } from '../../../model/declaration/path-keys.ts';
import type { Resource } from '../../../model/declaration/resource.ts';
import type { Registry } from '../../../model/registry.ts';
import { MAX_ISSUES } from '../../../shared/limits.ts';
import { lookupTable } from '../../../shared/lookup-table.ts';
import { WARNINGS } from '../../../shared/value-form.ts';
import { fieldKinds } from '../../metadata/describe-fields.ts';
import type { Route } from '../../routing/routes.ts';
import { errorCodes } from './error-codes.ts';

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
  /** The content of the request body if it is not only JSON. */
  readonly content?: Json;
  readonly answers?: Readonly<Record<string, Json>>;
  /** Responses in bytes, if a switch requests them instead of the usual ones. */
  readonly orBytes?: Readonly<Record<string, Json>>;
}

/** Schemas with names of their own: bodies, pages, single reads. */
export type Named = Map<string, Json>;

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

const TEXT: Json = { type: 'string' };

/** A whole number; ids of records have 32 bits, so no count of records is greater. */
export const INTEGER: Json = { type: 'integer', format: 'int32' };
/** A number of records. */
export const COUNT: Json = { ...INTEGER, minimum: 0 };
/** Member of a search total that is not exact. */
export const TOTAL_IS_MINIMUM: Json = {
  type: 'boolean',
  const: true,
  description: 'There may be more hits than `total`; absent where it is exact.',
};
/** Paging members of a list; the requested page may be beyond the last one. */
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

/** Members that `with_names=true` adds to a response. */
export const NAMES_SHAPE = {
  names: {
    type: 'object',
    description: NAMES_ABOUT,
    additionalProperties: { type: 'object', additionalProperties: TEXT },
  },
};

/** Members that `with_schema=true` adds to a response, by the grouping of the record kind (rules 4.2). */
export const metadataShape = (
  metadata: Resource['responses']['metadata'],
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

/** Hits of one index of the search. */
const searchHits = (registry: Registry): Json =>
  Object.fromEntries(
    registry.resources.flatMap((resource): [string, Json][] => {
      const { index, emptyIndex } = resource.search;
      const name = index ?? emptyIndex;
      const items = { type: 'array', ...(index ? {} : { maxItems: 0 }), items: ref(schemaName(resource)) };
      const properties = { total: COUNT, total_is_minimum: TOTAL_IS_MINIMUM, items };
      return name ? [[name, { type: 'object', properties, required: ['total', 'items'] }]] : [];
    }),
  );

/** Values in a message, for clients that write it in another language. */
const PARAMS: Json = {
  type: 'object',
  description: 'The values in the message.',
  additionalProperties: { type: ['string', 'number'] },
};
const ISSUES: Json = { type: 'array', maxItems: MAX_ISSUES, items: ref('Issue') };
const ISSUES_TOTAL: Json = {
  ...INTEGER,
  minimum: MAX_ISSUES + 1,
  description: 'How many issues there are, where there are more than are listed.',
};

/** Responses that are the same for all calls. */
const ANSWERS: Readonly<Record<string, Json>> = lookupTable({
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
      params: PARAMS,
    },
  },
  Warning: closed({
    path: { type: 'array', items: { type: ['string', 'integer'] } },
    code: { type: 'string', description: 'Others may be added.', 'x-known-values': Object.keys(WARNINGS) },
    message: { type: 'string', maxLength: 300 },
  }),
  Warnings: {
    type: 'array',
    minItems: 1,
    items: ref('Warning'),
    description: 'Values that are stored and look wrong; absent where there is none.',
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
          warnings: ref('Warnings'),
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
    required: [
      ...['label', 'data_type', 'select_fields_name', 'kind', 'required', 'read_only', 'fixed', 'default', 'note'],
      ...['references', 'format', 'max', 'division', 'filters', 'sortable'],
    ],
    properties: {
      label: TEXT,
      data_type: { type: 'string', enum: ['string', 'number', 'date'] },
      data_format: TEXT,
      select_fields_name: { type: ['string', 'null'], description: 'Name of the select list in `select_fields`.' },
      kind: {
        ...TEXT,
        description: 'Kind of value, for the choice of an input; others may be added.',
        'x-known-values': fieldKinds,
      },
      required: { type: 'boolean' },
      read_only: { type: 'boolean', description: 'Set by the service, or another name of a field.' },
      fixed: { type: 'boolean', description: 'Can be set in a create only.' },
      default: { description: 'Value where a create has none; null where there is no default.' },
      note: { type: ['string', 'null'], description: 'Hint of the organisation for a field that it added.' },
      references: { type: 'array', items: ref('Section'), description: 'Record kinds that its values name.' },
      format: { anyOf: [{ ...TEXT, enum: [...formats] }, { type: 'null' }] },
      format_by: {
        ...closed({ field: TEXT, formats: { type: 'object', additionalProperties: TEXT } }),
        description: 'The format follows from another field of the record: format by its value.',
      },
      past: { type: 'boolean', const: true, description: 'A day in the future gets a warning.' },
      same_as: { ...TEXT, description: 'The field of which it is another name.' },
      today: { type: 'boolean', const: true, description: 'A new record usually has the present day.' },
      begins: { ...TEXT, description: 'The field with the beginning of which it is the end.' },
      distinct: { type: 'boolean', const: true, description: 'A second record with the same text gets a warning.' },
      open: { type: 'boolean', const: true, description: 'Its list has the usual values; others are accepted too.' },
      name_of: { ...TEXT, description: 'The reference that this text is the name of: both are one input.' },
      shares: { ...TEXT, description: 'The named record has the same value in this field.' },
      shown_for: {
        ...closed({ field: TEXT, values: { type: 'array', items: { type: ['string', 'integer'] } } }),
        description:
          'It means something for records with one of these values in another field; all others accept it too.',
      },
      max: { ...INTEGER, type: ['integer', 'null'], description: 'Longest text, or greatest number.' },
      division: { ...INTEGER, type: ['integer', 'null'], description: 'The only Sparte whose records have it.' },
      filters: {
        type: 'array',
        items: TEXT,
        description: 'Query parameters that narrow the list of the record kind by it.',
      },
      sortable: { type: 'boolean', description: '`sort` takes it.' },
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
});
