/**
 * More calls than can be answered in time: those that would wait too long are refused at once, so that the others are
 * answered soon (rules 8.9). Reads and writes wait for different connections, so each has a queue of its own; and so have
 * the writes of each organisation, which may wait for each other.
 *
 * A queue is too long when most calls of a while were slow: a few slow calls among many are slow by themselves, and a few
 * quick ones among many that wait show nothing. Then only as many may be under way as are answered within `AIM_MS`. While
 * calls are refused, as many are answered as can be, so that is also how many may be under way for as long.
 *
 * Where a few organisations have most of what is under way, it is theirs that is refused: some calls more are taken in until it is
 * known whose they are, and those of others are done.
 */
import { type ApiError, fail, retryAfter } from '../errors.ts';

/** Where half of the calls take longer, all wait: one in a hundred would soon wait for more than two seconds. */
const SLOW_MS = 1000;
/** Below it the queue may grow again. */
const QUICK_MS = 150;
/** What is under way should take so long. */
const AIM_MS = 180;
/** How long a queue is looked at before it is judged, and by how many answers at least; with fewer, and with none, it is so long. */
const LOOK_MS = 250;
const FEW_MS = 1000;
const NONE_MS = 2000;
const ENOUGH = 8;
/** So many may always be under way, and never more than that; while calls are quick again, so many more at each look. */
const [LEAST, MOST, MORE] = [64, 400, 16];
/**
 * So many of both kinds: before anybody knows that there are too many, no more are taken than two slow cores answer within a
 * second.
 */
const MOST_OF_ALL = 480;
/** So many more may be under way where a few organisations have the others, each of them this share at least. */
const [BEYOND, SHARE] = [64, 1 / 4];
/** Calls were refused a moment ago. */
const MOMENT_MS = 1000;
/** While calls are refused, one that has waited so long for what comes before its work is refused too: it would take as long again. */
const LATE_MS = 500;

/** The refusal of what there is no room for now: to be made once, since what is refused by the thousand has to cost little. */
export const noRoom = (because: string): ApiError =>
  fail('service_unavailable', {
    message: `${because}; try again in a second.`,
    ...retryAfter(1),
  });
const REFUSAL = noRoom('There are more calls than can be answered in time');

/** A change of a queue, for the log. */
export type QueueNote = (message: string, details: Readonly<Record<string, unknown>>) => void;

/** Calls that are under way, and how many may be. */
export class Queue {
  #most = MOST;
  #underWay = 0;
  /** Those whose organisation is known, of each. */
  readonly #underWayOf = new Map<number, number>();
  /** Those that were taken in although there are too many. */
  #beyond = 0;
  #took: number[] = [];
  #lookedAt: number;
  #refused = 0;
  #refusedAt = 0;

  /**
   * @param about says in the log which queue it is
   * @param seesStuck calls of which none is answered are too many as well: where they may wait for each other
   * @param now milliseconds of a clock that never jumps
   */
  constructor(
    readonly about: Readonly<Record<string, unknown>>,
    readonly seesStuck: boolean,
    readonly note: QueueNote,
    readonly now: () => number = () => performance.now(),
  ) {
    this.#lookedAt = now();
  }

