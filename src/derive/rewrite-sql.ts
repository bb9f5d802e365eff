/** Statements that make every row which names one customer name another, printed text included (rules 16.2). */
import type { Registry } from '../model/registry.ts';
import type { Resource } from '../model/resource.ts';
import { literal, raw, type Sql, sql } from '../sql.ts';
import { column, printExpression, storedColumns } from './columns.ts';

/** A column that can hold the kid of a customer. */
export interface NamingColumn {
  readonly resource: Resource;
  readonly column: string;
}

/** Whether a column names the parent of such a record, or what the parent itself names there. */
const isParent = (registry: Registry, { place }: Resource, column: string, path: string): boolean =>
  (column === place.parentColumn && place.below.includes(path)) ||
  (place.inherits.includes(column) &&
    place.below.some((parent) => registry.get(parent).fields[column]?.reference?.to.includes(path)));

/** Every column of the declarations that can name a customer; annotations name theirs by section and id. */
export const columnsNaming = (registry: Registry, path: string): readonly NamingColumn[] =>
  registry.resources
    .filter(({ rows, place }) => rows.stored && !place.ownerSection)
    .flatMap((resource) =>
      storedColumns(resource)
        .filter(({ name, field }) => {
          if (field.reference) return field.reference.to.includes(path);
          return isParent(registry, resource, name, path);
        })
        .map(({ name }) => ({ resource, column: name })),
    );

/** Which records name which others from now on: all that named `slave` name `master`. */
export interface Rewriting {
  readonly orgId: number;
  readonly master: number;
  readonly slave: number;
}

/**
 * UPDATEs of rows `t`: one for live rows, which returns their ids (of parts and annotations those of their parents too), and
 * one for deleted ones, so that each finds its index and none reads the whole table.
 */
const rewrite = (
  resource: Resource,
  name: string,
  { orgId, master }: Rewriting,
  condition: Sql,
): readonly [live: Sql, ...deleted: Sql[]] => {
  const update = sql`update ${raw(resource.table)} t
set ${column(name)} = v.id,
  printed = ${printExpression(resource, 't', { [name]: raw('v.id') })}
from (select ${master}::int as id) v
where t.org_id = ${orgId} and ${condition}`;
  const { topLevel, parentColumn } = resource.place;
  const ids = topLevel ? raw('\nreturning t.id') : sql`\nreturning t.id, t.${column(parentColumn)} as parent`;
  if (resource.rows.removal === 'hard') return [sql`${update}${ids}`];
  return [sql`${update} and t.del = 0${ids}`, sql`${update} and t.del <> 0`];
};

/** UPDATEs of one such column. */
export const rewriteColumn = ({ resource, column: name }: NamingColumn, rewriting: Rewriting) =>
  rewrite(resource, name, rewriting, sql`t.${column(name)} = ${rewriting.slave}::int`);

/** UPDATEs of the rows of an annotation. @param section record kind of both */
export const rewriteOwner = (resource: Resource, section: string, rewriting: Rewriting) =>
  rewrite(resource, 'owner_id', rewriting, ownedBy('t', section, rewriting.slave));

/** Rows of an annotation that hang on a record. */
const ownedBy = (row: string, section: string, id: number): Sql =>
  sql`${raw(row)}.owner_section = ${literal(section)} and ${raw(row)}.owner_id = ${id}::int`;

/** The column of an annotation that must not stand twice at one record (follower, tag), where there is one. */
export const onceColumn = (resource: Resource): string | null =>
  resource.rules.some(({ unique }) => unique)
    ? (storedColumns(resource).find(({ field }) => field.reference)?.name ?? null)
    : null;

/** Soft delete of rows of an annotation that would stand twice after the rewrite. */
export const dropDoubles = (
  { table }: Resource,
  once: string,
  section: string,
  { orgId, master, slave }: Rewriting,
): Sql => sql`update ${raw(table)} t
set del = 1
where t.org_id = ${orgId} and ${ownedBy('t', section, slave)} and t.del = 0
  and exists (
    select 1
    from ${raw(table)} m
    where m.org_id = ${orgId} and ${ownedBy('m', section, master)} and m.del = 0
      and m.${column(once)} = t.${column(once)})
returning t.id, t.owner_id as parent`;
