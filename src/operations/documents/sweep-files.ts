/**
 * Brings content and rows together: content that no row names goes, rows whose content is missing are reported
 * (docs/decisions/0014), and content moves from one keeper to the other.
 */
import type { Database } from '../../db/database.ts';
import { printExpression } from '../../derive/columns.ts';
import { type FileStores, type ObjectEntry, type ObjectStore, organisationOf } from '../../files/object-store.ts';
import { type Registry, registry as shipped } from '../../model/registry.ts';
import type { Resource } from '../../model/resource.ts';
import { join, raw, type Sql, shared, sql } from '../../sql.ts';
import { countRows } from '../count-rows.ts';
import { keepContent, tryContentAlone } from './content-lock.ts';

/** Record kinds whose rows name content, by their columns `url` and `aws`. */
const kindsWithContent = (registry: Registry): readonly Resource[] =>
  registry.resources.filter(({ content }) => content);
/** Their tables. */
export const tablesWithContent: readonly string[] = kindsWithContent(shipped).map(({ table }) => table);
const PAGE = 1000;

/** A row whose content is not where the row says, or has other bytes than it had. */
export interface MissingContent {
  readonly table: string;
  readonly orgId: number;
  readonly id: number;
  readonly key: string;
}

/**
 * Called while work on content goes on: how many rows of a table were looked at, and of how many. Of what a keeper has nobody
 * knows how much there is: there `total` is null.
 */
export type ContentLooked = (what: string, looked: number, total: number | null, done: boolean) => void;
const nobody: ContentLooked = () => undefined;

/** What a sweep did and found. */
export interface Swept {
  readonly removed: number;
  readonly freed: number;
  readonly missing: readonly MissingContent[];
}

/** Which of an organisation's keys rows name now, deleted ones included. */
const namedOf = (orgId: number, keys: readonly string[], aws: number): Sql => {
  const [urls, place] = [shared(keys), shared(aws)];
  const named = kindsWithContent(shipped).map(
    ({ table }) => sql`select d.url
      from ${raw(table)} d
      where d.org_id = ${orgId} and d.url = any(${urls}::text[]) and d.aws = ${place}`,
  );
  return join(named, ' union ');
};

/** What no row names: what rows name is most, and is asked for together. */
const unnamed = async (
  db: Database,
  orgId: number,
  aws: number,
  entries: readonly ObjectEntry[],
): Promise<ObjectEntry[]> => {
  const keys = entries.map(({ key }) => key);
  const named = new Set((await db.readLong<{ url: string }>(namedOf(orgId, keys, aws))).map(({ url }) => url));
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
 * Removes content if no row names it, deleted rows included; a writer that is about to name it is let through. Its age was
 * listed a while ago: what was stored again since then stays.
 */
const removeOrphan = (db: Database, store: ObjectStore, key: string, before: number): Promise<boolean> =>
  db.transaction(async (tx) => {
    const orgId = organisationOf(key);
    if (!(await tryContentAlone(tx, orgId))) return false;
    if ((await tx.run(namedOf(orgId, [key], store.aws))).length) return false;
    const storedAt = await store.storedAt(key);
    if (storedAt === null || storedAt >= before) return false;
    await store.remove(key);
    return true;
  });

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
  let after = { org_id: 0, id: 0 };
  for (;;) {
    const rows = await db.readLong<Row>(sql`select org_id, id, url, size, aws
      ${naming(table, condition)} and (org_id, id) > (${after.org_id}::int, ${after.id}::int)
      order by org_id, id
      limit ${PAGE}`);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last;
  }
}

/** The same, and tells how far it is, each row once it was worked on. */
async function* toldRowsOf(db: Database, table: string, told: ContentLooked, condition = raw('true')) {
  const total = await countRows(db, naming(table, condition));
  let looked = 0;
  for await (const row of rowsOf(db, table, condition)) {
    yield row;
    looked += 1;
    told(table, looked, Math.max(looked, total), false);
  }
  if (looked) told(table, looked, looked, true);
}

