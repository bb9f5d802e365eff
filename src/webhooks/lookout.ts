/**
 * Whether it is worth looking for due deliveries. On one server it always is. On a cluster a look asks every shard, so it is
 * taken after an announcement (db/announce.ts), when a failed delivery comes again, and now and then all the same: for what
 * a process that died has left.
 */
import { announced } from '../db/announce.ts';
import type { Database } from '../db/database.ts';

/** One task in three seconds, on any number of shards. */
const PER_SHARD_MS = 3000;
/** An announcement may come before the commit of what it announces, and no later than a transaction may take. */
const AFTER_MS = 5000;

export class Lookout {
  #announced = Number.NaN;
  #until = Number.NEGATIVE_INFINITY;
  #next = Number.NEGATIVE_INFINITY;
  #again = Number.POSITIVE_INFINITY;

  /** @param now milliseconds since 1970 */
  constructor(
    readonly db: Database,
    readonly now: () => number,
  ) {}

  /** A delivery failed and is due again at this time. */
  expect(at: number): void {
    this.#again = Math.min(this.#again, at);
  }

  async isWorthwhile(): Promise<boolean> {
    const shards = this.db.shards();
    if (shards === 1) return true;
    const count = await announced(this.db);
    const now = this.now();
    if (count !== this.#announced) this.#until = now + AFTER_MS;
    this.#announced = count;
    // A clock that was set back must not keep it from looking.
    if (now >= this.#until && now < Math.min(this.#next, this.#again) && this.#next - now <= shards * PER_SHARD_MS)
      return false;
    this.#next = now + shards * PER_SHARD_MS;
    if (now >= this.#again) this.#again = Number.POSITIVE_INFINITY;
    return true;
  }
}
