/** A list as a file for German spreadsheets. */
import { type Page, type Row, readV3 } from '../../api/v3.ts';
import type { Column } from '../schema/columns.ts';
import { columnValue, type Schema } from '../schema/schema.ts';
import type { Section } from '../schema/section.ts';
import { idOf } from '../schema/sections.ts';
import { type Context, localDate, textOf } from '../schema/shown.ts';

const LIMIT = 5_000;
const two = (part: number): string => String(part).padStart(2, '0');

/** Values that a spreadsheet counts with stand as it reads them; all others as people do. */
const cellOf = ({ field }: Column, value: unknown, context: Context): string => {
  if (value === null || value === undefined || value === '') return '';
  if (field.kind === 'money' || field.kind === 'rate') return String(value).replace('.', ',');
  if (field.kind === 'date') {
    const day = localDate(String(value));
    return `${two(day.getDate())}.${two(day.getMonth() + 1)}.${day.getFullYear()}`;
  }
  return textOf(field, value, context);
};

/** No cell begins a formula, and none breaks its row. */
const quoted = (cell: string, numeric: boolean): string => {
  const safe = !numeric && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[";\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** A list that is written as a file: its call, and how its rows are read. */
export interface Exported {
  readonly section: Section;
  readonly path: string;
  readonly call: URLSearchParams;
  readonly schema: Schema;
  readonly contextOf: (page: Page) => Context;
  /** The rows to export; null for all. */
  readonly only: ReadonlySet<number> | null;
  /** The row with the values of made columns. */
  readonly rowOf?: (row: Row) => Row;
}

/** The values of the columns in all rows of a list, page by page. @throws ApiError */
export async function* valuesOf(
  { section, path, call, schema, contextOf, only, rowOf = (row) => row }: Exported,
  columns: readonly Column[],
): AsyncGenerator<{ readonly rows: readonly (readonly unknown[])[]; readonly context: Context }> {
  for (let page = 1; ; page += 1) {
    const query = new URLSearchParams(call);
    query.set('limit', String(LIMIT));
    query.set('page', String(page));
    const answer = await readV3(path, query);
    const rows = answer.items.filter((row) => !only || only.has(idOf(section, row))).map(rowOf);
    yield {
      rows: rows.map((row) => columns.map(({ name }) => columnValue(schema, row, name))),
      context: contextOf(answer),
    };
    if (page * LIMIT >= answer.total) return;
  }
}

/** All rows of a list as CSV. @throws ApiError */
export const csvOf = async (exported: Exported, columns: readonly Column[]): Promise<string> => {
  const lines = [columns.map(({ field }) => quoted(field.label, false)).join(';')];
  for await (const { rows, context } of valuesOf(exported, columns))
    for (const values of rows) {
      const cells = columns.map((column, at) =>
        quoted(cellOf(column, values[at], context), column.field.kind === 'money' || column.field.kind === 'rate'),
      );
      lines.push(cells.join(';'));
    }
  return `\ufeff${lines.join('\r\n')}\r\n`;
};

/** Has the browser store a file. */
export const storeFile = (name: string, content: Blob): void => {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
};
