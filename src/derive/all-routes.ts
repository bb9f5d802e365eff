/** Every route of a registry: the derived ones and the special ones. */
import type { Registry } from '../model/registry.ts';
import { collectionsOf } from './collections.ts';
import { type Route, routesOf } from './routes.ts';
import { specialRoutes } from './special-routes.ts';

/** Every route there is: those of collections, and the special ones. */
export const allRoutes = (registry: Registry): readonly Route[] => [
  ...routesOf(collectionsOf(registry)),
  ...specialRoutes,
];
