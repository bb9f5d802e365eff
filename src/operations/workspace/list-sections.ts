/** GET `/v3/system/sections`: the record kinds that the caller may read (rules 8.12). */
import { sectionsFor } from '../../derive/metadata/sections.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { prepared } from '../../sql/sql.ts';
import { requireReader } from '../call/authorize.ts';
import { type CallOf, json, type ResultOf } from '../call/call.ts';
import { countersOf, isCounted } from '../commit/counters.ts';

/** Whether the total of a kind's list is the sum of its counters: the list has pages, and every reader sees all of it. */
const hasTotal = (resource: Resource): boolean => isCounted(resource) && !resource.rules.some(({ shows }) => shows);

/** @throws 403 `insufficient_scope` where the caller may read no record kind */
export const listSections = async ({
  db,
  actor,
  model: { registry },
}: CallOf<'GET /v3/system/sections'>): ResultOf<'GET /v3/system/sections'> => {
  requireReader(registry, actor);
  const counts = new Map(
    (
      await db.read<{ name: string; n: number }>(prepared`select c.name, sum(c.n)::int as n
  from record_count c
  where c.org_id = ${actor.orgId}
  group by c.name`)
    ).map(({ name, n }) => [name, n]),
  );
  // Who sees only the own customers has no counters.
  const totalOf = (resource: Resource): number | null =>
    hasTotal(resource) && !actor.advisers
      ? countersOf(resource, false).reduce((sum, name) => sum + (counts.get(name) ?? 0), 0)
      : null;
  const items = sectionsFor(registry, actor.scopes).map((section) => ({
    ...section,
    total: totalOf(registry.get(section.path)),
  }));
  return json(200, { items });
};
