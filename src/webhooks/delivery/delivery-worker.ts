/** Delivers events: claim, send, settle. Several workers on several hosts share the work. */

import { BackgroundLoop, type Stoppable } from '../../concurrency/background-loop.ts';
import type { Database } from '../../db/database.ts';
import { reasonOf } from '../../errors/api-error.ts';
import { intervalOf } from '../../shared/background-work.ts';
import { HOUR_MS, MINUTE_MS } from '../../shared/durations.ts';
import { createMetrics, type Metrics } from '../../telemetry/metrics.ts';
import { parseTraceparent } from '../../telemetry/trace-context.ts';
import type { Traces } from '../../telemetry/tracing.ts';
import { type Sender, type Target, TIMEOUT_MS } from '../send.ts';
import { targetOf, type WebhookRow } from '../webhook-row.ts';
import { type Claim, claim, type Delivery, type DueWebhook, findDue, LEASE_MS } from './claim-lease.ts';
import { InFlightCalls } from './in-flight.ts';
import { microBatch } from './micro-batch.ts';
import { pruneDeliveries, rescheduleDue } from './prune-deliveries.ts';
import { type DeliveryOutcome, recordDelivered, recordFailed } from './record-outcome.ts';

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
