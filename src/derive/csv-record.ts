/**
 * Records as rows of a CSV file that a German Excel opens right: semicolons, decimal commas, German dates, and no cell
 * that begins a formula. The header has the names of the fields, from which an import guesses the columns again.
 */
import type { Field, Values } from '../model/declaration/field-shape.ts';
import type { Resource } from '../model/declaration/resource.ts';
import { csvPlainText } from './csv-text.ts';
import { memoizeByIdentity } from './memoize.ts';

/** Excel takes a file without it for Windows-1252. */
export const BYTE_ORDER_MARK = '\uFEFF';
const [SEPARATOR, LINE_END] = [';', '\r\n'];
const DATE = /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}:\d{2}:\d{2}))?$/;
const TO_QUOTE = /[;"\r\n]/;

interface Column {
  readonly name: string;
  readonly cell: (value: unknown) => string;
}

const quoted = (text: string): string => (TO_QUOTE.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const textCell = (value: unknown): string =>
  quoted(csvPlainText(typeof value === 'string' ? value : JSON.stringify(value)));

/** Decimals are texts with a point; a flag or truth is 0 or 1. */
const numberCell = (value: unknown): string =>
  typeof value === 'boolean' ? String(Number(value)) : String(value).replace('.', ',');

const dateCell = (value: unknown): string => {
  const match = DATE.exec(String(value));
  if (!match) return textCell(value);
  const [, year, month, day, time] = match;
  return `${day}.${month}.${year}${time ? ` ${time}` : ''}`;
};

const cells = { string: textCell, number: numberCell, date: dateCell };

const cellOf = ({ kind }: Field): Column['cell'] => {
  const cell = cells[kind.dataType];
  return (value) => (value === null || value === undefined ? '' : cell(value));
};

/** A second name of a field would be the same column twice. */
const columnsOf = memoizeByIdentity(({ fields }: Pick<Resource, 'fields'>): readonly Column[] =>
  Object.entries(fields)
    .filter(([, { sameAs }]) => !sameAs)
    .map(([name, field]) => ({ name, cell: cellOf(field) })),
);

const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/;

/** A cell of a value that may be none of its field, such as a text where a number is asked for. */
export const csvCell = (field: Field | undefined, value: unknown): string => {
  const type = field?.kind.dataType ?? 'string';
  const isPlain = typeof value === 'boolean' || PLAIN_NUMBER.test(String(value));
  if (value === null || value === undefined) return '';
  return cells[type === 'number' && !isPlain ? 'string' : type](value);
};

/** A line of cells. */
export const csvRow = (line: readonly string[]): string => `${line.join(SEPARATOR)}${LINE_END}`;

/** The first line: names of the fields. */
export const csvHeader = (resource: Pick<Resource, 'fields'>): string =>
  `${columnsOf(resource)
    .map(({ name }) => name)
    .join(SEPARATOR)}${LINE_END}`;

/** A record's line. @param record as a read shows it */
export const csvLine = (resource: Pick<Resource, 'fields'>, record: Values): string =>
  `${columnsOf(resource)
    .map(({ name, cell }) => cell(record[name]))
    .join(SEPARATOR)}${LINE_END}`;
