/**
 * Main file of the process that parses an Excel file: the bytes on stdin, and on stdout `{"sheets": names}` of the visible ones
 * with cells, then `{"sheet": name}` and one JSON line a row for each sheet that is read, after `{"marks": …}` for a row with marked cells, or `{"refused": …}`.
 */
import { once } from 'node:events';
import { readSheet } from 'read-excel-file/node';
import { XLSX_ROWS } from '../../shared/limits.ts';
import { cellKey, checkArchive, RefusedArchive, tooManyRows } from './check-archive.ts';
import { shownNumber } from './number-formats.ts';

/** Excel computes with 15 digits: more are rounding errors. */
const DIGITS = 15;

const numberText = (text: string): string => {
  const number = Number(text);
  if (!Number.isFinite(number)) return text;
  return String(Number(number.toPrecision(DIGITS))).replace('.', ',');
};

/** The first day of Excel: times have no day of their own. */
const FIRST_DAY = Date.UTC(1900, 0, 1);

/** A date or a time as German Excel shows it: `02.01.2026`, `18:00`. */
const dateText = (date: Date): string => {
  const exact = new Date(Math.round(date.getTime() / 1000) * 1000).toISOString();
  const time = exact.slice(11, 19).replace(/:00$/, '');
  if (date.getTime() < FIRST_DAY) return time;
  const day = exact.slice(0, 10).split('-').reverse().join('.');
  return time === '00:00' ? day : `${day} ${time}`;
};

const cellText = (cell: unknown): string => {
  if (cell === null || cell === undefined) return '';
  return cell instanceof Date ? dateText(cell) : String(cell);
};

const write = async (value: unknown): Promise<void> => {
  if (!process.stdout.write(`${JSON.stringify(value)}\n`)) await once(process.stdout, 'drain');
};

/** The numbers of the sheets to read: the asked one, else the visible ones. @throws RefusedArchive */
const chooseSheets = (
  sheets: ReturnType<typeof checkArchive>,
  asked: string | number | undefined,
): readonly number[] => {
  if (asked === undefined) {
    const visible = sheets.flatMap(({ isHidden }, at) => (isHidden ? [] : [at + 1]));
    return visible.length ? visible : [1];
  }
  const at = typeof asked === 'number' ? asked : sheets.findIndex(({ name }) => name === asked) + 1;
  if (at >= 1 && at <= sheets.length) return [at];
  throw new RefusedArchive('no_sheet', { sheet: asked, sheets: sheets.map(({ name }) => name).join(' / ') });
};

const parse = async (zip: Buffer, asked: string | number | undefined, most: number): Promise<void> => {
  const sheets = checkArchive(zip);
  await write({ sheets: sheets.flatMap(({ name, isHidden, isEmpty }) => (isHidden || isEmpty ? [] : name)) });
  for (const number of chooseSheets(sheets, asked)) {
    const rows: readonly (readonly unknown[])[] = await readSheet<string>(zip, number, { parseNumber: numberText });
    if (rows.length > XLSX_ROWS + 1) throw tooManyRows();
    await write({ sheet: sheets[number - 1]?.name ?? '' });
    const { formats, marks } = sheets[number - 1] ?? {};
    for (const [at, row] of rows.slice(0, most).entries()) {
      const marked = marks?.get(at + 1);
      if (marked) await write({ marks: marked });
      await write(row.map((cell, column) => shownNumber(cellText(cell), formats?.get(cellKey(at + 1, column + 1)))));
    }
  }
};

/** The asked sheet, and the most rows of each one. */
const [, , asked = '{}'] = process.argv;
const { sheet, most } = JSON.parse(asked) as { readonly sheet?: string | number; readonly most?: number };

const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
try {
  await parse(Buffer.concat(chunks), sheet, most ?? XLSX_ROWS + 1);
} catch (error) {
  const { message } = error as Error;
  const { code, params, line } =
    error instanceof RefusedArchive ? error : new RefusedArchive('bad_table', { reason: message });
  await write({ refused: { code, params, line } });
}
