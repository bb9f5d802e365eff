/**
 * The order of lists: by the field that a query sorts by, by a column that the declaration names, or by ids (rules 4.1,
 * 4.10). Records without a value come last, whichever way, and ids decide between equal ones.
 */
import type { Field } from '../model/field-shape.ts';
import { queryFields } from '../model/list-query.ts';
import type { Resource } from '../model/resource.ts';
import { raw, type Sql } from '../sql.ts';
import { quoted } from './columns.ts';
import { hasOrder } from './comparisons.ts';

/** What a query sorts by; `id` is a field too. */
export interface Sort {
  readonly name: string;
  readonly field: Field;
  readonly descending: boolean;
}

/** Whether ids alone say it: those of a kind, or what a query sorts by. */
export const isById = ({ answers }: Resource, sort: Sort | null | undefined): boolean =>
  sort ? sort.name === 'id' : answers.orderedBy === undefined;

/** The columns that say it: indexes of lists end in them. */
export const orderColumns = ({ answers: { orderedBy } }: Resource): readonly string[] => [
  ...(orderedBy ? [quoted(orderedBy)] : []),
  'id',
];

/** The ORDER BY of rows `t`. */
export const orderOf = (resource: Resource): Sql =>
  raw(
    `order by ${orderColumns(resource)
      .map((name) => `t.${name}`)
      .join(', ')}`,
  );

/** Fields that a list can be sorted by, `id` first. */
export const sortFields = (resource: Resource): ReadonlyMap<string, Field> =>
  new Map(Object.entries(queryFields(resource)).filter(([name, field]) => name === 'id' || hasOrder(field)));
