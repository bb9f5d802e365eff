/** Work in the database as spans of the request that it is done for (traces.ts). */
import type { Traces } from '../traces.ts';
import type { Database } from './database.ts';

const POSTGRES = { 'db.system.name': 'postgresql' } as const;

/** A database whose work is shown so. */
export const spanned = (db: Database, traces: Traces): Database => {
  const within = <T>(kind: string, work: () => Promise<T>): Promise<T> =>
    traces.within(`postgresql ${kind}`, { ...POSTGRES, 'db.operation.name': kind }, work);
  const of = (one: Database): Database => ({
    ...one,
    of: (orgId) => of(one.of(orgId)),
    get coordinator() {
      return of(one.coordinator);
    },
    read: (statement) => within('read', () => one.read(statement)),
    readLong: (statement, asker) => within('long_read', () => one.readLong(statement, asker)),
    stream: (statement, row, asker) => within('long_read', () => one.stream(statement, row, asker)),
    transaction: (work) => within('transaction', () => one.transaction(work)),
    brief: (orgId, work) => within('transaction', () => one.brief(orgId, work)),
  });
  return of(db);
};
