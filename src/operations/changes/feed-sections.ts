/** Which kinds of records the change feed tells somebody of (rules 8.5). */
import { isTold } from '../../derive/change.ts';
import { fail, invalid } from '../../errors.ts';
import { echo } from '../../issues.ts';
import type { Registry } from '../../model/registry.ts';
import type { Resource } from '../../model/resource.ts';

/** What is told: records of kinds with a scope of their own, and parts and annotations of the kinds of their owners. */
export interface FeedSections {
  readonly records: readonly string[];
  readonly parts: readonly string[];
  readonly owners: readonly string[];
}

/** Kinds that the records of a kind without a scope hang on: each gives its scope. */
const ownersOf = (registry: Registry, { place }: Resource): readonly Resource[] =>
  place.ownerSection
    ? registry.resources.filter(({ annotated }) => annotated)
    : place.below.map((path) => registry.get(path));

/** Scopes of which any lets somebody read records of a kind. */
const scopesOf = (registry: Registry, resource: Resource): readonly string[] => [
  ...new Set((resource.scope ? [resource] : ownersOf(registry, resource)).map(({ scope }) => `v3:${scope}:read`)),
];

/**
 * The kinds that a caller is told of.
 * @param wished names that the query lists; undefined for all that the scopes allow
 * @throws 400 `validation_failed` for names of no kind; 403 `insufficient_scope` where a named kind may not be read, or
 *   none at all
 */
export const feedSections = (
  registry: Registry,
  scopes: ReadonlySet<string>,
  wished: readonly string[] | undefined,
): FeedSections => {
  const told = registry.resources.filter(isTold);
  const names = new Set(told.map(({ path }) => path));
  const unknown = (wished ?? []).filter((name) => !names.has(name));
  if (unknown.length)
    throw invalid(
      unknown.map((name) => ({
        path: ['sections'],
        code: 'invalid_select_value',
        message: `${echo(name)} is no section; there are ${[...names].join(', ')}.`,
      })),
    );
  const asked = wished ? told.filter(({ path }) => wished.includes(path)) : told;
  const mayRead = (resource: Resource): boolean => scopesOf(registry, resource).some((scope) => scopes.has(scope));
  const readable = asked.filter(mayRead);
  const denied = wished ? asked.filter((resource) => !mayRead(resource)) : readable.length ? [] : asked;
  if (denied.length) {
    const required = [...new Set(denied.flatMap((resource) => scopesOf(registry, resource)))];
    throw fail('insufficient_scope', {
      details: {
        sections: denied.map(({ path }) => path),
        required_scope: required.join(', '),
        provided_scope: [...scopes],
        hint: 'Add the read scope of every section that is asked for to the token.',
      },
    });
  }
  return {
    records: readable.flatMap(({ scope, path }) => (scope ? [path] : [])),
    parts: readable.flatMap(({ scope, path }) => (scope ? [] : [path])),
    owners: registry.resources.flatMap(({ scope, path }) => (scope && scopes.has(`v3:${scope}:read`) ? [path] : [])),
  };
};
