/** A page of a list out of columns in memory, and how many records a query leaves (rules 4.9, 4.10, 8.6). */
import type { Measured, Span } from '../../derive/measures.ts';
import type { ColumnTable } from './column-table.ts';

/** What a query leaves: how many, and the ids of its page in their order. */
export interface Selected {
  readonly total: number;
  readonly ids: readonly number[];
}

/** Which part of them is the page. */
export interface Window {
  readonly offset: number;
  readonly limit: number;
}

/** Of fewer than these all are put in order. */
const FEW = 4096;
/** Parts of the line of numbers that are told apart at once. */
const PARTS = 4096;

/** Places of the records that are there, into `room`. @returns how many */
const allThere = ({ there, length }: ColumnTable, room: Int32Array): number => {
  let n = 0;
  for (let place = 0; place < length; place += 1) {
    room[n] = place;
    n += there[place] as number;
  }
  return n;
};

/** Of the first `count` places in `room` (of all places where it is null) those whose numbers lie in a span. @returns how many */
const within = (table: ColumnTable, { name, least, most }: Span, room: Int32Array, count: number | null): number => {
  const column = table.column(name);
  const end = count ?? table.length;
  let n = 0;
  for (let i = 0; i < end; i += 1) {
    const place = count === null ? i : (room[i] as number);
    const value = column[place] as number;
    if (value >= least && value <= most) {
      room[n] = place;
      n += 1;
    }
  }
  return n;
};

/** One span of each field: what lies in all of its spans. */
const oneOfEach = (spans: readonly Span[]): readonly Span[] => {
  const byName = new Map<string, Span>();
  for (const { name, least, most } of spans) {
    const known = byName.get(name);
    byName.set(name, {
      name,
      least: Math.max(least, known?.least ?? Number.NEGATIVE_INFINITY),
      most: Math.min(most, known?.most ?? Number.POSITIVE_INFINITY),
    });
  }
  return [...byName.values()];
};

/** Places of what spans leave, ascending, at the beginning of the table's room. @returns how many */
const placesLeft = (table: ColumnTable, spans: readonly Span[]): number => {
  const { room } = table;
  const [first, ...others] = oneOfEach(spans);
  // A record that is gone has no number.
  let n = first ? within(table, first, room, null) : allThere(table, room);
  for (const span of others) n = within(table, span, room, n);
  return n;
};

/** Places in the order of their keys and then of places. */
const sorted = (places: Int32Array, keyAt: (place: number) => number): Int32Array =>
  places.slice().sort((one, other) => keyAt(one) - keyAt(other) || one - other);

/** The ends of the line of numbers that a page is looked for on. */
interface Line {
  readonly least: number;
  readonly most: number;
}

/** The line that the numbers of places reach. */
const lineOf = (places: Int32Array, column: Float64Array): Line => {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < places.length; i += 1) {
    const value = column[places[i] as number] as number;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return { least, most };
};

/** The parts that a page reaches, how many places lie before them, and up to their end. */
const reachedParts = (counts: Int32Array, descending: boolean, { offset, limit }: Window) => {
  const step = descending ? -1 : 1;
  let first = descending ? PARTS - 1 : 0;
  const end = PARTS - 1 - first;
  let before = 0;
  while (first !== end && before + (counts[first] as number) <= offset) {
    before += counts[first] as number;
    first += step;
  }
  let [last, until] = [first, before + (counts[first] as number)];
  while (last !== end && until < offset + limit) {
    last += step;
    until += counts[last] as number;
  }
  return { low: Math.min(first, last), high: Math.max(first, last), before, until };
};

/** What a distance on a line is multiplied by to get the number of a part. */
const scaleOf = ({ least, most }: Line): number => (most > least ? (PARTS - 1) / (most - least) : 0);

/**
 * The places of a page, of places that all have a number, in the order of these and then of places: parts of the line of
 * numbers that the page does not reach are counted and never put in order.
 * @param places ascending
 * @param line that all numbers lie on
 */
const orderedPage = (
  places: Int32Array,
  column: Float64Array,
  descending: boolean,
  window: Window,
  line: Line,
): Int32Array => {
  const { least, most } = line;
  const of = ({ offset, limit }: Window, some: Int32Array): Int32Array => some.subarray(offset, offset + limit);
  const sign = descending ? -1 : 1;
  const inOrder = (some: Int32Array) => sorted(some, (place) => sign * (column[place] as number));
  if (least === most) return of(window, places);
  if (places.length <= FEW) return of(window, inOrder(places));
  const counts = new Int32Array(PARTS);
  const scale = scaleOf(line);
  for (let i = 0; i < places.length; i += 1) {
    const part = (((column[places[i] as number] as number) - least) * scale) | 0;
    counts[part] = (counts[part] as number) + 1;
  }
  const { low, high, before, until } = reachedParts(counts, descending, window);
  const some = new Int32Array(until - before);
  let n = 0;
  for (let i = 0; i < places.length; i += 1) {
    const place = places[i] as number;
    const part = (((column[place] as number) - least) * scale) | 0;
    if (part < low || part > high) continue;
    some[n] = place;
    n += 1;
  }
  const rest = { offset: window.offset - before, limit: window.limit };
  const reached = lineOf(some, column);
  // Where all lie in the parts of the page, nothing is left to be told apart.
  if (n === places.length && reached.least === least && reached.most === most) return of(rest, inOrder(some));
  return orderedPage(some, column, descending, rest, reached);
};

