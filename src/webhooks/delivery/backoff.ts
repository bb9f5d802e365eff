/** When a failed delivery is tried again (rules 7.4). */
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DELAYS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR];
const JITTER = 0.2;

/** Milliseconds that an attempt may wait at most, by the number of those before it. */
export const maxDelays: readonly number[] = [0, ...DELAYS.map((delay) => delay * (1 + JITTER))];

/** Milliseconds until the next attempt after `tries` attempts, with 20 % jitter; null after the last one. */
export const nextDelay = (tries: number, random = Math.random): number | null => {
  const delay = DELAYS[tries - 1];
  return delay === undefined ? null : Math.round(delay * (1 - JITTER + 2 * JITTER * random()));
};
