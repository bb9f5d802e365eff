/**
 * Tables with rows of organisations, from the catalogue of the database: those of later migrations are included
 * automatically.
 */
import { sql } from '../../sql/sql.ts';
import type { Database } from '../database.ts';

/** Such a table; names are written as statements say them. */
export interface TenantTable {
  readonly name: string;
  /** The columns of its key behind `org_id`, with their types. */
  readonly key: readonly { readonly name: string; readonly type: string }[];
  /** All columns, with their types. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  /** Tables that its foreign keys refer to. */
  readonly names: readonly string[];
  /** The columns by which its rows name others of the same table. */
  readonly own: readonly string[];
  /** Whether the role of this connection may remove rows. */
  readonly mayDelete: boolean;
}

/**
 * Puts tables that name others before those: in this order rows can be removed.
 * @throws Error where tables name each other
 */
export const referencingFirst = <T extends Pick<TenantTable, 'name' | 'names'>>(tables: readonly T[]): readonly T[] => {
  const ordered: T[] = [];
  let left = tables;
  while (left.length) {
    const named = new Set(left.flatMap(({ names }) => names));
    const next = left.filter(({ name }) => !named.has(name));
    if (!next.length) throw new Error(`Tables name each other: ${left.map(({ name }) => name).join(', ')}`);
    ordered.push(...next);
    left = left.filter((table) => !next.includes(table));
  }
  return ordered;
};

interface Row {
  readonly doc: string;
}

type Found = Omit<TenantTable, 'key'> & {
  readonly key: readonly { readonly name: string; readonly type: string }[] | null;
};

/**
 * All of them in the order in which rows can be removed, the organisations' own table last.
 * @throws Error as `referencingFirst`, or where one has no key that begins with `org_id`
 */
export const listTenantTables = async (db: Database): Promise<readonly TenantTable[]> => {
  const rows = await db.queryLong<Row>(sql`
    select json_build_object(
      'name', format('%I', c.relname),
      'mayDelete', has_table_privilege(c.oid, 'delete'),
      'key', (
        select json_agg(json_build_object('name', format('%I', a.attname), 'type', format_type(a.atttypid, a.atttypmod)) order by k.place)
        from pg_index i
        cross join lateral unnest(i.indkey::int2[]) with ordinality k (number, place)
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
        where i.indrelid = c.oid and i.indisprimary),
      'columns', (
        select json_agg(json_build_object('name', format('%I', a.attname), 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
        from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),
      'names', (
        select coalesce(json_agg(distinct format('%I', r.relname)), '[]')
        from pg_constraint f
        join pg_class r on r.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid),
      'own', (
        select coalesce(json_agg(format('%I', a.attname)), '[]')
        from pg_constraint f
        cross join lateral unnest(f.conkey) k (number)
        join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.number
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid = c.oid and a.attname <> 'org_id'))::text as doc
    from pg_class c
    join pg_attribute o on o.attrelid = c.oid and o.attname = 'org_id' and not o.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
    order by c.relname`);
  return referencingFirst(
    rows.map(({ doc }) => {
      const { key, ...table } = JSON.parse(doc) as Found;
      const [first, ...others] = key ?? [];
      if (first?.name !== 'org_id') throw new Error(`Table ${table.name} has no key that begins with org_id`);
      return { ...table, key: others };
    }),
  );
};
