/**
 * Writes of one organisation take turns, so that those who wait for one record do not hold up all the others (rules 8.9); and so
 * do those of a cluster's range, all of which wait while it ends a move.
 */
import type { Database } from '../db/database.ts';
import { fail } from '../errors.ts';
import { inTurnsOfEach } from '../within.ts';

/** Nobody reads it. */
const LEFT = fail('service_unavailable', { message: 'The caller went away before the call was begun.' });

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
    return {
      ...db,
      transaction: (work) =>
        inTurn(orgId, () => (range === null ? transaction(work) : inTurnOfRange(range, () => transaction(work)))),
    };
  };
};
