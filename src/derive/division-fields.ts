/** Fields that an organisation added for records of one division: a Sparte of contracts (rules 5.3). */
import type { Issue } from '../errors.ts';
import type { Field, Values } from '../model/field-shape.ts';
import type { Resource } from '../model/resource.ts';
import { toIssues } from './body-schema.ts';
import { fieldsOf, perValue } from './per-declaration.ts';

const divided = perValue((resource: Resource) =>
  fieldsOf(resource).filter(([, { division }]) => division !== undefined),
);

/** Whether a field is one of a record: those of another division are not. @param record has its division, as far as that is known */
export const belongs = ({ settings }: Resource, { division }: Field, record: Values): boolean =>
  division === undefined || division === record[settings.division?.field ?? ''];

/** What is wrong with a value where the field must have one. */
const wrongValue = (name: string, field: Field, value: unknown): readonly Issue[] => {
  const { error } = field.kind.accepts(field).safeParse(value);
  return error ? toIssues(error.issues, [name]) : [];
};

/**
 * What is wrong with such fields, once the division of their record is known: those of another one are no fields of it, and
 * its own must have a value where they are required. What a record has of another division, as it changed since, may be sent back
 * and be taken away.
 * @param values what the body gives, canonical
 * @param before the record that it changes; null for a new one
 */
export const divisionIssues = (resource: Resource, values: Values, before: Values | null): readonly Issue[] => {
  const record = { ...before, ...values };
  return divided(resource).flatMap(([name, field]): readonly Issue[] => {
    const isGiven = Object.hasOwn(values, name);
    if (belongs(resource, field, record))
      return field.required && (isGiven || !before) ? wrongValue(name, field, values[name]) : [];
    if (!isGiven || (before && (values[name] === null || values[name] === before[name]))) return [];
    return [{ path: [name], code: 'unrecognized_key', message: `${name} is no field of this Sparte.` }];
  });
};
