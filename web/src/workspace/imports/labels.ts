/** Labels and values of the fields that rows of an import name: `name`, `addresses.strasse`, `addresses.0.strasse`. */
import { useQuery } from '@tanstack/react-query';
import { nameOf } from '../../i18n/label-of.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { columnField, type Field, type Schema } from '../schema/schema.ts';
import { schemaQuery } from '../schema/schema-query.ts';
import type { Section } from '../schema/section.ts';
import { useSections } from '../schema/sections.ts';
import { type Context, textOf, useContextOf } from '../schema/shown.ts';

/** How fields are shown. */
export interface Labels {
  /** @param kind the record kind, of several */
  readonly schemaOf: (kind?: string) => Schema | undefined;
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

/** The target of columns with the number of the record in another system. */
export const EXTERNAL_ID = 'external_id';

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
  const { t } = useTranslation('imports');
  return {
    schemaOf: () => schema,
    has: (name) => name === EXTERNAL_ID || fieldOf(section, schema, name) !== undefined,
    label: (name) => {
      if (name === EXTERNAL_ID) return t('externalId');
      // A raw name is no label, also while the labels load.
      return schema || !section ? labelOf(fieldOf(section, schema, name), name) : '…';
    },
    entries: (name) => fieldOf(section, schema, name)?.options ?? [],
    text: (name, value) => {
      const field = fieldOf(section, schema, name);
      return field && typeof value !== 'object' ? textOf(field, value, context) : plain(value);
    },
  };
};

/** Labels of fields of one record kind, or of two: then their names begin with the kind, `contracts.nummer`. */
export const useKindLabels = ([first = '', second]: readonly string[]): Labels => {
  const one = useLabels(first);
  const other = useLabels(second ?? null);
  if (second === undefined) return one;
  const split = (name: string) => {
    const [kind = '', ...rest] = name.split('.');
    return { kind, labels: kind === second ? other : one, own: rest.join('.') };
  };
  const of = <Answer>(name: string, read: (labels: Labels, own: string) => Answer): Answer => {
    const { labels, own } = split(name);
    return read(labels, own);
  };
  return {
    schemaOf: (kind) => (kind === second ? other : one).schemaOf(),
    has: (name) => of(name, (labels, own) => labels.has(own)),
    label: (name) => `${nameOf('records:sections', split(name).kind)}: ${of(name, (labels, own) => labels.label(own))}`,
    entries: (name) => of(name, (labels, own) => labels.entries(own)),
    text: (name, value) => of(name, (labels, own) => labels.text(own, value)),
  };
};
