/** Targets of the columns of a table: the fields of a record kind and of its parts. */

import type { Field } from '../../model/declaration/field-shape.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import type { Registry } from '../../model/registry.ts';
import { COLUMN_NAMES } from '../../model/seed/column-names.ts';
import { cleanText } from '../../shared/value-form.ts';
import type { ReadOptions } from '../format.ts';
import { foldName } from './fold-name.ts';
import { type OwnerRole, ownerTargets, partSection, partsOf, wordsOf } from './part-sections.ts';

/** The target of columns that hold the id of the record in another system. */
export const EXTERNAL_ID = 'external_id';

/** The target of a column. */
export interface Target {
  /** `name`, `addresses.strasse`, `contacts.Telefon`, `external_id`. */
  readonly name: string;
  /** Undefined for the external id. */
  readonly field?: Field;
  /** Name of the field, and path of the part that has it. */
  readonly fieldName: string;
  readonly part?: string;
  /** Further values of the row of the part: the kind of a telephone number. */
  readonly also?: Readonly<Record<string, unknown>>;
  /** In a table of a part: it finds the record of the row. */
  readonly owner?: OwnerRole;
}

const isWritable = (field: Field): boolean => !field.server;

/** Parts with a kind and a value have a column for each kind: `contacts.Telefon`, `numbers.Steuernummer`. */
const ofKinds = ({ path, fields }: Resource): Target[] => {
  const { art, wert } = fields;
  if (!art?.options || !wert) return [];
  return art.options.map(({ value, display }) => ({
    name: `${path}.${display}`,
    field: wert,
    fieldName: 'wert',
    part: path,
    also: { art: value },
  }));
};

const EXTERNAL: Target = { name: EXTERNAL_ID, fieldName: EXTERNAL_ID };

/** All targets of a record kind, or of a table of a part; earlier ones win where two have the same label. */
export const targetsOf = (registry: Registry, section: string): readonly Target[] => {
  const kind = partSection(registry, section);
  if (kind) {
    const { part } = kind;
    const fields = Object.entries(part.fields).filter(([, field]) => isWritable(field));
    return [
      ...fields.map(([name, field]): Target => ({ name, fieldName: name, field, part: part.path })),
      ...ofKinds(part).map((target) => ({ ...target, name: target.name.slice(part.path.length + 1) })),
      ...ownerTargets(registry, kind),
      EXTERNAL,
    ];
  }
  const own = Object.entries(registry.get(section).fields).filter(([, field]) => isWritable(field));
  const main = own.map(([name, field]): Target => ({ name, fieldName: name, field }));
  const below = partsOf(registry, section).flatMap((part) => [
    ...ofKinds(part),
    ...Object.entries(part.fields)
      .filter(([, field]) => isWritable(field))
      .map(([name, field]): Target => ({ name: `${part.path}.${name}`, fieldName: name, field, part: part.path })),
  ]);
  return [...main, ...below, EXTERNAL];
};

/** Folded headers of the targets of a record kind. */
const buildHeaderIndex = (registry: Registry, section: string): ReadonlyMap<string, Target> => {
  const targets = targetsOf(registry, section);
  const index = new Map<string, Target>();
  const add = (header: string, target: Target | undefined): void => {
    const key = foldName(header);
    if (target && key && !index.has(key)) index.set(key, target);
  };
  const named = new Map(targets.map((target) => [target.name, target]));
  // Words of the record kind come before labels: the customer number of a contract is the customer.
  for (const [name, headers] of wordsOf(registry, section)) for (const header of headers) add(header, named.get(name));
  for (const target of targets) add(target.name, target);
  for (const target of targets)
    if (target.field) add(target.also ? (target.name.split('.').at(-1) ?? '') : target.field.label, target);
  for (const target of targets) if (target.part && !target.also) add(target.fieldName, target);
  for (const [name, headers] of Object.entries(COLUMN_NAMES['*'] ?? {}))
    for (const header of headers) add(header, named.get(name));
  return index;
};

const headerIndices = new WeakMap<Registry, Map<string, ReadonlyMap<string, Target>>>();

const headerIndex = (registry: Registry, section: string): ReadonlyMap<string, Target> => {
  const known = headerIndices.get(registry) ?? new Map<string, ReadonlyMap<string, Target>>();
  headerIndices.set(registry, known);
  const index = known.get(section) ?? buildHeaderIndex(registry, section);
  known.set(section, index);
  return index;
};

