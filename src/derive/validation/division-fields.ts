/** Fields that an organisation added for records of one division: a Sparte of contracts (rules 5.3). */
import type { Issue } from '../../errors/api-error.ts';
import type { Field, Values } from '../../model/declaration/field-shape.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { fieldsOf, memoizeByIdentity } from '../memoize.ts';
import { toIssues } from './body-schema.ts';

const divided = memoizeByIdentity((resource: Resource) =>
  fieldsOf(resource).filter(([, { division }]) => division !== undefined),
);

/** Whether a field applies to a record: those of another division do not. @param record has its division, if known */
export const belongs = ({ settings }: Resource, { division }: Field, record: Values): boolean =>
  division === undefined || division === record[settings.division?.field ?? ''];

/** Issues of the value of an applicable field. */
const wrongValue = (name: string, field: Field, value: unknown): readonly Issue[] => {
  const { error } = field.kind.accepts(field).safeParse(value);
  return error ? toIssues(error.issues, [name]) : [];
};

/**
 * Issues of fields of divisions, once the division of the record is known. Fields of another division are unknown
 * fields; required fields of its own need a value. A value left from the record's former division may be sent
 * unchanged or cleared.
 * @param values canonical values of the body
 * @param before the changed record; null for a new one
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
