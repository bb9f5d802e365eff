/** One pipelined connection that many reads share. */
import pg from 'pg';
import type { Sql } from '../sql.ts';
import { reached } from './connection-failure.ts';
import { fitting, isPooled, lookForPooler } from './pooled.ts';

/** A connection that is opened by its first read, and opened again by the first one after it was lost. */
export interface Lane {
  read(statement: Sql): Promise<unknown[]>;
  close(): Promise<void>;
}

/** @param config with `pipeline` */
export const createLane = (config: pg.ClientConfig): Lane => {
  let current: Promise<pg.Client> | null = null;
  let before: Promise<unknown> = Promise.resolve();
  const open = (): Promise<pg.Client> => {
    const client = new pg.Client(config);
    const connected = reached(config, client.connect())
      .then(() => lookForPooler(client))
      .then(() => client);
    const forget = () => {
      if (current === connected) current = null;
    };
    client.on('error', forget);
    client.on('end', forget);
    connected.catch(forget);
    return connected;
  };
  return {
    read: async (statement) => {
      current ??= open();
      const client = await current;
      const send = async () => (await client.query(fitting(client, statement))).rows as unknown[];
      if (!isPooled(client)) return send();
      const read = before.then(send);
      before = read.catch(() => undefined);
      return read;
    },
    close: async () => {
      const client = await current?.catch(() => null);
      current = null;
      await client?.end().catch(() => undefined);
    },
  };
};
