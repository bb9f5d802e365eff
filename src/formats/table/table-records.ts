/** Rows of a table as records: CSV and Excel. */
import { cleanValue } from '../../model/declaration/clean-value.ts';
import type { Registry } from '../../model/registry.ts';
import { MAX_COLUMNS } from '../../shared/limits.ts';
import { cleanText } from '../../shared/value-form.ts';
import type { Inspected, ReadOptions } from '../format.ts';
import { UnreadableFile } from '../format.ts';
import type { SourceRecord } from '../source-record.ts';
import { cellValue } from './cell-value.ts';
import { guessMapping, guessSection, type Target, targetsByHeader } from './targets.ts';

/** A row with its first line in the file. */
export interface TableRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Headers as keys of a mapping: in normal form, each one once. @throws UnreadableFile */
const headersOf = (cells: readonly string[]): readonly string[] => {
  if (cells.length > MAX_COLUMNS) throw new UnreadableFile('many_columns', 1, { most: MAX_COLUMNS });
  const names = new Map<string, number>();
  const headers = cells.map((cell) => {
    const header = cleanText(cell, {});
    const seen = (names.get(header) ?? 0) + 1;
    names.set(header, seen);
    return seen > 1 && header ? `${header} (${seen})` : header;
  });
  if (!headers.some(Boolean)) throw new UnreadableFile('no_headers', 1);
  return headers;
};

/** Amounts with a comma or a point before their last digits decide the separator of decimals. */
const guessDecimal = (rows: readonly TableRow[]): ',' | '.' => {
  const cells = rows.flatMap((row) => row.cells.map((cell) => cell.trim()));
  const count = (pattern: RegExp): number => cells.filter((cell) => pattern.test(cell)).length;
  return count(/^-?\d[\d.]*,\d{1,2}$/) >= count(/^-?\d[\d,]*\.\d{1,2}$/) ? ',' : '.';
};

/** Options that follow from the headers and first rows of a table. */
export const inspectTable = (
  header: readonly string[],
  rows: readonly TableRow[],
  given: ReadOptions,
  registry: Registry,
): Inspected => {
  const headers = headersOf(header);
  const section = given.section ?? guessSection(headers, registry);
  const guessed = guessMapping(headers, registry, section);
  return {
    headers,
    options: {
      ...given,
      section,
      decimal: given.decimal ?? guessDecimal(rows),
      mapping: { ...guessed, ...given.mapping },
    },
  };
};

interface Column {
  readonly at: number;
  readonly target: Target;
  /** Row of the part: a second column of the same field is that of another row. */
  readonly nth: number;
}

/** The rows of the parts of a record, by the path of the part. */
const partsIn = (columns: readonly Column[], texts: ReadonlyMap<number, string>, decimal?: string) => {
  const parts: Record<string, Record<string, unknown>[]> = {};
  const plain = new Map<string, Record<string, unknown>[]>();
  for (const { at, target, nth } of columns) {
    const { part, field, fieldName, also } = target;
    const text = texts.get(at);
    if (!part || !field || text === undefined) continue;
    const value = cellValue(field, text, decimal);
    if (also) {
      (parts[part] ??= []).push({ ...also, [fieldName]: value });
      continue;
    }
    const rows = plain.get(part) ?? [];
    rows[nth] = { ...rows[nth], [fieldName]: value };
    plain.set(part, rows);
  }
  for (const [part, rows] of plain) parts[part] = [...rows.filter(Boolean), ...(parts[part] ?? [])];
  return parts;
};

/** The apostrophe with which spreadsheets and exports mark a text that would be a formula (`'+49 170`). */
const MARK = /^'(?=[=+\-@\t\r\n])/;

/** Records of rows. @param options as `inspectTable` answered them */
export const recordReader = (header: readonly string[], options: ReadOptions, registry: Registry) => {
  const headers = headersOf(header);
  const { section = '', mapping = {}, decimal, source = 'import' } = options;
  const byHeader = targetsByHeader(mapping, registry, section);
  const seen = new Map<string, number>();
  const columns = headers.flatMap((name, at): Column[] => {
    const target = byHeader.get(name);
    if (!target) return [];
    const nth = seen.get(target.name) ?? 0;
    seen.set(target.name, nth + 1);
    return [{ at, target, nth }];
  });
  if (!columns.length) throw new UnreadableFile('no_mapped_column', 1);
  return ({ line, cells }: TableRow): SourceRecord => {
    const texts = new Map<number, string>();
    for (const { at, target } of columns) {
      const text = String(cleanValue(target.field, cells[at] ?? ''))
        .trim()
        .replace(MARK, '');
      if (text) texts.set(at, text);
    }
    const values: Record<string, unknown> = {};
    const externalIds: { source: string; id: string }[] = [];
    for (const { at, target } of columns) {
      const text = texts.get(at);
      if (text === undefined || target.part) continue;
      if (target.field) values[target.fieldName] = cellValue(target.field, text, decimal);
      else externalIds.push({ source, id: text });
    }
    const tooWide = cells.length > headers.length && cells.slice(headers.length).some((cell) => cell.trim());
    const issues = tooWide
      ? [
          {
            path: [],
            code: 'too_many_cells',
            message: `The line has ${cells.length} cells, the first line ${headers.length}.`,
            params: { cells: cells.length, headers: headers.length },
          },
        ]
      : [];
    const parts = partsIn(columns, texts, decimal);
    return { section, externalIds, values, parts, references: {}, line, issues, hints: [] };
  };
};
