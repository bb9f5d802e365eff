/**
 * Parts of statements that read records, and the read of one record. Stored JSON text is concatenated, never built
 * (docs/decisions/0004). Every statement starts from `rows`, so none omits tenant or soft delete.
 */

import type { Embed, Resource } from '../../model/declaration/resource.ts';
import type { Registry } from '../../model/registry.ts';
import { and, join, literal, prepared, raw, type Sql, sharedParam, sql, unprepared } from '../../sql/sql.ts';
import type { Collection } from '../routing/collections.ts';
import { column, jsonMembers, visible, visibleTo } from '../storage/columns.ts';
import { readText, withAuthor } from './author-sql.ts';
import { type ComputedMembers, isComputed, withComputed } from './premium-of-record.ts';

/** The reading user, and the numbers of the path. */
export interface Reader extends ComputedMembers {
  readonly orgId: number;
  readonly userKid: number | null;
  readonly pathIds: readonly number[];
}

const ofRow = (embed: Embed, owner: Resource, embedded: Resource, orgId: number): Sql => {
  const section = literal(owner.path);
  if (embed.by === 'owner') return sql`e.owner_section = ${section} and e.owner_id = t.id`;
  if (embed.by !== 'link') return sql`e.${column(embed.by.column)} = t.id`;
  return sql`e.id in (
    select l.foreign_id
    from link l
    where l.org_id = ${orgId} and l.owner_section = ${section} and l.owner_id = t.id
      and l.foreign_section = ${literal(embedded.path)})`;
};

/** Expression for a row `t` as JSON text, with the included arrays. */
export const documentOf = (
  resource: Resource,
  embeds: readonly Embed[],
  registry: Registry,
  orgId: number,
  shown: ReadonlySet<string> | null = null,
): Sql => {
  const some = shown && jsonMembers(resource, shown);
  const record = some
    ? shown.has('autor')
      ? withAuthor(resource, 't', orgId, some)
      : some
    : readText(resource, 't', orgId);
  if (!embeds.length) return record;
  const arrays = embeds.map((embed) => {
    const embedded = registry.get(embed.of);
    return sql`
  ${literal(`,"${embed.as}":[`)} || coalesce((
    select string_agg(${readText(embedded, 'e', orgId)}, ',' order by e.id)
    from ${raw(embedded.table)} e
    where e.org_id = ${orgId}${visible(embedded, 'e')}
      and ${ofRow(embed, resource, embedded, orgId)}), '') || ']'`;
  });
  return sql`left(${record}, -1) || ${join(arrays, ' || ')} || '}'`;
};

/** Maximum bytes of a text that is read on a shared connection: other queries wait for it. */
export const MOST_SHARED = 4 * 1024 * 1024;
/** Maximum bytes of one record with its arrays, which is one text. */
export const MOST_OF_RECORD = 16 * 1024 * 1024;
/** Replaces a longer text; the text of a record is never empty. */
export const TOO_LONG = '';

/** A text, or `TOO_LONG`. @param bytes its length */
export const unlessLonger = (text: Sql, bytes: Sql, most: number): Sql =>
  sql`case when ${bytes} > ${raw(String(most))} then ${literal(TOO_LONG)} else ${text} end`;

/** Condition that a record exists, such as the parent in a path. */
export const isThere = (resource: Resource, orgId: number, id: unknown): Sql =>
  sql`exists (
    select 1
    from ${raw(resource.table)} o
    where o.org_id = ${orgId} and o.id = ${id}${visible(resource, 'o')})`;

/** Condition that a record has this parent. */
export const belongsToParent = (resource: Resource, orgId: number, id: unknown, parentId: unknown): Sql =>
  sql`exists (
    select 1
    from ${raw(resource.table)} o
    where o.org_id = ${orgId} and o.id = ${id} and o.${column(resource.nesting.parentColumn)} = ${parentId})`;

/** Conditions on a row `t` that a collection's path fixes. @param parent the first number of the path */
export const fixedBy = ({ fixed }: Pick<Collection, 'fixed'>, parent: unknown): Sql[] =>
  fixed.map((one) => sql`t.${column(one.column)} = ${one.constant === undefined ? parent : literal(one.constant)}`);

/** Conditions of a path on a row `t`: its fixed columns, the existence of the parent, the visibility for the user. */
export const pathConditions = (collection: Collection, { orgId, userKid, pathIds }: Reader): Sql[] => {
  const parent = sharedParam(pathIds[0]);
  const there = collection.parent ? [isThere(collection.parent, orgId, parent)] : [];
  return [...fixedBy(collection, parent), ...there, ...visibleTo(collection.resource, { orgId, userKid })];
};

/**
 * Maximum number of arrays and filters of a prepared statement; with more, a tenant could create tens of thousands.
 */
export const KEPT = 2;

/** `from ... where` of a kind's visible rows. @param among replaces the table */
export const rows = (
  resource: Resource,
  orgId: number,
  conditions: readonly Sql[],
  among: Sql = sql`${raw(resource.table)} t`,
): Sql => sql`
from ${among}
where t.org_id = ${orgId}${visible(resource, 't')}${and(conditions)}`;

/**
 * `{id, doc}` of records that are visible to a user. @param owner the parent kind of parts and annotations; the
 * parent must exist
 */
export const recordsStatement = (
  resource: Resource,
  owner: Resource | null,
  { orgId, userKid }: Pick<Reader, 'orgId' | 'userKid'>,
  ids: readonly number[],
): Sql => {
  const { ownerSection, parentColumn } = resource.nesting;
  const conditions = [
    sql`t.id = any(${ids}::int[])`,
    ...(owner && ownerSection ? [sql`t.owner_section = ${literal(owner.path)}`] : []),
    ...(owner ? [isThere(owner, orgId, sql`t.${column(parentColumn)}`)] : []),
    ...visibleTo(resource, { orgId, userKid }),
  ];
  return prepared`select t.id, ${readText(resource, 't', orgId)} as doc${rows(resource, orgId, conditions)}`;
};

/**
 * `{id, doc}` of the record of the path; with arrays `{doc}`. @param most maximum bytes with its arrays; longer:
 * `TOO_LONG`
 */
export const retrieveStatement = (
  collection: Collection,
  reader: Reader,
  embeds: readonly Embed[],
  registry: Registry,
  most = MOST_SHARED,
): Sql => {
  const { resource } = collection;
  const { orgId, pathIds } = reader;
  const id = pathIds.at(-1) as number;
  const conditions = [sql`t.id = ${id}`, ...pathConditions(collection, reader)];
  const document = withComputed(documentOf(resource, embeds, registry, orgId), resource, reader);
  const read = sql`${document} as doc${rows(resource, orgId, conditions)}`;
  if (!embeds.length && !isComputed(reader)) return prepared`select t.id, ${read}`;
  // A subquery, so that the text is built once.
  const statement = prepared`select ${unlessLonger(raw('r.doc'), raw('octet_length(r.doc)'), most)} as doc
from (select ${read}
offset 0) r`;
  return embeds.length > KEPT || isComputed(reader) ? unprepared(statement) : statement;
};
