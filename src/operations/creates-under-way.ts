/**
 * Creates that come while many of the same caller are under way share a transaction, as if they were items of a batch
 * (docs/decisions/0040).
 */
import { AsyncResource } from 'node:async_hooks';
import { mayHaveCommitted, WRITERS_OF_ONE } from '../db/database.ts';
import type { Call, SpecialCall } from './call.ts';
import { keptAnswer } from './created-answer.ts';
import { insertItems, mayBeTogether, portionsOf } from './insert-items.ts';
import { insertRecord } from './insert-record.ts';
import type { Inserted, Item } from './item.ts';

/** So many callers at once make their records each by itself: on one server whoever would not wait for a connection. */
const ALONE_ON_ONE_SERVER = WRITERS_OF_ONE;
/** A cluster plans each INSERT anew, one of a row as one of ten. */
const ALONE_ON_A_CLUSTER = 4;
/** Of more callers so many transactions are under way: while one commits, the next is made. */
const SIDE_BY_SIDE = 2;
/** So long is waited for callers who were just answered, where nothing is under way. */
const SOON_MS = 1;
/** How long it is remembered how many callers there were: those who were just answered are about to come again. */
const REMEMBERED_MS = 100;

/** What takes longer, because it waits for somebody's lock, is not what the others wait for. */
const PATIENCE_MS = 100;

/** A create that has not been begun. */
interface Waiting {
  readonly place: Call;
  readonly item: Item;
  /** Runs what belongs to its request: its statements are shown with that (LOG_LEVEL=debug, traces). */
  readonly within: <T>(work: () => Promise<T>) => Promise<T>;
  readonly resolve: (made: Inserted) => void;
  readonly reject: (error: unknown) => void;
}

/** Makes one record, and keeps what is answered where the request carries a key. @throws as `insertRecord` */
export const insertAlone = (call: Call, item: Item): Promise<Inserted> => insertRecord(call, item, keptAnswer(call));

const makeAlone = async ({ place, item, resolve, reject }: Waiting): Promise<void> => {
  try {
    resolve(await insertAlone(place, item));
  } catch (error) {
    reject(error);
  }
};

/** @returns those that are to be made alone: what refuses one of them must not be found at the others */
const makeShared = async (all: readonly Waiting[]): Promise<readonly Waiting[]> => {
  const keep = (made: readonly (Inserted | null)[]) =>
    all.flatMap(({ place }, i) => (made[i] ? (keptAnswer(place).keep?.(made[i]) ?? []) : []));
  try {
    const outcomes = await insertItems(all, keep, PATIENCE_MS);
    return all.filter(({ resolve }, i) => {
      const made = outcomes[i];
      if (made) resolve(made);
      return !made;
    });
  } catch (error) {
    if (!mayHaveCommitted(error)) return all;
    // What may have been made is not made again, unless outcomes are kept: then it finds its own.
    return all.filter(({ place, reject }) => {
      if (!place.keeper) reject(error);
      return place.keeper;
    });
  }
};

/** Makes what several ask for; what they share belongs to the first's request. */
const makeAll = async (all: readonly Waiting[]): Promise<void> => {
  const [first, ...others] = all;
  const left = first && others.length ? await first.within(() => makeShared(all)) : all;
  await Promise.all(left.map((one) => one.within(() => makeAlone(one))));
};

/** What is under way. */
interface UnderWay {
  /** Most creates at once, of late. */
  readonly callers: number;
  /** Transactions. */
  readonly running: number;
  /** Creates that were not begun. */
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

/** Creates of one caller at one address. */
class Lane {
  readonly #alone: number;
  readonly #over: () => void;
  readonly #waiting: Waiting[] = [];
  readonly #peak = new Peak();
  #idle: NodeJS.Timeout | undefined;
  #soon: NodeJS.Timeout | undefined;
  #running = 0;
  /** Creates in what runs. */
  #begun = 0;

  /**
   * @param alone so many callers go each by itself
   * @param over called when nothing has been under way for a while
   */
  constructor(alone: number, over: () => void) {
    this.#alone = alone;
    this.#over = over;
  }

  insert(place: Call, item: Item): Promise<Inserted> {
    clearTimeout(this.#idle);
    if (!this.#waiting.length && this.#next(1)) return this.#run(1, () => insertAlone(place, item));
    return new Promise((resolve, reject) => {
      // What it does later belongs to its own request, whichever has it begin.
      const within = AsyncResource.bind(<T>(work: () => Promise<T>) => work());
      this.#waiting.push({ place, item, within, resolve, reject });
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
    const portion = portionsOf(this.#waiting.slice(0, most))[0] ?? [];
    this.#waiting.splice(0, portion.length);
    this.#run(portion.length, () => makeAll(portion));
  }

  async #run<T>(creates: number, work: () => T): Promise<Awaited<T>> {
    this.#running += 1;
    this.#begun += creates;
    let counts = true;
    const ended = (): void => {
      if (!counts) return;
      counts = false;
      this.#running -= 1;
      this.#begun -= creates;
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

/** Creates that are under way in this process. */
export class CreatesUnderWay {
  readonly #lanes = new WeakMap<object, Map<string, Lane>>();

  /**
   * Those of one caller.
   * @param caller what all calls have in common whose actors differ in request and trace alone
   */
  of(caller: object, isCluster: boolean): NonNullable<SpecialCall['insert']> {
    return (call, item) => {
      const { collection, pathIds } = call;
      if (!mayBeTogether(collection.resource)) return insertAlone(call, item);
      const lanes = this.#lanes.get(caller) ?? new Map<string, Lane>();
      this.#lanes.set(caller, lanes);
      const address = `${collection.pattern} ${pathIds.join(' ')}`;
      const lane =
        lanes.get(address) ??
        new Lane(isCluster ? ALONE_ON_A_CLUSTER : ALONE_ON_ONE_SERVER, () => lanes.delete(address));
      lanes.set(address, lane);
      return lane.insert(call, item);
    };
  }
}
