/** Excel files: cells as in CSV, and the bounds of their reader. */
import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { csv } from '../../../src/formats/csv/csv.ts';
import { type OpenFile, UnreadableFile } from '../../../src/formats/format.ts';
import { xlsx } from '../../../src/formats/xlsx/xlsx.ts';
import { registry } from '../../../src/model/registry.ts';
import { readFile } from '../../support/read-file.ts';
import { rowsXml, xlsxOf } from '../../support/xlsx.ts';

const opened =
  (bytes: Buffer): OpenFile =>
  async () =>
    (async function* () {
      yield bytes;
    })();

const read = async (bytes: Buffer) => {
  const open = opened(bytes);
  const { options } = await xlsx.inspect(open, {}, registry);
  const records = [];
  for await (const record of xlsx.read(open, options, registry, { hint: () => undefined, lines: () => undefined }))
    records.push(record);
  return { options, records };
};

/** The error of reading a file. */
const refusal = (bytes: Buffer): Promise<unknown> =>
  xlsx.inspect(opened(bytes), {}, registry).then(
    () => 'read',
    (error: unknown) => error,
  );

test('texts, numbers, dates and booleans are read as from CSV', async () => {
  const bytes = await xlsxOf(
    rowsXml([
      ['Nachname', 'Vorname', 'Geburtsdatum', 'PLZ', 'Fremd-ID'],
      ['Müller & Söhne', 'Jürgen', new Date('1984-08-12'), 80331, 17],
      ['', '', '', '', ''],
      ['Groß', "'+49", '12.8.1984', '01067', 18.5],
    ]),
  );
  const { options, records } = await read(bytes);
  expect(options).toMatchObject({ section: 'customers', decimal: ',' });
  expect(records.map(({ values, parts, line, externalIds }) => ({ values, parts, line, externalIds }))).toEqual([
    {
      values: { name: 'Müller & Söhne', vorname: 'Jürgen', geb: '1984-08-12' },
      parts: { addresses: [{ plz: '80331' }] },
      line: 2,
      externalIds: [{ source: 'import', id: '17' }],
    },
    {
      values: { name: 'Groß', vorname: '+49', geb: '1984-08-12' },
      parts: { addresses: [{ plz: '01067' }] },
      line: 4,
      externalIds: [{ source: 'import', id: '18,5' }],
    },
  ]);
});

