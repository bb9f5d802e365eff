/** The database's clock, known here without asking it each time: all processes must agree on the minute. */

/** Milliseconds after which a less exact reading replaces a better one; computers' clocks drift apart. */
const BEST_FOR_MS = 30_000;

export class DatabaseClock {
  #offset = 0;
  #error = Number.POSITIVE_INFINITY;
  #readAt = Number.NEGATIVE_INFINITY;
  #minute = 0;

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
