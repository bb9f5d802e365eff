/** Warnings of values that are stored and look wrong (rules 3.13). */
import type { Issue } from '../../errors/api-error.ts';
import type { Field, Values } from '../../model/declaration/field-shape.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { formWarning, isCheckedFormat, WARNINGS, type WarningCode } from '../../shared/value-form.ts';
import { fieldsOf, memoizeByDeclaration } from '../memoize.ts';

const checkedFields = memoizeByDeclaration((resource: Resource) =>
  fieldsOf(resource).filter(
    ([, { format = '', formatBy, past, begins }]) => isCheckedFormat(format) || formatBy || past || begins,
  ),
);

/** Whether records of a kind have checks that warn. */
export const hasWarnings = (resource: Resource): boolean =>
  checkedFields(resource).length > 0 || fieldsOf(resource).some(([, { distinct }]) => distinct);

/** The format of a value, which may depend on another field of its record. */
const formatOf = ({ format, formatBy }: Field, record: Values): string =>
  format ?? formatBy?.formats[String(record[formatBy.field])] ?? '';

const codeOf = (name: string, field: Field, record: Values, today: string): WarningCode | null => {
  const value = record[name];
  if (typeof value !== 'string') return null;
  if (field.past && value > today) return 'birth_date_in_future';
  const begin = record[field.begins ?? ''];
  if (typeof begin === 'string' && value && value < begin) return 'end_before_begin';
  return formWarning(formatOf(field, record), value);
};

/** A warning of a field. */
export const warningOf = (code: WarningCode, name: string): Issue => ({
  path: [name],
  code,
  message: `${name} ${WARNINGS[code]}.`,
});

/**
 * Warnings of a record.
 * @param record its canonical values
 * @param today in the time zone of the organisation, `YYYY-MM-DD`
 * @param given the changed fields; without them all fields are checked
 */
export const valueWarnings = (
  resource: Resource,
  record: Values,
  today: string,
  given?: readonly string[],
): readonly (Issue & { readonly code: WarningCode })[] =>
  checkedFields(resource).flatMap(([name, field]) => {
    const dependsOn = [name, field.begins, field.formatBy?.field];
    if (given && !dependsOn.some((one) => one !== undefined && given.includes(one))) return [];
    const code = codeOf(name, field, record, today);
    return code ? [{ ...warningOf(code, name), code }] : [];
  });
