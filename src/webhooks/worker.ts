/** Delivers events: claim, send, settle. Several workers on several hosts share the work. */
import type { Database } from '../db/database.ts';
import { type Claim, claim, type Delivery, type DueWebhook, findDue, LEASE_MS } from './claim.ts';
import { gather } from './gather.ts';
import { type Sender, type Target, TIMEOUT_MS } from './send.ts';
import { type Ended, settleDelivered, settleFailed } from './settle.ts';
import { targetOf, type WebhookRow } from './webhook-row.ts';

/** Simultaneous calls to one webhook, and to one that fails, which gets fewer. */
const PLACES = 16;
const FEW_PLACES = 2;
/**
 * Simultaneous calls in all. Failing webhooks share half of them, and so do many slow ones, so that others find a
 * place.
 */
const PARALLEL = 1000;
/** Simultaneous claims. */
const CLAIMS = 4;
/** Deliveries that are claimed for one place of a webhook whose latest answer came within so many milliseconds. */
const AHEAD = 4;
const QUICK_MS = 100;
/** A claimed delivery that had to wait longer for its place is left to the next claim, since the lease would not outlive its call. */
const MAX_WAIT_MS = LEASE_MS - TIMEOUT_MS;
const IDLE_MS = 250;
/** Calls that succeed within it are settled together. */
const GATHER_MS = 10;
const KEEP_DAYS = 30;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const HOUSEKEEPING_MS = 3_600_000;

/** Delivers until it is stopped. */
export interface Worker {
  /** Finishes what is under way. */
  stop(): Promise<void>;
}

type Log = (level: 'info' | 'error', message: string, details?: Readonly<Record<string, unknown>>) => void;

/** Forgets deliveries after 30 days and budgets after one. */
const forget = async (db: Database, now: number): Promise<void> => {
  const before = new Date(now - KEEP_DAYS * DAY_MS).toISOString();
  await db.transaction((tx) =>
    tx.finish([
      { text: "delete from webhook_delivery where event_at < $1 and state <> 'pending'", values: [before] },
      { text: 'delete from webhook_budget where minute < $1', values: [Math.floor((now - DAY_MS) / MINUTE_MS)] },
    ]),
  );
};

/** The calls under way, by webhook. */
const callsUnderWay = () => {
  const byWebhook = new Map<number, number>();
  const calls = new Set<Promise<void>>();
  const settling = new Set<Promise<void>>();
  return {
    /** How many more calls a webhook may have now. */
    placesOf: ({ id, failing }: DueWebhook): number => {
      const crowded = calls.size >= PARALLEL / 2;
      const room = (failing ? PARALLEL / 2 : PARALLEL) - calls.size;
      return Math.min(room, (failing || crowded ? FEW_PLACES : PLACES) - (byWebhook.get(id) ?? 0));
    },
    add: (webhookId: number, work: Promise<void>): void => {
      byWebhook.set(webhookId, (byWebhook.get(webhookId) ?? 0) + 1);
      const call = work.finally(() => {
        const left = (byWebhook.get(webhookId) ?? 1) - 1;
        if (left) byWebhook.set(webhookId, left);
        else byWebhook.delete(webhookId);
        calls.delete(call);
      });
      calls.add(call);
    },
    /** What is left of a call that no longer takes a place. */
    settle: (work: Promise<void>): void => {
      const settled = work.finally(() => settling.delete(settled));
      settling.add(settled);
    },
    end: async (): Promise<void> => {
      await Promise.all(calls);
      await Promise.all(settling);
    },
  };
};