/** All content that rows name, deleted rows included. */
export async function* namedContent(db: Database): AsyncGenerator<{ orgId: number; key: string; aws: number }> {
  for (const { table } of kindsWithContent(shipped))
    for await (const { org_id, url, aws } of rowsOf(db, table)) yield { orgId: org_id, key: url, aws };
}

/** The keepers that rows of an organisation name, deleted ones included. */
export const keepersOf = async (db: Database, orgId: number): Promise<number[]> => {
  const found = await Promise.all(
    kindsWithContent(shipped).map(({ table }) =>
      db.readLong<{ aws: number }>(
        sql`select distinct aws from ${raw(table)} where org_id = ${orgId} and url is not null`,
      ),
    ),
  );
  return [...new Set(found.flat().map(({ aws }) => aws))];
};

/** Whether a row is still there: what is deleted with its organisation is missing nowhere. */
const isThere = async (db: Database, table: string, { org_id: orgId, id }: Row): Promise<boolean> =>
  (await db.readLong(sql`select 1 from ${raw(table)} where org_id = ${orgId} and id = ${id}`)).length > 0;

const missingContent = async (db: Database, files: FileStores, told: ContentLooked): Promise<MissingContent[]> => {
  const missing: MissingContent[] = [];
  for (const { table } of kindsWithContent(shipped)) {
    for await (const row of toldRowsOf(db, table, told)) {
      const size = await files.of(row.aws).size(row.url);
      if (size !== row.size && (await isThere(db, table, row)))
        missing.push({ table, orgId: row.org_id, id: row.id, key: row.url });
    }
  }
  return missing;
};

/**
 * Removes content that was stored before a point in time and that no row names.
 * @param before milliseconds since 1970; younger content may belong to an upload that is under way
 */
export const sweepFiles = async (
  db: Database,
  files: FileStores,
  before: number,
  told: ContentLooked = nobody,
): Promise<Swept> => {
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
      told(keeper, looked, null, false);
    }
    if (looked) told(keeper, looked, null, true);
  }
  return { removed, freed, missing: await missingContent(db, files, told) };
};

/** What a move did. */
export interface Moved {
  readonly moved: number;
  readonly missing: readonly MissingContent[];
}

async function* chunks(store: ObjectStore, key: string): AsyncGenerator<Uint8Array> {
  for await (const chunk of await store.open(key)) yield chunk as Uint8Array;
}

/**
 * Copies content to another keeper, row by row, and lets each row name its new place. Interrupted, it goes on where it
 * stopped; what lies at the old keeper is left to the sweep.
 * @throws Error of a keeper
 */
export const moveFiles = async (
  db: Database,
  files: FileStores,
  registry: Registry,
  to: 0 | 1,
  told: ContentLooked = nobody,
): Promise<Moved> => {
  const target = files.of(to);
  let moved = 0;
  const missing: MissingContent[] = [];
  for (const resource of kindsWithContent(registry)) {
    const { table } = resource;
    const printed = printExpression(resource, 't', { aws: sql`${to}::smallint` });
    for await (const row of toldRowsOf(db, table, told, sql`aws <> ${to}`)) {
      const from = files.of(row.aws);
      if ((await from.size(row.url)) !== row.size) {
        missing.push({ table, orgId: row.org_id, id: row.id, key: row.url });
        continue;
      }
      const held = await target.hold(row.org_id, chunks(from, row.url));
      try {
        // Damaged content has another hash, which no row names: what is stored of it the sweep removes.
        if (held.key !== row.url) {
          missing.push({ table, orgId: row.org_id, id: row.id, key: row.url });
          continue;
        }
        await db.transaction(async (tx) => {
          await keepContent(tx, row.org_id);
          await held.settle();
          await tx.finish([
            sql`update ${raw(table)} t
            set aws = ${raw(String(to))}, printed = ${printed}
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
