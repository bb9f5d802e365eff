/** Rows of a table as records: CSV and Excel. */
import type { Registry } from '../../model/registry.ts';
import { MAX_COLUMNS } from '../../shared/limits.ts';
import { cleanText } from '../../shared/value-form.ts';
import type { FileReport, Inspected, ReadOptions, SampleColumn } from '../format.ts';
import { UnreadableFile } from '../format.ts';
import { hintOf } from '../remarks.ts';
import type { SourceHint, SourceRecord } from '../source-record.ts';
import { decimalIn } from './amounts.ts';
import { cellIssues, swallowed } from './cell-issues.ts';
import { textReader } from './cell-texts.ts';
import { cellValue } from './cell-value.ts';
import { type Column, type Decimals, pathOf } from './columns.ts';
import { nameSplitter } from './name-parts.ts';
import { filledOf, otherRows } from './other-rows.ts';
import { ownedRecord, partSection, type RowOwner } from './part-sections.ts';
import { partsIn } from './parts-in.ts';
import { countKnown, guessMapping, guessSections, mappingOf, targetsByHeader } from './targets.ts';

/** A row with its first line in the file. */
export interface TableRow {
  readonly line: number;
  readonly cells: readonly string[];
  /** Remarks of the format. */
  readonly hints?: readonly SourceHint[];
}

/** Rows that are read for guesses. */
export const SAMPLED_ROWS = 200;

/** Headers as keys of a mapping: in normal form, each one once. */
const headersOf = (cells: readonly string[]): readonly string[] => {
  const names = new Map<string, number>();
  return cells.map((cell) => {
    const header = cleanText(cell, {});
    const seen = (names.get(header) ?? 0) + 1;
    names.set(header, seen);
    return seen > 1 && header ? `${header} (${seen})` : header;
  });
};

const filledCells = ({ cells }: TableRow): number => filledOf(cells).length;

/** Rows among which the headers are looked for. */
const HEADER_ROWS = 30;

/**
 * The row of the column headers: the given one; else the first with two known headers, unless an earlier one with a known header
 * is as wide; else the first of which half of the cells are filled.
 * @throws UnreadableFile
 */
const findHeader = (rows: readonly TableRow[], given: ReadOptions, registry: Registry): TableRow => {
  const { header_row: line } = given;
  if (line !== undefined) {
    const named = rows.find((row) => row.line === line && filledCells(row));
    if (!named) throw new UnreadableFile('no_header_row', line, { row: line });
    return named;
  }
  const filled = rows.filter(filledCells);
  const [first] = filled;
  if (!first) throw new UnreadableFile('empty');
  const counted = filled
    .slice(0, HEADER_ROWS)
    .map((row) => ({ row, known: countKnown(headersOf(row.cells), registry, given).known, width: filledCells(row) }));
  const sure = counted.find(({ known }) => known > 1);
  const likely = counted.find(({ known, width }) => known > 0 && width >= (sure?.width ?? 1));
  const widest = Math.max(...filled.map(filledCells));
  return (likely ?? sure ?? counted.find(({ width }) => width * 2 >= widest))?.row ?? first;
};

/** Whether a table has a line of two known headers. */
export const hasKnownHeaders = (rows: readonly TableRow[], given: ReadOptions, registry: Registry): boolean =>
  rows.slice(0, HEADER_ROWS).some(({ cells }) => countKnown(headersOf(cells), registry, given).known > 1);

/** Different values of a column that are shown with its header, first rows that are, and the characters of a value. */
const [SAMPLES, FIRST_ROWS, SAMPLE_LENGTH] = [3, 20, 80];

const columnOf = (rows: readonly TableRow[], header: string, at: number): SampleColumn => {
  const texts = rows.map(({ cells }) => cleanText(cells[at] ?? '', {}).slice(0, SAMPLE_LENGTH));
  return { header, samples: [...new Set(texts)].filter(Boolean).slice(0, SAMPLES), first: texts.slice(0, FIRST_ROWS) };
};

/** Amounts with a comma or a point before their last digits decide the separator of decimals. */
const guessDecimal = (rows: readonly TableRow[]): ',' | '.' => {
  const cells = rows.flatMap((row) => row.cells.map((cell) => cell.trim()));
  const count = (pattern: RegExp): number => cells.filter((cell) => pattern.test(cell)).length;
  return count(/^-?\d[\d.]*,\d{1,2}$/) >= count(/^-?\d[\d,]*\.\d{1,2}$/) ? ',' : '.';
};