/** @param now milliseconds since 1970 */
export const startWorker = (db: Database, sender: Sender, log: Log, now: () => number = Date.now): Worker => {
  const calls = callsUnderWay();
  /** Webhooks that got no more places this minute, with that minute. */
  const throttled = new Map<number, number>();
  let stopping = false;
  /** A call ended since the last look at what is due. */
  let ended = false;
  let wake = (): void => undefined;
  let cleanedAt = Number.NEGATIVE_INFINITY;
  let lookedAt = Number.NEGATIVE_INFINITY;
  /** Webhooks that answer fast enough to claim ahead. */
  const quick = new Set<number>();
  /** Webhooks that had as many deliveries as places when they were last served: more may wait. */
  let waiting: DueWebhook[] = [];

  const settleTogether = gather<Ended>(GATHER_MS, (all) => settleDelivered(db, all));

  const orLog = (work: Promise<void>, { id }: Delivery): Promise<void> =>
    work.catch((error: Error) =>
      log('error', 'A webhook delivery could not be settled', { delivery: id, cause: error.message }),
    );

  const deliver = async (claimed: Claim, target: Target, delivery: Delivery): Promise<void> => {
    const { request_id, event_name, timestamp, payload } = delivery;
    const outcome = await sender.send(target, { request_id, event_name, timestamp, payload });
    const { id } = claimed.webhook;
    if (outcome.error || outcome.duration_ms > QUICK_MS) quick.delete(id);
    else quick.add(id);
    const settled = { claim: claimed, delivery, outcome, now: now() };
    if (outcome.error) await settleFailed(db, settled);
    else calls.settle(orLog(settleTogether(id, settled), delivery));
  };

  /** Takes one place, for one claimed delivery after the other. */
  const deliverInTurn = async (claimed: Claim, target: Target, deliveries: Iterable<Delivery>): Promise<void> => {
    const until = now() + MAX_WAIT_MS;
    try {
      for (const delivery of deliveries) {
        if (now() > until) return;
        await orLog(deliver(claimed, target, delivery), delivery);
      }
    } finally {
      ended = true;
      wake();
    }
  };

  /** Its address with its secrets in clear, read once for all it has claimed; nobody waits for one that cannot be read. */
  const readable = (webhook: WebhookRow): Target | null => {
    try {
      return targetOf(db.keyRing, webhook, now());
    } catch (error) {
      const { message, cause } = error as Error;
      log('error', 'The secrets of a webhook cannot be read', {
        webhook: webhook.id,
        cause: (cause as Error | undefined)?.message ?? message,
      });
      throttled.set(webhook.id, Math.floor(now() / MINUTE_MS));
      return null;
    }
  };

  const serve = async (due: DueWebhook): Promise<void> => {
    const places = calls.placesOf(due);
    if (places < 1) {
      waiting.push(due);
      return;
    }
    const most = quick.has(due.id) ? places * AHEAD : places;
    const claimed = await claim(db, due, most, now());
    if (claimed?.throttled) throttled.set(due.id, Math.floor(now() / MINUTE_MS));
    const target = claimed && readable(claimed.webhook);
    if (!claimed || !target) return;
    const deliveries = claimed.deliveries.values();
    const taken = Math.min(places, claimed.deliveries.length);
    for (let place = 0; place < taken; place += 1) calls.add(due.id, deliverInTurn(claimed, target, deliveries));
    if (claimed.deliveries.length === most) waiting.push(due);
  };

  const round = async (): Promise<void> => {
    if (now() - cleanedAt > HOUSEKEEPING_MS) {
      cleanedAt = now();
      await forget(db, now());
    }
    const minute = Math.floor(now() / MINUTE_MS);
    for (const [id, used] of throttled) if (used !== minute) throttled.delete(id);
    // All queues are looked into a few times a second; in between, only those that were not emptied.
    const all = !waiting.length || performance.now() - lookedAt > IDLE_MS;
    if (all) lookedAt = performance.now();
    const due = all ? await findDue(db, now()) : waiting;
    if (all && quick.size > due.length) for (const id of quick) if (!due.some((one) => one.id === id)) quick.delete(id);
    waiting = [];
    const queue = due.filter(({ id }) => !throttled.has(id)).values();
    await Promise.all(
      Array.from({ length: CLAIMS }, async () => {
        for (const webhook of queue) if (!stopping) await serve(webhook);
      }),
    );
  };

  /** Until a call ends, or for a while. */
  const rest = async (): Promise<void> => {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ended ? 0 : IDLE_MS);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    await new Promise((resolve) => setImmediate(resolve));
    ended = false;
  };

  const loop = async (): Promise<void> => {
    while (!stopping) {
      await round().catch((error: Error) =>
        log('error', 'Webhook deliveries could not be claimed', { cause: error.message }),
      );
      if (!stopping) await rest();
    }
    await calls.end();
  };
  const over = loop();
  return {
    stop: async () => {
      stopping = true;
      wake();
      await over;
    },
  };
};
