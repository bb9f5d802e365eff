/** The order of lists: by a column that the declaration names, records without a value last, and then by id (rules 4.1). */
import type { Resource } from '../model/resource.ts';
import { raw, type Sql } from '../sql.ts';
import { quoted } from './columns.ts';

/** Whether ids alone say it. */
export const isById = ({ answers }: Resource): boolean => answers.orderedBy === undefined;

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
