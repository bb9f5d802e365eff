/**
 * Garbage collection of file content: removes content without a row, reports rows without content
 * (docs/decisions/0014), and moves content from one store to the other.
 */

import { countRows } from '../../db/count-rows.ts';
import type { Database, Tx } from '../../db/database.ts';
import { pages } from '../../db/pages.ts';
import { jsonExpression } from '../../derive/storage/columns.ts';
import { type FileStores, type ObjectEntry, type ObjectStore, organisationOf } from '../../files/object-store.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { type Registry, registry as shipped } from '../../model/registry.ts';
import { join, raw, type Sql, sharedParam, sql } from '../../sql/sql.ts';
import { lockContentForShare, tryLockContent } from './content-lock.ts';

/** Record kinds with content, by their columns `url` and `aws`. */
const kindsWithContent = (registry: Registry): readonly Resource[] =>
  registry.resources.filter(({ content }) => content);
/** Tables of jobs with content, by the same columns. */
const JOB_TABLES = ['export_job', 'import_job'];
/** Tables of the records. */
export const recordTables: readonly string[] = kindsWithContent(shipped).map(({ table }) => table);
/** All tables that refer to content. */
const tablesWithContent: readonly string[] = [...recordTables, ...JOB_TABLES];
const PAGE = 1000;

/** A row whose content is missing at its location, or has other bytes. */
export interface MissingContent {
  readonly table: string;
  readonly orgId: number;
  readonly id: number;
  readonly key: string;
}

/**
 * Progress callback: rows of a table processed, and their total; `total` is null for a store, whose size is unknown.
 */
export type ContentLooked = (what: string, looked: number, total: number | null, done: boolean) => void;
const ignoreReport: ContentLooked = () => undefined;

/** The result of a garbage collection. */
export interface GarbageReport {
  readonly removed: number;
  readonly freed: number;
  readonly missing: readonly MissingContent[];
}

/** Which of an organisation's keys rows name now, deleted ones included. */
const namedOf = (orgId: number, keys: readonly string[], aws: number): Sql => {
  const [urls, place] = [sharedParam(keys), sharedParam(aws)];
  const named = tablesWithContent.map(
    (table) => sql`select d.url
      from ${raw(table)} d
      where d.org_id = ${orgId} and d.url = any(${urls}::text[]) and d.aws = ${place}`,
  );
  return join(named, ' union ');
};

/** The unreferenced keys; most are referenced, and one query covers many. */
const unnamed = async (
  db: Database,
  orgId: number,
  aws: number,
  entries: readonly ObjectEntry[],
): Promise<ObjectEntry[]> => {
  const keys = entries.map(({ key }) => key);
  const named = new Set((await db.queryLong<{ url: string }>(namedOf(orgId, keys, aws))).map(({ url }) => url));
  return entries.filter(({ key }) => !named.has(key));
};

/** Entries of one organisation, as many at a time as one statement asks for. */
async function* ofOneOrganisation(entries: AsyncIterable<ObjectEntry>): AsyncGenerator<[number, ObjectEntry[]]> {
  let batch: ObjectEntry[] = [];
  let orgId = 0;
  for await (const entry of entries) {
    const owner = organisationOf(entry.key);
    if (batch.length && (owner !== orgId || batch.length === PAGE)) {
      yield [orgId, batch];
      batch = [];
    }
    orgId = owner;
    batch.push(entry);
  }
  if (batch.length) yield [orgId, batch];
}

/**
 * Removes content without any reference, deleted rows included; a writer that is about to reference it goes first.
 * Its age was listed before: content stored again since then stays.
 * @param tx holds the exclusive lock on the content of the organisation
 */
export const removeUnnamed = async (tx: Tx, store: ObjectStore, key: string, before: number): Promise<boolean> => {
  if ((await tx.run(namedOf(organisationOf(key), [key], store.aws))).length) return false;
  const storedAt = await store.storedAt(key);
  if (storedAt === null || storedAt >= before) return false;
  await store.remove(key);
  return true;
};

/** The same in a transaction of its own, unless a writer has the lock now: the next collection looks again. */
const removeOrphan = (db: Database, store: ObjectStore, key: string, before: number): Promise<boolean> =>
  db.transaction(
    async (tx) => (await tryLockContent(tx, organisationOf(key))) && removeUnnamed(tx, store, key, before),
  );

interface Row {
  readonly org_id: number;
  readonly id: number;
  readonly url: string;
  readonly size: number;
  readonly aws: number;
}

/** Rows of a table that name content. */
const naming = (table: string, condition: Sql): Sql => sql`from ${raw(table)}
      where url is not null and ${condition}`;

/** All rows of a table that name content, page by page. */
async function* rowsOf(db: Database, table: string, condition = raw('true')): AsyncGenerator<Row> {
  const read = (last = { org_id: 0, id: 0 }) =>
    db.queryLong<Row>(sql`select org_id, id, url, size, aws
      ${naming(table, condition)} and (org_id, id) > (${last.org_id}::int, ${last.id}::int)
      order by org_id, id
      limit ${PAGE}`);
  for await (const rows of pages(PAGE, read)) yield* rows;
}

