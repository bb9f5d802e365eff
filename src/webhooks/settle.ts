/** What follows from a delivery's outcome: done, tried again later, given up; and when a webhook is switched off. */
import { SERVICE } from '../db/audit-entry.ts';
import type { Database } from '../db/database.ts';
import { entryOf } from './audit.ts';
import type { Claim, Delivery } from './claim.ts';
import type { OffReason } from './off-reasons.ts';
import { nextDelay } from './retry-plan.ts';
import type { Outcome } from './send.ts';

/** Five days without one success and so many failed deliveries switch a webhook off (rules 7.4). */
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

const RETRY = `update webhook_delivery set state = $5, tries = $6, attempts = attempts || $7::jsonb, next_attempt_at = $8,
leased_until = null, resent = false where org_id = $1 and webhook_id = $2 and id = $3 and leased_until = $4 and state = 'pending'
returning id`;
const DELIVERED = `update webhook_delivery d set state = 'delivered', tries = tries + 1, attempts = attempts || s.attempt::jsonb,
leased_until = null, resent = false from unnest($3::bigint[], $4::timestamptz[], $5::text[]) s (id, lease, attempt)
where d.org_id = $1 and d.webhook_id = $2 and d.id = any($3::bigint[]) and d.id = s.id and d.leased_until = s.lease and d.state = 'pending'`;
const RECOVER = `update webhook set failing_since = null, failed_count = 0
where org_id = $1 and id = $2 and failing_since is not null`;
const WORSEN = `update webhook set failing_since = coalesce(failing_since, $5::timestamptz), failed_count = failed_count + $3
where org_id = $1 and id = $2 returning failed_count >= $4 and failing_since < $6::timestamptz as hopeless`;
const FIVE_DAYS_MS = 5 * 86_400_000;
const SWITCH_OFF =
  'update webhook set active = false, switched_off_because = $3 where org_id = $1 and id = $2 and active returning id';

/** Ends what waits at a webhook that is off (rules 7.4): org_id, webhook id. */
export const END_WAITING = `update webhook_delivery set state = 'failed', leased_until = null, resent = false
where org_id = $1 and webhook_id = $2 and state = 'pending'`;

/** A call that ended, and when (milliseconds since 1970). */
export interface Ended {
  readonly claim: Claim;
  readonly delivery: Delivery;
  readonly outcome: Outcome;
  readonly now: number;
}

/**
 * Writes successes at one webhook. Nothing changes where a claim is over: the delivery was ended or is somebody else's.
 * If a crash of the database loses it, there is one more delivery and never one less, so the commit need not wait for
 * the disk.
 */
export const settleDelivered = async (db: Database, ended: readonly Ended[]): Promise<void> => {
  const [first] = ended;
  if (!first) return;
  const { org_id: orgId, id } = first.claim.webhook;
  const values = [
    orgId,
    id,
    ended.map(({ delivery }) => delivery.id),
    ended.map(({ claim }) => claim.lease),
    ended.map(({ outcome, now }) => JSON.stringify([attemptOf(outcome, now)])),
  ];
  await db.of(orgId).transaction((tx) =>
    tx.finish([
      { text: 'set local synchronous_commit = off', values: [] },
      { name: 'settle delivered', text: DELIVERED, values },
      { name: 'recover', text: RECOVER, values: [orgId, id] },
    ]),
  );
};

/** Writes a failure: tried again later, or given up; a webhook that keeps failing is switched off (rules 7.4). */
export const settleFailed = (db: Database, ended: Ended): Promise<void> =>
  db.transaction(async (tx) => {
    const { claim, delivery, outcome, now } = ended;
    const { org_id: orgId, id } = claim.webhook;
    const tries = delivery.tries + 1;
    const wait = outcome.status === GONE ? null : nextDelay(tries);
    const attempt = JSON.stringify([attemptOf(outcome, now)]);
    const state = wait === null ? 'failed' : 'pending';
    const next = new Date(now + (wait ?? 0)).toISOString();
    const ours = await tx.run({
      name: 'settle failed',
      text: RETRY,
      values: [orgId, id, delivery.id, claim.lease, state, tries, attempt, next],
    });
    if (!ours.length) return;
    const [at, longAgo] = [now, now - FIVE_DAYS_MS].map((ms) => new Date(ms).toISOString());
    const values = [orgId, id, wait === null ? 1 : 0, FAILED_ENOUGH, at, longAgo];
    const [row] = await tx.run<{ hopeless: boolean }>({ text: WORSEN, values });
    const reason: OffReason | null = outcome.status === GONE ? 'receiver_gone' : row?.hopeless ? 'no_success' : null;
    if (!reason) return;
    const switched = await tx.run({ text: SWITCH_OFF, values: [orgId, id, reason] });
    const changes = { active: [true, false], switched_off_because: [null, reason] };
    await tx.finish([
      { text: END_WAITING, values: [orgId, id] },
      ...(switched.length ? [entryOf('deactivate', SERVICE, claim.webhook, changes)] : []),
    ]);
  });
