/** The database's clock, known here without asking it each time: all processes must agree on the minute. */
import type { Database } from '../db/database.ts';
import { sql } from '../sql.ts';

/** Milliseconds after which a less exact reading replaces a better one; computers' clocks drift apart. */
const BEST_FOR_MS = 30_000;
/** The clock is read so often while somebody needs it. */
const READ_EVERY_MS = 10_000;

export class DatabaseClock {
  #offset = 0;
  #error = Number.POSITIVE_INFINITY;
  #readAt = Number.NEGATIVE_INFINITY;
  #minute = 0;
  #reading: Promise<void> | null = null;
  #askedAt = Number.NEGATIVE_INFINITY;

  /** @param monotonic milliseconds of a clock that never jumps */
  constructor(readonly monotonic: () => number = () => performance.now()) {}

  /** Whether the database has been asked at all. */
  get known(): boolean {
    return this.#readAt !== Number.NEGATIVE_INFINITY;
  }

  /**
   * Takes a reading: the database said `databaseMs` somewhere between `sent` and `received` (monotonic). The reading with
   * the shortest way wins.
   */
  read(databaseMs: number, sent: number, received: number): void {
    const error = (received - sent) / 2;
    if (error > this.#error && received - this.#readAt < BEST_FOR_MS) return;
    this.#offset = databaseMs - (sent + received) / 2;
    this.#error = error;
    this.#readAt = received;
  }

  /**
   * Has it read now and then, from the one server that all processes agree on: nodes of a cluster have clocks of their own.
   * @returns what is to be waited for, where nothing is known yet
   * @throws what the database says, as long as nothing is known
   */
  keep(db: Database): Promise<void> | undefined {
    const sent = this.monotonic();
    if (!this.#reading && sent - this.#askedAt >= READ_EVERY_MS) {
      this.#askedAt = sent;
      this.#reading = db.coordinator
        .read<{ now: number }>(sql`select extract(epoch from clock_timestamp())::float8 * 1000 as now`)
        .then(([row]) => this.read(row?.now ?? Date.now(), sent, this.monotonic()))
        .finally(() => {
          this.#reading = null;
        });
      this.#reading.catch(() => {
        this.#askedAt = Number.NEGATIVE_INFINITY;
      });
    }
    return this.known ? undefined : (this.#reading ?? undefined);
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.monotonic() + this.#offset;
  }

  /** Minutes since 1970. A reading may be off by a millisecond, so the minute does not go back within two seconds. */
  minute(): number {
    const now = this.now();
    const minute = Math.floor(now / 60_000);
    if (minute > this.#minute || now < this.#minute * 60_000 - 2000) this.#minute = minute;
    return this.#minute;
  }

  /** Whole seconds until the next minute, at least 1. */
  secondsLeft(): number {
    return Math.max(1, Math.ceil((60_000 * (this.minute() + 1) - this.now()) / 1000));
  }
}
