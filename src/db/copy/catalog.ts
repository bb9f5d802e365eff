/** Tables and sequences of a database, from its catalogue: those of later migrations are included automatically. */
import type pg from 'pg';
import { sql } from '../../sql/sql.ts';
import { referencingFirst } from '../tenant/tenant-tables.ts';

/** A table; names are written as statements say them. */
export interface StoredTable {
  readonly name: string;
  /** Writable columns, by name: generated ones are excluded. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  /** Other tables that its foreign keys refer to. */
  readonly names: readonly string[];
}

/** The table of applied migrations: each database has its own. */
const BOOKKEEPING = 'schema_migration';

/** No part of it belongs to an extension, which brings its own. */
const ownedByNone = (catalogue: 'c'): string =>
  `not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = ${catalogue}.oid and d.deptype = 'e')`;

/**
 * All tables but the notes of migrations, those that are named by others before these: in this order rows can be written.
 * @throws Error where tables name each other
 */
export const listTables = async (client: pg.ClientBase): Promise<readonly StoredTable[]> => {
  const { rows } = await client.query<StoredTable>(`
    select format('%I', c.relname) as name,
      (
        select coalesce(json_agg(json_build_object('name', format('%I', a.attname), 'type', format_type(a.atttypid, a.atttypmod)) order by a.attname), '[]')
        from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (
        select coalesce(json_agg(distinct format('%I', r.relname)), '[]')
        from pg_constraint f
        join pg_class r on r.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as names
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> '${BOOKKEEPING}'
      and ${ownedByNone('c')}
    order by c.relname`);
  return referencingFirst(rows).toReversed();
};

/** How far a sequence has come. */
export interface StoredSequence {
  readonly name: string;
  readonly last: string;
  readonly called: boolean;
}

/** All sequences, by their names. */
export const listSequences = async (client: pg.ClientBase): Promise<readonly StoredSequence[]> => {
  const { rows } = await client.query<{ name: string }>(`
    select format('%I', c.relname) as name
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'S' and ${ownedByNone('c')}
    order by c.relname`);
  const sequences: StoredSequence[] = [];
  for (const { name } of rows) {
    const state = await client.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from ${name}`,
    );
    sequences.push({ name, last: '1', called: false, ...state.rows[0] });
  }
  return sequences;
};

/** Sets a sequence to the state of another one. No rollback undoes that, and none needs to. */
export const setSequence = async (client: pg.ClientBase, { name, last, called }: StoredSequence): Promise<void> => {
  await client.query(sql`select setval(${name}::regclass, ${last}::bigint, ${called})`.query);
};
