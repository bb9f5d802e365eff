/**
 * The statement of a list: a page of stored texts, and the total (rules 4.1, 12.1). A far page is skipped inside an
 * index, and rows are fetched only for the page.
 */

import type { Embed, Resource } from '../../model/declaration/resource.ts';
import { contactGroup } from '../../model/parts/contact.ts';
import type { Registry } from '../../model/registry.ts';
import { join, literal, prepared, raw, type Sql, sharedParam, sql, unprepared } from '../../sql/sql.ts';
import { type AskedFilter, conditionsOf, isComparing, ownersBelow } from '../query/filters.ts';
import { isById, orderOf, type Sort } from '../query/ordering.ts';
import type { Collection } from '../routing/collections.ts';
import { comparable, notArchived, OWN, quoted, visibleTo } from '../storage/columns.ts';
import { isComputed, perYear, withComputed } from './premium-of-record.ts';
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
import { sortedIds } from './sorted-page-sql.ts';

/** Ids that share one count (record_block); a far page starts at its block. */
export const BLOCK = 4096;

/** Parameters of a list. */
export interface Listing {
  readonly embeds: readonly Embed[];
  readonly filters: readonly AskedFilter[];
  readonly sort?: Sort | null;
  /** The selected fields; absent or null: all. */
  readonly shown?: ReadonlySet<string> | null;
  /** Hides archived records. */
  readonly hide: boolean;
  /** Names of the counters whose sum is `total`; null: the rows are counted. */
  readonly counters: readonly string[] | null;
  readonly limit: number;
  readonly offset: number;
  /** A long page: its records are separate rows after a first row `(total, there, null)`. */
  readonly rows?: boolean;
  /** Ids in place of records. */
  readonly ids?: boolean;
}

/** From this offset on, rows are skipped inside the index. */
const FAR = 1000;

const namesOf = (counters: readonly string[]): Sql => join(counters.map(literal), ', ');

/** CTEs that find the block at which a far page of a counted list starts. */
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

/** Whether blocks apply: they are ranges of ids. */
const hasBlocks = (resource: Resource, { counters, offset, sort }: Listing): boolean =>
  counters !== null && offset >= FAR && isById(resource, sort) && !sort?.descending;

/**
 * The ORDER BY of a list that is not sorted by a field with values. With comparisons, `t.id + 0` prevents a scan in
 * the order of ids: all matches may be at its far end.
 */
const orderBy = (resource: Resource, { sort, filters }: Listing): Sql => {
  if (!isById(resource, sort)) return orderOf(resource);
  return raw(`order by ${filters.some(isComparing) ? 't.id + 0' : 't.id'}${sort?.descending ? ' desc' : ''}`);
};

/** With more matches of comparisons than this, the page is searched first among the nearest records. */
const MANY = 5000;
/** Number of nearest records: the first ones in the order of the list. */
const NEAREST = 2000;

/**
 * Up to this many matches of filters are all sorted for a sorted page (second value: lists below a parent); larger
 * lists follow the index of the sort field.
 */
const [WHOLE, WHOLE_BELOW] = [20_000, 100_000];

/** Inputs of the statement. */
interface Page {
  readonly resource: Resource;
  readonly orgId: number;
  readonly reader: Reader;
  readonly document: Sql;
  /** Conditions on its records. */
  readonly conditions: readonly Sql[];
  /** `from ... where` of its records. */
  readonly from: Sql;
  readonly asked: Listing;
  readonly offset: unknown;
}

