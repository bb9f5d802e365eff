/** How much waits to be delivered, over all organisations. */
import type { Database } from '../../db/database.ts';
import { sql } from '../../sql/sql.ts';

/** The waiting deliveries: their number, and the seconds since the oldest one was due. */
export interface Outbox {
  readonly deliveries: number;
  readonly oldestDueSeconds: number;
}

/** Deliveries counted per webhook: bounds the cost of a receiver that is down for days. */
const COUNTED = 1000;

/**
 * Reads a bounded part of each webhook's queue by its index, with the conditions of a claim. @param now milliseconds
 * since 1970
 */
export const readOutbox = async (db: Database, now: number): Promise<Outbox> => {
  const rows = await db.queryLong<{ n: number; due: number }>(
    sql`select d.n, d.due from webhook w cross join lateral (
        select count(*)::int as n, extract(epoch from min(q.next_attempt_at))::float8 * 1000 as due from (
          select p.next_attempt_at from webhook_delivery p
          where p.org_id = w.org_id and p.webhook_id = w.id and p.state = 'pending' and (w.active or p.resent)
          order by p.next_attempt_at limit ${COUNTED}::int) q) d
      where d.n > 0`,
  );
  const due = Math.min(now, ...rows.map((row) => row.due));
  return { deliveries: rows.reduce((sum, { n }) => sum + n, 0), oldestDueSeconds: (now - due) / 1000 };
};
