/**
 * How the query of a list narrows it (rules 3.9). One row an operator: what stands behind the field's name, which fields
 * it fits, its condition and its sentence; parsing, statements and the description follow.
 */
import type { Field } from '../model/field-shape.ts';
import { filterParameters } from '../model/list-query.ts';
import type { Resource } from '../model/resource.ts';
import { rare, raw, type Sql, shared, sql } from '../sql.ts';
import { comparable, comparedType, equals } from './columns.ts';
import { perValue } from './per-declaration.ts';

interface Operator {
  /** What stands behind the field's name in a query; nothing for equality. */
  readonly suffix: string;
  readonly fits: (field: Field) => boolean;
  /** Condition on a row `t`. */
  readonly condition: (name: string, field: Field, value: unknown) => Sql;
  /** What the description says of the parameter. */
  readonly about: (label: string) => string;
}

const equality: Operator = {
  suffix: '',
  fits: () => true,
  condition: equals,
  about: (label) => `Only records with this ${label}.`,
};

/** Of fields that say so; a tenant has too many of these conditions for statements that are kept prepared. */
const comparison = (name: string, sign: string, words: string): Operator => ({
  suffix: `[${name}]`,
  fits: ({ compares }) => compares === true,
  condition: (column, field, value) =>
    rare(sql`${comparable(column, field)} ${raw(sign)} ${shared(value)}::${raw(comparedType(field))}`),
  about: (label) => `Only records whose ${label} is ${words} this.`,
});

const operators: readonly Operator[] = [
  equality,
  comparison('gte', '>=', 'not below'),
  comparison('gt', '>', 'above'),
  comparison('lte', '<=', 'not above'),
  comparison('lt', '<', 'below'),
];

/** What a query parameter narrows a list by. */
export interface Filter {
  readonly name: string;
  readonly field: Field;
  readonly operator: Operator;
}

/** A filter and the canonical value that it was asked for. */
export interface AskedFilter extends Filter {
  readonly value: unknown;
}

/** Every filter of a record kind by its query parameter. Names of fields alone are compared, not those in their place. */
export const filtersOf = perValue((resource: Resource): ReadonlyMap<string, Filter> => {
  const filters = new Map<string, Filter>();
  for (const [parameter, name] of filterParameters(resource)) {
    const field = resource.fields[name];
    if (!field) continue;
    filters.set(parameter, { name, field, operator: equality });
    for (const operator of operators.filter(({ suffix, fits }) => suffix && fits(field)))
      filters.set(`${name}${operator.suffix}`, { name, field, operator });
  }
  return filters;
});

/** The value that a list is narrowed to in a field. @returns undefined where it is not */
export const narrowedTo = (filters: readonly AskedFilter[], name: string): unknown =>
  filters.find((filter) => filter.name === name && filter.operator === equality)?.value;

const compares = perValue((resource: Resource): boolean =>
  [...filtersOf(resource).keys()].some((parameter) => parameter.includes('[')),
);

/** Parameters that look like a comparison and are none, at kinds that have any; unknown ones are ignored otherwise. */
export const misspelled = (resource: Resource, query: Readonly<Record<string, unknown>>): readonly string[] => {
  if (!compares(resource)) return [];
  const filters = filtersOf(resource);
  return Object.keys(query).filter((parameter) => parameter.includes('[') && !filters.has(parameter));
};

/** Conditions on a row `t`. */
export const conditionsOf = (filters: readonly AskedFilter[]): readonly Sql[] =>
  filters.map(({ name, field, operator, value }) => operator.condition(name, field, value));
