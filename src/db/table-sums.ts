/** What tables hold, in numbers that two databases can be compared by. */
import type pg from 'pg';
import { raw, sql } from '../sql.ts';

/** Rows of a table, and a sum over all their values. */
export interface TableSum {
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
 * Sums up a table as the transaction of the connection sees it, whatever order its rows have.
 * @param columns names of those that count, in an order that holds for both of two that are compared; by default all, in the table's own
 */
export const sumTable = async (client: pg.Client, table: string, columns?: readonly string[]): Promise<TableSum> => {
  const values = columns ? `row(${columns.map((column) => `t.${column}`).join(', ')})` : 't';
  const { rows } = await client.query<{ rows: string; sum: string }>(
    sql`select count(*)::text as rows, coalesce(sum(hashtextextended(${raw(values)}::text, 0)), 0)::text as sum
      from ${raw(table)} t`.query,
  );
  return { table, rows: Number(rows[0]?.rows), sum: rows[0]?.sum ?? '' };
};

/** Sums up all tables as the transaction of the connection sees them. */
export const sumTables = async (client: pg.Client): Promise<TableSum[]> => {
  const sums: TableSum[] = [];
  for (const table of await tablesIn(client)) sums.push(await sumTable(client, table));
  return sums;
};
