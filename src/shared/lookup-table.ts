/**
 * Lookup tables for names from outside. A plain object inherits members (`constructor`, `toString`), so that a list
 * name, field or file extension from outside would find them. These tables have no prototype; test/contract/tables.test.ts
 * checks that every table of the sources is one.
 */

/** A table of these entries and nothing else, frozen. */
export const lookupTable = <Entries extends object>(entries: Entries): Readonly<Entries> =>
  Object.freeze(Object.assign(Object.create(null) as Entries, entries));

/** A table from pairs of name and value; of two with the same name the last counts. */
export const tableOf = <Value>(pairs: Iterable<readonly [string, Value]>): Readonly<Record<string, Value>> =>
  lookupTable(Object.fromEntries(pairs));
