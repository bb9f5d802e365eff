/** A dedicated connection outside of the pools, for long work. */
import pg from 'pg';
import { fail } from '../../errors/api-error.ts';
import { CONNECT_MS, connected } from './connection-failure.ts';

/**
 * Connects, and closes the connection after the work.
 * @param work also gets a function that throws after the connection was lost, for pauses between statements
 * @throws NoConnection; `service_unavailable` with the error where the connection was lost; errors of `work`
 */
export const withConnection = async <T>(
  config: pg.ClientConfig,
  work: (client: pg.Client, requireIt: () => void) => Promise<T>,
): Promise<T> => {
  const client = new pg.Client({ connectionTimeoutMillis: CONNECT_MS, ...config });
  let lost: Error | undefined;
  // An error event without a handler would end the process.
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
