/**
 * Lists that are paged, searched and sorted by the database. Each is declared once; whatever its organisation has, a
 * page costs a look at no more than MOST_LISTED of its rows.
 */
import { join, raw, type Sql, sql } from '../sql.ts';
import { table } from '../table.ts';
import type { SettingsCall } from './call.ts';
import { queryNumber, queryText, wrong } from './query.ts';
import { MOST_LISTED } from './routes/route.ts';

const PAGE = 50;
const MOST_OF_PAGE = 200;

/** A list as the database has it. Its fragments know a row as `t`, and name the organisation for each table. */
export interface Listing {
  /** Table and condition: `tag t where t.org_id = ...`. */
  readonly of: Sql;
  /** What is joined to it for the search or the order. */
  readonly joined?: Sql;
  /** JSON of one row. */
  readonly shown: Sql;
  /** Texts that the search looks at. */
  readonly texts: readonly Sql[];
  /** What the rows that are looked at are narrowed to. */
  readonly narrowed?: Sql;
  /** What it can be sorted by. */
  readonly sorts: Readonly<Record<string, Sql>>;
  /** Begins with the newest where no order is asked for. */
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

/** The order that is asked for, numbers last. @throws 400 for a name that the list cannot be sorted by */
const orderOf = (listing: Listing, asked: string | undefined): Sql => {
  const { sorts } = listing;
  const number = byNumber(listing);
  if (!asked) return number;
  const [name, way] = asked.startsWith('-') ? [asked.slice(1), raw(' desc nulls last')] : [asked, raw(' nulls last')];
  const by = table(sorts)[name];
  if (!by) throw wrong('sort', `sort must be one of ${Object.keys(sorts).join(', ')}.`);
  return sql`${by}${way}, ${number}`;
};

/**
 * The page that a query asks for.
 * @throws 400 `validation_failed` naming what is wrong in the query
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
    db.readLong<{ doc: string }>(
      sql`select ${listing.shown}::text as doc ${rows} where ${fits} order by ${order} limit ${limit} offset ${(page - 1) * limit}`,
    ),
    db.readLong<{ total: number; looked: number }>(
      sql`select count(*) filter (where ${fits})::int as total, count(*)::int as looked ${rows}`,
    ),
  ]);
  return {
    items: items.map(({ doc }) => JSON.parse(doc) as Item),
    total: count?.total ?? 0,
    complete: (count?.looked ?? 0) < MOST_LISTED,
  };
};
