/** The text a record is found by: the values of its search fields (spec: Search). */
import type { Values } from '../model/kinds.ts';
import type { Resource } from '../model/resource.ts';

const searchFields = (resource: Resource) => Object.entries(resource.fields).filter(([, field]) => field.search);

/** All searchable values of a record, in the order of the declaration; select values by what people read. */
export const searchValues = (resource: Resource, record: Values): string[] => {
  const values: string[] = [];
  for (const [name, field] of searchFields(resource)) {
    const value = record[name];
    if (value === null || value === undefined || value === '' || field.kind.secret) continue;
    const option = field.options?.find((candidate) => candidate.value === value);
    values.push(option ? option.display : String(value));
  }
  return values;
};