/**
 * How many numbers of a column lie in each part of its line. The loops over all records are not those over some: one for both took
 * the first page of a million 5.7 ms in place of 3.8.
 */
const countParts = (column: Float64Array, length: number, line: Line): Int32Array => {
  const [counts, scale, { least }] = [new Int32Array(PARTS), scaleOf(line), line];
  for (let place = 0; place < length; place += 1) {
    const value = column[place] as number;
    if (!(value >= least)) continue;
    const part = ((value - least) * scale) | 0;
    counts[part] = (counts[part] as number) + 1;
  }
  return counts;
};

/** The places of a page of all records in the order of a field; null where it reaches those without a value. */
const wholePage = (table: ColumnTable, name: string, descending: boolean, window: Window): Int32Array | null => {
  const [column, line, { length }] = [table.column(name), table.line(name), table];
  const counts = table.counted(name, () => countParts(column, length, line));
  const valued = counts.reduce((sum, one) => sum + one, 0);
  if (window.offset + window.limit > valued) return null;
  const { low, high, before, until } = reachedParts(counts, descending, window);
  const [some, scale, { least }] = [new Int32Array(until - before), scaleOf(line), line];
  let n = 0;
  for (let place = 0; place < length; place += 1) {
    const value = column[place] as number;
    const part = ((value - least) * scale) | 0;
    if (part < low || part > high || !(value >= least)) continue;
    some[n] = place;
    n += 1;
  }
  const rest = { offset: window.offset - before, limit: window.limit };
  return orderedPage(some, column, descending, rest, lineOf(some, column));
};

/** One of so many records says of all; a number that no pattern of ids has. */
const SAMPLED = 251;
/** Of fewer than some 4,000 an index finds the page sooner. */
const FEW_SAMPLES = 16;

/** Whether spans seem to leave so few records that PostgreSQL is to find them by an index. */
export const seemFew = (table: ColumnTable, spans: readonly Span[]): boolean => {
  const columns = spans.map(({ name, least, most }) => ({ column: table.column(name), least, most }));
  let hits = 0;
  for (let place = 0; place < table.length && hits < FEW_SAMPLES; place += SAMPLED) {
    const isLeft = columns.every(({ column, least, most }) => {
      const value = column[place] as number;
      return value >= least && value <= most;
    });
    if (isLeft) hits += 1;
  }
  return hits < FEW_SAMPLES;
};

/** Parts `places` into those with a number and those without, in `places` itself. @returns how many have one */
const valuedFirst = (places: Int32Array, column: Float64Array): number => {
  let without: Int32Array | null = null;
  let n = 0;
  for (let i = 0; i < places.length; i += 1) {
    const place = places[i] as number;
    if (Number.isNaN(column[place] as number)) {
      without ??= new Int32Array(places.length - i);
      without[i - n] = place;
    } else {
      places[n] = place;
      n += 1;
    }
  }
  if (without) places.set(without.subarray(0, places.length - n), n);
  return n;
};

/** What a query leaves of a table. Some milliseconds for a million records. */
export const selectPage = (table: ColumnTable, { spans, sort, descending }: Measured, window: Window): Selected => {
  const idsOf = (some: Iterable<number>): number[] => Array.from(some, (place) => table.ids[place] as number);
  const whole = sort !== null && !spans.length ? wholePage(table, sort, descending, window) : null;
  if (whole) return { total: table.live, ids: idsOf(whole) };
  const total = placesLeft(table, spans);
  const places = table.room.subarray(0, total);
  const { offset, limit } = window;
  if (offset >= total) return { total, ids: [] };
  if (sort === null) {
    if (!descending) return { total, ids: idsOf(places.subarray(offset, offset + limit)) };
    const end = total - offset;
    return { total, ids: idsOf(places.slice(Math.max(0, end - limit), end).reverse()) };
  }
  const column = table.column(sort);
  const valued = table.isWhole(sort) ? total : valuedFirst(places, column);
  const known = places.subarray(0, valued);
  const ids = offset < valued ? idsOf(orderedPage(known, column, descending, window, table.line(sort))) : [];
  // Those without a value come last, whichever way.
  const from = valued + Math.max(0, offset - valued);
  return { total, ids: [...ids, ...idsOf(places.subarray(from, from + limit - ids.length))] };
};
