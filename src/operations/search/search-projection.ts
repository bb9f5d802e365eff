/** The text that a record is found by, kept beside it in the transaction of each write (docs/decisions/0008). */
import { gramsIn } from '../../derive/search-grams.ts';
import { isSearched, searchText, searchValues } from '../../derive/search-text.ts';
import { insertMany } from '../../insert-many.ts';
import { literal, prepared, raw, type Sql, sql, tenant } from '../../sql.ts';
import type { Context } from '../call.ts';
import type { Change } from '../changed-record.ts';

/**
 * Which entry a row belongs to: its own, or that of the contact it is a part of; null where it has none.
 * @param contact path of the contact's record kind; parts of customers, product partners and users share tables
 */
export const placeOf = ({ resource, id, record }: Pick<Change, 'resource' | 'id' | 'record'>, contact = '') => {
  if (resource.search.index) return { section: resource.path, id, part: '', partId: 0 };
  if (!resource.search.withParent) return null;
  const owner = Number(record[resource.place.parentColumn]);
  return { section: contact || (resource.place.below[0] ?? ''), id: owner, part: resource.path, partId: id };
};

/** The text that a record is found by; empty where nothing of it is searched. */
export const textOf = ({ resource, record }: Pick<Change, 'resource' | 'record'>): string =>
  searchText(searchValues(resource, record));

/** Grams of an entry `s` and of the one that came in its way, each once, ascending as those of a text are. */
export const ALL_GRAMS = raw('merged_grams(s.grams, excluded.grams)');

/** An entry as it is written. */
interface Entry {
  readonly orgId: number;
  readonly section: string;
  readonly id: number;
  readonly part: string;
  readonly partId: number;
}

/** Notes the record of an entry that is about to go, where it is in a block. Stands before the write. */
const note = ({ orgId, section, id, part, partId }: Entry): Sql =>
  prepared`select note_search_change(${tenant(orgId)}, ${section}, ${id}, ${part}, ${partId}, null)`;

/** Notes a record, where it is in a block: what it is found by is about to change. */
export const noteRecord = (orgId: number, section: string, id: number): Sql =>
  note({ orgId, section, id, part: '', partId: 0 });

/**
 * Notes changed records, because what is packed of them is now wrong (operations/pack-search.ts); those in no block
 * need no note. The transaction has written or locked a row before; of records that go, this stands before their entries do.
 *
 * A kind without blocks pays for the look as well, some 7 µs of a write: that there is no block holds in the snapshot
 * of the write alone. What a process remembered of it could be older than a block that was announced meanwhile, and
 * packing waits for transactions, not for memories.
 * @param section that all of them have
 */
export const noteRecords = (
  orgId: number,
  section: string,
  ids: readonly number[],
): Sql => prepared`insert into search_changed (org_id, section, id)
    select ${tenant(orgId)}, e.section, e.id
    from (select ${literal(section)} as section, g.id from unnest(${ids}::int[]) g (id)) e
    where e.id <= (
      select max(b.last_id)
      from search_block b
      where b.org_id = ${orgId} and b.section = ${literal(section)})`;

/** Brings words to a record's own entry, which is made where there is none. */
export const mergeGrams = (orgId: number, section: string, id: number, grams: readonly number[]): Sql =>
  prepared`select merge_search_grams(${tenant(orgId)}, ${section}, ${id}, ${grams})`;

const ofRecord = ({ orgId, section, id }: Entry): Sql =>
  sql`s.org_id = ${orgId} and s.section = ${section} and s.id = ${id}`;

const ofEntry = (entry: Entry): Sql =>
  sql`${ofRecord(entry)} and s.part = ${entry.part} and s.part_id = ${entry.partId}`;

/**
 * Writes the entry of a record or a part, and notes the record. A record's own entry has the grams of its parts as well,
 * so that the index finds the record for words that stand in several of them. Grams of removed text stay, until they are very many
 * (migrations/0029_stale_grams.sql) or the entries are rebuilt; whether a word is still there, the texts say.
 */
const writeEntry = (
  { orgId, section, id, part, partId }: Entry,
  text: string,
  grams: readonly number[],
  isNew: boolean,
): Sql =>
  prepared`select write_search_entry(${tenant(orgId)}, ${section}, ${id}, ${part}, ${partId}, ${text}, ${grams}, ${isNew})`;

