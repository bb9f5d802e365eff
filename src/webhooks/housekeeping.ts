/** What is done to deliveries of all organisations now and then. */
import type { Database } from '../db/database.ts';
import { join, sql } from '../sql.ts';
import { LEASE_MS } from './claim.ts';
import { isoTime } from './iso-time.ts';
import { clearAllLeftOver } from './left-over.ts';
import { longestDelays } from './retry-plan.ts';

const KEEP_DAYS = 30;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Forgets deliveries after 30 days and budgets after one, and clears what was left over. @param now milliseconds since 1970 */
export const forget = async (db: Database, now: number): Promise<void> => {
  const before = isoTime(now - KEEP_DAYS * DAY_MS);
  await db.transaction((tx) =>
    tx.finish([
      sql`delete from webhook_delivery
        where event_at < ${before} and state <> 'pending'`,
      sql`delete from webhook_budget
        where minute < ${Math.floor((now - DAY_MS) / MINUTE_MS)}`,
    ]),
  );
  await clearAllLeftOver(db);
};

/**
 * After the clock was set back: what was written while it was ahead would wait until it gets there again. No attempt is
 * due later than its delay from now; a minute is left to clocks of other machines.
 * @param now milliseconds since 1970
 */
export const bringForward = async (db: Database, now: number): Promise<void> => {
  const cases = longestDelays.map((delay, tries) => sql`when ${tries}::int then ${isoTime(now + delay)}::timestamptz`);
  const late = longestDelays.map(
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
