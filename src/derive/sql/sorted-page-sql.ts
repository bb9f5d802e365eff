/**
 * The ids of a page that is sorted by a field (rules 4.10), as the CTEs before its SELECT: `counted` is the total,
 * `sorted` the page's ids with their values. Indexes of filters have the records with a value, in the order of values
 * and ids. Records without a value are last, and are only read if the page reaches them.
 */
import { raw, type Sql, sql } from '../../sql/sql.ts';
import type { Sort } from '../query/ordering.ts';
import { column, comparable, storedAs } from '../storage/columns.ts';

/** Inputs of a sorted page; limit and offset are shared parameters. */
interface Sorting {
  readonly sort: Sort;
  /** `from ... where` of rows `t`. */
  readonly from: Sql;
  readonly total: Sql;
  readonly limit: unknown;
  readonly offset: unknown;
  /** Whether all of these rows have a value. */
  readonly known: boolean;
  /** Use a loose index scan. */
  readonly steps: boolean;
  /** Up to this many matches are all sorted; 0 if only the sort field restricts the list. */
  readonly whole: number;
}

/**
 * Loose index scan from the greatest value to the next lower one. A backward scan of the index would return the ids
 * of a value backwards too, and half of all records may have the same value. The ids of each value are read forwards,
 * at most as many as the page needs.
 */
const looseIndexScan = ({ from, limit, offset }: Sorting, value: Sql, has: Sql): Sql => {
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

/** The page; PostgreSQL chooses the plan. */
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
 * The page of a list with other conditions. PostgreSQL assumes that the matches are spread evenly over the sort
 * order, and would scan that order until the page is full. But values and ids correlate: a record that was last
 * changed long ago was created long ago, and such a scan passes all other records first. Few matches are therefore
 * found by the conditions and all sorted.
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

/** Records without a value. This scans all records, so only if there are any and the page is not full. */
const withoutValue = ({ from, limit, offset, whole }: Sorting, has: Sql): Sql => {
  // `t.id + 0` prevents a scan in the order of ids, for the same reason.
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
  const valued = (sorting.steps ? looseIndexScan : narrowed)(sorting, value, has);
  return sql`with recursive counted as (
    select ${sorting.total} as n
), ${valued}${all ? raw('') : withoutValue(sorting, has)}, sorted as (
    select v.id, v.value
    from valued v${all ? raw('') : raw('\n    union all\n    select w.id, null\n    from valueless w')}
)
`;
};
