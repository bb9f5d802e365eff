/** Delivers events: claim, send, settle. Several workers on several hosts share the work. */

import { setTimeout as delay } from 'node:timers/promises';
import { BackgroundLoop, type Stoppable } from '../../concurrency/background-loop.ts';
import type { Database } from '../../db/database.ts';
import { reasonOf } from '../../errors/api-error.ts';
import { intervalOf } from '../../shared/background-work.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/durations.ts';
import { join, sql } from '../../sql/sql.ts';
import { createMetrics, type Metrics } from '../../telemetry/metrics.ts';
import { parseTraceparent } from '../../telemetry/trace-context.ts';
import type { Traces } from '../../telemetry/tracing.ts';
import { isoTime } from '../iso-time.ts';
import { type Sender, type Target, TIMEOUT_MS } from '../send.ts';
import { targetOf, type WebhookRow } from '../webhook-row.ts';
import { maxDelays } from './backoff.ts';
import { type Claim, claim, type Delivery, type DueWebhook, findDue, LEASE_MS } from './claim-lease.ts';
import { cancelAllOrphaned } from './orphaned-deliveries.ts';
import { type DeliveryOutcome, recordDelivered, recordFailed } from './record-outcome.ts';

const KEEP_DAYS = 30;

/**
 * Deletes deliveries after 30 days and rate limit rows after one, and cancels orphans. @param now milliseconds since
 * 1970
 */
