/** Adds statements to the beginning of a transaction that an operation opens. */
import type { Database, Tx } from '../../db/database.ts';
import { withOverrides } from '../../db/database-overrides.ts';

/** The database of a call: its first transaction that succeeds begins with this work, and both commit or neither. */
export const withPrelude = (db: Database, work: (tx: Tx) => Promise<unknown>): Database => {
  let done = false;
  const own = withOverrides(db, {
    forOrg: () => own,
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
