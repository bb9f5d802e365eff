/**
 * Records the outcome of a delivery: delivered, retried later with backoff, given up; disables a webhook that fails
 * for too long.
 */

import { waitForCacheExpiry } from '../../concurrency/cache-propagation.ts';
import { SERVICE } from '../../db/audit-entry.ts';
import { type Database, NO_WAIT } from '../../db/database.ts';
import { prepared, raw, type Sql, sharedParam, sql } from '../../sql/sql.ts';
import type { DisableReason } from '../disable-reasons.ts';
import { isoTime } from '../iso-time.ts';
import type { Outcome } from '../send.ts';
import { entryOf } from '../webhook-audit.ts';
import { lock, type WebhookName } from '../webhook-row.ts';
import { nextDelay } from './backoff.ts';
import type { Claim, Delivery } from './claim-lease.ts';
import { cancelOrphaned } from './orphaned-deliveries.ts';

/** Five days without one success and this many failed deliveries disable a webhook (rules 7.4). */
const FAILED_ENOUGH = 20;
/** Characters of an answer that the log keeps. */
const EXCERPT = 1000;
const GONE = 410;
const FIVE_DAYS_MS = 5 * 86_400_000;

const attemptOf = (outcome: Outcome, now: number) => ({
  at: isoTime(now),
  status: outcome.status,
  error: outcome.error?.code ?? null,
  duration_ms: outcome.duration_ms,
  response: outcome.body.slice(0, EXCERPT).replaceAll('\u0000', ''),
});

const FAILED = raw("set state = 'failed', leased_until = null, resent = false");

/** Cancels the waiting deliveries of a webhook that is disabled (rules 7.4). */
export const cancelWaiting = ({ org_id: orgId, id }: WebhookName): Sql => sql`update webhook_delivery
    ${FAILED}
    where org_id = ${orgId} and webhook_id = ${id} and state = 'pending'`;

/** Cancels deliveries created while the webhook was disabled; manual resends continue (rules 7.4). */
export const cancelMissed = ({ org_id: orgId, id }: WebhookName): Sql => sql`update webhook_delivery
    ${FAILED}
    where org_id = ${orgId} and webhook_id = ${id} and state = 'pending' and not resent`;

/** A call that ended, and when (milliseconds since 1970). */
export interface DeliveryOutcome {
  readonly claim: Claim;
  readonly delivery: Delivery;
  readonly outcome: Outcome;
  readonly now: number;
}

/** Writes the attempts that delivered, where their claims still hold. */
const delivered = ({ org_id: orgId, id }: WebhookName, ended: readonly DeliveryOutcome[]): Sql => {
  const ids = sql`${sharedParam(ended.map(({ delivery }) => delivery.id))}::bigint[]`;
  const leases = ended.map(({ claim }) => claim.lease);
  const attempts = ended.map(({ outcome, now }) => JSON.stringify([attemptOf(outcome, now)]));
  return prepared`update webhook_delivery d
    set state = 'delivered', tries = tries + 1, attempts = attempts || s.attempt::jsonb,
      leased_until = null, resent = false
    from unnest(${ids}, ${leases}::timestamptz[], ${attempts}::text[]) s (id, lease, attempt)
    where d.org_id = ${orgId} and d.webhook_id = ${id} and d.id = any(${ids})
      and d.id = s.id
      and d.leased_until = s.lease
      and d.state = 'pending'`;
};

/** A webhook that succeeded does not fail any more; first of all, as `lock` says. */
const recover = ({ org_id: orgId, id }: WebhookName): Sql => prepared`update webhook
    set failing_since = null, failed_count = 0
    where org_id = ${orgId} and id = ${id} and failing_since is not null`;

/**
 * Records successes of one webhook. Nothing changes where the lease is over: the delivery was cancelled or belongs to
 * another worker. A crash of the database that loses this leads to one more delivery and never one less, so the
 * commit does not wait for the disk.
 */