const pruneDeliveries = async (db: Database, now: number): Promise<void> => {
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
const rescheduleDue = async (db: Database, now: number): Promise<void> => {
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

/**
 * @param ms how long the first item of a group waits for others
 * @param work gets the group; the callers of all its items wait for it
 */
const microBatch = <T>(ms: number, work: (items: readonly T[]) => Promise<void>) => {
  const waiting = new Map<number, { readonly items: T[]; readonly done: Promise<void> }>();
  return (key: number, item: T): Promise<void> => {
    const open = waiting.get(key);
    if (open) {
      open.items.push(item);
      return open.done;
    }
    const items = [item];
    const done = delay(ms).then(() => {
      waiting.delete(key);
      return work(items);
    });
    waiting.set(key, { items, done });
    return done;
  };
};

/** Simultaneous calls to one webhook, and to one that fails, which gets fewer. */
const PLACES = 16;
const FEW_PLACES = 2;
/**
 * Simultaneous calls in all. Failing webhooks share half of them, and so do many slow ones, so that others find a
 * place.
 */
const PARALLEL = 1000;

/** Calls of one worker. */
class InFlightCalls {
  readonly #byWebhook = new Map<number, number>();
  readonly #calls = new Set<Promise<void>>();
  readonly #settling = new Set<Promise<void>>();

  /** How many more calls a webhook may have now. */
  placesOf({ id, failing }: DueWebhook): number {
    const crowded = this.#calls.size >= PARALLEL / 2;
    const room = (failing ? PARALLEL / 2 : PARALLEL) - this.#calls.size;
    return Math.min(room, (failing || crowded ? FEW_PLACES : PLACES) - (this.#byWebhook.get(id) ?? 0));
  }

  /** A place is taken until the work ends. */
  add(webhookId: number, work: Promise<void>): void {
    this.#byWebhook.set(webhookId, (this.#byWebhook.get(webhookId) ?? 0) + 1);
    const call = work.finally(() => {
      const left = (this.#byWebhook.get(webhookId) ?? 1) - 1;
      if (left) this.#byWebhook.set(webhookId, left);
      else this.#byWebhook.delete(webhookId);
      this.#calls.delete(call);
    });
    this.#calls.add(call);
  }

  /** Tracks the remaining work of a call that no longer occupies a slot. */
  settle(work: Promise<void>): void {
    const settled = work.finally(() => this.#settling.delete(settled));
    this.#settling.add(settled);
  }

  /** All calls have ended and are settled. */
  async end(): Promise<void> {
    await Promise.all(this.#calls);
    await Promise.all(this.#settling);
  }
}

/** Simultaneous claims. */
const CLAIMS = 4;
/** Deliveries that are claimed per slot of a webhook whose latest response took at most `QUICK_MS`. */
const AHEAD = 4;
const QUICK_MS = 100;
/** A claimed delivery that had to wait longer for its place is left to the next claim, since the lease would not outlive its call. */
const MAX_WAIT_MS = LEASE_MS - TIMEOUT_MS;
/** Calls that succeed within it are settled together. */
const GATHER_MS = 10;
const HOUSEKEEPING_MS = HOUR_MS;
/** Clocks are put right by less all the time. */
const SET_BACK_MS = 10_000;

type Log = (level: 'info' | 'error', message: string, details?: Readonly<Record<string, unknown>>) => void;

/** How deliveries are timed, counted and traced. */
interface WorkerOptions {
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  readonly metrics?: Pick<Metrics, 'deliveries' | 'deliverySeconds'>;
  readonly traces?: Traces | null | undefined;
}

/** Delivers until it is stopped. */
export class Worker implements Stoppable {
  readonly #rounds = new BackgroundLoop();
  readonly #calls = new InFlightCalls();
  /** Webhooks without further slots in this minute, with that minute. */
  readonly #throttled = new Map<number, number>();
  /** Webhooks that answer fast enough to claim ahead. */
  readonly #quick = new Set<number>();
  /** Webhooks that had as many deliveries as places when they were last served: more may wait. */
  #waiting: DueWebhook[] = [];
  #cleanedAt = Number.NEGATIVE_INFINITY;
  /** The last clock reading: the first round cannot know whether the clock was set back before. */
  #latest = Number.POSITIVE_INFINITY;
  #polledAt = Number.NEGATIVE_INFINITY;
  readonly #settleTogether = microBatch<DeliveryOutcome>(GATHER_MS, (all) => recordDelivered(this.db, all));

  readonly now: () => number;
  readonly metrics: NonNullable<WorkerOptions['metrics']>;
  readonly traces: Traces | null;

  constructor(
    readonly db: Database,
    readonly sender: Sender,
    readonly log: Log,
    { now = Date.now, metrics = createMetrics(), traces = null }: WorkerOptions,
  ) {
    this.now = now;
    this.metrics = metrics;
    this.traces = traces;
    this.#rounds.run(() => this.#round());
  }

  /** Finishes running deliveries. */
  async stop(): Promise<void> {
    await this.#rounds.stop();
    await this.#calls.end();
  }

  async #round(): Promise<void> {
    try {
      await this.#clean();
      await this.#serveAll(await this.#due());
    } catch (error) {
      this.log('error', 'Webhook deliveries could not be claimed', { cause: reasonOf(error) });
    }
    await this.#rounds.sleep(intervalOf('deliveries'));
  }

  async #clean(): Promise<void> {
    const now = this.now();
    const setBack = now < this.#latest - SET_BACK_MS;
    if (setBack) await rescheduleDue(this.db, now);
    this.#latest = now;
    if (!setBack && now - this.#cleanedAt <= HOUSEKEEPING_MS) return;
    this.#cleanedAt = now;
    await pruneDeliveries(this.db, now);
  }

  /** Polls all queues a few times a second; in between, only those that were not emptied are due. */
  async #due(): Promise<readonly DueWebhook[]> {
    const interval = intervalOf('deliveries', this.db.ranges());
    if (performance.now() - this.#polledAt < interval) return this.#waiting;
    this.#polledAt = performance.now();
    const due = await findDue(this.db, this.now());
    if (this.#quick.size > due.length) {
      for (const id of this.#quick) if (!due.some((one) => one.id === id)) this.#quick.delete(id);
    }
    return due;
  }

  async #serveAll(due: readonly DueWebhook[]): Promise<void> {
    const minute = Math.floor(this.now() / MINUTE_MS);
    for (const [id, used] of this.#throttled) if (used !== minute) this.#throttled.delete(id);
    this.#waiting = [];
    const queue = due.filter(({ id }) => !this.#throttled.has(id)).values();
    await Promise.all(
      Array.from({ length: CLAIMS }, async () => {
        for (const webhook of queue) if (!this.#rounds.stopping) await this.#serve(webhook);
      }),
    );
  }

  async #serve(due: DueWebhook): Promise<void> {
    const places = this.#calls.placesOf(due);
    if (places < 1) {
      this.#waiting.push(due);
      return;
    }
    const most = this.#quick.has(due.id) ? places * AHEAD : places;
    const claimed = await claim(this.db.forOrg(due.org_id), due, most, this.now());
    if (claimed?.throttled) this.#throttle(due);
    const target = claimed && this.#targetOf(claimed.webhook);
    if (!claimed || !target) return;
    const deliveries = claimed.deliveries.values();
    const taken = Math.min(places, claimed.deliveries.length);
    for (let place = 0; place < taken; place += 1) {
      this.#calls.add(due.id, this.#deliverInTurn(claimed, target, deliveries));
    }
    if (claimed.deliveries.length === most) this.#waiting.push(due);
  }

  /** Until the minute is over. */
  #throttle({ id }: Pick<DueWebhook, 'id'>): void {
    this.#throttled.set(id, Math.floor(this.now() / MINUTE_MS));
  }

  /** Address and decrypted secrets of a webhook, read once per claim; null where they cannot be decrypted. */
  #targetOf(webhook: WebhookRow): Target | null {
    try {
      return targetOf(this.db.keyRing, webhook, this.now());
    } catch (error) {
      const { message, cause } = error as Error;
      this.log('error', 'The secrets of a webhook cannot be read', {
        webhook: webhook.id,
        cause: (cause as Error | undefined)?.message ?? message,
      });
      this.#throttle(webhook);
      return null;
    }
  }

  /** Takes one place, for one claimed delivery after the other. */
  async #deliverInTurn(claimed: Claim, target: Target, deliveries: Iterable<Delivery>): Promise<void> {
    const until = this.now() + MAX_WAIT_MS;
    try {
      for (const delivery of deliveries) {
        if (this.now() > until) return;
        await this.#orLog(this.#deliver(claimed, target, delivery), delivery);
      }
    } finally {
      this.#rounds.wake();
    }
  }

  async #deliver(claimed: Claim, target: Target, delivery: Delivery): Promise<void> {
    const { request_id, event_name, timestamp, payload } = delivery;
    const { org_id: orgId, id } = claimed.webhook;
    const parent = parseTraceparent(delivery.traceparent);
    const span = this.traces?.begin('webhook delivery', 'client', parent);
    const envelope = { request_id, event_name, timestamp, payload };
    const outcome = await this.sender.send(target, envelope, span?.traceparent ?? parent);
    const attributes = { 'broker_crm.org_id': orgId, 'broker_crm.webhook_id': id, 'broker_crm.event': event_name };
    const { status } = outcome;
    span?.end(
      status === null ? attributes : { ...attributes, 'http.response.status_code': status },
      outcome.error?.code,
    );
    if (outcome.error || outcome.duration_ms > QUICK_MS) this.#quick.delete(id);
    else this.#quick.add(id);
    const ended = { claim: claimed, delivery, outcome, now: this.now() };
    this.metrics.deliverySeconds.observe(outcome.duration_ms / 1000);
    if (!outcome.error) this.metrics.deliveries.labels('delivered').inc();
    if (outcome.error) await this.#settleFailed(ended);
    else this.#calls.settle(this.#orLog(this.#settleTogether(id, ended), delivery));
  }

  async #settleFailed(ended: DeliveryOutcome): Promise<void> {
    const again = await recordFailed(this.db.forOrg(ended.claim.webhook.org_id), ended);
    this.metrics.deliveries.labels(again === null ? 'given_up' : 'retried').inc();
  }

  #orLog(work: Promise<void>, { id }: Delivery): Promise<void> {
    return work.catch((error: Error) =>
      this.log('error', 'A webhook delivery could not be settled', { delivery: id, cause: reasonOf(error) }),
    );
  }
}

/** Starts to deliver. */
export const startWorker = (db: Database, sender: Sender, log: Log, options: WorkerOptions = {}): Worker =>
  new Worker(db, sender, log, options);
