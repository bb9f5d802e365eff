/**
 * Collections: an address plus the columns its path fixes (ARCHITECTURE.md). The fixed columns filter reads, fill
 * creates, are forbidden in bodies, and make another parent's record a 404.
 */
import type { Code } from '../../errors/api-error.ts';
import type { DerivedVerb, Resource, Verb } from '../../model/declaration/resource.ts';
import { contactGroup } from '../../model/parts/contact.ts';
import type { Registry } from '../../model/registry.ts';

/** A column whose value the path gives: a constant, or the path number at `number`. */
interface Fixed {
  readonly column: string;
  readonly constant?: string;
  readonly number?: number;
}

/** One address of a record kind. */
export interface Collection {
  /** Path below `/v3/` with `#` for numbers; `item` has one number more. */
  readonly pattern: string;
  /** Address in readable form, `/v3/customers/{kid}/addresses`. */
  readonly address: string;
  readonly resource: Resource;
  /** The parent record kind; its id is path number 0. */
  readonly parent: Resource | null;
  readonly fixed: readonly Fixed[];
  /** Keys that a body must not have because the path gives them (rules 3.3). */
  readonly forbidden: readonly string[];
  /** Scope family (rules 11.5). */
  readonly scope: string;
  readonly verbs: readonly Verb[];
  /** Error code of a create if the parent in the path is missing (rules 3.11). */
  readonly missingParent: Code;
}

/** Keys that bodies below a record must not have. */
const forbiddenBelow = (parent: Resource, ownerSection: boolean): readonly string[] => [
  ...(parent.nesting.key === contactGroup.key || parent.nesting.foreignKeyName || ownerSection
    ? [contactGroup.key]
    : []),
  ...(parent.nesting.foreignKeyName ? [parent.nesting.foreignKeyName] : []),
];

/** A record kind's name below a parent. */
export const nameBelow = (resource: Resource): string =>
  resource.nesting.at ?? resource.path.split('/').at(-1) ?? resource.path;

const numberName = (resource: Resource): string => `{${resource.nesting.key}}`;

/** @param column that holds the parent's id */
const below = (resource: Resource, parent: Resource, column = resource.nesting.parentColumn): Collection => ({
  pattern: `${parent.path}/#/${nameBelow(resource)}`,
  address: `/v3/${parent.path}/${numberName(parent)}/${nameBelow(resource)}`,
  resource,
  parent,
  fixed: [
    ...(resource.nesting.ownerSection ? [{ column: 'owner_section', constant: parent.path }] : []),
    { column, number: 0 },
  ],
  forbidden: forbiddenBelow(parent, resource.nesting.ownerSection),
  scope: resource.scope ?? parent.scope ?? '',
  verbs: resource.nesting.verbsBelow,
  missingParent: column === resource.nesting.parentColumn ? resource.codes.missingParent : 'record_not_found',
});

const ofItsOwn = (resource: Resource): Collection => ({
  pattern: resource.path,
  address: `/v3/${resource.path}`,
  resource,
  parent: null,
  fixed: [],
  forbidden: [],
  scope: resource.scope ?? '',
  verbs: resource.nesting.verbs,
  missingParent: resource.codes.missingParent,
});

/** Every collection of the registry; each annotated kind has the annotations as collections. */
export const collectionsOf = (registry: Registry): readonly Collection[] =>
  registry.resources.flatMap((resource) => [
    ...(resource.nesting.topLevel ? [ofItsOwn(resource)] : []),
    ...resource.nesting.below.map((parent) => below(resource, registry.get(parent))),
    ...resource.nesting.alsoBelow
      .map((parent) => registry.get(parent))
      .map((parent) => below(resource, parent, parent.nesting.foreignKeyName)),
    ...registry.resources
      .filter(({ annotated }) => annotated && resource.nesting.ownerSection)
      .map((owner) => below(resource, owner)),
  ]);

/**
 * Further verbs at the own address of a record kind: a soft delete by the common operation can be undone, many records
 * can be changed together, and a record that can be read has a history.
 */
export const derivedVerbs = ({ nesting: { topLevel, verbs, instead }, storage }: Resource): readonly DerivedVerb[] => [
  ...(topLevel && verbs.includes('remove') && !instead.remove && storage.removal === 'soft'
    ? (['restore'] as const)
    : []),
  ...(topLevel && verbs.includes('update') && verbs.includes('retrieve') ? (['bulk'] as const) : []),
  ...(topLevel && verbs.includes('retrieve') ? (['history'] as const) : []),
];

/** Whether a collection accepts batches. */
export const takesBatch = ({ resource, parent }: Collection): boolean =>
  resource.requests.batch === 'everywhere' || (resource.requests.batch === 'below' && parent !== null);
