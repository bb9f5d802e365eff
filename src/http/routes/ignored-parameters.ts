/**
 * Query parameters that a call does not have (rules 3.9): a header names them; a list refuses those that can only be meant
 * as filters, because it would show all records.
 */
import { noFilter } from '../../derive/query/query-schema.ts';
import type { Route } from '../../derive/routing/routes.ts';
import { invalid } from '../../errors/api-error.ts';
import type { Registry } from '../../model/registry.ts';

/** Bounds of the header. */
const MAX_NAMES = 20;
const MAX_LENGTH = 50;

/** A name without characters that a header cannot have. */
const printable = (name: string): string => name.slice(0, MAX_LENGTH).replace(/[^\w.[\]-]/g, '?');

/** Whether a call has a query parameter, by its description. */
type Knows = (parameter: string) => boolean;

/** The description is loaded on demand: it is a tenth of the code. */
const description = () => import('../../derive/openapi/path-operation.ts');

/**
 * Finds the parameters that a call ignores.
 * @returns for a route and its query: headers of the answer @throws 400 `validation_failed`
 */
export const ignoredParameters = (registry: Registry) => {
  const calls = new WeakMap<Route, Knows>();
  const load = async (route: Route): Promise<Knows> => {
    const knows = (await description()).queryParametersOf(route, registry);
    calls.set(route, knows);
    return knows;
  };
  return async (route: Route, query: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, string>>> => {
    const given = Object.keys(query);
    if (!given.length) return {};
    const knows = calls.get(route) ?? (await load(route));
    const ignored = given.filter((name) => !knows(name));
    // Operations on collections know the fields that the organisation added.
    const filters =
      route.collection || route.method !== 'GET' ? [] : ignored.flatMap((name) => noFilter(name, []) ?? []);
    if (filters.length) throw invalid(filters);
    return ignored.length ? { 'x-ignored-parameters': ignored.slice(0, MAX_NAMES).map(printable).join(', ') } : {};
  };
};
