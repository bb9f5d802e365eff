/** Work that others wait for no longer than they can. */

class TookTooLong extends Error {}

/** The outcome of work. @throws where it takes longer; what then still runs is left to itself */
export const within = async <T>(ms: number, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, refuse) => {
    timer = setTimeout(() => refuse(new TookTooLong(`no answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};

/**
 * Work that nobody waits for longer than some milliseconds, and that is begun again only once it has ended, however late:
 * what hangs is not piled up.
 */
export const oneAtATime = <T>(ms: number, work: () => Promise<T>): (() => Promise<T>) => {
  let running: Promise<T> | undefined;
  return () => {
    running ??= work().finally(() => {
      running = undefined;
    });
    return within(ms, running);
  };
};

/** What work brings, kept for some milliseconds: however often it is asked for, it is done once in that time. */
export const keptFor = <T>(ms: () => number, work: () => Promise<T>): (() => Promise<T>) => {
  let kept: { readonly at: number; readonly result: Promise<T> } | undefined;
  return () => {
    const now = performance.now();
    if (!kept || now - kept.at > ms()) kept = { at: now, result: work() };
    return kept.result;
  };
};

/**
 * Work of which only so much runs at once in a process, in the order in which it came.
 * @param refused makes what is thrown where too much waits already, or where something waited for too long
 * @param patienceMs how long work waits for its turn at most; for ever where it is not given
 */
export const inTurns = (atOnce: number, mostWaiting: number, refused: () => Error, patienceMs?: number) => {
  let running = 0;
  const waiting: (() => void)[] = [];
  const turn = (): Promise<void> =>
    new Promise((go, refuse) => {
      const leave = () => {
        waiting.splice(waiting.indexOf(take), 1);
        refuse(refused());
      };
      const timer = patienceMs === undefined ? undefined : setTimeout(leave, patienceMs);
      const take = () => {
        clearTimeout(timer);
        go();
      };
      waiting.push(take);
    });
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (waiting.length >= mostWaiting) throw refused();
      await turn();
    } else running += 1;
    try {
      return await work();
    } finally {
      // The next one takes the place over, so that nobody who comes in between gets ahead.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
};
