/** Values of cells as people write them in tables: German and ISO dates, decimal commas, words for yes and no. */
import type { Field, Option } from '../../model/declaration/field-shape.ts';
import { kinds } from '../../model/declaration/value-kinds.ts';
import { VALUE_NAMES } from '../../model/seed/column-names.ts';
import { lookupTable } from '../../shared/lookup-table.ts';
import { amountOf } from './amounts.ts';
import { dateOf } from './dates.ts';
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

export const DECIMALS: ReadonlySet<unknown> = new Set([kinds.money, kinds.rate]);
const TIMES = new Set<unknown>([kinds.date, kinds.day, kinds.datetime]);
const TRUTH_KINDS = new Set<unknown>([kinds.flag, kinds.boolean]);

/** How a cell is read. */
export interface Reading {
  /** The decimal separator of its column. */
  readonly decimal?: ',' | '.' | undefined;
  /** The value of the field with the beginning, where the cell has the end. */
  readonly begin?: unknown;
}

/**
 * The value of a cell as a body of the API has it; unreadable text is returned unchanged, and validation reports it.
 * @param text trimmed, not empty
 */
export const cellValue = (field: Field, text: string, { decimal = ',', begin }: Reading = {}): unknown => {
  const { kind, options, reference } = field;
  if (reference) return text;
  const entry = options && entries(options).get(foldName(text));
  if (entry !== undefined) return entry;
  if (options && !field.open) return text;
  if (TIMES.has(kind)) return dateOf(text, field, begin);
  if (DECIMALS.has(kind)) return amountOf(text, decimal) ?? text;
  if (TRUTH_KINDS.has(kind)) return TRUTHS[text.toLowerCase()] ?? text;
  if (kind === kinds.int) {
    const number = amountOf(text, decimal)?.replace(/\.0+$/, '') ?? '';
    return /^-?\d+$/.test(number) ? Number(number) : text;
  }
  return text;
};
