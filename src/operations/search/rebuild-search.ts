/**
 * Writing the search projection anew from the records, while the service works on: after a release that searches other
 * text, after an organisation renamed values of its lists, or where entries were damaged. Can be interrupted and
 * repeated.
 */
import type { Database, Tx } from '../../db/database.ts';
import { visible } from '../../derive/columns.ts';
import { gramsIn } from '../../derive/search-grams.ts';
import type { Values } from '../../model/field-shape.ts';
import type { Registry } from '../../model/registry.ts';
import type { Resource } from '../../model/resource.ts';
import { serviceContext } from '../service-actor.ts';
import { unpackAll } from './pack-search.ts';
import { ALL_GRAMS, noteChanged, placeOf, textOf } from './search-projection.ts';

/** Records looked at in one transaction; whoever changes one of them waits for its end. */
const BATCH = 500;
/** Entries whose records are looked for in one statement. */
const STRAY_BATCH = 5000;

/**
 * What was wrong with the entries of a record kind. Missing entries of parts are counted under the name of the part.
 */
export interface Rebuilt {
  readonly section: string;
  /** Entries that were missing or had another text. */
  readonly written: number;
  /** Entries of records that are not there (any more), or have nothing to be found by. */
  readonly removed: number;
}

/** Called after each batch with the record kind and how many of its records were looked at. */
export type Progress = (section: string, records: number) => void;

interface Row {
  readonly id: number;
  readonly printed: string;
  /** Discriminator of the contact that a part hangs on. */
  readonly contact?: string;
}

/** Parts come first: a record's own entry has their words too. */
const searched = (registry: Registry): readonly Resource[] => [
  ...registry.resources.filter(({ search }) => search.withParent),
  ...registry.resources.filter(({ search }) => search.index),
];

/** The contact `c` that a part `t` hangs on, if it is there. */
const joinContact = (registry: Registry, { place }: Resource): string =>
  `join ${registry.get(place.below[0] ?? '').table} c on c.org_id = $1 and c.id = t."${place.parentColumn}" and c.del = 0`;

/**
 * SELECT of the next live records. They stay as they are until the transaction ends, and the contact of a part stays
 * there: whoever changes or removes them meanwhile writes their entries after us.
 */
const lockNext = (registry: Registry, resource: Resource, batch: number): string => {
  const part = resource.search.withParent;
  return `select t.id, t.printed${part ? ', c.section as contact' : ''} from ${resource.table} t ${part ? joinContact(registry, resource) : ''}
    where t.org_id = $1 and t.id > $2${visible(resource, 't')} order by t.id limit ${batch} for share of t${part ? ' for key share of c' : ''}`;
};

const ENTRY = 'e(section text, id int, part text, part_id int, text text, grams int[])';

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

/** A statement that changes entries `s` of the section $2 and answers a row for each. */
const counted = (write: string): string =>
  `with entry as (${write} returning s.section, s.id), noted as (${noteChanged('entry', '$2')}) select 1 from entry`;

/** Writes entries of a section that differ, removes those that nothing is found by. @returns how many of each */
const writeEntries = async (tx: Tx, orgId: number, section: string, entries: readonly Entry[]) => {
  const some = (empty: boolean) => JSON.stringify(entries.filter((entry) => entry.empty === empty));
  const changed = await tx.run({
    name: 'rebuild entries',
    text: counted(`update search_entry s set text = e.text, grams = e.grams from json_to_recordset($3::json) ${ENTRY} where s.org_id = $1
      and (s.section, s.id, s.part, s.part_id) = (e.section, e.id, e.part, e.part_id)
      and (s.text <> e.text or s.grams <> e.grams)`),
    values: [orgId, section, some(false)],
  });
  // An entry that came meanwhile has what its writer knows: the words of a part, where this is the record's own.
  const written = await tx.run({
    name: 'write missing entries',
    text: counted(`insert into search_entry as s (org_id, section, id, part, part_id, text, grams)
      select $1, e.section, e.id, e.part, e.part_id, e.text, e.grams from json_to_recordset($3::json) ${ENTRY}
      where not exists (select 1 from search_entry t where t.org_id = $1
        and (t.section, t.id, t.part, t.part_id) = (e.section, e.id, e.part, e.part_id))
      on conflict (org_id, section, id, part, part_id) do update set text = excluded.text, grams = ${ALL_GRAMS}`),
    values: [orgId, section, some(false)],
  });
  const removed = await tx.run({
    name: 'remove empty entries',
    text: counted(`delete from search_entry s using json_to_recordset($3::json) ${ENTRY} where s.org_id = $1
      and (s.section, s.id, s.part, s.part_id) = (e.section, e.id, e.part, e.part_id)`),
    values: [orgId, section, some(true)],
  });
  return { written: changed.length + written.length, removed: removed.length };
};

/**
 * Texts of the parts of records, by the record's id. The records' own entries are locked before, so that whoever writes a part
 * meanwhile brings its words to them after us.
 */
