/**
 * Tables that are looked up by names, some of which come from outside. A plain object has members that nobody put there
 * (`constructor`, `toString`), so that a name of a list, a field or a file extension finds what is no entry. These have
 * none; test/tables.test.ts sees that every table of the sources is one.
 */

/** A table of these entries and nothing else, frozen. */
export const table = <Entries extends object>(entries: Entries): Readonly<Entries> =>
  Object.freeze(Object.assign(Object.create(null) as Entries, entries));

/** A table from pairs of name and value; of two with the same name the last counts. */
export const tableOf = <Value>(pairs: Iterable<readonly [string, Value]>): Readonly<Record<string, Value>> =>
  table(Object.fromEntries(pairs));
