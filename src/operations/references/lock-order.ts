/**
 * Lock order of several record kinds: a delete locks a record before those below it (remove.ts), a merge locks
 * customers before their records. Any other order can deadlock.
 */
import type { Tx } from '../../db/database.ts';
import { memoizeByIdentity } from '../../derive/memoize.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import type { Registry } from '../../model/registry.ts';
import type { Sql } from '../../sql/sql.ts';

/** Tables in the order of the declarations: a kind is declared after its parents and the kinds it references. */
const tablesOf = memoizeByIdentity(({ resources }: Registry): readonly string[] => [
  ...new Set(resources.map(({ table }) => table)),
]);

/** A statement that locks records of a kind. */
export interface Lock {
  readonly of: Resource;
  readonly statement: Sql;
  /** The record, where another lock of the same kind is for one with another id. */
  readonly id?: number;
}

/** Sends locks together, in the order of all writes. @returns the rows of each, as the locks were given */
export const lockInOrder = async (registry: Registry, tx: Tx, locks: readonly Lock[]): Promise<unknown[][]> => {
  const tables = tablesOf(registry);
  const placeOf = ({ of }: Lock): number => tables.indexOf(of.table);
  const ordered = [...locks].sort((a, b) => placeOf(a) - placeOf(b) || (a.id ?? 0) - (b.id ?? 0));
  const rows = await Promise.all(ordered.map(({ statement }) => tx.run<unknown>(statement)));
  return locks.map((lock) => rows[ordered.indexOf(lock)] ?? []);
};
