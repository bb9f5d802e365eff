/** The catalogue of event names (rules 7.1). */

import type { Resource } from '../../model/declaration/resource.ts';
import type { Registry } from '../../model/registry.ts';
import { lookupTable } from '../../shared/lookup-table.ts';
import { scopeFamilies } from '../../shared/scope-families.ts';
import { collectionsOf } from '../routing/collections.ts';
import { eventFamily } from './record-diff.ts';

/** The connection test, always available. */
export const PING = 'webhook.ping';

/** An import was applied; its payload is the job with its counts. */
export const IMPORT_DONE = 'imports.done';

const actions = { create: 'insert', update: 'update', remove: 'delete' } as const;

const ofResource = (resource: Resource): string[] =>
  Object.entries(actions)
    .filter(([verb]) =>
      [...resource.nesting.verbs, ...resource.nesting.verbsBelow].includes(verb as keyof typeof actions),
    )
    .filter(([verb]) => resource.nesting.topLevel || resource.nesting.verbsBelow.includes(verb as keyof typeof actions))
    .map(([, action]) => `${eventFamily(resource)}.${action}`);

/** Every event a webhook can want. */
export const eventNames = (registry: Registry): readonly string[] => [
  ...registry.resources.flatMap(ofResource),
  ...registry.resources.flatMap((resource) =>
    Object.keys(resource.events.customEvents).map((action) => `${eventFamily(resource)}.${action}`),
  ),
  IMPORT_DONE,
];

const ACTIONS: Readonly<Record<string, readonly string[]>> = lookupTable(scopeFamilies);

/**
 * The scopes that a token needs for events, by their families: those for reading the records themselves. Parts and
 * annotations belong to several kinds, and the name of an event does not include the owner's.
 */
export const eventScopes = (registry: Registry): ReadonlyMap<string, ReadonlySet<string>> => {
  const scopes = new Map<string, Set<string>>();
  for (const { resource, scope } of collectionsOf(registry)) {
    const family = eventFamily(resource);
    const reads = ACTIONS[scope]?.includes('read');
    scopes.set(family, (scopes.get(family) ?? new Set()).add(`v3:${scope}:${reads ? 'read' : 'write'}`));
  }
  return scopes.set(familyOf(IMPORT_DONE), new Set(['v3:imports:read']));
};

/** Family of an event: `customers` of `customers.insert`. */
export const familyOf = (eventName: string): string => eventName.slice(0, eventName.lastIndexOf('.'));
