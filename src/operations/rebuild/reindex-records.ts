/**
 * Rewrites search entries of given records from their stored values while callers continue; called by reindex.ts and
 * rebuild-json.ts.
 */
import type { Tx } from '../../db/database.ts';
import { hashedTrigrams } from '../../derive/search/trigram-hash.ts';
import { column, visible } from '../../derive/storage/columns.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import type { Registry } from '../../model/registry.ts';
import { raw, type Sql, sql, tenantParam } from '../../sql/sql.ts';
import { ALL_GRAMS, placeOf, textOf } from '../search/search-index.ts';

interface Row {
  readonly id: number;
  readonly printed: string;
  /** Discriminator of the contact that a part hangs on. */
  readonly contact?: string;
}

/**
 * The live records `t` of a condition, locked until the transaction ends, with the contact of a part: a concurrent
 * change or removal writes its entries after this transaction.
 */
const lockRecords = async (
  tx: Tx,
  orgId: number,
  registry: Registry,
  resource: Resource,
  which: Sql,
): Promise<Row[]> => {
  const { below, parentColumn } = resource.nesting;
  const isPart = resource.search.withParent;
  const rows = await tx.run<
    Row & { readonly parent: number }
  >(sql`select t.id, t.printed${isPart ? sql`, t.${column(parentColumn)} as parent` : raw('')}
    from ${raw(resource.table)} t
    where t.org_id = ${orgId}${visible(resource, 't')} and ${which}
    order by t.id
    for share of t`);
  if (!isPart) return rows;
  const contacts = await tx.run<{ id: number; section: string; del: number }>(sql`select c.id, c.section, c.del
    from ${raw(registry.get(below[0] ?? '').table)} c
    where c.org_id = ${orgId} and c.id = any(${[...new Set(rows.map(({ parent }) => parent))]}::int[])
    for key share of c`);
  const live = new Map(contacts.filter(({ del }) => del === 0).map(({ id, section }) => [id, section]));
  return rows.flatMap(({ id, printed, parent }) => {
    const contact = live.get(parent);
    return contact === undefined ? [] : [{ id, printed, contact }];
  });
};

interface Entry {
  readonly section: string;
  readonly id: number;
  readonly part: string;
  readonly part_id: number;
  readonly text: string;
  readonly grams: readonly number[];
  /** It has no text to be found by. */
  readonly empty: boolean;
}

/** Changes entries `s`. @returns how many */
export const changeEntries = async (tx: Tx, write: Sql): Promise<number> =>
  (
    await tx.run(sql`${write}
      returning s.id`)
  ).length;

/** Entries as rows `e`. */
const rowsOf = (entries: readonly Entry[]): Sql =>
  sql`json_to_recordset(${JSON.stringify(entries)}::json) e(section text, id int, part text, part_id int, text text, grams int[])`;

const sameAs = (row: string): Sql => {
  const key = (one: string) => ['section', 'id', 'part', 'part_id'].map((name) => `${one}.${name}`).join(', ');
  return raw(`(${key(row)}) = (${key('e')})`);
};

/** Writes entries of a section that differ, removes those that nothing is found by. @returns how many of each */
const writeEntries = async (tx: Tx, orgId: number, section: string, entries: readonly Entry[]) => {
  const found = rowsOf(entries.filter(({ empty }) => !empty));
  const ids = [...new Set(entries.map(({ id }) => id))];
  const own = (row: string): Sql =>
    sql`${raw(row)}.org_id = ${orgId} and ${raw(row)}.section = ${section} and ${raw(row)}.id = any(${ids}::int[]) and ${sameAs(row)}`;
  const changed = await changeEntries(
    tx,
    sql`update search_entry s
      set text = e.text, grams = e.grams
      from ${found}
      where ${own('s')} and (s.text <> e.text or s.grams <> e.grams)`,
  );
  // An entry that was written meanwhile has the words that its writer knows: those of a part, where this is the
  // record's own.
  const written = await changeEntries(
    tx,
    sql`insert into search_entry as s (org_id, section, id, part, part_id, text, grams)
      select ${tenantParam(orgId)}, e.section, e.id, e.part, e.part_id, e.text, e.grams
      from ${found}
      where not exists (
        select 1
        from search_entry t
        where ${own('t')})
      on conflict (org_id, section, id, part, part_id) do update
      set text = excluded.text, grams = ${ALL_GRAMS}`,
  );
  const removed = await changeEntries(
    tx,
    sql`delete from search_entry s
      using ${rowsOf(entries.filter(({ empty }) => empty))}
      where ${own('s')}`,
  );
  return { written: changed + written, removed };
};

/**
 * Texts of the parts of records, by the record's id. The records' own entries are locked before, so that a concurrent
 * write of a part adds its words after this transaction.
 */
const partTexts = async (tx: Tx, orgId: number, section: string, ids: readonly number[]) => {
  const entries = sql`from search_entry
    where org_id = ${orgId} and section = ${section} and id = any(${ids}::int[])`;
  await tx.run(sql`select 1
    ${entries} and part = ''
    order by id
    for update`);
  const rows = await tx.run<{ id: number; text: string }>(sql`select id, text
    ${entries} and part <> ''`);
  const texts = new Map<number, string[]>();
  for (const { id, text } of rows) texts.set(id, [...(texts.get(id) ?? []), text]);
  return texts;
};

/** The entries of locked records or parts as they ought to be. */
const entriesOf = async (tx: Tx, orgId: number, registry: Registry, resource: Resource, rows: readonly Row[]) => {
  const parts = resource.search.withParent
    ? new Map<number, string[]>()
    : await partTexts(
        tx,
        orgId,
        resource.path,
        rows.map(({ id }) => id),
      );
  return rows.flatMap(({ id, printed, contact }): Entry[] => {
    const record = JSON.parse(printed) as Values;
    const kind = registry.resources.find(({ storage: { section } }) => contact !== undefined && section === contact);
    const place = placeOf({ resource, id, record }, kind?.path);
    if (!place) return [];
    const text = textOf({ resource, record });
    const all = [text, ...(parts.get(id) ?? [])].filter(Boolean).join('\n');
    const grams = hashedTrigrams(orgId, place.section).of(all);
    const { section, part, partId } = place;
    return [{ section, id: place.id, part, part_id: partId, text, grams, empty: all === '' }];
  });
};

/**
 * Updates the entries of some records of a kind from their stored values.
 * @param registry the organisation's
 * @param which condition on the records `t`
 */
export const renewEntries = async (
  tx: Tx,
  orgId: number,
  registry: Registry,
  resource: Resource,
  which: Sql,
): Promise<{ readonly records: number; readonly written: number; readonly removed: number }> => {
  const sum = { written: 0, removed: 0 };
  if (!resource.search.index && !resource.search.withParent) return { records: 0, ...sum };
  const rows = await lockRecords(tx, orgId, registry, resource, which);
  const entries = await entriesOf(tx, orgId, registry, resource, rows);
  for (const section of new Set(entries.map((entry) => entry.section))) {
    const own = entries.filter((entry) => entry.section === section);
    const { written, removed } = await writeEntries(tx, orgId, section, own);
    sum.written += written;
    sum.removed += removed;
  }
  return { records: rows.length, ...sum };
};
