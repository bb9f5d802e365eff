/**
 * What stands at the other end of a connection, and statements as that can take them.
 *
 * A pooler such as PgBouncer may give each transaction to another connection of the server. There nothing lasts beyond a
 * transaction: statements have no names, and one is on its way at a time, because a pooler that hands over the server's
 * connection after the first of two would answer the second to somebody else.
 *
 * On a cluster the organisation is written into the text (docs/decisions/0016): then Citus knows the range when it plans, and
 * keeps that plan with a prepared statement. Of a prepared statement whose range is a parameter Citus 13.2 makes the plan anew at
 * each execution, and keeps every one of them: 60 KB each, until the connection ends.
 */
import type pg from 'pg';
import { type Query, type Sql, writtenOut } from '../sql.ts';
import { HAS_CITUS } from './citus.ts';
import { KeptStatements } from './kept-statements.ts';

/** What is at the other end. */
interface FarEnd {
  readonly pooled: boolean;
  /** What a connection to a node of a cluster keeps prepared; null where the server is none. */
  readonly kept: KeptStatements | null;
}

const PLAIN: FarEnd = { pooled: false, kept: null };
const farEnds = new WeakMap<pg.ClientBase, FarEnd>();
const farEndOf = (client: pg.ClientBase): FarEnd => farEnds.get(client) ?? PLAIN;

/** Whether a pooler stands between, as far as `lookAtFarEnd` has found. */
export const isPooled = (client: pg.ClientBase): boolean => farEndOf(client).pooled;

/** Finds it out once for a new connection: a pooler tells a process number of its own making. */
export const lookAtFarEnd = async (client: pg.ClientBase): Promise<void> => {
  const told = (client as pg.ClientBase & { readonly processID?: number | null }).processID;
  const { rows } = await client.query<{ pid: number; citus: boolean }>(
    `select pg_backend_pid() as pid, ${HAS_CITUS} as citus`,
  );
  const [found] = rows;
  if (!found) return;
  const pooled = found.pid !== told;
  if (pooled || found.citus) farEnds.set(client, { pooled, kept: found.citus ? new KeptStatements() : null });
};

const INSERT = /^\s*insert\b/;

/** A statement as this connection can take it. */
export const fitting = (client: pg.ClientBase, statement: Sql): Query => {
  const { query } = statement;
  const { pooled, kept } = farEndOf(client);
  const { name, text, values, orgId } = query;
  if (!kept) return pooled ? { text, values } : query;
  if (orgId === undefined || !Number.isSafeInteger(orgId)) return { text, values };
  const others = values.slice(1);
  const make = () => writtenOut(statement, orgId);
  if (pooled || name === undefined || INSERT.test(text)) return { text: make(), values: others };
  return { ...kept.take(`${name}o${orgId}`, make), values: others };
};
