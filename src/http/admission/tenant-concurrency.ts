/**
 * Concurrency limits per tenant on shared resources (rules 8.9): writes of an organisation, and of a shard of a
 * cluster, run through a semaphore, so that writers waiting for one row lock do not hold all connections; long reads
 * share a pool fairly.
 */
import type { ServerResponse } from 'node:http';
import { createKeyedSemaphore } from '../../concurrency/semaphore.ts';
import type { Database, Tx } from '../../db/database.ts';
import { withOverrides } from '../../db/database-overrides.ts';
import { QueryAborted, type QueryOwner } from '../../db/pool/long-query-pool.ts';
import { type ApiError, fail } from '../../errors/api-error.ts';
import { lookupTable } from '../../shared/lookup-table.ts';
import { overloaded } from './bulkhead.ts';

/** The client is disconnected: this response is never read. */
const CLIENT_GONE = fail('service_unavailable', { message: 'The caller went away before the call was begun.' });

const NOT_READ: Readonly<Record<QueryAborted['why'], () => ApiError>> = lookupTable({
  gone: () => CLIENT_GONE,
  busy: () => overloaded('The long reads of this organisation, or of all, wait for each other'),
});

const readFor = async <T>(read: Promise<T>): Promise<T> => {
  try {
    return await read;
  } catch (error) {
    throw error instanceof QueryAborted ? NOT_READ[error.why]() : error;
  }
};

/** The owner of queries for a response, until the response is closed. */
const askerOf = (orgId: number, response: ServerResponse): QueryOwner => {
  const stops = new Set<() => void>();
  let listens = false;
  return {
    orgId,
    whenGone: (stop) => {
      if (response.destroyed) {
        stop();
        return () => undefined;
      }
      if (!listens)
        response.once('close', () => {
          for (const one of stops) one();
        });
      listens = true;
      stops.add(stop);
      return () => stops.delete(stop);
    },
  };
};

/** Runs a transaction under the semaphores of its organisation and of its shard range of a cluster. */
export type LimitWrites = <T>(orgId: number, range: number | null, transaction: () => Promise<T>) => Promise<T>;

/**
 * @param ofOrganisation concurrent transactions of one organisation
 * @param ofRange concurrent transactions of one shard range of a cluster
 */
export const createWriteLimiter = (ofOrganisation: number, ofRange: number): LimitWrites => {
  const [inTurn, inTurnOfRange] = [createKeyedSemaphore(ofOrganisation), createKeyedSemaphore(ofRange)];
  return (orgId, range, transaction) =>
    inTurn(orgId, () => (range === null ? transaction() : inTurnOfRange(range, transaction)));
};

/**
 * The database of a request. Its long queries count for the organisation and are cancelled with the client. With
 * `limitWrites`, its transactions wait for their turn, and the first one is not started for a disconnected client:
 * clients that give up and retry would only lengthen the queue. A started write completes.
 * @param db that of the organisation's node
 */
export const requestDatabase = (
  db: Database,
  orgId: number,
  response: ServerResponse,
  limitWrites?: LimitWrites,
): Database => {
  // Created on first use: most requests have no long query.
  let known: QueryOwner | undefined;
  const asker = (): QueryOwner => (known ??= askerOf(orgId, response));
  let begun = false;
  const begin = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    if (!begun && response.destroyed) throw CLIENT_GONE;
    begun = true;
    return db.transaction(work);
  };
  return withOverrides(db, {
    queryLong: (statement) => readFor(db.queryLong(statement, asker())),
    stream: (statement, row) => readFor(db.stream(statement, row, asker())),
    transaction: limitWrites && ((work) => limitWrites(orgId, db.shardOf(orgId), () => begin(work))),
  });
};
