/**
 * Limits of an Excel file before it is parsed: it is a ZIP of XML files, and a small one can unpack to any size. The
 * sizes in its directory are checked first, which costs nothing; as they may be wrong, all XML files are then unpacked
 * once within the same limits, and the cells of the tables are counted in their text.
 */
import { inflateRawSync } from 'node:zlib';
import { MAX_COLUMNS, XLSX_RATIO, XLSX_ROWS } from '../../shared/limits.ts';
import type { FaultCode, Params } from '../remarks.ts';
import { type Mark, MOST_MARKS, markOf, mergedCells } from './cell-marks.ts';
import { attribute, type NumberFormat, numberFormatsOf } from './number-formats.ts';

/** Unpacked bytes of all XML files. */
const MAX_UNPACKED = 256 * 1024 * 1024;
const MAX_ENTRIES = 5000;

/** The file is refused. */
export class RefusedArchive extends Error {
  constructor(
    readonly code: FaultCode,
    readonly params: Params = {},
    readonly line: number | null = null,
  ) {
    super(code);
  }
}

export const tooManyRows = (): RefusedArchive => new RefusedArchive('many_rows', { most: XLSX_ROWS });

const unpacksTooLarge = (): RefusedArchive => new RefusedArchive('big_archive', { most: MAX_UNPACKED / 2 ** 20 });

const broken = (): RefusedArchive => new RefusedArchive('bad_archive');

const [WORKBOOK, RELATIONS, STYLES] = ['xl/workbook.xml', 'xl/_rels/workbook.xml.rels', 'xl/styles.xml'] as const;
const KEPT: readonly string[] = [WORKBOOK, RELATIONS, STYLES];

/** First bytes of old and of encrypted Office files. */
const OLD_OFFICE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

const [END, ENTRY, LOCAL] = [0x06054b50, 0x02014b50, 0x04034b50];
const END_LENGTH = 22;
const MAX_COMMENT = 65_535;
const [STORED, DEFLATED] = [0, 8];

export interface Entry {
  readonly name: string;
  readonly method: number;
  readonly packed: number;
  /** As the directory has it. */
  readonly unpacked: number;
  readonly at: number;
}

/** The entries of the directory at the end of a ZIP. @throws RefusedArchive */
export const entriesOf = (zip: Buffer): Entry[] => {
  let end = zip.length - END_LENGTH;
  const last = Math.max(0, end - MAX_COMMENT);
  while (end >= last && zip.readUInt32LE(end) !== END) end -= 1;
  if (end < last)
    throw zip.subarray(0, OLD_OFFICE.length).equals(OLD_OFFICE) ? new RefusedArchive('old_office') : broken();
  const count = zip.readUInt16LE(end + 10);
  if (count > MAX_ENTRIES) throw broken();
  const entries: Entry[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let left = count; left > 0; left -= 1) {
    if (zip.readUInt32LE(at) !== ENTRY) throw broken();
    const [name, extra, comment] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30), zip.readUInt16LE(at + 32)];
    entries.push({
      name: zip.toString('utf8', at + 46, at + 46 + name),
      method: zip.readUInt16LE(at + 10),
      packed: zip.readUInt32LE(at + 20),
      unpacked: zip.readUInt32LE(at + 24),
      at: zip.readUInt32LE(at + 42),
    });
    at += 46 + name + extra + comment;
  }
  return entries;
};

/** Bytes that a file may unpack to, however well it is packed. */
export const FREE_UNPACKED = 1024 * 1024;

/** @throws RefusedArchive if a file unpacks to more than its share, or to more bytes than are left for all of them */
const assertRoom = ({ packed }: Entry, unpacked: number, left: number): void => {
  if (unpacked > Math.max(FREE_UNPACKED, packed * XLSX_RATIO))
    throw new RefusedArchive('dense_archive', { most: XLSX_RATIO });
  if (unpacked > left) throw unpacksTooLarge();
};

/** Whether a file is in the archive as it is. */
export const isStored = ({ method }: Entry): boolean => method === STORED;

/** The packed bytes of a file. @throws RefusedArchive */
export const packedBytes = (zip: Buffer, { method, packed, at }: Entry): Buffer => {
  if (zip.readUInt32LE(at) !== LOCAL || (method !== STORED && method !== DEFLATED)) throw broken();
  const start = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28);
  return zip.subarray(start, start + packed);
};

/** @throws RefusedArchive as `assertRoom` does, as soon as there are too many bytes */
const unpack = (zip: Buffer, entry: Entry, left: number): Buffer => {
  const { packed } = entry;
  const data = packedBytes(zip, entry);
  if (isStored(entry)) return data;
  const most = Math.min(left, Math.max(FREE_UNPACKED, packed * XLSX_RATIO));
  try {
    return inflateRawSync(data, { maxOutputLength: Math.max(most, 1) });
  } catch (cause) {
    if ((cause as { code?: string }).code !== 'ERR_BUFFER_TOO_LARGE') throw broken();
    assertRoom(entry, most + 1, left);
    throw unpacksTooLarge();
  }
};

/** The beginnings of cells, and the address in one. */
const CELL = /<c\s[^<>]*>/g;
const ADDRESS = /\sr="([A-Z]{1,3})(\d{1,7})"/;

const columnOf = (letters: string): number => {
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column;
};

/** Whether the content of a cell is blank. @param at the end of its opening tag */
const isBlank = (sheet: string, at: number): boolean => {
  const end = sheet.indexOf('</c>', at);
  return (
    end >= 0 &&
    !sheet
      .slice(at, end)
      .replace(/<[^<>]*>/g, '')
      .trim()
  );
};

