/** What follows from a delivery's outcome: done, tried again later, given up; and when a webhook is switched off. */
import type { Database } from '../db/database.ts';
import type { Query } from '../sql.ts';
import type { Claim, Delivery } from './claim.ts';
import { nextDelay } from './retry-plan.ts';
import type { Outcome } from './send.ts';

/** Five days without one success and so many failed deliveries switch a webhook off (decisions 7.4). */
const FAILED_ENOUGH = 20;
/** Characters of an answer that the log keeps. */
const EXCERPT = 1000;
const GONE = 410;

const attemptOf = (outcome: Outcome, now: number) => ({
  at: new Date(now).toISOString(),
  status: outcome.status,
  error: outcome.error?.code ?? null,
  duration_ms: outcome.duration_ms,
  response: outcome.body.slice(0, EXCERPT).replaceAll('\u0000', ''),
});

const SETTLE = `update webhook_delivery set state = $5, tries = $6, attempts = attempts || $7::jsonb, next_attempt_at = $8,
leased_until = null, resent = false where org_id = $1 and webhook_id = $2 and id = $3 and leased_until = $4 and state = 'pending'
returning id`;
const RECOVER = `update webhook set failing_since = null, failed_count = 0
where org_id = $1 and id = $2 and failing_since is not null`;
const WORSEN = `update webhook set failing_since = coalesce(failing_since, $5::timestamptz), failed_count = failed_count + $3
where org_id = $1 and id = $2 returning failed_count >= $4 and failing_since < $5::timestamptz - interval '5 days' as hopeless`;
const SWITCH_OFF =
  'update webhook set active = false, switched_off_because = $3 where org_id = $1 and id = $2 and active';

/** Ends what waits at a webhook that is off (decisions 7.4): org_id, webhook id. */
export const END_WAITING = `update webhook_delivery set state = 'failed', leased_until = null, resent = false
where org_id = $1 and webhook_id = $2 and state = 'pending'`;

const settled = (
  { webhook, lease }: Claim,
  delivery: Delivery,
  outcome: Outcome,
  [state, wait]: readonly ['delivered' | 'failed' | 'pending', number],
  now: number,
): Query => ({
  name: 'settle',
  text: SETTLE,
  values: [
    webhook.org_id,
    webhook.id,
    delivery.id,
    lease,
    state,
    delivery.tries + 1,
    JSON.stringify([attemptOf(outcome, now)]),
    new Date(now + wait).toISOString(),
  ],
});

const succeed = (db: Database, claim: Claim, delivery: Delivery, outcome: Outcome, now: number) =>
  db.transaction((tx) =>
    tx.finish([
      // A crash of the database that forgets it means one more delivery, never one less.
      { text: 'set local synchronous_commit = off', values: [] },
      settled(claim, delivery, outcome, ['delivered', 0], now),
      { name: 'recover', text: RECOVER, values: [claim.webhook.org_id, claim.webhook.id] },
    ]),
  );

const failOne = (db: Database, claim: Claim, delivery: Delivery, outcome: Outcome, now: number) =>
  db.transaction(async (tx) => {
    const { org_id: orgId, id } = claim.webhook;
    const wait = outcome.status === GONE ? null : nextDelay(delivery.tries + 1);
    const next = wait === null ? (['failed', 0] as const) : (['pending', wait] as const);
    const ours = await tx.run(settled(claim, delivery, outcome, next, now));
    if (!ours.length) return;
    const values = [orgId, id, wait === null ? 1 : 0, FAILED_ENOUGH, new Date(now).toISOString()];
    const [row] = await tx.run<{ hopeless: boolean }>({ text: WORSEN, values });
    const gone = outcome.status === GONE && 'The receiver answered 410 Gone.';
    const reason = gone || (row?.hopeless && 'No delivery succeeded for five days.');
    if (!reason) return;
    await tx.finish([
      { text: SWITCH_OFF, values: [orgId, id, reason] },
      { text: END_WAITING, values: [orgId, id] },
    ]);
  });

/**
 * Writes an outcome. Nothing changes where the claim is over: the delivery was ended or is somebody else's.
 * @param now milliseconds since 1970
 */
export const settle = async (
  db: Database,
  claim: Claim,
  delivery: Delivery,
  outcome: Outcome,
  now: number,
): Promise<void> => {
  if (outcome.error) await failOne(db, claim, delivery, outcome, now);
  else await succeed(db, claim, delivery, outcome, now);
};
