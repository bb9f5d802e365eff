/**
 * Fields whose values have an order: lists are narrowed to what lies above or below a value, and sorted (rules 4.9, 4.10).
 * Which ones they are, what a query may name, and the condition, in SQL and for short lists that lie in memory.
 */
import type { z } from 'zod';
import { normalizeEmail } from '../email.ts';
import { calendarDate, localDateTime, string } from '../model/accepted-values.ts';
import { boolean } from '../model/field.ts';
import type { Field } from '../model/field-shape.ts';
import { foldValue } from '../model/folds.ts';
import { kinds } from '../model/kinds.ts';
import { raw, type Sql, shared, sql } from '../sql.ts';
import { table } from '../table.ts';
import { column, comparable, comparedValue, isEmpty } from './columns.ts';
import { perValue } from './per-declaration.ts';

/** Numbers, times and folded texts that are filters, and the stamps of every record. */
export const hasOrder = ({ kind, filter, stamp, sameAs, folds }: Field): boolean =>
  (kind.ordered === true || folds !== undefined) && sameAs === undefined && Boolean(filter ?? stamp);

/** How an operator compares: what it keeps of values beside the one that was asked for. */
export interface Comparison {
  readonly sign: '>=' | '>' | '<=' | '<';
  /** With a whole day: which of its ends counts, and how. */
  readonly ofDay: readonly ['from' | 'until', '>=' | '<'];
}

/** What a comparison was asked for: a canonical value, a day on a line of seconds, or a second on a line of days. */
export type Compared =
  | { readonly plain: unknown }
  | { readonly from: string; readonly until: string }
  | { readonly day: string; readonly second: string }
  | { readonly prefix: string }
  | { readonly isEmpty: boolean };

/** A filter takes values that its field's own list or bounds would not. */
const plainly = perValue((field: Field) =>
  field.kind.accepts({ ...field, options: undefined, required: true, min: undefined, max: undefined, not: undefined }),
);
const secondOf = perValue((field: Field) => localDateTime({ ...field, required: true }));
const dayOf = perValue((field: Field) => calendarDate({ ...field, required: true }));

/** What came of reading a value, as zod says it. */
export type Read = { readonly success: true; readonly data: Compared } | z.ZodSafeParseError<unknown>;

const read = (parsed: z.ZodSafeParseResult<unknown>, made: (value: unknown) => Compared): Read =>
  parsed.success ? { success: true, data: made(parsed.data) } : parsed;

/** A text, or the beginning of one, of whatever form. */
const anyText = perValue(({ label, max, folds }: Field) =>
  string({ kind: kinds.text, label, max, required: true }).transform((value) =>
    folds === 'address' ? normalizeEmail(String(value)) : value,
  ),
);
const truth = kinds.boolean.accepts(boolean('Empty'));

/** Reads the text of a comparison's value. @param how `prefix` and `empty` take other values than the field has */
export const readCompared = (field: Field, text: string, how?: 'prefix' | 'empty'): Read => {
  const { timeline, fromQuery } = field.kind;
  if (how === 'empty') return read(truth.safeParse(kinds.boolean.fromQuery(text)), (is) => ({ isEmpty: is === true }));
  if (how) return read(anyText(field).safeParse(text), (prefix) => ({ prefix: String(prefix) }));
  if (field.folds) return read(anyText(field).safeParse(text), (plain) => ({ plain }));
  if (timeline === 'second' && !text.includes(':'))
    return read(dayOf(field).safeParse(text), () => ({ from: `${text} 00:00:00`, until: `${text} 24:00:00` }));
  if (timeline === 'day' && text.includes(':')) {
    const dayIn = (second: string): string => second.slice(0, 'YYYY-MM-DD'.length);
    return read(secondOf(field).safeParse(text), (at) => ({ day: dayIn(String(at)), second: String(at) }));
  }
  const option = field.options?.find(({ keys }) => keys?.includes(text));
  return read(plainly(field).safeParse(option ? option.value : fromQuery(text)), (plain) => ({ plain }));
};

/** What an index of days is asked for where a second of a day was named: that day is among it. */
const withDay: Readonly<Record<Comparison['sign'], '>=' | '<='>> = table({
  '>=': '>=',
  '>': '>=',
  '<=': '<=',
  '<': '<=',
});

/** The greatest code point: all that begins with a text lies between it and it with this behind. */
const LAST_CHARACTER = String(0x10ffff);

/** Condition on a row `t`. */
export const comparing = (name: string, field: Field, { sign, ofDay }: Comparison, asked: Compared): Sql => {
  if ('isEmpty' in asked) return sql`${raw(asked.isEmpty ? '' : 'not ')}${isEmpty(name, field)}`;
  if ('prefix' in asked) {
    const [value, prefix] = [comparable(name, field), foldValue(field.folds ?? 'case', shared(asked.prefix))];
    return sql`(${value} >= ${prefix} and ${value} < ${prefix} || chr(${raw(LAST_CHARACTER)}))`;
  }
  const than = (which: string, value: unknown): Sql =>
    sql`${comparable(name, field)} ${raw(which)} ${comparedValue(field, value)}`;
  if ('plain' in asked) return than(sign, asked.plain);
  if ('from' in asked) return than(ofDay[1], asked[ofDay[0]]);
  const day = than(withDay[sign], asked.day);
  return sql`${day} and t.${column(name)} ${raw(sign)} ${asked.second}::${raw(field.kind.column)}`;
};

/** The order of two canonical values; numbers as such, times as their texts. */
export const order = (one: unknown, other: unknown): number => {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one) < String(other) ? -1 : Number(String(one) > String(other));
};

const holding: Readonly<Record<Comparison['sign'], (order: number) => boolean>> = table({
  '>=': (order) => order >= 0,
  '>': (order) => order > 0,
  '<=': (order) => order <= 0,
  '<': (order) => order < 0,
});

/** The same condition on a value in memory, of a short list. */
export const holds = ({ sign, ofDay }: Comparison, asked: Compared, value: unknown): boolean => {
  if ('isEmpty' in asked) return (value === null || value === undefined || value === '') === asked.isEmpty;
  if (value === null || value === undefined) return false;
  if ('prefix' in asked) return String(value).toLowerCase().startsWith(asked.prefix.toLowerCase());
  if ('from' in asked) return holding[ofDay[1]](order(value, asked[ofDay[0]]));
  return holding[sign](order(value, 'plain' in asked ? asked.plain : asked.second));
};
