/** Routes: collection x verb -> method, pattern, path numbers, scope, operation. */
import type { Code } from '../errors.ts';
import { type Key, keys } from '../model/keys.ts';
import type { CollectionOperation, SpecialOperation } from '../model/operation-names.ts';
import type { Registry } from '../model/registry.ts';
import type { Resource, Verb } from '../model/resource.ts';
import { table } from '../table.ts';
import { type Collection, nameBelow } from './collections.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** A number in a path and how a bad one is answered. */
export interface PathId {
  readonly name: Key;
  readonly error: Code;
}

/** One method at one address. */
interface AnyRoute {
  readonly method: Method;
  /** `customers/#/addresses/#`: what the path below `/v3/` looks like with `#` for numbers. */
  readonly pattern: string;
  readonly address: string;
  readonly pathIds: readonly PathId[];
  /** `v3:customers:read`; empty where the operation itself looks at the scopes. */
  readonly scope: string;
  /** JSON body expected, and how large it may be in bytes. */
  readonly bodyLimit: number;
  /** Members of the body that are content: they lie aside where they are large, or came as files of a form. */
  readonly fileMembers?: readonly string[];
}

/** A route of a collection. */
export interface CollectionRoute extends AnyRoute {
  readonly operation: CollectionOperation;
  readonly collection: Collection;
  readonly verb: Verb;
  /** Record kind above the collection's parent; its id is the first path number (rules 5.18). */
  readonly grandparent?: Resource;
}

/** A route that no collection gives. */
export interface SpecialRoute extends AnyRoute {
  readonly operation: SpecialOperation;
  readonly collection?: undefined;
  readonly grandparent?: undefined;
  readonly verb?: undefined;
}

export type Route = CollectionRoute | SpecialRoute;

/** JSON bodies other than uploads (rules 3.1). */
export const JSON_LIMIT = 8 * 1024 * 1024;
/** JSON bodies of uploads (rules 12.3). */
const UPLOAD_LIMIT = 40 * 1024 * 1024;

/** Keys of a body that carry a file, `file` an alias of `base64` (rules 16.6). */
export const FILE_KEYS = ['base64', 'file'] as const;
/** Operations whose body carries a file; it may be a form too (docs/decisions/0007). */
const UPLOADS = new Set<CollectionOperation>(['uploadDocument', 'submitToInbox']);

const methods: Readonly<Record<Verb, Method>> = table({
  list: 'GET',
  create: 'POST',
  retrieve: 'GET',
  update: 'PATCH',
  remove: 'DELETE',
});

const pathIdOf = (resource: Resource): PathId => ({
  name: resource.place.key,
  error: keys[resource.place.key].error,
});

const route = (collection: Collection, verb: Verb): CollectionRoute => {
  const { resource, parent } = collection;
  const item = verb === 'retrieve' || verb === 'update' || verb === 'remove';
  const method = methods[verb];
  const operation = resource.place.instead[verb] ?? verb;
  return {
    method,
    pattern: item ? `${collection.pattern}/#` : collection.pattern,
    address: item ? `${collection.address}/{${resource.place.key}}` : collection.address,
    pathIds: [...(parent ? [pathIdOf(parent)] : []), ...(item ? [pathIdOf(resource)] : [])],
    scope: `v3:${collection.scope}:${method === 'GET' ? 'read' : 'write'}`,
    operation,
    ...(UPLOADS.has(operation) ? { bodyLimit: UPLOAD_LIMIT, fileMembers: FILE_KEYS } : { bodyLimit: JSON_LIMIT }),
    collection,
    verb,
  };
};

/** The bytes of a document: `download` saves them, `content` shows them. */
const contentRoutes = (collection: Collection): CollectionRoute[] => {
  const read = route(collection, 'retrieve');
  const operations = { download: 'downloadDocument', content: 'showDocument' } as const;
  return Object.entries(operations).map(([name, operation]) => ({
    ...read,
    pattern: `${read.pattern}/${name}`,
    address: `${read.address}/${name}`,
    operation,
  }));
};

/** All derived routes of some collections. */
export const routesOf = (collections: readonly Collection[]): readonly CollectionRoute[] =>
  collections.flatMap((collection) => [
    ...collection.verbs.map((verb) => route(collection, verb)),
    ...(collection.resource.content === 'served' ? contentRoutes(collection) : []),
  ]);

/** Whether a collection holds annotations, or documents, of the records of its parent. */
const isAttached = ({ resource, parent }: Collection): boolean =>
  parent !== null && (resource.place.ownerSection || resource.place.alsoBelow.includes(parent.path));

/**
 * Routes of annotations and attached documents below the parent's own parents, `/v3/products/{kid}/portals/{id}/comments`: the
 * same operations on the same collection, with the id of the grandparent as first path number (rules 5.18).
 */
export const nestedRoutes = (routes: readonly CollectionRoute[], registry: Registry): readonly CollectionRoute[] =>
  routes.flatMap((inner) => {
    const { parent } = inner.collection;
    if (!parent || !isAttached(inner.collection)) return [];
    return parent.place.below.map((path) => {
      const grandparent = registry.get(path);
      const below = inner.pattern.slice(parent.path.length);
      return {
        ...inner,
        grandparent,
        pattern: `${path}/#/${nameBelow(parent)}${below}`,
        address: `/v3/${path}/{${grandparent.place.key}}/${nameBelow(parent)}${inner.address.slice(`/v3/${parent.path}`.length)}`,
        pathIds: [pathIdOf(grandparent), ...inner.pathIds],
      };
    });
  });
