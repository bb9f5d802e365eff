/** The list of everything that exists. Contradictions between declarations end the start, not a request. */

import type { Resource } from './declaration/resource.ts';
import { validateAddedFields, validateDeclaration } from './declaration/validate-declaration.ts';
import { comments, followers, tagAssignments } from './parts/annotations.ts';
import { addresses, banking, contactDetails, identity, jobs, numbers } from './parts/contact-parts.ts';
import { contactPersons, portals } from './parts/contact-persons.ts';
import { links } from './parts/links.ts';
import { relations } from './parts/relations.ts';
import { activities } from './records/activities.ts';
import { contracts, persons, tariffs } from './records/contracts.ts';
import { customers } from './records/customers.ts';
import { damages } from './records/damages.ts';
import { documents } from './records/documents.ts';
import { finances } from './records/finances.ts';
import { folders } from './records/folders.ts';
import { goals } from './records/goals.ts';
import { inbox } from './records/inbox.ts';
import { inboxRules } from './records/inbox-rules.ts';
import { products } from './records/products.ts';
import { tags } from './records/tags.ts';
import { templates } from './records/templates.ts';
import { users } from './records/users.ts';
import { views } from './records/views.ts';
import { listNames } from './seed/option-lists.ts';

/** All record kinds, parts and annotations by path. */
export interface Registry {
  readonly resources: readonly Resource[];
  /** The declaration of a path; an unknown one is a mistake of ours. */
  get(path: string): Resource;
  /** The declaration of a path that a caller or a file gives. */
  find(path: string): Resource | undefined;
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
  for (const resource of resources) (resource.origin ? validateAddedFields : validateDeclaration)(resource, world);
  return Object.freeze({
    resources,
    find: (path: string) => known.get(path),
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
  views,
  templates,
  inboxRules,
  comments,
  followers,
  tagAssignments,
  links,
  relations,
];

/** The registry of the service. */
export const registry = buildRegistry(declarations);
