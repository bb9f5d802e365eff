/** Fingerprints of an organisation's rows in every table that the database's catalogue names. */

import type { Database } from '../../src/db/database.ts';
import { raw, sql } from '../../src/sql/sql.ts';

/** Tables that change with every call of any caller. */
const METERS = new Set(['request_budget', 'request_count', 'request_total']);

/** All tables whose rows belong to an organisation. */
export const tenantTables = async (db: Database): Promise<string[]> => {
  const rows = await db.read<{ name: string }>(
    sql`select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name) where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = 'org_id' order by 1`,
  );
  return rows.map(({ name }) => name).filter((name) => !METERS.has(name));
};

/** Table -> `rows:md5` of everything the organisation has. */
export const digestOf = async (db: Database, orgId: number): Promise<Record<string, string>> => {
  const entries: [string, string][] = [];
  for (const table of await tenantTables(db)) {
    const text = table === 'api_token' ? "(to_jsonb(t) - 'last_used_at')::text" : 't::text';
    const [row] = await db.read<{ digest: string }>(
      sql`select count(*) || ':' || coalesce(md5(string_agg(${raw(text)}, '|' order by ${raw(text)})), '') as digest from ${raw(table)} t where org_id = ${orgId}`,
    );
    entries.push([table, row?.digest ?? '']);
  }
  return Object.fromEntries(entries);
};
