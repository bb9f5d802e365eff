/**
 * Main file of the process that parses an Excel file: the bytes on stdin, and on stdout one JSON line a row, or
 * `{"refused": …}`.
 */
import { once } from 'node:events';
import { readSheet } from 'read-excel-file/node';
import { XLSX_ROWS } from '../../shared/limits.ts';
import { checkArchive, RefusedArchive, tooManyRows } from './check-archive.ts';

/** Excel computes with 15 digits: more are rounding errors. */
const DIGITS = 15;

const numberText = (text: string): string => {
  const number = Number(text);
  if (!Number.isFinite(number)) return text;
  return String(Number(number.toPrecision(DIGITS))).replace('.', ',');
};

const dateText = (date: Date): string => {
  const seconds = new Date(Math.round(date.getTime() / 1000) * 1000).toISOString().slice(0, 19).replace('T', ' ');
  return seconds.replace(/ 00:00:00$/, '');
};

const cellText = (cell: unknown): string => {
  if (cell === null || cell === undefined) return '';
  return cell instanceof Date ? dateText(cell) : String(cell);
};

const write = async (value: unknown): Promise<void> => {
  if (!process.stdout.write(`${JSON.stringify(value)}\n`)) await once(process.stdout, 'drain');
};

const parse = async (zip: Buffer): Promise<void> => {
  checkArchive(zip);
  const rows: readonly (readonly unknown[])[] = await readSheet<string>(zip, { parseNumber: numberText });
  if (rows.length > XLSX_ROWS + 1) throw tooManyRows();
  for (const row of rows) await write(row.map(cellText));
};

const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
try {
  await parse(Buffer.concat(chunks));
} catch (error) {
  const { message } = error as Error;
  const { code, params, line } =
    error instanceof RefusedArchive ? error : new RefusedArchive('bad_table', { reason: message });
  await write({ refused: { code, params, line } });
}
