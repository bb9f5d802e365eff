/**
 * The order of lists: by the `sort` field of the query, by a column that the declaration names, or by ids (rules 4.1,
 * 4.10). Records without a value are last in both directions; ids decide between equal values.
 */
import type { Field } from '../../model/declaration/field-shape.ts';
import { queryFields } from '../../model/declaration/list-parameters.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { raw, type Sql } from '../../sql/sql.ts';
import { quoted } from '../storage/columns.ts';
import { hasOrder } from './comparisons.ts';

/** The sort field of a query; it can be `id`. */
export interface Sort {
  readonly name: string;
  readonly field: Field;
  readonly descending: boolean;
}

/** Whether the order is by id alone. */
export const isById = ({ responses: answers }: Resource, sort: Sort | null | undefined): boolean =>
  sort ? sort.name === 'id' : answers.orderedBy === undefined;

/** The columns of the default order: indexes of lists end in them. */
export const orderColumns = ({ responses: { orderedBy } }: Resource): readonly string[] => [
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
