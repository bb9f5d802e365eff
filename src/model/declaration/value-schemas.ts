/** Schemas from a client's value to the canonical value, which reads return (rules 3.4, 3.5). */

import { z } from 'zod';
import { isEmail, normalizeEmail } from '../../shared/email.ts';
import { MAX_INT, MIN_INT } from '../../shared/int32.ts';
import { MAX_TEXT } from '../../shared/limits.ts';
import type { Field, Option } from './field-shape.ts';

/** NUL cannot be stored in PostgreSQL, a lone surrogate is no character (rules 3.4). */
export const STORABLE = /^[^\0\p{Surrogate}]*$/u;
export const INT_TEXT = /^-?\d+$/;
const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;
/** The same for JSON Schema, where a validator's engine may know no lookahead. */
export const DATE_TIME_PATTERN =
  '^\\d{4}-\\d{2}-\\d{2}([ T]\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?|T\\d{2}:\\d{2})(Z|[+-]\\d{2}:?\\d{2})?$';
/** Decimals as texts, for JSON Schema. */
export const decimalPattern = (scale: number): string => `^-?\\d+(\\.\\d{1,${scale}})?$`;
/** Of a decimal, leading zeros included: many more than any has. */
const MAX_DIGITS = 100;
/** A pattern of its own: as a part of DECIMAL it could end at each of the zeros, and all ends would be tried. */
const LEADING_ZEROS = /^0+/;
/** The API's own form, or ISO 8601, which may leave out the seconds. */
const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})(?:[ T](?=\d{2}:\d{2}:)|T)(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/;

/** Identity, for values that need no conversion. */
export const same = <T>(value: T): T => value;
/** An empty text resets a field that holds no texts (rules 3.5). */
export const blankIsNull = (value: unknown): unknown => (value === '' ? null : value);

/** A zod issue with a code of ours in `params`. */
const finding = (code: string, message: string) => ({ code: 'custom' as const, params: { code }, message });

/** Whether a text such as `2026-01-31` is an existing day. */
export const isCalendarDate = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '0001') return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
};

/** Points in time with a four-digit year in UTC, which PostgreSQL and all clients understand. */
const FIRST_TIME = Date.parse('0001-01-01T00:00:00Z');
const LAST_TIME = Date.parse('9999-12-31T23:59:59.999Z');

/** More than the offset of any clock from UTC, in milliseconds. */
const MOST_FROM_UTC = 2 * 24 * 3600 * 1000;

/** Whether a point in time, in milliseconds since 1970, can be stored. */
export const isStorableTime = (time: number): boolean => time >= FIRST_TIME && time <= LAST_TIME;

/** `null` resets an optional field; a required one must hold a value (rules 3.5). */
export const optional = <T extends z.ZodType>(field: Field, schema: T): z.ZodType =>
  field.required ? schema : schema.nullable();

/** The message for a value that is not in its list. */
export const allowedMessage = (options: readonly Option[]): string =>
  `is not in the list; allowed are ${options
    .slice(0, 10)
    .map((option) => JSON.stringify(option.value))
    .join(', ')}${options.length > 10 ? ` and ${options.length - 10} others` : ''}`;

/**
 * Checks a value against the field's option list; an option's `key` is accepted in place of its value.
 * @param keyed schema of values of a list with keys
 */
const listed = (field: Field, schema: z.ZodType, keyed: z.ZodType): z.ZodType => {
  const options = field.options;
  if (!options || field.open) return schema;
  const byInput = new Map<unknown, unknown>();
  for (const option of options) {
    byInput.set(option.value, option.value);
    for (const key of option.keys ?? []) byInput.set(key, option.value);
  }
  const base = options.some((option) => option.keys?.length) ? optional(field, keyed) : schema;
  return z.preprocess(
    blankIsNull,
    base.transform((value: unknown, context) => {
      if (value === null) return null;
      if (byInput.has(value)) return byInput.get(value);
      context.addIssue(finding('invalid_select_value', allowedMessage(options)));
      return z.NEVER;
    }),
  );
};

/** The error of an empty text for a required value. */
const EMPTY = { params: { code: 'too_small' }, message: 'must not be empty' };

/** A whole number within the field's bounds, or an entry of its list. */
export const integer = (field: Field): z.ZodType => {
  const { not } = field;
  // The bounds are checked first: a number beyond those of JavaScript gets the message of the field's bounds.
  let range = z
    .number()
    .min(field.min ?? MIN_INT, { abort: true })
    .max(field.max ?? MAX_INT, { abort: true })
    .int();
  if (not !== undefined) {
    range = range.refine((value) => value !== not, { params: { code: 'too_small' }, message: `must not be ${not}` });
  }
  return listed(field, z.preprocess(blankIsNull, optional(field, range)), z.union([z.string(), z.int()]));
};

