/**
 * Rate limit window of one organisation and minute in one process. The process takes units from the database in
 * chunks and gives unused ones back: the sum over all processes never exceeds the limit, and no unit is lost.
 */

import { type Database, NO_WAIT } from '../../db/database.ts';
import { MAX_INT } from '../../shared/int32.ts';
import { prepared, type Sql, sharedParam, sql } from '../../sql/sql.ts';

/** A chunk should last about so long; the rest is given back then. */
const CHUNK_MS = 150;
/** A chunk is at most this part of the remaining units, so that near the limit units are taken one by one. */
const PART = 1 / 32;
/** Below this limit chunks are single units. */
const SINGLE_UNITS = 2 / PART;
/** Time for other processes to give back before the first refusal. */
const LAST_LOOK_MS = 200;
/** After a refusal the database is asked again at most this often. */
const ASK_AGAIN_MS = 500;
/** The settings show the last hour. */
const KEPT_MINUTES = 60;

interface BudgetReply {
  readonly used: number;
  readonly granted: number;
}

/**
 * Takes as many of the wanted units as the limit leaves in a minute; `granted` says how many. Minute and units come as
 * parameters (Citus).
 */
const takeUnits = (orgId: number, minute: number, wanted: number, limit: number): Sql => {
  const [want, most] = [sql`${sharedParam(wanted)}::int`, sql`${sharedParam(limit)}::int`];
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
export class RateLimitWindow {
  /** Units used according to the database, including those that this process holds. */
  #used = 0;
  /** Taken and not spent yet. */
  #held = 0;
  /** Units of the calls that wait for a chunk. */
  #waiting = 0;
  /** One statement at a time, so that `used` is never older than the value it is compared with. */
  #busy: Promise<void> | null = null;
  #takenAt: number | null = null;
  #spentSince = 0;
  #refusedAt = Number.NEGATIVE_INFINITY;
  #lookedAgain = false;
  #timer: NodeJS.Timeout | undefined;
  #limit: number;

  /**
   * @param minute of the database clock
   * @param isOver whether the minute has passed; units held then are void
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

  /** The remaining units, as far as this process knows. */
  get remaining(): number {
    return Math.max(this.#limit - this.#used + this.#held, 0);
  }

  /** Whether no call waits here. */
  get idle(): boolean {
    return !this.#busy && !this.#waiting;
  }

  /** Whether the database granted nothing a moment ago. */
  get refusing(): boolean {
    return performance.now() - this.#refusedAt < ASK_AGAIN_MS;
  }

  /** Spends units that are held. @returns whether there were as many */
  tryConsume(units: number): boolean {
    if (this.#held < units) return false;
    this.#held -= units;
    this.#spentSince += units;
    return true;
  }

  /** Whether units could still be had, held ones included. */
  has(units: number): boolean {
    return this.#held + this.#limit - this.#used >= units;
  }

  /**
   * Before the first refusal of an organisation with chunks, waits once for units that other processes give back.
   * @returns whether the call may try again
   */
  async refresh(): Promise<boolean> {
    if (this.#lookedAgain || this.#limit < SINGLE_UNITS) return false;
    await new Promise((resolve) => setTimeout(resolve, LAST_LOOK_MS));
    if (this.refusing && !this.#lookedAgain) {
      this.#lookedAgain = true;
      this.#refusedAt = Number.NEGATIVE_INFINITY;
    }
    return true;
  }

  /** Waits for the running statement, or for a chunk that is taken for these and other waiting units. */
  async wait(units: number): Promise<void> {
    this.#waiting += units;
    try {
      await (this.#busy ?? this.#alone(() => this.#take()));
    } finally {
      this.#waiting -= units;
    }
  }

  /** Gives back the units held, as far as possible. */
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
    let sentAt = performance.now();
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
    this.#spentSince = 0;
    if (answer.granted === 0) this.#refusedAt = performance.now();
    if (this.#held > 0) this.#giveBackLater();
  }

  /** How many units to take: for the calls that wait, and for as many more as are likely to come soon. */
  #chunk(): number {
    const elapsed = Math.max(performance.now() - (this.#takenAt ?? 0), 1);
    const expected = Math.round((this.#spentSince / elapsed) * CHUNK_MS);
    const share = Math.floor((this.#limit - this.#used) * PART);
    return Math.min(Math.max(this.#waiting, Math.min(expected, share), 1), MAX_INT);
  }

  #giveBackLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (!this.idle || this.#held === 0 || this.isOver()) return;
      // A unit that cannot be given back is lost for this minute only.
      this.#alone(() => this.#giveBack()).catch(() => undefined);
    }, CHUNK_MS).unref();
  }

  async #giveBack(): Promise<void> {
    const units = this.#held;
    this.#held = 0;
    this.#used -= units;
    // Returned units are available to other calls: one with more units may have been refused before.
    this.#refusedAt = Number.NEGATIVE_INFINITY;
    const answer = await this.#ask(() => [giveUnits(this.orgId, this.minute, units)]);
    if (answer) this.#used = answer.used;
  }

  /** Runs statements in one transaction that does not wait for the disk. @returns the rows of the first */
  async #ask(statements: () => readonly Sql[]): Promise<BudgetReply | undefined> {
    const [, rows] = await this.db
      .forOrg(this.orgId)
      .shortTransaction(this.orgId, (tx) => tx.finish([NO_WAIT, ...statements()]));
    return rows?.[0] as BudgetReply | undefined;
  }
}
