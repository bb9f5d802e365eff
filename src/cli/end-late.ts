/** What ends a service that was asked to stop and does not, because something that it waits for stands still. */
import type { Config } from '../config.ts';
import type { Log } from './log.ts';

/** Milliseconds after which nothing that ends well is still waited for: calls, deliveries, a bucket that does not answer. */
const LATE_MS = 40_000;
/** What waited for the database has failed by then. */
const LAST_MS = 5_000;

/**
 * Ends the database, then the process, where the service is still there long after it was asked to stop. Nothing that was answered
 * is lost by it: it is as after `kill -9`.
 * @param stopped resolves when it was asked
 * @param endDatabase ends the database that the service keeps, with force where it stands still
 */
export const endLate = async (
  stopped: Promise<void>,
  { drainSeconds }: Config,
  log: Log,
  endDatabase: () => Promise<void>,
): Promise<void> => {
  await stopped;
  const end = async (): Promise<void> => {
    log('error', 'The service was asked to stop and waits for something that does not answer; it is ended');
    await endDatabase();
    setTimeout(() => process.exit(1), LAST_MS).unref();
  };
  setTimeout(() => void end(), drainSeconds * 1000 + LATE_MS).unref();
};
