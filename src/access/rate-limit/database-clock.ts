/** The database's clock, known here without asking it each time: all processes must agree on the minute. */
import type { Database } from '../../db/database.ts';
import { sql } from '../../sql/sql.ts';

/** Milliseconds after which a less exact reading replaces a better one; computers' clocks drift apart. */
const BEST_FOR_MS = 30_000;
/** Interval of readings while the clock is in use. */
const READ_EVERY_MS = 10_000;

export class DatabaseClock {
  #offset = 0;
  #error = Number.POSITIVE_INFINITY;
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | null = null;
  #askedAt = Number.NEGATIVE_INFINITY;

  /** @param monotonic milliseconds of a clock that never jumps */
  constructor(readonly monotonic: () => number = () => performance.now()) {}

  /** Whether the database has been asked at all. */
  get known(): boolean {
    return this.#readAt !== Number.NEGATIVE_INFINITY;
  }

  /**
   * Adds a reading: the database clock was `databaseMs` between `sent` and `received` (monotonic). The reading with
   * the shortest round trip wins.
   */
  read(databaseMs: number, sent: number, received: number): void {
    const error = (received - sent) / 2;
    if (error > this.#error && received - this.#readAt < BEST_FOR_MS) return;
    this.#offset = databaseMs - (sent + received) / 2;
    this.#error = error;
    this.#readAt = received;
  }

  /**
   * Reads the clock at intervals from the coordinator, because the nodes of a cluster have different clocks.
   * @returns a promise to wait for where there is no reading yet
   * @throws the database error, as long as there is no reading
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
}
