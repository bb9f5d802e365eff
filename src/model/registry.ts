/** The list of everything that exists. Contradictions between declarations end the start, not a request. */
import { activities } from './activities.ts';
import { comments, followers, tagAssignments } from './annotations.ts';
import { addresses, banking, contactDetails, identity, jobs, numbers } from './contact-parts.ts';
import { contactPersons, portals } from './contact-persons.ts';
import { contracts, persons, tariffs } from './contracts.ts';
import { checkAddedFields, checkDeclaration } from './contradictions.ts';
import { customers } from './customers.ts';
import { damages } from './damages.ts';
import { documents } from './documents.ts';
import { finances } from './finances.ts';
import { folders } from './folders.ts';
import { goals } from './goals.ts';
import { inbox } from './inbox.ts';
import { links } from './links.ts';
import { listNames } from './option-lists.ts';
import { products } from './products.ts';
import { relations } from './relations.ts';
import type { Resource } from './resource.ts';
import { tags } from './tags.ts';
import { users } from './users.ts';

/** All record kinds, parts and annotations by path. */
export interface Registry {
  readonly resources: readonly Resource[];
  /** The declaration of a path; an unknown one is a mistake of ours. */
  get(path: string): Resource;
}

/**
 * Makes the registry of a list of declarations.
 * @throws Error that names the declaration, the trait, its value and what there is (contradictions.ts)
 */
export const buildRegistry = (resources: readonly Resource[], lists: readonly string[] = listNames): Registry => {
  const known = new Map(resources.map((resource) => [resource.path, resource]));
  if (known.size !== resources.length) {
    const twice = resources.find((resource) => known.get(resource.path) !== resource);
    throw new Error(`Two declarations have the same path: ${twice?.path}`);
  }
  const world = { kinds: known, lists };
  for (const resource of resources) (resource.origin ? checkAddedFields : checkDeclaration)(resource, world);
  return Object.freeze({
    resources,
    get: (path: string) => {
      const resource = known.get(path);
      if (!resource) throw new Error(`There is no declaration of ${path}.`);
      return resource;
    },
  });
};

/** Everything the service ships with. */
export const declarations: readonly Resource[] = [
  customers,
  products,
  users,
  addresses,
  contactDetails,
  banking,
  numbers,
  identity,
  jobs,
  contracts,
  persons,
  tariffs,
  damages,
  documents,
  folders,
  inbox,
  activities,
  finances,
  goals,
  contactPersons,
  portals,
  tags,
  comments,
  followers,
  tagAssignments,
  links,
  relations,
];

/** The registry of the service. */
export const registry = buildRegistry(declarations);
