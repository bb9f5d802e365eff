/** Statements that fill columns in memory, keep them true and read the records of a page (docs/decisions/0039). */
import type { Registry } from '../model/registry.ts';
import type { Resource } from '../model/resource.ts';
import { and, literal, prepared, rare, raw, type Sql, sql } from '../sql.ts';
import type { Collection } from './collections.ts';
import { unhidden, visible } from './columns.ts';
import { conditionsOf } from './filters.ts';
import type { Listing } from './list-sql.ts';
import { measureColumns } from './measures.ts';
import { documentOf, MOST_OF_RECORD, MOST_SHARED, type Reader, rows, unlessLonger } from './read-sql.ts';

/** How far changes have come: numbers of transactions, and of changes, which transactions draw once they have their own. */
export interface Standing {
  /** The oldest transaction that may still have been under way, and the one that came next: all before it had their numbers. */
  readonly oldest: number;
  readonly next: number;
  /** The last number that a change drew. */
  readonly drawn: number;
  /** When the server was started: another one begins anew. */
  readonly server: number;
  /** The highest number that readers of the organisation's feed have given. */
  readonly numbered: number;
}

const [OLDEST, BEHIND_COMPLETED] = ['xmin', 'xmax'].map((end) => `pg_snapshot_${end}(pg_current_snapshot())`);
/**
 * A snapshot ends behind the highest transaction that has completed; further ones may be under way and have drawn numbers. How far
 * the server has come with numbers of transactions is what `age` counts from.
 */
const NEXT = `${BEHIND_COMPLETED}::text::float8 + age(${BEHIND_COMPLETED}::xid)`;

const standing = (orgId: number): Sql => sql`select ${raw(`${OLDEST}::text::float8`)} as oldest, ${raw(NEXT)} as next,
  coalesce(pg_sequence_last_value('change_id_seq'), 0)::float8 as drawn, extract(epoch from pg_postmaster_start_time())::float8 as server, coalesce((
    select f.last
    from change_feed f
    where f.org_id = ${orgId}), 0)::float8 as numbered`;

/** `Standing` of the database, for one organisation. */
export const standingStatement = (orgId: number): Sql => prepared`${standing(orgId)}`;

/** `id` and numbers of all records of a kind, ascending. */
export const columnsStatement = (resource: Resource, orgId: number, names: readonly string[]): Sql =>
  rare(sql`select t.id${measureColumns(resource, names)}${rows(resource, orgId, [])}
order by t.id`);

/** The place in an organisation's changes behind which others may have come. */
export interface Behind {
  /** The number of a change: all that drew a lower one are known. */
  readonly drawn: number;
  /** `Standing.numbered` of then. */
  readonly numbered: number;
}

/** What became of a record, with its numbers as `m0`, `m1` and so on; `id` is null where nothing changed. */
export interface ChangedRow extends Standing {
  /** Changes of the organisation that were looked at. */
  readonly seen: number;
  readonly id: number | null;
  readonly there: boolean;
  readonly [measure: `m${number}`]: number | null;
}

/**
 * What changed since, as `ChangedRow`s: at least one. The records are those of the statement's own snapshot, as is where it
 * stands.
 * @param most changes of the organisation that are looked at; `seen` is greater where there are more
 */
export const changedStatement = (
  resource: Resource,
  orgId: number,
  names: readonly string[],
  { drawn, numbered }: Behind,
  most: number,
): Sql => {
  const recent = (which: Sql): Sql => sql`(
    select c.section, c.record_id
    from change c
    where c.org_id = ${orgId} and ${which} and c.id > ${drawn}::bigint
    order by c.number, c.id
    limit ${most + 1}::int)`;
  return prepared`with recent as (
  ${recent(sql`c.number = 0`)}
  union all
  ${recent(sql`c.number > ${numbered}::bigint`)}
), changed as (
  select distinct r.record_id as id
  from recent r
  where r.section = ${literal(resource.path)}
)
select h.*, k.id, t.id is not null as there${measureColumns(resource, names)}
from (
  ${standing(orgId)}, (
    select count(*)::int
    from recent) as seen) h
left join changed k on true
left join ${raw(resource.table)} t on t.org_id = ${orgId} and t.id = k.id${visible(resource, 't')}`;
};

/**
 * The records of a page whose ids are known, as the statement of a list answers them, with how many `found` there are of
 * them: one that the query no longer leaves is missed.
 */
export const chosenStatement = (
  collection: Collection,
  { orgId }: Reader,
  asked: Pick<Listing, 'embeds' | 'filters' | 'hide' | 'shown' | 'rows'>,
  registry: Registry,
  { total, ids }: { readonly total: number; readonly ids: readonly number[] },
): Sql => {
  const { resource } = collection;
  const document = documentOf(resource, asked.embeds, registry, orgId, asked.shown);
  const conditions = [...conditionsOf(asked.filters), ...(asked.hide ? unhidden(resource) : [])];
  const items = sql`(
select t.id, ${document} as doc
from unnest(${ids}::int[]) with ordinality k(id, place)
join ${raw(resource.table)} t on t.org_id = ${orgId} and t.id = k.id
where t.org_id = ${orgId}${visible(resource, 't')}${and(conditions)}
order by k.place)`;
  if (asked.rows)
    return rare(sql`select ${total}::int as total, true as there, null::text as doc
union all (
select null, null, ${unlessLonger(raw('i.doc'), raw('octet_length(i.doc)'), MOST_OF_RECORD)}
from ${items} i)`);
  return rare(sql`select ${total}::int as total, true as there, count(*)::int as found,
  ${unlessLonger(raw("string_agg(i.doc, ',')"), raw('sum(octet_length(i.doc))'), MOST_SHARED)} as items
from ${items} i`);
};
