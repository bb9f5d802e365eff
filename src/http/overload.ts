/**
 * More calls than can be answered in time: those that would wait too long are refused at once, so that the others are
 * answered soon (rules 8.9). Reads and writes wait for different connections, so each has a queue of its own; and so have
 * the writes of each organisation, which may wait for each other.
 *
 * A queue is too long when not even the fastest call of a while was fast (as CoDel looks at packets): a few slow calls
 * among many are slow by themselves. Then only as many may be under way as are answered within `AIM_MS`.
 */
import { fail } from '../errors.ts';

/** From here on even the fastest call shows that all wait. */
const SLOW_MS = 500;
/** Below it the queue may grow again. */
const QUICK_MS = 250;
/** What is under way should take so long. */
const AIM_MS = 400;
/** How long a queue is looked at before it is judged, and by how many answers at least. */
const LOOK_MS = 250;
const ENOUGH = 8;
/** So many may always be under way, and never more than that. */
const [LEAST, MOST] = [64, 1000];

/** A change of a queue, for the log. */
export type QueueNote = (message: string, details: Readonly<Record<string, unknown>>) => void;

/** Calls that are under way, and how many may be. */
export class Queue {
  #most = MOST;
  #underWay = 0;
  #answered = 0;
  #fastest = Number.POSITIVE_INFINITY;
  #lookedAt: number;
  #refused = 0;

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

  /** @throws 503 `service_unavailable` where a call would wait too long */
  admit(): void {
    this.#look(this.now());
    if (this.#underWay < this.#most) return;
    this.#refused += 1;
    throw fail('service_unavailable', {
      message: 'There are more calls than can be answered in time; try again in a second.',
      details: { retry_after: 1 },
      headers: { 'Retry-After': '1' },
    });
  }

  get isEmpty(): boolean {
    return this.#underWay === 0;
  }

  /** Does the work of a call that was admitted. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const begun = this.now();
    this.#underWay += 1;
    try {
      return await work();
    } finally {
      this.#underWay -= 1;
      const ended = this.now();
      this.#answered += 1;
      this.#fastest = Math.min(this.#fastest, ended - begun);
      this.#look(ended);
    }
  }

  #look(now: number): void {
    const ms = now - this.#lookedAt;
    if (ms < LOOK_MS || (this.#answered < ENOUGH && ms < 4 * LOOK_MS)) return;
    const before = this.#most;
    // Nothing answered although many wait: not even the fastest was.
    const isStuck = this.seesStuck && this.#answered === 0 && this.#underWay >= LEAST;
    if (isStuck || (this.#answered >= ENOUGH && this.#fastest > SLOW_MS))
      this.#most = Math.min(this.#most, Math.max(LEAST, Math.round((this.#answered / ms) * AIM_MS)));
    else if (this.#fastest < QUICK_MS || this.#underWay < LEAST)
      this.#most = Math.min(MOST, Math.ceil(this.#most * 1.25));
    if (before === MOST && this.#most < MOST) this.note('Too many calls: some are refused', this.about);
    if (before < MOST && this.#most === MOST) {
      this.note('Calls are answered in time again', { ...this.about, refused: this.#refused });
      this.#refused = 0;
    }
    this.#lookedAt = now;
    this.#answered = 0;
    this.#fastest = Number.POSITIVE_INFINITY;
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

  /** Before it is known who asks. @throws 503 */
  admit(reads: boolean): void {
    (reads ? this.#reads : this.#writes).admit();
  }

  /** Does the work of a call of an organisation. @throws 503 where those before it wait for too long */
  async run<T>(reads: boolean, orgId: number, work: () => Promise<T>): Promise<T> {
    if (reads) return this.#reads.run(work);
    const own = this.#ofOrganisations.get(orgId) ?? new Queue({ queue: 'writes', org_id: orgId }, true, this.note);
    own.admit();
    this.#ofOrganisations.set(orgId, own);
    try {
      return await this.#writes.run(() => own.run(work));
    } finally {
      if (own.isEmpty) this.#ofOrganisations.delete(orgId);
    }
  }
}
