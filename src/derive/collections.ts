/**
 * Collections: an address plus the columns its path fixes (ARCHITECTURE.md). The fixed columns filter reads, fill
 * creates, are forbidden in bodies, and make another parent's record a 404.
 */
import type { Code } from '../errors.ts';
import { contactGroup } from '../model/contact.ts';
import type { Registry } from '../model/registry.ts';
import type { Resource, Verb } from '../model/resource.ts';

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
  /** Address as people read it, `/v3/customers/{kid}/addresses`. */
  readonly address: string;
  readonly resource: Resource;
  /** The record kind it lies below; its id is path number 0. */
  readonly parent: Resource | null;
  readonly fixed: readonly Fixed[];
  /** Keys that a body must not have because the path gives them (rules 3.3). */
  readonly forbidden: readonly string[];
  /** Scope family (rules 11.5). */
  readonly scope: string;
  readonly verbs: readonly Verb[];
  /** Code of a create where the parent in the path is missing (rules 3.11). */
  readonly missingParent: Code;
}

/** Keys that bodies below a record must not have. */
const forbiddenBelow = (parent: Resource, ownerSection: boolean): readonly string[] => [
  ...(parent.place.key === contactGroup.key || parent.place.knownBelowAs || ownerSection ? [contactGroup.key] : []),
  ...(parent.place.knownBelowAs ? [parent.place.knownBelowAs] : []),
];

/** A record kind's name below a parent. */
export const nameBelow = (resource: Resource): string =>
  resource.place.at ?? resource.path.split('/').at(-1) ?? resource.path;

const numberName = (resource: Resource): string => `{${resource.place.key}}`;

/** @param column that holds the parent's id */
const below = (resource: Resource, parent: Resource, column = resource.place.parentColumn): Collection => ({
  pattern: `${parent.path}/#/${nameBelow(resource)}`,
  address: `/v3/${parent.path}/${numberName(parent)}/${nameBelow(resource)}`,
  resource,
  parent,
  fixed: [
    ...(resource.place.ownerSection ? [{ column: 'owner_section', constant: parent.path }] : []),
    { column, number: 0 },
  ],
  forbidden: forbiddenBelow(parent, resource.place.ownerSection),
  scope: resource.scope ?? parent.scope ?? '',
  verbs: resource.place.verbsBelow,
  missingParent: column === resource.place.parentColumn ? resource.codes.missingParent : 'record_not_found',
});

const ofItsOwn = (resource: Resource): Collection => ({
  pattern: resource.path,
  address: `/v3/${resource.path}`,
  resource,
  parent: null,
  fixed: [],
  forbidden: [],
  scope: resource.scope ?? '',
  verbs: resource.place.verbs,
  missingParent: resource.codes.missingParent,
});

/** Every collection of the registry; annotations hang on each kind that is annotated. */
export const collectionsOf = (registry: Registry): readonly Collection[] =>
  registry.resources.flatMap((resource) => [
    ...(resource.place.topLevel ? [ofItsOwn(resource)] : []),
    ...resource.place.below.map((parent) => below(resource, registry.get(parent))),
    ...resource.place.alsoBelow
      .map((parent) => registry.get(parent))
      .map((parent) => below(resource, parent, parent.place.knownBelowAs)),
    ...registry.resources
      .filter(({ annotated }) => annotated && resource.place.ownerSection)
      .map((owner) => below(resource, owner)),
  ]);

/** Whether a collection takes batches. */
export const takesBatch = ({ resource, parent }: Collection): boolean =>
  resource.bodies.batch === 'everywhere' || (resource.bodies.batch === 'below' && parent !== null);
