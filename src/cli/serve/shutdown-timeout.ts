/** Shutdown timeout: ends a service that was asked to stop and hangs. */
import type { Config } from '../../config/config.ts';
import type { Log } from '../../telemetry/logger.ts';

/** Milliseconds after which nothing that ends well is still waited for: calls, deliveries, a bucket that does not answer. */
const LATE_MS = 40_000;
/** Work that waits for the database has failed by then. */
const LAST_MS = 5_000;

/**
 * Ends the database, then the process, where the service still runs long after the stop. No confirmed write is lost:
 * the effect is that of `kill -9`.
 * @param stopped resolves at the request to stop
 * @param endDatabase stops the embedded database, with force if it hangs
 */
export const exitAfterTimeout = async (
  stopped: Promise<void>,
  { drainSeconds }: Config,
  log: Log,
  endDatabase: () => Promise<void>,
): Promise<void> => {
  await stopped;
  const end = async (): Promise<void> => {
    log('error', 'The service is ended, because its shutdown did not finish in time');
    await endDatabase();
    setTimeout(() => process.exit(1), LAST_MS).unref();
  };
  setTimeout(() => void end(), drainSeconds * 1000 + LATE_MS).unref();
};