/** The same with progress: a row counts when the consumer requests the next one. */
async function* rowsWithProgress(db: Database, table: string, report: ContentLooked, condition = raw('true')) {
  const total = await countRows(db, naming(table, condition));
  let looked = 0;
  for await (const row of rowsOf(db, table, condition)) {
    yield row;
    looked += 1;
    report(table, looked, Math.max(looked, total), false);
  }
  if (looked) report(table, looked, looked, true);
}

/** All content that rows name, deleted rows included. */
export async function* namedContent(db: Database): AsyncGenerator<{ orgId: number; key: string; aws: number }> {
  for (const table of tablesWithContent)
    for await (const { org_id, url, aws } of rowsOf(db, table)) yield { orgId: org_id, key: url, aws };
}

/** The stores that rows of an organisation refer to, deleted rows included. */
export const storesOf = async (db: Database, orgId: number): Promise<number[]> => {
  const found = await Promise.all(
    tablesWithContent.map((table) =>
      db.queryLong<{ aws: number }>(
        sql`select distinct aws from ${raw(table)} where org_id = ${orgId} and url is not null`,
      ),
    ),
  );
  return [...new Set(found.flat().map(({ aws }) => aws))];
};

/** Whether a row still exists: content deleted with its organisation is not missing. */
const isThere = async (db: Database, table: string, { org_id: orgId, id }: Row): Promise<boolean> =>
  (await db.queryLong(sql`select 1 from ${raw(table)} where org_id = ${orgId} and id = ${id}`)).length > 0;

const missingContent = async (db: Database, files: FileStores, report: ContentLooked): Promise<MissingContent[]> => {
  const missing: MissingContent[] = [];
  for (const table of tablesWithContent) {
    for await (const row of rowsWithProgress(db, table, report)) {
      const size = await files.of(row.aws).size(row.url);
      if (size !== row.size && (await isThere(db, table, row)))
        missing.push({ table, orgId: row.org_id, id: row.id, key: row.url });
    }
  }
  return missing;
};

/**
 * Removes unreferenced content stored before a point in time.
 * @param before milliseconds since 1970; younger content may belong to a running upload
 */
export const collectGarbage = async (
  db: Database,
  files: FileStores,
  before: number,
  report: ContentLooked = ignoreReport,
): Promise<GarbageReport> => {
  let removed = 0;
  let freed = 0;
  for (const store of files.all) {
    removed += await store.clearInterrupted(before);
    const keeper = store.aws ? 's3' : 'disk';
    let looked = 0;
    for await (const [orgId, entries] of ofOneOrganisation(store.list())) {
      const old = entries.filter(({ storedAt }) => storedAt < before);
      for (const { key, size } of old.length ? await unnamed(db, orgId, store.aws, old) : []) {
        if (!(await removeOrphan(db, store, key, before))) continue;
        removed += 1;
        freed += size;
      }
      looked += entries.length;
      report(keeper, looked, null, false);
    }
    if (looked) report(keeper, looked, null, true);
  }
  return { removed, freed, missing: await missingContent(db, files, report) };
};

/** The result of a move. */
export interface Moved {
  readonly moved: number;
  readonly missing: readonly MissingContent[];
}

async function* chunks(store: ObjectStore, key: string): AsyncGenerator<Uint8Array> {
  for await (const chunk of await store.open(key)) yield chunk as Uint8Array;
}

/**
 * Copies content to another store, row by row, and updates the reference of each row. After an interruption it
 * continues; the content in the old store is removed by the garbage collection.
 * @throws Error of a store
 */
export const moveFiles = async (
  db: Database,
  files: FileStores,
  registry: Registry,
  to: 0 | 1,
  report: ContentLooked = ignoreReport,
): Promise<Moved> => {
  const target = files.of(to);
  let moved = 0;
  const missing: MissingContent[] = [];
  const kinds = kindsWithContent(registry);
  for (const table of [...kinds.map((kind) => kind.table), ...JOB_TABLES]) {
    const resource = kinds.find((kind) => kind.table === table);
    // The stored JSON of a record names its store.
    const printed = resource
      ? sql`, printed = ${jsonExpression(resource, 't', { aws: sql`${to}::smallint` })}`
      : raw('');
    for await (const row of rowsWithProgress(db, table, report, sql`aws <> ${to}`)) {
      const from = files.of(row.aws);
      if ((await from.size(row.url)) !== row.size) {
        missing.push({ table, orgId: row.org_id, id: row.id, key: row.url });
        continue;
      }
      const held = await target.hold(row.org_id, chunks(from, row.url));
      try {
        // Damaged content has another hash, which no row references: the garbage collection removes its copy.
        if (held.key !== row.url) {
          missing.push({ table, orgId: row.org_id, id: row.id, key: row.url });
          continue;
        }
        await db.transaction(async (tx) => {
          await lockContentForShare(tx, row.org_id);
          await held.settle();
          await tx.finish([
            sql`update ${raw(table)} t
            set aws = ${raw(String(to))}${printed}
            where t.org_id = ${row.org_id} and t.id = ${row.id} and t.url = ${row.url}`,
          ]);
        });
      } finally {
        await held.discard();
      }
      moved += 1;
    }
  }
  return { moved, missing };
};
