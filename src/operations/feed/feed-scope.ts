/** The record kinds that a caller sees in the change feed (rules 8.5). */
import { isInChangeFeed } from '../../derive/events/record-diff.ts';
import { invalid } from '../../errors/api-error.ts';
import { truncateForEcho } from '../../errors/issues.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { owners } from '../../model/ownership.ts';
import type { Registry } from '../../model/registry.ts';
import { refuse } from '../call/authorize.ts';

/** Visible kinds: records with a scope of their own, and parts and annotations by the kinds of their owners. */
export interface FeedScope {
  readonly records: readonly string[];
  readonly parts: readonly string[];
  readonly owners: readonly string[];
}

/** Scopes, any of which permits reading a kind. */
const scopesOf = (registry: Registry, resource: Resource): readonly string[] => [
  ...new Set((resource.scope ? [resource] : owners(registry, resource)).map(({ scope }) => `v3:${scope}:read`)),
];

/**
 * The kinds that a caller sees.
 * @param wished names in the query; undefined for all that the scopes permit
 * @throws 400 `validation_failed` for unknown names; 403 `insufficient_scope` where a named kind may not be read, or
 *   none at all
 */
export const feedScope = (
  registry: Registry,
  scopes: ReadonlySet<string>,
  wished: readonly string[] | undefined,
): FeedScope => {
  const published = registry.resources.filter(isInChangeFeed);
  const names = new Set(published.map(({ path }) => path));
  const unknown = (wished ?? []).filter((name) => !names.has(name));
  if (unknown.length)
    throw invalid(
      unknown.map((name) => ({
        path: ['sections'],
        code: 'invalid_select_value',
        message: `${truncateForEcho(name)} is no section; there are ${[...names].join(', ')}.`,
      })),
    );
  const asked = wished ? published.filter(({ path }) => wished.includes(path)) : published;
  const mayRead = (resource: Resource): boolean => scopesOf(registry, resource).some((scope) => scopes.has(scope));
  const readable = asked.filter(mayRead);
  const denied = wished ? asked.filter((resource) => !mayRead(resource)) : readable.length ? [] : asked;
  if (denied.length)
    throw refuse(
      { scopes },
      denied.flatMap((resource) => scopesOf(registry, resource)),
      {
        about: { sections: denied.map(({ path }) => path) },
        hint: 'Add the read scope of every section that is asked for to the token.',
      },
    );
  return {
    records: readable.flatMap(({ scope, path }) => (scope ? [path] : [])),
    parts: readable.flatMap(({ scope, path }) => (scope ? [] : [path])),
    owners: registry.resources.flatMap(({ scope, path }) => (scope && scopes.has(`v3:${scope}:read`) ? [path] : [])),
  };
};
