/** Maps errors of PostgreSQL and its connections to API errors. */
import type { DatabaseError } from 'pg';
import { fail, retryAfter } from '../../errors/api-error.ts';
import { NoConnection } from './connection-failure.ts';

/**
 * Temporary errors: server stopped, out of disk, memory or connections, a statement, transaction or lock wait
 * cancelled by a timeout, repeated conflicts. The client may retry.
 */
const UNAVAILABLE =
  /^(40001|40P01|57P0[1-5]|57014|55P03|25P0[34]|53\w{3}|58030|08\w{3}|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT)$/;

/** Citus names the constraint of a shard, `follower_once_102266`; a node that asks another one in the message alone. */
const ON_SHARD = / constraint "(\w+)"$/;
const SHARD = /_\d+$/;

/** Adds the violated constraint of an error, on any node. */
export const named = <T>(error: T): T => {
  const { code, constraint, table, message } = error as DatabaseError;
  if (!code?.startsWith('23')) return error;
  const shard = table && SHARD.exec(table)?.[0];
  const [, name = constraint] = (constraint === undefined && ON_SHARD.exec(message)) || [];
  if (!name || (constraint !== undefined && !(shard && name.endsWith(shard)))) return error;
  return Object.assign(error as object, { constraint: name.replace(SHARD, '') }) as T;
};

/**
 * The range that a statement was planned for has moved or was split meanwhile: nothing of its transaction was written, and
 * the next plan knows the new one.
 */
export const isRangeGone = (error: unknown): boolean =>
  /could not find valid entry for shard/.test((error as { message?: string }).message ?? '');

/** Messages of Citus without an error code about an unavailable or failing node. */
const NODE_LOST =
  /could not commit transaction for shard|failed to commit transaction on|failure on connection marked as essential|could not connect to any active placements|could not establish any connections? to the node|cannot recover from multiple connection failures/i;

/** A lost or refused connection, or repeated conflicts: 503 for the client. */
export const translated = (error: unknown): unknown => {
  const { code, message } = error as { code?: string; message?: string };
  if (
    error instanceof NoConnection ||
    (code && UNAVAILABLE.test(code)) ||
    isRangeGone(error) ||
    NODE_LOST.test(message ?? '') ||
    /connection (error|terminated|ended)|not queryable|timeout exceeded when trying to connect/i.test(message ?? '')
  ) {
    return fail('service_unavailable', {
      cause: error,
      ...retryAfter(1),
    });
  }
  return error;
};
