/** Records that are probably stored twice (rules 5.21), compared when they are asked for. */
import { nameOf, ownRows } from '../../derive/sql/names-sql.ts';
import { fail } from '../../errors/api-error.ts';
import type { COMPARED_KINDS, REASONS } from '../../model/calls/duplicates.ts';
import { isId } from '../../shared/int32.ts';
import { lookupTable } from '../../shared/lookup-table.ts';
import { literal, prepared, raw, type Sql, sql, unprepared } from '../../sql/sql.ts';
import { requireAll } from '../call/authorize.ts';
import { type CallOf, json, type ResultOf } from '../call/call.ts';
import { auditEntry } from '../commit/commit.ts';

type Section = (typeof COMPARED_KINDS)[number];
type Reason = (typeof REASONS)[number];

/** Records that share a value with more others than this are no duplicates: a number of the office, a home address. */
const MOST_ALIKE = 10;
/** Of a telephone number the last digits are compared, of a contract's number at least these. */
const [PHONE_DIGITS, SHORTEST_NUMBER] = [9, 4];

/** Characters of a shared value: `-` in place of a telephone number, or an extension, says nothing. */
const SHORTEST_FACT = 6;

/** Letters and digits of an expression, without regard to case. */
const letters = (of: Sql): Sql => sql`regexp_replace(lower(coalesce(${of}, '')), '[^[:alnum:]]+', '', 'g')`;

/**
 * `known (id, name, first, geb)` and `fact (id, reason, fact)`: records, and values that two of them may share. With
 * OFFSET each value is computed once, for its length and itself.
 */
const customers = (orgId: number, name: Sql): Sql => sql`known as materialized (
  select t.id, ${name} as name, ${letters(sql`t.name`)} as last, ${letters(sql`t.vorname`)} as first, t.geb
  from contact t
  where t.org_id = ${orgId} and t.section = 'customers' and t.del = 0
), shared as (
  select t.id, 'birth_date' as reason, t.geb::text as fact
  from known t
  where t.geb is not null
  union all
  select d.kid, 'email', lower(d.wert)
  from contact_detail d
  where d.org_id = ${orgId} and d.del = 0 and d.wert like '%@%'
  union all
  select d.kid, 'phone', right(regexp_replace(d.wert, '[^0-9]+', '', 'g'), ${PHONE_DIGITS}::int)
  from contact_detail d
  where d.org_id = ${orgId} and d.del = 0 and d.wert !~ '[[:alpha:]@]'
  union all
  select b.kid, 'iban', ${letters(sql`b.iban`)}
  from bank_account b
  where b.org_id = ${orgId} and b.del = 0 and b.iban <> ''
  union all
  select a.kid, 'address', a.plz || regexp_replace(${letters(sql`a.strasse`)}, 'stra(ss|ß)e', 'str')
  from address a
  where a.org_id = ${orgId} and a.del = 0 and a.plz <> '' and a.strasse <> ''
  offset 0
), fact as (
  select k.id, s.reason, k.last || ' ' || s.fact as fact
  from shared s
  join known k on k.id = s.id
  where k.last <> '' and length(s.fact) >= ${SHORTEST_FACT}::int
)`;

const contracts = (orgId: number, name: Sql): Sql => sql`known as materialized (
  select t.id, ${name} as name, '' as first, null::date as geb, ${letters(sql`t.gesellschaft`)} as insurer, ${letters(sql`t.nummer`)} as number
  from contract t
  where t.org_id = ${orgId} and t.del = 0
), fact as (
  select k.id, 'number' as reason, k.insurer || ' ' || k.number as fact
  from known k
  where length(k.number) >= ${SHORTEST_NUMBER}::int
)`;

const compared: Readonly<Record<Section, (orgId: number, name: Sql) => Sql>> = lookupTable({ customers, contracts });

interface Row {
  readonly one: number;
  readonly other: number;
  /** JSON of two names, and of the reasons. */
  readonly names: string;
  readonly reasons: string;
  readonly total: number;
}