/** A text of at most `max` characters, 255 by default (rules 3.4), or an entry of the field's list. */
export const string = (field: Field): z.ZodType => {
  let schema = z.string();
  if (field.trim) schema = schema.trim();
  if (field.required && !field.filled) schema = schema.min(1, { error: EMPTY.message, abort: true });
  // A value that is too long is not checked further.
  schema = schema
    .max(field.max ?? MAX_TEXT, { abort: true })
    .regex(STORABLE, 'must not hold NUL characters or broken surrogates');
  if (field.required || field.filled) schema = schema.refine((text) => text.trim() !== '', EMPTY);
  return field.options && !field.open
    ? listed(field, z.preprocess(blankIsNull, optional(field, schema)), z.string())
    : optional(field, schema);
};

/** The e-mail address of a user, in its canonical form. */
export const email = (field: Field): z.ZodType =>
  optional(
    field,
    string({ ...field, required: true }).pipe(
      z
        .string()
        .transform(normalizeEmail)
        .refine((text) => isEmail(text), {
          params: { code: 'invalid_format' },
          message: 'must be an e-mail address such as name@example.com',
        }),
    ),
  );

/** Decimal with a fixed scale, canonical as text so that no digit is lost. numeric(15,n) has 15 digits in all. */
export const decimal = (scale: number) => (field: Field) =>
  z.preprocess(
    blankIsNull,
    optional(
      field,
      z.union([z.number(), z.string().meta({ pattern: decimalPattern(scale) })]).transform((value, context) => {
        const text = typeof value === 'number' && Math.abs(value) >= 1e15 ? `1${'0'.repeat(20)}` : String(value);
        const match = text.length > MAX_DIGITS ? null : DECIMAL.exec(text);
        const fraction = match?.[3] ?? '';
        if (!match || fraction.length > scale) {
          context.addIssue(
            finding('invalid_format', `must be a decimal number with a point and at most ${scale} digits after it`),
          );
          return z.NEVER;
        }
        const whole = (match[2] ?? '').replace(LEADING_ZEROS, '') || '0';
        if (whole.length > 15 - scale) {
          context.addIssue(finding('too_big', `must have at most ${15 - scale} digits before the point`));
          return z.NEVER;
        }
        const digits = `${whole}.${fraction.padEnd(scale, '0')}`;
        return match[1] && /[1-9]/.test(digits) ? `-${digits}` : digits;
      }),
    ),
  );

/** A date that exists, as `2026-01-31`. */
export const calendarDate = (field: Field): z.ZodType =>
  z.preprocess(
    blankIsNull,
    optional(
      field,
      z
        .string()
        .refine(isCalendarDate, { params: { code: 'invalid_format' }, message: 'must be a date such as 2026-01-31' })
        .meta({ format: 'date' }),
    ),
  );

/** A day of the year, for JSON Schema. */
export const MONTH_DAY_PATTERN = '^(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$';

/** A day of a leap year, `02-29`. */
const dayOfYear = z.string().refine((text) => isCalendarDate(`2024-${text}`), {
  params: { code: 'invalid_format' },
  message: 'must be a month and a day such as 12-24',
});

/** A day of the year as it is written. */
export const yearDay = (field: Field): z.ZodType => z.preprocess(blankIsNull, optional(field, dayOfYear));

/** A day of the year as the number MMDD. */
export const monthDay = (_field: Field): z.ZodType => dayOfYear.transform((text) => Number(text.replace('-', '')));

/** A point in time with zone becomes local time of the organisation; one without is local time already (rules 4.8). */
export const localDateTime = (field: Field): z.ZodType =>
  z.preprocess(
    blankIsNull,
    optional(
      field,
      z
        .string()
        .meta({ pattern: DATE_TIME_PATTERN })
        .transform((text, context) => {
          const [, day, hour, minute, second = '00', zone] = DATE_TIME.exec(text) ?? [];
          if (!day || !isCalendarDate(day) || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) {
            context.addIssue(finding('invalid_format', 'must be a date and time such as 2026-01-31 09:30:00'));
            return z.NEVER;
          }
          const plain = `${day} ${hour}:${minute}:${second}`;
          if (!zone) return plain;
          const instant = Date.parse(`${day}T${hour}:${minute}:${second}${zone}`);
          if (Number.isNaN(instant)) {
            context.addIssue(finding('invalid_format', 'has no valid time zone'));
            return z.NEVER;
          }
          const toLocal = field.toLocal ?? ((ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' '));
          const local = toLocal(instant);
          // A zone can lead out of the years that days have; the clock counts those before them from 1 on again.
          const isNear = Math.abs(Date.parse(`${local.replace(' ', 'T')}Z`) - instant) < MOST_FROM_UTC;
          if (isNear && isCalendarDate(local.slice(0, 'YYYY-MM-DD'.length))) return local;
          context.addIssue(finding('invalid_format', 'lies outside the years 1 to 9999'));
          return z.NEVER;
        }),
    ),
  );