  /**
   * @param others calls of another queue that are under way
   * @returns whether there is room only if it is none of an organisation that has much of what is under way
   * @throws 503 `service_unavailable` where a call would wait too long
   */
  admit(others = 0): boolean {
    if (this.isEmpty) this.#beginAnew();
    this.#look(this.now());
    if (!this.#isFull(others)) return false;
    if (this.#beyond < BEYOND && [...this.#underWayOf.keys()].some((orgId) => this.#hasMuch(orgId))) return true;
    this.#refuse();
  }

  /**
   * For a call beyond what may be under way. There may be room by now: it took time to find out whose it is.
   * @param others as at `admit`
   * @throws 503 `service_unavailable` where its organisation has much of what is under way
   */
  requireLittle(orgId: number, others: number): void {
    if (this.#isFull(others) && this.#hasMuch(orgId)) this.#refuse();
  }

  #isFull(others: number): boolean {
    return this.#underWay >= this.#most || this.#underWay + others >= MOST_OF_ALL;
  }

  #hasMuch(orgId: number): boolean {
    return (this.#underWayOf.get(orgId) ?? 0) >= this.#underWay * SHARE;
  }

  /**
   * @param before milliseconds that a call which was admitted was held before
   * @throws 503 `service_unavailable` where others are refused and it would be answered too late
   */
  requireTime(before: number): void {
    if (before > LATE_MS && this.isRefusing) this.#refuse();
  }

  get isRefusing(): boolean {
    return this.#refused > 0 && this.now() - this.#refusedAt < MOMENT_MS;
  }

  #refuse(): never {
    if (this.#refused === 0) this.note('Too many calls: some are refused', this.about);
    this.#refused += 1;
    this.#refusedAt = this.now();
    throw REFUSAL;
  }

  get underWay(): number {
    return this.#underWay;
  }

  get isEmpty(): boolean {
    return this.#underWay === 0;
  }

  /** Does what comes before the work of a call that was admitted. @param isBeyond as `admit` said */
  async hold<T>(before: () => Promise<T>, isBeyond: boolean): Promise<T> {
    this.#underWay += 1;
    this.#beyond += Number(isBeyond);
    try {
      return await before();
    } finally {
      this.#underWay -= 1;
      this.#beyond -= Number(isBeyond);
    }
  }

  /**
   * Does the work of a call that was admitted.
   * @param before milliseconds that the call was held before
   * @param isBeyond as `admit` said
   * @param orgId whose call it is, where the queue is not one organisation's
   */
  async run<T>(work: () => Promise<T>, before = 0, isBeyond = false, orgId?: number): Promise<T> {
    const begun = this.now() - before;
    this.#count(orgId, 1);
    try {
      return await this.hold(work, isBeyond);
    } finally {
      this.#count(orgId, -1);
      const ended = this.now();
      this.#took.push(ended - begun);
      this.#look(ended);
    }
  }

  #count(orgId: number | undefined, more: 1 | -1): void {
    if (orgId === undefined) return;
    const count = (this.#underWayOf.get(orgId) ?? 0) + more;
    if (count) this.#underWayOf.set(orgId, count);
    else this.#underWayOf.delete(orgId);
  }

  /** Nobody waits any more, so there are not too many calls: those that now come at once are taken, whatever was before. */
  #beginAnew(): void {
    this.#most = MOST;
    this.#took = [];
  }

  #look(now: number): void {
    const ms = now - this.#lookedAt;
    const answered = this.#took.length;
    if (ms < LOOK_MS || (answered < ENOUGH && ms < (answered ? FEW_MS : NONE_MS))) return;
    const usual = this.#took.sort((a, b) => a - b)[answered >> 1] ?? 0;
    const isFull = this.#refused > 0 && this.#refusedAt >= this.#lookedAt;
    const inTime = Math.min(MOST, Math.max(LEAST, Math.round((answered / ms) * AIM_MS)));
    // Nothing answered although many wait: all of them do.
    const isStuck = this.seesStuck && answered === 0 && this.#underWay >= LEAST;
    if (answered >= ENOUGH && isFull) this.#most = inTime;
    else if (isStuck || (answered >= ENOUGH && usual > SLOW_MS)) this.#most = Math.min(this.#most, inTime);
    else if (usual < QUICK_MS || this.#underWay < LEAST) this.#most = Math.min(MOST, this.#most + MORE);
    if (this.#refused > 0 && this.#most === MOST && this.#refusedAt < this.#lookedAt) {
      this.note('Calls are answered in time again', { ...this.about, refused: this.#refused });
      this.#refused = 0;
    }
    this.#lookedAt = now;
    this.#took = [];
  }
}

/** The queues of a process. */
export class Queues {
  readonly #reads: Queue;
  readonly #writes: Queue;
  readonly #ofOrganisations = new Map<number, Queue>();

  constructor(readonly note: QueueNote) {
    this.#reads = new Queue({ queue: 'reads' }, false, note);
    this.#writes = new Queue({ queue: 'writes' }, false, note);
  }

  /** How long the work of a call may wait for a connection while others are refused; undefined where none are. */
  get patienceMs(): number | undefined {
    return this.#reads.isRefusing || this.#writes.isRefusing ? LATE_MS : undefined;
  }

  /** The queue of a call, and the other one. */
  #asked(reads: boolean): readonly [Queue, Queue] {
    return reads ? [this.#reads, this.#writes] : [this.#writes, this.#reads];
  }

  /**
   * Finds out who asks.
   * @returns what was found, how long that took, and whether the call is beyond what may be under way
   * @throws 503 where a call would wait too long
   */
  async admit<T>(reads: boolean, found: () => Promise<T>): Promise<{ caller: T; ms: number; isBeyond: boolean }> {
    const [queue, other] = this.#asked(reads);
    const isBeyond = queue.admit(other.underWay);
    const begun = queue.now();
    const caller = await queue.hold(found, isBeyond);
    return { caller, ms: queue.now() - begun, isBeyond };
  }

  /**
   * Does the work of a call of an organisation.
   * @param before milliseconds that it took to find out who asks
   * @param isBeyond as `admit` said
   * @throws 503 where those before it wait for too long
   */
  async run<T>(reads: boolean, orgId: number, work: () => Promise<T>, before = 0, isBeyond = false): Promise<T> {
    const [queue, other] = this.#asked(reads);
    queue.requireTime(before);
    if (isBeyond) queue.requireLittle(orgId, other.underWay);
    if (reads) return queue.run(work, before, isBeyond, orgId);
    const own = this.#ofOrganisations.get(orgId) ?? new Queue({ queue: 'writes', org_id: orgId }, true, this.note);
    own.admit();
    this.#ofOrganisations.set(orgId, own);
    try {
      return await queue.run(() => own.run(work), before, isBeyond, orgId);
    } finally {
      if (own.isEmpty) this.#ofOrganisations.delete(orgId);
    }
  }
}