const emptyEntry = (entry: Entry): Sql[] => [
  note(entry),
  entry.part
    ? prepared`delete from search_entry s
    where ${ofEntry(entry)}`
    : prepared`update search_entry s
    set text = ''
    where ${ofEntry(entry)}`,
];

/** Removes the entries of a record and of its parts. */
const removeEntries = (entry: Entry): Sql[] => [
  note(entry),
  prepared`delete from search_entry s
    where ${ofRecord(entry)}`,
];

/**
 * Whether a change leaves the text as it is, so that there is nothing to write: none of the fields has changed that it is made
 * of. Where an organisation has settings of its own, that is looked up in the entry: it may still have the text from before
 * an option was renamed.
 */
const keepsText = ({ model }: Context, { resource, before, changes }: Change): boolean =>
  before !== undefined &&
  Object.keys(model.settings).length === 0 &&
  !Object.keys(changes).some((name) => isSearched(resource, name));

/** Statements that bring the entry of a record or a part up to date. */
export const projectionWrites = (context: Context, change: Change): Sql[] => {
  const place = placeOf(change, context.parentPath);
  if (!place) return [];
  const { orgId } = context.actor;
  const entry = { orgId, ...place };
  if (change.action === 'delete' && place.part === '') return removeEntries(entry);
  if (change.action === 'update' && keepsText(context, change)) return [];
  const text = change.action === 'delete' ? '' : textOf(change);
  const isNew = change.action === 'insert';
  if (text === '') return isNew ? [] : emptyEntry(entry);
  const grams = gramsIn(orgId, place.section).of(text);
  return [writeEntry(entry, text, grams, isNew)];
};

/** Statements that bring the words of parts to the entries of their records, once for each record. */
export const ownEntryWrites = (context: Context, changes: readonly Change[]): Sql[] => {
  const { orgId } = context.actor;
  const records = new Map<string, { section: string; id: number; texts: string[] }>();
  for (const change of changes) {
    const place = placeOf(change, context.parentPath);
    if (!place?.part || change.action === 'delete' || keepsText(context, change)) continue;
    const text = textOf(change);
    if (text === '') continue;
    const { section, id } = place;
    const known = records.get(`${section}/${id}`);
    if (known) known.texts.push(text);
    else records.set(`${section}/${id}`, { section, id, texts: [text] });
  }
  return [...records.values()].map(({ section, id, texts }) => {
    const grams = gramsIn(orgId, section).of(texts.join('\n'));
    return mergeGrams(orgId, section, id, grams);
  });
};

/** The newest record that lies in a block, where there is one: of those kinds that new records and parts are found by. */
export const lookAtBlocks = (context: Context, changes: readonly Change[]): Sql => {
  const sections = changes.flatMap((change) => placeOf(change, context.parentPath)?.section ?? []);
  return prepared`select b.section, max(b.last_id) as last
    from search_block b
    where b.org_id = ${context.actor.orgId} and b.section = any(${[...new Set(sections)]})
    group by b.section`;
};

/** A row of `lookAtBlocks`. */
export interface LastInBlock {
  readonly section: string;
  readonly last: number;
}

/**
 * INSERTs of the entries of new records and parts, and of notes of those records that lie in a block.
 * @param blocks as they are seen behind the INSERTs of the rows: whoever packs waits for transactions that may have seen less
 */
export const newEntries = (context: Context, changes: readonly Change[], blocks: readonly LastInBlock[]): Sql[] => {
  const { orgId } = context.actor;
  const org = tenant(orgId);
  const [entries, notes] = [[] as Sql[], new Map<string, Sql>()];
  for (const change of changes) {
    const place = placeOf(change, context.parentPath);
    const text = place && textOf(change);
    if (!place || !text) continue;
    const { section, id, part, partId } = place;
    entries.push(sql`(${org}, ${section}, ${id}, ${part}, ${partId}, ${text}, ${gramsIn(orgId, section).of(text)})`);
    if (blocks.some((block) => block.section === section && block.last >= id))
      notes.set(`${section}/${id}`, sql`(${org}, ${section}, ${id})`);
  }
  return [
    ...insertMany(sql`insert into search_changed (org_id, section, id)`, [...notes.values()]),
    ...insertMany(sql`insert into search_entry (org_id, section, id, part, part_id, text, grams)`, entries),
    ...ownEntryWrites(context, changes),
  ];
};
