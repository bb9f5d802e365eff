/** The catalogue of event names (rules 7.1). */
import type { Registry } from '../model/registry.ts';
import type { Resource } from '../model/resource.ts';
import { eventFamily } from './change.ts';

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
