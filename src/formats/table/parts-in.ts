/** Rows of parts from the cells of a row. */
import type { Field } from '../../model/declaration/field-shape.ts';
import { formWarning } from '../../shared/value-form.ts';
import { hintOf } from '../remarks.ts';
import type { SourceHint } from '../source-record.ts';
import { cellValue } from './cell-value.ts';
import { type Column, type Decimals, pathOf } from './columns.ts';

/** A row of a part with the position of its first column. */
interface PartRow {
  readonly at: number;
  readonly name: string;
  values: Record<string, unknown>;
}

interface RowsOfPart {
  /** Rows of columns of one kind: telephone numbers. */
  readonly kinds: PartRow[];
  /** Rows of other columns, by their number. */
  readonly plain: PartRow[];
}

/** The separator of several values of a cell, and the beginning of each one. */
const SEVERAL = new Map<string | undefined, readonly [separator: RegExp, begin: RegExp]>([
  ['email', [/[\s;,|]|:::/, /^/]],
  ['phone', [/[;,|\n]|:::| \/ /, /^[+0(]/]],
]);

/** The values of a cell: `a@example.com; b@example.com` are two, if each has the form of its kind. */
const valuesIn = (text: string, { formatBy }: Field, also: Readonly<Record<string, unknown>>): readonly string[] => {
  const format = formatBy?.formats[String(also[formatBy.field])];
  const [separator, begin] = SEVERAL.get(format) ?? [];
  if (!format || !separator) return [text];
  const values = text
    .split(separator)
    .map((value) => value.trim())
    .filter(Boolean);
  return values.every((value) => begin?.test(value) && formWarning(format, value) === null) ? values : [text];
};

const read = (columns: readonly Column[], texts: ReadonlyMap<number, string>, decimals: Decimals) => {
  const parts = new Map<string, RowsOfPart>();
  for (const column of columns) {
    const { at, target, nth } = column;
    const { part, field, fieldName, also } = target;
    const text = texts.get(at);
    if (!part || !field || text === undefined) continue;
    const { kinds, plain } = parts.get(part) ?? { kinds: [], plain: [] };
    parts.set(part, { kinds, plain });
    const name = pathOf(column);
    if (also) {
      for (const value of valuesIn(text, field, also))
        kinds.push({ at, name, values: { ...also, [fieldName]: value } });
      continue;
    }
    const row = (plain[nth] ??= { at, name, values: {} });
    const begin = row.values[field.begins ?? ''];
    row.values[fieldName] = cellValue(field, text, { decimal: decimals(at), begin });
  }
  return parts;
};

/** The kind columns before another one: a flag is that of the number before it; a single one is that of all numbers. */
const rowsOf = (kinds: readonly PartRow[], columns: readonly Column[], { at }: PartRow, isOnly: boolean) => {
  if (isOnly) return kinds;
  const before = columns.filter((column) => column.at < at).at(-1) ?? columns[0];
  return kinds.filter((row) => row.at === before?.at);
};

/**
 * The rows of the parts of a record, by the path of the part. Cells without a value of their own (a flag of a telephone number)
 * belong to the values of the row.
 * @param columns beginnings before their ends
 */
export const partsIn = (columns: readonly Column[], texts: ReadonlyMap<number, string>, decimals: Decimals) => {
  const parts: Record<string, Readonly<Record<string, unknown>>[]> = {};
  const hints: SourceHint[] = [];
  for (const [part, { kinds, plain }] of read(columns, texts, decimals)) {
    const ofKinds = columns.filter(({ target }) => target.part === part && target.also);
    const valueName = ofKinds[0]?.target.fieldName;
    const isFlag = ({ values }: PartRow): boolean => valueName !== undefined && !Object.hasOwn(values, valueName);
    const known = plain.filter(Boolean);
    const isOnly = !columns.some(({ target, nth }) => target.part === part && !target.also && nth > 0);
    for (const row of known.filter(isFlag)) {
      const about = rowsOf(kinds, ofKinds, row, isOnly);
      for (const one of about) one.values = { ...row.values, ...one.values };
      if (!about.length) hints.push(hintOf('no_value_for', { field: row.name }));
    }
    const rows = [...known.filter((row) => !isFlag(row)), ...kinds].map(({ values }) => values);
    if (rows.length) parts[part] = rows;
  }
  return { parts, hints };
};
