/** The list of everything that exists. Contradictions between declarations end the start, not a request. */
import { activities } from './activities.ts';
import { comments, followers, tagAssignments } from './annotations.ts';
import { addresses, banking, contactDetails, identity, jobs, numbers } from './contact-parts.ts';
import { contactPersons, portals } from './contact-persons.ts';
import { contracts, persons, tariffs } from './contracts.ts';
import { customers } from './customers.ts';
import { damages } from './damages.ts';
import { documents } from './documents.ts';
import { finances } from './finances.ts';
import { folders } from './folders.ts';
import { goals } from './goals.ts';
import { inbox } from './inbox.ts';
import { links } from './links.ts';
import { optionLists } from './option-lists.ts';
import { products } from './products.ts';
import { relations } from './relations.ts';
import type { Resource } from './resource.ts';
import { tags } from './tags.ts';
import { users } from './users.ts';

/** Lists that exist only as an organisation's settings fill them. */
const ORGANISATION_LISTS: readonly string[] = ['sparten', 'abrFirma'];

/** All record kinds, parts and annotations by path. */
export interface Registry {
  readonly resources: readonly Resource[];
  /** The declaration of a path; an unknown one is a mistake of ours. */
  get(path: string): Resource;
}

const refuse = (resource: Resource, what: string): never => {
  throw new Error(`Declaration of ${resource.path}: ${what}`);
};

const check = (resource: Resource, known: ReadonlyMap<string, Resource>, lists: readonly string[]): void => {
  for (const path of [...resource.below, ...resource.embeds.map((embed) => embed.of)]) {
    if (!known.has(path)) refuse(resource, `names the unknown record kind ${path}`);
  }
  for (const path of Object.values(resource.nested)) if (!known.has(path)) refuse(resource, `nests unknown ${path}`);
  for (const [name, field] of Object.entries(resource.fields)) {
    if (!/^[a-z][a-z0-9_]*$/.test(name)) refuse(resource, `field ${name} is no plain lower-case name`);
    if (field.list && !lists.includes(field.list)) {
      refuse(resource, `field ${name} names the unknown option list ${field.list}`);
    }
    if (field.sameAs && !resource.fields[field.sameAs]) refuse(resource, `field ${name} is the same as nothing`);
    for (const to of field.reference?.to ?? []) if (!known.has(to)) refuse(resource, `field ${name} refers to ${to}`);
  }
  if (!resource.scope && resource.topLevel) refuse(resource, 'has addresses of its own and no scope');
};

/**
 * Makes the registry of a list of declarations.
 * @throws Error that names the declaration and what contradicts.
 */
export const buildRegistry = (
  resources: readonly Resource[],
  lists: readonly string[] = [...Object.keys(optionLists), ...ORGANISATION_LISTS],
): Registry => {
  const known = new Map(resources.map((resource) => [resource.path, resource]));
  if (known.size !== resources.length) throw new Error('Two declarations have the same path');
  for (const resource of resources) check(resource, known, lists);
  return Object.freeze({
    resources,
    get: (path: string) => known.get(path) ?? refuse({ path } as Resource, 'does not exist'),
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
