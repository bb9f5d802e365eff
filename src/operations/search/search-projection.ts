/** The text that a record is found by, kept beside it in the transaction of each write (docs/decisions/0008). */
import { gramsIn } from '../../derive/search-grams.ts';
import { searchText, searchValues } from '../../derive/search-text.ts';
import type { Query } from '../../sql.ts';
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
export const ALL_GRAMS = 'merged_grams(s.grams, excluded.grams)';

const ENTRY = 'search_entry as s (org_id, section, id, part, part_id, text, grams)';
const SAME_ENTRY = 'on conflict (org_id, section, id, part, part_id)';

/**
 * Notes changed records, because what is packed of them is now wrong (operations/pack-search.ts); those in no block
 * need no note. The statement's transaction has written or locked a row before.
 *
 * A kind without blocks pays for the look as well, some 7 µs of a write: that there is no block holds in the snapshot
 * of the write alone. What a process remembered of it could be older than a block that was announced meanwhile, and
 * packing waits for transactions, not for memories.
 * @param changed CTE with `section` and `id` of entries whose texts changed, of the organisation $1
 * @param section SQL of the section that all of them have
 */
export const noteChanged = (changed: string, section: string): string =>
  `insert into search_changed (org_id, section, id) select $1, e.section, e.id from ${changed} e
    where e.id <= (select max(b.last_id) from search_block b where b.org_id = $1 and b.section = ${section})`;

const noted = (write: string): string =>
  `with entry as (${write} returning s.section, s.id) ${noteChanged('entry', '$2')}`;

/**
 * A record's own entry has the grams of its parts as well, so that the index finds the record for words that stand in
 * several of them. Grams of removed text stay until the entries are rebuilt; whether a word is still there, the texts
 * say.
 */
const INSERT = `insert into ${ENTRY} values ($1, $2, $3, $4, $5, $6, $7)`;
const PROJECT_NEW = noted(INSERT);
const PROJECT = `${INSERT} ${SAME_ENTRY} do update set text = excluded.text`;
const PROJECT_PART = noted(`${PROJECT}, grams = excluded.grams where s.text <> excluded.text`);
const PROJECT_OWN = noted(`${PROJECT}, grams = ${ALL_GRAMS} where s.text <> excluded.text`);
const OF_RECORD = 's.org_id = $1 and s.section = $2 and s.id = $3';
const OF_ENTRY = `${OF_RECORD} and s.part = $4 and s.part_id = $5`;
const UNPROJECT_PART = noted(`delete from search_entry s where ${OF_ENTRY}`);
const UNPROJECT_OWN = noted(`update search_entry s set text = '' where ${OF_ENTRY}`);
/** Noted once, for the record and all its parts. */
const UNPROJECT_ALL = `${noted(`delete from search_entry s where ${OF_RECORD}`)} limit 1`;
const PROJECT_INTO_OWN = `insert into ${ENTRY} values ($1, $2, $3, '', 0, '', $4) ${SAME_ENTRY} do update set grams = ${ALL_GRAMS}`;

/** Statements that bring the entry of a record or a part up to date. */
export const projectionWrites = (context: Context, change: Change): Query[] => {
  const place = placeOf(change, context.parentPath);
  if (!place) return [];
  const { section, id, part, partId } = place;
  const { orgId } = context.actor;
  const key = [orgId, section, id, part, partId];
  const text = change.action === 'delete' ? '' : textOf(change);
  if (change.action === 'delete' && part === '') {
    return [{ name: 'unproject all', text: UNPROJECT_ALL, values: key.slice(0, 3) }];
  }
  const [name, unproject, project] = part
    ? ['part', UNPROJECT_PART, PROJECT_PART]
    : ['own', UNPROJECT_OWN, PROJECT_OWN];
  const isNew = change.action === 'insert';
  if (text === '') return isNew ? [] : [{ name: `unproject ${name}`, text: unproject, values: key }];
  const values = [...key, text, gramsIn(orgId, section).of(text)];
  // A new record has no entry yet. Not looking for one saves a fifth of what the entry costs.
  return [
    isNew ? { name: 'project new', text: PROJECT_NEW, values } : { name: `project ${name}`, text: project, values },
  ];
};

/** Statements that bring the words of parts to the entries of their records, once for each record. */
export const ownEntryWrites = (context: Context, changes: readonly Change[]): Query[] => {
  const { orgId } = context.actor;
  const records = new Map<string, { section: string; id: number; texts: string[] }>();
  for (const change of changes) {
    const place = placeOf(change, context.parentPath);
    const text = place?.part && change.action !== 'delete' ? textOf(change) : '';
    if (!place || text === '') continue;
    const { section, id } = place;
    const known = records.get(`${section}/${id}`);
    if (known) known.texts.push(text);
    else records.set(`${section}/${id}`, { section, id, texts: [text] });
  }
  return [...records.values()].map(({ section, id, texts }) => ({
    name: 'project into own',
    text: PROJECT_INTO_OWN,
    values: [orgId, section, id, gramsIn(orgId, section).of(texts.join('\n'))],
  }));
};
