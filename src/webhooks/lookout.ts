/**
 * Looks for due deliveries where that is worthwhile. On one server it always is. On a cluster a look asks every range, so
 * one is taken after an announcement (db/announce.ts), when something becomes due that an earlier look has seen or that
 * failed here, when claims end that may have been lost with their process, and now and then all the same: for what a
 * process wrote that died before it could announce it. A look sees as far ahead as it takes until the next one.
 */
import { announcements } from '../db/announce.ts';
import type { Database } from '../db/database.ts';
import { type DueWebhook, findDue, LEASE_MS } from './claim.ts';

/** Between two looks, for each range beyond the first: half a task a second, however many there are. */
const PER_RANGE_MS = 2000;
/** Others claim so long after the look that found what they claim. */
const CLAIMED_WITHIN_MS = 2000;

export class Lookout {
  #announced = Number.NaN;
  #lookedAt = Number.NEGATIVE_INFINITY;
  /** When the first delivery that is known to come becomes due. */
  #next = Number.POSITIVE_INFINITY;
  /** When the latest claims have ended. */
  #claimsEnd = Number.NEGATIVE_INFINITY;

  /** @param now milliseconds since 1970 */
  constructor(
    readonly db: Database,
    readonly now: () => number,
  ) {}

  /** A delivery is due at this time. */
  expect(at: number): void {
    this.#next = Math.min(this.#next, at);
  }

  /** Deliveries were claimed here: what comes of them may not be written. */
  noteClaim(): void {
    this.#claimsEnd = this.now() + LEASE_MS;
  }

  /** @returns webhooks with due deliveries; null where it is not worthwhile to look */
  async look(): Promise<readonly DueWebhook[] | null> {
    const ahead = (this.db.ranges() - 1) * PER_RANGE_MS;
    const now = this.now();
    const isTime = this.#isTime(now, ahead);
    const told = ahead > 0 && (await this.#isTold());
    if (!isTime && !told) return null;
    this.#next = Number.POSITIVE_INFINITY;
    try {
      const found = await findDue(this.db, now, ahead);
      const due = found.filter(({ at }) => at <= now);
      for (const { at, next } of found) this.expect(at > now ? at : (next ?? Number.POSITIVE_INFINITY));
      if (told || due.length) this.#claimsEnd = now + LEASE_MS + CLAIMED_WITHIN_MS;
      this.#lookedAt = now;
      return due;
    } catch (error) {
      this.#lookedAt = Number.NEGATIVE_INFINITY;
      throw error;
    }
  }

  #isTime(now: number, ahead: number): boolean {
    const since = now - this.#lookedAt;
    // A clock that was set back must not keep it from looking.
    if (since >= ahead || since < 0 || now >= this.#next) return true;
    return this.#lookedAt < this.#claimsEnd && now >= this.#claimsEnd;
  }

  async #isTold(): Promise<boolean> {
    const count = await announcements(this.db);
    const told = count !== this.#announced;
    this.#announced = count;
    return told;
  }
}
