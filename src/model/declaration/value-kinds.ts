/**
 * Kinds of values, one entry per kind: storage, JSON, validation and description (rules 3.4, 3.5, 9.4). A new kind of
 * value is one more entry.
 *
 * `accepts` converts a client's value to the canonical value, which reads return. So "did this field change" is a
 * comparison of two canonical values, independent of the form that the client used.
 */
import { z } from 'zod';
import { lookupTable } from '../../shared/lookup-table.ts';
import { literal, type Sql, sql } from '../../sql/sql.ts';
import type { Field, Kind, ListedType } from './field-shape.ts';
import {
  blankIsNull,
  calendarDate,
  DATE_TIME_PATTERN,
  decimal,
  decimalPattern,
  email,
  INT_TEXT,
  integer,
  localDateTime,
  MONTH_DAY_PATTERN,
  monthDay,
  optional,
  same,
  string,
  yearDay,
} from './value-schemas.ts';

/** Longest text that an index can hold: an entry has at most 2,704 bytes, a character up to four. */
const INDEXABLE = 600;

const numeric = (scale: number): Kind => ({
  column: `numeric(15,${scale})`,
  print: (column) => sql`${column}::text`,
  accepts: decimal(scale),
  fromQuery: same,
  dataType: 'number',
  dataFormat: `0.${'0'.repeat(scale)}`,
  answers: { type: 'string', pattern: `^-?\\d+\\.\\d{${scale}}$` },
  asked: { type: 'string', pattern: decimalPattern(scale) },
  json: 'text',
  ordered: true,
  custom: 'not searched',
  example: (12.5).toFixed(scale),
});

const FLAGS: Readonly<Record<string, number>> = lookupTable({ true: 1, false: 0 });
/**
 * In a query string both kinds of truth are written either way. One list of all four has values of two types, of which
 * generators make code that does not compile (docs/decisions/0028).
 */
const ASKED = { anyOf: [{ type: 'boolean' }, { type: 'integer', enum: [0, 1] }] };
const TRUTHS: Readonly<Record<string, boolean>> = lookupTable({ true: true, false: false, 1: true, 0: false });

/** The mask of every secret in responses; writing exactly this leaves the secret unchanged. */
export const MASK = '********';

/**
 * An out-of-range number stays out of range and an integer: a number of many digits would become a fraction, or no
 * number at all.
 */
const intFromQuery = (text: string): unknown =>
  INT_TEXT.test(text) ? Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Number(text))) : text;

const int: Kind = {
  column: 'int',
  print: same,
  accepts: integer,
  fromQuery: intFromQuery,
  dataType: 'number',
  answers: { type: 'integer', format: 'int32' },
  json: 'int',
  ordered: true,
  shared: true,
  chooses: 'number',
  custom: 'not searched',
  example: 1,
};

const text: Kind = {
  column: 'text',
  print: same,
  accepts: string,
  fromQuery: same,
  dataType: 'string',
  answers: { type: 'string' },
  json: 'text',
  indexed: ({ max = 0 }, value) => (max > INDEXABLE ? sql`hashtextextended(${value}, 0)` : null),
  chooses: 'string',
  canBeEmpty: true,
  custom: 'searched',
  example: 'Text',
};

const date: Kind = {
  column: 'date',
  print: same,
  accepts: calendarDate,
  fromQuery: same,
  dataType: 'date',
  dataFormat: 'YYYY-MM-DD',
  answers: { type: 'string', format: 'date' },
  asked: { type: 'string', format: 'date' },
  json: 'text',
  ordered: true,
  custom: 'not searched',
  example: '2026-01-31',
};

/** Digits of a number that surely are those that the caller wrote. */
const EXACT = 1e15;
/** Whether a number is serialized as written; a number with more digits was rounded by the parser. */
const isExact = (value: number): boolean =>
  Number.isSafeInteger(value) || (Math.abs(value) < EXACT && /^-?\d+(\.\d+)?$/.test(String(value)));

/** A day of every year, as the number MMDD: of filters by a date, never stored. */
export const MONTH_DAY: Kind = {
  column: 'int',
  print: same,
  accepts: monthDay,
  fromQuery: same,
  dataType: 'date',
  dataFormat: 'MM-DD',
  answers: { type: 'string', pattern: MONTH_DAY_PATTERN },
  json: 'text',
  ordered: true,
  made: (column: string) => `(date_part('month', ${column}) * 100 + date_part('day', ${column}))::int`,
  cyclic: true,
  example: '12-24',
};

