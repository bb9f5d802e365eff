/**
 * What one organisation has spent in one minute, as one process knows it. Units are taken from the database in chunks
 * for the next moments and given back where they are not needed: the sum that is spent by all processes never exceeds
 * the limit, and nothing is lost.
 */

import { type Database, NO_WAIT } from '../db/database.ts';
import { MAX_INT } from '../int.ts';
import { prepared, type Sql, shared, sql } from '../sql.ts';

/**
 * A chunk should last about `ms`; what is left then is given back. It takes at most this part of what is left, so that
 * near the limit units are taken one by one, and for a moment only.
 */
interface Chunks {
  readonly ms: number;
  readonly part: number;
}
const NEAR_LIMIT: Chunks = { ms: 25, part: 1 / 16 };
/** With fifty organisations at work, chunks of 25 ms were nearly one for each call. */
const FAR_FROM_LIMIT: Chunks = { ms: 250, part: 1 / 64 };
/** Where the database is slow a chunk lasts so many times as long as it takes to get one, but never longer than this. */
const [TIMES_AS_LONG, LONGEST_MS] = [4, 2000];
/** The next chunk is taken when this part of the last is left, so that no call waits for it. */
const AHEAD = 1 / 3;
/** With so many units left the limit is far. */
const MANY_UNITS = 2000;
/** Below this limit chunks are single units. */
const SINGLE_UNITS = 2 / NEAR_LIMIT.part;
/** Time for other processes to give back before the first refusal. */
const LAST_LOOK_MS = 60;
/** After a refusal the database is asked again at most this often. */
const ASK_AGAIN_MS = 500;
/** The settings show the last hour. */
const KEPT_MINUTES = 60;

interface Answer {
  readonly used: number;
  readonly granted: number;
}

/**
 * Takes as many of the wanted units as the limit leaves in a minute; `granted` says how many. Minute and units come as
 * parameters (Citus).
 */
const takeUnits = (orgId: number, minute: number, wanted: number, limit: number): Sql => {
  const [want, most] = [sql`${shared(wanted)}::int`, sql`${shared(limit)}::int`];
  return prepared`insert into request_budget as b (org_id, minute, used, granted)
    values (${orgId}, ${minute}, least(${want}, ${most}), least(${want}, ${most}))
    on conflict (org_id, minute) do update
    set used = b.used + least(${want}, greatest(${most} - b.used, 0)),
      granted = least(${want}, greatest(${most} - b.used, 0))
    returning used, granted`;
};

const giveUnits = (orgId: number, minute: number, units: number): Sql => prepared`update request_budget
    set used = used - ${units}::int
    where org_id = ${orgId} and minute = ${minute}
    returning used, granted`;

const forgetMinutes = (orgId: number, before: number): Sql => prepared`delete from request_budget
    where org_id = ${orgId} and minute < ${before}`;

/** The units of one organisation and minute. */
export class BudgetAccount {
  /** As the database counts, including what this process holds. */
  #used = 0;
  /** Taken and not spent yet. */
  #held = 0;
  /** Units of the calls that wait for a chunk. */
  #waiting = 0;
  /** One statement at a time, so that `used` is never older than what it is compared with. */
  #busy: Promise<void> | null = null;
  #takenAt: number | null = null;
  /** How long the last chunk took to come. */
  #waitedMs = 0;
  /** Where the limit is far: with fewer units held than this, the next are taken. */
  #few = 0;
  #spentSince = 0;
  #refusedAt = Number.NEGATIVE_INFINITY;
  #lookedAgain = false;
  #timer: NodeJS.Timeout | undefined;
  #limit: number;

  /**
   * @param minute of the database's clock
   * @param isOver whether the minute has passed; what is held then is nobody's
   */
  constructor(
    private readonly db: Database,
    private readonly orgId: number,
    readonly minute: number,
    limit: number,
    private readonly isOver: () => boolean,
  ) {
    this.#limit = limit;
  }

  get limit(): number {
    return this.#limit;
  }

  /** A changed limit holds at once. */
  set limit(limit: number) {
    this.#limit = limit;
    this.#refusedAt = Number.NEGATIVE_INFINITY;
  }

