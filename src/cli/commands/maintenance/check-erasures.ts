/** How many erasures of customers wait, and whether one fails (docs/privacy.md). */
import type { Database } from '../../../db/database.ts';
import { HOUR_MS } from '../../../shared/durations.ts';
import { sql } from '../../../sql/sql.ts';
import type { CheckResult } from './doctor-checks.ts';

/** Longer than an erasure takes that nothing stops. */
const LATE_MS = HOUR_MS;

/** Erasures that have not ended: one without a hold that is older than an hour is a finding. */
export const checkErasures = async (db: Database): Promise<CheckResult> => {
  const late = new Date(Date.now() - LATE_MS).toISOString();
  const rows = await db.queryLong<{ state: string; n: number; late: number }>(sql`select e.state, count(*)::int as n,
      count(*) filter (where h.kid is null and e.created_at < ${late}::timestamptz)::int as late
    from erasure e
    left join legal_hold h on h.org_id = e.org_id and h.kid = e.kid
    where e.state <> 'done'
    group by e.state`);
  const running = rows.find(({ state }) => state === 'running');
  const restricted = rows.find(({ state }) => state === 'restricted')?.n ?? 0;
  const failing = running?.late ?? 0;
  const detail = `${running?.n ?? 0} running or held, ${restricted} waiting for the end of a retention`;
  if (!failing) return { check: 'erasures', ok: true, detail };
  return { check: 'erasures', ok: false, detail: `${detail}; ${failing} for more than an hour: the log says why` };
};
