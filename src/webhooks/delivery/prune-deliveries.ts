/** Periodic maintenance of the deliveries of all organisations. */
import type { Database } from '../../db/database.ts';
import { DAY_MS, MINUTE_MS } from '../../shared/durations.ts';
import { join, sql } from '../../sql/sql.ts';
import { isoTime } from '../iso-time.ts';
import { maxDelays } from './backoff.ts';
import { LEASE_MS } from './claim-lease.ts';
import { cancelAllOrphaned } from './orphaned-deliveries.ts';

const KEEP_DAYS = 30;

/**
 * Deletes deliveries after 30 days and rate limit rows after one, and cancels orphans. @param now milliseconds since
 * 1970
 */
export const pruneDeliveries = async (db: Database, now: number): Promise<void> => {
  const before = isoTime(now - KEEP_DAYS * DAY_MS);
  await db.transaction((tx) =>
    tx.finish([
      sql`delete from webhook_delivery
        where event_at < ${before} and state <> 'pending'`,
      sql`delete from webhook_budget
        where minute < ${Math.floor((now - DAY_MS) / MINUTE_MS)}`,
    ]),
  );
  await cancelAllOrphaned(db);
};

/**
 * After the clock was set back, rows written before would wait until it reaches their time again. No attempt is due
 * later than its delay from now; one minute is tolerated for the clocks of other machines.
 * @param now milliseconds since 1970
 */
export const rescheduleDue = async (db: Database, now: number): Promise<void> => {
  const cases = maxDelays.map((delay, tries) => sql`when ${tries}::int then ${isoTime(now + delay)}::timestamptz`);
  const late = maxDelays.map(
    (delay, tries) => sql`(tries = ${tries} and next_attempt_at > ${isoTime(now + delay + MINUTE_MS)})`,
  );
  await db.transaction((tx) =>
    tx.finish([
      sql`update webhook_delivery
        set next_attempt_at = case tries ${join(cases, ' ')} end
        where state = 'pending' and (${join(late, ' or ')})`,
      sql`update webhook_delivery
        set leased_until = null
        where state = 'pending' and leased_until > ${isoTime(now + LEASE_MS + MINUTE_MS)}`,
    ]),
  );
};
