/** Row counts for the progress of work in batches. */

import { type Sql, sql } from '../sql/sql.ts';
import type { Database } from './database.ts';

/** @param rows `from` and `where` of an organisation's rows */
export const countRows = async (db: Database, rows: Sql): Promise<number> => {
  const [row] = await db.queryLong<{ n: number }>(sql`select count(*)::int as n
    ${rows}`);
  return row?.n ?? 0;
};