/** A page of pairs, the likeliest first. Values are compared by their hashes: texts would be sorted by their collation. */
const pairsOf = (section: Section, orgId: number, name: Sql, page: { limit: number; offset: number }): Sql =>
  unprepared(sql`with ${compared[section](orgId, name)}, alike as (
  select distinct id, reason, hashtextextended(reason || fact, 0) as fact
  from fact
), shared_fact as (
  select fact
  from alike
  group by fact
  having count(*) between 2 and ${MOST_ALIKE}::int
), few as (
  select a.id, a.reason, a.fact
  from shared_fact s
  join alike a on a.fact = s.fact
), pair as (
  select a.id as one, b.id as other, array_agg(distinct a.reason order by a.reason) as reasons
  from few a
  join few b on b.fact = a.fact and b.id > a.id
  group by 1, 2
)
select p.one, p.other, json_build_array(a.name, b.name)::text as names, to_json(p.reasons)::text as reasons, count(*) over ()::int as total
from pair p
join known a on a.id = p.one
join known b on b.id = p.other
where (starts_with(a.first, b.first) or starts_with(b.first, a.first)
    or ('birth_date' = any(p.reasons) and left(a.first, 1) = left(b.first, 1)))
  and (a.geb is null or b.geb is null or a.geb = b.geb)
  and not exists (
    select 1
    from duplicate_dismissal d
    where d.org_id = ${orgId} and d.section = ${literal(section)} and d.one = p.one and d.other = p.other)
order by cardinality(p.reasons) desc, p.one, p.other
limit ${page.limit}::int offset ${page.offset}::bigint`);

/** Two reasons are less likely chance than one. */
const scoreOf = (reasons: readonly Reason[]): number => Math.round(100 * (1 - 0.4 ** reasons.length)) / 100;

/** GET `/v3/duplicates`. @throws 403 without the read scope of the section */
export const listDuplicates = async (call: CallOf<'GET /v3/duplicates'>): ResultOf<'GET /v3/duplicates'> => {
  const { db, actor, model, query } = call;
  const { section, page, limit } = query;
  requireAll(actor, [`v3:${section}:read`]);
  const resource = model.registry.get(section);
  const offset = (page - 1) * limit;
  const pairs = await db.queryLong<Row>(pairsOf(section, actor.orgId, nameOf(resource), { limit, offset }));
  const items = pairs.map(({ one, other, ...pair }) => {
    const names = JSON.parse(pair.names) as readonly string[];
    const reasons = JSON.parse(pair.reasons) as readonly Reason[];
    const records = [one, other].map((id, i) => ({ section, id, name: names[i] ?? '' }));
    return { id: `${section}-${one}-${other}`, records, reasons, score: scoreOf(reasons) };
  });
  return json(200, { page, page_size: limit, total: pairs[0]?.total ?? 0, items });
};

/** POST `/v3/duplicates/{id}/dismiss`. @throws 403 without the write scope of the section; 404 for records that are not there */
export const dismissDuplicate = async (
  call: CallOf<'POST /v3/duplicates/:name/dismiss'>,
): ResultOf<'POST /v3/duplicates/:name/dismiss'> => {
  const { db, actor, model, pathName: id = '' } = call;
  const [, section = '', first, second] = /^(customers|contracts)-(\d{1,10})-(\d{1,10})$/.exec(id) ?? [];
  const [one, other] = [Number(first), Number(second)];
  if (!isId(one) || !isId(other) || one >= other) throw fail('not_found');
  requireAll(actor, [`v3:${section}:write`]);
  const resource = model.registry.get(section);
  const both = await db.read(sql`select 1
    from ${raw(resource.table)} t
    where t.org_id = ${actor.orgId} and t.id = any(${[one, other]}::int[]) and t.del = 0${ownRows(resource)}`);
  if (both.length < 2) throw fail('not_found');
  const answer = json(200, { success: true, id });
  await db.transaction(async (tx) => {
    await tx.finish([
      prepared`insert into duplicate_dismissal (org_id, section, one, other, created_at)
        values (${actor.orgId}, ${section}, ${one}, ${other}, ${new Date(call.now()).toISOString()})
        on conflict do nothing`,
      auditEntry(call, { section: 'duplicates', recordId: 0, action: 'insert', changes: { id: [null, id] } }),
      ...(call.keeper?.answer(answer) ?? []),
    ]);
  });
  return answer;
};