const rows = {
  text,
  int,
  /** Text that also accepts a JSON number and stores it as text (rules 5.3). */
  label: {
    ...text,
    custom: undefined,
    accepts: (field: Field) =>
      z.preprocess((value) => (typeof value === 'number' && isExact(value) ? String(value) : value), string(field)),
    alsoAccepts: [{ type: 'number' }],
  },
  /** A day of every year, `12-24`. */
  yearDay: {
    ...text,
    accepts: yearDay,
    dataFormat: 'MM-DD',
    answers: { type: 'string', pattern: MONTH_DAY_PATTERN },
    canBeEmpty: false,
    chooses: undefined,
    custom: undefined,
    example: '12-24',
  },
  money: numeric(2),
  rate: numeric(5),
  date,
  datetime: {
    column: 'timestamp(0)',
    print: (column: Sql) => sql`to_char(${column}, 'YYYY-MM-DD HH24:MI:SS')`,
    accepts: localDateTime,
    fromQuery: same,
    dataType: 'date',
    dataFormat: 'YYYY-MM-DD HH:MM:SS',
    answers: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$' },
    asked: { type: 'string', pattern: DATE_TIME_PATTERN },
    json: 'text',
    ordered: true,
    timeline: 'second',
    local: true,
    custom: 'not searched',
    example: '2026-01-31 09:30:00',
  },
  /** A stored point in time of which only the day is answered (insert_datum of customers). */
  day: {
    ...date,
    column: 'timestamp(0)',
    print: (column: Sql) => sql`${column}::date`,
    shown: (value: unknown) => (typeof value === 'string' ? value.slice(0, 'YYYY-MM-DD'.length) : value),
    comparedAs: 'date',
    timeline: 'day',
    local: true,
    custom: undefined,
  },
  /** A point in time answered with its zone (letzter_login). */
  instant: {
    column: 'timestamptz(3)',
    print: (column: Sql) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    shown: (value: unknown) => (typeof value === 'string' ? new Date(value).toISOString() : value),
    accepts: (field: Field) => optional(field, z.iso.datetime({ offset: true })),
    fromQuery: same,
    dataType: 'date',
    dataFormat: 'YYYY-MM-DDTHH:MM:SS.sssZ',
    answers: { type: 'string', format: 'date-time' },
    json: 'text',
    ordered: true,
    example: '2026-01-31T08:30:00.000Z',
  },
  flag: {
    column: 'smallint',
    print: same,
    accepts: (field: Field) =>
      z.preprocess(
        (value) => (typeof value === 'boolean' ? Number(value) : blankIsNull(value)),
        optional(field, z.number().min(0, { abort: true }).max(1, { abort: true }).int()),
      ),
    fromQuery: (value: string) => FLAGS[value] ?? intFromQuery(value),
    dataType: 'number',
    answers: { type: 'integer', enum: [0, 1] },
    asked: ASKED,
    json: 'int',
    custom: 'not searched',
    example: 1,
    alsoAccepts: [{ type: 'boolean' }],
  },
  boolean: {
    column: 'boolean',
    print: same,
    neverReset: true,
    // An added field without a default may have no value.
    accepts: (field: Field) => (field.custom ? z.preprocess(blankIsNull, optional(field, z.boolean())) : z.boolean()),
    fromQuery: (value: string) => TRUTHS[value] ?? value,
    dataType: 'number',
    answers: { type: 'boolean' },
    asked: ASKED,
    json: 'boolean',
    custom: 'not searched',
    example: true,
  },
  /** The address that a user signs in with. */
  email: { ...text, custom: undefined, chooses: undefined, accepts: email, example: 'name@example.com' },
  /** A credential: stored as sent, answered as ******** (rules 5.13). */
  secret: {
    ...text,
    print: (column: Sql) => sql`case when ${column} <> '' then ${literal(MASK)} else ${column} end`,
    shown: (value: unknown) => (value ? MASK : value),
    chooses: undefined,
    custom: undefined,
    secret: true,
    example: MASK,
  },
} satisfies Record<string, Kind>;

/** Names of the kinds, for the settings and the fields that an organisation adds. */
export type KindName = keyof typeof rows;

/** All kinds of value. */
export const kinds: Readonly<Record<KindName, Kind>> = lookupTable(rows);

export const kindNames = Object.keys(kinds) as readonly KindName[];

/** Those that an added field can have. */
export const customKinds = kindNames.filter((name) => kinds[name].custom);

/** Those of them whose fields can choose from a list of such values. */
export const customKindsChoosing = (type: ListedType): readonly KindName[] =>
  customKinds.filter((name) => kinds[name].chooses === type);
