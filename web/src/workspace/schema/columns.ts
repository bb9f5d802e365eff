/** The columns of a list. */
import type { ReactNode } from 'react';
import type { Row } from '../../api/v3.ts';
import { columnsWithDeadline, deadlineCall } from './deadline.ts';
import { columnField, type Field, type Schema } from './schema.ts';
import type { Section } from './section.ts';
import { titleFields } from './sections.ts';

/** So many columns are shown of a kind that says none. */
const USUAL = 6;

/** A column; `title` is that which leads to the record. */
export interface Column {
  readonly name: string;
  readonly field: Field;
  readonly title: boolean;
  /** Shows something else than the value. */
  readonly render?: (row: Row) => ReactNode;
}

/** Names of columns that a kind shows where nothing else is chosen. */
export const usualColumns = ({ path, layout }: Section, schema: Schema): readonly string[] =>
  layout.columns.length
    ? columnsWithDeadline(path, layout.columns)
    : [...schema.fields.values()]
        .filter(({ readOnly }) => !readOnly)
        .slice(0, USUAL)
        .map(({ name }) => name);

/** Columns by their names; a column that is not there is left out. The first is the title where none names the record. */
export const columnsOf = (
  section: Section,
  schema: Schema,
  names: readonly string[],
  without = '',
): readonly Column[] => {
  const titles = titleFields(section);
  const found = names.flatMap((name) => {
    const field = columnField(schema, name);
    return field && name !== without ? [{ name, field }] : [];
  });
  const at = Math.max(
    0,
    found.findIndex(({ name }) => titles.includes(name)),
  );
  return found.map((one, place) => ({ ...one, title: place === at }));
};

/** Parts of records that the columns need, and the deadline, as `with_...` of the call. */
export const embedsOf = (section: Section, names: readonly string[]): Readonly<Record<string, true>> => {
  const needed = new Set(names.flatMap((name) => (name.includes('.') ? [name.split('.')[0]] : [])));
  return {
    ...Object.fromEntries(
      section.parts.filter(({ embed }) => needed.has(embed)).map(({ embed }) => [`with_${embed}`, true] as const),
    ),
    ...deadlineCall(section.path, names),
  };
};
