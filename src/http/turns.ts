/** Writes of one organisation take turns, so that those who wait for one record do not hold up all the others (rules 8.9). */
import type { Database } from '../db/database.ts';
import { fail } from '../errors.ts';

/** Nobody reads it. */
const LEFT = fail('service_unavailable', { message: 'The caller went away before the call was begun.' });

interface Turns {
  underWay: number;
  readonly waiting: (() => void)[];
}

/**
 * The database of a call whose writes take turns. What is waited for by nobody any more is not begun: callers who give up and
 * come again would be answered ever later. What was begun is done, whoever leaves.
 * @param isLeft whether the caller went away
 */
export type InTurns = (db: Database, orgId: number, isLeft: () => boolean) => Database;

/** @param most transactions of one organisation side by side */
export const createTurns = (most: number): InTurns => {
  const organisations = new Map<number, Turns>();
  const inTurn = async <T>(orgId: number, work: () => Promise<T>): Promise<T> => {
    const own = organisations.get(orgId) ?? { underWay: 0, waiting: [] };
    if (own.underWay < most) {
      own.underWay += 1;
      organisations.set(orgId, own);
    } else await new Promise<void>((resolve) => own.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = own.waiting.shift();
      if (next) next();
      else own.underWay -= 1;
      if (own.underWay === 0) organisations.delete(orgId);
    }
  };
  return (db, orgId, isLeft) => {
    let begun = false;
    const begin = <T>(work: () => Promise<T>): Promise<T> => {
      if (!begun && isLeft()) throw LEFT;
      begun = true;
      return work();
    };
    return { ...db, transaction: (work) => inTurn(orgId, () => begin(() => db.transaction(work))) };
  };
};