export const recordDelivered = async (db: Database, ended: readonly DeliveryOutcome[]): Promise<void> => {
  const [first] = ended;
  if (!first) return;
  const { webhook } = first.claim;
  await db
    .forOrg(webhook.org_id)
    .transaction((tx) => tx.finish([NO_WAIT, recover(webhook), delivered(webhook, ended)]));
};

/**
 * Records a failed attempt while its lease holds. A manual resend stays marked while it is retried: a disabled
 * webhook sends nothing else.
 * @param wait milliseconds until the next attempt; null after the last one
 */
const failed = ({ claim, delivery, outcome, now }: DeliveryOutcome, wait: number | null): Sql => {
  const { org_id: orgId, id } = claim.webhook;
  return prepared`update webhook_delivery
    set state = ${wait === null ? 'failed' : 'pending'}, tries = ${delivery.tries + 1},
      attempts = attempts || ${JSON.stringify([attemptOf(outcome, now)])}::jsonb,
      next_attempt_at = ${isoTime(now + (wait ?? 0))}, leased_until = null,
      resent = resent and ${wait !== null}
    where org_id = ${orgId} and webhook_id = ${id} and id = ${delivery.id}
      and leased_until = ${claim.lease}
      and state = 'pending'
    returning id`;
};

/**
 * Counts a failure of an enabled webhook; a disabled one only tries manual resends, and one of them does not cancel
 * the others.
 * @param deliveries how many were given up
 * @returns whether the webhook is `hopeless`; no row where it is disabled
 */
const worsen = ({ org_id: orgId, id }: WebhookName, deliveries: number, now: number): Sql => sql`update webhook
    set failing_since = coalesce(failing_since, ${isoTime(now)}::timestamptz), failed_count = failed_count + ${deliveries}
    where org_id = ${orgId} and id = ${id} and active
    returning failed_count >= ${FAILED_ENOUGH} and failing_since < ${isoTime(now - FIVE_DAYS_MS)}::timestamptz as hopeless`;

const switchOff = ({ org_id: orgId, id }: WebhookName, reason: DisableReason): Sql => sql`update webhook
    set active = false, switched_off_because = ${reason}
    where org_id = ${orgId} and id = ${id} and active
    returning id`;

/** Writes a failure, and switches off a webhook that keeps failing. */
const settle = (db: Database, ended: DeliveryOutcome) =>
  db.transaction(async (tx) => {
    const { claim, delivery, outcome, now } = ended;
    const { webhook } = claim;
    const wait = outcome.status === GONE ? null : nextDelay(delivery.tries + 1);
    const [, ours] = await Promise.all([tx.run(lock(webhook)), tx.run(failed(ended, wait))]);
    const again = wait === null ? null : now + wait;
    if (!ours.length) return { again, switchedOff: false };
    const [row] = await tx.run<{ hopeless: boolean }>(worsen(webhook, wait === null ? 1 : 0, now));
    const reason: DisableReason | null =
      outcome.status === GONE ? 'receiver_gone' : row?.hopeless ? 'no_success' : null;
    if (!reason) return { again, switchedOff: false };
    const switched = await tx.run(switchOff(webhook, reason));
    const changes = { active: [true, false], switched_off_because: [null, reason] };
    await tx.finish([
      cancelWaiting(webhook),
      ...(switched.length ? [entryOf('deactivate', SERVICE, webhook, changes)] : []),
    ]);
    return { again, switchedOff: switched.length > 0 };
  });

/**
 * Writes a failure; a webhook that keeps failing is switched off (rules 7.4).
 * @returns when it is tried again, in milliseconds since 1970; null where it is given up
 */
export const recordFailed = async (db: Database, ended: DeliveryOutcome): Promise<number | null> => {
  const { webhook } = ended.claim;
  const { again, switchedOff } = await settle(db, ended);
  if (switchedOff) {
    await waitForCacheExpiry();
    await cancelOrphaned(db, webhook);
  }
  return again;
};
