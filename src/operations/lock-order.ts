/**
 * The order in which writes lock records of several kinds: a delete goes from a record to what lies below it (remove.ts), a
 * merge from the customers to what is theirs. Whoever holds a record and waits for one that comes before it may wait in a ring.
 */
import type { Tx } from '../db/database.ts';
import { perValue } from '../derive/per-declaration.ts';
import type { Registry } from '../model/registry.ts';
import type { Resource } from '../model/resource.ts';
import type { Sql } from '../sql.ts';

/** Tables in the order of the declarations: a kind is declared behind those that it lies below or names. */
const tablesOf = perValue(({ resources }: Registry): readonly string[] => [
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
export const lockAll = async (registry: Registry, tx: Tx, locks: readonly Lock[]): Promise<unknown[][]> => {
  const tables = tablesOf(registry);
  const placeOf = ({ of }: Lock): number => tables.indexOf(of.table);
  const ordered = [...locks].sort((a, b) => placeOf(a) - placeOf(b) || (a.id ?? 0) - (b.id ?? 0));
  const rows = await Promise.all(ordered.map(({ statement }) => tx.run<unknown>(statement)));
  return locks.map((lock) => rows[ordered.indexOf(lock)] ?? []);
};
