/** Writes that share transactions (docs/decisions/0038). */
import type { Database } from '../../src/db/database.ts';
import { raw, sql } from '../../src/sql/sql.ts';
import type { Client } from './service.ts';

/** Asks in every POST of an array for items that are made together. */
export const together = (client: Client): Client => ({
  ...client,
  post: (path, body, headers) => client.post(Array.isArray(body) ? `${path}?together=true` : path, body, headers),
});

/** How many transactions were the last to write these rows of a table. */
export const transactionsOf = async (
  db: Database,
  orgId: number,
  table: string,
  ids: readonly number[],
): Promise<number> => {
  const [row] = await db.queryLong<{ n: number }>(sql`select count(distinct t.xmin::text)::int as n
    from ${raw(table)} t where t.org_id = ${orgId} and t.id = any(${ids}::int[])`);
  return row?.n ?? 0;
};
