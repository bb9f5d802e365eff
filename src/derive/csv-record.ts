/**
 * Records as rows of a CSV file that a German Excel opens right: semicolons, decimal commas, German dates, and no cell
 * that begins a formula. The header has the names of the fields, from which an import guesses the columns again.
 */
import type { Field, Values } from '../model/declaration/field-shape.ts';
import type { Resource } from '../model/declaration/resource.ts';
import { csvPlainText, escapeControls } from './csv-text.ts';
import { memoizeByIdentity } from './memoize.ts';

/** Names of records by record kind and number. */
export type Names = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A column of a table of records. */
export interface TableColumn {
  /** Its name in calls. */
  readonly name: string;
  readonly header: string;
  readonly dataType: Field['kind']['dataType'];
  readonly dataFormat?: string | undefined;
  /** The value of a record as a read shows it. */
  readonly value: (record: Values, names: Names) => unknown;
}

/** Excel takes a file without it for Windows-1252. */
export const BYTE_ORDER_MARK = '\uFEFF';
const [SEPARATOR, LINE_END] = [';', '\r\n'];
const DATE = /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}:\d{2}:\d{2}))?$/;
const TO_QUOTE = /[;"\r\n]/;

const quoted = (text: string): string => (TO_QUOTE.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Decimals are texts with a point; a flag or truth is 0 or 1. */
const numberCell = (value: unknown): string =>
  typeof value === 'boolean' ? String(Number(value)) : String(value).replace('.', ',');

const dateCell = (value: unknown): string => {
  const match = DATE.exec(String(value));
  if (!match) return quoted(csvPlainText(String(value)));
  const [, year, month, day, time] = match;
  return `${day}.${month}.${year}${time ? ` ${time}` : ''}`;
};

const cells = { string: (value: unknown) => quoted(String(value)), number: numberCell, date: dateCell };

/** The columns of all fields with their names; a second name of a field would be the same column twice. */
export const fieldColumns = memoizeByIdentity(({ fields }: Pick<Resource, 'fields'>): readonly TableColumn[] =>
  Object.entries(fields)
    .filter(([, { sameAs }]) => !sameAs)
    .map(([name, { kind }]) => ({
      name,
      header: name,
      dataType: kind.dataType,
      dataFormat: kind.dataFormat,
      value: (record) => record[name],
    })),
);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/;

/** A cell of a value that may be none of its field, such as a text where a number is asked for. */
export const csvCell = (field: Field | undefined, value: unknown): string => {
  const type = field?.kind.dataType ?? 'string';
  const isPlain = typeof value === 'boolean' || PLAIN_NUMBER.test(String(value));
  if (value === null || value === undefined) return '';
  return type === 'string' || (type === 'number' && !isPlain)
    ? quoted(csvPlainText(textOf(value)))
    : cells[type](value);
};

/** A line of cells. */
export const csvRow = (line: readonly string[]): string => `${line.join(SEPARATOR)}${LINE_END}`;

/**
 * The values of a record's columns, and texts as cells have them. @param isGuarded whether no text begins a formula
 */
export const rowOf = (columns: readonly TableColumn[], record: Values, names: Names, isGuarded: boolean) =>
  columns.map(({ dataType, value }) => {
    const found = value(record, names);
    if (dataType !== 'string' || found === null || found === undefined) return found;
    const text = textOf(found);
    return isGuarded ? csvPlainText(text) : escapeControls(text);
  });

/** The first line. */
export const csvHeader = (columns: readonly TableColumn[]): string =>
  csvRow(columns.map(({ header }) => quoted(csvPlainText(header))));

/** A line. @param row values of the columns, as `rowOf` returns them */
export const csvLine = (columns: readonly TableColumn[], row: readonly unknown[]): string =>
  csvRow(
    columns.map(({ dataType }, at) => (row[at] === null || row[at] === undefined ? '' : cells[dataType](row[at]))),
  );
