/** Deadlines of contracts: the last day of notice where the contract renews itself, else its end (rules 16.19). */
import { foldedBy, foldValue } from '../../model/declaration/folds.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { sparten } from '../../model/seed/sparten.ts';
import { and, literal, raw, type Sql, sharedParam, sql, unprepared } from '../../sql/sql.ts';
import { notArchived, visible } from '../storage/columns.ts';
import { readText } from './author-sql.ts';
import { NOT_FINAL, SPARTEN, stepsTo } from './deadline-of-record.ts';

/** The requested deadlines; days as `YYYY-MM-DD`. */
export interface AskedDeadlines {
  readonly from: string;
  readonly to: string | null;
  readonly actFrom: string | null;
  readonly actUntil: string | null;
  readonly adviser: number | null;
  /** The number of the only Sparte, and the name of the only insurer; null for all. */
  readonly sparte: number | null;
  readonly insurer: string | null;
  /** The only contract; null for all. */
  readonly id: number | null;
  readonly limit: number;
  readonly offset: number;
  /** Whether items show the adviser of the customer. */
  readonly withAdviser: boolean;
  /** Whether items show the open tasks that are linked to the contract. */
  readonly withTask: boolean;
}

/** The first open task that begins on or before the deadline `k.datum`, or after it. */
const openTask = (orgId: number, is: '<' | '>='): Sql => sql`(
    select json_build_object('id', a.id, 'start', to_char(a.start, 'YYYY-MM-DD HH24:MI:SS'))::text
    from link l
    join activity a on a.org_id = ${orgId} and a.org_id = l.org_id and a.id = l.foreign_id
    where l.org_id = ${orgId} and l.owner_section = 'contracts' and l.owner_id = t.id and l.foreign_section = 'activities'
      and a.del = 0 and a.status = 0 and a.start ${raw(is)} k.datum + 1
    order by a.start, a.id
    limit 1)`;

/** Days around a period that cover leap days, months of different lengths, and the day behind a term. */
const SLACK_DAYS = 3;
/** Days of work of the Sparte with the most. */
const MOST_WORK = Math.max(...sparten.map(({ bearbeitungszeitraum }) => bearbeitungszeitraum));
/** Month and day of the end of a contract, as the index `contract_anniversary` has it. */
const ANNIVERSARY = raw(
  "(date_part('month', coalesce(t.ablauf, t.beginn)) * 100 + date_part('day', coalesce(t.ablauf, t.beginn)))::int",
);
const monthDay = (day: string): Sql => raw(`(date_part('month', ${day}) * 100 + date_part('day', ${day}))::int`);

/**
 * Contracts `t` that may have a deadline in the period, a superset that indexes find: those that end in it, and those that
 * renew themselves and whose end has a month and day in it, moved by the months of notice of their Sparte.
 */
const candidatesIn = (contracts: Resource, orgId: number, asked: AskedDeadlines): Sql => {
  const { from, to, actFrom, actUntil } = asked;
  const only = [
    ...(asked.id === null ? [] : [sql`t.id = ${asked.id}::int`]),
    ...(asked.sparte === null ? [] : [sql`t.sparte = ${asked.sparte}::int`]),
    ...(asked.insurer === null
      ? []
      : [sql`${raw(foldedBy('case', 't.gesellschaft'))} = ${foldValue('case', asked.insurer)}`]),
  ];
  const shown = sql`t.org_id = ${orgId}${visible(contracts, 't')}${and(notArchived(contracts))}${and(only)}`;
  const columns = raw('t.id, t.kid, t.sparte, t.ablauf, t.beginn, t.status');
  if (to === null && actUntil === null) return sql`select ${columns} from contract t where ${shown}`;
  const first = sql`greatest(${sharedParam(from)}::date, ${actFrom}::date)`;
  const last = sql`least(${to}::date, ${actUntil}::date + ${raw(String(MOST_WORK))})`;
  return sql`select ${columns}
  from (select ${first} as first, ${last} as last) d
  join contract t on ${shown} and t.ablauf between d.first and d.last
  left join sparte p on p.id = t.sparte
  where p.renews is not true
  union all
  select ${columns}
  from (select ${first} as first, ${last} as last) d
  join sparte p on p.renews
  cross join lateral (
    select d.first + make_interval(months => p.notice, days => -${raw(String(SLACK_DAYS))}) as first,
      d.last + make_interval(months => p.notice, days => ${raw(String(SLACK_DAYS))}) as last) e
  cross join lateral (
    select case when d.last - d.first > 300 then 0 else ${monthDay('e.first')} end as first,
      case when d.last - d.first > 300 then 1231 else ${monthDay('e.last')} end as last) m
  cross join lateral (
    values (m.first, case when m.first <= m.last then m.last else 1231 end),
      (case when m.first > m.last then 101 end, m.last)) r (first, last)
  join contract t on ${shown} and t.sparte = p.id and ${ANNIVERSARY} between r.first and r.last`;
};

/** `{total, items}`: how many deadlines there are, and the contracts of a page with `frist` and `task`, as texts joined by commas. */
export const deadlinesStatement = (contracts: Resource, orgId: number, asked: AskedDeadlines): Sql => {
  const from = sharedParam(asked.from);
  const bounds = [
    sql`d.datum >= ${from}::date`,
    ...(asked.to === null ? [] : [sql`d.datum <= ${asked.to}::date`]),
    ...(asked.actFrom === null ? [] : [sql`d.datum - s.work >= ${asked.actFrom}::date`]),
    ...(asked.actUntil === null ? [] : [sql`d.datum - s.work <= ${asked.actUntil}::date`]),
    ...(asked.adviser === null
      ? []
      : [
          sql`exists (
      select 1
      from contact c
      where c.org_id = ${orgId} and c.section = ${literal(contracts.filtersThrough.betreuer?.section ?? '')} and c.del = 0
        and c.id = t.kid and c.betreuer = ${asked.adviser}::int)`,
        ]),
  ];
  const contract = readText(contracts, 't', orgId);
  const adviser = asked.withAdviser
    ? sql`(select c.betreuer::text from contact c where c.org_id = ${orgId} and c.id = t.kid)`
    : raw('null::text');
  const task = (is: '<' | '>='): Sql => (asked.withTask ? openTask(orgId, is) : raw('null::text'));
  return unprepared(sql`with sparte (id, renews, notice, days) as (
  values ${SPARTEN}
), near as (
  ${candidatesIn(contracts, orgId, asked)}
), due as materialized (
  select t.id, case when s.renews then 'kuendigung' else 'ablauf' end as art, d.datum, d.datum - s.work as handeln_ab
  from near t
  left join sparte p on p.id = t.sparte
  ${stepsTo(from)}
  where ${NOT_FINAL}${and(bounds)}
)
select (select count(*)::int from due) as total, (
  select string_agg(i.doc, ',' order by i.datum, i.id)
  from (
    select t.id, k.datum, left(${contract}, -1) || ',"frist":' || json_build_object('art', k.art, 'datum', k.datum,
      'handeln_ab', k.handeln_ab)::text || ',"betreuer":' || coalesce(${adviser}, 'null') || ',"task":' || coalesce(${task('<')}, 'null')
      || ',"late_task":' || coalesce(${task('>=')}, 'null') || '}' as doc
    from (
      select * from due order by datum, id limit ${asked.limit}::int offset ${asked.offset}::bigint) k
    join contract t on t.org_id = ${orgId} and t.id = k.id) i) as items`);
};
