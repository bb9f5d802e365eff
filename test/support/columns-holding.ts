/** Which columns of the database hold a number: asked of PostgreSQL's own catalogue, so that no list can be out of date. */

import type { Database } from '../../src/db/database.ts';
import { raw, sql } from '../../src/sql/sql.ts';

/** Whole-number columns of all tables whose rows belong to an organisation. */
const numberColumns = (db: Database) =>
  db.read<{ table: string; column: string; contact: boolean }>(sql`select k.relname as table, a.attname as column,
      exists (select 1 from pg_constraint f where f.contype = 'f' and f.conrelid = k.oid and f.confrelid = 'contact'::regclass and a.attnum = any(f.conkey)) as contact
      from pg_class k join pg_attribute a on a.attrelid = k.oid
      where k.relkind = 'r' and k.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
      and a.atttypid in ('int4'::regtype, 'int8'::regtype) and a.attname <> 'org_id'
      and exists (select 1 from pg_attribute o where o.attrelid = k.oid and o.attname = 'org_id')
      order by 1, 2`);

/** `table.column` of every column that holds the number, and of every stored JSON that contains it. */
export const columnsHolding = async (db: Database, number: number): Promise<string[]> => {
  const found: string[] = [];
  const columns = await numberColumns(db);
  for (const { table, column } of columns) {
    const rows = await db.read(sql`select 1 from ${raw(table)} where "${raw(column)}" = ${number} limit 1`);
    if (rows.length) found.push(`${table}.${column}`);
  }
  const printing = await db.read<{ table: string }>(
    sql`select table_name as table from information_schema.columns where table_schema = 'public' and column_name = 'printed' order by 1`,
  );
  for (const { table } of printing) {
    const rows = await db.read(
      sql`select 1 from ${raw(table)} where printed like '%' || ${number}::text || '%' limit 1`,
    );
    if (rows.length) found.push(`${table}.printed`);
  }
  return found;
};

/** `table.column` of every column that by its foreign key or its name can hold the kid of a contact. */
export const columnsNamingContacts = async (db: Database): Promise<string[]> =>
  (await numberColumns(db))
    .filter(({ column, contact }) => contact || /(^|_)kid(_|$)|^pid$|^(owner|foreign)_id$/.test(column))
    .map(({ table, column }) => `${table}.${column}`);
