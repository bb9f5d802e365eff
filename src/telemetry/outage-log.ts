/** The lines of an outage of the database: one for its begin and one for its end, in place of one for each failed work. */
import type { Logs } from './logger.ts';

/** Causes of work that fails because there is no connection. */
const NO_CONNECTION =
  /^No connection to |^(read|write) E(PIPE|CONNRESET)$|^connection (error|terminated|ended)|terminating connection due to|not queryable|client has encountered a connection error|the database system is (starting up|shutting down|in recovery)/i;
/** Causes of those where the pool is busy, and the database is not away. */
const BUSY_POOL = 'timeout exceeded when trying to connect';
const isLost = (cause: string): boolean => NO_CONNECTION.test(cause) && !cause.includes(BUSY_POOL);
const PROBE_MS = 500;
/** Work that failed before the end may report it a little later. */
const LATE_MS = 2000;

/** Logs with lines of outages. */
export interface OutageLogs extends Logs {
  /** Sets how the end of an outage is found: work that fails during it. Without it every line is written. */
  watchDatabase(probe: () => Promise<unknown>): void;
}

/** Logs in which an outage of the database has two lines. */
export const withOutages = ({ log, accessLog }: Logs): OutageLogs => {
  let probe: (() => Promise<unknown>) | undefined;
  let isOut = false;
  let endedAt = Number.NEGATIVE_INFINITY;

  const waitForEnd = (beganAt: number): void => {
    const look = async (): Promise<void> => {
      try {
        await probe?.();
      } catch {
        return waitForEnd(beganAt);
      }
      isOut = false;
      endedAt = performance.now();
      log('info', 'The database is reached again', { seconds: Math.round((endedAt - beganAt) / 1000) });
    };
    setTimeout(() => void look(), PROBE_MS).unref();
  };

  return {
    accessLog,
    log: (level, message, details = {}) => {
      // The checks of /readyz have lines of their own.
      const isOutage = level === 'error' && probe && !details.check && isLost(String(details.cause));
      if (!isOutage) return log(level, message, details);
      if (isOut || performance.now() - endedAt < LATE_MS) return;
      isOut = true;
      log('error', 'The database cannot be reached; work waits or fails until it is', { cause: details.cause });
      waitForEnd(performance.now());
    },
    watchDatabase: (work) => {
      probe = work;
    },
  };
};
