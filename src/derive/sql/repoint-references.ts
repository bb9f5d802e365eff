/** Statements that replace references to one customer by references to another, stored JSON included (rules 16.2). */

import type { Resource } from '../../model/declaration/resource.ts';
import { columnsNaming, type NamingColumn } from '../../model/ownership.ts';
import type { Registry } from '../../model/registry.ts';
import { literal, raw, type Sql, sql } from '../../sql/sql.ts';
import { column, jsonExpression, storedColumns } from '../storage/columns.ts';

/** Every declared column that can reference a customer; annotations reference theirs by section and id. */
export const referencingColumns = (registry: Registry, path: string): readonly NamingColumn[] =>
  columnsNaming(registry, { path }).filter(({ resource, by }) => by !== 'pointer' && !resource.nesting.ownerSection);

/** All references to `slave` become references to `master`. */
export interface Repointing {
  readonly orgId: number;
  readonly master: number;
  readonly slave: number;
}

/**
 * UPDATEs of rows `t`, which return their ids (for parts and annotations also the parent ids): one for live rows and one
 * for deleted rows. Each finds its index, and none scans the whole table.
 */
const rewrite = (
  resource: Resource,
  name: string,
  { orgId, master }: Repointing,
  condition: Sql,
): readonly [live: Sql, ...deleted: Sql[]] => {
  const update = sql`update ${raw(resource.table)} t
set ${column(name)} = v.id,
  printed = ${jsonExpression(resource, 't', { [name]: raw('v.id') })}
from (select ${master}::int as id) v
where t.org_id = ${orgId} and ${condition}`;
  const { topLevel, parentColumn } = resource.nesting;
  const ids = topLevel ? raw('\nreturning t.id') : sql`\nreturning t.id, t.${column(parentColumn)} as parent`;
  if (resource.storage.removal === 'hard') return [sql`${update}${ids}`];
  return [sql`${update} and t.del = 0${ids}`, sql`${update} and t.del <> 0${ids}`];
};

/** UPDATEs of one referencing column. @param only a further condition on rows `t` */
export const repointColumn = (
  { resource, column: name }: Omit<NamingColumn, 'by'>,
  rewriting: Repointing,
  only: Sql = raw(''),
) => rewrite(resource, name, rewriting, sql`t.${column(name)} = ${rewriting.slave}::int${only}`);

/** UPDATEs of a column of parts that is copied from their parent, which has another value now. */
export const repointCopies = (
  { resource, column: name }: Omit<NamingColumn, 'by'>,
  { orgId, parent, value }: { readonly orgId: number; readonly parent: number; readonly value: number },
): readonly Sql[] =>
  rewrite(
    resource,
    name,
    { orgId, master: value, slave: 0 },
    sql`t.${column(resource.nesting.parentColumn)} = ${parent}::int`,
  );

/** UPDATEs of an annotation's rows. @param section record kind of both customers; `only` a further condition on rows `t` */
export const repointOwner = (resource: Resource, section: string, rewriting: Repointing, only: Sql = raw('')) =>
  rewrite(resource, 'owner_id', rewriting, sql`${ownedBy('t', section, rewriting.slave)}${only}`);

/** Condition on an annotation's rows: they belong to this record. */
const ownedBy = (row: string, section: string, id: number): Sql =>
  sql`${raw(row)}.owner_section = ${literal(section)} and ${raw(row)}.owner_id = ${id}::int`;

/** The column of an annotation that must be unique per record (follower, tag); null if there is none. */
export const onceColumn = (resource: Resource): string | null =>
  resource.rules.some(({ unique }) => unique)
    ? (storedColumns(resource).find(({ field }) => field.reference)?.name ?? null)
    : null;

/** Soft delete of an annotation's rows that would be duplicates after the rewrite. @param rewriting `now` is local time */
export const deduplicate = (
  { table }: Resource,
  once: string,
  section: string,
  { orgId, master, slave, now }: Repointing & { readonly now: string },
): Sql => sql`update ${raw(table)} t
set del = 1, deleted_at = ${now}
where t.org_id = ${orgId} and ${ownedBy('t', section, slave)} and t.del = 0
  and exists (
    select 1
    from ${raw(table)} m
    where m.org_id = ${orgId} and ${ownedBy('m', section, master)} and m.del = 0
      and m.${column(once)} = t.${column(once)})
returning t.id, t.owner_id as parent`;