const partTexts = async (tx: Tx, orgId: number, section: string, ids: readonly number[]) => {
  const values = [orgId, section, ids];
  const OF_RECORDS = 'from search_entry where org_id = $1 and section = $2 and id = any($3::int[])';
  const locked = {
    name: 'lock own entries',
    text: `select 1 ${OF_RECORDS} and part = '' order by id for update`,
    values,
  };
  await tx.run(locked);
  const rows = await tx.run<{ id: number; text: string }>({
    name: 'texts of parts',
    text: `select id, text ${OF_RECORDS} and part <> ''`,
    values,
  });
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
    const kind = registry.resources.find(({ rows: { section } }) => contact !== undefined && section === contact);
    const place = placeOf({ resource, id, record }, kind?.path);
    if (!place) return [];
    const text = textOf({ resource, record });
    const all = [text, ...(parts.get(id) ?? [])].filter(Boolean).join('\n');
    const grams = gramsIn(orgId, place.section).of(all);
    const { section, part, partId } = place;
    return [{ section, id: place.id, part, part_id: partId, text, grams, empty: all === '' }];
  });
};

const rebuildKind = async (
  db: Database,
  orgId: number,
  path: string,
  batch: number,
  told: Progress,
): Promise<Rebuilt> => {
  // Read anew for each kind, so that lists which change meanwhile are the ones that callers write with.
  const { registry } = (await serviceContext(db, orgId)).model;
  const resource = registry.get(path);
  const next = { name: `rebuild ${path} ${batch}`, text: lockNext(registry, resource, batch) };
  const sum = { written: 0, removed: 0 };
  let after = 0;
  for (let records = 0; ; ) {
    const done = await db.transaction(async (tx) => {
      const rows = await tx.run<Row>({ ...next, values: [orgId, after] });
      const entries = await entriesOf(tx, orgId, registry, resource, rows);
      for (const section of new Set(entries.map((entry) => entry.section))) {
        const own = entries.filter((entry) => entry.section === section);
        const { written, removed } = await writeEntries(tx, orgId, section, own);
        sum.written += written;
        sum.removed += removed;
      }
      return rows;
    });
    records += done.length;
    told(path, records);
    after = done.at(-1)?.id ?? after;
    if (done.length < batch) return { section: path, ...sum };
  }
};

/** Whether an entry's record is there, as a condition on the entry `s`. */
const isThere = (registry: Registry, resource: Resource): string =>
  resource.search.withParent
    ? `(s.part = '${resource.path}' and exists (select 1 from ${resource.table} t ${joinContact(registry, resource)} where t.org_id = $1 and t.id = s.part_id and t."${resource.place.parentColumn}" = s.id and c.section = s.section${visible(resource, 't')}))`
    : `(s.part = '' and s.section = '${resource.path}' and exists (select 1 from ${resource.table} t where t.org_id = $1 and t.id = s.id${visible(resource, 't')}))`;

/** Removes a section's entries whose record is not there. Row and entry commit together, so each is seen with the other. */
const removeStray = async (db: Database, orgId: number, registry: Registry, section: string): Promise<number> => {
  const known = searched(registry).map((resource) => isThere(registry, resource));
  const text = counted(
    `delete from search_entry s where s.org_id = $1 and s.section = $2 and s.id > $3::bigint and s.id <= $4 and not (${known.join(' or ')})`,
  );
  // Whoever changes entries has locked a row before (noteChanged).
  const lock = 'select 1 from search_entry where org_id = $1 and section = $2 and id = $3 for update';
  let after = Number.MIN_SAFE_INTEGER;
  for (let removed = 0; ; ) {
    const [range] = await db.readLong<{ last: number | null }>({
      text: `select max(k.id) as last from (select id from search_entry where org_id = $1 and section = $2 and id > $3::bigint order by id limit ${STRAY_BATCH}) k`,
      values: [orgId, section, after],
    });
    const last = range?.last ?? null;
    if (last === null) return removed;
    removed += await db.transaction(async (tx) => {
      await tx.run({ text: lock, values: [orgId, section, last] });
      return (await tx.run({ text, values: [orgId, section, after, last] })).length;
    });
    after = last;
  }
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
 * @returns what was wrong, by record kind
 * @throws 404 `unknown_organisation`
 */
export const rebuildSearch = async (
  db: Database,
  orgId: number,
  told: Progress = () => undefined,
  batch = BATCH,
): Promise<readonly Rebuilt[]> => {
  const { registry } = (await serviceContext(db, orgId)).model;
  await unpackAll(db, orgId);
  const found: Rebuilt[] = [];
  const sections = await db.readLong<{ section: string }>({
    text: 'select distinct section from search_entry where org_id = $1',
    values: [orgId],
  });
  for (const { section } of sections) {
    const removed = await removeStray(db, orgId, registry, section);
    found.push({ section, written: 0, removed });
  }
  for (const { path } of searched(registry)) found.push(await rebuildKind(db, orgId, path, batch, told));
  return summed(found);
};
