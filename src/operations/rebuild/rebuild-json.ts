/**
 * Rebuilds stored JSON (docs/decisions/0004): after a release that serializes differently, and when an organisation
 * removes a field. In short transactions, so that the service continues meanwhile; interruptible and repeatable.
 */

import { countRows } from '../../db/count-rows.ts';
import type { Database } from '../../db/database.ts';
import { column, jsonExpression } from '../../derive/storage/columns.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import type { Registry } from '../../model/registry.ts';
import { join, raw, type Sql, sharedParam, sql } from '../../sql/sql.ts';
import { renewEntries } from './reindex-records.ts';

/** Ids checked in one statement. */
const BATCH = 2000;
/**
 * Records that lose a value in one transaction, with their search entries; a concurrent change of one of them waits.
 */
const DROPPED = 500;

/** Rows whose stored JSON differed from the current serialization. */
export interface RebuiltTable {
  readonly table: string;
  readonly section: string | null;
  readonly rows: number;
}

const ofKind = ({ storage: { section } }: Resource): Sql => raw(section ? ` and t.section = '${section}'` : '');

/** Counts or rewrites the rows of an id range whose stored JSON differs from the current serialization. */
const statement = (resource: Resource, orgId: number, after: number, last: number, change: boolean): Sql => {
  const table = raw(resource.table);
  const fresh = jsonExpression(resource, 't');
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

/** Called after each batch with the kind, the processed records, and the total. */
export type RebuildProgress = (kind: string, records: number, total: number) => void;

const reprintTable = async (
  db: Database,
  orgId: number,
  resource: Resource,
  change: boolean,
  report: RebuildProgress,
): Promise<number> => {
  const all = sql`from ${raw(resource.table)} t
        where t.org_id = ${orgId}${ofKind(resource)}`;
  const total = await countRows(db, all);
  let after = 0;
  let looked = 0;
  let rows = 0;
  for (;;) {
    const [next] = await db.queryLong<{
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
    const differing = change ? await db.transaction((tx) => tx.run(batch)) : await db.queryLong(batch);
    rows += differing.length;
    after = next.last;
    looked += next.n;
    report(resource.path, looked, total);
  }
};

/**
 * Compares the stored JSON of an organisation's records, deleted ones included, with the current serialization.
 * @param change rewrite the rows that differ; otherwise they are only counted
 */
export const rebuildJson = async (
  db: Database,
  registry: Registry,
  orgId: number,
  change: boolean,
  report: RebuildProgress = () => undefined,
): Promise<readonly RebuiltTable[]> => {
  const found: RebuiltTable[] = [];
  for (const resource of registry.resources.filter(({ storage: rows }) => rows.stored)) {
    const rows = await reprintTable(db, orgId, resource, change, report);
    if (rows) found.push({ table: resource.table, section: resource.storage.section ?? null, rows });
  }
  return found;
};

/** In how many records of a kind that are not deleted an added field has a value. */
export const countValues = (db: Database, orgId: number, resource: Resource, name: string): Promise<number> => {
  const field = sharedParam(name);
  // The text is looked at first: no JSON is made of records that have other fields alone.
  return countRows(
    db,
    sql`from ${raw(resource.table)} t
    where t.org_id = ${orgId}${ofKind(resource)} and t.del = 0 and t.extra is not null
      and position(${field}::text in t.extra) > 0 and t.extra::jsonb -> ${field}::text <> 'null'`,
  );
};

/** In how many records that are not deleted a field that chooses from a list has a value, over all kinds and parts. */
export const countOption = async (
  db: Database,
  orgId: number,
  { resources }: Registry,
  { list, value }: { readonly list: string; readonly value: string },
): Promise<number> => {
  let records = 0;
  for (const resource of resources.filter(({ storage }) => storage.stored)) {
    const holds = Object.entries(resource.fields)
      .filter(([, field]) => field.list === list && !field.sameAs)
      .map(([name, { custom }]) =>
        custom ? sql`t.extra::jsonb ->> ${name}::text = ${value}::text` : sql`t.${column(name)}::text = ${value}::text`,
      );
    if (holds.length)
      records += await countRows(
        db,
        sql`from ${raw(resource.table)} t
      where t.org_id = ${orgId}${ofKind(resource)} and t.del = 0 and (${join(holds, ' or ')})`,
      );
  }
  return records;
};

/**
 * Removes an added field's values from the records of a kind, from their JSON and search entries. Interruptible and
 * repeatable.
 * @param registry the organisation's, without the field
 * @param within milliseconds after which no further batch begins
 * @returns the number of records that had a value
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
  const field = sharedParam(name);
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
          printed = ${jsonExpression(resource, 't', {}, raw('k.extra'))}
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
