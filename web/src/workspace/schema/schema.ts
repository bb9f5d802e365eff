/** The fields of a kind of records, as `with_schema` describes them. */
import type { Page, Row } from '../../api/v3.ts';
import { builtInText, nameOf } from '../../i18n/label-of.ts';
import { DEADLINE, hasDeadline, PREMIUM } from './deadline.ts';

/** An entry of a list that a field is chosen from. */
interface Option {
  readonly value: string | number;
  /** Its text in the shown language. */
  readonly display: string;
  /** Its text as the service has it. */
  readonly stored: string;
}

/** A field of records. */
export interface Field {
  readonly name: string;
  readonly label: string;
  /** How its values are shown, written and compared; one that this page does not know is text. */
  readonly kind: string;
  readonly format: string | null;
  /** The field of the same record that its format follows from, with the format of each of its values. */
  readonly format_by?: { readonly field: string; readonly formats: Readonly<Record<string, string>> };
  /** A day in the future is likely a mistake. */
  readonly past?: boolean;
  /** The field with the beginning of which it is the end. */
  readonly begins?: string;
  /** Its entries are usual values; others are accepted too. */
  readonly open?: boolean;
  /** The reference that this text is the name of: both are one input. */
  readonly name_of?: string;
  /** The field of which it is another name. */
  readonly same_as?: string;
  /** The form of a new record begins with the present day. */
  readonly today?: boolean;
  /** The record that it names has the same value in this field. */
  readonly shares?: string;
  /** It means something for records with one of these values in another field. */
  readonly shown_for?: { readonly field: string; readonly values: readonly (string | number)[] };
  /** Entries that it is chosen from; null where it is no choice. */
  readonly options: readonly Option[] | null;
  /** The kinds of records that its value may name. */
  readonly references: readonly string[];
  readonly required: boolean;
  readonly readOnly: boolean;
  /** Set when a record is made, and never after. */
  readonly fixed: boolean;
  readonly default: unknown;
  readonly max: number | null;
  /** Query parameters that narrow a list by it. */
  readonly filters: readonly string[];
  readonly sortable: boolean;
}

/** The fields of a kind by name, in its order; those of its parts by their names in the record. */
export interface Schema {
  readonly fields: ReadonlyMap<string, Field>;
  readonly parts: ReadonlyMap<string, ReadonlyMap<string, Field>>;
}

interface Described
  extends Pick<
    Field,
    'format' | 'format_by' | 'past' | 'begins' | 'open' | 'name_of' | 'same_as' | 'today' | 'shares' | 'shown_for'
  > {
  readonly label: string;
  readonly select_fields_name: string | null;
  readonly kind: string;
  readonly references: readonly string[];
  readonly required: boolean;
  readonly read_only: boolean;
  readonly fixed: boolean;
  readonly default: unknown;
  readonly max: number | null;
  readonly filters: readonly string[];
  readonly sortable: boolean;
}

type Lists = Readonly<Record<string, readonly Omit<Option, 'stored'>[]>>;

const fieldOf = (name: string, described: Described, lists: Lists): Field => {
  const { select_fields_name: list, read_only: readOnly, ...same } = described;
  const options = lists[list ?? '']?.map(({ value, display }) => ({
    value,
    display: builtInText(display),
    stored: display,
  }));
  return { ...same, label: builtInText(same.label), name, readOnly, options: list ? (options ?? []) : null };
};

const fieldsOf = (described: Row = {}, lists: Lists = {}): ReadonlyMap<string, Field> =>
  new Map(Object.entries(described).map(([name, one]) => [name, fieldOf(name, one as Described, lists)]));

/** A field that the service does not describe. */
export const madeField = (name: string, label: string, of: Partial<Field>): Field => ({
  name,
  label,
  kind: 'text',
  format: null,
  options: null,
  references: [],
  required: false,
  readOnly: true,
  fixed: false,
  default: null,
  max: null,
  filters: [],
  sortable: false,
  ...of,
});

