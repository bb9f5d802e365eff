/** Running calls by webhook, and the free slots of each. */
import type { DueWebhook } from './claim-lease.ts';

/** Simultaneous calls to one webhook, and to one that fails, which gets fewer. */
const PLACES = 16;
const FEW_PLACES = 2;
/**
 * Simultaneous calls in all. Failing webhooks share half of them, and so do many slow ones, so that others find a
 * place.
 */
const PARALLEL = 1000;

/** Calls of one worker. */
export class InFlightCalls {
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
