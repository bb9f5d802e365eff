/**
 * Filters of lists (rules 3.9, 4.9). One entry per operator: its suffix, comparison and description; parsing,
 * statements and OpenAPI are derived.
 */
import type { Field } from '../../model/declaration/field-shape.ts';
import { filterParameters, queryFields } from '../../model/declaration/list-parameters.ts';
import type { FilteringPart, Resource } from '../../model/declaration/resource.ts';
import { annotationFilters } from '../../model/parts/annotations.ts';
import { MAX_FILTER_VALUES } from '../../shared/limits.ts';
import { and, join, literal, raw, type Sql, sql, unprepared } from '../../sql/sql.ts';
import { memoizeByIdentity } from '../memoize.ts';
import type { Collection } from '../routing/collections.ts';
import { column, equals, visible, visibleTo } from '../storage/columns.ts';
import { type Compared, type Comparison, comparing, hasOrder, matches, type Reading } from './comparisons.ts';

interface Operator {
  /** The suffix of the field's name in a query; empty for equality. */
  readonly suffix: string;
  /** Absent for equality. */
  readonly comparison?: Comparison;
  /** The value is not one of the field: a prefix of a text, whether there is a value, or values of which one is meant. */
  readonly reads?: Reading;
  /** The description of the parameter. */
  readonly about: (label: string) => string;
}

const equality: Operator = { suffix: '', about: (label) => `Only records with this ${label}.` };

const COMPARISONS = [
  ['gte', 'not below', { sign: '>=', ofDay: ['from', '>='] }],
  ['gt', 'above', { sign: '>', ofDay: ['until', '>='] }],
  ['lte', 'not above', { sign: '<=', ofDay: ['until', '<'] }],
  ['lt', 'below', { sign: '<', ofDay: ['from', '<'] }],
] as const;

/** The operators in brackets. */
export const comparisonNames: readonly string[] = [
  ...COMPARISONS.map(([name]) => name),
  ...['prefix', 'empty', 'in', 'not'],
];

const comparisons = COMPARISONS.map(
  ([name, words, comparison]): Operator => ({
    suffix: `[${name}]`,
    comparison,
    about: (label) => `Only records ${words} this ${label}.`,
  }),
);

const [{ 2: ofWhole }] = COMPARISONS;
const prefix: Operator = {
  suffix: '[prefix]',
  comparison: ofWhole,
  reads: 'prefix',
  about: (label) => `Only records that begin like this ${label}.`,
};
const empty: Operator = {
  suffix: '[empty]',
  comparison: ofWhole,
  reads: 'empty',
  about: (label) => `Only records without (\`true\`) or with (\`false\`) a value: ${label}.`,
};
/** Built of equality: one of several values, and any value but one; a record without a value has another one. */
const ofEquality: readonly Operator[] = [
  {
    suffix: '[in]',
    comparison: ofWhole,
    reads: 'in',
    about: (label) =>
      `Only records with one of these values, at most ${MAX_FILTER_VALUES} with commas between them: ${label}.`,
  },
  {
    suffix: '[not]',
    comparison: ofWhole,
    reads: 'not',
    about: (label) => `Only records with another value than this, or with none: ${label}.`,
  },
];

/** A filter of a query parameter. */
export interface Filter {
  readonly name: string;
  readonly field: Field;
  readonly operator: Operator;
  /** The record that has the field, where it is another one: its table, and our column that names it. */
  readonly through?: { readonly table: string; readonly section: string; readonly column: string };
  /** The part that has the field, and the kind above it: a record is listed for any of its rows. */
  readonly below?: undefined | { readonly part: FilteringPart; readonly filter: Filter; readonly owner: string };
}

/** A requested filter with its canonical value. */
export interface AskedFilter extends Filter {
  readonly value: unknown;
  /** The value of a comparison. */
  readonly compared?: Compared;
}

/** Filters by the rows of parts and annotations: `contacts.werbung`, `addresses.ort[prefix]`, `tags.tag_id[in]`. */
const filtersBelow = (resource: Resource): readonly (readonly [string, Filter])[] => {
  const parts: Readonly<Record<string, FilteringPart>> = {
    ...resource.filtersBelow,
    ...(resource.annotated ? annotationFilters : {}),
  };
  return Object.entries(parts).flatMap(([array, part]) =>
    Object.entries(part.fields)
      .filter(([, { filter }]) => filter)
      .flatMap(([name, field]) =>
        [equality, ...(field.folds ? [prefix] : []), ...ofEquality].map((operator): readonly [string, Filter] => {
          const below = { part, filter: { name, field, operator }, owner: resource.path };
          return [`${array}.${name}${operator.suffix}`, { name: `${array}.${name}`, field, operator, below }];
        }),
      ),
  );
};

/**
 * Every filter of a record kind by its query parameter. Comparisons have the names of fields only, not their aliases.
 */
