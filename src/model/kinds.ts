/**
 * All knowledge about each kind of value, one row per kind: how it is stored, printed, accepted and described
 * (spec: Resources, "Types"; decisions 3.4, 3.5). A new kind of value is one more row.
 *
 * `accepts` turns what a client sent into the canonical value: the very value that a read answers. So "did this
 * field change" is a comparison of two canonical values, whatever form the client used.
 */
import { z } from 'zod';
import type { Code } from '../errors.ts';

/** A record's canonical values by field name. */
export type Values = Readonly<Record<string, unknown>>;

/** One entry of a select list; `keys` are further inputs that stand for the value (activity names, Sparten keys). */
export interface Option {
  readonly value: string | number;
  readonly display: string;
  readonly keys?: readonly string[];
}

/** What a reference field may name, and how a wrong one is answered (decisions 3.6). */
export interface Reference {
  /** Paths of the record kinds it may name. */
  readonly to: readonly string[];
  /** Only an active user counts (decisions 5.10). */
  readonly active?: boolean;
  /** Code for a well-formed value that names no live record; without it 400 `validation_failed`, `invalid_reference`. */
  readonly missing?: Code;
}

/** One field of a record kind. */
export interface Field {
  readonly kind: Kind;
  /** What the settings UI and `with_schema` call it. */
  readonly label: string;
  /** Must be in a create and cannot be reset. */
  readonly required?: boolean;
  /** Set by the service, never by a body. */
  readonly server?: boolean;
  /** Can be set at the create only. */
  readonly fixed?: boolean;
  /** List filter; a text is the query parameter's name where it differs. */
  readonly filter?: boolean | string;
  /** Has an index of its own for its filter. */
  readonly indexed?: boolean;
  /** Its value is found by the search. */
  readonly search?: boolean;
  /** Select list. `options` is filled in from the lists of the organisation before derivation. */
  readonly list?: string;
  readonly options?: readonly Option[];
  /** Entries that are shown where a record still has them, and no longer accepted. */
  readonly retired?: readonly Option[];
  readonly reference?: Reference;
  /** Value where a create names none. */
  readonly default?: unknown;
  /** Where a create names none: the token's user; `active-caller` only while that user is active (decisions 5.12). */
  readonly defaultsTo?: 'caller' | 'active-caller';
  /** Second name of another field: accepted and answered, stored once. */
  readonly sameAs?: string;
  /** Counts up from 1 within the records of the same parent. */
  readonly ranks?: boolean;
  /** Bounds: characters of a text, size of a number. */
  readonly min?: number;
  /** A value inside the bounds that is no value all the same. */
  readonly not?: number;
  readonly max?: number;
  readonly trim?: boolean;
  /** Code for a required value that is missing, and for a value that is not in the list. */
  readonly codes?: { readonly missing?: Code; readonly unlisted?: Code };
  /** Stored inside the record's `extra` document, not in a column of its own: a field the organisation added. */
  readonly custom?: boolean;
  /** Only for records of this Sparte (decisions 5.3; fields an organisation added). */
  readonly sparte?: number;
  /** Local time of the organisation from milliseconds since 1970; filled in before derivation. */
  readonly toLocal?: (ms: number) => string;
}

/** What is known about one kind of value. */
export interface Kind {
  /** Column type in PostgreSQL. */
  readonly column: string;
  /** SQL expression that `row_to_json` prints in the API's form. */
  readonly print: (column: string) => string;
  /** zod schema from a client's value to the canonical value. */
  readonly accepts: (field: Field) => z.ZodType;
  /** A query string's text as the JSON value that `accepts` takes. */
  readonly fromQuery: (text: string) => unknown;
  /** `data_type` and `data_format` of `with_schema` (spec: Common metadata). */
  readonly dataType: 'string' | 'number' | 'date';
  readonly dataFormat?: string;
  /** JSON Schema of the value in answers. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** JSON Schemas of what bodies may hold besides. */
  readonly alsoAccepts?: readonly Readonly<Record<string, unknown>>[];
  /** Values that never leave the service: masked in answers, audit, events and search. */
  readonly secret?: boolean;
}

