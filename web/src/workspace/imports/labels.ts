/** Labels and values of the fields that rows of an import name: `name`, `addresses.strasse`, `addresses.0.strasse`. */
import { useQuery } from '@tanstack/react-query';
import { nameOf } from '../../i18n/label-of.ts';
import { columnField, type Field, type Schema } from '../schema/schema.ts';
import { schemaQuery } from '../schema/schema-query.ts';
import type { Section } from '../schema/section.ts';
import { useSections } from '../schema/sections.ts';
import { type Context, textOf, useContextOf } from '../schema/shown.ts';

/** How fields are shown. */
export interface Labels {
  readonly schema: Schema | undefined;
  readonly has: (name: string) => boolean;
  readonly label: (name: string) => string;
  readonly text: (name: string, value: unknown) => string;
  /** Entries that a field is chosen from. */
  readonly entries: (name: string) => NonNullable<Field['options']>;
}

const asWord = (text: string): string => text.toLowerCase().replaceAll(/[^a-zäöüß]/g, '');
/** Names of fields without the places of parts: `addresses.0.ort` is `addresses.ort`. */
export const withoutIndex = (name: string): string =>
  name
    .split('.')
    .filter((step) => !/^\d+$/.test(step))
    .join('.');

const NO_SECTION = { path: '', parts: [] };

/** A part and its field by their paths; the schema has parts by their names in the record. */
const fieldOf = (section: Section | undefined, schema: Schema | undefined, name: string): Field | undefined => {
  const [first = '', ...rest] = withoutIndex(name).split('.');
  if (!schema || !rest.length) return schema?.fields.get(first);
  const part = section?.parts.find(({ path }) => path === first)?.embed ?? first;
  const field = rest.join('.');
  // `contacts.Telefon` is the value of the sort.
  return columnField(schema, `${part}.${field}`) ?? columnField(schema, `${part}.${asWord(field)}`);
};

const labelOf = (field: Field | undefined, name: string): string => {
  const [first = '', ...rest] = withoutIndex(name).split('.');
  if (!rest.length) return field?.label ?? name;
  return `${nameOf('records:parts', first)}: ${field?.label ?? rest.join('.')}`;
};

const plain = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** @param path the kind of records; null where it is not known yet */
export const useLabels = (path: string | null): Labels => {
  const { data: sections = [] } = useSections();
  const section = sections.find((one) => one.path === path);
  const { data: schema } = useQuery({ ...schemaQuery(section ?? NO_SECTION), enabled: section !== undefined });
  const context: Context = useContextOf();
  return {
    schema,
    has: (name) => fieldOf(section, schema, name) !== undefined,
    // A raw name is no label, also while the labels load.
    label: (name) => (schema || !section ? labelOf(fieldOf(section, schema, name), name) : '…'),
    entries: (name) => fieldOf(section, schema, name)?.options ?? [],
    text: (name, value) => {
      const field = fieldOf(section, schema, name);
      return field && typeof value !== 'object' ? textOf(field, value, context) : plain(value);
    },
  };
};
