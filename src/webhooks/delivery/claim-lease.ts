/**
 * First step of a delivery: a worker claims it with a lease that exceeds the longest call. Due webhooks of all
 * organisations are found without a lock; a claim locks rows of one webhook only and skips those of other workers
 * (docs/decisions/0002).
 */
import { type Database, NO_WAIT, type Tx } from '../../db/database.ts';
import { MINUTE_MS } from '../../shared/durations.ts';
import { epoch, prepared, raw, type Sql, sharedParam, sql } from '../../sql/sql.ts';
import { isoTime } from '../iso-time.ts';
import { TIMEOUT_MS } from '../send.ts';
import { WEBHOOK_COLUMNS, type WebhookName, type WebhookRow } from '../webhook-row.ts';

/** The lease outlives the timeout of a call; afterwards another worker takes over the deliveries of a dead one. */
export const LEASE_MS = TIMEOUT_MS + 5000;
/** Deliveries per minute if the plan has no limit (rules 6.4). */
const DEFAULT_LIMIT = 120;

/** A webhook with due deliveries. */
export interface DueWebhook {
  readonly org_id: number;
  readonly id: number;
  /** Nothing succeeded since its last failure. */
  readonly failing: boolean;
}

/** A delivery that this worker has leased. */
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
  /** The trace of the call that caused the event (W3C `traceparent`). */
  readonly traceparent: string | null;
}

const EVENT_AT = epoch("d.event_at at time zone 'UTC'");

/** A claim with its deliveries. */
export interface Claim {
  readonly webhook: WebhookRow;
  readonly deliveries: readonly Delivery[];
  /** End of the lease as ISO 8601: a later outcome finds that another worker owns the delivery. */
  readonly lease: string;
  /** The rate limit of the minute is used up; deliveries without a slot wait, which does not count as an attempt. */
  readonly throttled: boolean;
}

/**
 * Webhooks with due deliveries that no worker has claimed. Reads one row of each queue: the limit prevents PostgreSQL
 * from reading whole queues.
 * @param now milliseconds since 1970
 */
export const findDue = (db: Database, now: number): Promise<DueWebhook[]> => {
  const at = sharedParam(isoTime(now));
  return db.queryLong<DueWebhook>(prepared`select w.org_id, w.id, w.failing_since is not null as failing
    from webhook w
    cross join lateral (
      select 1
      from webhook_delivery d
      where d.org_id = w.org_id and d.webhook_id = w.id and d.state = 'pending' and d.next_attempt_at <= ${at}
        and (d.leased_until is null or d.leased_until <= ${at})
        and (w.active or d.resent)
      order by d.next_attempt_at, d.id
      limit 1) first`);
};

/**
 * Claims up to `places` due deliveries, the oldest first. The ids are an array: with a join PostgreSQL may read the
 * whole queue while it has no statistics of its length.
 */
const lease = ({ org_id: orgId, id }: DueWebhook, places: number, now: string, until: string): Sql => {
  const webhook = sharedParam(id);
  const at = sharedParam(now);
  return prepared`with due as materialized (
      select d.id
      from webhook_delivery d
      where d.org_id = ${orgId} and d.webhook_id = ${webhook} and d.state = 'pending'
        and d.next_attempt_at <= ${at}
        and (d.leased_until is null or d.leased_until <= ${at})
        and (d.resent or exists (
          select 1
          from webhook w
          where w.org_id = ${orgId} and w.id = ${webhook} and w.active))
      order by d.next_attempt_at, d.id
      limit ${places}
      for update of d skip locked
    )
    update webhook_delivery d
    set leased_until = ${until}
    where d.org_id = ${orgId} and d.webhook_id = ${webhook} and d.id = any(array(select id from due))
    returning d.id, d.request_id::text, d.event_name, d.payload, d.tries,
      d.traceparent, ${EVENT_AT} as at`;
};

/** The webhook with the limit of deliveries per minute of its organisation's plan. */
const withLimit = ({ org_id: orgId, id }: WebhookName): Sql => prepared`select ${WEBHOOK_COLUMNS},
      (o.plan->'webhook_deliveries_per_minute')::text as per_minute
    from webhook w
    join organisation o on o.org_id = ${orgId}
    where w.org_id = ${orgId} and w.id = ${id}`;