const STYLE = /\ss="(\d{1,6})"/;
/** Whether a cell has a number, and no text or date of another type. */
const isNumber = (cell: string): boolean => !/\st="/.test(cell) || cell.includes(' t="n"');

/** One number for row and column, both from 1. */
export const cellKey = (row: number, column: number): number => row * (MAX_COLUMNS + 1) + column;

type CellFormats = ReadonlyMap<number, NumberFormat>;
type Marks = ReadonlyMap<number, readonly Mark[]>;
type Cells = Pick<Sheet, 'isEmpty' | 'formats' | 'marks'>;

/**
 * Checks the cells of a sheet.
 * @returns whether it has none, the formats of numbers by `cellKey`, and marked cells by their row
 * @throws RefusedArchive
 */
const checkCells = (sheet: string, styles: ReadonlyMap<number, NumberFormat>): Cells => {
  let isEmpty = true;
  const formats = new Map<number, NumberFormat>();
  const marks = new Map<number, Mark[]>();
  const mark = (row: number, found: Mark | undefined): void => {
    const known = marks.get(row) ?? [];
    if (found && known.length < MOST_MARKS) marks.set(row, [...known, found]);
  };
  for (const { 0: cell, index } of sheet.matchAll(CELL)) {
    const [, letters = '', row = ''] = ADDRESS.exec(cell) ?? [];
    // An empty cell has only a format.
    if (cell.endsWith('/>')) continue;
    const format = styles.get(Number(STYLE.exec(cell)?.[1] ?? 0));
    if (format && isNumber(cell)) formats.set(cellKey(Number(row), columnOf(letters)), format);
    const isFar = Number(row) > XLSX_ROWS + 1 || columnOf(letters) > MAX_COLUMNS;
    if (isFar && isBlank(sheet, index + cell.length)) continue;
    if (Number(row) > XLSX_ROWS + 1) throw tooManyRows();
    if (columnOf(letters) > MAX_COLUMNS) throw new RefusedArchive('many_columns', { most: MAX_COLUMNS }, Number(row));
    isEmpty = false;
    mark(Number(row), markOf(sheet, index + cell.length, cell, letters));
  }
  for (const [row, merged] of mergedCells(sheet)) if (row <= XLSX_ROWS + 1) mark(row, merged);
  return { isEmpty, formats, marks };
};

/** The XML files that fit by the directory. @throws RefusedArchive */
const xmlEntriesOf = (zip: Buffer): readonly Entry[] => {
  const entries = entriesOf(zip);
  if (!entries.some(({ name }) => name === WORKBOOK))
    throw entries.some(({ name }) => name === 'content.xml') ? new RefusedArchive('open_document') : broken();
  // Files that share their bytes would each have their ratio.
  if (entries.reduce((sum, { packed }) => sum + packed, 0) > zip.length) throw broken();
  const xml = entries.filter(({ name }) => /\.xml(\.rels)?$/.test(name));
  let left = MAX_UNPACKED;
  for (const entry of xml) {
    assertRoom(entry, entry.unpacked, left);
    left -= entry.unpacked;
  }
  return xml;
};

/** A sheet of a workbook. */
interface Sheet {
  readonly name: string;
  readonly isHidden: boolean;
  readonly isEmpty: boolean;
  readonly formats: CellFormats;
  /** Marked cells by their row. */
  readonly marks: Marks;
}

const [NAME, TARGET, TARGET_ID] = [/\sname="([^"]*)"/, /\sTarget="(?:\/xl\/)?([^"]*)"/, /\sId="([^"]*)"/];
const SHEET_ID = /\s\w+:id="([^"]*)"/;

/** The sheets of a workbook. @param relations XML that says which file is which sheet @param cells by file */
const sheetsOf = (workbook: string, relations: string, cells: ReadonlyMap<string, Cells>): readonly Sheet[] => {
  const files = new Map(
    [...relations.matchAll(/<(?:\w+:)?Relationship\s[^<>]*>/g)].map(([tag]) => [
      attribute(tag, TARGET_ID),
      attribute(tag, TARGET),
    ]),
  );
  return [...workbook.matchAll(/<(?:\w+:)?sheet\s[^<>]*>/g)].map(([tag]) => ({
    name: attribute(tag, NAME),
    isHidden: /\sstate="(hidden|veryHidden)"/.test(tag),
    ...(cells.get(`xl/${files.get(attribute(tag, SHEET_ID))}`) ?? {
      isEmpty: true,
      formats: new Map(),
      marks: new Map(),
    }),
  }));
};

const SHEETS = 'xl/worksheets/';
const isSheet = ({ name }: Entry): boolean => name.startsWith(SHEETS);

/** Checks a file. @returns its sheets @throws RefusedArchive */
export const checkArchive = (zip: Buffer): readonly Sheet[] => {
  let left = MAX_UNPACKED;
  const texts = new Map<string, string>();
  const cells = new Map<string, Cells>();
  try {
    const entries = xmlEntriesOf(zip);
    // The styles come first: cells name them by number.
    for (const entry of [...entries.filter((one) => !isSheet(one)), ...entries.filter(isSheet)]) {
      const content = unpack(zip, entry, left);
      left -= content.length;
      if (left < 0) throw unpacksTooLarge();
      if (isSheet(entry))
        cells.set(entry.name, checkCells(content.toString('latin1'), numberFormatsOf(texts.get(STYLES) ?? '')));
      else if (KEPT.includes(entry.name)) texts.set(entry.name, content.toString('utf8'));
    }
    return sheetsOf(texts.get(WORKBOOK) ?? '', texts.get(RELATIONS) ?? '', cells);
  } catch (error) {
    // A position beyond the end of the file.
    throw error instanceof RangeError ? broken() : error;
  }
};
