/** The writer of Excel files. */
import { readSheet } from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { type SheetColumn, type SheetRow, xlsxFiles } from '../../../src/formats/xlsx/write-xlsx.ts';
import { zipArchive } from '../../../src/operations/exports/archive.ts';
import { unzip } from '../../support/unzip.ts';

const bytesOf = async (columns: readonly SheetColumn[], rows: readonly SheetRow[]): Promise<Buffer> => {
  async function* pages() {
    for (const row of rows) yield [row];
  }
  const chunks: Buffer[] = [];
  for await (const chunk of zipArchive(xlsxFiles('Kunden', columns, pages()), new Date('2026-01-31T12:00:00Z')))
    chunks.push(chunk);
  return Buffer.concat(chunks);
};

const COLUMNS: readonly SheetColumn[] = [
  { header: 'PLZ', dataType: 'string' },
  { header: 'Beitrag', dataType: 'number', dataFormat: '0.00' },
  { header: 'Satz', dataType: 'number', dataFormat: '0.00000' },
  { header: 'Anzahl', dataType: 'number' },
  { header: 'Geburtsdatum', dataType: 'date', dataFormat: 'YYYY-MM-DD' },
  { header: 'Angelegt', dataType: 'date', dataFormat: 'YYYY-MM-DD HH:MM:SS' },
];

const ROWS: readonly SheetRow[] = [
  ['01067', '-1234.50', '0.12500', 7, '1984-08-12', '2026-01-31 09:30:05'],
  ['=1+1 <b> & "x"\nzwei', null, undefined, true, '1899-12-31', ''],
  ['_x0041_', '0.00', null, 0, '2024-02-29', null],
];

test('texts are texts, numbers and dates are typed', async () => {
  const bytes = await bytesOf(COLUMNS, ROWS);
  const cells = await readSheet(bytes);
  expect(cells).toEqual([
    ['PLZ', 'Beitrag', 'Satz', 'Anzahl', 'Geburtsdatum', 'Angelegt'],
    ['01067', -1234.5, 0.125, 7, new Date('1984-08-12'), new Date('2026-01-31T09:30:05Z')],
    ['=1+1 <b> & "x"\nzwei', null, null, 1, '31.12.1899', null],
    [expect.stringMatching(/^_(x005F_)?x0041_$/), 0, null, 0, new Date('2024-02-29'), null],
  ]);
});

test('the header is frozen and has a filter over all rows', async () => {
  const files = unzip(await bytesOf(COLUMNS, ROWS));
  const sheet = files.get('xl/worksheets/sheet1.xml');
  expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
  expect(sheet).toContain('</sheetData><autoFilter ref="A1:F4"/>');
  expect(files.get('xl/workbook.xml')).toContain("'Kunden'!$A$1:$F$4");
});

test('columns beyond Z have two letters', async () => {
  const columns = Array.from({ length: 30 }, (_, at): SheetColumn => ({ header: `S${at}`, dataType: 'number' }));
  const sheet = unzip(await bytesOf(columns, [columns.map((_, at) => at)])).get('xl/worksheets/sheet1.xml');
  expect(sheet).toContain('<c r="AA2" s="0"><v>26</v></c>');
  expect(sheet).toContain('<c r="AD2" s="0"><v>29</v></c>');
});
