/**
 * The statement of a list: a page of stored texts, and how many there are in all (rules 4.1, 12.1). A far page is skipped
 * inside an index, and rows are fetched only for the page.
 */
import type { Registry } from '../model/registry.ts';
import type { Embed, Resource } from '../model/resource.ts';
import { join, literal, prepared, rare, raw, type Sql, shared, sql } from '../sql.ts';
import type { Collection } from './collections.ts';
import { comparable, OWN, openTo, quoted, unhidden } from './columns.ts';
import { type AskedFilter, conditionsOf, isComparing } from './filters.ts';
import { isById, orderOf, type Sort } from './ordering.ts';
import {
  documentOf,
  fixedBy,
  isThere,
  KEPT,
  MOST_OF_RECORD,
  MOST_SHARED,
  type Reader,
  rows,
  unlessLonger,
} from './read-sql.ts';
import { sortedIds } from './sorted-ids.ts';

/** Ids that share one count (record_block); a far page starts at its block. */
export const BLOCK = 4096;

/** What a list was asked for. */
export interface Listing {
  readonly embeds: readonly Embed[];
  readonly filters: readonly AskedFilter[];
  readonly sort?: Sort | null;
  /** The fields that are shown, where not all are. */
  readonly shown?: ReadonlySet<string> | null;
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
const hasBlocks = (resource: Resource, { counters, offset, sort }: Listing): boolean =>
  counters !== null && offset >= FAR && isById(resource, sort) && !sort?.descending;

/**
 * The ORDER BY of a list that is not sorted by a field with values. What comparisons leave can lie at the far end of all
 * ids, so the way there is not one through all of them: the order is one that no index has.
 */
const orderBy = (resource: Resource, { sort, filters }: Listing): Sql => {
  if (!isById(resource, sort)) return orderOf(resource);
  return raw(`order by ${filters.some(isComparing) ? 't.id + 0' : 't.id'}${sort?.descending ? ' desc' : ''}`);
};

/** Of more records than these that comparisons leave, a page is looked for among the nearest first. */
const MANY = 5000;
/** The nearest: the first in the order of the list. */
const NEAREST = 2000;

/**
 * Of up to so many records that filters leave, a sorted page is cut from all of them; larger lists follow the index of the order.
 */
const [WHOLE, WHOLE_BELOW] = [20_000, 100_000];

/** A list's statement in the making. */
interface Page {
  readonly resource: Resource;
  readonly orgId: number;
  readonly document: Sql;
  /** Conditions on its records. */
  readonly conditions: readonly Sql[];
  /** `from ... where` of its records. */
  readonly from: Sql;
  readonly asked: Listing;
  readonly offset: unknown;
}

/** Id and text of the records of a page in the order of a column or of ids. */
const pageOf = ({ resource, orgId, document, from, asked, offset }: Page): Sql => {
  const { limit } = asked;
  const order = orderBy(resource, asked);
  // Of what comparisons leave ids alone are put in order: an index has them.
  if (asked.offset < FAR && !asked.filters.some(isComparing)) {
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

/** Whether comparisons, and they alone, say what is near the beginning of a list. */
const isNearby = ({ resource, asked }: Page, isNarrow: boolean): boolean =>
  !isNarrow && asked.offset + asked.limit <= FAR && isById(resource, asked.sort) && asked.filters.every(isComparing);

/**
 * A page of what comparisons leave, in the order of ids. Where they leave many, a page is likely to be full with what they
 * leave of the nearest records; where it is not, or they leave few, all of them are put in order.
 */
const nearPage = (page: Page): { before: Sql; items: Sql; total: Sql } => {
  const { resource, orgId, conditions, document, from, asked, offset } = page;
  const limit = shared(asked.limit);
  const table = raw(resource.table);
  const byId = raw(asked.sort?.descending ? 'id desc' : 'id');
  const among = sql`(
    select * from ${table}
    where org_id = ${orgId}
    order by ${byId}
    limit (select case when c.n > ${raw(String(MANY))} then ${raw(String(NEAREST))} else 0 end from counted c)) t`;
  const isFull = sql`(select count(*) from near) = ${limit}::int`;
  const before = sql`with counted as (
  select ${totalOf(page)} as n
), near as materialized (
  select t.id${rows(resource, orgId, conditions, among)}
  order by t.${byId}
  limit ${limit}::int offset ${offset}::bigint
)
`;
  const items = sql`(
select t.id, ${document} as doc
from (
select n.id from near n where ${isFull}
union all (
select t.id${from} and not ${isFull}
${orderBy(resource, asked)}
limit ${limit}::int offset ${offset}::bigint)) k
join ${table} t on t.org_id = ${orgId} and t.id = k.id
order by t.${byId})`;
  return { before, items, total: raw('(select c.n from counted c)') };
};

/** The same of one that is sorted by a field. */
const sortedPageOf = ({ resource, orgId, document }: Page, { descending }: Sort): Sql => sql`(
select t.id, ${document} as doc
from sorted k
join ${raw(resource.table)} t on t.org_id = ${orgId} and t.id = k.id
order by k.value ${raw(descending ? 'desc ' : '')}nulls last, k.id)`;

/** How many records a list has in all. */
const totalOf = ({ orgId, from, asked }: Page): Sql =>
  asked.counters
    ? sql`(
select coalesce(sum(c.n), 0)::int
from record_count c
where c.org_id = ${orgId} and c.name in (${namesOf(asked.counters)}))`
    : sql`(
select count(*)::int${from})`;

/** The first field by which a list is compared or sorted that an organisation added: no index has it in an order. */
export const ownOrder = ({ filters, sort }: Pick<Listing, 'filters' | 'sort'>): AskedFilter | Sort | null =>
  filters.find((filter) => filter.field.custom && isComparing(filter)) ?? (sort?.field.custom ? sort : null);

/**
 * A page by fields that an organisation added: all that the list may have are looked at once, for the page and for how many
 * there are, since what is looked at is in a document of each.
 */
const ownPage = (page: Page): { before: Sql; items: Sql; total: Sql } => {
  const { resource, orgId, document, from, asked, offset } = page;
  const { sort, limit } = asked;
  const byId = isById(resource, sort);
  const value = sort ? comparable(sort.name, sort.field) : raw(`t.${quoted(resource.answers.orderedBy ?? 'id')}`);
  const descending = raw(sort?.descending ? ' desc' : '');
  const order = byId ? sql`order by k.id${descending}` : sql`order by k.value${descending} nulls last, k.id`;
  const before = sql`with looked as materialized (
  select t.id, ${byId ? raw('null::int') : value} as value${from}
)
`;
  const items = sql`(
select t.id, ${document} as doc
from (
select k.id, k.value
from looked k
${order}
limit ${limit}::int offset ${offset}::bigint) k
join ${raw(resource.table)} t on t.org_id = ${orgId} and t.id = k.id
${order})`;
  return { before, items, total: raw('(select count(*)::int from looked)') };
};

/** What stands before the SELECT of a page, the page's records, and how many there are in all. */
const partsOf = (page: Page, isNarrow: boolean): { before: Sql; items: Sql; total: Sql } => {
  const { resource, orgId, asked, from, offset } = page;
  const { sort, counters } = asked;
  if (ownOrder(asked)) return ownPage(page);
  const total = totalOf(page);
  if (sort && !isById(resource, sort)) {
    const limit = shared(asked.limit);
    const known = new Set(asked.filters.map(({ name }) => name));
    const alone = !isNarrow && (!known.size || (known.size === 1 && known.has(sort.name)));
    const steps = alone && sort.descending && asked.offset + asked.limit <= FAR;
    const whole = alone ? 0 : isNarrow ? WHOLE_BELOW : WHOLE;
    const before = sortedIds({ sort, from, total, limit, offset, known: known.has(sort.name), steps, whole });
    return { before, items: sortedPageOf(page, sort), total: raw('(select c.n from counted c)') };
  }
  if (asked.filters.length && isNearby(page, isNarrow)) return nearPage(page);
  const before = counters && hasBlocks(resource, asked) ? blocksBefore(counters, orgId, offset) : raw('');
  return { before, items: pageOf(page), total };
};

/** `{n}`: how many records a list has, counted no further than to `most`. */
export const candidates = (
  { resource, fixed }: Collection,
  reader: Reader,
  filters: readonly AskedFilter[],
  most: number,
): Sql => {
  const conditions = [...fixedBy({ fixed }, shared(reader.pathIds[0])), ...conditionsOf(filters)];
  return sql`select count(*)::int as n
from (
  select 1${rows(resource, reader.orgId, conditions)}
  limit ${most}::int) r`;
};

/**
 * One statement that answers `{total, items, there}`: how many, the page's records joined by commas (null for
 * none, `TOO_LONG` for too many), and whether the parent is there; with `rows` it answers the records one by one.
 */
export const listStatement = (collection: Collection, reader: Reader, asked: Listing, registry: Registry): Sql => {
  const { resource, parent } = collection;
  const { orgId } = reader;
  const [first, offset] = [shared(reader.pathIds[0]), shared(asked.offset)];
  const filters = conditionsOf(asked.filters);
  const hidden = asked.hide ? unhidden(resource) : [];
  const conditions = [...fixedBy(collection, first), ...filters, ...hidden, ...openTo(resource, reader.userKid)];
  const from = rows(resource, orgId, conditions, sql`${raw(resource.table)} t${ownOrder(asked) ? OWN : raw('')}`);
  const document = documentOf(resource, asked.embeds, registry, orgId, asked.shown);
  const page = { resource, orgId, document, conditions, from, asked, offset };
  const { before, items, total } = partsOf(page, parent !== null);
  const there = parent ? isThere(parent, orgId, first) : raw('true');
  if (asked.rows) {
    return sql`${before}select ${total} as total, ${there} as there, null::text as doc
union all (
select null, null, ${unlessLonger(raw('i.doc'), raw('octet_length(i.doc)'), MOST_OF_RECORD)}
from ${items} i)`;
  }
  const statement = prepared`${before}select ${total} as total, (
select ${unlessLonger(raw("string_agg(i.doc, ',')"), raw('sum(octet_length(i.doc))'), MOST_SHARED)}
from ${items} i) as items, ${there} as there`;
  const chosen = asked.sort ?? asked.shown ?? asked.filters.some(isComparing);
  const isRare = filters.some(({ use }) => use === 'rare');
  const seldom = chosen || isRare || asked.offset >= FAR || asked.embeds.length + filters.length > KEPT;
  return seldom ? rare(statement) : statement;
};
