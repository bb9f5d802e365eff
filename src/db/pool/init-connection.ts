/** Initializes each new connection before its first statement. */
import type pg from 'pg';
import { detectCapabilities } from './connection-capabilities.ts';

/**
 * An exception of the driver while it parses a response, such as a value longer than the longest string, fails that
 * statement and closes this connection; later statements may be retried. Thrown from a socket, it would end the
 * process, and the driver catches none. `errorMessage` is the event by which its connection passes on an error of the
 * server to the running statement.
 */
const catchParserErrors = ({ connection }: pg.Client): void => {
  const { stream } = connection;
  for (const parse of stream.listeners('data') as ((chunk: Buffer) => void)[]) {
    stream.off('data', parse);
    stream.on('data', (chunk: Buffer) => {
      try {
        parse(chunk);
      } catch (error) {
        connection.emit('errorMessage', error);
        stream.destroy(new Error('Connection terminated: an answer could not be read'));
      }
    });
  }
};

/** Makes a connection ready for use. @throws as `detectCapabilities` */
export const initConnection = (client: pg.ClientBase): Promise<void> => {
  catchParserErrors(client as pg.Client);
  return detectCapabilities(client);
};
