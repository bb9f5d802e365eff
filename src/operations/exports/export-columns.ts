/** The columns of an export: fields by their names, or with labels, values of lists and names as people read them. */
import { fieldColumns, type TableColumn } from '../../derive/csv-record.ts';
import { displayOf } from '../../derive/metadata/display-value.ts';
import { invalid } from '../../errors/api-error.ts';
import { truncateForEcho } from '../../errors/issues.ts';
import type { Field, Values } from '../../model/declaration/field-shape.ts';
import type { Embed, Resource } from '../../model/declaration/resource.ts';
import { kinds } from '../../model/declaration/value-kinds.ts';
import type { Registry } from '../../model/registry.ts';
import { labelIn } from '../../model/seed/labels.ts';
import type { Language } from '../../shared/disclosure.ts';
import { closestMatch } from '../../shared/suggest.ts';

/** The member of a record with its first deadline, as a column. */
const DEADLINE = 'frist';
const DEADLINE_LABEL = 'Frist';

/** That with its premium for a year. */
const PREMIUM = 'jahresbeitrag';
const PREMIUM_LABEL = 'Beitrag im Jahr';

/** A field in records of a kind, or in the first row of one of their arrays. */
interface Source {
  readonly name: string;
  readonly field: Field;
  readonly label: string;
  readonly embed?: Embed;
  readonly read: (record: Values) => unknown;
}

const asWord = (text: string): string => text.toLowerCase().replaceAll(/[^a-zäöüß]/g, '');

/** Columns of an array: its fields, and its values of each kind (`contacts.telefon`). */
const sourcesIn = (registry: Registry, embed: Embed): Source[] => {
  const { fields } = registry.get(embed.of);
  const rowsOf = (record: Values) => (record[embed.as] ?? []) as readonly Values[];
  const { art, wert } = fields;
  const ofKinds = (art && wert ? (art.options ?? []) : []).map(({ value, display }) => ({
    name: `${embed.as}.${asWord(display)}`,
    field: wert as Field,
    label: display,
    embed,
    read: (record: Values) => rowsOf(record).find((row) => row.art === value)?.wert,
  }));
  const plain = Object.entries(fields).map(([name, field]) => ({
    name: `${embed.as}.${name}`,
    field,
    label: field.label,
    embed,
    read: (record: Values) => rowsOf(record)[0]?.[name],
  }));
  return [...plain, ...ofKinds];
};

const sourcesOf = (registry: Registry, resource: Resource): ReadonlyMap<string, Source> => {
  const own = Object.entries(resource.fields).map(
    ([name, field]): Source => ({ name, field, label: field.label, read: (record) => record[name] }),
  );
  const deadline: Source = {
    name: DEADLINE,
    field: { kind: kinds.date, label: DEADLINE_LABEL },
    label: DEADLINE_LABEL,
    read: (record) => (record[DEADLINE] as Values | null)?.datum,
  };
  const premium: Source = {
    name: PREMIUM,
    field: { kind: kinds.money, label: PREMIUM_LABEL },
    label: PREMIUM_LABEL,
    read: (record) => record[PREMIUM],
  };
  const all = [
    ...own,
    ...(resource.responses.deadline ? [deadline] : []),
    ...(resource.responses.premium ? [premium] : []),
    ...resource.embeds.flatMap((embed) => sourcesIn(registry, embed)),
  ];
  return new Map(all.map((source) => [source.name, source]));
};

const columnOf = (
  { name, field, label, read }: Source,
  { labels, language }: LabelOptions,
  organisation: string,
): TableColumn => {
  const { dataType, dataFormat } = field.kind;
  const shown = labels ? displayOf(field, organisation, language) : null;
  return {
    name,
    header: labels ? labelIn(language, label) : name,
    dataType: shown ? 'string' : dataType,
    dataFormat,
    value: (record, names) => {
      const value = read(record);
      return shown && value !== null && value !== undefined && value !== '' ? shown(value, names) : value;
    },
  };
};

/** Whether columns have labels, and in which language; German without one. */
interface LabelOptions {
  readonly labels?: boolean | undefined;
  readonly language?: Language | undefined;
}

/** The columns of a section, and which parts of records they need. */
export interface ExportColumns {
  readonly columns: readonly TableColumn[];
  readonly embeds: readonly Embed[];
  readonly hasDeadlines: boolean;
  readonly hasPremiums: boolean;
}

/**
 * @param asked names of columns; undefined for all fields
 * @param organisation its name, which some values of lists stand for
 * @throws 400 `validation_failed` for unknown names
 */
export const exportColumns = (
  registry: Registry,
  resource: Resource,
  { columns: asked, labels = false, language }: LabelOptions & { readonly columns?: readonly string[] | undefined },
  organisation: string,
): ExportColumns => {
  if (!asked && !labels)
    return { columns: fieldColumns(resource), embeds: [], hasDeadlines: false, hasPremiums: false };
  const sources = sourcesOf(registry, resource);
  const names = asked ?? fieldColumns(resource).map(({ name }) => name);
  const unknown = names.flatMap((name, at) => (sources.has(name) ? [] : [{ name, at }]));
  if (unknown.length)
    throw invalid(
      unknown.map(({ name, at }) => ({
        path: ['columns', at],
        code: 'invalid_select_value',
        message: `${truncateForEcho(name)} is no column of ${resource.path}; did you mean ${closestMatch(name, [...sources.keys()])}?`,
      })),
    );
  const used = [...new Set(names)].flatMap((name) => sources.get(name) ?? []);
  return {
    columns: used.map((source) => columnOf(source, { labels, language }, organisation)),
    embeds: resource.embeds.filter((embed) => used.some((source) => source.embed?.as === embed.as)),
    hasDeadlines: used.some(({ name }) => name === DEADLINE),
    hasPremiums: used.some(({ name }) => name === PREMIUM),
  };
};
