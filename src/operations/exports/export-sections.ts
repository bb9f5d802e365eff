/** Sections of an export, and the scopes that reading them needs. */

import { owners } from '../../model/ownership.ts';
import type { Registry } from '../../model/registry.ts';
import { feedScope } from '../feed/feed-scope.ts';

/** Accepted sections. */
export interface ExportSections {
  readonly sections: readonly string[];
  /** Read scopes of the sections; of parts and annotations those of their owners that the caller may read. */
  readonly scopes: readonly string[];
  /** Some records are visible to one user only. */
  readonly personal: boolean;
}

/**
 * The requested sections without duplicates.
 * @throws 400 `validation_failed` for unknown names; 403 `insufficient_scope` if one may not be read
 */
export const acceptSections = (
  registry: Registry,
  scopes: ReadonlySet<string>,
  asked: readonly string[],
): ExportSections => {
  feedScope(registry, scopes, asked);
  const sections = [...new Set(asked)];
  const resources = sections.map((section) => registry.get(section));
  const needed = resources.flatMap((resource) =>
    (resource.scope ? [resource] : owners(registry, resource)).map(({ scope }) => `v3:${scope}:read`),
  );
  return {
    sections,
    scopes: [...new Set(needed)].filter((scope) => scopes.has(scope)),
    personal: resources.some(({ rules }) => rules.some(({ shows }) => shows)),
  };
};
