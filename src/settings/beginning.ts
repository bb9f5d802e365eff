/** What belongs into the transaction of an operation that opens it by itself. */
import type { Database, Tx } from '../db/database.ts';
import { overlaid } from '../db/overlaid.ts';

/** The database of a call: its first transaction that succeeds begins with this work, and both commit or neither. */
export const beginningWith = (db: Database, work: (tx: Tx) => Promise<unknown>): Database => {
  let done = false;
  const own = overlaid(db, {
    of: () => own,
    transaction: async (rest) => {
      if (done) return db.transaction(rest);
      const result = await db.transaction(async (tx) => {
        await work(tx);
        return rest(tx);
      });
      done = true;
      return result;
    },
  });
  return own;
};
