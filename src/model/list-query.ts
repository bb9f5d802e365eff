/** What the query of a list may hold, as far as the declaration alone says it. */
import type { Resource } from './resource.ts';

/** Parameters that every list has; no filter bears their names. */
export const LIST_PARAMETERS: readonly string[] = ['page', 'limit', 'with_schema', 'flat', 'sort', 'fields'];

/** The query parameters of a record kind's filters, each with its field. */
export const filterParameters = ({ fields, filters }: Resource): readonly (readonly [string, string])[] => [
  ...Object.entries(fields).flatMap(([name, { filter }]): (readonly [string, string])[] =>
    filter ? [[typeof filter === 'string' ? filter : name, name]] : [],
  ),
  ...Object.entries(filters),
];
