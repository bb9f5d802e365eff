/** Micro-batch: collects items of one key for a few milliseconds and processes them as one group. */
import { setTimeout as delay } from 'node:timers/promises';

/**
 * @param ms how long the first item of a group waits for others
 * @param work gets the group; the callers of all its items wait for it
 */
export const microBatch = <T>(ms: number, work: (items: readonly T[]) => Promise<void>) => {
  const waiting = new Map<number, { readonly items: T[]; readonly done: Promise<void> }>();
  return (key: number, item: T): Promise<void> => {
    const open = waiting.get(key);
    if (open) {
      open.items.push(item);
      return open.done;
    }
    const items = [item];
    const done = delay(ms).then(() => {
      waiting.delete(key);
      return work(items);
    });
    waiting.set(key, { items, done });
    return done;
  };
};