/** Guesses the targets of columns by their headers; '' for those that are left out. */
export const guessMapping = (
  headers: readonly string[],
  registry: Registry,
  section: string,
): Readonly<Record<string, string>> => {
  const index = headerIndex(registry, section);
  const ranks = new Map([...index.keys()].map((key, at) => [key, at]));
  const rankOf = (header: string): number => ranks.get(foldName(header)) ?? ranks.size;
  /** The header that each target is taken from: the one that is named first. */
  const best = new Map<string, string>();
  for (const header of headers) {
    const { name } = index.get(foldName(header)) ?? {};
    const other = name === undefined ? undefined : best.get(name);
    if (name !== undefined && (other === undefined || rankOf(header) < rankOf(other))) best.set(name, header);
  }
  return Object.fromEntries(
    headers.map((header) => {
      const own = index.get(foldName(header));
      // Each telephone number is a row of its own.
      if (own && (own.also || best.get(own.name) === header)) return [header, own.name];
      // `Ort (2)` is the town of a second address.
      const again = own ? undefined : index.get(foldName(header.replace(/ \(?[2-9]\)?$/, '')));
      return [header, again?.part ? again.name : ''];
    }),
  );
};

/** Record kinds whose tables are guessed, the most usual first. */
const GUESSED = ['customers', 'contracts', 'damages', 'finances', 'goals', 'activities', 'products'];

type Kinds = Pick<ReadOptions, 'section' | 'sections' | 'mapping'>;

/** The part of a mapping that is about one of several record kinds, with its targets as those of a file of this kind. */
export const mappingOf = ({ sections, mapping = {} }: Kinds, section: string): Readonly<Record<string, string>> => {
  if (!sections) return mapping;
  const prefix = `${section}.`;
  return Object.fromEntries(
    Object.entries(mapping).flatMap(([header, target]) =>
      target.startsWith(prefix) ? [[header, target.slice(prefix.length)]] : [],
    ),
  );
};

/** Guesses the targets of columns of several record kinds: a header that several know is of the first. */
export const guessSections = (
  headers: readonly string[],
  registry: Registry,
  sections: readonly string[],
): Readonly<Record<string, string>> => {
  const guesses = sections.map((section) => [section, guessMapping(headers, registry, section)] as const);
  return Object.fromEntries(
    headers.map((header) => {
      const [section, guess] = guesses.find(([, mapping]) => mapping[header]) ?? [];
      return [header, guess ? `${section}.${guess[header]}` : ''];
    }),
  );
};

/** Headers of a row that have a target, by the record kind of the table; without one where rows are of several kinds. */
export const countKnown = (
  headers: readonly string[],
  registry: Registry,
  given: Kinds,
): { readonly section?: string; readonly known: number } => {
  const { section, sections, mapping = {} } = given;
  if (sections) {
    const all = { ...guessSections(headers, registry, sections), ...mapping };
    return { known: headers.filter((header) => all[header]).length };
  }
  const found = (path: string): number => {
    const targets = targetsByHeader(mapping, registry, path);
    const guessed = guessMapping(headers, registry, path);
    return headers.filter((header) => targets.has(header) || (guessed[header] && mapping[header] !== '')).length;
  };
  return (section ? [section] : GUESSED)
    .map((path) => ({ section: path, known: found(path) }))
    .reduce((best, next) => (next.known > best.known ? next : best));
};

/** The targets of a mapping by header. Unknown targets are left out. */
export const targetsByHeader = (
  mapping: Readonly<Record<string, string>>,
  registry: Registry,
  section: string,
): ReadonlyMap<string, Target> => {
  // Ids of this service find records, and are written nowhere.
  const part = partSection(registry, section)?.part;
  const ids = Object.entries((part ?? registry.get(section)).fields)
    .filter(([name, { sameAs }]) => (sameAs ?? name) === 'id')
    .map(([name, field]): Target => ({ name, fieldName: name, field, ...(part ? { part: part.path } : {}) }));
  const targets = new Map([...ids, ...targetsOf(registry, section)].map((target) => [foldName(target.name), target]));
  return new Map(
    Object.entries(mapping).flatMap(([header, name]): [string, Target][] => {
      const target = targets.get(foldName(name));
      return target ? [[cleanText(header, {}), target]] : [];
    }),
  );
};
