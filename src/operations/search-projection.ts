/** The text that a record is found by, kept beside it in the transaction of each write (architecture 4.6). */
import { searchValues } from '../derive/search-text.ts';
import type { Query } from '../sql.ts';
import type { Context } from './call.ts';
import type { Change } from './changed-record.ts';

/** Statements that bring a record's search entry up to date. */
export const projectionWrites = ({ actor }: Context, { resource, action, id, record }: Change): Query[] => {
  if (!resource.searchIndex) return [];
  const values = [actor.orgId, resource.path, id];
  if (action === 'delete') {
    return [
      { name: 'unproject', text: 'delete from search_entry where org_id = $1 and section = $2 and id = $3', values },
    ];
  }
  const kid = resource.section ? id : (record.kid ?? null);
  return [
    {
      name: 'project',
      text: 'insert into search_entry (org_id, section, id, kid, own) values ($1, $2, $3, $4, $5) on conflict (org_id, section, id) do update set own = excluded.own, kid = excluded.kid',
      values: [...values, kid, searchValues(resource, record).join(' ').toLowerCase()],
    },
  ];
};
