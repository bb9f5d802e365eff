/**
 * Comparisons of fields with an order: filters by a range, and sorting (rules 4.9, 4.10). Which fields have them, the
 * values of a query, and the condition, in SQL and for short lists in memory.
 */
import { z } from 'zod';
import { boolean } from '../../model/declaration/field.ts';
import type { Field } from '../../model/declaration/field-shape.ts';
import { foldValue } from '../../model/declaration/folds.ts';
import { kinds } from '../../model/declaration/value-kinds.ts';
import { calendarDate, localDateTime, string } from '../../model/declaration/value-schemas.ts';
import { normalizeEmail } from '../../shared/email.ts';
import { MAX_FILTER_VALUES } from '../../shared/limits.ts';
import { lookupTable } from '../../shared/lookup-table.ts';
import { raw, type Sql, sharedParam, sql } from '../../sql/sql.ts';
import { memoizeByIdentity } from '../memoize.ts';
import { column, comparable, comparedValue, isEmpty } from '../storage/columns.ts';

/** Numbers, times and folded texts that are filters, and the stamps of every record. */
export const hasOrder = ({ kind, filter, stamp, sameAs, folds }: Field): boolean =>
  (kind.ordered === true || folds !== undefined) && sameAs === undefined && Boolean(filter ?? stamp);

/** The operator of a comparison. */
export interface Comparison {
  readonly sign: '>=' | '>' | '<=' | '<';
  /** Compared with a whole day: the end that counts, and its operator. */
  readonly ofDay: readonly ['from' | 'until', '>=' | '<'];
}

/** The value of a comparison: values of equality, a canonical value, a day compared with seconds, or a second compared with days. */
export type Compared = Ordered | { readonly in: readonly unknown[] } | { readonly not: unknown };

type Ordered =
  | { readonly plain: unknown }
  | { readonly from: string; readonly until: string }
  | { readonly day: string; readonly second: string }
  | { readonly prefix: string }
  | { readonly isEmpty: boolean };

/** How a value is read that is not one of the field. */
export type Reading = 'prefix' | 'empty' | 'in' | 'not';

/** A filter accepts values outside of its field's list or bounds. */
const plainly = memoizeByIdentity((field: Field) =>
  field.kind.accepts({ ...field, options: undefined, required: true, min: undefined, max: undefined, not: undefined }),
);
const secondOf = memoizeByIdentity((field: Field) => localDateTime({ ...field, required: true }));
const dayOf = memoizeByIdentity((field: Field) => calendarDate({ ...field, required: true }));

/** The result of parsing a value, in zod's form. */
export type Read = { readonly success: true; readonly data: Compared } | z.ZodSafeParseError<unknown>;

const read = (parsed: z.ZodSafeParseResult<unknown>, made: (value: unknown) => Compared): Read =>
  parsed.success ? { success: true, data: made(parsed.data) } : parsed;

/** Any text, or a prefix. */
const anyText = memoizeByIdentity(({ label, max, folds }: Field) =>
  string({ kind: kinds.text, label, max, required: true }).transform((value) =>
    folds === 'address' ? normalizeEmail(String(value)) : value,
  ),
);
const truth = kinds.boolean.accepts(boolean('Empty'));

/** A value as equality has it. */
const readPlain = (field: Field, text: string): z.ZodSafeParseResult<unknown> => {
  if (field.folds) return anyText(field).safeParse(text);
  const option = field.options?.find(({ keys }) => keys?.includes(text));
  return plainly(field).safeParse(option ? option.value : field.kind.fromQuery(text));
};

const severalTexts = z.array(z.string()).max(MAX_FILTER_VALUES);

/** Values with commas between them; a comma of a value has a backslash before it. */
const severalOf = (text: string): string[] => text.split(/(?<!\\),/).map((one) => one.replaceAll('\\,', ','));

const readSeveral = (field: Field, text: string): Read => {
  const texts = severalTexts.safeParse(severalOf(text));
  if (!texts.success) return texts;
  const each = texts.data.map((one) => readPlain(field, one.trim()));
  const wrong = each.find((one) => !one.success);
  return wrong ?? { success: true, data: { in: each.map(({ data }) => data) } };
};