/** Options that follow from the first rows of a table. @throws UnreadableFile */
export const inspectTable = (all: readonly TableRow[], given: ReadOptions, registry: Registry): Inspected => {
  const header = findHeader(all, given, registry);
  const { line, cells } = header;
  if (cells.length > MAX_COLUMNS) throw new UnreadableFile('many_columns', line, { most: MAX_COLUMNS });
  const rows = all.filter((row) => row.line > line);
  if (!rows.length) throw new UnreadableFile('no_rows', line);
  const headers = headersOf(cells);
  const { section = '', known } = countKnown(headers, registry, given);
  // Records come before those that refer to them.
  const sections =
    given.sections && registry.resources.map(({ path }) => path).filter((path) => given.sections?.includes(path));
  const guessed = sections ? guessSections(headers, registry, sections) : guessMapping(headers, registry, section);
  const above = all.filter((row) => row.line < line).filter(filledCells).length;
  return {
    headers,
    columns: headers.map((name, at) => columnOf(rows, name, at)),
    hints: above ? [hintOf('header_row', { line, left: above })] : [],
    options: {
      ...given,
      // Without a known header the record kind is open too.
      ...(section && (known || given.section) ? { section } : {}),
      ...(sections ? { sections } : {}),
      header_row: line,
      decimal: given.decimal ?? guessDecimal(rows),
      mapping: { ...guessed, ...given.mapping },
    },
  };
};

const isEnd = ({ target }: Column): boolean => target.field?.begins !== undefined;

/** The decimal separator of a column: the one that an amount in it shows, else that of the file. */
const decimalsIn = (rows: readonly TableRow[], { decimal = ',' }: ReadOptions): Decimals => {
  const shown = new Map<number, ',' | '.'>();
  for (const { cells } of rows)
    for (const [at, cell] of cells.entries()) {
      const found = decimalIn(cell);
      if (found && !shown.has(at)) shown.set(at, found);
    }
  return (at) => shown.get(at) ?? decimal;
};

/** The columns of a table. */
interface Columns {
  readonly headers: readonly string[];
  readonly decimals: Decimals;
}

/** Values are replaced without regard to case and blanks, but not to signs: `-` is no empty cell. */
const keyOf = (text: string): string => cleanText(text, {}).toLowerCase();

/** The texts that are read instead of others in the columns of a header or a field. */
const replacer = ({ values = {} }: ReadOptions): ((header: string, field: string, text: string) => string) => {
  const folded = new Map(
    Object.entries(values).map(([of, texts]) => [
      of,
      new Map(Object.entries(texts).map(([from, to]) => [keyOf(from), to])),
    ]),
  );
  return (header, field, text) => {
    const key = folded.size ? keyOf(text) : '';
    return folded.get(header)?.get(key) ?? folded.get(field)?.get(key) ?? text;
  };
};

type ReadRow = (row: TableRow) => SourceRecord | null;

/** Records of rows, of one kind; null for a row without a value of it. @param options as `inspectTable` answered them */
const recordReader = (
  { headers, decimals }: Columns,
  options: ReadOptions,
  registry: Registry,
  section: string,
): ReadRow => {
  const { source = 'import', delimiter } = options;
  const byHeader = targetsByHeader(mappingOf(options, section), registry, section);
  const kind = partSection(registry, section);
  const seen = new Map<string, number>();
  const columns = headers.flatMap((name, at): Column[] => {
    const target = byHeader.get(name);
    if (!target) return [];
    const nth = seen.get(target.name) ?? 0;
    seen.set(target.name, nth + 1);
    return [{ at, target, nth }];
  });
  const replaced = replacer(options);
  const prefix = options.sections ? `${section}.` : '';
  const byPosition = new Map(columns.map((column) => [column.at, column]));
  // Beginnings are read before their ends.
  const ordered = columns.toSorted((one, other) => Number(isEnd(one)) - Number(isEnd(other)));
  const readTexts = textReader(headers, columns, (header, name, text) => replaced(header, prefix + name, text));
  const splitName = nameSplitter(kind?.part ?? registry.get(section), columns);
  return ({ line, cells, hints: remarks = [] }) => {
    const { texts, hints } = readTexts(cells, line);
    if (options.sections && !texts.size) return null;
    const values: Record<string, unknown> = {};
    const externalIds: { source: string; id: string }[] = [];
    const owner: RowOwner = { values: {} };
    for (const { at, target } of ordered) {
      const text = texts.get(at);
      if (text === undefined || target.part) continue;
      const { field, fieldName } = target;
      const begin = values[field?.begins ?? ''];
      if (field)
        (target.owner ? owner.values : values)[fieldName] = cellValue(field, text, { decimal: decimals(at), begin });
      else if (target.owner === 'named' || target.owner === 'section') owner[target.owner] = text;
      else externalIds.push({ source, id: text });
    }
    const issues = cells.flatMap((_, at) => {
      const column = byPosition.get(at);
      const place = { name: column ? pathOf(column) : '', line, column: headers[at] ?? '' };
      const found = swallowed(at, { cells, headers, delimiter }, column?.target.field, place);
      const text = texts.get(at);
      if (!column || text === undefined) return found;
      return [...found, ...cellIssues(text, column.target.field, decimals(at), place)];
    });
    if (cells.length > headers.length && cells.slice(headers.length).some((cell) => cell.trim()))
      issues.push({
        path: [],
        code: 'too_many_cells',
        message: `The line has ${cells.length} cells, the line of the headers ${headers.length}.`,
        params: { cells: cells.length, headers: headers.length },
      });
    const name = splitName(values);
    const { parts, hints: left } = partsIn(ordered, texts, decimals);
    const all = [...remarks, ...hints, ...(name ? [name.hint] : []), ...left];
    const record: SourceRecord = {
      section,
      externalIds,
      values: { ...values, ...name?.values },
      parts,
      references: {},
      line,
      issues,
      hints: all,
    };
    return kind ? { ...record, ...ownedRecord(kind, owner, parts[kind.part.path] ?? []) } : record;
  };
};

