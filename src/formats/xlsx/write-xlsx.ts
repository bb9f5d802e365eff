/**
 * An Excel file with one table, as the files of its ZIP: written row by row, so that memory holds one page. The header is
 * frozen and has a filter; texts are texts, numbers and dates are typed (docs/decisions/0051). The page uses it too, so it needs no Node.js.
 */
import { lookupTable } from '../../shared/lookup-table.ts';

/** A column of the table. */
export interface SheetColumn {
  readonly header: string;
  readonly dataType: 'string' | 'number' | 'date';
  /** `0.00` of an amount, more zeros of a rate. */
  readonly dataFormat?: string | undefined;
}

/** A value for each column; null, undefined and '' are empty cells. */
export type SheetRow = readonly unknown[];

/** Most rows of a table in Excel, and most characters of a cell. */
const [MAX_ROWS, MAX_TEXT] = [1_048_576, 32_767];

/** The table has more rows than Excel reads. */
export class SheetFull extends Error {
  constructor() {
    super(`Excel reads at most ${MAX_ROWS - 1} records: ask for the format csv, or for fewer records.`);
  }
}

/** Numbers of the formats in `STYLES`. */
const [TEXT, DAY, TIME, AMOUNT, RATE, HEADER] = [1, 2, 3, 4, 5, 6];
/** Excel's own formats for texts, days, times and amounts: it shows them as the computer of the reader does. */
const FORMAT_IDS = [0, 49, 14, 22, 4, 164];
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const STYLES = `<styleSheet ${MAIN}><numFmts count="1"><numFmt numFmtId="164" formatCode="#,##0.00###"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${FORMAT_IDS.length + 1}">${FORMAT_IDS.map((id) => `<xf numFmtId="${id}" applyNumberFormat="1" xfId="0"/>`).join('')}<xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1" xfId="0"/></cellXfs></styleSheet>`;

const TYPES = `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEET_TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEET_TYPE}.styles+xml"/></Types>`;

const relations = (...targets: readonly (readonly [type: string, target: string])[]): string =>
  `<Relationships xmlns="${PACKAGE}/relationships">${targets.map(([type, target], at) => `<Relationship Id="r${at + 1}" Type="${RELATIONS}/${type}" Target="${target}"/>`).join('')}</Relationships>`;

const ENTITIES = lookupTable({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' });
/** Not allowed in XML; a line end of Excel is a line feed. */
const NO_XML = /\r(?=\n)|[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
/** Excel reads `_x0041_` as `A`. */
const ESCAPE = /_(?=x[\dA-Fa-f]{4}_)/g;

const escaped = (text: string): string =>
  text
    .replace(NO_XML, '')
    .replace(ESCAPE, '_x005F_')
    .replace(/[&<>"]/g, (sign) => ENTITIES[sign as keyof typeof ENTITIES]);

/** A1 to ZZ1 and beyond, without the number of the row. */
const lettersOf = (at: number): string =>
  (at >= 26 ? lettersOf(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26));

/** `$A$` and the row. */
const absolute = (letters: string, row: number): string => ['', letters, row].join('$');

const textCell = (at: string, text: string, style = TEXT): string => {
  const short = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text;
  return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(short)}</t></is></c>`;
};

const NUMBER = /^-?\d+(?:\.\d+)?$/;
const DATE = /^(\d{4})-(\d\d)-(\d\d)(?: (\d\d):(\d\d):(\d\d))?$/;
const [DAY_MS, FIRST_DAY] = [86_400_000, Date.UTC(1899, 11, 30)];

const valueCell = (at: string, { dataType, dataFormat = '' }: SheetColumn, value: unknown): string => {
  const text = typeof value === 'boolean' ? String(Number(value)) : String(value);
  if (dataType === 'number' && NUMBER.test(text)) {
    const style = dataFormat.startsWith('0.') ? (dataFormat === '0.00' ? AMOUNT : RATE) : 0;
    return `<c r="${at}" s="${style}"><v>${text}</v></c>`;
  }
  const [, year, month, day, hour, minute = 0, second = 0] = (dataType === 'date' && DATE.exec(text)) || [];
  // Excel counts a day too many before March 1900.
  if (Number(year) > 1900) {
    const ms = Date.UTC(
      Number(year),
      Number(month) - 1,
      Number(day),
      Number(hour ?? 0),
      Number(minute),
      Number(second),
    );
    return `<c r="${at}" s="${hour ? TIME : DAY}"><v>${(ms - FIRST_DAY) / DAY_MS}</v></c>`;
  }
  return textCell(at, year ? `${day}.${month}.${year}` : text);
};

const WIDTHS = { string: 24, number: 14, date: 18 };

const rowXml = (number: number, cells: readonly string[]): string => `<row r="${number}">${cells.join('')}</row>`;

/**
 * The files of the ZIP, in the order in which they must be read.
 * @param name of the sheet: at most 31 characters, without `[]:*?/\`
 * @param pages rows with a value for each column
 * @throws SheetFull while the sheet is read
 */
export const xlsxFiles = (
  name: string,
  columns: readonly SheetColumn[],
  pages: AsyncIterable<readonly SheetRow[]>,
): readonly { readonly name: string; readonly content: AsyncGenerator<string> }[] => {
  const letters = columns.map((_, at) => lettersOf(at));
  const last = letters.at(-1) ?? 'A';
  let rows = 1;
  async function* sheet(): AsyncGenerator<string> {
    const widths = columns.map(
      ({ dataType }, at) => `<col min="${at + 1}" max="${at + 1}" width="${WIDTHS[dataType]}" customWidth="1"/>`,
    );
    const header = columns.map((column, at) => textCell(`${letters[at]}1`, column.header, HEADER));
    yield `${XML}<worksheet ${MAIN}><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>${rowXml(1, header)}`;
    for await (const page of pages) {
      if (rows + page.length > MAX_ROWS) throw new SheetFull();
      const lines = page.map((values) => {
        rows += 1;
        const cells = columns.map((column, at) => {
          const value = values[at];
          if (value === null || value === undefined || value === '') return '';
          const place = `${letters[at]}${rows}`;
          return column.dataType === 'string' ? textCell(place, String(value)) : valueCell(place, column, value);
        });
        return rowXml(rows, cells);
      });
      if (lines.length) yield lines.join('');
    }
    yield `</sheetData><autoFilter ref="A1:${last}${rows}"/></worksheet>`;
  }
  async function* workbook(): AsyncGenerator<string> {
    const sheetName = escaped(name);
    const filter = `<definedNames><definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">'${sheetName}'!${absolute('A', 1)}:${absolute(last, rows)}</definedName></definedNames>`;
    yield `${XML}<workbook ${MAIN} xmlns:r="${RELATIONS}"><sheets><sheet name="${sheetName}" sheetId="1" r:id="r1"/></sheets>${filter}</workbook>`;
  }
  async function* fixed(text: string): AsyncGenerator<string> {
    yield XML + text;
  }
  return [
    { name: '[Content_Types].xml', content: fixed(TYPES) },
    { name: '_rels/.rels', content: fixed(relations(['officeDocument', 'xl/workbook.xml'])) },
    { name: 'xl/worksheets/sheet1.xml', content: sheet() },
    // It names the last row, which is known now.
    { name: 'xl/workbook.xml', content: workbook() },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: fixed(relations(['worksheet', 'worksheets/sheet1.xml'], ['styles', 'styles.xml'])),
    },
    { name: 'xl/styles.xml', content: fixed(STYLES) },
  ];
};
