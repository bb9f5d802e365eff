/**
 * Bulkhead: how many calls run side by side, in all and of one organisation, and how many more wait for how long (rules 8.9).
 * Further calls are refused at once, so that the others are answered soon. Reads and writes wait for different connections
 * and have a semaphore each.
 */

import { createFairSemaphore } from '../../concurrency/semaphore.ts';
import { type ApiError, fail, retryAfter } from '../../errors/api-error.ts';

/** One organisation may have (48 + 400) calls of each kind, 896 of 1,200: none leaves the others without a place. */
const LIMITS = { inFlight: 64, inFlightPerTenant: 48, queuedPerTenant: 400, total: 1200, waitMs: 5000 };

/** The error of a call beyond the limits; created once, because refusals by the thousand must be cheap. */
export const overloaded = (because: string): ApiError =>
  fail('service_unavailable', { message: `${because}; try again in a second.`, ...retryAfter(1) });
const REFUSAL = overloaded('There are more calls than can be answered in time');

/** The calls of a process. */
export class Bulkhead {
  #calls = 0;
  readonly #reads: ReturnType<typeof createFairSemaphore>;
  readonly #writes: ReturnType<typeof createFairSemaphore>;

  constructor(readonly limits = LIMITS) {
    const { inFlight, inFlightPerTenant, queuedPerTenant: mostWaiting, waitMs: ms } = limits;
    const semaphore = () =>
      createFairSemaphore(inFlight, inFlightPerTenant, { maxQueueLength: mostWaiting, ms, refused: () => REFUSAL });
    [this.#reads, this.#writes] = [semaphore(), semaphore()];
  }

  /** Runs work before its tenant is known. @throws 503 `service_unavailable` above `total` calls */
  async admit<T>(work: () => Promise<T>): Promise<T> {
    if (this.#calls >= this.limits.total) throw REFUSAL;
    this.#calls += 1;
    try {
      return await work();
    } finally {
      this.#calls -= 1;
    }
  }

  /**
   * Does the work of a call of an organisation when it is its turn.
   * @throws 503 `service_unavailable` where too many wait, or it would wait too long
   */
  run<T>(reads: boolean, orgId: number, work: () => Promise<T>): Promise<T> {
    return this.admit(() => (reads ? this.#reads : this.#writes)(orgId, work));
  }
}
