/** The catalogue of event names (rules 7.1). */
import type { Registry } from '../model/registry.ts';
import type { Resource } from '../model/resource.ts';
import { scopeFamilies } from '../scope-families.ts';
import { table } from '../table.ts';
import { eventFamily } from './change.ts';
import { collectionsOf } from './collections.ts';

/** The connection test, always available. */
export const PING = 'webhook.ping';

const actions = { create: 'insert', update: 'update', remove: 'delete' } as const;

const ofResource = (resource: Resource): string[] =>
  Object.entries(actions)
    .filter(([verb]) => [...resource.place.verbs, ...resource.place.verbsBelow].includes(verb as keyof typeof actions))
    .filter(([verb]) => resource.place.topLevel || resource.place.verbsBelow.includes(verb as keyof typeof actions))
    .map(([, action]) => `${eventFamily(resource)}.${action}`);

/** Every event a webhook can want. */
export const eventNames = (registry: Registry): readonly string[] => [
  ...registry.resources.flatMap(ofResource),
  ...registry.resources.flatMap((resource) =>
    Object.keys(resource.events.further).map((action) => `${eventFamily(resource)}.${action}`),
  ),
];

const ACTIONS: Readonly<Record<string, readonly string[]>> = table(scopeFamilies);

/**
 * The scopes that a token needs to be told of events, by their families: those that read the records themselves. Parts and
 * annotations hang on several kinds, and an event's name does not say on which.
 */
export const eventScopes = (registry: Registry): ReadonlyMap<string, ReadonlySet<string>> => {
  const scopes = new Map<string, Set<string>>();
  for (const { resource, scope } of collectionsOf(registry)) {
    const family = eventFamily(resource);
    const reads = ACTIONS[scope]?.includes('read');
    scopes.set(family, (scopes.get(family) ?? new Set()).add(`v3:${scope}:${reads ? 'read' : 'write'}`));
  }
  return scopes;
};

/** Family of an event: `customers` of `customers.insert`. */
export const familyOf = (eventName: string): string => eventName.slice(0, eventName.lastIndexOf('.'));
