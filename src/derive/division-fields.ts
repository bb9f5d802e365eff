/** Fields that an organisation added for records of one division: a Sparte of contracts (rules 5.3). */
import type { Issue } from '../errors.ts';
import type { Field, Values } from '../model/field-shape.ts';
import type { Resource } from '../model/resource.ts';
import { toIssues } from './body-schema.ts';
import { fieldsOf, perValue } from './per-declaration.ts';

const divided = perValue((resource: Resource) =>
  fieldsOf(resource).filter(([, { division }]) => division !== undefined),
);

/** What is wrong with a value where the field must have one. */
const wrongValue = (name: string, field: Field, value: unknown): readonly Issue[] => {
  const { error } = field.kind.accepts(field).safeParse(value);
  return error ? toIssues(error.issues, [name]) : [];
};

/**
 * What is wrong with such fields, once the division of their record is known: those of another one are no fields of it, and
 * its own must have a value where they are required.
 * @param values what the body gives, canonical
 * @param record what the record is then, as far as that is known
 */
export const divisionIssues = (
  resource: Resource,
  mode: 'create' | 'patch',
  values: Values,
  record: Values,
): readonly Issue[] =>
  divided(resource).flatMap(([name, field]): readonly Issue[] => {
    const isGiven = Object.hasOwn(values, name);
    if (field.division === record[resource.settings.division?.field ?? ''])
      return field.required && (isGiven || mode === 'create') ? wrongValue(name, field, values[name]) : [];
    if (!isGiven) return [];
    return [{ path: [name], code: 'unrecognized_key', message: `${name} is no field of this Sparte.` }];
  });
