/** The text that a record is found by, kept beside it in the transaction of each write (architecture 4.6). */
import { gramsOf, searchText, searchValues } from '../derive/search-text.ts';
import type { Query } from '../sql.ts';
import type { Context } from './call.ts';
import type { Change } from './changed-record.ts';

/**
 * Which entry a row belongs to: its own, or that of the contact it is a part of; null where it has none.
 * @param contact path of the contact's record kind; parts of customers, product partners and users share tables
 */
export const placeOf = ({ resource, id, record }: Pick<Change, 'resource' | 'id' | 'record'>, contact = '') => {
  if (resource.searchIndex) return { section: resource.path, id, part: '', partId: 0 };
  if (!resource.searchedWithParent) return null;
  const owner = Number(record[resource.parentColumn]);
  return { section: contact || (resource.below[0] ?? ''), id: owner, part: resource.path, partId: id };
};

/** The text that a record is found by; empty where nothing of it is searched. */
export const textOf = ({ resource, record }: Pick<Change, 'resource' | 'record'>): string =>
  searchText(searchValues(resource, record));

/** Statements that bring a record's search entry up to date. */
export const projectionWrites = (context: Context, change: Change): Query[] => {
  const place = placeOf(change, context.parentPath);
  if (!place) return [];
  const key = [context.actor.orgId, place.section, place.id, place.part, place.partId];
  const text = change.action === 'delete' ? '' : textOf(change);
  if (text === '') {
    const whole = change.action === 'delete' && place.part === '';
    return [
      {
        name: whole ? 'unproject all' : 'unproject',
        text: `delete from search_entry where org_id = $1 and section = $2 and id = $3${whole ? '' : ' and part = $4 and part_id = $5'}`,
        values: whole ? key.slice(0, 3) : key,
      },
    ];
  }
  if (change.action === 'insert') {
    return [
      {
        name: 'project new',
        text: 'insert into search_entry (org_id, section, id, part, part_id, text, grams) values ($1, $2, $3, $4, $5, $6, $7)',
        values: [...key, text, gramsOf(text)],
      },
    ];
  }
  return [
    {
      name: 'project',
      text: 'insert into search_entry (org_id, section, id, part, part_id, text, grams) values ($1, $2, $3, $4, $5, $6, $7) on conflict (org_id, section, id, part, part_id) do update set text = excluded.text, grams = excluded.grams where search_entry.text <> excluded.text',
      values: [...key, text, gramsOf(text)],
    },
  ];
};
