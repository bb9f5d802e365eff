/** Counts per minute, made whole: the API names only minutes in which something happened. */
import type { MinuteCount } from '../../api/types.ts';

const MINUTE_MS = 60_000;

/** The `minutes` minutes up to `now`, oldest first, with 0 where nothing is known. */
export const everyMinute = (counts: readonly MinuteCount[], minutes: number, now: number): MinuteCount[] => {
  const used = new Map(counts.map((count) => [Math.floor(Date.parse(count.minute) / MINUTE_MS), count.used]));
  const last = Math.floor(now / MINUTE_MS);
  return Array.from({ length: minutes }, (_, i) => {
    const minute = last - minutes + 1 + i;
    return { minute: new Date(minute * MINUTE_MS).toISOString(), used: used.get(minute) ?? 0 };
  });
};
