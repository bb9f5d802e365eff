/** What tables hold, in numbers that two databases can be compared by. */
import type pg from 'pg';
import { raw, sql } from '../sql.ts';

/** Rows of a table, and a sum over all their values. */
export interface TableSum {
  readonly table: string;
  readonly rows: number;
  readonly sum: string;
}

/** Writers wait for so long at most, and it is tried so often to be let in between them. */
const LOCK_MS = 200;
const TRIES = 20;
const REST_MS = 500;
const LOCK_NOT_AVAILABLE = '55P03';

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

/**
 * Has a transaction see exactly what is before a named point of the log: for the moment in which it begins, no other
 * writes. @returns whether it was let in
 */
const seeAt = async (client: pg.Client, point: string, tables: readonly string[]): Promise<boolean> => {
  await client.query('begin isolation level repeatable read');
  try {
    await client.query(`set local lock_timeout = ${LOCK_MS}`);
    await client.query('savepoint before_locks');
    await client.query(`lock table ${tables.join(', ')} in share mode`);
    // The first statement that looks at data: from here on the transaction sees this moment.
    await client.query(sql`select pg_create_restore_point(${point})`.query);
    // Lets the writers go on; what was seen stays.
    await client.query('rollback to savepoint before_locks');
    return true;
  } catch (error) {
    await client.query('rollback');
    if ((error as { code?: string }).code === LOCK_NOT_AVAILABLE) return false;
    throw error;
  }
};

/**
 * Sums up all tables as they are at a point of the log, to which a restore can be made.
 * @param point names it
 * @returns null where writers left no moment for it
 */
export const sumTablesAt = async (client: pg.Client, point: string): Promise<TableSum[] | null> => {
  const tables = await tablesIn(client);
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (await seeAt(client, point, tables)) {
      try {
        return await sumTables(client);
      } finally {
        await client.query('rollback');
      }
    }
    await new Promise((done) => setTimeout(done, REST_MS));
  }
  return null;
};
