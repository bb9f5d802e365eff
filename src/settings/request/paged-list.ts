/**
 * Lists that the database pages, searches and sorts. Each is declared once; a page reads at most MOST_LISTED rows of
 * its organisation.
 */

import { lookupTable } from '../../shared/lookup-table.ts';
import { join, raw, type Sql, sql } from '../../sql/sql.ts';
import { MOST_LISTED } from '../routes/route.ts';
import { queryNumber, queryText, wrong } from './query-values.ts';
import type { SettingsCall } from './settings-call.ts';

const PAGE = 50;
const MOST_OF_PAGE = 200;

/** A list as the database has it. Its fragments know a row as `t`, and name the organisation for each table. */
export interface Listing {
  /** Table and condition: `tag t where t.org_id = ...`. */
  readonly of: Sql;
  /** Joins for the search or the order. */
  readonly joined?: Sql;
  /** JSON of one row. */
  readonly shown: Sql;
  /** Texts that are searched. */
  readonly texts: readonly Sql[];
  /** Condition of the rows that are read. */
  readonly narrowed?: Sql;
  /** Sort keys by name. */
  readonly sorts: Readonly<Record<string, Sql>>;
  /** Whether the default order begins with the newest. */
  readonly newestFirst?: true;
}

/** One page of a list. */
export interface Listed<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  readonly complete: boolean;
}

const fitting = ({ texts, narrowed = sql`true` }: Listing, search: string): Sql =>
  search
    ? sql`${narrowed} and strpos(lower(concat_ws(' ', ${join(texts, ', ')})), lower(${search}::text)) > 0`
    : narrowed;

const byNumber = ({ newestFirst }: Listing): Sql => raw(newestFirst ? 't.id desc' : 't.id');

/** The requested order, with ids last. @throws 400 for a name that the list cannot be sorted by */
const orderOf = (listing: Listing, asked: string | undefined): Sql => {
  const { sorts } = listing;
  const number = byNumber(listing);
  if (!asked) return number;
  const [name, way] = asked.startsWith('-') ? [asked.slice(1), raw(' desc nulls last')] : [asked, raw(' nulls last')];
  const by = lookupTable(sorts)[name];
  if (!by) throw wrong('sort', `sort must be one of ${Object.keys(sorts).join(', ')}.`);
  return sql`${by}${way}, ${number}`;
};

/**
 * The page of a query.
 * @throws 400 `validation_failed` naming the invalid parameter
 */
export const listedPage = async <Item>(
  { db, query }: Pick<SettingsCall, 'db' | 'query'>,
  listing: Listing,
): Promise<Listed<Item>> => {
  const limit = Math.min(Math.max(queryNumber('limit', query.limit) ?? PAGE, 1), MOST_OF_PAGE);
  const page = Math.max(queryNumber('page', query.page, Math.floor(MOST_LISTED / limit)) ?? 1, 1);
  const only = queryNumber('only', query.only);
  const order = orderOf(listing, query.sort);
  const fits = fitting(listing, queryText('search', query.search));
  const one = only === null ? sql`` : sql`and t.id = ${only}::bigint`;
  const rows = sql`from (select t.* from ${listing.of} ${one} order by ${byNumber(listing)} limit ${MOST_LISTED}) t ${listing.joined ?? sql``}`;
  const [items, [count]] = await Promise.all([
    db.queryLong<{ doc: string }>(
      sql`select ${listing.shown}::text as doc ${rows} where ${fits} order by ${order} limit ${limit} offset ${(page - 1) * limit}`,
    ),
    db.queryLong<{ total: number; looked: number }>(
      sql`select count(*) filter (where ${fits})::int as total, count(*)::int as looked ${rows}`,
    ),
  ]);
  return {
    items: items.map(({ doc }) => JSON.parse(doc) as Item),
    total: count?.total ?? 0,
    complete: (count?.looked ?? 0) < MOST_LISTED,
  };
};
