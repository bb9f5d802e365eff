/** Values as forms and imports store them; the API stores them as they are sent (rules 5.2). */
import { cleanText } from '../../shared/value-form.ts';
import type { Field, Values } from './field-shape.ts';

/** Longest text of a single-line input. */
const LONGEST_LINE = 600;

/** Whether a text has many lines. */
export const isLongText = ({ max = 0 }: Pick<Field, 'max'>): boolean => max > LONGEST_LINE;

/** A text in its normal form. Secrets and other values stay as they are. */
export const cleanValue = (field: Field | undefined, value: unknown): unknown =>
  typeof value === 'string' && !field?.kind.secret
    ? cleanText(value, { format: field?.format, isLong: isLongText(field ?? {}) })
    : value;

/** The values of a record in their normal form. */
export const cleanValues = (fields: Readonly<Record<string, Field>>, values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, cleanValue(fields[name], value)]));