export const filtersOf = memoizeByIdentity((resource: Resource): ReadonlyMap<string, Filter> => {
  const filters = new Map<string, Filter>();
  const fields = queryFields(resource);
  for (const [parameter, name] of filterParameters(resource)) {
    const field = fields[name];
    if (field) filters.set(parameter, { name, field, operator: equality });
  }
  for (const [name, { field, ...through }] of Object.entries(resource.filtersThrough))
    for (const operator of [equality, ...ofEquality])
      filters.set(`${name}${operator.suffix}`, { name, field, operator, through });
  for (const [name, field] of Object.entries(fields)) {
    const operators = [
      ...(hasOrder(field) ? comparisons : []),
      ...(field.folds ? [prefix] : []),
      ...(field.filter || hasOrder(field) ? [empty] : []),
      ...(field.filter ? ofEquality : []),
    ];
    for (const operator of operators) filters.set(`${name}${operator.suffix}`, { name, field, operator });
  }
  for (const [parameter, filter] of filtersBelow(resource)) filters.set(parameter, filter);
  return filters;
});

/** Parameters of the filters by rows of parts and annotations. */
export const partFiltersOf = (resource: Resource): readonly string[] =>
  [...filtersOf(resource)].flatMap(([parameter, { below }]) => (below ? [parameter] : []));

/** The filters of a list, without the fields that the path fixes. */
export const filtersAt = ({ resource, fixed }: Collection): readonly (readonly [string, Filter])[] =>
  [...filtersOf(resource)].filter(([, { name }]) => !fixed.some(({ column }) => column === name));

/** The value to which a list is restricted in a field. @returns undefined if it is not */
export const narrowedTo = (filters: readonly AskedFilter[], name: string): unknown =>
  filters.find((filter) => filter.name === name && filter.operator === equality)?.value;

/** Whether a filter is a comparison. */
export const isComparing = ({ compared }: AskedFilter): boolean => compared !== undefined;

/** Who filters: rows of parts that this user does not see match nothing. */
interface FilterReader {
  readonly orgId: number;
  readonly userKid: number | null;
}

/**
 * Conditions on a row `t`. Comparisons, and conditions on own fields of an organisation, have too many combinations
 * for prepared statements.
 */
export const conditionsOf = (filters: readonly AskedFilter[], reader: FilterReader): readonly Sql[] =>
  filters.map((filter) => {
    const wrapped = filters.find((other) => wraps(filter, other) || wraps(other, filter));
    return wrapped
      ? unprepared(sql`(${conditionOf(filter, reader)} or ${conditionOf(wrapped, reader)})`)
      : conditionOf(filter, reader);
  });

/** Condition on a row `t` that the record which a column names has a value. With its kind, an index of the filter there applies. */
const equalsThrough = ({ name, through, value }: AskedFilter, orgId: number): Sql =>
  unprepared(sql`exists (
    select 1
    from ${raw(through?.table ?? '')} o
    where o.org_id = ${orgId} and o.org_id = t.org_id and o.section = ${literal(through?.section ?? '')} and o.del = 0
      and o.id = t.${column(through?.column ?? '')} and o.${column(name)} = ${value}::int)`);

/** `{id}` of the owners of a part's rows that meet its filter, once for each row; an owner may be deleted, or of another kind. */
export const ownersBelow = (
  { part, filter, owner }: NonNullable<Filter['below']>,
  asked: AskedFilter,
  by: FilterReader,
): Sql => {
  const { orgId } = by;
  const { parentColumn, ownerSection } = part.nesting;
  const ofOwner = ownerSection ? sql` and t.owner_section = ${literal(owner)}` : raw('');
  return unprepared(sql`
    select t.${column(parentColumn)} as id
    from ${raw(part.table)} t
    where t.org_id = ${orgId}${visible(part, 't')}${ofOwner}${and(visibleTo(part, by))}
      and ${conditionOf({ ...asked, ...filter, below: undefined }, by)}`);
};

/** A condition that is built of equality, with a value of its own. */
const equal = ({ below, ...filter }: AskedFilter, value: unknown, reader: FilterReader): Sql =>
  conditionOf(
    {
      ...filter,
      operator: equality,
      compared: undefined,
      value,
      below: below && { ...below, filter: { ...below.filter, operator: equality } },
    },
    reader,
  );

const conditionOf = (filter: AskedFilter, reader: FilterReader): Sql => {
  const { name, field, operator, value, compared, through, below } = filter;
  if (compared && 'in' in compared) {
    const each = compared.in.map((one) => equal(filter, one, reader));
    return unprepared(sql`(${join(each, ' or ')})`);
  }
  if (compared && 'not' in compared) return unprepared(sql`(${equal(filter, compared.not, reader)}) is not true`);
  if (below) return sql`t.id in (${ownersBelow(below, filter, reader)})`;
  if (through) return equalsThrough(filter, reader.orgId);
  return operator.comparison && compared
    ? unprepared(comparing(name, field, operator.comparison, compared))
    : equals(name, field, value);
};

/** Whether two bounds of a cyclic field form a range across the end of the cycle (New Year). */
const wraps = (lower: AskedFilter, upper: AskedFilter): boolean =>
  lower.name === upper.name &&
  lower.field.kind.cyclic === true &&
  lower.operator.comparison?.sign.startsWith('>') === true &&
  upper.operator.comparison?.sign.startsWith('<') === true &&
  lower.compared !== undefined &&
  upper.compared !== undefined &&
  'plain' in lower.compared &&
  'plain' in upper.compared &&
  Number(lower.compared.plain) > Number(upper.compared.plain);

/** Whether a record in memory matches the comparisons. */
export const isLeft = (filters: readonly AskedFilter[], valueIn: (name: string) => unknown): boolean =>
  filters.every(
    ({ name, operator: { comparison }, compared }) =>
      !comparison || !compared || matches(comparison, compared, valueIn(name)),
  );
