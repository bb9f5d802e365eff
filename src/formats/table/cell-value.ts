/** Values of cells as people write them in tables: German and ISO dates, decimal commas, words for yes and no. */
import type { Field, Option } from '../../model/declaration/field-shape.ts';
import { kinds } from '../../model/declaration/value-kinds.ts';
import { VALUE_NAMES } from '../../model/seed/column-names.ts';
import { lookupTable } from '../../shared/lookup-table.ts';
import { foldName } from './fold-name.ts';

const TRUTHS: Readonly<Record<string, boolean>> = lookupTable({
  ...Object.fromEntries(['ja', 'j', 'yes', 'y', 'true', 'wahr', 'x', '1'].map((word) => [word, true])),
  ...Object.fromEntries(['nein', 'n', 'no', 'false', 'falsch', '0'].map((word) => [word, false])),
});

const entriesOf = new WeakMap<readonly Option[], ReadonlyMap<string, Option['value']>>();

/** Folded labels, values and keys of a list. */
const entries = (options: readonly Option[]): ReadonlyMap<string, Option['value']> => {
  let known = entriesOf.get(options);
  if (!known) {
    const all = options.flatMap(({ value, display, keys = [] }) =>
      [String(value), display, ...keys].map((text): [string, Option['value']] => [foldName(text), value]),
    );
    // Entries of the list come before other words for them.
    const others = options.flatMap(({ value, display }) =>
      (VALUE_NAMES[display] ?? []).map((text): [string, Option['value']] => [foldName(text), value]),
    );
    known = new Map([...all, ...others].reverse());
    entriesOf.set(options, known);
  }
  return known;
};

const GERMAN_DATE = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})(?: (\d{2}:\d{2})(:\d{2})?)?$/;
const DATES = new Set<unknown>([kinds.date, kinds.day]);

/** A year of two digits is at most `ahead` years in the future. */
const fullYear = (year: string, ahead: number): string => {
  if (year.length === 4) return year;
  const now = new Date().getUTCFullYear();
  const full = now - (now % 100) + Number(year);
  return String(full > now + ahead ? full - 100 : full);
};

const dateOf = (text: string, { kind, makes }: Field): string => {
  const [, day = '', month = '', year = '', time, seconds = ':00'] = GERMAN_DATE.exec(text) ?? [];
  if (!day) return DATES.has(kind) ? text.replace(/[ T]00:00(:00)?$/, '') : text;
  // Dates of birth are in the past.
  const date = `${fullYear(year, makes ? 0 : 20)}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (DATES.has(kind)) return date;
  return `${date} ${time ?? '00:00'}${seconds}`;
};

/** `1.234,56 €` as `1234.56`. @param decimal the separator; the other one groups digits */
const amountOf = (text: string, decimal: string): string => {
  const bare = text.replace(/\s|€|EUR/gi, '');
  const grouping = decimal === ',' ? /\.(?=\d{3}(\D|$))/g : /,(?=\d{3}(\D|$))/g;
  return bare.replace(grouping, '').replace(',', '.');
};

const DECIMALS = new Set<unknown>([kinds.money, kinds.rate]);
const TIMES = new Set<unknown>([kinds.date, kinds.day, kinds.datetime]);
const TRUTH_KINDS = new Set<unknown>([kinds.flag, kinds.boolean]);

/**
 * The value of a cell as a body of the API has it; unreadable text is returned unchanged, and validation reports it.
 * @param text trimmed, not empty
 * @param decimal the decimal separator
 */
export const cellValue = (field: Field, text: string, decimal = ','): unknown => {
  const { kind, options, reference } = field;
  if (reference) return text;
  if (options) return entries(options).get(foldName(text)) ?? text;
  if (TIMES.has(kind)) return dateOf(text, field);
  if (DECIMALS.has(kind)) return amountOf(text, decimal);
  if (TRUTH_KINDS.has(kind)) return TRUTHS[text.toLowerCase()] ?? text;
  if (kind === kinds.int) {
    const number = amountOf(text, decimal).replace(/\.0+$/, '');
    return /^-?\d+$/.test(number) ? Number(number) : text;
  }
  return text;
};
