/** INSERTs of many rows: PostgreSQL reads and plans their texts as seldom as its memory allows. */
import { join, prepared, raw, type Sql, sql } from './sql.ts';

/** Maximum values of one statement; PostgreSQL permits 65,535, but such a text takes long to build and to parse. */
const MOST_VALUES = 10_000;

/** Values of a narrow row: audit log, feed, search, and small records. */
const NARROW = 16;
/** Rows of a statement that connections keep, one for each number of rows: of the audit log 300 KB in all (20 to 42 each). */
const KEPT_ROWS = 8;
/** More rows form one unprepared statement: large batches are rare, and a cluster plans each statement again. */
const MOST_KEPT_ROWS = 3 * KEPT_ROWS;

/** End of the rows of a statement that begins with a row. */
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
 * @param tail after the rows, such as `returning id`
 */
export const bulkInsert = (head: Sql, rows: readonly Sql[], tail: Sql = raw('')): Sql[] => {
  const isKept = rows.length <= MOST_KEPT_ROWS && rows.every(({ values }) => values.length <= NARROW);
  const statements: Sql[] = [];
  for (let from = 0; from < rows.length; ) {
    const to = isKept ? from + KEPT_ROWS : endOf(rows, from);
    const some = join(rows.slice(from, to), ',\n  ');
    statements.push(isKept ? prepared`${head}\nvalues ${some}${tail}` : sql`${head}\nvalues ${some}${tail}`);
    from = to;
  }
  return statements;
};
