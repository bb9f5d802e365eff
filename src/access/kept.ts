/**
 * Rows that decide about access are kept for less time than a change of them waits before it is answered, so a change
 * holds for the next call at every process without messages (architecture 4.8).
 */
import { boundedCache } from './bounded-cache.ts';

/** Counted from the moment the read was sent. */
const KEEP_MS = 450;
/** From this age on a used entry is read again beside the call, so that busy tokens never wait. */
const RENEW_MS = 250;
const SETTLE_MS = 500;

/** Resolves when no process can still act on what was committed before the call. */
export const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, SETTLE_MS));

interface Entry<V> {
  readonly value: V;
  readonly sentAt: number;
}

/** Values by key, each at most 450 ms old. */
export interface Kept<K, V> {
  /** The value when it is fresh, without waiting. */
  fresh(key: K): V | undefined;
  /** Reads it; calls for the same key share one read. */
  load(key: K): Promise<V>;
  forget(matches: (key: K) => boolean): void;
  readonly size: number;
}

/** @param read the source; @param limit at most so many entries */
export const keep = <K, V>(read: (key: K) => Promise<V>, limit: number): Kept<K, V> => {
  const cache = boundedCache<K, Entry<V>>(limit);
  const loading = new Map<K, Promise<V>>();
  const load = (key: K): Promise<V> => {
    const running = loading.get(key);
    if (running) return running;
    const sentAt = performance.now();
    const promise = read(key)
      .then((value) => {
        if (loading.get(key) === promise) cache.set(key, { value, sentAt });
        return value;
      })
      .finally(() => {
        if (loading.get(key) === promise) loading.delete(key);
      });
    loading.set(key, promise);
    return promise;
  };
  return {
    fresh: (key) => {
      const entry = cache.get(key);
      if (!entry) return undefined;
      const age = performance.now() - entry.sentAt;
      if (age >= KEEP_MS) return undefined;
      // A failed renewal is no failure of this call; the next one reads itself.
      if (age >= RENEW_MS && !loading.has(key)) load(key).catch(() => undefined);
      return entry.value;
    },
    load,
    forget: (matches) => {
      for (const [key] of [...cache.entries()]) if (matches(key)) cache.delete(key);
      for (const key of [...loading.keys()]) if (matches(key)) loading.delete(key);
    },
    get size() {
      return cache.size;
    },
  };
};
