/**
 * How the query of a list narrows it (rules 3.9, 4.9). One row an operator: what stands behind the field's name, its
 * comparison and its sentence; parsing, statements and the description follow.
 */
import type { Field } from '../model/field-shape.ts';
import { filterParameters, queryFields } from '../model/list-query.ts';
import type { Resource } from '../model/resource.ts';
import { rare, type Sql, sql } from '../sql.ts';
import type { Collection } from './collections.ts';
import { equals } from './columns.ts';
import { type Compared, type Comparison, comparing, hasOrder, holds } from './comparisons.ts';
import { perValue } from './per-declaration.ts';

interface Operator {
  /** What stands behind the field's name in a query; nothing for equality. */
  readonly suffix: string;
  /** Absent for equality. */
  readonly comparison?: Comparison;
  /** The value is not one of the field: the beginning of a text, or whether there is a value. */
  readonly reads?: 'prefix' | 'empty';
  /** What the description says of the parameter. */
  readonly about: (label: string) => string;
}

const equality: Operator = { suffix: '', about: (label) => `Only records with this ${label}.` };

const COMPARISONS = [
  ['gte', 'not below', { sign: '>=', ofDay: ['from', '>='] }],
  ['gt', 'above', { sign: '>', ofDay: ['until', '>='] }],
  ['lte', 'not above', { sign: '<=', ofDay: ['until', '<'] }],
  ['lt', 'below', { sign: '<', ofDay: ['from', '<'] }],
] as const;

/** What stands in brackets behind the name of a field that is compared. */
export const comparisonNames: readonly string[] = [...COMPARISONS.map(([name]) => name), 'prefix', 'empty'];

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

/** What a query parameter narrows a list by. */
export interface Filter {
  readonly name: string;
  readonly field: Field;
  readonly operator: Operator;
}

/** A filter and the canonical value that it was asked for. */
export interface AskedFilter extends Filter {
  readonly value: unknown;
  /** The value of a comparison. */
  readonly compared?: Compared;
}

/** Every filter of a record kind by its query parameter. Names of fields alone are compared, not those in their place. */
export const filtersOf = perValue((resource: Resource): ReadonlyMap<string, Filter> => {
  const filters = new Map<string, Filter>();
  const fields = queryFields(resource);
  for (const [parameter, name] of filterParameters(resource)) {
    const field = fields[name];
    if (field) filters.set(parameter, { name, field, operator: equality });
  }
  for (const [name, field] of Object.entries(fields)) {
    const operators = [
      ...(hasOrder(field) ? comparisons : []),
      ...(field.folds ? [prefix] : []),
      ...(field.filter || hasOrder(field) ? [empty] : []),
    ];
    for (const operator of operators) filters.set(`${name}${operator.suffix}`, { name, field, operator });
  }
  return filters;
});

/** Those of a list: what its path fixes is no filter of it. */
export const filtersAt = ({ resource, fixed }: Collection): readonly (readonly [string, Filter])[] =>
  [...filtersOf(resource)].filter(([, { name }]) => !fixed.some(({ column }) => column === name));

/** The value that a list is narrowed to in a field. @returns undefined where it is not */
export const narrowedTo = (filters: readonly AskedFilter[], name: string): unknown =>
  filters.find((filter) => filter.name === name && filter.operator === equality)?.value;

/** Whether a filter compares. */
export const isComparing = ({ compared }: AskedFilter): boolean => compared !== undefined;

/**
 * Conditions on a row `t`. A tenant has too many comparisons, and conditions on fields that it added, for statements that
 * are kept prepared.
 */
export const conditionsOf = (filters: readonly AskedFilter[]): readonly Sql[] =>
  filters.map((filter) => {
    const wrapped = filters.find((other) => wraps(filter, other) || wraps(other, filter));
    return wrapped ? rare(sql`(${conditionOf(filter)} or ${conditionOf(wrapped)})`) : conditionOf(filter);
  });

const conditionOf = ({ name, field, operator: { comparison }, value, compared }: AskedFilter): Sql =>
  comparison && compared ? rare(comparing(name, field, comparison, compared)) : equals(name, field, value);

/** Whether two bounds of a cyclic field are those of a range over the end of the cycle: over New Year. */
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

/** Whether a record in memory is among what comparisons leave. */
export const isLeft = (filters: readonly AskedFilter[], valueIn: (name: string) => unknown): boolean =>
  filters.every(
    ({ name, operator: { comparison }, compared }) =>
      !comparison || !compared || holds(comparison, compared, valueIn(name)),
  );