const INT_MIN = -2147483648;
const INT_MAX = 2147483647;

/** NUL cannot be stored in PostgreSQL, a lone surrogate is no character (decisions 3.4). */
const STORABLE = /^[^\0\p{Surrogate}]*$/u;
const INT_TEXT = /^-?\d{1,10}$/;
const DECIMAL = /^(-?)0*(\d+)(?:\.(\d+))?$/;
/** The API's own form, or ISO 8601, which may leave out the seconds. */
const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})(?:[ T](?=\d{2}:\d{2}:)|T)(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/;

const same = (column: string): string => column;
const blankIsNull = (value: unknown): unknown => (value === '' ? null : value);

/** A finding whose code zod does not know travels as a custom issue with its code in `params`. */
const finding = (code: string, message: string) => ({ code: 'custom' as const, params: { code }, message });

const isCalendarDate = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '0001') return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
};

/** `null` resets an optional field; a required one must hold a value (decisions 3.5). */
const optional = <T extends z.ZodType>(field: Field, schema: T): z.ZodType =>
  field.required ? schema : schema.nullable();

const allowedMessage = (options: readonly Option[]): string =>
  `is not in the list; allowed are ${options
    .slice(0, 10)
    .map((option) => JSON.stringify(option.value))
    .join(', ')}${options.length > 10 ? ', ...' : ''}`;

/**
 * Checks a value against the field's option list; an option's `key` is accepted in place of its value.
 * @param keyed what a list with keys takes
 */
