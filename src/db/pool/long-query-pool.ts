/**
 * Fair use of the N connections for long queries: requests get N-1, one tenant at most N/2. Waiters: the tenant with
 * the fewest running queries first; a request that already got one goes ahead of its tenant's others, because a
 * request refused half-way would have read in vain. Queries of disconnected clients are cancelled.
 */
import type pg from 'pg';
import { createFairSemaphore } from '../../concurrency/semaphore.ts';
import { isPooled } from './connection-capabilities.ts';
import { describeTarget } from './connection-failure.ts';
import { translated } from './database-errors.ts';

/**
 * Maximum wait for a connection: a client that sends 200 requests at once gets all responses, and a disconnect ends
 * the wait.
 */
const LONGEST_WAIT_MS = 30_000;

/** The caller whom a long read is for. */
export interface QueryOwner {
  readonly orgId: number;
  /**
   * Calls `stop` once when the client disconnects; at once if it is already disconnected. @returns a function that
   * removes the handler
   */
  readonly whenGone: (stop: () => void) => () => void;
}

/** A long read of a call that was not done. It is no outage: the server that says so is there. */
export class QueryAborted extends Error {
  /** @param why `gone`: its client disconnected; `busy`: the tenant's queries took too long */
  constructor(readonly why: 'gone' | 'busy') {
    super(`A long read was not done: ${why}`);
  }
}

/** Work on a connection of its own. @throws QueryAborted where it is a caller's; 503 `service_unavailable` */
export type RunLongQuery = <T>(work: (client: pg.PoolClient) => Promise<T>, asker?: QueryOwner) => Promise<T>;

/**
 * @param most connections of the pool
 * @param cancel cancels the query of a server process
 */
export const createLongQueryPool = (
  pool: pg.Pool,
  most: number,
  cancel: (process: number) => Promise<unknown>,
): RunLongQuery => {
  const inTurn = createFairSemaphore(Math.max(1, most - 1), Math.max(1, most >> 1), {
    ms: LONGEST_WAIT_MS,
    refused: () => new QueryAborted('busy'),
  });
  const begunFor = new WeakSet<QueryOwner>();
  const exclusive: RunLongQuery = async (work, asker) => {
    let client: pg.PoolClient | undefined;
    let [gone, begun, failed] = [false, false, false];
    const stays = asker?.whenGone(() => {
      gone = true;
      const { processID } = (client ?? {}) as { processID?: number };
      // A pooler's connection has the number of no process.
      if (client && processID && !isPooled(client)) cancel(processID).catch(() => undefined);
    });
    try {
      if (gone) throw new QueryAborted('gone');
      client = await describeTarget(pool.options, pool.connect());
      if (gone) throw new QueryAborted('gone');
      begun = true;
      if (asker) begunFor.add(asker);
      return await work(client);
    } catch (error) {
      failed = true;
      throw gone ? new QueryAborted('gone') : translated(error);
    } finally {
      stays?.();
      // A cancel request may arrive late and would hit the next statement, so the connection is closed.
      client?.release(begun && (gone || failed));
    }
  };
  return (work, asker) =>
    asker ? inTurn(asker.orgId, () => exclusive(work, asker), begunFor.has(asker)) : exclusive(work);
};
