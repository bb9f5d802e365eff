/** What PostgreSQL and its connections report, as callers see it. */
import type { DatabaseError } from 'pg';
import { fail, retryAfter } from '../errors.ts';
import { NoConnection } from './connection-failure.ts';

/**
 * Server gone or shutting down, its disk, memory or connections used up, a statement, a transaction or a wait for a lock cut off, as an
 * operator may have set it, a race lost each time: the call may be tried again later.
 */
const UNAVAILABLE =
  /^(40001|40P01|57P0[1-5]|57014|55P03|25P0[34]|53\w{3}|58030|08\w{3}|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT)$/;

/** Citus names the constraint of a shard, `follower_once_102266`; a node that asks another one in the message alone. */
const ON_SHARD = / constraint "(\w+)"$/;
const SHARD = /_\d+$/;

/** An error of PostgreSQL says which constraint was violated, wherever the row lies. */
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

/** What Citus says without a code where a node that it needs does not answer, or went in the middle. */
const NODE_LOST =
  /could not commit transaction for shard|failed to commit transaction on|failure on connection marked as essential|could not connect to any active placements|could not establish any connections? to the node|cannot recover from multiple connection failures/i;

/** What a lost or refused connection, or a race lost too often, is to a caller: 503, try again later. */
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
