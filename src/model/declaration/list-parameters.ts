/** Query parameters of a list that follow from the declaration alone. */
import type { Field } from './field-shape.ts';
import type { Resource } from './resource.ts';

/** Parameters that every list has; no filter bears their names. */
export const LIST_PARAMETERS: readonly string[] = [
  'page',
  'limit',
  'with_schema',
  'with_names',
  'flat',
  'sort',
  'fields',
];

/** The fields of a record kind, and the filters that are made of them, by name. */
export const queryFields = ({ fields }: Resource): Readonly<Record<string, Field>> =>
  Object.assign(Object.create(null), fields, ...Object.values(fields).map(({ makes }) => makes));

/** The query parameters of a record kind's filters, each with its field. */
export const filterParameters = (resource: Resource): readonly (readonly [string, string])[] => [
  ...Object.entries(queryFields(resource)).flatMap(([name, { filter }]): (readonly [string, string])[] =>
    filter ? [[typeof filter === 'string' ? filter : name, name]] : [],
  ),
  ...Object.entries(resource.filters),
];
