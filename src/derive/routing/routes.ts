/** Routes: collection x verb -> method, pattern, path numbers, scope, operation. */
import type { Code } from '../../errors/api-error.ts';
import type { CallName } from '../../model/calls/index.ts';
import type { CollectionOperation, SpecialOperation } from '../../model/declaration/operation-names.ts';
import { keys, type PathKey } from '../../model/declaration/path-keys.ts';
import type { DerivedVerb, Resource, RouteVerb, Verb } from '../../model/declaration/resource.ts';
import type { Registry } from '../../model/registry.ts';
import { JSON_MIB, UPLOAD_MIB } from '../../shared/limits.ts';
import { lookupTable } from '../../shared/lookup-table.ts';
import { type Collection, derivedVerbs, nameBelow } from './collections.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A number in a path, and the error code of an invalid one. */
export interface PathId {
  readonly name: PathKey;
  readonly error: Code;
}

/** One method of one address. */
interface AnyRoute {
  readonly method: Method;
  /** `customers/#/addresses/#`: the path below `/v3/` with `#` for numbers. */
  readonly pattern: string;
  readonly address: string;
  readonly pathIds: readonly PathId[];
  /** The path has a name as one of its last two segments, `*` in the pattern. */
  readonly hasName?: true;
  /** `v3:customers:read`; empty if the operation itself checks the scopes. */
  readonly scope: string;
  /** Maximum bytes of a JSON body or form. */
  readonly bodyLimit: number;
  /** Members of the body with file content; large ones, and files of a form, are spooled to disk. */
  readonly fileMembers?: readonly string[];
  /** Maximum bytes of a file of a form, where it is not that of documents; the body is a form then, never JSON. */
  readonly formFileLimit?: number;
}

/** A route of a collection. */
export interface CollectionRoute extends AnyRoute {
  readonly operation: CollectionOperation;
  readonly collection: Collection;
  readonly verb: RouteVerb;
  /** Record kind above the collection's parent; its id is the first path number (rules 5.18). */
  readonly grandparent?: Resource;
}

/** A route without a collection. */
export interface SpecialRoute extends AnyRoute {
  /** Its name, or that of its declared call. */
  readonly operation: SpecialOperation | CallName;
  readonly collection?: undefined;
  readonly grandparent?: undefined;
  readonly verb?: undefined;
}

export type Route = CollectionRoute | SpecialRoute;

/** Bytes of a JSON body other than an upload. */
export const JSON_LIMIT = JSON_MIB * 1024 * 1024;
const UPLOAD_LIMIT = UPLOAD_MIB * 1024 * 1024;

/** Keys of a body that have file content; `file` is an alias of `base64` (rules 16.6). */
export const FILE_KEYS = ['base64', 'file'] as const;
/** Operations whose body has file content; it can be a form too (docs/decisions/0007). */
const UPLOADS = new Set<CollectionOperation>(['uploadDocument', 'submitToInbox']);

const methods: Readonly<Record<Verb, Method>> = lookupTable({
  list: 'GET',
  create: 'POST',
  retrieve: 'GET',
  update: 'PATCH',
  remove: 'DELETE',
});

const pathIdOf = (resource: Resource): PathId => ({
  name: resource.nesting.key,
  error: keys[resource.nesting.key].error,
});

const route = (collection: Collection, verb: Verb): CollectionRoute => {
  const { resource, parent } = collection;
  const item = verb === 'retrieve' || verb === 'update' || verb === 'remove';
  const method = methods[verb];
  const operation = resource.nesting.instead[verb] ?? verb;
  return {
    method,
    pattern: item ? `${collection.pattern}/#` : collection.pattern,
    address: item ? `${collection.address}/{${resource.nesting.key}}` : collection.address,
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

/** POST `{address}/{id}/restore`. */
const restoreRoute = (collection: Collection): CollectionRoute => {
  const remove = route(collection, 'remove');
  return {
    ...remove,
    method: 'POST',
    pattern: `${remove.pattern}/restore`,
    address: `${remove.address}/restore`,
    operation: 'restore',
    verb: 'restore',
  };
};

/** GET `{address}/{id}/history`. */
const historyRoute = (collection: Collection): CollectionRoute => {
  const read = route(collection, 'retrieve');
  return {
    ...read,
    pattern: `${read.pattern}/history`,
    address: `${read.address}/history`,
    operation: 'readHistory',
    verb: 'history',
  };
};

/** POST `{address}/bulk`. */
const bulkRoute = (collection: Collection): CollectionRoute => ({
  ...route(collection, 'create'),
  pattern: `${collection.pattern}/bulk`,
  address: `${collection.address}/bulk`,
  operation: 'bulk',
  verb: 'bulk',
});

const derivedRoutes: Readonly<Record<DerivedVerb, (collection: Collection) => CollectionRoute>> = lookupTable({
  restore: restoreRoute,
  bulk: bulkRoute,
  history: historyRoute,
});

/** All derived routes of the given collections. */
export const routesOf = (collections: readonly Collection[]): readonly CollectionRoute[] =>
  collections.flatMap((collection) => [
    ...collection.verbs.map((verb) => route(collection, verb)),
    ...(collection.parent ? [] : derivedVerbs(collection.resource).map((verb) => derivedRoutes[verb](collection))),
    ...(collection.resource.content === 'served' ? contentRoutes(collection) : []),
  ]);

/** Whether a collection has annotations or documents of its parent's records. */
const isAttached = ({ resource, parent }: Collection): boolean =>
  parent !== null && (resource.nesting.ownerSection || resource.nesting.alsoBelow.includes(parent.path));

/**
 * Routes of annotations and attached documents below the parent's own parents, `/v3/products/{kid}/portals/{id}/comments`: the
 * same operations on the same collection, with the id of the grandparent as first path number (rules 5.18).
 */
export const nestedRoutes = (routes: readonly CollectionRoute[], registry: Registry): readonly CollectionRoute[] =>
  routes.flatMap((inner) => {
    const { parent } = inner.collection;
    if (!parent || !isAttached(inner.collection)) return [];
    return parent.nesting.below.map((path) => {
      const grandparent = registry.get(path);
      const below = inner.pattern.slice(parent.path.length);
      return {
        ...inner,
        grandparent,
        pattern: `${path}/#/${nameBelow(parent)}${below}`,
        address: `/v3/${path}/{${grandparent.nesting.key}}/${nameBelow(parent)}${inner.address.slice(`/v3/${parent.path}`.length)}`,
        pathIds: [pathIdOf(grandparent), ...inner.pathIds],
      };
    });
  });
