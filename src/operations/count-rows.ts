/** How many rows there are: what work that goes on in pieces says that it does them of. */
import type { Database } from '../db/database.ts';
import { type Sql, sql } from '../sql.ts';

/** @param rows `from` and `where` of an organisation's rows */
export const countRows = async (db: Database, rows: Sql): Promise<number> => {
  const [row] = await db.readLong<{ n: number }>(sql`select count(*)::int as n
    ${rows}`);
  return row?.n ?? 0;
};
