/** The database of a user who sees only the own customers (rules 8.14). */
import type { Database, Tx } from '../../db/database.ts';
import { narrowedTo } from '../../derive/sql/own-customers.ts';
import type { Sql } from '../../sql/sql.ts';

/**
 * A database whose statements read only the customers of some advisers, and what belongs to these. The last statements
 * of a transaction, which are the effects of a write, are sent as they are.
 * @param advisers the user itself first; null: all customers
 */
export const limitedTo = (advisers: readonly number[] | null, db: Database): Database => {
  if (advisers === null) return db;
  const own = (statement: Sql): Sql => narrowedTo(advisers, statement);
  const within = (tx: Tx): Tx => ({
    keyRing: tx.keyRing,
    nextId: tx.nextId,
    run: (statement) => tx.run(own(statement)),
    finish: (statements) => tx.finish(statements),
  });
  return {
    ...db,
    coordinator: db.coordinator,
    forOrg: (orgId) => limitedTo(advisers, db.forOrg(orgId)),
    read: (statement) => db.read(own(statement)),
    queryLong: (statement, asker) => db.queryLong(own(statement), asker),
    stream: (statement, row, asker) => db.stream(own(statement), row, asker),
    transaction: (work) => db.transaction((tx) => work(within(tx))),
    shortTransaction: (orgId, work) => db.shortTransaction(orgId, (tx) => work(within(tx))),
  };
};
