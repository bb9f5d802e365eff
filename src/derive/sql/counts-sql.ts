/** Totals of the lists below a record, by the last words of their addresses (rules 4.14). */
import type { Resource } from '../../model/declaration/resource.ts';
import type { Registry } from '../../model/registry.ts';
import { and, join, literal, raw, type Sql, sharedParam, sql } from '../../sql/sql.ts';
import { memoizeByIdentity } from '../memoize.ts';
import { type Collection, collectionsOf, nameBelow } from '../routing/collections.ts';
import { column, notArchived, quoted, visible, visibleTo } from '../storage/columns.ts';
import { fixedBy, isThere } from './read-sql.ts';

const byParent = memoizeByIdentity((registry: Registry): ReadonlyMap<string, readonly Collection[]> => {
  const all = collectionsOf(registry);
  return new Map(
    registry.resources.map(({ path }) => [
      path,
      all.filter(({ parent, verbs }) => parent?.path === path && verbs.includes('list')),
    ]),
  );
});

/** The lists below a record kind. */
export const listsBelow = (registry: Registry, { path }: Resource): readonly Collection[] =>
  byParent(registry).get(path) ?? [];

/** Rows that are stored in pairs are listed only if the record at the other end exists. */
const otherEndThere = ({ fields, storage }: Resource, registry: Registry, orgId: number): Sql[] => {
  if (storage.stored) return [];
  return Object.entries(fields).flatMap(([name, { section, server, pointsTo }]): Sql[] => {
    if (server) return [];
    if (pointsTo) return pointsTo.map((path) => isThere(registry.get(path), orgId, sql`t.${column(name)}`));
    if (!section) return [];
    const id = sql`t.${column(name.replace(/_section$/, '_id'))}`;
    const kinds = registry.resources
      .filter(({ annotated }) => annotated)
      .map((kind) => sql`t.${column(name)} = ${literal(kind.path)} and ${isThere(kind, orgId, id)}`);
    return [sql`(${join(kinds, ' or ')})`];
  });
};

/**
 * One row with the total of each list below a record that the caller may read.
 * @param lists some of `listsBelow`, at least one
 */
export const countsStatement = (
  lists: readonly Collection[],
  { orgId, userKid, id }: { readonly orgId: number; readonly userKid: number | null; readonly id: number },
  registry: Registry,
): Sql => {
  const parent = sharedParam(id);
  const counts = lists.map((list) => {
    const { resource } = list;
    const conditions = [
      ...fixedBy(list, parent),
      ...notArchived(resource),
      ...visibleTo(resource, { orgId, userKid }),
      ...otherEndThere(resource, registry, orgId),
    ];
    return sql`(
  select count(*)::int
  from ${raw(resource.table)} t
  where t.org_id = ${orgId}${visible(resource, 't')}${and(conditions)}) as ${raw(quoted(nameBelow(resource)))}`;
  });
  return sql`select ${join(counts, ', ')}`;
};
