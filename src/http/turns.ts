/**
 * What the calls of one organisation hold of what all share (rules 8.9). Its writes take turns, so that those who wait for one
 * record do not hold up all the others, and so do those of a cluster's range, all of which wait while it ends a move; its long
 * reads share connections with those of others.
 */
import type { ServerResponse } from 'node:http';
import type { Database } from '../db/database.ts';
import { type Asker, NotRead } from '../db/long-reads.ts';
import { overlaid } from '../db/overlaid.ts';
import { type ApiError, fail } from '../errors.ts';
import { table } from '../table.ts';
import { inTurnsOfEach } from '../within.ts';
import { noRoom } from './bulkhead.ts';

/** Nobody reads it. */
const LEFT = fail('service_unavailable', { message: 'The caller went away before the call was begun.' });

const NOT_READ: Readonly<Record<NotRead['why'], () => ApiError>> = table({
  gone: () => LEFT,
  busy: () => noRoom('The long reads of this organisation, or of all, wait for each other'),
});

const readFor = async <T>(read: Promise<T>): Promise<T> => {
  try {
    return await read;
  } catch (error) {
    throw error instanceof NotRead ? NOT_READ[error.why]() : error;
  }
};

/** Whoever waits for a response, until it is closed. */
const askerOf = (orgId: number, response: ServerResponse): Asker => {
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

/** The database of a call, whose long reads are an organisation's and end with its caller. */
export const readingFor = (db: Database, orgId: number, response: ServerResponse): Database => {
  // Most calls read nothing long.
  let known: Asker | undefined;
  const asker = (): Asker => (known ??= askerOf(orgId, response));
  return overlaid(db, {
    readLong: (statement) => readFor(db.readLong(statement, asker())),
    stream: (statement, row) => readFor(db.stream(statement, row, asker())),
  });
};

/**
 * The database of a call whose writes take turns. What is waited for by nobody any more is not begun: callers who give up and
 * come again would be answered ever later. What was begun is done, whoever leaves.
 * @param isLeft whether the caller went away
 */
export type InTurns = (db: Database, orgId: number, isLeft: () => boolean) => Database;

/**
 * @param ofOrganisation transactions of one organisation side by side
 * @param ofRange those of a range of a cluster
 */
export const createTurns = (ofOrganisation: number, ofRange: number): InTurns => {
  const [inTurn, inTurnOfRange] = [inTurnsOfEach(ofOrganisation), inTurnsOfEach(ofRange)];
  return (db, orgId, isLeft) => {
    let begun = false;
    const begin = <T>(work: () => Promise<T>): Promise<T> => {
      if (!begun && isLeft()) throw LEFT;
      begun = true;
      return work();
    };
    const range = db.rangeOf(orgId);
    const transaction: Database['transaction'] = (work) => begin(() => db.transaction(work));
    return overlaid(db, {
      transaction: (work) =>
        inTurn(orgId, () => (range === null ? transaction(work) : inTurnOfRange(range, () => transaction(work)))),
    });
  };
};
