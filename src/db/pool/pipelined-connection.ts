/** One pipelined connection that many reads share. */
import pg from 'pg';
import type { Sql } from '../../sql/sql.ts';
import { isPooled } from './connection-capabilities.ts';
import { connected, NoConnection } from './connection-failure.ts';
import { initConnection } from './init-connection.ts';
import { send } from './pipelined-batch.ts';

/** A connection that is opened by its first read, and opened again by the first one after it was lost. */
export interface PipelinedConnection {
  read(statement: Sql): Promise<unknown[]>;
  /** Running and waiting reads. */
  pending(): number;
  /** Whether reads are pipelined; with a pooler each waits for the previous response. */
  supportsPipelining(): boolean;
  /** Whether there is a connection now that reads need not wait for. */
  isOpen(): boolean;
  /** Open connections, and running or waiting reads. */
  state(): { readonly open: number; readonly pending: number };
  /** Closes it permanently: a later read must not open a connection, which would keep the process alive. */
  close(): Promise<void>;
}

/** Sends the statements of one turn of the event loop in one write: each write wakes the server. */
const corkUntilNextTick = ({ connection: { stream } }: pg.Client): void => {
  if (stream.writableCorked) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
};

/** @param config with `pipeline` */
export const createPipelinedConnection = (config: pg.ClientConfig): PipelinedConnection => {
  let current: Promise<pg.Client> | null = null;
  let before: Promise<unknown> = Promise.resolve();
  let pending = 0;
  let supportsPipelining = false;
  let isOpen = false;
  let isClosed = false;
  const open = (): Promise<pg.Client> => {
    const client = new pg.Client(config);
    const opened = connected(config, client)
      .then(() => initConnection(client))
      .then(() => {
        supportsPipelining = !isPooled(client);
        isOpen = current === opened;
        return client;
      });
    const forget = () => {
      if (current !== opened) return;
      current = null;
      isOpen = false;
    };
    client.on('error', forget);
    client.on('end', forget);
    opened.catch(forget);
    return opened;
  };
  return {
    read: async (statement) => {
      pending += 1;
      try {
        if (isClosed) throw new NoConnection(config, new Error('connections are closed'));
        current ??= open();
        const client = await current;
        if (!isPooled(client)) {
          corkUntilNextTick(client);
          return await send(client, statement);
        }
        const inTurn = before.then(() => send(client, statement));
        before = inTurn.catch(() => undefined);
        return await inTurn;
      } finally {
        pending -= 1;
      }
    },
    pending: () => pending,
    supportsPipelining: () => supportsPipelining,
    isOpen: () => isOpen,
    state: () => ({ open: current ? 1 : 0, pending }),
    close: async () => {
      isClosed = true;
      const client = await current?.catch(() => null);
      current = null;
      isOpen = false;
      await client?.end().catch(() => undefined);
    },
  };
};
