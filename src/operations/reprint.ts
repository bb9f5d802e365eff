/**
 * Printing records anew (docs/decisions/0004): after a release that prints differently, and when an organisation takes
 * a field away. In short transactions, so that the service works on meanwhile; can be interrupted and repeated.
 */
import type { Database } from '../db/database.ts';
import { printExpression } from '../derive/columns.ts';
import type { Registry } from '../model/registry.ts';
import type { Resource } from '../model/resource.ts';
import { raw, type Sql, shared, sql } from '../sql.ts';
import { countRows } from './count-rows.ts';
import { renewEntries } from './search/renew-entries.ts';

/** Ids looked at in one statement. */
const BATCH = 2000;
/** Records that lose a value in one transaction; their search entries go with it, and whoever changes one of them waits. */
const DROPPED = 500;

/** Rows whose stored text was not what they print as now. */
export interface Reprinted {
  readonly table: string;
  readonly section: string | null;
  readonly rows: number;
}

const ofKind = ({ rows: { section } }: Resource): Sql => raw(section ? ` and t.section = '${section}'` : '');

/** Rows of an id range that print differently from what is stored: counted, or printed anew. */
const statement = (resource: Resource, orgId: number, after: number, last: number, change: boolean): Sql => {
  const table = raw(resource.table);
  const fresh = printExpression(resource, 't');
  const where = sql`where t.org_id = ${orgId}${ofKind(resource)} and t.id > ${after} and t.id <= ${last}
      and t.printed is distinct from ${fresh}`;
  return change
    ? sql`update ${table} t
    set printed = ${fresh}
    ${where}
    returning t.id`
    : sql`select t.id
    from ${table} t
    ${where}`;
};

/** Called after each batch: of which kind how many records were looked at, and of how many. */
export type Looked = (kind: string, records: number, total: number) => void;

const reprintTable = async (
  db: Database,
  orgId: number,
  resource: Resource,
  change: boolean,
  told: Looked,
): Promise<number> => {
  const all = sql`from ${raw(resource.table)} t
        where t.org_id = ${orgId}${ofKind(resource)}`;
  const total = await countRows(db, all);
  let after = 0;
  let looked = 0;
  let rows = 0;
  for (;;) {
    const [next] = await db.readLong<{
      last: number | null;
      n: number;
    }>(sql`select max(k.id) as last, count(*)::int as n
      from (
        select t.id
        ${all} and t.id > ${after}
        order by t.id
        limit ${BATCH}) k`);
    if (!next?.last) return rows;
    const batch = statement(resource, orgId, after, next.last, change);
    const differing = change ? await db.transaction((tx) => tx.run(batch)) : await db.readLong(batch);
    rows += differing.length;
    after = next.last;
    looked += next.n;
    told(resource.path, looked, total);
  }
};

/**
 * Compares the stored text of an organisation's records, deleted ones included, with what they print as.
 * @param change print anew what differs; else it is only counted
 */
export const reprint = async (
  db: Database,
  registry: Registry,
  orgId: number,
  change: boolean,
  told: Looked = () => undefined,
): Promise<readonly Reprinted[]> => {
  const found: Reprinted[] = [];
  for (const resource of registry.resources.filter(({ rows }) => rows.stored)) {
    const rows = await reprintTable(db, orgId, resource, change, told);
    if (rows) found.push({ table: resource.table, section: resource.rows.section ?? null, rows });
  }
  return found;
};

/** In how many records of a kind that are not deleted an added field has a value. */
export const countValues = (db: Database, orgId: number, resource: Resource, name: string): Promise<number> => {
  const field = shared(name);
  // The text is looked at first: no JSON is made of records that have other fields alone.
  return countRows(
    db,
    sql`from ${raw(resource.table)} t
    where t.org_id = ${orgId}${ofKind(resource)} and t.del = 0 and t.extra is not null
      and position(${field}::text in t.extra) > 0 and t.extra::jsonb -> ${field}::text <> 'null'`,
  );
};

/**
 * Removes an added field's values from the records of a kind, from their text and from what they are found by. Can be
 * interrupted and repeated.
 * @param registry the organisation's, which has the field no more
 * @param within milliseconds after which no further piece is begun
 * @returns how many records had one
 */
export const dropValues = async (
  db: Database,
  orgId: number,
  registry: Registry,
  path: string,
  name: string,
  within = Number.POSITIVE_INFINITY,
): Promise<number> => {
  const resource = registry.get(path);
  const field = shared(name);
  const end = performance.now() + within;
  let after = 0;
  let rows = 0;
  for (;;) {
    const changed = await db.transaction(async (tx) => {
      const dropped = await tx.run<{ id: number }>(sql`with k as (
          select t.id, nullif((t.extra::jsonb - ${field}::text)::text, '{}') as extra
          from ${raw(resource.table)} t
          where t.org_id = ${orgId}${ofKind(resource)} and t.id > ${after}
            and t.extra is not null and t.extra::jsonb ? ${field}::text
          order by t.id
          limit ${DROPPED}
          for update
        )
        update ${raw(resource.table)} t
        set extra = k.extra,
          printed = ${printExpression(resource, 't', {}, raw('k.extra'))}
        from k
        where t.org_id = ${orgId} and t.id = k.id
        returning t.id`);
      const ids = dropped.map(({ id }) => id);
      if (ids.length) await renewEntries(tx, orgId, registry, resource, sql`t.id = any(${ids}::int[])`);
      return ids;
    });
    if (!changed.length) return rows;
    rows += changed.length;
    if (performance.now() > end) return rows;
    after = Math.max(...changed);
  }
};