test('numbers with zeros or letters in front are read as Excel shows them', async () => {
  const styles = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="3">
    <numFmt numFmtId="164" formatCode="00000"/><numFmt numFmtId="165" formatCode="&quot;K-&quot;0000"/><numFmt numFmtId="166" formatCode="#,##0.00"/>
    </numFmts><cellStyleXfs><xf numFmtId="164"/></cellStyleXfs>
    <cellXfs count="4"><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs></styleSheet>`;
  const row = '<row r="6"><c r="B6" s="2"><v>42</v></c><c r="C6" t="inlineStr"><is><t>Groß</t></is></c>';
  const rows = [[''], [''], ['', 'Kundennummer', 'Nachname', 'PLZ', 'Fremd-ID']];
  const more = '<c r="D6" s="1"><v>1069</v></c><c r="E6" s="3"><v>7.5</v></c></row>';
  const { records } = await read(await xlsxOf([...rowsXml(rows), row, more], { 'xl/styles.xml': [styles] }));
  expect(records).toMatchObject([
    { line: 6, values: { nummer: 'K-0042' }, parts: { addresses: [{ plz: '01069' }] }, externalIds: [{ id: '7,5' }] },
  ]);
});

const STYLES = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="2">
  <numFmt numFmtId="164" formatCode="h:mm"/><numFmt numFmtId="165" formatCode="0.0%"/></numFmts>
  <cellXfs count="5"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="9"/><xf numFmtId="165"/></cellXfs></styleSheet>`;

test('percentages, dates and times in texts are read as Excel shows them', async () => {
  const [head = '', first = ''] = rowsXml([
    ['Nachname', 'Vorname', 'Titel', 'Geburtsort', 'Geburtsdatum'],
    [new Date('2026-01-02'), '', '', '', new Date('1980-02-01')],
  ]);
  const more = '<c r="B2" s="2"><v>0.75</v></c><c r="C2" s="3"><v>0.5</v></c><c r="D2" s="4"><v>0.125</v></c>';
  const cells = first.replace('<c r="E2"', `${more}<c r="E2"`);
  const { records } = await read(await xlsxOf([head, cells], { 'xl/styles.xml': [STYLES] }));
  expect(records).toMatchObject([
    { values: { name: '02.01.2026', vorname: '18:00', titel: '50%', geb_ort: '12,5%', geb: '1980-02-01' } },
  ]);
});

test('errors, formulas without a result and merged cells are hints at their rows', async () => {
  const cells = [
    '<row r="2"><c r="A2" t="inlineStr"><is><t>A</t></is></c><c r="B2" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>',
    '<row r="3"><c r="A3" t="inlineStr"><is><t>B</t></is></c><c r="B3"><f>1+1</f></c></row>',
    '<row r="4"><c r="A4" t="str"><f>"C"</f><v>C</v></c></row>',
  ];
  const merged = '<mergeCells count="1"><mergeCell ref="C3:C4"/></mergeCells>';
  const { records } = await read(await xlsxOf([...rowsXml([['Nachname', 'Vorname', 'Titel']]), ...cells], {}, merged));
  expect(records.map(({ hints }) => hints.map(({ code, params }) => [code, params]))).toEqual([
    [['error_value', { line: 2, column: 'B', value: '#DIV/0!' }]],
    [['no_result', { line: 3, column: 'B' }]],
    [['merged_cell', { line: 4, column: 'C', cell: 'C3' }]],
  ]);
});

const workbook = (...sheets: readonly string[]) => {
  const names = sheets.map((sheet, at) => `<sheet sheetId="${at + 1}" r:id="s${at + 1}" ${sheet}/>`).join('');
  const main = 'http://schemas.openxmlformats.org';
  const relations = sheets.map(
    (_, at) =>
      `<Relationship Id="s${at + 1}" Type="${main}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  return {
    'xl/workbook.xml': [
      `<workbook xmlns="${main}/spreadsheetml/2006/main" xmlns:r="${main}/officeDocument/2006/relationships"><sheets>${names}</sheets></workbook>`,
    ],
    'xl/_rels/workbook.xml.rels': [
      `<Relationships xmlns="${main}/package/2006/relationships">${relations.join('')}<Relationship Id="styles" Type="${main}/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`,
    ],
  };
};

const sheetXml = (rows: readonly (readonly string[])[]) => [
  '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>',
  ...rowsXml(rows),
  '</sheetData></worksheet>',
];

test('the first visible sheet with known headers is read, or a named one', async () => {
  const file = await xlsxOf(rowsXml([['Nachname'], ['versteckt']]), {
    ...workbook('name="Alt" state="hidden"', 'name="Leer"', 'name="Deckblatt"', 'name="Kunden"', 'name="Archiv"'),
    'xl/worksheets/sheet2.xml': sheetXml([]),
    'xl/worksheets/sheet3.xml': sheetXml([['Bestand 2026'], ['streng vertraulich']]),
    'xl/worksheets/sheet4.xml': sheetXml([
      ['Nachname', 'PLZ'],
      ['Groß', '01067'],
    ]),
    'xl/worksheets/sheet5.xml': sheetXml([
      ['Nachname', 'PLZ'],
      ['Klein', '01067'],
    ]),
  });
  const { options, records, hints } = await readFile(xlsx, file);
  expect(options.sheet).toBe('Kunden');
  expect(records).toMatchObject([{ values: { name: 'Groß' } }]);
  expect(hints).toMatchObject([{ code: 'other_sheets', params: { sheet: 'Kunden', sheets: 'Deckblatt / Archiv' } }]);
  for (const [sheet, name] of [
    ['Archiv', 'Klein'],
    [5, 'Klein'],
    ['Alt', 'versteckt'],
    [1, 'versteckt'],
  ] as const) {
    const found = await readFile(xlsx, file, { sheet });
    expect(found.records).toMatchObject([{ values: { name } }]);
    expect(found.hints).toMatchObject([{ code: 'other_sheets' }]);
  }
  await expect(readFile(xlsx, file, { sheet: 'Nix' })).rejects.toMatchObject({ fault: { reason: 'no_sheet' } });
});

test('old, encrypted and OpenDocument files are refused with the way to save them', async () => {
  const old = Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.alloc(600)]);
  const ods = await xlsxOf([], {
    mimetype: ['application/vnd.oasis.opendocument.spreadsheet'],
    'content.xml': ['<x/>'],
  });
  expect(await refusal(old)).toMatchObject({ fault: { reason: 'old_office' } });
  // A table of LibreOffice that is named .xlsx.
  const renamed = new ZipFile();
  renamed.addBuffer(Buffer.from('application/vnd.oasis.opendocument.spreadsheet'), 'mimetype', { compress: false });
  renamed.addBuffer(Buffer.from('<x/>'), 'content.xml');
  renamed.end();
  expect(await refusal(await buffer(renamed.outputStream))).toMatchObject({ fault: { reason: 'open_document' } });
  await expect(readFile(csv, old)).rejects.toThrow(/save it without a password as Excel workbook/);
  const head = Buffer.concat([
    ods.subarray(0, 30),
    Buffer.from('mimetypeapplication/vnd.oasis.opendocument.spreadsheet'),
  ]);
  await expect(readFile(csv, head)).rejects.toThrow(/open it in LibreOffice/);
});

