/**
 * Writes that come while many of the same kind are under way share a transaction, as if they were items of a batch
 * (docs/decisions/0040).
 */
import { AsyncResource } from 'node:async_hooks';
import { mayHaveCommitted } from '../db/database.ts';

/** Of more callers so many transactions are under way: while one commits, the next is made. */
const SIDE_BY_SIDE = 2;
/** So long is waited for callers who were just answered, where nothing is under way. */
const SOON_MS = 1;
/** How long it is remembered how many callers there were: those who were just answered are about to come again. */
const REMEMBERED_MS = 100;

/** What takes longer, because it waits for somebody's lock, is not what the others wait for. */
const PATIENCE_MS = 100;

/** How writes of one kind are done. `Asked` is what one call asks for, `Done` what came of it. */
export interface Shareable<Asked, Done> {
  /** Does one by itself. */
  readonly alone: (asked: Asked) => Promise<Done>;
  /**
   * Does several in one transaction, all of them or none but those that are refused.
   * @param patienceMs how long it waits for somebody's lock
   * @returns null for each that is refused; done alone it tells why
   * @throws what the database says, after which none was done unless `mayHaveCommitted`
   */
  readonly together: (all: readonly Asked[], patienceMs: number) => Promise<readonly (Done | null)[]>;
  /** How many of those that wait, from the first on, are for one transaction; at least one. */
  readonly portion: (waiting: readonly Asked[]) => number;
  /** Whether it finds what it did if it is done again. */
  readonly keeps: (asked: Asked) => boolean;
}

/** A write that has not been begun. */
interface Waiting<Asked, Done> {
  readonly asked: Asked;
  /** Runs what belongs to its request: its statements are shown with that (LOG_LEVEL=debug, traces). */
  readonly within: <T>(work: () => Promise<T>) => Promise<T>;
  readonly resolve: (done: Done) => void;
  readonly reject: (error: unknown) => void;
}

const doAlone = async <Asked, Done>(
  { alone }: Shareable<Asked, Done>,
  { asked, resolve, reject }: Waiting<Asked, Done>,
): Promise<void> => {
  try {
    resolve(await alone(asked));
  } catch (error) {
    reject(error);
  }
};

/** @returns those that are to be done alone: what refuses one of them must not be found at the others */
const doTogether = async <Asked, Done>(
  { together, keeps }: Shareable<Asked, Done>,
  all: readonly Waiting<Asked, Done>[],
): Promise<readonly Waiting<Asked, Done>[]> => {
  try {
    const outcomes = await together(
      all.map(({ asked }) => asked),
      PATIENCE_MS,
    );
    return all.filter(({ resolve }, i) => {
      const done = outcomes[i] ?? null;
      if (done !== null) resolve(done);
      return done === null;
    });
  } catch (error) {
    if (!mayHaveCommitted(error)) return all;
    // What may have been done is not done again, unless outcomes are kept: then it finds its own.
    return all.filter(({ asked, reject }) => {
      const again = keeps(asked);
      if (!again) reject(error);
      return again;
    });
  }
};

/** Does what several ask for; what they share belongs to the first's request. */
const doAll = async <Asked, Done>(how: Shareable<Asked, Done>, all: readonly Waiting<Asked, Done>[]): Promise<void> => {
  const [first, ...others] = all;
  const left = first && others.length ? await first.within(() => doTogether(how, all)) : all;
  await Promise.all(left.map((one) => one.within(() => doAlone(how, one))));
};

/** What is under way. */
interface UnderWay {
  /** Most writes at once, of late. */
  readonly callers: number;
  /** Transactions. */
  readonly running: number;
  /** Writes that were not begun. */
  readonly waiting: number;
}

/**
 * How many of those that wait go on together now; none while others are worth waiting for.
 * @param alone so many callers go each by itself
 */
export const nextOf = (alone: number, { callers, running, waiting }: UnderWay): number => {
  if (callers <= alone) return Math.min(waiting, 1);
  return running < SIDE_BY_SIDE && waiting >= callers / SIDE_BY_SIDE ? waiting : 0;
};

/** The most of what was counted of late. */
export class Peak {
  #since = 0;
  #before = 0;
  #most = 0;

  /** @param now milliseconds @returns the most that was counted within the last one to two times what is remembered */
  count(counted: number, now: number): number {
    const age = now - this.#since;
    if (age >= REMEMBERED_MS) {
      this.#before = age < 2 * REMEMBERED_MS ? this.#most : 0;
      this.#most = 0;
      this.#since = now;
    }
    this.#most = Math.max(this.#most, counted);
    return Math.max(this.#before, this.#most);
  }
}

/** Writes of one kind by one caller. */
export class Lane<Asked, Done> {
  readonly #how: Shareable<Asked, Done>;
  readonly #alone: number;
  readonly #over: () => void;
  readonly #waiting: Waiting<Asked, Done>[] = [];
  readonly #peak = new Peak();
  #idle: NodeJS.Timeout | undefined;
  #soon: NodeJS.Timeout | undefined;
  #running = 0;
  /** Writes in what runs. */
  #begun = 0;

  /**
   * @param alone so many callers go each by itself
   * @param over called when nothing has been under way for a while
   */
  constructor(how: Shareable<Asked, Done>, alone: number, over: () => void) {
    this.#how = how;
    this.#alone = alone;
    this.#over = over;
  }

  /** Does what is asked for, by itself or with others. @throws as `alone` of what it was made with */
  do(asked: Asked): Promise<Done> {
    clearTimeout(this.#idle);
    if (!this.#waiting.length && this.#next(1)) return this.#run(1, () => this.#how.alone(asked));
    return new Promise((resolve, reject) => {
      // What it does later belongs to its own request, whichever has it begin.
      const within = AsyncResource.bind(<T>(work: () => Promise<T>) => work());
      this.#waiting.push({ asked, within, resolve, reject });
      this.#goOn();
    });
  }

  /** How many go on, if so many more wait. */
  #next(more: number): number {
    const waiting = this.#waiting.length + more;
    const callers = this.#peak.count(this.#begun + waiting, performance.now());
    return nextOf(this.#alone, { callers, running: this.#running, waiting });
  }

  #goOn(): void {
    for (let next = this.#next(0); next; next = this.#next(0)) this.#begin(next);
    if (this.#running || this.#soon) return;
    if (this.#waiting.length) this.#soon = setTimeout(() => this.#beginAll(), SOON_MS);
    else this.#idle = setTimeout(this.#over, 2 * REMEMBERED_MS).unref();
  }

  /** Whoever is about to come has not come. */
  #beginAll(): void {
    this.#soon = undefined;
    if (!this.#running && this.#waiting.length) this.#begin(this.#waiting.length);
    this.#goOn();
  }

  #begin(most: number): void {
    const next = this.#waiting.slice(0, most).map(({ asked }) => asked);
    const portion = this.#waiting.splice(0, this.#how.portion(next));
    this.#run(portion.length, () => doAll(this.#how, portion));
  }

  async #run<T>(writes: number, work: () => T): Promise<Awaited<T>> {
    this.#running += 1;
    this.#begun += writes;
    let counts = true;
    const ended = (): void => {
      if (!counts) return;
      counts = false;
      this.#running -= 1;
      this.#begun -= writes;
      this.#goOn();
    };
    const late = setTimeout(ended, PATIENCE_MS);
    try {
      return await work();
    } finally {
      clearTimeout(late);
      ended();
    }
  }
}
