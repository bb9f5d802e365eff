/** The text that a record is found by, kept beside it in the transaction of each write (architecture 4.6). */
import { gramsOf, searchText, searchValues } from '../derive/search-text.ts';
import type { Query } from '../sql.ts';
import type { Context } from './call.ts';
import type { Change } from './changed-record.ts';

/** Which entry a row belongs to: its own, or that of the contact it is a part of. */
const placeOf = (context: Context, { resource, id, record }: Change) => {
  if (resource.searchIndex) return { section: resource.path, id, part: '', partId: 0 };
  if (!resource.searchedWithParent) return null;
  // Parts of customers, product partners and users share tables; the path says below which kind this one is.
  const section = context.parentPath ?? resource.below[0] ?? '';
  return { section, id: Number(record[resource.parentColumn]), part: resource.path, partId: id };
};

/** Statements that bring a record's search entry up to date. */
export const projectionWrites = (context: Context, change: Change): Query[] => {
  const place = placeOf(context, change);
  if (!place) return [];
  const key = [context.actor.orgId, place.section, place.id, place.part, place.partId];
  const text = change.action === 'delete' ? '' : searchText(searchValues(change.resource, change.record));
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
