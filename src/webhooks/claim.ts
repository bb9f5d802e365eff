/**
 * First step of a delivery: a worker claims it for as long as a call may take. What is due is found over all
 * organisations without a lock; a claim then locks rows of one webhook only, and skips those that another worker holds
 * (docs/decisions/0002).
 */
import type { Database, Tx } from '../db/database.ts';
import { TIMEOUT_MS } from './send.ts';
import { WEBHOOK_COLUMNS, type WebhookRow } from './webhook-row.ts';

/** A claim outlives the call's time limit; after that another worker takes over what one that died had claimed. */
export const LEASE_MS = TIMEOUT_MS + 5000;
const MINUTE_MS = 60_000;
/** Deliveries per minute where the plan does not say (rules 6.4). */
const DEFAULT_LIMIT = 120;

/** A webhook that has deliveries to be sent now. */
export interface DueWebhook {
  readonly org_id: number;
  readonly id: number;
  /** Nothing succeeded since its last failure. */
  readonly failing: boolean;
}

/** A delivery that is this worker's until the lease ends. */
export interface Delivery {
  readonly id: number;
  readonly request_id: string;
  readonly event_name: string;
  /** ISO 8601 UTC with milliseconds. */
  readonly timestamp: string;
  /** JSON text. */
  readonly payload: string;
  /** Attempts of the current round. */
  readonly tries: number;
}

/** What a claim brought. */
export interface Claim {
  readonly webhook: WebhookRow;
  readonly deliveries: readonly Delivery[];
  /** Marks the claim: who settles later than this finds that the delivery is somebody else's. ISO 8601. */
  readonly lease: string;
  /** The organisation's minute is used up; what got no place waits, and that is no attempt. */
  readonly throttled: boolean;
}

/** One look into each webhook's queue; the limit keeps PostgreSQL from reading the queues whole. */
const DUE = `select w.org_id, w.id, w.failing_since is not null as failing from webhook w cross join lateral (
  select 1 from webhook_delivery d where d.org_id = w.org_id and d.webhook_id = w.id and d.state = 'pending'
    and d.next_attempt_at <= $1 and (d.leased_until is null or d.leased_until <= $1) and (w.active or d.resent) limit 1) d`;

/** Webhooks with due deliveries at `now` (milliseconds since 1970). */
export const findDue = (db: Database, now: number): Promise<DueWebhook[]> =>
  db.readLong<DueWebhook>({ name: 'due webhooks', text: DUE, values: [new Date(now).toISOString()] });

/** The ids as an array: by a join, PostgreSQL may read the queue whole while it does not know yet how long it is. */
const CLAIM = `with due as materialized (
  select d.id from webhook_delivery d where d.org_id = $1 and d.webhook_id = $2 and d.state = 'pending' and d.next_attempt_at <= $3
    and (d.leased_until is null or d.leased_until <= $3)
    and (d.resent or exists (select 1 from webhook w where w.org_id = $1 and w.id = $2 and w.active))
  order by d.next_attempt_at, d.id limit $4 for update of d skip locked
)
update webhook_delivery d set leased_until = $5 where d.org_id = $1 and d.webhook_id = $2 and d.id = any(array(select id from due))
returning d.id, d.request_id::text, d.event_name, d.payload, d.tries, d.event_at as timestamp`;

const WEBHOOK = `select ${WEBHOOK_COLUMNS}, (o.plan->'webhook_deliveries_per_minute')::text as per_minute
from webhook w join organisation o on o.org_id = w.org_id where w.org_id = $1 and w.id = $2`;

const TAKE = `insert into webhook_budget as b (org_id, minute, used, granted) values ($1, $2, least($3, $4::int), least($3, $4::int))
on conflict (org_id, minute) do update set used = b.used + greatest(0, least($3, $4::int - b.used)),
  granted = greatest(0, least($3, $4::int - b.used)) returning granted`;

const RELEASE = `update webhook_delivery set leased_until = null where org_id = $1 and webhook_id = $2 and id = any($3)
and leased_until = $4`;

/** The plan's value, stored raw: with an invalid one nothing is delivered until it is corrected. */
const limitOf = (perMinute: string | null): number => {
  const value: unknown = perMinute === null ? DEFAULT_LIMIT : JSON.parse(perMinute);
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? Math.min(value, 1_000_000_000) : 0;
};

/** Takes places in the organisation's minute, all workers together. @returns how many of the wanted ones it granted */
const take = async (tx: Tx, orgId: number, wanted: number, limit: number, now: number): Promise<number> => {
  if (!wanted || !limit) return 0;
  const values = [orgId, Math.floor(now / MINUTE_MS), wanted, limit];
  const [row] = await tx.run<{ granted: number }>({ name: 'take places', text: TAKE, values });
  return row?.granted ?? 0;
};

/**
 * Claims up to `places` due deliveries of a webhook, the oldest first, as far as the plan allows in this minute. A
 * webhook that fails gets at most half of the organisation's minute, so that the others keep theirs.
 * @param now milliseconds since 1970
 * @returns null where the webhook is gone
 */
export const claim = (db: Database, due: DueWebhook, places: number, now: number): Promise<Claim | null> => {
  const at = new Date(now).toISOString();
  const lease = new Date(now + LEASE_MS).toISOString();
  return db.transaction(async (tx) => {
    const [, claimed, [webhook]] = await Promise.all([
      // A claim that is lost in a crash of the database is made again, so the commit need not wait for the disk.
      tx.run({ text: 'set local synchronous_commit = off', values: [] }),
      tx.run<Delivery>({ name: 'claim', text: CLAIM, values: [due.org_id, due.id, at, places, lease] }),
      tx.run<WebhookRow & { per_minute: string | null }>({
        name: 'claimed webhook',
        text: WEBHOOK,
        values: [due.org_id, due.id],
      }),
    ]);
    if (!webhook) return null;
    const deliveries = claimed
      .map((delivery) => ({ ...delivery, timestamp: new Date(delivery.timestamp).toISOString() }))
      .sort((a, b) => a.id - b.id);
    const limit = limitOf(webhook.per_minute);
    const granted = await take(tx, due.org_id, deliveries.length, due.failing ? Math.ceil(limit / 2) : limit, now);
    const left = deliveries.slice(granted).map(({ id }) => id);
    if (left.length) await tx.run({ text: RELEASE, values: [due.org_id, due.id, left, lease] });
    return { webhook, deliveries: deliveries.slice(0, granted), lease, throttled: left.length > 0 };
  });
};
