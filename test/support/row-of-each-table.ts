/** A row in every table with rows of organisations, also in future tables. */
import type { Database } from '../../src/db/database.ts';
import { join, raw, type Sql, sql } from '../../src/sql/sql.ts';

interface Column {
  readonly name: string;
  readonly type: string;
  /** A constraint that allows few values says them. */
  readonly allowed: string | null;
  /** The table that it names a row of. */
  readonly names: string | null;
}

/** Tables with `org_id`, as the standard's catalogue has them: not as the code that is tested finds them. */
export const tablesWithOrganisation = async (db: Database): Promise<string[]> => {
  const rows = await db.queryLong<{ name: string }>(sql`select c.table_name as name
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.column_name = 'org_id' and t.table_type = 'BASE TABLE' and c.table_schema = current_schema()
    order by 1`);
  return rows.map(({ name }) => name);
};

/** Columns that a row cannot be without. */
const neededIn = (db: Database, table: string): Promise<Column[]> =>
  db.queryLong<Column>(sql`select a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      (
        select substring(pg_get_constraintdef(k.oid) from '''([^'']+)''')
        from pg_constraint k
        where k.conrelid = a.attrelid and k.contype = 'c' and a.attnum = any(k.conkey)
        limit 1) as allowed,
      (
        select f.confrelid::regclass::text
        from pg_constraint f
        where f.conrelid = a.attrelid and f.contype = 'f' and a.attnum = any(f.conkey)
        limit 1) as names
    from pg_attribute a
    where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped and a.attnotnull and not a.atthasdef
      and a.attname <> 'org_id'
    order by a.attnum`);

const SOME: readonly (readonly [RegExp, string])[] = [
  [/\[\]$/, "'{}'"],
  [/^(int|bigint|smallint|numeric|double|real)/, '1'],
  [/^timestamp/, 'now()'],
  [/^date/, 'current_date'],
  [/^boolean/, 'false'],
  [/^json/, "'{}'"],
  [/^uuid/, 'gen_random_uuid()'],
];

/** No sequence gets there. */
const AN_ID = '900000001';

const someOf = async (db: Database, orgId: number, { name, type, allowed, names }: Column): Promise<Sql> => {
  if (name === 'id' && type !== 'text') return raw(AN_ID);
  if (names) {
    const [row] = await db.read<{ id: number }>(
      sql`select max(n.id) as id from ${raw(names)} n where n.org_id = ${orgId}`,
    );
    return sql`${row?.id ?? null}`;
  }
  return raw(SOME.find(([pattern]) => pattern.test(type))?.[1] ?? `'${allowed ?? ''}'`);
};

/** Makes a row in each table where the organisation has none. Tables that others name come as often as it takes. */
export const fillEachTable = async (db: Database, orgId: number): Promise<void> => {
  for (const table of await tablesWithOrganisation(db)) {
    const [there] = await db.read(sql`select 1 from ${raw(table)} where org_id = ${orgId} limit 1`);
    if (there) continue;
    const columns = await neededIn(db, table);
    const names = columns.map(({ name }) => raw(`, ${name}`));
    const values: Sql[] = [];
    for (const column of columns) values.push(sql`, ${await someOf(db, orgId, column)}`);
    await db.transaction((tx) =>
      tx.run(sql`insert into ${raw(table)} (org_id${join(names, '')}) values (${orgId}${join(values, '')})`),
    );
  }
};
