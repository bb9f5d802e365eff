/** What each new connection goes through before its first statement. */
import type pg from 'pg';
import { lookAtFarEnd } from './far-end.ts';

/** The part of a client that the driver does not describe. */
interface Reading {
  readonly connection: { readonly stream: NodeJS.ReadableStream & { destroy(error?: Error): void } };
  /** The one whose answer is being read. */
  _activeQuery: { handleError(error: unknown, connection: unknown): void } | null;
}

/**
 * What the driver throws while it reads an answer, as of a value that is longer than any text of Node.js, is the outcome of
 * that statement, and the end of this connection; those behind it may be sent again. Thrown from a socket, it would end the
 * process.
 */
const guardReading = (client: pg.ClientBase): void => {
  const reading = client as unknown as Reading;
  const { stream } = reading.connection;
  for (const read of stream.listeners('data') as ((piece: Buffer) => void)[]) {
    stream.off('data', read);
    stream.on('data', (piece: Buffer) => {
      try {
        read(piece);
      } catch (error) {
        const active = reading._activeQuery;
        reading._activeQuery = null;
        active?.handleError(error, reading.connection);
        stream.destroy(new Error('Connection terminated: an answer could not be read'));
      }
    });
  }
};

/** Makes a connection ready for use. @throws as `lookAtFarEnd` */
export const readied = (client: pg.ClientBase): Promise<unknown> => {
  guardReading(client);
  return Promise.resolve(lookAtFarEnd(client));
};
