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

/** What holds places, and what waits for them in the order in which it came. */
interface Share {
  held: number;
  readonly waiting: (() => void)[];
}

/**
 * Work of many that share places: so much runs at once in all, and so much of each, whatever a number names. Of those who wait,
 * the one with the fewest places goes first, and those with equally few take turns: no work waits behind all that another has.
 * Nothing is stored of those without work.
 * @param patience without it all wait, for as long as it takes
 * @returns what does work of one, which may be the next of its own
 */
export const sharedOut = (atOnce: number, ofEach: number, patience?: Patience) => {
  const shares = new Map<number, Share>();
  let running = 0;
  const hasPlace = ({ held }: Share): boolean => running < atOnce && held < ofEach;
  const hold = (share: Share, more: 1 | -1): void => {
    running += more;
    share.held += more;
  };
  const place = (share: Share, isFirst = false): Promise<void> =>
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
  /** Takes over the place of one that has ended, so that nobody who comes in between gets ahead. */
  const admitNext = (): void => {
    let next: [number, Share] | undefined;
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
      else if (patience?.mostWaiting !== undefined && share.waiting.length >= patience.mostWaiting)
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

/** Work of which only so much runs at once for each of many by itself. */
export const inTurnsOfEach = (atOnce: number, patience?: Patience) =>
  sharedOut(Number.POSITIVE_INFINITY, atOnce, patience);

/** Work of which only so much runs at once in a process, in the order in which it came. */
export const inTurns = (atOnce: number, patience?: Patience) => {
  const share = sharedOut(atOnce, atOnce, patience);
  return <T>(work: () => Promise<T>): Promise<T> => share(0, work);
};