/** Records of one row as those of one file: each refers to the earlier ones, unless the row names another record. */
const linked = (records: readonly SourceRecord[], registry: Registry): readonly SourceRecord[] => {
  const keyOf = ({ section, line }: SourceRecord): string => `${section} ${line}`;
  return records.map((record, at) => {
    const references = Object.entries(registry.get(record.section).fields).flatMap(([name, { reference, server }]) => {
      const isOpen = reference && !server && record.values[name] === undefined;
      const named = isOpen ? records.slice(0, at).find(({ section }) => reference.to.includes(section)) : undefined;
      return named ? [[name, keyOf(named)]] : [];
    });
    return { ...record, key: keyOf(record), references: Object.fromEntries(references) };
  });
};

/** Reads the records of a row; those of a row that is no record are marked. @throws UnreadableFile where no column has a target */
const rowReader = ({ line, cells }: TableRow, first: readonly TableRow[], options: ReadOptions, registry: Registry) => {
  const { section = '', sections } = options;
  const headers = headersOf(cells);
  const mapped = (sections ?? [section]).filter((one) => {
    const byHeader = targetsByHeader(mappingOf(options, one), registry, one);
    return headers.some((header) => byHeader.has(header));
  });
  if (!mapped.length) throw new UnreadableFile('no_mapped_column', line);
  const decimals = decimalsIn(first, options);
  const readers = mapped.map((one) => recordReader({ headers, decimals }, options, registry, one));
  const knows = (words: readonly string[]): boolean =>
    countKnown(headersOf(words), registry, options).known === words.length;
  const otherRow = otherRows(headers, knows);
  return (row: TableRow): readonly SourceRecord[] => {
    const records = readers.flatMap((read) => read(row) ?? []);
    const remark = otherRow(row.cells);
    if (remark) return records.map((record) => ({ ...record, isNoRecord: true, issues: [], hints: [remark] }));
    return sections ? linked(records, registry) : records;
  };
};

/** The records of a table. @param options as `inspectTable` answered them */
export async function* recordsOf(
  rows: AsyncIterable<TableRow>,
  options: ReadOptions,
  registry: Registry,
  report: FileReport,
): AsyncGenerator<SourceRecord> {
  const top = options.header_row ?? 1;
  const waiting: TableRow[] = [];
  const blank = { lines: 0, line: Number.MAX_SAFE_INTEGER };
  const leaveOut = ({ line }: TableRow): void => {
    blank.lines += 1;
    blank.line = Math.min(blank.line, line);
  };
  let read = undefined as ReturnType<typeof rowReader> | undefined;
  const recordsIn = (row: TableRow): readonly SourceRecord[] => {
    const records = read?.(row) ?? [];
    if (!records.length) leaveOut(row);
    return records;
  };
  const start = (): readonly SourceRecord[] => {
    const [header, ...first] = waiting;
    if (header) read = rowReader(header, first, options, registry);
    return first.flatMap(recordsIn);
  };
  for await (const row of rows) {
    if (row.line < top) continue;
    if (!filledOf(row.cells).length) leaveOut(row);
    else if (read) yield* recordsIn(row);
    else if (waiting.push(row) > SAMPLED_ROWS) yield* start();
  }
  if (!read) yield* start();
  if (blank.lines) report.hint(hintOf('blank_lines', blank));
}
