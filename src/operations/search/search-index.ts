/** The search text of a record, written in the transaction of each change (docs/decisions/0008). */

import { isSearched, searchText, searchValues } from '../../derive/search/search-text.ts';
import { hashedTrigrams } from '../../derive/search/trigram-hash.ts';
import { bulkInsert } from '../../sql/bulk-insert.ts';
import { prepared, raw, type Sql, sql, tenantParam } from '../../sql/sql.ts';
import type { Context } from '../call/call.ts';
import type { RecordChange } from '../call/record-change.ts';

/**
 * Which entry a row belongs to: its own, or that of the contact it is a part of; null where it has none.
 * @param contact path of the contact's record kind; parts of customers, product partners and users share tables
 */
export const placeOf = ({ resource, id, record }: Pick<RecordChange, 'resource' | 'id' | 'record'>, contact = '') => {
  if (resource.search.index) return { section: resource.path, id, part: '', partId: 0 };
  if (!resource.search.withParent) return null;
  const owner = Number(record[resource.nesting.parentColumn]);
  return { section: contact || (resource.nesting.below[0] ?? ''), id: owner, part: resource.path, partId: id };
};

/** The part of a document's entry that has the text of its file (docs/decisions/0056). */
export const FILE_TEXT = 'file';

/** Statements that have the worker read the files of new documents, and of those with another file name. */
const fileTextJobs = (context: Context, changes: readonly RecordChange[]): Sql[] => {
  const org = tenantParam(context.actor.orgId);
  const read = changes.filter(
    ({ resource, action, record, changes: changed }) =>
      resource.content === 'served' &&
      String(record.extension).toLowerCase() === 'pdf' &&
      (action === 'insert' || (action === 'update' && 'extension' in changed)),
  );
  const at = new Date(context.now()).toISOString();
  return bulkInsert(
    sql`insert into document_text_job (org_id, id, created_at)`,
    read.map(({ id }) => sql`(${org}, ${id}, ${at})`),
    raw('\non conflict (org_id, id) do nothing'),
  );
};

/** Statements that have a document found by the text of its file. */
export const fileTextWrites = (orgId: number, section: string, id: number, content: string): Sql[] => {
  const text = searchText([content]);
  const grams = hashedTrigrams(orgId, section).of(text);
  const entry = { orgId, section, id, part: FILE_TEXT, partId: 0 };
  return text === '' ? [] : [writeEntry(entry, text, grams, false), mergeGrams(orgId, section, id, grams)];
};

/** The text that a record is found by; empty where nothing of it is searched. */
export const textOf = ({ resource, record }: Pick<RecordChange, 'resource' | 'record'>): string =>
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

/** Adds grams to a record's own entry, which is created if it is missing. */
export const mergeGrams = (orgId: number, section: string, id: number, grams: readonly number[]): Sql =>
  prepared`select merge_search_grams(${tenantParam(orgId)}, ${section}, ${id}, ${grams})`;

const ofRecord = ({ orgId, section, id }: Entry): Sql =>
  sql`s.org_id = ${orgId} and s.section = ${section} and s.id = ${id}`;

const ofEntry = (entry: Entry): Sql =>
  sql`${ofRecord(entry)} and s.part = ${entry.part} and s.part_id = ${entry.partId}`;

/**
 * Writes the entry of a record or a part. A record's own entry has the grams of its parts as well, so that the index
 * finds the record for words of several of them. Grams of removed text remain until there are very many
 * (migrations/0011_search.sql) or the entries are rebuilt; the texts decide whether a word still matches.
 */
const writeEntry = (
  { orgId, section, id, part, partId }: Entry,
  text: string,
  grams: readonly number[],
  isNew: boolean,
): Sql =>
  prepared`select write_search_entry(${tenantParam(orgId)}, ${section}, ${id}, ${part}, ${partId}, ${text}, ${grams}, ${isNew})`;

const emptyEntry = (entry: Entry): Sql =>
  entry.part
    ? prepared`delete from search_entry s
    where ${ofEntry(entry)}`
    : prepared`update search_entry s
    set text = ''
    where ${ofEntry(entry)}`;

/** Removes the entries of a record and of its parts. */
const removeEntries = (entry: Entry): Sql => prepared`delete from search_entry s
    where ${ofRecord(entry)}`;

/**
 * Whether a change leaves the search text unchanged: none of its fields has changed. With settings of the
 * organisation the entry is compared, because it may still have the text from before an option was renamed.
 */
const keepsText = ({ model }: Context, { resource, before, changes }: RecordChange): boolean =>
  before !== undefined &&
  Object.keys(model.settings).length === 0 &&
  !Object.keys(changes).some((name) => isSearched(resource, name));

/** Statements that bring the entry of a record or a part up to date. */
export const projectionWrites = (context: Context, change: RecordChange): Sql[] => {
  const place = placeOf(change, context.parentPath);
  if (!place) return [];
  const { orgId } = context.actor;
  const entry = { orgId, ...place };
  if (change.action === 'delete' && place.part === '') return [removeEntries(entry)];
  const jobs = fileTextJobs(context, [change]);
  if (change.action === 'update' && keepsText(context, change)) return jobs;
  const text = change.action === 'delete' ? '' : textOf(change);
  const isNew = change.action === 'insert';
  if (text === '') return isNew ? jobs : [emptyEntry(entry), ...jobs];
  const grams = hashedTrigrams(orgId, place.section).of(text);
  return [writeEntry(entry, text, grams, isNew), ...jobs];
};

/** An entry of a record that is found by the words of its parts too. */
interface WithParts {
  readonly section: string;
  readonly id: number;
  readonly texts: string[];
}

/** The texts of changed parts, by the entry of their record. */
const textsOfParts = (context: Context, changes: readonly RecordChange[]): Map<string, WithParts> => {
  const records = new Map<string, WithParts>();
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
  return records;
};

const mergeTexts = (orgId: number, records: Iterable<WithParts>): Sql[] =>
  [...records].map(({ section, id, texts }) =>
    mergeGrams(orgId, section, id, hashedTrigrams(orgId, section).of(texts.join('\n'))),
  );

/** Statements that bring the words of parts to the entries of their records, once for each record. */
export const ownEntryWrites = (context: Context, changes: readonly RecordChange[]): Sql[] =>
  mergeTexts(context.actor.orgId, textsOfParts(context, changes).values());

/** INSERTs of the entries of new records and parts; a record that is created with its parts has their words at once. */
export const newEntries = (context: Context, changes: readonly RecordChange[]): Sql[] => {
  const { orgId } = context.actor;
  const org = tenantParam(orgId);
  const ofParts = textsOfParts(context, changes);
  const entries: Sql[] = [];
  for (const change of changes) {
    const place = placeOf(change, context.parentPath);
    if (!place) continue;
    const { section, id, part, partId } = place;
    const key = `${section}/${id}`;
    const text = textOf(change);
    const texts = [text, ...((part === '' && ofParts.get(key)?.texts) || [])].filter(Boolean);
    if (!texts.length) continue;
    if (part === '') ofParts.delete(key);
    const grams = hashedTrigrams(orgId, section).of(texts.join('\n'));
    entries.push(sql`(${org}, ${section}, ${id}, ${part}, ${partId}, ${text}, ${grams})`);
  }
  return [
    ...bulkInsert(sql`insert into search_entry (org_id, section, id, part, part_id, text, grams)`, entries),
    ...mergeTexts(orgId, ofParts.values()),
    ...fileTextJobs(context, changes),
  ];
};