  /** What is left for this process's callers, as far as it knows. */
  get remaining(): number {
    return Math.max(this.#limit - this.#used + this.#held, 0);
  }

  /** Nobody waits here. */
  get idle(): boolean {
    return !this.#busy && !this.#waiting;
  }

  /** Whether the database granted nothing a moment ago. */
  get refusing(): boolean {
    return performance.now() - this.#refusedAt < ASK_AGAIN_MS;
  }

  /** Spends units that are held. @returns whether there were as many */
  spend(units: number): boolean {
    if (this.#held < units) return false;
    this.#held -= units;
    this.#spentSince += units;
    if (this.#held < this.#few && !this.#busy) this.#alone(() => this.#take()).catch(() => undefined);
    return true;
  }

  /** Whether units could still be had, held ones included. */
  has(units: number): boolean {
    return this.#held + this.#limit - this.#used >= units;
  }

  /**
   * Before its first refusal, an organisation that chunks are taken for waits once for what others give back, and may
   * then ask again.
   * @returns whether it may
   */
  async lookAgain(): Promise<boolean> {
    if (this.#lookedAgain || this.#limit < SINGLE_UNITS) return false;
    await new Promise((resolve) => setTimeout(resolve, LAST_LOOK_MS));
    if (this.refusing && !this.#lookedAgain) {
      this.#lookedAgain = true;
      this.#refusedAt = Number.NEGATIVE_INFINITY;
    }
    return true;
  }

  /** Waits for the statement under way, or for a chunk that is taken for these and other waiting units. */
  async wait(units: number): Promise<void> {
    this.#waiting += units;
    try {
      await (this.#busy ?? this.#alone(() => this.#take()));
    } finally {
      this.#waiting -= units;
    }
  }

  /** Gives back what is held, as far as that can be done. */
  async close(): Promise<void> {
    this.forgetTimer();
    await this.#busy?.catch(() => undefined);
    if (this.#held > 0 && !this.isOver()) await this.#alone(() => this.#giveBack()).catch(() => undefined);
  }

  /** The minute is over: nothing is given back. */
  forgetTimer(): void {
    clearTimeout(this.#timer);
  }

  #alone(work: () => Promise<void>): Promise<void> {
    const busy = work().finally(() => {
      this.#busy = null;
    });
    this.#busy = busy;
    return busy;
  }

  async #take(): Promise<void> {
    const askedAt = performance.now();
    let sentAt = askedAt;
    // Calls of the same moment, and those that come before it is sent, join before the chunk is measured.
    const answer = await this.#ask(() => {
      const taking = takeUnits(this.orgId, this.minute, this.#chunk(), Math.min(this.#limit, MAX_INT));
      const forgetting = this.#takenAt === null ? [forgetMinutes(this.orgId, this.minute - KEPT_MINUTES)] : [];
      sentAt = performance.now();
      return [taking, ...forgetting];
    });
    if (!answer) throw new Error('The budget statement answered nothing');
    this.#used = answer.used;
    this.#held += answer.granted;
    this.#takenAt = sentAt;
    this.#waitedMs = performance.now() - askedAt;
    this.#few = this.#isFar ? Math.floor(answer.granted * AHEAD) : 0;
    this.#spentSince = 0;
    if (answer.granted === 0) this.#refusedAt = performance.now();
    if (this.#held > 0) this.#giveBackLater();
  }

  /** How many units to take: for the calls that wait, and for as many more as are likely to come soon. */
  #chunk(): number {
    const elapsed = Math.max(performance.now() - (this.#takenAt ?? 0), 1);
    const { ms, part } = this.#chunks;
    const expected = Math.round((this.#spentSince / elapsed) * ms);
    const share = Math.floor((this.#limit - this.#used) * part);
    return Math.min(Math.max(this.#waiting, Math.min(expected, share), 1), MAX_INT);
  }

  get #isFar(): boolean {
    return this.#limit - this.#used >= MANY_UNITS;
  }

  get #chunks(): Chunks {
    if (!this.#isFar) return NEAR_LIMIT;
    const ms = Math.min(Math.max(FAR_FROM_LIMIT.ms, TIMES_AS_LONG * this.#waitedMs), LONGEST_MS);
    return { ...FAR_FROM_LIMIT, ms };
  }

  #giveBackLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (!this.idle || this.#held === 0 || this.isOver()) return;
      // A unit that cannot be given back is lost for this minute only.
      this.#alone(() => this.#giveBack()).catch(() => undefined);
    }, this.#chunks.ms).unref();
  }

  async #giveBack(): Promise<void> {
    const units = this.#held;
    this.#held = 0;
    this.#used -= units;
    // What is given back is there for others: a call of more units may have been refused while it was held.
    this.#refusedAt = Number.NEGATIVE_INFINITY;
    const answer = await this.#ask(() => [giveUnits(this.orgId, this.minute, units)]);
    if (answer) this.#used = answer.used;
  }

  /** What the first of some statements answers, which run in one transaction that does not wait for the disk. */
  async #ask(statements: () => readonly Sql[]): Promise<Answer | undefined> {
    const [, rows] = await this.db.of(this.orgId).brief(this.orgId, (tx) => tx.finish([NO_WAIT, ...statements()]));
    return rows?.[0] as Answer | undefined;
  }
}