const withDeadline = (path: string, fields: ReadonlyMap<string, Field>): ReadonlyMap<string, Field> =>
  hasDeadline(path)
    ? new Map([
        ...fields,
        [DEADLINE, madeField(DEADLINE, nameOf('schema:label', 'Frist'), { kind: 'deadline' })],
        [PREMIUM, madeField(PREMIUM, nameOf('records:computed', PREMIUM), { kind: 'money' })],
      ])
    : fields;

/** Metadata is grouped by kind if it includes fields of parts. */
const isGrouped = (path: string, fields: Row): boolean => {
  const own = fields[path];
  return typeof own === 'object' && own !== null && !('data_type' in own);
};

/** The schema of an answer that was asked for with `with_schema=true`. */
export const schemaOf = (
  path: string,
  { fields = {}, select_fields: lists = {} }: Pick<Page, 'fields' | 'select_fields'>,
): Schema => {
  if (!isGrouped(path, fields))
    return { fields: withDeadline(path, fieldsOf(fields, lists as Lists)), parts: new Map() };
  const groups = Object.entries(fields).map(
    ([name, described]) => [name, fieldsOf(described as Row, lists[name] as Lists)] as const,
  );
  const all = new Map(groups);
  return {
    fields: withDeadline(path, all.get(path) ?? new Map()),
    parts: new Map(groups.filter(([name]) => name !== path)),
  };
};

/** `E-Mail` as in the name of a column. */
const asWord = (text: string): string => text.toLowerCase().replaceAll(/[^a-zäöüß]/g, '');

/** A column of a part: one of its fields, or its values of one sort (`contacts.telefon`), which its field `art` says. */
const partColumn = (fields: ReadonlyMap<string, Field>, name: string) => {
  const field = fields.get(name);
  const sort = field ? undefined : fields.get('art')?.options?.find(({ stored }) => asWord(stored) === name);
  const value = fields.get('wert');
  return sort && value ? { field: { ...value, label: sort.display }, sort: sort.value } : { field, sort: null };
};

const inPart = (schema: Schema, column: string) => {
  const [part = '', name = ''] = column.split('.');
  return { part, name, ...partColumn(schema.parts.get(part) ?? new Map(), name) };
};

/** The field of a column: of the record, or of the first row of one of its parts (`addresses.ort`). */
export const columnField = (schema: Schema, column: string): Field | undefined =>
  column.includes('.') ? inPart(schema, column).field : schema.fields.get(column);

/** Names of the columns that a part has in lists: its values of each sort, or its fields. */
export const columnsOfPart = (schema: Schema, { embed, columns }: { embed: string; columns: readonly string[] }) => {
  const fields = schema.parts.get(embed);
  const sorts = fields?.has('wert') ? fields.get('art')?.options : null;
  const names = sorts ? sorts.map(({ stored }) => asWord(stored)) : columns;
  return names.map((name) => `${embed}.${name}`).filter((name) => columnField(schema, name));
};

/** The part of a column (`contacts.telefon`), its field in rows of that part, and the value of `art` that its rows have. */
export const partOfColumn = (schema: Schema, column: string) => {
  const { part, field, sort } = inPart(schema, column);
  return field ? { embed: part, field, sort } : null;
};

/** Whether a page shows a field of a record or of a form: not one that means nothing for it, and not the reference of a name. */
export const isShownFor = (field: Field, fields: Iterable<Field>, row: Row): boolean => {
  const { name, shown_for: only } = field;
  if (only && !row[name] && !only.values.some((value) => String(value) === String(row[only.field] ?? ''))) return false;
  return ![...fields].some(({ name_of: named }) => named === name);
};

/** The value of a column. */
export const columnValue = (schema: Schema, row: Row, column: string): unknown => {
  if (!column.includes('.')) return row[column];
  const { part, field, sort } = inPart(schema, column);
  const rows = (row[part] ?? []) as readonly Row[];
  return field && rows.find(({ art }) => sort === null || art === sort)?.[field.name];
};