/** Id and text of a page's records in the order of a column or of ids. */
const pageOf = ({ resource, orgId, document, from, asked, offset }: Page): Sql => {
  const { limit } = asked;
  const order = orderBy(resource, asked);
  // A far page, or one with comparisons, sorts ids alone, which an index has.
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

/** Whether comparisons are the only conditions, and the page is near the beginning of the order of ids. */
const isNearby = ({ resource, asked }: Page, isNarrow: boolean): boolean =>
  !isNarrow && asked.offset + asked.limit <= FAR && isById(resource, asked.sort) && asked.filters.every(isComparing);

/**
 * A page of a list with comparisons, in the order of ids. If the matches are many, those among the nearest records
 * probably fill the page. If they do not, or the matches are few, all matches are sorted.
 */
const nearPage = (page: Page): { before: Sql; items: Sql; total: Sql } => {
  const { resource, orgId, conditions, document, from, asked, offset } = page;
  const limit = sharedParam(asked.limit);
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

/** Id and text of a page's records in the order of a field. */
const sortedPageOf = ({ resource, orgId, document }: Page, { descending }: Sort): Sql => sql`(
select t.id, ${document} as doc
from sorted k
join ${raw(resource.table)} t on t.org_id = ${orgId} and t.id = k.id
order by k.value ${raw(descending ? 'desc ' : '')}nulls last, k.id)`;

/** The kind that has most rows of the table of contacts, and the others. */
const [MOST_CONTACTS, ...OTHER_CONTACTS] = contactGroup.kinds;

/**
 * The total of a list of customers whose only condition is a filter of a part: the owners of the part's rows, without
 * the deleted ones (`contact_gone`) and those of other kinds, which are few. A join would look up each owner.
 */
const totalByPart = (owners: Sql, { resource, orgId }: Page): Sql => {
  const table = raw(resource.table);
  return sql`(
with owner as materialized (
select distinct o.id
from (${owners}) o
)
select ((select count(*) from owner) - (
select count(*)
from (
select t.id
from ${table} t
where t.org_id = ${orgId} and t.del <> 0
union all
select t.id
from ${table} t
where t.org_id = ${orgId} and t.del = 0 and t.section in (${join(OTHER_CONTACTS.map(literal), ', ')})) k
where k.id in (select id from owner)))::int)`;
};

/** The total of a list. */
const totalOf = (page: Page): Sql => {
  const { resource, orgId, reader, conditions, from, asked } = page;
  if (asked.counters)
    return sql`(
select coalesce(sum(c.n), 0)::int
from record_count c
where c.org_id = ${orgId} and c.name in (${namesOf(asked.counters)}))`;
  const [filter] = asked.filters;
  if (filter?.below && conditions.length === 1 && resource.path === MOST_CONTACTS)
    return totalByPart(ownersBelow(filter.below, filter, reader), page);
  return sql`(
select count(*)::int${from})`;
};

/** The first comparison or sort by a field that an organisation added: no index has such a field in order. */
export const ownOrder = ({ filters, sort }: Pick<Listing, 'filters' | 'sort'>): AskedFilter | Sort | null =>
  filters.find((filter) => filter.field.custom && isComparing(filter)) ?? (sort?.field.custom ? sort : null);

/**
 * A page with comparisons or a sort by fields that an organisation added. The matches are computed once, for page and
 * total, because each needs the document of its row.
 */
const ownPage = (page: Page): { before: Sql; items: Sql; total: Sql } => {
  const { resource, orgId, document, from, asked, offset } = page;
  const { sort, limit } = asked;
  const byId = isById(resource, sort);
  const value = sort ? comparable(sort.name, sort.field) : raw(`t.${quoted(resource.responses.orderedBy ?? 'id')}`);
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

/** The CTEs before the SELECT of a page, the page's records, and the total. */
const partsOf = (page: Page, isNarrow: boolean): { before: Sql; items: Sql; total: Sql } => {
  const { resource, orgId, asked, from, offset } = page;
  const { sort, counters } = asked;
  if (ownOrder(asked)) return ownPage(page);
  const total = totalOf(page);
  if (sort && !isById(resource, sort)) {
    const limit = sharedParam(asked.limit);
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

/** `{per_year}`: the premiums of all pages of a list for a year. */
export const premiumSum = (
  collection: Collection,
  reader: Reader,
  { filters, hide }: Pick<Listing, 'filters' | 'hide'>,
): Sql => {
  const { resource } = collection;
  const conditions = [
    ...fixedBy(collection, sharedParam(reader.pathIds[0])),
    ...conditionsOf(filters, reader),
    ...(hide ? notArchived(resource) : []),
    ...visibleTo(resource, reader),
  ];
  return sql`select coalesce(sum(${perYear(resource)}), 0)::numeric(15, 2)::text as per_year${rows(resource, reader.orgId, conditions)}`;
};

/** `{n}`: the number of records in a list, counted up to `most`. */
export const candidates = (
  { resource, fixed }: Collection,
  reader: Reader,
  filters: readonly AskedFilter[],
  most: number,
): Sql => {
  const conditions = [...fixedBy({ fixed }, sharedParam(reader.pathIds[0])), ...conditionsOf(filters, reader)];
  return sql`select count(*)::int as n
from (
  select 1${rows(resource, reader.orgId, conditions)}
  limit ${most}::int) r`;
};

/**
 * One statement that returns `{total, items, there}`: the total, the page's records joined by commas (null for none,
 * `TOO_LONG` for too many bytes), and whether the parent exists; with `rows` it returns the records one by one.
 */
export const listStatement = (collection: Collection, reader: Reader, asked: Listing, registry: Registry): Sql => {
  const { resource, parent } = collection;
  const { orgId } = reader;
  const [first, offset] = [sharedParam(reader.pathIds[0]), sharedParam(asked.offset)];
  const filters = conditionsOf(asked.filters, reader);
  const hidden = asked.hide ? notArchived(resource) : [];
  const conditions = [...fixedBy(collection, first), ...filters, ...hidden, ...visibleTo(resource, reader)];
  const from = rows(resource, orgId, conditions, sql`${raw(resource.table)} t${ownOrder(asked) ? OWN : raw('')}`);
  const read = asked.ids ? raw('t.id::text') : documentOf(resource, asked.embeds, registry, orgId, asked.shown);
  const document = asked.ids ? read : withComputed(read, resource, reader);
  const page = { resource, orgId, reader, document, conditions, from, asked, offset };
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
  const seldom =
    chosen || isComputed(reader) || isRare || asked.offset >= FAR || asked.embeds.length + filters.length > KEPT;
  return seldom ? unprepared(statement) : statement;
};
