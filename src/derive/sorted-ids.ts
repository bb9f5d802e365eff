/**
 * The ids of a page that is sorted by a field (rules 4.10), as the CTEs before its SELECT: `counted` is how many records
 * there are in all, `sorted` the page's ids with their values. Indexes of filters hold records that have a value, in the
 * order of values and ids; those without one come behind them, and are looked for only where the page reaches so far.
 */
import { raw, type Sql, sql } from '../sql.ts';
import { column, comparable, storedAs } from './columns.ts';
import type { Sort } from './ordering.ts';

/** What a sorted page is made of; limit and offset are shared. */
interface Sorting {
  readonly sort: Sort;
  /** `from ... where` of rows `t`. */
  readonly from: Sql;
  readonly total: Sql;
  readonly limit: unknown;
  readonly offset: unknown;
  /** Whether all of them have a value. */
  readonly known: boolean;
  /** Go from value to value. */
  readonly steps: boolean;
  /** Up to so many records are put in order whole; 0 where nothing but the field narrows the list. */
  readonly whole: number;
}

/**
 * From the greatest value to the next: an index that is read backwards has the ids of a value backwards too, and a value
 * can be that of half of all records. The ids of each are read forwards, no more than a page needs.
 */
const stepwise = ({ from, limit, offset }: Sorting, value: Sql, has: Sql): Sql => {
  const enough = sql`${limit}::int + ${offset}::bigint`;
  const next = (than: Sql): Sql => sql`(
      select ${value} as value${from} and ${has}${than}
      order by ${value} desc
      limit 1) f, lateral (
      select array(
        select t.id${from} and ${value} = f.value
        order by t.id
        limit ${enough}) as ids) g`;
  return sql`step as (
    (select f.value, g.ids, cardinality(g.ids) as taken
    from ${next(raw(''))})
    union all
    select f.value, g.ids, s.taken + cardinality(g.ids)
    from step s, lateral ${next(sql` and ${value} < s.value`)}
    where s.taken < ${enough}
), valued as materialized (
    select u.id, s.value
    from step s, unnest(s.ids) u(id)
    order by s.value desc, u.id
    limit ${limit}::int offset ${offset}::bigint)`;
};

const direction = ({ sort }: Sorting): Sql => raw(sort.descending ? ' desc' : '');

/** The page as PostgreSQL finds it best. */
const pageOf = (
  sorting: Sorting,
  value: Sql,
  which: Sql,
): Sql => sql`select t.id, ${value} as value${sorting.from} and ${which}
    order by ${value}${direction(sorting)}, t.id
    limit ${sorting.limit}::int offset ${sorting.offset}::bigint`;

const straight = (sorting: Sorting, value: Sql, has: Sql): Sql => sql`valued as materialized (
    ${pageOf(sorting, value, has)})`;

/**
 * The same of a list that something else narrows. PostgreSQL takes what is left to lie everywhere in the order of the field, and
 * would go through that order until it has a page; but who was changed long ago was made long ago too, and the way to him leads
 * through all others. So few are found first, by what narrows the list, and put in order whole.
 */
const wholeOrStraight = (sorting: Sorting, value: Sql, has: Sql): Sql => {
  const { from, limit, offset, whole } = sorting;
  const isFew = sql`(select c.n <= ${raw(String(whole))} from counted c)`;
  return sql`valued as materialized (
    (select k.id, k.value
    from (
      select t.id, ${value} as value${from} and ${has} and ${isFew}
      offset 0) k
    order by k.value${direction(sorting)}, k.id
    limit ${limit}::int offset ${offset}::bigint)
    union all
    (${pageOf(sorting, value, sql`${has} and not ${isFew}`)}))`;
};

/** Those without a value: a way through all records, taken only where there are any and the page has room for them. */
const withoutValue = ({ from, limit, offset, whole }: Sorting, has: Sql): Sql => {
  // The order of a list that something else narrows is one that no index has, for the same reason.
  const byId = raw(whole ? 't.id + 0' : 't.id');
  const room = sql`(select count(*) from valued) < ${limit}::int`;
  const before = raw('(select a.n from all_valued a)');
  return sql`, all_valued as (
    select count(*) as n${from} and ${has}
), valueless as materialized (
    select t.id${from} and not ${has}
      and (select case when ${room} then (select c.n from counted c) > ${before} else false end)
    order by ${byId}
    limit ${limit}::int - (select count(*) from valued)
    offset case when ${room} then greatest(${offset}::bigint - ${before}, 0) else 0 end
)`;
};

/** `with ... ` before the SELECT of a sorted page. */
export const sortedIds = (sorting: Sorting): Sql => {
  const { name, field } = sorting.sort;
  const value = comparable(name, field);
  const has = sql`(t.${column(storedAs(field, name))} is not null)`;
  const all = sorting.known || field.always;
  const narrowed = sorting.whole ? wholeOrStraight : straight;
  const valued = (sorting.steps ? stepwise : narrowed)(sorting, value, has);
  return sql`with recursive counted as (
    select ${sorting.total} as n
), ${valued}${all ? raw('') : withoutValue(sorting, has)}, sorted as (
    select v.id, v.value
    from valued v${all ? raw('') : raw('\n    union all\n    select w.id, null\n    from valueless w')}
)
`;
};
