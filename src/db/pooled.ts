/**
 * Connections through a pooler such as PgBouncer, which may give each transaction to another connection of the server.
 * There nothing lasts beyond a transaction: statements have no names, and one is on its way at a time, because a pooler
 * that hands over the server's connection after the first of two would answer the second to somebody else.
 */
import type pg from 'pg';
import type { Query, Sql } from '../sql.ts';

const pooled = new WeakSet<pg.ClientBase>();

/** Whether a pooler stands between, as far as `lookForPooler` has found. */
export const isPooled = (client: pg.ClientBase): boolean => pooled.has(client);

/** Finds it out once for a new connection: a pooler tells a process number of its own making. */
export const lookForPooler = async (client: pg.ClientBase): Promise<void> => {
  const told = (client as pg.ClientBase & { readonly processID?: number | null }).processID;
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  if (rows[0]?.pid !== told) pooled.add(client);
};

/** A statement as this connection can take it. */
export const fitting = (client: pg.ClientBase, { query }: Sql): Query =>
  pooled.has(client) ? { text: query.text, values: query.values } : query;
