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

/** How long work waits for its turn, and what is thrown where it would wait longer. */
interface Patience {
  readonly refused: () => Error;
  /** What comes while so much waits already is refused. */
  readonly mostWaiting?: number;
  /** Milliseconds. */
  readonly ms?: number;
}

/**
 * Work of which only so much runs at once in a process, in the order in which it came.
 * @param patience without it all wait, for as long as it takes
 */
export const inTurns = (atOnce: number, patience?: Patience) => {
  let running = 0;
  const waiting: (() => void)[] = [];
  const turn = (): Promise<void> =>
    new Promise((go, refuse) => {
      let timer: NodeJS.Timeout | undefined;
      const take = () => {
        clearTimeout(timer);
        go();
      };
      waiting.push(take);
      if (patience?.ms === undefined) return;
      timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(take), 1);
        refuse(patience.refused());
      }, patience.ms);
    });
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (patience?.mostWaiting !== undefined && waiting.length >= patience.mostWaiting) throw patience.refused();
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

/** The same for each of many by itself, whatever a number names; nothing is kept of those that nothing is done for. */
export const inTurnsOfEach = (...each: Parameters<typeof inTurns>) => {
  const busy = new Map<number, { readonly inTurn: ReturnType<typeof inTurns>; asked: number }>();
  return async <T>(which: number, work: () => Promise<T>): Promise<T> => {
    const own = busy.get(which) ?? { inTurn: inTurns(...each), asked: 0 };
    busy.set(which, own);
    own.asked += 1;
    try {
      return await own.inTurn(work);
    } finally {
      own.asked -= 1;
      if (own.asked === 0) busy.delete(which);
    }
  };
};

/**
 * Work of many that share places: so much runs at once in all, and so much of each. Of those who wait, whoever has the fewest
 * places goes first, and who came first among these; so nobody's work waits behind all that another has.
 * @param patience milliseconds that work waits for its place, and what is thrown where it would wait longer
 */
export const sharedOut = (atOnce: number, ofEach: number, { ms, refused }: { ms: number; refused: () => Error }) => {
  const held = new Map<number, number>();
  const waiting: { readonly which: number; readonly take: () => void }[] = [];
  let running = 0;
  const heldBy = (which: number): number => held.get(which) ?? 0;
  const hold = (which: number, more: 1 | -1): void => {
    running += more;
    const now = heldBy(which) + more;
    if (now) held.set(which, now);
    else held.delete(which);
  };
  const hasPlace = (which: number): boolean => running < atOnce && heldBy(which) < ofEach;
  const admitNext = (): void => {
    let next: number | undefined;
    for (const [i, { which }] of waiting.entries())
      if (hasPlace(which) && (next === undefined || heldBy(which) < heldBy(waiting[next]?.which ?? 0))) next = i;
    if (next !== undefined) waiting.splice(next, 1)[0]?.take();
  };
  const place = (which: number): Promise<void> =>
    new Promise((go, refuse) => {
      const entry = {
        which,
        take: () => {
          clearTimeout(timer);
          hold(which, 1);
          go();
        },
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(entry), 1);
        refuse(refused());
      }, ms);
      waiting.push(entry);
    });
  return async <T>(which: number, work: () => Promise<T>): Promise<T> => {
    if (hasPlace(which)) hold(which, 1);
    else await place(which);
    try {
      return await work();
    } finally {
      hold(which, -1);
      admitNext();
    }
  };
};
