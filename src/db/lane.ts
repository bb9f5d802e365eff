/** One pipelined connection that many reads share. */
import pg from 'pg';
import type { Sql } from '../sql.ts';
import { connected, NoConnection } from './connection-failure.ts';
import { isPooled } from './far-end.ts';
import { readied } from './readied.ts';
import { send } from './together.ts';

/** A connection that is opened by its first read, and opened again by the first one after it was lost. */
export interface Lane {
  read(statement: Sql): Promise<unknown[]>;
  /** How many reads are under way or wait. */
  pending(): number;
  /** Whether reads do not wait for each other's answers on their way, as they do where a pooler stands between. */
  sendsAhead(): boolean;
  /** Whether there is a connection now that reads need not wait for. */
  isOpen(): boolean;
  /** How many connections are open, and how many reads are under way or wait. */
  state(): { readonly open: number; readonly pending: number };
  /** For good: a read that comes later would else open a connection that nobody closes, and the process would not end. */
  close(): Promise<void>;
}

/** Statements of one turn of the event loop go out in one write: each write by itself wakes the server. */
const sendingAtOnce = ({ connection: { stream } }: pg.Client): void => {
  if (stream.writableCorked) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
};

/** @param config with `pipeline` */
export const createLane = (config: pg.ClientConfig): Lane => {
  let current: Promise<pg.Client> | null = null;
  let before: Promise<unknown> = Promise.resolve();
  let pending = 0;
  let sendsAhead = false;
  let isOpen = false;
  let isClosed = false;
  const open = (): Promise<pg.Client> => {
    const client = new pg.Client(config);
    const opened = connected(config, client)
      .then(() => readied(client))
      .then(() => {
        sendsAhead = !isPooled(client);
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
          sendingAtOnce(client);
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
    sendsAhead: () => sendsAhead,
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
