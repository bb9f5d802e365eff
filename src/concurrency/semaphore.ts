/** Work that others wait for no longer than they can. */

class TimeoutError extends Error {}

/** The result of work. @throws `TimeoutError` after `ms`; the work itself continues */
export const withTimeout = async <T>(ms: number, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, refuse) => {
    timer = setTimeout(() => refuse(new TimeoutError(`no answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};

/**
 * Single-flight with a timeout: callers share the running work, wait at most `ms`, and it starts again only after it
 * has ended, so that hanging work does not accumulate.
 */
export const singleFlight = <T>(ms: number, work: () => Promise<T>): (() => Promise<T>) => {
  let running: Promise<T> | undefined;
  return () => {
    running ??= work().finally(() => {
      running = undefined;
    });
    return withTimeout(ms, running);
  };
};

/** TTL memo: the work runs at most once in `ms`; callers in that time share its result. */
export const memoizeFor = <T>(ms: () => number, work: () => Promise<T>): (() => Promise<T>) => {
  let kept: { readonly at: number; readonly result: Promise<T> } | undefined;
  return () => {
    const now = performance.now();
    if (!kept || now - kept.at > ms()) kept = { at: now, result: work() };
    return kept.result;
  };
};

/** How long work waits for its turn, and what is thrown where it would wait longer. */
interface QueueOptions {
  readonly refused: () => Error;
  /** Work beyond this queue length is refused. */
  readonly maxQueueLength?: number;
  /** Milliseconds. */
  readonly ms?: number;
}

/** The running work of a key and its waiters in order of arrival. */
interface SemaphoreShare {
  held: number;
  readonly waiting: (() => void)[];
}

/**
 * Fair semaphore with a global limit and a limit per key. Waiters of the key with the fewest running tasks go first,
 * equal keys take turns, so no key waits behind the queue of another. Idle keys are dropped.
 * @param patience without it, waiters wait without limit
 * @returns a function that runs work for a key; the work must not wait for further work of its own key
 */
export const createFairSemaphore = (atOnce: number, ofEach: number, patience?: QueueOptions) => {
  const shares = new Map<number, SemaphoreShare>();
  let running = 0;
  const hasPlace = ({ held }: SemaphoreShare): boolean => running < atOnce && held < ofEach;
  const hold = (share: SemaphoreShare, more: 1 | -1): void => {
    running += more;
    share.held += more;
  };
  const place = (share: SemaphoreShare, isFirst = false): Promise<void> =>
    new Promise((go, refuse) => {
      let timer: NodeJS.Timeout | undefined;
      const take = () => {
        clearTimeout(timer);
        hold(share, 1);
        go();
      };
      if (isFirst) share.waiting.unshift(take);
      else share.waiting.push(take);
      if (patience?.ms === undefined) return;
      timer = setTimeout(() => {
        share.waiting.splice(share.waiting.indexOf(take), 1);
        refuse(patience.refused());
      }, patience.ms);
    });
  /** Passes the slot of finished work on directly, so that a new caller cannot overtake the waiters. */
  const admitNext = (): void => {
    let next: [number, SemaphoreShare] | undefined;
    for (const entry of shares) {
      const share = entry[1];
      if (share.waiting.length && hasPlace(share) && (!next || share.held < next[1].held)) next = entry;
    }
    if (!next) return;
    // Round robin among those with equally few: the next search finds this one last.
    shares.delete(next[0]);
    shares.set(...next);
    next[1].waiting.shift()?.();
  };
  return async <T>(which: number, work: () => Promise<T>, isFirst?: boolean): Promise<T> => {
    const share = shares.get(which) ?? { held: 0, waiting: [] };
    shares.set(which, share);
    try {
      if (hasPlace(share)) hold(share, 1);
      else if (patience?.maxQueueLength !== undefined && share.waiting.length >= patience.maxQueueLength)
        throw patience.refused();
      else await place(share, isFirst);
      try {
        return await work();
      } finally {
        hold(share, -1);
        admitNext();
      }
    } finally {
      if (!share.held && !share.waiting.length) shares.delete(which);
    }
  };
};

/** Semaphore per key: at most `atOnce` tasks of each key run at the same time. */
export const createKeyedSemaphore = (atOnce: number, patience?: QueueOptions) =>
  createFairSemaphore(Number.POSITIVE_INFINITY, atOnce, patience);

/** Work of which only so much runs at once in a process, in the order in which it came. */
export const createSemaphore = (atOnce: number, patience?: QueueOptions) => {
  const share = createFairSemaphore(atOnce, atOnce, patience);
  return <T>(work: () => Promise<T>): Promise<T> => share(0, work);
};
