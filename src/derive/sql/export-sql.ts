/** The statement of an export: records of one kind in the order of their ids, as reads show them. */
import type { Embed, Resource } from '../../model/declaration/resource.ts';
import type { Registry } from '../../model/registry.ts';
import { and, join, literal, raw, type Sql, sharedParam, sql } from '../../sql/sql.ts';
import { column, visibleTo } from '../storage/columns.ts';
import { readText } from './author-sql.ts';
import { type ComputedMembers, withComputed } from './premium-of-record.ts';
import { documentOf, isThere, rows } from './read-sql.ts';

/** A page of an export. */
export interface ExportPage extends ComputedMembers {
  readonly orgId: number;
  /** Personal records are those of this user; `all`: of all users. */
  readonly userKid: number | null | 'all';
  /** Record kinds that can own a part or an annotation: rows of other owners are left out. */
  readonly owners: readonly Resource[];
  /** Local time of the organisation: only records made or changed since then. */
  readonly since: string | null;
  /** Records behind this id. */
  readonly after: number;
  readonly limit: number;
  /** These records alone, instead of those behind an id. */
  readonly ids?: readonly number[] | undefined;
  /** Arrays of the records. */
  readonly embeds: readonly Embed[];
  readonly registry: Registry;
}

/** Condition: the owner is a live record of one of these kinds. */
const ownerThere = ({ nesting: { ownerSection, parentColumn } }: Resource, { orgId, owners }: ExportPage): Sql[] => {
  if (!owners.length) return [];
  const there = owners.map((owner) => {
    const exists = isThere(owner, orgId, sql`t.${column(parentColumn)}`);
    return ownerSection ? sql`t.owner_section = ${literal(owner.path)} and ${exists}` : exists;
  });
  return [sql`(${join(there, ' or ')})`];
};

/** Kinds without a stamp are exported whole. */
const changedSince = ({ fields }: Resource, { since }: ExportPage): Sql[] => {
  if (since === null) return [];
  const stampOf = (stamp: string) => Object.entries(fields).find(([, field]) => field.stamp === stamp)?.[0];
  const stamps = [stampOf('changed'), stampOf('made')].flatMap((name) =>
    name === undefined ? [] : [sql`t.${column(name)}`],
  );
  return stamps.length ? [sql`coalesce(${join(stamps, ', ')}) >= ${since}::timestamp`] : [];
};

const conditionsOf = (resource: Resource, page: ExportPage): Sql[] => [
  page.ids ? sql`t.id = any(${page.ids}::int[])` : sql`t.id > ${page.after}::int`,
  ...ownerThere(resource, page),
  ...changedSince(resource, page),
];

const pageOf = ({ limit }: ExportPage): Sql => sql`
order by t.id
limit ${limit}::int`;

const shownTo = (resource: Resource, { orgId, userKid }: ExportPage): Sql[] =>
  userKid === 'all' ? [] : visibleTo(resource, { orgId, userKid: sharedParam(userKid) });

/** `{id, doc}` of the records of a page. */
export const exportStatement = (resource: Resource, page: ExportPage): Sql => {
  const conditions = [...conditionsOf(resource, page), ...shownTo(resource, page)];
  const document = documentOf(resource, page.embeds, page.registry, page.orgId);
  const read = withComputed(document, resource, page);
  return sql`select t.id, ${read} as doc${rows(resource, page.orgId, conditions)}${pageOf(page)}`;
};

/** `{id, doc}` of a page of rows that no read shows: deleted ones, and those of deleted owners. */
export const deletedStatement = (resource: Resource, page: ExportPage): Sql => {
  const { section, removal } = resource.storage;
  const hidden = [
    ...(removal === 'soft' ? [sql`t.del <> 0`] : []),
    ...ownerThere(resource, page).map((there) => sql`not ${there}`),
  ];
  const conditions = [
    sql`t.id > ${page.after}::int`,
    ...(section ? [sql`t.section = ${literal(section)}`] : []),
    sql`(${hidden.length ? join(hidden, ' or ') : raw('false')})`,
  ];
  return sql`select t.id, ${readText(resource, 't', page.orgId)} as doc
from ${raw(resource.table)} t
where t.org_id = ${page.orgId}${and(conditions)}${pageOf(page)}`;
};

/** `{id}` of the rows of a page, of a kind that operations of its own read. */
export const exportIdsStatement = (resource: Resource, page: ExportPage): Sql =>
  sql`select t.id${rows(resource, page.orgId, conditionsOf(resource, page))}${pageOf(page)}`;
