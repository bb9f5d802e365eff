/** Writes Excel files as tests need them: a ZIP with the least that a reader wants. */
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

const FILES: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
  '_rels/.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${HEAD}<workbook ${MAIN} xmlns:r="${RELATIONS}"><sheets><sheet name="Kunden" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `${HEAD}<styleSheet ${MAIN}><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
};

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** The letters of a column, from 1. */
const columnName = (column: number): string =>
  column > 26
    ? columnName(Math.floor((column - 1) / 26)) + columnName(((column - 1) % 26) + 1)
    : String.fromCharCode(64 + column);

const DAY_MS = 86_400_000;

/** A cell; a number is a number, a date a day, a text a text. */
const cell = (value: string | number | boolean | Date, column: number, row: number): string => {
  const at = `r="${columnName(column)}${row}"`;
  if (typeof value === 'number') return `<c ${at}><v>${value}</v></c>`;
  if (typeof value === 'boolean') return `<c ${at} t="b"><v>${Number(value)}</v></c>`;
  if (value instanceof Date) return `<c ${at} s="1"><v>${value.getTime() / DAY_MS + 25_569}</v></c>`;
  return `<c ${at} t="inlineStr"><is><t>${escaped(value)}</t></is></c>`;
};

/** An Excel file with this content of its table. @param sheet XML of rows, chunk by chunk @param after XML that follows them */
export const xlsxOf = async (
  sheet: Iterable<string>,
  more: Readonly<Record<string, Iterable<string>>> = {},
  after = '',
) => {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(FILES)) if (!(name in more)) zip.addBuffer(Buffer.from(text), name);
  const table = function* () {
    yield `${HEAD}<worksheet ${MAIN}><sheetData>`;
    yield* sheet;
    yield `</sheetData>${after}</worksheet>`;
  };
  zip.addReadStream(Readable.from(table()), 'xl/worksheets/sheet1.xml');
  for (const [name, text] of Object.entries(more)) zip.addReadStream(Readable.from(text), name);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

/** The rows of a table as XML. */
export const rowsXml = function* (rows: Iterable<readonly (string | number | boolean | Date)[]>): Generator<string> {
  let row = 0;
  for (const cells of rows) {
    row += 1;
    yield `<row r="${row}">${cells.map((value, at) => (value === '' ? '' : cell(value, at + 1, row))).join('')}</row>`;
  }
};
