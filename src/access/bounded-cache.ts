/** A map that forgets what was not used lately, at the cost of a plain map lookup. */
export interface BoundedCache<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): void;
  delete(key: K): void;
  /** Every entry, in no order. */
  entries(): Iterable<[K, V]>;
  readonly size: number;
}

/**
 * Two generations: when the young one is full it becomes the old one, and what is asked for again moves back. Cheaper
 * than an exact LRU, which would write on every read.
 * @param limit at most this many entries
 */
export const boundedCache = <K, V>(limit: number): BoundedCache<K, V> => {
  let young = new Map<K, V>();
  let old = new Map<K, V>();
  const half = Math.max(1, Math.floor(limit / 2));
  const set = (key: K, value: V): void => {
    if (young.size >= half && !young.has(key)) {
      old = young;
      young = new Map();
    }
    old.delete(key);
    young.set(key, value);
  };
  return {
    get: (key) => {
      const value = young.get(key);
      if (value !== undefined) return value;
      const earlier = old.get(key);
      if (earlier !== undefined) set(key, earlier);
      return earlier;
    },
    set,
    delete: (key) => {
      young.delete(key);
      old.delete(key);
    },
    entries: function* () {
      yield* young;
      yield* old;
    },
    get size() {
      return young.size + old.size;
    },
  };
};
