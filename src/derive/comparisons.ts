/**
 * Fields whose values have an order: lists are narrowed to what lies above or below a value, and sorted (rules 4.9, 4.10).
 * Which ones they are, what a query may name, and the condition, in SQL and for short lists that lie in memory.
 */
import type { z } from 'zod';
import { calendarDate, localDateTime } from '../model/accepted-values.ts';
import type { Field } from '../model/field-shape.ts';
import { raw, type Sql, sql } from '../sql.ts';
import { table } from '../table.ts';
import { column, comparable, comparedType } from './columns.ts';
import { perValue } from './per-declaration.ts';

/** Numbers and times that are filters, and the stamps of every record. */
export const hasOrder = ({ kind, filter, stamp, sameAs }: Field): boolean =>
  kind.ordered === true && sameAs === undefined && Boolean(filter ?? stamp);

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
  | { readonly day: string; readonly second: string };

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

/** Reads the text of a comparison's value. */
export const readCompared = (field: Field, text: string): Read => {
  const { timeline, fromQuery } = field.kind;
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

/** Condition on a row `t`. */
export const comparing = (name: string, field: Field, { sign, ofDay }: Comparison, asked: Compared): Sql => {
  const than = (which: string, value: unknown): Sql =>
    sql`${comparable(name, field)} ${raw(which)} ${value}::${raw(comparedType(field))}`;
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
  if (value === null || value === undefined) return false;
  if ('from' in asked) return holding[ofDay[1]](order(value, asked[ofDay[0]]));
  return holding[sign](order(value, 'plain' in asked ? asked.plain : asked.second));
};
