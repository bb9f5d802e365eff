/** GET `/v3/customers/{kid}/premiums`: the premiums of a customer's running contracts for a year (rules 16.23). */
import { NOT_FINAL } from '../../derive/sql/deadline-of-record.ts';
import { PAYMENTS } from '../../derive/sql/premium-of-record.ts';
import { fail } from '../../errors/api-error.ts';
import { sql } from '../../sql/sql.ts';
import { type CallOf, json, type ResultOf } from '../call/call.ts';

interface Row {
  readonly sparte: number | null;
  readonly contracts: number;
  readonly without_interval: number;
  readonly per_year: string;
  readonly total: string;
}

/** @throws 404 `customer_not_found` */
export const readPremiums = async ({
  db,
  actor: { orgId },
  pathIds,
}: CallOf<'GET /v3/customers/:kid/premiums'>): ResultOf<'GET /v3/customers/:kid/premiums'> => {
  const kid = pathIds[0] ?? 0;
  const rows = await db.read<Row>(sql`select p.sparte, p.contracts, p.without_interval, p.per_year::text as per_year,
      (sum(p.per_year) over ())::text as total
    from contact c
    left join lateral (
      select t.sparte, count(*)::int as contracts,
        count(*) filter (where t.beitrag > 0 and ${PAYMENTS} is null)::int as without_interval,
        coalesce(sum(t.beitrag * ${PAYMENTS}), 0)::numeric(15, 2) as per_year
      from contract t
      where t.org_id = ${orgId} and t.kid = c.id and t.del = 0 and t.archiv = 0 and ${NOT_FINAL}
      group by t.sparte) p on true
    where c.org_id = ${orgId} and c.id = ${kid} and c.section = 'customers' and c.del = 0
    order by p.per_year desc, p.sparte`);
  const [first] = rows;
  if (!first) throw fail('customer_not_found');
  const items = rows.filter(({ contracts }) => contracts).map(({ total: _total, ...item }) => item);
  return json(200, { per_year: first.total ?? '0.00', items });
};