/** Parses the text of a comparison's value. @param how most of these accept other values than the field */
export const readCompared = (field: Field, text: string, how?: Reading): Read => {
  const { timeline } = field.kind;
  if (how === 'empty') return read(truth.safeParse(kinds.boolean.fromQuery(text)), (is) => ({ isEmpty: is === true }));
  if (how === 'in') return readSeveral(field, text);
  if (how === 'not') return read(readPlain(field, text), (not) => ({ not }));
  if (how) return read(anyText(field).safeParse(text), (prefix) => ({ prefix: String(prefix) }));
  if (field.folds) return read(readPlain(field, text), (plain) => ({ plain }));
  if (timeline === 'second' && !text.includes(':'))
    return read(dayOf(field).safeParse(text), () => ({ from: `${text} 00:00:00`, until: `${text} 24:00:00` }));
  if (timeline === 'day' && text.includes(':')) {
    const dayIn = (second: string): string => second.slice(0, 'YYYY-MM-DD'.length);
    return read(secondOf(field).safeParse(text), (at) => ({ day: dayIn(String(at)), second: String(at) }));
  }
  return read(readPlain(field, text), (plain) => ({ plain }));
};

/** Comparison of days with a second: the day of the second is included. */
const withDay: Readonly<Record<Comparison['sign'], '>=' | '<='>> = lookupTable({
  '>=': '>=',
  '>': '>=',
  '<=': '<=',
  '<': '<=',
});

/** U+FFFF is above every other character in an ICU collation: a range up to it has every text with a prefix. */
const LAST_CHARACTER = String(0xffff);

/** Condition on a row `t`. */
export const comparing = (name: string, field: Field, { sign, ofDay }: Comparison, asked: Ordered): Sql => {
  if ('isEmpty' in asked) return sql`${raw(asked.isEmpty ? '' : 'not ')}${isEmpty(name, field)}`;
  if ('prefix' in asked) {
    const [value, prefix] = [comparable(name, field), foldValue(field.folds ?? 'case', sharedParam(asked.prefix))];
    // The range is for the index: in it are also texts that differ in accents only.
    const range = sql`${value} >= ${prefix} and ${value} < ${prefix} || chr(${raw(LAST_CHARACTER)})`;
    return sql`(${range} and starts_with(${value}, ${prefix}))`;
  }
  const than = (which: string, value: unknown): Sql =>
    sql`${comparable(name, field)} ${raw(which)} ${comparedValue(field, value)}`;
  if ('plain' in asked) return than(sign, asked.plain);
  if ('from' in asked) return than(ofDay[1], asked[ofDay[0]]);
  const day = than(withDay[sign], asked.day);
  return sql`${day} and t.${column(name)} ${raw(sign)} ${asked.second}::${raw(field.kind.column)}`;
};

/** The order of two canonical values: numbers by value, times as text. */
export const order = (one: unknown, other: unknown): number => {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one) < String(other) ? -1 : Number(String(one) > String(other));
};

const holding: Readonly<Record<Comparison['sign'], (order: number) => boolean>> = lookupTable({
  '>=': (order) => order >= 0,
  '>': (order) => order > 0,
  '<=': (order) => order <= 0,
  '<': (order) => order < 0,
});

/** The same condition on a value in memory, for short lists. */
export const matches = ({ sign, ofDay }: Comparison, asked: Compared, value: unknown): boolean => {
  if ('in' in asked) return asked.in.includes(value);
  if ('not' in asked) return asked.not !== value;
  if ('isEmpty' in asked) return (value === null || value === undefined || value === '') === asked.isEmpty;
  if (value === null || value === undefined) return false;
  if ('prefix' in asked) return String(value).toLowerCase().startsWith(asked.prefix.toLowerCase());
  if ('from' in asked) return holding[ofDay[1]](order(value, asked[ofDay[0]]));
  return holding[sign](order(value, 'plain' in asked ? asked.plain : asked.second));
};