/** Requested slots of an organisation's minute, and the limit. */
interface Wanted {
  readonly orgId: number;
  readonly wanted: number;
  readonly limit: number;
  readonly failing?: boolean;
}

/**
 * Takes up to the requested slots of a minute; `granted` is their number. Failing webhooks together get at most half
 * of the limit, so that the others have the rest.
 */
const takePlaces = ({ orgId, wanted, limit, failing }: Wanted, minute: number): Sql => {
  const [want, most, fails] = [wanted, limit, failing ? 1 : 0].map((n) => sql`${sharedParam(n)}::int`);
  const room = (used: Sql, usedFailing: Sql): Sql =>
    sql`greatest(0, least(${want}, ${most} - ${used}, case ${fails} when 1 then (${most} + 1) / 2 - ${usedFailing} else ${want} end))`;
  const [first, more] = [room(raw('0'), raw('0')), room(raw('b.used'), raw('b.used_failing'))];
  return prepared`insert into webhook_budget as b (org_id, minute, used, used_failing, granted)
    values (${orgId}, ${minute}, ${first}, ${fails} * ${first}, ${first})
    on conflict (org_id, minute) do update
    set used = b.used + ${more},
      used_failing = b.used_failing + ${fails} * ${more},
      granted = ${more}
    returning granted`;
};

/** Returns claimed deliveries to the queue. */
const release = ({ org_id: orgId, id }: DueWebhook, deliveries: readonly number[], until: string): Sql =>
  sql`update webhook_delivery
    set leased_until = null
    where org_id = ${orgId} and webhook_id = ${id} and id = any(${deliveries}) and leased_until = ${until}`;

/** The limit of the plan, stored raw: with an invalid one nothing is delivered until it is corrected. */
const limitOf = (perMinute: string | null): number => {
  const value: unknown = perMinute === null ? DEFAULT_LIMIT : JSON.parse(perMinute);
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? Math.min(value, 1_000_000_000) : 0;
};

/** Takes slots of the organisation's minute, which all workers share. @returns the number of granted slots */
const take = async (tx: Tx, places: Wanted, now: number): Promise<number> => {
  if (!places.wanted || !places.limit) return 0;
  const minute = Math.floor(now / MINUTE_MS);
  const [row] = await tx.run<{ granted: number }>(takePlaces(places, minute));
  return row?.granted ?? 0;
};

/** Takes the slot of one call. @returns whether one was free @param now as for `claim` */
export const acquireSlot = async (tx: Tx, webhook: WebhookName, now: number): Promise<boolean> => {
  const [row] = await tx.run<{ per_minute: string | null }>(withLimit(webhook));
  return (await take(tx, { orgId: webhook.org_id, wanted: 1, limit: limitOf(row?.per_minute ?? null) }, now)) === 1;
};

/** Seconds until the next minute of slots. @param now as for `claim` */
export const secondsLeft = (now: number): number => Math.ceil((MINUTE_MS - (now % MINUTE_MS)) / 1000);

/**
 * Claims up to `places` due deliveries of a webhook, the oldest first, as far as the plan allows in this minute
 * (`takePlaces`).
 * @param now milliseconds since 1970
 * @returns null if the webhook does not exist any more
 */
export const claim = (db: Database, due: DueWebhook, places: number, now: number): Promise<Claim | null> => {
  const until = isoTime(now + LEASE_MS);
  return db.transaction(async (tx) => {
    const [, claimed, [webhook]] = await Promise.all([
      // A claim that a crash of the database loses is made again, so the commit need not wait for the disk.
      tx.run(NO_WAIT),
      tx.run<Omit<Delivery, 'timestamp'> & { at: number }>(lease(due, places, isoTime(now), until)),
      tx.run<WebhookRow & { per_minute: string | null }>(withLimit(due)),
    ]);
    if (!webhook) return null;
    const deliveries = claimed
      .map(({ at, ...delivery }) => ({ ...delivery, timestamp: isoTime(at) }))
      .sort((a, b) => a.id - b.id);
    const limit = limitOf(webhook.per_minute);
    const granted = await take(tx, { orgId: due.org_id, wanted: deliveries.length, limit, failing: due.failing }, now);
    const left = deliveries.slice(granted).map(({ id }) => id);
    if (left.length) await tx.run(release(due, left, until));
    return { webhook, deliveries: deliveries.slice(0, granted), lease: until, throttled: left.length > 0 };
  });
};
