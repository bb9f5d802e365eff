/** Tables of parts and annotations: each row completes the record that it names (docs/imports.md, "Parts and annotations"). */
import type { Field, Values } from '../../model/declaration/field-shape.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { annotations, parts } from '../../model/ownership.ts';
import type { Registry } from '../../model/registry.ts';
import { COLUMN_NAMES } from '../../model/seed/column-names.ts';

const isWritten = ({ nesting, storage, content }: Resource): boolean =>
  nesting.verbsBelow.includes('create') && !nesting.instead.create && storage.stored && !content;

/** Parts that a record kind can be created with: rows below it without addresses of their own. */
export const partsOf = (registry: Registry, section: string): readonly Resource[] =>
  parts(registry, { path: section }).filter(isWritten);

/** Annotations that rows of a file can give the records of a kind. */
export const annotationsOf = (registry: Registry, section: string): readonly Resource[] =>
  annotations(registry, { path: section }).filter(isWritten);

/** A table of a part or an annotation. */
export interface PartSection {
  readonly part: Resource;
  /** The record kind; empty where a column names the kind of each record. */
  readonly owner: string;
  /** Columns that name the record: the first as it is stored, others as requests and answers call it. */
  readonly names: readonly string[];
}

/** The column with the record kind of each row. */
const SECTION = 'owner_section';

const namesOf = ({ nesting }: Resource, owner: Resource | undefined): readonly string[] => {
  const { key = 'id', foreignKeyName } = owner?.nesting ?? {};
  return [
    ...new Set([nesting.parentColumn, ...(key === 'id' ? [] : [key]), ...(foreignKeyName ? [foreignKeyName] : [])]),
  ];
};

/** The part of a section such as `customers/addresses`, or `comments` of all record kinds; undefined for other sections. */
export const partSection = (registry: Registry, section: string): PartSection | undefined => {
  const own = registry.find(section);
  if (own) {
    const isAnnotation = own.nesting.ownerSection && isWritten(own);
    return isAnnotation ? { part: own, owner: '', names: namesOf(own, undefined) } : undefined;
  }
  const at = section.lastIndexOf('/');
  const owner = registry.find(section.slice(0, Math.max(at, 0)));
  const below = owner ? [...partsOf(registry, owner.path), ...annotationsOf(registry, owner.path)] : [];
  const part = below.find(({ path }) => path === section.slice(at + 1));
  return owner && part ? { part, owner: owner.path, names: namesOf(part, owner) } : undefined;
};

/** How a column of such a table finds the record of its row. */
export type OwnerRole = 'named' | 'value' | 'section';

interface OwnerTarget {
  readonly name: string;
  readonly fieldName: string;
  readonly field?: Field;
  readonly owner: OwnerRole;
}

/** Targets of the columns that find the record of a row: its number or id, its kind, fields that it is matched by. */
export const ownerTargets = (registry: Registry, { part, owner, names }: PartSection): readonly OwnerTarget[] => [
  ...names.map((name): OwnerTarget => ({ name, fieldName: name, owner: 'named' })),
  ...(part.nesting.ownerSection ? [{ name: SECTION, fieldName: SECTION, owner: 'section' as const }] : []),
  ...Object.entries(registry.find(owner)?.fields ?? {})
    .filter(([, { server }]) => !server)
    .map(([name, field]): OwnerTarget => ({ name: `${owner}.${name}`, fieldName: name, field, owner: 'value' })),
];

/** Words for the columns of a section, by target; those of a part are among the words of its record kind. */
export const wordsOf = (registry: Registry, section: string): readonly (readonly [string, readonly string[]])[] => {
  const kind = partSection(registry, section);
  if (!kind) return Object.entries(COLUMN_NAMES[section] ?? {});
  const prefix = `${kind.part.path}.`;
  const words = ['*', kind.owner].flatMap((of) => Object.entries(COLUMN_NAMES[of] ?? {}));
  return words.flatMap(([name, headers]) => {
    if (name === 'nummer') return [[kind.names[0] ?? '', headers] as const];
    return name.startsWith(prefix) ? [[name.slice(prefix.length), headers] as const] : [];
  });
};

/** The record that a row completes, as its columns name it. */
export interface RowOwner {
  named?: string;
  section?: string;
  readonly values: Record<string, unknown>;
}

/** The members of a source record that follow from its owner. */
export const ownedRecord = (
  { part, owner }: PartSection,
  { named, section = owner, values }: RowOwner,
  rows: readonly Values[],
) => ({
  section,
  values: {},
  parts: { [part.path]: rows },
  owner: { ...(named === undefined ? {} : { named }), values },
  onlyStored: true,
});
