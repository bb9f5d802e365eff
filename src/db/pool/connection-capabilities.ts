/**
 * Detects a pooler or Citus on a new connection and adapts statements to it.
 *
 * A pooler such as PgBouncer may assign each transaction to another server connection. There is no state beyond a
 * transaction: statements are unnamed and sent one at a time, because a pooler that switches the server connection
 * after the first of two would deliver the second response to another client.
 *
 * On a cluster the organisation is inlined into the text (docs/decisions/0016): then Citus knows the shard when it
 * plans, and caches that plan with a prepared statement. With the shard as a parameter, Citus 13.2 plans each
 * execution again and keeps every plan: 60 KB each, until the connection ends.
 */
import type pg from 'pg';
import { inlineTenant, type Query, type Sql } from '../../sql/sql.ts';
import { HAS_CITUS } from './has-citus.ts';
import { PreparedStatementRegistry } from './prepared-statement-registry.ts';

/** The detected server or pooler. */
interface Capabilities {
  readonly pooled: boolean;
  /** The prepared statements of a connection to a cluster node; null elsewhere. */
  readonly statements: PreparedStatementRegistry | null;
}

const PLAIN: Capabilities = { pooled: false, statements: null };
const farEnds = new WeakMap<pg.ClientBase, Capabilities>();
const farEndOf = (client: pg.ClientBase): Capabilities => farEnds.get(client) ?? PLAIN;

/** Whether `detectCapabilities` has found a pooler. */
export const isPooled = (client: pg.ClientBase): boolean => farEndOf(client).pooled;

/** Detects once per connection a pooler, which announces a process id of its own, and Citus. */
export const detectCapabilities = async (client: pg.ClientBase): Promise<void> => {
  const announced = (client as pg.ClientBase & { readonly processID?: number | null }).processID;
  const { rows } = await client.query<{ pid: number; citus: boolean }>(
    `select pg_backend_pid() as pid, ${HAS_CITUS} as citus`,
  );
  const [found] = rows;
  if (!found) return;
  const pooled = found.pid !== announced;
  if (pooled || found.citus)
    farEnds.set(client, { pooled, statements: found.citus ? new PreparedStatementRegistry() : null });
};

const INSERT = /^\s*insert\b/;

/** A statement as this connection can take it. */
export const adaptQuery = (client: pg.ClientBase, statement: Sql): Query => {
  const { query } = statement;
  const { pooled, statements: kept } = farEndOf(client);
  const { name, text, values, orgId } = query;
  if (!kept) return pooled ? { text, values } : query;
  if (orgId === undefined || !Number.isSafeInteger(orgId)) return { text, values };
  const others = values.slice(1);
  const make = () => inlineTenant(statement, orgId);
  if (pooled || name === undefined || INSERT.test(text)) return { text: make(), values: others };
  return { ...kept.acquire(`${name}o${orgId}`, make), values: others };
};
