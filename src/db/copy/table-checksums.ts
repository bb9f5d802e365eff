/** Checksums of tables, to compare two databases. */
import type pg from 'pg';
import { raw, sql } from '../../sql/sql.ts';

/** Rows of a table, and a sum over all their values. */
export interface TableChecksum {
  readonly table: string;
  readonly rows: number;
  readonly sum: string;
}

const tablesIn = async (client: pg.Client): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    sql`select format('%I.%I', schemaname, tablename) as name
      from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')
      order by 1`.query,
  );
  return rows.map(({ name }) => name);
};

/**
 * The checksum of a table as visible to the transaction, independent of the order of rows.
 * @param columns the included columns, in the same order for both sides; by default all, in the order of the table
 */
export const checksumTable = async (
  client: pg.Client,
  table: string,
  columns?: readonly string[],
): Promise<TableChecksum> => {
  const values = columns ? `row(${columns.map((column) => `t.${column}`).join(', ')})` : 't';
  const { rows } = await client.query<{ rows: string; sum: string }>(
    sql`select count(*)::text as rows, coalesce(sum(hashtextextended(${raw(values)}::text, 0)), 0)::text as sum
      from ${raw(table)} t`.query,
  );
  return { table, rows: Number(rows[0]?.rows), sum: rows[0]?.sum ?? '' };
};

/** Sums up all tables as the transaction of the connection sees them. */
export const checksumTables = async (client: pg.Client): Promise<TableChecksum[]> => {
  const sums: TableChecksum[] = [];
  for (const table of await tablesIn(client)) sums.push(await checksumTable(client, table));
  return sums;
};
