/** Delivers events: claim, send, settle. Several workers on several hosts share the work. */

import type { Database } from '../db/database.ts';
import { reasonOf } from '../errors.ts';
import { createMetrics, type Metrics } from '../metrics.ts';
import { Rounds, type Stoppable } from '../rounds.ts';
import { takenTraceparent } from '../trace-context.ts';
import type { Traces } from '../traces.ts';
import { CallsUnderWay } from './calls-under-way.ts';
import { type Claim, claim, type Delivery, type DueWebhook, findDue, LEASE_MS } from './claim.ts';
import { gather } from './gather.ts';
import { bringForward, forget } from './housekeeping.ts';
import { type Sender, type Target, TIMEOUT_MS } from './send.ts';
import { type Ended, settleDelivered, settleFailed } from './settle.ts';
import { targetOf, type WebhookRow } from './webhook-row.ts';

/** Simultaneous claims. */
const CLAIMS = 4;
/** Deliveries that are claimed for one place of a webhook whose latest answer came within so many milliseconds. */
const AHEAD = 4;
const QUICK_MS = 100;
/** A claimed delivery that had to wait longer for its place is left to the next claim, since the lease would not outlive its call. */
const MAX_WAIT_MS = LEASE_MS - TIMEOUT_MS;
const IDLE_MS = 250;
/** On a cluster a poll for due deliveries is a task for each shard: less often. */
const CLUSTER_POLL_MS = 1000;
/** Calls that succeed within it are settled together. */
const GATHER_MS = 10;
const MINUTE_MS = 60_000;
const HOUSEKEEPING_MS = 3_600_000;
/** Clocks are put right by less all the time. */
const SET_BACK_MS = 10_000;

type Log = (level: 'info' | 'error', message: string, details?: Readonly<Record<string, unknown>>) => void;

/** Delivers until it is stopped. */
export class Worker implements Stoppable {
  readonly #rounds = new Rounds();
  readonly #calls = new CallsUnderWay();
  /** Webhooks that got no more places this minute, with that minute. */
  readonly #throttled = new Map<number, number>();
  /** Webhooks that answer fast enough to claim ahead. */
  readonly #quick = new Set<number>();
  /** Webhooks that had as many deliveries as places when they were last served: more may wait. */
  #waiting: DueWebhook[] = [];
  #cleanedAt = Number.NEGATIVE_INFINITY;
  /** What the clock said last: the first round does not know whether it was set back before. */
  #latest = Number.POSITIVE_INFINITY;
  #polledAt = Number.NEGATIVE_INFINITY;
  readonly #settleTogether = gather<Ended>(GATHER_MS, (all) => settleDelivered(this.db, all));

  /** @param now milliseconds since 1970 */
  constructor(
    readonly db: Database,
    readonly sender: Sender,
    readonly log: Log,
    readonly now: () => number,
    readonly metrics: Pick<Metrics, 'deliveries' | 'deliverySeconds'>,
    readonly traces: Traces | null,
  ) {
    this.#rounds.run(() => this.#round());
  }

  /** Finishes what is under way. */
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
    await this.#rounds.rest(IDLE_MS);
  }

  async #clean(): Promise<void> {
    const now = this.now();
    const setBack = now < this.#latest - SET_BACK_MS;
    if (setBack) await bringForward(this.db, now);
    this.#latest = now;
    if (!setBack && now - this.#cleanedAt <= HOUSEKEEPING_MS) return;
    this.#cleanedAt = now;
    await forget(this.db, now);
  }

  /** Polls all queues a few times a second; in between, only those that were not emptied are due. */
  async #due(): Promise<readonly DueWebhook[]> {
    const interval = this.db.ranges() > 1 ? CLUSTER_POLL_MS : IDLE_MS;
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
    const claimed = await claim(this.db.of(due.org_id), due, most, this.now());
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

  /** Its address with its secrets in clear, read once for all it has claimed; nobody waits for one that cannot be read. */
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
    const parent = takenTraceparent(delivery.traceparent);
    const span = this.traces?.begin('webhook delivery', 'client', parent);
    const envelope = { request_id, event_name, timestamp, payload };
    const outcome = await this.sender.send(target, envelope, span?.traceparent ?? parent);
    const told = { 'broker_crm.org_id': orgId, 'broker_crm.webhook_id': id, 'broker_crm.event': event_name };
    const { status } = outcome;
    span?.end(status === null ? told : { ...told, 'http.response.status_code': status }, outcome.error?.code);
    if (outcome.error || outcome.duration_ms > QUICK_MS) this.#quick.delete(id);
    else this.#quick.add(id);
    const ended = { claim: claimed, delivery, outcome, now: this.now() };
    this.metrics.deliverySeconds.of([]).observe(outcome.duration_ms / 1000);
    if (!outcome.error) this.metrics.deliveries.add(['delivered']);
    if (outcome.error) await this.#settleFailed(ended);
    else this.#calls.settle(this.#orLog(this.#settleTogether(id, ended), delivery));
  }

  async #settleFailed(ended: Ended): Promise<void> {
    const again = await settleFailed(this.db.of(ended.claim.webhook.org_id), ended);
    this.metrics.deliveries.add([again === null ? 'given_up' : 'retried']);
  }

  #orLog(work: Promise<void>, { id }: Delivery): Promise<void> {
    return work.catch((error: Error) =>
      this.log('error', 'A webhook delivery could not be settled', { delivery: id, cause: reasonOf(error) }),
    );
  }
}

/** Starts to deliver. @param now milliseconds since 1970 */
export const startWorker = (
  db: Database,
  sender: Sender,
  log: Log,
  now: () => number = Date.now,
  metrics: Pick<Metrics, 'deliveries' | 'deliverySeconds'> = createMetrics(),
  traces: Traces | null = null,
): Worker => new Worker(db, sender, log, now, metrics, traces);