test('amounts that Excel computed have no rounding errors', async () => {
  const bytes = await xlsxOf(
    rowsXml([
      ['Vertragsnummer', 'Beitrag'],
      ['A', 0.1 + 0.2],
      ['B', -1234.5],
    ]),
  );
  const { records } = await read(bytes);
  expect(records.map(({ values }) => values.beitrag)).toEqual(['0.3', '-1234.5']);
});

test.each([
  ['a PDF', Buffer.from('%PDF-1.7 ...'), /no Excel file/],
  ['an empty file', Buffer.alloc(0), /no Excel file/],
])('%s is refused', async (_name, bytes, message) => {
  const error = await refusal(bytes);
  expect(error).toBeInstanceOf(UnreadableFile);
  expect(String(error)).toMatch(message);
});

test('a truncated file is refused', async () => {
  const bytes = await xlsxOf(rowsXml([['Nachname'], ['x']]));
  expect(String(await refusal(bytes.subarray(0, bytes.length / 2)))).toMatch(/cut off/);
});

test('more than 50,000 rows are refused, and CSV is advised', async () => {
  const rows = function* () {
    yield ['Nachname'];
    for (let row = 0; row < 50_001; row += 1) yield ['x'];
  };
  const error = await refusal(await xlsxOf(rowsXml(rows())));
  expect(error).toBeInstanceOf(UnreadableFile);
  expect(String(error)).toMatch(/more than 50,000 rows.*CSV/);
});

test('16,384 columns are refused with their line', async () => {
  const wide = Array.from({ length: 16_384 }, (_, at) => `c${at}`);
  const error = await refusal(await xlsxOf(rowsXml([wide, wide])));
  expect(error).toMatchObject({ line: 1, message: expect.stringMatching(/more than 1,000 columns/) });
});

/** A file with a further table of some MiB, each with so many bytes that cannot be packed. */
const withTable = (mebibytes: number, random: number): Promise<Buffer> => {
  const pieces = function* () {
    for (let piece = 0; piece < mebibytes; piece += 1)
      yield randomBytes(random / 2)
        .toString('hex')
        .padEnd(1 << 20);
  };
  return xlsxOf(rowsXml([['Nachname'], ['x']]), { 'xl/worksheets/sheet2.xml': pieces() });
};

test('a ZIP bomb is refused by its directory, and also with a wrong one', async () => {
  const bytes = await withTable(20, 0);
  expect(await refusal(bytes)).toMatchObject({ message: expect.stringMatching(/more than 100 times its size/) });
  const entry = bytes.lastIndexOf('xl/worksheets/sheet2.xml') - 46;
  expect(bytes.readUInt32LE(entry + 24)).toBe(20 << 20);
  bytes.writeUInt32LE(1000, entry + 24);
  expect(await refusal(bytes)).toMatchObject({ message: expect.stringMatching(/more than 100 times its size/) });
  bytes.writeUInt32LE(bytes.length, entry + 20);
  expect(await refusal(bytes)).toMatchObject({ message: expect.stringMatching(/no Excel file/) });
});

test('a file that unpacks to more than 256 MiB is refused', async () => {
  expect(await refusal(await withTable(260, 40_000))).toMatchObject({ message: expect.stringMatching(/256 MiB/) });
});
