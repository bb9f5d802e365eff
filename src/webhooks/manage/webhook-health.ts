/** Health of webhooks for the cards of the settings page, from a bounded part of each one's deliveries. */
import type { Database } from '../../db/database.ts';
import { instant, sql } from '../../sql/sql.ts';

/** Number of the newest deliveries that are evaluated. */
const LOOKED_AT = 1000;
/** Upper bound of the count of waiting deliveries. */
const MOST_COUNTED = 100_000;

/** The state of a webhook's deliveries. */
export interface Health {
  /** Of the newest 1,000 those that ended, and how. */
  readonly delivered: number;
  readonly failed: number;
  /** Waiting deliveries; 100,000 at most. */
  readonly backlog: number;
  /** Since when the oldest of it waits. */
  readonly waiting_since: string | null;
  /** When the last attempt was made, while nothing waits. */
  readonly caught_up_at: string | null;
  readonly last_error: { readonly at: string; readonly status: number | null; readonly error: string } | null;
}

/** Of a webhook that was made between two looks. */
export const NO_DELIVERIES: Health = {
  delivered: 0,
  failed: 0,
  backlog: 0,
  waiting_since: null,
  caught_up_at: null,
  last_error: null,
};

/** The health of each webhook of an organisation, by number. */
export const healthOfWebhooks = async (db: Database, orgId: number): Promise<ReadonlyMap<number, Health>> => {
  const rows = await db.queryLong<{ id: number; doc: string }>(sql`select w.id, json_build_object(
      'delivered', ended.delivered, 'failed', ended.failed, 'backlog', waits.n,
      'waiting_since', ${instant('waits.since')}, 'caught_up_at', case when waits.n = 0 then ended.tried end,
      'last_error', ended.error)::text as doc
    from webhook w
    cross join lateral (
      select count(*)::int as n, min(q.event_at) as since from (
        select p.event_at from webhook_delivery p
        where p.org_id = ${orgId} and p.webhook_id = w.id and p.state = 'pending' limit ${MOST_COUNTED}) q) waits
    cross join lateral (
      select count(distinct q.id) filter (where q.state = 'delivered')::int as delivered,
        count(distinct q.id) filter (where q.state = 'failed')::int as failed,
        max(a.attempt->>'at') as tried,
        (array_agg(json_build_object('at', a.attempt->>'at', 'status', (a.attempt->>'status')::int, 'error', a.attempt->>'error')
          order by a.attempt->>'at' desc) filter (where a.attempt->>'error' is not null))[1] as error
      from (
        select p.id, p.state, p.attempts from webhook_delivery p
        where p.org_id = ${orgId} and p.webhook_id = w.id order by p.id desc limit ${LOOKED_AT}) q
      left join lateral jsonb_array_elements(q.attempts) a (attempt) on true) ended
    where w.org_id = ${orgId}`);
  return new Map(rows.map(({ id, doc }) => [id, JSON.parse(doc) as Health]));
};
