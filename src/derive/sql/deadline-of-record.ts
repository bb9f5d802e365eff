/** The deadline of a contract: the last day of notice where the contract renews itself, else its end (rules 16.19). */
import type { Resource } from '../../model/declaration/resource.ts';
import { sparten } from '../../model/seed/sparten.ts';
import { and, join, literal, raw, type Sql, sharedParam, sql } from '../../sql/sql.ts';
import { notArchived } from '../storage/columns.ts';

/** Status of contracts that have ended. */
export const FINAL_STATUS: readonly string[] = ['beendet', 'gekündigt', 'storniert'];

/** Contracts `t` that have not ended. */
export const NOT_FINAL = sql`lower(coalesce(t.status, '')) not in (${join(FINAL_STATUS.map(literal), ', ')})`;

/** Id, whether contracts renew themselves, months of notice, days of work before the deadline. */
export const SPARTEN = join(
  sparten.map(({ id, auto_verlaengerung, kuendigungsfrist, bearbeitungszeitraum }) =>
    raw(`(${id}, ${auto_verlaengerung}, ${kuendigungsfrist}, ${bearbeitungszeitraum})`),
  ),
  ', ',
);

/**
 * Joins that compute the deadline `d.datum` of a contract `t` with its Sparte `p` (columns of `SPARTEN`): the first one from a
 * day on; `s.renews`, and `s.work` days before it the work begins.
 */
export const stepsTo = (from: ReturnType<typeof sharedParam>): Sql => sql`cross join lateral (
    select coalesce(p.renews, false) as renews, make_interval(months => coalesce(p.notice, 0)) as notice,
      coalesce(p.days, 0) as work,
      coalesce(t.ablauf, case when p.renews then (t.beginn + interval '1 year')::date end) as ends) s
  cross join lateral (
    select greatest(0, date_part('year', ${from}::date) - date_part('year', s.ends - s.notice))::int as years) y
  cross join lateral (
    select case
      when not s.renews then s.ends
      when (s.ends + make_interval(years => y.years) - s.notice)::date >= ${from}::date
        then (s.ends + make_interval(years => y.years) - s.notice)::date
      else (s.ends + make_interval(years => y.years + 1) - s.notice)::date end as datum) d`;

/** The JSON text of records `t` with their member `frist`, null without a deadline. @param from a day; without one, the text */
export const withDeadline = (text: Sql, contracts: Resource, from: string | null | undefined): Sql => {
  if (!from) return text;
  const day = sharedParam(from);
  return sql`(left(${text}, -1) || ',"frist":' || coalesce((
    select json_build_object('art', case when s.renews then 'kuendigung' else 'ablauf' end, 'datum', d.datum,
      'handeln_ab', d.datum - s.work)::text
    from (select 1) one
    left join (values ${SPARTEN}) p (id, renews, notice, days) on p.id = t.sparte
    ${stepsTo(day)}
    where ${NOT_FINAL}${and(notArchived(contracts))} and d.datum >= ${day}::date), 'null') || '}')`;
};
