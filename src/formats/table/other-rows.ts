/** Rows of a table that are no records: lines without a value, totals, and the headers once more. */
import { TOTAL_WORDS } from '../../model/seed/column-names.ts';
import { hintOf } from '../remarks.ts';
import type { SourceHint } from '../source-record.ts';
import { foldName } from './fold-name.ts';

const TOTALS: ReadonlySet<string> = new Set(TOTAL_WORDS.map(foldName));

/** A number, an amount or a percentage. */
const FIGURE = /^[-+(]?[\d.,']+\)?-?(?:€|EUR|%)?$/;

/** Whether all cells behind the first one are figures, and the first one is a word such as `Summe` or `Gesamt 2026`. */
const isTotals = ([first = '', ...others]: readonly string[]): boolean =>
  TOTALS.has(foldName(first).replace(/\d/g, '')) && others.every((cell) => FIGURE.test(cell.replaceAll(' ', '')));

/** The cells of a row with a value; 0x1A is the end of a text of DOS. */
export const filledOf = (cells: readonly string[]): readonly string[] =>
  cells.flatMap((cell) => cell.replaceAll('\u001a', '').trim() || []);

/**
 * Finds rows that are no records.
 * @param headers those of the table
 * @param knows whether all words of a row are headers of the record kind
 */
export const otherRows = (headers: readonly string[], knows: (cells: readonly string[]) => boolean) => {
  const folded = headers.map(foldName);
  let isFirst = true;
  /** @returns a remark on a row that is no record; undefined for a record */
  return (cells: readonly string[]): SourceHint | undefined => {
    const filled = filledOf(cells);
    const below = isFirst;
    isFirst = false;
    if (isTotals(filled)) return hintOf('totals_row');
    const repeats = cells.every((cell, at) => !cell.trim() || foldName(cell) === folded[at]);
    const isHeader =
      filled.length >= Math.min(2, headers.length) && (repeats || (below && filled.length > 1 && knows(filled)));
    return isHeader ? hintOf('headers_again') : undefined;
  };
};
