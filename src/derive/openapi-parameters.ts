/** Query parameters of the OpenAPI description. */
import { DEFAULT_LIMIT, MAX_LIMIT } from '../limits.ts';
import type { Field } from '../model/field-shape.ts';
import { kinds } from '../model/kinds.ts';
import { comparisonNames, type Filter } from './filters.ts';
import type { Offered } from './list-terms.ts';
import { keysOf } from './openapi-lists.ts';
import { INTEGER, PAGED } from './openapi-shapes.ts';
import { OWN_NAME } from './settings-shape.ts';

type Json = Readonly<Record<string, unknown>>;

/** One of the query. */
export const parameter = (name: string, schema: Json, description: string): Json => ({
  name,
  in: 'query',
  description,
  schema,
});

/** On or off, in all its spellings. */
export const SWITCH: Json = kinds.boolean.asked ?? {};

/** What lists take that have pages. */
export const PAGING: readonly Json[] = [
  parameter('page', { ...PAGED.page, default: 1 }, 'Page, from 1; wrong values count as 1.'),
  parameter(
    'limit',
    { ...INTEGER, minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT },
    `Records a page; wrong values count as ${DEFAULT_LIMIT}.`,
  ),
];

/** Points in time are compared with a whole day too, days with a second of theirs. */
const DAY_OR_SECOND: Json = { anyOf: [kinds.date.asked, kinds.datetime.asked] };

/** What a query compares a field with. */
const asked = (field: Field, isComparison: boolean): Json => {
  const { asked, answers, timeline } = field.kind;
  if (isComparison && timeline) return DAY_OR_SECOND;
  if (asked) return asked;
  const { type, format } = answers;
  const keys = keysOf(field);
  const value = type === 'integer' ? { type, format } : { type };
  return keys.length ? { anyOf: [value, ...keys] } : value;
};

/** What narrows a list. */
export const filterParameter = (name: string, { field, operator }: Filter): Json =>
  parameter(
    name,
    operator.reads === 'empty' ? SWITCH : asked(field, operator.comparison !== undefined),
    operator.about(field.label),
  );

/** Names that are known, and where an organisation may add fields, those that it gives them. */
const names = (known: readonly string[], added: string | null): Json => {
  const some = { type: 'string', enum: known };
  return added === null ? some : { anyOf: [some, { type: 'string', pattern: `^${added}$` }] };
};

/**
 * What a list can be sorted by, and the fields that it can be cut to.
 * @param isOpen an organisation may add fields of its own
 */
export const termParameters = (path: string, { sorts, members }: Offered, isOpen = false): Json[] => [
  parameter(
    'sort',
    names(
      [...sorts.keys()].flatMap((name) => [name, `-${name}`]),
      isOpen ? `-?${OWN_NAME}` : null,
    ),
    `By this field, with a minus from the greatest value on; those without a value come last, ids decide between equal ${path.replace('/', '-')}.`,
  ),
  {
    ...parameter(
      'fields',
      { type: 'array', minItems: 1, items: names([...members], isOpen ? OWN_NAME : null) },
      `Show only these, and \`id\` and \`kid\`, separated by commas; all else is absent, required or not, of ${path.replace('/', '-')}.`,
    ),
    style: 'form',
    explode: false,
  },
];

/**
 * Filters and comparisons by the fields that an organisation added. Only it knows their names, so the description has one
 * parameter for them all: an object, of which each member is a parameter of its own in the query.
 */
export const OWN_FIELDS: Json = {
  ...parameter(
    'own_fields',
    {
      type: 'object',
      patternProperties: {
        [`^${OWN_NAME}(\\[(${comparisonNames.filter((name) => name !== 'prefix').join('|')})\\])?$`]: {
          type: ['string', 'number', 'boolean'],
        },
      },
    },
    'Only records with this value in a field that the organisation added, or with one beside it, each a parameter of its own: `ind_1=Gold`, `ind_2[gte]=100`.',
  ),
  style: 'form',
  explode: true,
  // A first demo organisation has added none.
  example: {},
};
