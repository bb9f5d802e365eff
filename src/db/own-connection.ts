/** Work on a connection of its own, beside the pools: for as long as it takes, and never on one that was lost. */
import pg from 'pg';
import { fail } from '../errors.ts';
import { CONNECT_MS, connected } from './connection-failure.ts';

/**
 * Connects, and ends the connection after the work.
 * @param work is also given what throws once the connection is lost, for long work between two statements
 * @throws NoConnection; `service_unavailable` with what was said where the connection was lost meanwhile; what `work` throws
 */
export const onConnection = async <T>(
  config: pg.ClientConfig,
  work: (client: pg.Client, requireIt: () => void) => Promise<T>,
): Promise<T> => {
  const client = new pg.Client({ connectionTimeoutMillis: CONNECT_MS, ...config });
  let lost: Error | undefined;
  // Nobody may be waiting for a statement when it is lost: unheard, that would end the process.
  client.on('error', (cause) => {
    lost ??= cause;
  });
  await connected(config, client);
  const unavailable = () =>
    fail('service_unavailable', {
      message: 'The database was stopped meanwhile; try again when it runs.',
      cause: lost,
    });
  try {
    return await work(client, () => {
      if (lost) throw unavailable();
    });
  } catch (error) {
    throw lost ? unavailable() : error;
  } finally {
    await client.end();
  }
};
