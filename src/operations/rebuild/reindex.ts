/**
 * Rebuilds search entries from the records while the service continues: after a release with another search text,
 * after damage, or for the records with a renamed list value. Interruptible and repeatable.
 *
 * After a bulk load PostgreSQL has no statistics of the tables, and none of the entries while they are written. So no
 * statement is prepared, which would keep a plan for few rows, and none joins tables: each looks up a range or a list
 * of ids.
 */

import { countRows } from '../../db/count-rows.ts';
import type { Database } from '../../db/database.ts';
import { column, visible } from '../../derive/storage/columns.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import type { Registry } from '../../model/registry.ts';
import { join, literal, raw, type Sql, sql, tenantParam } from '../../sql/sql.ts';
import { systemContext } from '../call/system-actor.ts';
import { FILE_TEXT } from '../search/search-index.ts';
import { changeEntries, renewEntries } from './reindex-records.ts';

/** Records per transaction; a concurrent change of one of them waits for its end. */
const BATCH = 500;
/** Entries per statement that looks for their records. */
const STRAY_BATCH = 5000;

/** Wrong entries of a record kind. Missing entries of parts are counted under the name of the part. */
export interface Rebuilt {
  readonly section: string;
  /** Entries that were missing or had another text. */
  readonly written: number;
  /** Entries of records that are not there (any more), or have nothing to be found by. */
  readonly removed: number;
}

/**
 * Called after each batch with the kind, the processed number of records or entries, and the total; `done` at the
 * end.
 */
export type Progress = (
  what: 'records' | 'entries',
  section: string,
  looked: number,
  total: number,
  done: boolean,
) => void;

/** Parts come first: a record's own entry has their words too. */
const searched = (registry: Registry): readonly Resource[] => [
  ...registry.resources.filter(({ search }) => search.withParent),
  ...registry.resources.filter(({ search }) => search.index),
];

/** Ids above `after`, up to `last`. */
interface Range {
  readonly after: number;
  readonly last: number;
  /** Rows from the first one up to here. */
  readonly rows: number;
}

/** The ids of rows in ranges. @param rows `from` and `where` of rows that an index has in the order of their ids */
async function* rangesOf(db: Database, rows: Sql, size: number, from = Number.MIN_SAFE_INTEGER): AsyncGenerator<Range> {
  let looked = 0;
  for (let after = from; ; ) {
    const [range] = await db.queryLong<{
      last: number | null;
      n: number;
    }>(sql`select max(k.id) as last, count(*)::int as n
      from (
        select id
        ${rows} and id > ${after}::bigint
        order by id
        limit ${size}) k`);
    const last = range?.last ?? null;
    if (last === null) return;
    looked += range?.n ?? 0;
    yield { after, last, rows: looked };
    after = last;
  }
}

const within = (row: string, { after, last }: Range, id: Sql = raw('id')): Sql =>
  sql`${raw(row)}.${id} > ${after}::bigint and ${raw(row)}.${id} <= ${last}`;

/** How far a rebuild of an organisation is: the entries of earlier kinds, and of the records up to the id, are up to date. */
export interface Checkpoint {
  readonly path: string;
  readonly id: number;
}

interface RebuildOptions {
  readonly batch?: number;
  readonly report?: Progress | null;
  /** Where an interrupted rebuild continues. */
  readonly from?: Checkpoint | null;
  /** Is called after each batch; an error ends the rebuild. */
  readonly reached?: (checkpoint: Checkpoint) => Promise<void>;
  /** Condition on the records `t` of a kind as the organisation has it. */
  readonly whichOf?: (resource: Resource) => Sql;
}

const rebuildKind = async (
  db: Database,
  orgId: number,
  path: string,
  { batch = BATCH, report = null, from, reached, whichOf = () => raw('true') }: RebuildOptions = {},
): Promise<Rebuilt> => {
  // Loaded for each kind, so that the lists are those that concurrent callers write with.
  const { registry } = (await systemContext(db, orgId)).model;
  const resource = registry.get(path);
  const sum = { written: 0, removed: 0 };
  const which = whichOf(resource);
  const all = sql`from ${raw(resource.table)} t
        where t.org_id = ${orgId}${visible(resource, 't')} and ${which}`;
  const total = report ? await countRows(db, all) : 0;
  for await (const range of rangesOf(db, all, batch, from?.path === path ? from.id : undefined)) {
    const renewed = await db.transaction((tx) =>
      renewEntries(tx, orgId, registry, resource, sql`${within('t', range)} and ${which}`),
    );
    sum.written += renewed.written;
    sum.removed += renewed.removed;
    report?.('records', path, range.rows, total, false);
    await reached?.({ path, id: range.last });
  }
  if (total) report?.('records', path, total, total, true);
  return { section: path, ...sum };
};

