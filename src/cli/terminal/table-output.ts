/** Formats rows of a report as an aligned table, CSV or JSON lines. */

import { csvText } from '../../derive/csv-text.ts';
import { escapeLine } from './terminal-escape.ts';

/** A chunk of rows, one value per column. */
interface Rows {
  readonly names: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
  /** Whether this is the first chunk. */
  readonly isFirst: boolean;
}
export type Print = (some: Rows) => string;

const shown = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

const WIDEST = 60;
const cell = (value: unknown): string => {
  const text = escapeLine(shown(value).replaceAll(/\s+/g, ' '));
  return text.length > WIDEST ? `${text.slice(0, WIDEST - 1)}…` : text;
};

/** Aligned columns; long values are truncated. */
export const tableOf: Print = ({ names, rows, isFirst }) => {
  const lines = [...(isFirst ? [names] : []), ...rows].map((row) => row.map(cell));
  const widths = names.map((_, i) => Math.max(3, ...lines.map((line) => line[i]?.length ?? 0)));
  const texts = lines.map((line) => line.map((text, i) => text.padEnd(widths[i] ?? 0)).join(' | '));
  if (isFirst) texts.splice(1, 0, widths.map((width) => '-'.repeat(width)).join('-+-'));
  return texts.map((text) => `${text.trimEnd()}\n`).join('');
};

const csvCell = (value: unknown): string => {
  const text = csvText(shown(value));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** CSV (RFC 4180) with a header line. */
export const csvOf: Print = ({ names, rows, isFirst }) =>
  [...(isFirst ? [names] : []), ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');

/** One JSON document per row. */
export const jsonOf: Print = ({ names, rows }) =>
  rows.map((row) => `${JSON.stringify(Object.fromEntries(names.map((name, i) => [name, row[i]])))}\n`).join('');
