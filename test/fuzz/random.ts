/** Repeatable random numbers: the same seed and index give the same choices (sfc32, seeded by FNV-1a). */

export interface Random {
  /** From 0 to just under 1. */
  next(): number;
  /** A whole number, both ends included. */
  int(from: number, to: number): number;
  chance(share: number): boolean;
  pick<T>(all: readonly T[]): T;
  /** One of several, the more often the greater its weight. */
  weighted<T>(...all: readonly (readonly [weight: number, value: T])[]): T;
}

const hash = (text: string): number => {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return h >>> 0;
};

/** The choices of one request. */
export const randomOf = (seed: number, index: number): Random => {
  let [a, b, c, d] = ['a', 'b', 'c', 'd'].map((part) => hash(`${part} ${seed} ${index}`)) as [
    number,
    number,
    number,
    number,
  ];
  const next = (): number => {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + t) | 0;
    return (t >>> 0) / 4294967296;
  };
  for (let i = 0; i < 12; i += 1) next();
  const int = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  const pick = <T>(all: readonly T[]): T => all[int(0, all.length - 1)] as T;
  return {
    next,
    int,
    pick,
    chance: (share) => next() < share,
    weighted: (...all) => {
      let left = next() * all.reduce((sum, [weight]) => sum + weight, 0);
      const chosen = all.find(([weight]) => (left -= weight) < 0) ?? all[all.length - 1];
      if (!chosen) throw new Error('Nothing to choose from');
      return chosen[1];
    },
  };
};
