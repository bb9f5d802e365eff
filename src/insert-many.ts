/** INSERTs of many rows: PostgreSQL reads and plans their texts as seldom as its memory allows. */
import { join, prepared, type Sql, sql } from './sql.ts';

/** Values of one statement; PostgreSQL takes 65,535, and a text with so many takes long to make and to read. */
const MOST_VALUES = 10_000;

/** Values of a row that is narrow: what stands beside records (the audit log, the feed, the search), and small records. */
const NARROW = 16;
/** Rows of a statement that connections keep, one for each number of rows: of the audit log 300 KB in all (20 to 42 each). */
const KEPT_ROWS = 8;
/** Of more rows one statement is made: a batch of many is rare, and a cluster plans each statement anew. */
const MOST_KEPT_ROWS = 3 * KEPT_ROWS;

/** Up to which row a statement goes, from a row on. */
const endOf = (rows: readonly Sql[], from: number): number => {
  let [to, values] = [from, 0];
  do values += rows[to]?.values.length ?? 0;
  while (++to < rows.length && values + (rows[to]?.values.length ?? 0) <= MOST_VALUES);
  return to;
};

/**
 * INSERTs of many rows, as few as values allow. A few narrow rows come with most writes that share a transaction: connections keep those
 * statements prepared. No connection keeps others: how many rows they have differs each time, and a wide row takes 7 KB.
 * @param head up to `values`
 * @param rows each in brackets, naming its organisation by `tenant`
 */
export const insertMany = (head: Sql, rows: readonly Sql[]): Sql[] => {
  const isKept = rows.length <= MOST_KEPT_ROWS && rows.every(({ values }) => values.length <= NARROW);
  const statements: Sql[] = [];
  for (let from = 0; from < rows.length; ) {
    const to = isKept ? from + KEPT_ROWS : endOf(rows, from);
    const some = join(rows.slice(from, to), ',\n  ');
    statements.push(isKept ? prepared`${head}\nvalues ${some}` : sql`${head}\nvalues ${some}`);
    from = to;
  }
  return statements;
};
