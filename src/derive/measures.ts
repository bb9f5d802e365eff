/**
 * Values of fields as numbers, by which lists of many records are looked through in memory (docs/decisions/0039): the column
 * of a field in SQL, and a query as spans of these numbers. They lie in the order in which PostgreSQL has the values.
 */
import type { Field } from '../model/field-shape.ts';
import type { Resource } from '../model/resource.ts';
import { join, raw, type Sql, sql } from '../sql.ts';
import { table } from '../table.ts';
import { comparable, hiding } from './columns.ts';
import type { Compared, Comparison } from './comparisons.ts';
import type { AskedFilter } from './filters.ts';
import { isById, type Sort } from './ordering.ts';

/** Numbers from the least to the most, both of them in it; a record without a value lies in none. */
export interface Span {
  /** Name of the field. */
  readonly name: string;
  readonly least: number;
  readonly most: number;
}

/** A query of a list as numbers. */
export interface Measured {
  readonly spans: readonly Span[];
  /** The field that it is sorted by; null for ids. */
  readonly sort: string | null;
  readonly descending: boolean;
}

/** The number of a field of a row `t`. */
const measureOf = (name: string, field: Field): Sql => {
  const value = comparable(name, field);
  return field.kind.measure === 'seconds' ? sql`extract(epoch from ${value})::float8` : sql`${value}::float8`;
};

/** Fields that have one; those that an organisation added lie in no column. */
const isMeasured = (field: Field | undefined): field is Field =>
  field?.kind.measure !== undefined && !field.custom && field.sameAs === undefined;

/** The number of a canonical value, which is no number where there is none. */
const numberOf = ({ kind }: Field, value: unknown): number => {
  if (value === null || value === undefined || value === '') return Number.NaN;
  if (kind.measure === 'number') return Number(value);
  const text = String(value).replace(' ', 'T');
  return Date.parse(`${text.includes('T') ? text : `${text}T00:00:00`}Z`) / 1000;
};

const bits = new DataView(new ArrayBuffer(8));

/** The next number above (1) or below (-1). */
const beside = (value: number, direction: 1 | -1): number => {
  if (value === 0) return direction * Number.MIN_VALUE;
  bits.setFloat64(0, value);
  bits.setBigInt64(0, bits.getBigInt64(0) + (value > 0 === direction > 0 ? 1n : -1n));
  return bits.getFloat64(0);
};

const [LEAST, MOST] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
/** What each sign keeps. */
const spans: Readonly<Record<Comparison['sign'] | '=', (name: string, number: number) => Span>> = table({
  '=': (name, number) => ({ name, least: number, most: number }),
  '>=': (name, number) => ({ name, least: number, most: MOST }),
  '>': (name, number) => ({ name, least: beside(number, 1), most: MOST }),
  '<=': (name, number) => ({ name, least: LEAST, most: number }),
  '<': (name, number) => ({ name, least: LEAST, most: beside(number, -1) }),
});

const spanOf = (name: string, sign: keyof typeof spans, number: number): Span | null =>
  Number.isFinite(number) ? spans[sign](name, number) : null;

const comparedSpan = (name: string, field: Field, { sign, ofDay }: Comparison, asked: Compared): Span | null => {
  if ('plain' in asked) return spanOf(name, sign, numberOf(field, asked.plain));
  if ('from' in asked) return spanOf(name, ofDay[1], numberOf(field, asked[ofDay[0]]));
  // The column has days.
  return null;
};

/** @returns null where the filter is not one of numbers */
const filterSpan = ({ name, field, operator: { comparison }, value, compared }: AskedFilter): Span | null => {
  if (!isMeasured(field)) return null;
  if (comparison) return compared ? comparedSpan(name, field, comparison, compared) : null;
  return spanOf(name, '=', numberOf(field, value));
};

/**
 * A list's query as numbers.
 * @param hide records that are out of lists unless they are asked for stay out
 * @returns null where some of it cannot be said so
 */
export const measured = (
  resource: Resource,
  { filters, sort }: { readonly filters: readonly AskedFilter[]; readonly sort: Sort | null },
  hide: boolean,
): Measured | null => {
  const byId = isById(resource, sort);
  if (!byId && !(sort && isMeasured(sort.field))) return null;
  const flag = hide ? hiding(resource)?.field : undefined;
  const all = [...filters.map(filterSpan), ...(flag === undefined ? [] : [spanOf(flag, '=', 0)])];
  const known = all.filter((span) => span !== null);
  if (known.length < all.length) return null;
  return { spans: known, sort: byId ? null : (sort?.name ?? null), descending: sort?.descending ?? false };
};

/** The fields whose numbers a query needs, each once, in an order of their own. */
export const measuredFields = ({ spans, sort }: Measured): readonly string[] =>
  [...new Set([...spans.map(({ name }) => name), ...(sort === null ? [] : [sort])])].sort();

/** The numbers of fields of a row `t` as columns `m0`, `m1` and so on, after others. */
export const measureColumns = (resource: Resource, names: readonly string[]): Sql =>
  join(
    names.flatMap((name, i) => {
      const field = resource.fields[name];
      return field ? [sql`, ${measureOf(name, field)} as ${raw(`m${i}`)}`] : [];
    }),
    '',
  );
