/** Tables of the page for a person: rows of the database as HTML, with labels, names and dates of a language. */
import { referencedKinds } from '../../derive/metadata/describe-fields.ts';
import type { Field, Values } from '../../model/declaration/field-shape.ts';
import type { Fields, Resource } from '../../model/declaration/resource.ts';
import { kinds } from '../../model/declaration/value-kinds.ts';
import type { Registry } from '../../model/registry.ts';
import { labelIn } from '../../model/seed/labels.ts';
import { type Language, sectionNamesOf, wordsOf } from '../../shared/disclosure.ts';
import { lookupTable } from '../../shared/lookup-table.ts';

const ENTITIES: Readonly<Record<string, string>> = lookupTable({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
});
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

const LOCALES = { de: 'de-DE', en: 'en-GB' };
/** Numbers, and places in the store, that say nothing to the person; the JSON has them. */
const HIDDEN: readonly string[] = ['id', 'kid', 'deleted_at', 'url', 'dir', 'aws', 'has_error', 'ai_status'];
/** Most columns of a table; records with more have a table each. */
const MAX_COLUMNS = 7;

/** `2026-03-02 09:30:00` or its day, as the language writes it. */
export const dateIn = (language: Language, value: string): string => {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}))?/.exec(value) ?? [];
  if (!day) return value;
  const format = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'medium', timeZone: 'UTC' });
  return `${format.format(new Date(`${day}T00:00Z`))}${time ? ` ${time}` : ''}`;
};

const decimal = (language: Language, value: string): string => {
  const digits = value.split('.')[1]?.length ?? 0;
  return Number(value).toLocaleString(LOCALES[language], { minimumFractionDigits: Math.min(digits, 2) });
};

/** The name of a record kind for people. */
export const sectionLabel = ({ path, title }: Pick<Resource, 'path' | 'title'>, language: Language): string =>
  sectionNamesOf(language)[path] ?? title;

/** Names of records by record kind and number. */
export type Names = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Language, names and record kinds of a table, and the column of its parent. */
interface TableOf {
  readonly language: Language;
  readonly registry: Registry;
  readonly names: Names;
  readonly parent: { readonly column: string; readonly path: string } | undefined;
}

/** A value with its place. */
interface Cell {
  readonly row: Values;
  readonly name: string;
  readonly field: Field | undefined;
}

/** The record kinds that a number may name: that of the pair, of the reference, or the parent. */
const namedKinds = ({ parent }: TableOf, { row, name, field }: Cell): readonly string[] => {
  const section = name.endsWith('_id') ? row[name.replace(/_id$/, '_section')] : undefined;
  if (section) return [String(section)];
  const kinds = field ? referencedKinds(field) : [];
  return parent?.column === name ? [...kinds, parent.path] : kinds;
};

const namedBy = (of: TableOf, cell: Cell): string | undefined =>
  namedKinds(of, cell)
    .map((path) => of.names[path]?.[String(cell.row[cell.name])])
    .find((name) => name !== undefined);

/** A value as people read it. */
const shownValue = (of: TableOf, cell: Cell): string => {
  const { row, name: column, field } = cell;
  const value = row[column];
  if (value === null || value === undefined || value === '') return '';
  const { language, registry } = of;
  const words = wordsOf(language);
  if (!field) return dateIn(language, String(value));
  const option = [...(field.options ?? []), ...(field.retired ?? [])].find((one) => one.value === value);
  if (option) return labelIn(language, option.display);
  const kind = field.section ? registry.find(String(value)) : undefined;
  if (kind) return sectionLabel(kind, language);
  const name = namedBy(of, cell);
  if (name !== undefined) return name;
  if (field.kind === kinds.flag || typeof value === 'boolean') return Number(value) ? words.yes : words.no;
  if (field.kind.dataType === 'date') return dateIn(language, String(value));
  if (field.kind.dataType === 'number' && typeof value === 'string') return decimal(language, value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** A table of texts that are HTML already. */
export const htmlTable = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const first = head.length ? `<thead><tr>${head.map((cell) => `<th>${cell}</th>`).join('')}</tr></thead>` : '';
  const lines = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`);
  return `<table>${first}<tbody>${lines.join('\n')}</tbody></table>\n`;
};

/**
 * Rows of a section: one table, or a table for each record where it has many values.
 * @param fileOf the link to the file of a record, as HTML
 */
export const rowsTable = (
  of: TableOf,
  fields: Fields,
  rows: readonly Values[],
  fileOf: (id: number) => string | undefined = () => undefined,
): string => {
  const words = wordsOf(of.language);
  const known: readonly (readonly [string, Field | undefined])[] = [
    ...Object.entries(fields).filter(([name, { sameAs }]) => !sameAs && !HIDDEN.includes(name)),
    ['deleted_at', undefined],
  ];
  const cellsOf = (row: Values) => {
    const cells = known.map(([name, field]) => [
      escaped(field ? labelIn(of.language, field.label) : words.deleted),
      escaped(shownValue(of, { row, name, field })),
    ]);
    return [...cells, [words.file, fileOf(Number(row.id)) ?? '']] as [string, string][];
  };
  const all = rows.map(cellsOf);
  const filled = [...(all[0] ?? [])].map((_, at) => at).filter((at) => all.some((cells) => cells[at]?.[1]));
  if (filled.length > MAX_COLUMNS)
    return all
      .map((cells) =>
        htmlTable(
          [],
          cells.filter(([, value]) => value).map(([label, value]) => [`<b>${label}</b>`, value]),
        ),
      )
      .join('');
  const head = filled.map((at) => all[0]?.[at]?.[0] ?? '');
  return htmlTable(
    head,
    all.map((cells) => filled.map((at) => cells[at]?.[1] ?? '')),
  );
};
