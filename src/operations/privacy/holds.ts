/** Legal holds: administrators keep all records of a customer until a day, or until they lift it (rules 16.22). */
import type { Database, Tx } from '../../db/database.ts';
import { fail, invalid } from '../../errors/api-error.ts';
import { MAX_REASON } from '../../shared/limits.ts';
import { instant, join, type Sql, sharedParam, sql, tenantParam } from '../../sql/sql.ts';
import { type CallOf, json, type ResultOf, type SpecialCall } from '../call/call.ts';
import { auditEntry } from '../commit/commit.ts';
import { findPerson } from './person.ts';
import { todayOf } from './retention-plan.ts';

/** A hold as it is answered. */
export interface Hold {
  /** The last day; null until it is lifted. */
  readonly until: string | null;
  readonly reason: string;
  readonly created_at: string;
}

/** SELECT of the hold of a customer that is in force on a day. */
const holdStatement = (
  orgId: number,
  kid: number,
  today: string,
) => sql`select to_char(h.until, 'YYYY-MM-DD') as until, h.reason,
    ${instant('h.created_at')} as created_at
  from legal_hold h
  where h.org_id = ${orgId} and h.kid = ${kid}::int and (h.until is null or h.until >= ${today}::date)`;

/** The hold of a customer that is in force. @param today local day of the organisation */
const activeHold = async (db: Database, orgId: number, kid: number, today: string): Promise<Hold | null> => {
  const [hold] = await db.read<Hold>(holdStatement(orgId, kid, today));
  return hold ?? null;
};

/** @throws 409 `legal_hold` with day and reason, where a hold is in force */
export const assertNoHold = async (tx: Tx, orgId: number, kid: number, today: string): Promise<void> => {
  const [hold] = await tx.run<Hold>(holdStatement(orgId, kid, today));
  if (!hold) return;
  const until = hold.until === null ? 'until it is lifted' : `until ${hold.until}`;
  throw fail('legal_hold', {
    message: `A hold keeps the records of the customer ${until}: ${hold.reason}`,
    details: { until: hold.until, reason: hold.reason },
  });
};

/** Keeps the row of the customer from erasures and other holds until the transaction ends. */
export const lockPerson = (tx: Tx, orgId: number, kid: number): Promise<readonly unknown[]> =>
  tx.run(sql`select 1
    from contact c
    where c.org_id = ${orgId} and c.id = ${kid}::int and c.section = 'customers'
    for update`);

/** INSERT of a hold of customers, or of one in place of their holds. */
export const holdWrite = ({ actor }: Pick<SpecialCall, 'actor'>, kids: readonly number[], hold: Hold): Sql => {
  const at = sharedParam(hold.created_at);
  const [until, reason] = [sharedParam(hold.until), sharedParam(hold.reason)];
  const rows = kids.map(
    (kid) =>
      sql`(${tenantParam(actor.orgId)}, ${kid}::int, ${until}::date, ${reason}, ${sharedParam(actor.tokenId)}, ${sharedParam(actor.userKid)}, ${at})`,
  );
  return sql`insert into legal_hold (org_id, kid, until, reason, token_id, user_kid, created_at)
      values ${join(rows, ', ')}
      on conflict (org_id, kid) do update
      set until = excluded.until, reason = excluded.reason, token_id = excluded.token_id, user_kid = excluded.user_kid,
        created_at = excluded.created_at`;
};

/** PUT `/v3/customers/{kid}/privacy/hold`. @throws 400 for a day in the past, 404 `customer_not_found` */
export const setHold = async (
  call: CallOf<'PUT /v3/customers/:kid/privacy/hold'>,
): ResultOf<'PUT /v3/customers/:kid/privacy/hold'> => {
  const { db, now, body } = call;
  const { until = null, reason } = body;
  if (until !== null && until < todayOf(call))
    throw invalid([{ path: ['until'], code: 'invalid_value', message: 'until lies in the past.' }]);
  const { orgId, kid, kids } = await findPerson(call, call.pathIds[0] ?? 0);
  const at = new Date(now()).toISOString();
  await db.transaction(async (tx) => {
    if (!(await lockPerson(tx, orgId, kid)).length) throw fail('customer_not_found');
    await tx.finish([
      holdWrite(call, kids, { until, reason, created_at: at }),
      auditEntry(call, {
        section: 'customers',
        recordId: kid,
        action: 'hold',
        changes: { until: [null, until] },
        security: true,
      }),
    ]);
  });
  return json(200, { success: true, kid, hold: { until, reason, created_at: at.replace('Z', '+00:00') } });
};

/** DELETE `/v3/customers/{kid}/privacy/hold`. @throws 404 `not_found` without a hold */
export const liftHold = async (
  call: CallOf<'DELETE /v3/customers/:kid/privacy/hold'>,
): ResultOf<'DELETE /v3/customers/:kid/privacy/hold'> => {
  const { db, actor } = call;
  const { orgId, kid, kids } = await findPerson(call, call.pathIds[0] ?? 0);
  await db.transaction(async (tx) => {
    const lifted = await tx.run(sql`delete from legal_hold
      where org_id = ${orgId} and kid = any(${kids}::int[])
      returning 1 as one`);
    if (!lifted.length) throw fail('not_found');
    await tx.finish([
      auditEntry(
        { ...call, actor },
        { section: 'customers', recordId: kid, action: 'hold-lifted', changes: {}, security: true },
      ),
    ]);
  });
  return json(200, { success: true, deleted: true, kid });
};

/** The hold of one or both customers of a merge, whose transaction has locked them; until the later of their days. */
export const findHold = async (tx: Tx, orgId: number, kids: readonly number[]): Promise<Hold | null> => {
  const [hold] = await tx.run<Hold & { n: number }>(sql`select count(*)::int as n,
      case when bool_and(h.until is not null) then to_char(max(h.until), 'YYYY-MM-DD') end as until,
      left(string_agg(distinct h.reason, '; '), ${MAX_REASON}::int) as reason, ${instant('max(h.created_at)')} as created_at
    from legal_hold h
    where h.org_id = ${orgId} and h.kid = any(${kids}::int[])`);
  return hold?.n ? hold : null;
};

/** Whether a hold is in force, for an answer. */
export const holdOf = (call: Pick<SpecialCall, 'db' | 'actor' | 'now'>, kid: number): Promise<Hold | null> =>
  activeHold(call.db, call.actor.orgId, kid, todayOf(call));
