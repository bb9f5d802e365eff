/** Query parameters of the OpenAPI description. */

import { fieldsAbout, sortAbout, WITH_NAMES_ABOUT } from '../../../model/calls/paging.ts';
import type { Field } from '../../../model/declaration/field-shape.ts';
import { kinds } from '../../../model/declaration/value-kinds.ts';
import { DEFAULT_LIMIT, MAX_COMPARISONS, MAX_LIMIT } from '../../../shared/limits.ts';
import { FIELD_NAME, OWN_NAME } from '../../org-settings/settings-schema.ts';
import { comparisonNames, type Filter } from '../../query/filters.ts';
import type { Offered } from '../../query/sort-and-fields.ts';
import { keysOf } from './enum-schemas.ts';
import { INTEGER, PAGED } from './schemas.ts';

type Json = Readonly<Record<string, unknown>>;

/** A query parameter. */
export const parameter = (name: string, schema: Json, description: string): Json => ({
  name,
  in: 'query',
  description,
  schema,
});

/** On or off, in all its spellings. */
export const SWITCH: Json = kinds.boolean.asked ?? {};

/** A query parameter that is off unless it is given. */
export const switchParameter = (name: string, description: string): Json =>
  parameter(name, { ...SWITCH, default: false }, description);

/** For lists and single reads. */
export const WITH_NAMES = switchParameter('with_names', WITH_NAMES_ABOUT);

/** Parameters of paged lists. */
export const PAGING: readonly Json[] = [
  parameter('page', { ...PAGED.page, default: 1 }, 'Page, from 1; wrong values count as 1.'),
  parameter(
    'limit',
    { ...INTEGER, minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT },
    `Records a page; wrong values count as ${DEFAULT_LIMIT}.`,
  ),
];

/** Points in time are also compared with a whole day, days also with a second. */
const DAY_OR_SECOND: Json = { anyOf: [kinds.date.asked, kinds.datetime.asked] };

/** The schema of a filter value. */
const asked = (field: Field, isComparison: boolean): Json => {
  const { asked, answers, timeline } = field.kind;
  if (isComparison && timeline) return DAY_OR_SECOND;
  if (asked) return asked;
  const { type, format } = answers;
  const keys = keysOf(field);
  const value = type === 'integer' ? { type, format } : { type };
  return keys.length ? { anyOf: [value, ...keys] } : value;
};

/** The parameter of a filter. */
export const filterParameter = (name: string, { field, operator, through }: Filter): Json => {
  const { reads, about, comparison } = operator;
  const isOrdered = comparison !== undefined && reads !== 'in' && reads !== 'not';
  const value = reads === 'empty' ? SWITCH : asked(field, isOrdered);
  const several = { schema: { type: 'array', minItems: 1, items: value }, style: 'form', explode: false };
  return {
    ...parameter(name, value, `${about(field.label)}${through ? ` Needs the read scope of ${through.section}.` : ''}`),
    ...(reads === 'in' ? several : {}),
  };
};

/** Known names, and the names that an organisation gives its own fields, if it may add some. */
const names = (known: readonly string[], added: string | null): Json => {
  const some = { type: 'string', enum: known };
  return added === null ? some : { anyOf: [some, { type: 'string', pattern: `^${added}$` }] };
};

/**
 * The parameters `sort` and `fields` of a list.
 * @param isOpen an organisation may add fields
 */
export const termParameters = (path: string, { sorts, members }: Offered, isOpen = false): Json[] => [
  parameter(
    'sort',
    names(
      [...sorts.keys()].flatMap((name) => [name, `-${name}`]),
      isOpen ? `-?${OWN_NAME}` : null,
    ),
    sortAbout(path.replace('/', '-')),
  ),
  {
    ...parameter(
      'fields',
      { type: 'array', minItems: 1, items: names([...members], isOpen ? OWN_NAME : null) },
      fieldsAbout(path.replace('/', '-')),
    ),
    style: 'form',
    explode: false,
  },
];

const OWN_COMPARISONS = comparisonNames.filter((name) => name !== 'prefix');

/** Whether a query parameter is a filter or a comparison by a field that an organisation added. */
export const isOwnParameter = (name: string): boolean => {
  const [, field = '', comparison] = /^(\w+)(?:\[(\w+)\])?$/.exec(name) ?? [];
  return FIELD_NAME.test(field) && (comparison === undefined || OWN_COMPARISONS.includes(comparison));
};

/**
 * Filters and comparisons by the fields that an organisation added. Only the organisation knows their names, so the
 * description has one parameter for all of them: an object, each member of which is a query parameter.
 */
export const OWN_FIELDS: Json = {
  ...parameter(
    'own_fields',
    {
      type: 'object',
      patternProperties: {
        [`^${OWN_NAME}(\\[(${OWN_COMPARISONS.join('|')})\\])?$`]: { type: ['string', 'number', 'boolean'] },
      },
    },
    `Only records with this value in a field that the organisation added, each a parameter of its own: \`ind_1=Gold\`, \`ind_2[gte]=100\`. A query has at most ${MAX_COMPARISONS} comparisons.`,
  ),
  style: 'form',
  explode: true,
  // A new demo organisation has added none.
  example: {},
};
