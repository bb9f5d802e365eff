/** A list as an Excel file that the browser writes, with the writer of the service (docs/decisions/0051). */
import { strToU8, zipSync } from 'fflate';
import { type SheetColumn, type SheetRow, xlsxFiles } from '../../../../src/formats/xlsx/write-xlsx.ts';
import type { Column } from '../schema/columns.ts';
import type { Deadline } from '../schema/deadline.ts';
import type { Field } from '../schema/schema.ts';
import { type Context, textOf } from '../schema/shown.ts';
import { type Exported, valuesOf } from './csv.ts';

/** Kinds of values that Excel counts with; all others are texts. */
const TYPES: Readonly<Record<string, Omit<SheetColumn, 'header'>>> = {
  money: { dataType: 'number', dataFormat: '0.00' },
  rate: { dataType: 'number', dataFormat: '0.00000' },
  date: { dataType: 'date' },
  datetime: { dataType: 'date' },
  deadline: { dataType: 'date' },
};

const cellOf = (field: Field, value: unknown, context: Context): unknown => {
  if (field.kind === 'deadline') return (value as Deadline | null)?.datum;
  return TYPES[field.kind] ? value : textOf(field, value, context);
};

/** All rows of a list as an Excel file. @param name of the sheet @throws ApiError */
export const sheetOf = async (name: string, exported: Exported, columns: readonly Column[]): Promise<Blob> => {
  async function* pages(): AsyncGenerator<readonly SheetRow[]> {
    for await (const { rows, context } of valuesOf(exported, columns))
      yield rows.map((values) => columns.map(({ field }, at) => cellOf(field, values[at], context)));
  }
  const typed = columns.map(
    ({ field }): SheetColumn => ({ header: field.label, ...(TYPES[field.kind] ?? { dataType: 'string' }) }),
  );
  const files: Record<string, Uint8Array> = {};
  for (const { name: path, content } of xlsxFiles(name, typed, pages())) {
    let text = '';
    for await (const part of content) text += part;
    files[path] = strToU8(text);
  }
  return new Blob([zipSync(files)], {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  });
};
