/**
 * Statements that read records: stored JSON text is concatenated, never built (docs/decisions/0004). Every statement
 * starts from `rows`, so none forgets tenant or soft delete.
 */
import type { Registry } from '../model/registry.ts';
import type { Embed, Resource } from '../model/resource.ts';
import { and, join, literal, prepared, rare, raw, type Sql, shared, sql } from '../sql.ts';
import type { Collection } from './collections.ts';
import { column, openTo, unhidden, visible } from './columns.ts';
import { type AskedFilter, conditionsOf } from './filters.ts';
import { isById, orderOf } from './ordering.ts';
import { shownText } from './shown-text.ts';

/** Who reads, and the numbers of the path. */
export interface Reader {
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

/** Expression for a row `t` as JSON text, with the arrays that were asked for. */
const documentOf = (resource: Resource, embeds: readonly Embed[], registry: Registry, orgId: number): Sql => {
  if (!embeds.length) return shownText(resource, 't');
  const arrays = embeds.map((embed) => {
    const embedded = registry.get(embed.of);
    return sql`
  ${literal(`,"${embed.as}":[`)} || coalesce((
    select string_agg(${shownText(embedded, 'e')}, ',' order by e.id)
    from ${raw(embedded.table)} e
    where e.org_id = ${orgId}${visible(embedded, 'e')}
      and ${ofRow(embed, resource, embedded, orgId)}), '') || ']'`;
  });
  return sql`left(${shownText(resource, 't')}, -1) || ${join(arrays, ' || ')} || '}'`;
};

/** Condition that a record is there: the parent in a path. */
export const isThere = (resource: Resource, orgId: number, id: unknown): Sql =>
  sql`exists (
    select 1
    from ${raw(resource.table)} o
    where o.org_id = ${orgId} and o.id = ${id}${visible(resource, 'o')})`;

/** Conditions on a row `t` that a collection's path fixes. @param parent the first number of the path */
const fixedBy = ({ fixed }: Collection, parent: unknown): Sql[] =>
  fixed.map((one) => sql`t.${column(one.column)} = ${one.constant === undefined ? parent : literal(one.constant)}`);

/** Conditions on a row `t` that a path names: what the path fixes, that the parent is there, what the user sees. */
export const pathConditions = (collection: Collection, { orgId, userKid, pathIds }: Reader): Sql[] => {
  const parent = shared(pathIds[0]);
  const there = collection.parent ? [isThere(collection.parent, orgId, parent)] : [];
  return [...fixedBy(collection, parent), ...there, ...openTo(collection.resource, userKid)];
};

/** `from ... where` of a kind's visible rows. */
const rows = (resource: Resource, orgId: number, conditions: readonly Sql[]): Sql => sql`
from ${raw(resource.table)} t
where t.org_id = ${orgId}${visible(resource, 't')}${and(conditions)}`;

/** Ids that share one count (record_block); a far page starts at its block. */
export const BLOCK = 4096;

/** What a list was asked for. */
export interface Listing {
  readonly embeds: readonly Embed[];
  readonly filters: readonly AskedFilter[];
  /** Hide records that are out of lists unless they are asked for. */
  readonly hide: boolean;
  /** Names of the counters that add up to `total`, or null where it is counted. */
  readonly counters: readonly string[] | null;
  readonly limit: number;
  readonly offset: number;
  /** A long page: its records as rows of their own behind a first row `(total, there, null)`. */
  readonly rows?: boolean;
}

/** From this offset on, rows are skipped inside the index. */
const FAR = 1000;
/** Arrays and filters of a statement that is kept prepared; with more, a tenant could ask for tens of thousands. */
const KEPT = 2;

const namesOf = (counters: readonly string[]): Sql => join(counters.map(literal), ', ');

/** The blocks that a far page of a counted list can start at. */
const blocksBefore = (counters: readonly string[], orgId: number, offset: unknown): Sql => sql`with block as (
  select b.block, (sum(sum(b.n)) over (order by b.block) - sum(b.n))::bigint as before
  from record_block b
  where b.org_id = ${orgId} and b.name in (${namesOf(counters)})
  group by b.block
), start as (
  select block, before
  from block
  where before <= ${offset}::bigint
  order by block desc
  limit 1
)
`;

/** Blocks are those of ids. */
const hasBlocks = (resource: Resource, { counters, offset }: Listing): boolean =>
  counters !== null && offset >= FAR && isById(resource);

/** Id and text of the records of a page; a far one is skipped inside the index, and rows are fetched only for the page. */
const pageOf = (resource: Resource, orgId: number, document: Sql, from: Sql, asked: Listing, offset: unknown): Sql => {
  const { limit } = asked;
  const order = orderOf(resource);
  if (asked.offset < FAR) {
    return sql`(
select t.id, ${document} as doc${from}
${order}
limit ${limit}::int offset ${offset}::bigint)`;
  }
  const skipped = hasBlocks(resource, asked)
    ? sql` and t.id >= (select s.block from start s) * ${raw(String(BLOCK))}
${order}
limit ${limit}::int offset ${offset}::bigint - (select s.before from start s)`
    : sql`
${order}
limit ${limit}::int offset ${offset}::bigint`;
  return sql`(
select t.id, ${document} as doc
from (
select t.id${from}${skipped}) k
join ${raw(resource.table)} t on t.org_id = ${orgId} and t.id = k.id
${order})`;
};

/**
 * One statement that answers `{total, items, there}`: how many, the page's records joined by commas (null for
 * none), and whether the parent is there; with `rows` it answers the records one by one.
 */
export const listStatement = (collection: Collection, reader: Reader, asked: Listing, registry: Registry): Sql => {
  const { resource, parent } = collection;
  const { orgId } = reader;
  const [first, offset] = [shared(reader.pathIds[0]), shared(asked.offset)];
  const filters = conditionsOf(asked.filters);
  const hidden = asked.hide ? unhidden(resource) : [];
  const conditions = [...fixedBy(collection, first), ...filters, ...hidden, ...openTo(resource, reader.userKid)];
  const from = rows(resource, orgId, conditions);
  const total = asked.counters
    ? sql`(
select coalesce(sum(c.n), 0)::int
from record_count c
where c.org_id = ${orgId} and c.name in (${namesOf(asked.counters)}))`
    : sql`(
select count(*)::int${from})`;
  const blocks = asked.counters && hasBlocks(resource, asked) ? blocksBefore(asked.counters, orgId, offset) : raw('');
  const items = pageOf(resource, orgId, documentOf(resource, asked.embeds, registry, orgId), from, asked, offset);
  const there = parent ? isThere(parent, orgId, first) : raw('true');
  if (asked.rows) {
    return sql`${blocks}select ${total} as total, ${there} as there, null::text as doc
union all (
select null, null, i.doc
from ${items} i)`;
  }
  const statement = prepared`${blocks}select ${total} as total, (
select string_agg(i.doc, ',')
from ${items} i) as items, ${there} as there`;
  return asked.offset >= FAR || asked.embeds.length + filters.length > KEPT ? rare(statement) : statement;
};

/** `{id, doc}` of records that a user sees. @param owner the kind that parts and annotations hang on, which is there */
export const recordsStatement = (
  resource: Resource,
  owner: Resource | null,
  { orgId, userKid }: Pick<Reader, 'orgId' | 'userKid'>,
  ids: readonly number[],
): Sql => {
  const { ownerSection, parentColumn } = resource.place;
  const conditions = [
    sql`t.id = any(${ids}::int[])`,
    ...(owner && ownerSection ? [sql`t.owner_section = ${literal(owner.path)}`] : []),
    ...(owner ? [isThere(owner, orgId, sql`t.${column(parentColumn)}`)] : []),
    ...openTo(resource, userKid),
  ];
  return prepared`select t.id, ${shownText(resource, 't')} as doc${rows(resource, orgId, conditions)}`;
};

/** `{doc}` of the record of the path. */
export const retrieveStatement = (
  collection: Collection,
  reader: Reader,
  embeds: readonly Embed[],
  registry: Registry,
): Sql => {
  const { resource } = collection;
  const { orgId, pathIds } = reader;
  const conditions = [sql`t.id = ${pathIds.at(-1)}`, ...pathConditions(collection, reader)];
  const statement = prepared`select ${documentOf(resource, embeds, registry, orgId)} as doc${rows(resource, orgId, conditions)}`;
  return embeds.length > KEPT ? rare(statement) : statement;
};
