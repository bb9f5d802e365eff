/** A lock that a transaction of its own holds, as a slow request would. */
import type { Database } from '../../src/db/database.ts';
import type { Sql } from '../../src/sql/sql.ts';

/** Runs a locking statement. @returns a function that ends its transaction, once the lock is held */
export const holdLock = async (db: Database, statement: Sql): Promise<() => Promise<void>> => {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let transaction: Promise<void> = Promise.resolve();
  await new Promise<void>((held, failed) => {
    transaction = db.transaction(async (tx) => {
      await tx.run(statement);
      held();
      await released;
    });
    transaction.catch(failed);
  });
  return async () => {
    release();
    await transaction;
  };
};