/** Brings the entries of the records of a kind up to date that hold some values, while callers write. */
export const renewHolders = async (
  db: Database,
  orgId: number,
  path: string,
  whichOf: (resource: Resource) => Sql,
): Promise<void> => {
  await rebuildKind(db, orgId, path, { whichOf });
};

/** Has the worker read the PDFs without an entry. */
const readMissingTexts = async (db: Database, orgId: number): Promise<void> => {
  await db.transaction((tx) =>
    tx.finish([
      sql`insert into document_text_job (org_id, id, created_at)
      select ${tenantParam(orgId)}, t.id, t.insert_datum at time zone 'UTC'
      from document t
      where t.org_id = ${orgId} and t.del = 0 and lower(t.extension) = 'pdf' and not exists (
        select 1
        from search_entry s
        where s.org_id = ${orgId} and s.section = 'documents' and s.id = t.id and s.part = ${literal(FILE_TEXT)})
      on conflict (org_id, id) do nothing`,
    ]),
  );
};

/** Brings all entries of an organisation's records up to date, while callers write; texts of PDFs follow in the background. */
export const renewAllEntries = async (
  db: Database,
  orgId: number,
  options: RebuildOptions = {},
): Promise<readonly Rebuilt[]> => {
  const { registry } = (await systemContext(db, orgId)).model;
  const paths = searched(registry).map(({ path }) => path);
  const found: Rebuilt[] = [];
  for (const path of paths.slice(Math.max(0, paths.indexOf(options.from?.path ?? ''))))
    found.push(await rebuildKind(db, orgId, path, options));
  await readMissingTexts(db, orgId);
  return found;
};

/**
 * Condition that the record of an entry `s` of a range is there. It says the range of the records too: one that PostgreSQL makes a hash of,
 * rather than to look each up, is read as far as that alone, and not all of an organisation for each range.
 */
const hasRecord = (registry: Registry, resource: Resource, orgId: number, range: Range): Sql => {
  const { path, table } = resource;
  const { parentColumn } = resource.nesting;
  return resource.search.withParent
    ? sql`s.part = ${literal(path)} and exists (
      select 1
      from ${raw(table)} t
      join ${raw(registry.get(resource.nesting.below[0] ?? '').table)} c
        on c.org_id = ${orgId} and c.id = t.${column(parentColumn)} and c.del = 0
      where t.org_id = ${orgId}${visible(resource, 't')} and t.id = s.part_id and t.${column(parentColumn)} = s.id
        and c.section = s.section and ${within('c', range)} and ${within('t', range, column(parentColumn))})`
    : sql`s.part in ('', ${literal(FILE_TEXT)}) and s.section = ${literal(path)} and exists (
      select 1
      from ${raw(table)} t
      where t.org_id = ${orgId}${visible(resource, 't')} and t.id = s.id and ${within('t', range)})`;
};

/** Removes a section's entries without a record. Row and entry commit together, so each is seen with the other. */
const removeStray = async (
  db: Database,
  orgId: number,
  registry: Registry,
  section: string,
  report: Progress | null,
): Promise<number> => {
  const all = sql`from search_entry
        where org_id = ${orgId} and section = ${section}`;
  const total = report ? await countRows(db, all) : 0;
  let removed = 0;
  for await (const range of rangesOf(db, all, STRAY_BATCH)) {
    const known = searched(registry).map((resource) => hasRecord(registry, resource, orgId, range));
    const stray = sql`delete from search_entry s
      where s.org_id = ${orgId} and s.section = ${section} and ${within('s', range)} and not (
        ${join(known, '\n        or ')})`;
    removed += await db.transaction((tx) => changeEntries(tx, stray));
    report?.('entries', section, range.rows, total, false);
  }
  return removed;
};

const summed = (all: readonly Rebuilt[]): Rebuilt[] => {
  const sums = new Map<string, Rebuilt>();
  for (const { section, written, removed } of all) {
    const sum = sums.get(section) ?? { section, written: 0, removed: 0 };
    sums.set(section, { section, written: sum.written + written, removed: sum.removed + removed });
  }
  return [...sums.values()].filter(({ written, removed }) => written || removed);
};

/**
 * Rebuilds an organisation's search entries.
 * @returns the wrong entries by record kind
 * @throws 404 `unknown_organisation`
 */
export const rebuildSearch = async (
  db: Database,
  orgId: number,
  report: Progress | null = null,
  batch = BATCH,
): Promise<readonly Rebuilt[]> => {
  const { registry } = (await systemContext(db, orgId)).model;
  const found: Rebuilt[] = [];
  const sections = await db.queryLong<{ section: string }>(sql`select distinct section
    from search_entry
    where org_id = ${orgId}`);
  for (const { section } of sections) {
    const removed = await removeStray(db, orgId, registry, section, report);
    found.push({ section, written: 0, removed });
  }
  return summed([...found, ...(await renewAllEntries(db, orgId, { report, batch }))]);
};
