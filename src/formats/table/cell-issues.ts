/** Issues of a cell, which name line, column and the way out. */
import { isLongText } from '../../model/declaration/clean-value.ts';
import type { Field } from '../../model/declaration/field-shape.ts';
import type { SourceIssue } from '../source-record.ts';
import { amountOf } from './amounts.ts';
import { DECIMALS } from './cell-value.ts';

/** Where a value is. */
interface Place {
  /** Its field, or `part.field`; empty for a column without a target. */
  readonly name: string;
  readonly line: number;
  /** The header of its column. */
  readonly column: string;
}

/** A value with bytes that are no characters of the encoding. */
export const unreadable = ({ name, line, column }: Place): SourceIssue => ({
  path: name.split('.'),
  code: 'unreadable_characters',
  message: `Line ${line}, column ${column}: some bytes are no characters of the encoding. Correct the cell, or name another encoding.`,
  params: { line, column },
});

/** @param decimal the separator of the column */
const noAmount = (text: string, decimal: ',' | '.', { name, line, column }: Place): SourceIssue => {
  const example = `1234${decimal}50`;
  return {
    path: name.split('.'),
    code: 'no_amount',
    message: `Line ${line}, column ${column}: this is no amount such as ${example}.`,
    params: { line, column, example, value: text.slice(0, 100) },
  };
};

const LINE_END = /\r\n|\n|\r/;

/** A row of a CSV file, and its place in the table. */
interface Cells {
  readonly cells: readonly string[];
  readonly headers: readonly string[];
  /** Undefined for a format without one. */
  readonly delimiter: string | undefined;
}

/** Lines in a cell of a row: each is as wide as the table, together with the cells before and after it. */
const swallowedLines = (at: number, { cells, headers, delimiter = '' }: Cells): number => {
  const cell = cells[at] ?? '';
  if (!delimiter || !LINE_END.test(cell)) return 0;
  const lines = cell.split(LINE_END);
  const widths = lines.map((line) => line.split(delimiter).length);
  widths[0] = (widths[0] ?? 0) + at;
  widths[lines.length - 1] = (widths.at(-1) ?? 0) + cells.length - 1 - at;
  return widths.every((width) => width === headers.length) ? lines.length : 0;
};

/**
 * The issue of a cell that holds lines of the file, because of a quote that is missing or too much.
 * @param field its target; a long text of a table of two columns may have such lines
 */
export const swallowed = (at: number, row: Cells, field: Field | undefined, place: Place): readonly SourceIssue[] => {
  const lines = swallowedLines(at, row);
  if (!lines || row.headers.length < (isLongText(field ?? {}) ? 3 : 2)) return [];
  const { name, line, column } = place;
  const last = line + lines - 1;
  return [
    {
      path: name ? name.split('.') : [],
      code: 'swallowed_lines',
      message: `Lines ${line} to ${last}, column ${column}: the cell holds line ends and separators. Remove the quote before it, or add the one that is missing.`,
      params: { line, last, column },
    },
  ];
};

/** The issues of a cell with a target. @param field undefined for an external id */
export const cellIssues = (
  text: string,
  field: Field | undefined,
  decimal: ',' | '.',
  place: Place,
): readonly SourceIssue[] => {
  if (text.includes('\uFFFD')) return [unreadable(place)];
  return field && DECIMALS.has(field.kind) && amountOf(text, decimal) === undefined
    ? [noAmount(text, decimal, place)]
    : [];
};
