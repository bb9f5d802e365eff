/** Every route of a registry: the derived ones and the special ones. */
import type { Registry } from '../../model/registry.ts';
import { collectionsOf } from './collections.ts';
import { nestedRoutes, type Route, routesOf } from './routes.ts';
import { specialRoutes } from './special-routes.ts';

/** Every route: those of collections, the nested ones, and the special ones. */
export const allRoutes = (registry: Registry): readonly Route[] => {
  const routes = routesOf(collectionsOf(registry));
  return [...routes, ...nestedRoutes(routes, registry), ...specialRoutes];
};
