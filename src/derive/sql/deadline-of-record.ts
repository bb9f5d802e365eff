/** The deadline of a contract: the last day of notice where the contract renews itself, else its end (rules 16.19). */
import type { Resource } from '../../model/declaration/resource.ts';
import { FINAL_STATUS } from '../../model/seed/final-status.ts';
import { sparten } from '../../model/seed/sparten.ts';
import { and, join, literal, raw, type Sql, sharedParam, sql } from '../../sql/sql.ts';
import { notArchived } from '../storage/columns.ts';

/** Characters that `\s` of `isFinalStatus` matches and that occur in typed texts. */
const BLANKS = ' \\t\\n\\r\\u00A0\\u2007\\u202F';

/** Contracts `t` that have not ended. */
export const NOT_FINAL = sql`translate(lower(coalesce(t.status, '') collate "und-x-icu"), ${raw(`E'${BLANKS}'`)}, '') not in (${join(FINAL_STATUS.map(literal), ', ')})`;

/** Id, whether contracts renew themselves, months of notice, days of work before the deadline. */
export const SPARTEN = join(
  sparten.map(({ id, auto_verlaengerung, kuendigungsfrist, bearbeitungszeitraum }) =>
    raw(`(${id}, ${auto_verlaengerung}, ${kuendigungsfrist}, ${bearbeitungszeitraum})`),
  ),
  ', ',
);

/**
 * Joins that compute the deadline `d.datum` of a contract `t` with its Sparte `p` (columns of `SPARTEN`): the first one from a
 * day on; `s.renews`, and `s.work` days before it the work begins. A term that ends on the last day of a month ends with that day,
 * any other at its beginning: `m.ends` is the first day behind the term. It is never a 29 February, so years can be added.
 */
export const stepsTo = (from: ReturnType<typeof sharedParam>): Sql => sql`cross join lateral (
    select coalesce(p.renews, false) as renews, make_interval(months => coalesce(p.notice, 0), days => 1) as notice,
      coalesce(p.days, 0) as work,
      coalesce(t.ablauf, case when p.renews then (t.beginn + interval '1 year')::date end) as last) s
  cross join lateral (
    select case when date_part('day', s.last + 1) = 1 then s.last + 1 else s.last end as ends) m
  cross join lateral (
    select greatest(0, date_part('year', ${from}::date) - date_part('year', m.ends - s.notice))::int as years) y
  cross join lateral (
    select case
      when not s.renews then s.last
      when (m.ends + make_interval(years => y.years) - s.notice)::date >= ${from}::date
        then (m.ends + make_interval(years => y.years) - s.notice)::date
      else (m.ends + make_interval(years => y.years + 1) - s.notice)::date end as datum) d`;

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
