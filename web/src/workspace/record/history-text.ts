/** Entries of the history of a record in words. */
import { nameOf } from '../../i18n/label-of.ts';
import type { useTranslation } from '../../i18n/use-translation.ts';
import type { Field, Schema } from '../schema/schema.ts';
import type { Section } from '../schema/section.ts';
import { type Context, textOf } from '../schema/shown.ts';

interface Change {
  readonly from: unknown;
  readonly to: unknown;
}

/** An entry as the API answers it. */
export interface Entry {
  readonly at: string;
  readonly who: { readonly token_id?: number; readonly name: string | null } | null;
  readonly action: string;
  readonly section: string;
  readonly id: number;
  readonly changes: Readonly<Record<string, Change>>;
  /** The merged customer whose entry it was. */
  readonly merged_from?: number;
}

/** A changed field; without texts the value is secret. */
interface Line {
  readonly name: string;
  readonly label: string;
  readonly from?: string;
  readonly to?: string;
}

/** An entry in words. */
export interface EntryText {
  readonly sentence: string;
  /** Values of a row that was added or deleted. */
  readonly values: string;
  readonly lines: readonly Line[];
}

export interface HistoryWording {
  readonly t: ReturnType<typeof useTranslation<'history'>>['t'];
  readonly section: Section;
  readonly schema: Schema;
  readonly context: Context;
}

/** The record kinds that numbers of annotations name; without one the value is a text. */
const NAMED: Readonly<Record<string, string>> = {
  kid_user: 'users',
  tag_id: 'system/tags',
  kid_beziehung: 'customers',
};

/** Fields that people can change; undefined where the page has no schema of the part. */
const fieldsOf = (
  { section: path }: Entry,
  { section, schema }: HistoryWording,
): ReadonlyMap<string, Field> | undefined => {
  if (path === section.path) return schema.fields;
  const part = section.parts.find((one) => one.path === path);
  return part && schema.parts.get(part.embed);
};

/** The text of an annotation, or the record that it names. */
const annotationText = ({ changes }: Entry, side: keyof Change, { names }: Context): string => {
  const sideOf = (name: string): unknown => changes[name]?.[side];
  const named = (kind: string, name: string): string => names[kind]?.[String(sideOf(name))] ?? '';
  if (changes.foreign_id) return named(String(sideOf('foreign_section')), 'foreign_id');
  const [name] = Object.keys(NAMED).filter((one) => changes[one]);
  return name ? named(NAMED[name] ?? '', name) : String(sideOf('text') ?? sideOf('name') ?? '');
};

const linesOf = (entry: Entry, fields: ReadonlyMap<string, Field>, { t, context }: HistoryWording): readonly Line[] =>
  Object.entries(entry.changes).flatMap(([name, { from, to }]): Line[] => {
    const field = fields.get(name);
    if (!field || field.readOnly) return [];
    if (field.kind === 'secret') return [{ name, label: field.label }];
    const [before, after] = [from, to].map((value) => textOf(field, value, context) || t('empty'));
    return [{ name, label: field.label, from: before ?? '', to: after ?? '' }];
  });

/** The values of a row in one line; of flags the label of those that are set. */
const rowText = (
  { changes }: Entry,
  side: keyof Change,
  fields: ReadonlyMap<string, Field>,
  context: Context,
): string =>
  Object.entries(changes)
    .flatMap(([name, change]) => {
      const field = fields.get(name);
      if (!field || field.readOnly || field.kind === 'secret') return [];
      if (field.kind === 'flag' || field.kind === 'boolean') return change[side] ? [field.label] : [];
      return textOf(field, change[side], context) || [];
    })
    .join(' · ');

const whoOf = ({ who }: Entry, { t }: HistoryWording): string => {
  if (!who) return t('automatic');
  return who.token_id === undefined ? (who.name ?? t('unknown')) : t('token', { name: who.name ?? who.token_id });
};

/** The record, or its part, as the object of the sentence. */
const objectOf = ({ section: path }: Entry, { t, section }: HistoryWording): string => {
  if (path === section.path) return t('record');
  return nameOf('history:things', path, t('part', { name: nameOf('records:parts', path) }));
};

export const describeEntry = (entry: Entry, wording: HistoryWording): EntryText => {
  const { t, section, context } = wording;
  const fields = fieldsOf(entry, wording);
  const isPart = entry.section !== section.path;
  const lines = fields ? linesOf(entry, fields, wording) : [];
  const action = isPart && entry.action === 'insert' ? 'add' : entry.action;
  const plain = t('sentence', {
    who: whoOf(entry, wording),
    what: nameOf('history:did', action, action, { what: objectOf(entry, wording) }),
  });
  const number = entry.merged_from;
  const sentence = number ? t('mergedFrom', { sentence: plain, number }) : plain;
  if (entry.action === 'update') return { sentence, values: fields ? '' : annotationText(entry, 'to', context), lines };
  if (!isPart) return { sentence, values: '', lines: [] };
  const side = entry.action === 'delete' ? 'from' : 'to';
  return {
    sentence,
    values: fields ? rowText(entry, side, fields, context) : annotationText(entry, side, context),
    lines: [],
  };
};
