/** Writes of one organisation take turns, so that those who wait for one record do not hold up all the others (rules 8.9). */
import type { Database } from '../db/database.ts';

interface Turns {
  underWay: number;
  readonly waiting: (() => void)[];
}

/** @param most transactions of one organisation side by side */
export const createTurns = (most: number): ((db: Database, orgId: number) => Database) => {
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
  return (db, orgId) => ({ ...db, transaction: (work) => inTurn(orgId, () => db.transaction(work)) });
};