const listed = (field: Field, schema: z.ZodType, keyed: z.ZodType): z.ZodType => {
  const options = field.options;
  if (!options) return schema;
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

const integer = (field: Field): z.ZodType => {
  const { not } = field;
  let range = z
    .int({ abort: true })
    .min(field.min ?? INT_MIN)
    .max(field.max ?? INT_MAX);
  if (not !== undefined) {
    range = range.refine((value) => value !== not, { params: { code: 'too_small' }, message: `must not be ${not}` });
  }
  return listed(field, z.preprocess(blankIsNull, optional(field, range)), z.union([z.string(), z.int()]));
};

const string = (field: Field): z.ZodType => {
  let schema = z.string().regex(STORABLE, 'must not hold NUL characters or broken surrogates');
  if (field.trim) schema = schema.trim();
  if (field.required) schema = schema.min(1, 'must not be empty');
  schema = schema.max(field.max ?? 255);
  return field.options
    ? listed(field, z.preprocess(blankIsNull, optional(field, schema)), z.string())
    : optional(field, schema);
};

/** Decimal with a fixed scale, canonical as text so that no digit is lost. numeric(15,n) has 15 digits in all. */
const decimal = (scale: number) => (field: Field) =>
  z.preprocess(
    blankIsNull,
    optional(
      field,
      z.union([z.number(), z.string()]).transform((value, context) => {
        const text = typeof value === 'number' && Math.abs(value) >= 1e15 ? `1${'0'.repeat(20)}` : String(value);
        const match = DECIMAL.exec(text);
        const fraction = match?.[3] ?? '';
        if (!match || fraction.length > scale) {
          context.addIssue(
            finding('invalid_format', `must be a decimal number with a point and at most ${scale} digits after it`),
          );
          return z.NEVER;
        }
        const whole = match[2] ?? '0';
        if (whole.length > 15 - scale) {
          context.addIssue(finding('too_big', `must have at most ${15 - scale} digits before the point`));
          return z.NEVER;
        }
        const digits = `${whole}.${fraction.padEnd(scale, '0')}`;
        return match[1] && /[1-9]/.test(digits) ? `-${digits}` : digits;
      }),
    ),
  );

const numeric = (scale: number): Kind => ({
  column: `numeric(15,${scale})`,
  print: (column) => `${column}::text`,
  accepts: decimal(scale),
  fromQuery: same,
  dataType: 'number',
  dataFormat: `0.${'0'.repeat(scale)}`,
  answers: { type: 'string', pattern: `^-?\\d+\\.\\d{${scale}}$` },
});

const calendarDate = (field: Field): z.ZodType =>
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

/** A point in time with zone becomes local time of the organisation; one without is local time already (decisions 4.8). */
const localDateTime = (field: Field): z.ZodType =>
  z.preprocess(
    blankIsNull,
    optional(
      field,
      z.string().transform((text, context) => {
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
        if (/^\d{4}-/.test(local)) return local;
        // A zone can lead out of the years that have four digits.
        context.addIssue(finding('invalid_format', 'lies outside the years 1000 to 9999'));
        return z.NEVER;
      }),
    ),
  );

const intFromQuery = (text: string): unknown => (INT_TEXT.test(text) ? Number(text) : text);

const int: Kind = {
  column: 'int',
  print: same,
  accepts: integer,
  fromQuery: intFromQuery,
  dataType: 'number',
  answers: { type: 'integer' },
};

const text: Kind = {
  column: 'text',
  print: same,
  accepts: string,
  fromQuery: same,
  dataType: 'string',
  answers: { type: 'string' },
};

export const kinds = {
  int,
  text,
  /** Text for which a JSON number is accepted and kept as text (decisions 5.3). */
  label: {
    ...text,
    accepts: (field: Field) =>
      z.preprocess((value) => (typeof value === 'number' ? String(value) : value), string(field)),
    alsoAccepts: [{ type: 'number' }],
  },
  money: numeric(2),
  rate: numeric(5),
  date: {
    column: 'date',
    print: same,
    accepts: calendarDate,
    fromQuery: same,
    dataType: 'date',
    dataFormat: 'YYYY-MM-DD',
    answers: { type: 'string', format: 'date' },
  },
  datetime: {
    column: 'timestamp(0)',
    print: (column: string) => `to_char(${column}, 'YYYY-MM-DD HH24:MI:SS')`,
    accepts: localDateTime,
    fromQuery: same,
    dataType: 'date',
    dataFormat: 'YYYY-MM-DD HH:MM:SS',
    answers: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$' },
  },
  /** A stored point in time of which only the day is answered (insert_datum of customers). */
  day: {
    column: 'timestamp(0)',
    print: (column: string) => `${column}::date`,
    accepts: calendarDate,
    fromQuery: same,
    dataType: 'date',
    dataFormat: 'YYYY-MM-DD',
    answers: { type: 'string', format: 'date' },
  },
  /** A point in time answered with its zone (letzter_login). */
  instant: {
    column: 'timestamptz(3)',
    print: (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    accepts: (field: Field) => optional(field, z.iso.datetime({ offset: true })),
    fromQuery: same,
    dataType: 'date',
    dataFormat: 'YYYY-MM-DDTHH:MM:SS.sssZ',
    answers: { type: 'string', format: 'date-time' },
  },
  flag: {
    column: 'smallint',
    print: same,
    accepts: (field: Field) =>
      z.preprocess(
        (value) => (typeof value === 'boolean' ? Number(value) : blankIsNull(value)),
        optional(field, z.int().min(0).max(1)),
      ),
    fromQuery: (value: string) => ({ true: 1, false: 0 })[value] ?? intFromQuery(value),
    dataType: 'number',
    answers: { type: 'integer', enum: [0, 1] },
    alsoAccepts: [{ type: 'boolean' }],
  },
  boolean: {
    column: 'boolean',
    print: same,
    accepts: (field: Field) => z.preprocess(blankIsNull, optional(field, z.boolean())),
    fromQuery: (value: string) => ({ true: true, false: false, 1: true, 0: false })[value] ?? value,
    dataType: 'number',
    answers: { type: 'boolean' },
  },
  /** A credential: stored as sent, answered as ******** (decisions 5.13). */
  secret: {
    ...text,
    print: (column: string) => `case when ${column} <> '' then '********' else ${column} end`,
    secret: true,
  },
} satisfies Record<string, Kind>;

/** What every secret is answered as; writing exactly this leaves the secret as it is. */
export const MASK = '********';

/** Names of the kinds, for the fields that an organisation adds. */
export type KindName = keyof typeof kinds;
