/** The history of a record: its entries of the audit log, and those of its parts (rules 4.18). */
import { instant, raw, type Sql, sql, unprepared } from '../../sql/sql.ts';
import { userName } from '../full-name.ts';

/** Actions on records. Those on sign-ins and settings are for the audit log alone. */
const ACTIONS: readonly string[] = ['insert', 'update', 'delete', 'restore', 'merge', 'unmerge', 'move', 'assign'];

/** The record, and the sections of its parts that the caller may read, as the audit log names them. */
export interface HistoryOf {
  readonly orgId: number;
  readonly section: string;
  /** The record, and those that it took over in a merge. */
  readonly ids: readonly number[];
  /** The name by which its parts name it. */
  readonly owner: string;
  readonly parts: readonly string[];
}

/** An entry as the statement answers it. */
export interface HistoryRow {
  readonly total: number;
  readonly at: string;
  readonly section: string;
  readonly record_id: number;
  readonly action: string;
  readonly token_id: number | null;
  readonly token_name: string | null;
  readonly user_kid: number | null;
  readonly user_name: string | null;
  readonly changes: string;
  /** The one of `ids` that it belongs to. */
  readonly of_id: number;
}

/**
 * A page of entries, latest first. Each of the two branches reads its index backwards (`audit_entry_record`, `audit_entry_owner`).
 * Without entries on the page there is no row, and no total.
 */
export const historyStatement = (
  { orgId, section, ids, owner, parts }: HistoryOf,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Sql => {
  const acts = sql`e.action = any(${ACTIONS}::text[])`;
  // A single id reads the index in its order.
  const one = ids.length === 1 ? sql`${ids[0]}::bigint` : sql`any(${ids}::bigint[])`;
  // The entry of the merge itself is that of the other record.
  const own = sql`e.org_id = ${orgId} and e.section = ${section} and e.record_id = ${one} and ${acts}
    and not (e.action = 'delete' and starts_with(e.changes, '{"merged_into"'))`;
  const ofParts = sql`e.org_id = ${orgId} and e.owner_section = ${owner} and e.owner_id = ${one} and e.section = any(${parts}::text[]) and ${acts}`;
  const newest = (where: Sql, of: 'record_id' | 'owner_id'): Sql =>
    sql`(select e.*, e.${raw(of)} as of_id from audit_entry e where ${where} order by e.id desc limit ${offset + limit}::bigint)`;
  return unprepared(sql`select (select count(*)::int from audit_entry e where ${own}) + (select count(*)::int from audit_entry e where ${ofParts}) as total,
  ${instant('e.at')} as at, e.section, e.record_id::float8 as record_id, e.action, e.changes, e.token_id::float8 as token_id, e.user_kid::float8 as user_kid,
  e.of_id::float8 as of_id, (select ${userName} from contact u where u.org_id = ${orgId} and u.id = e.user_kid) as user_name,
  (select k.name from api_token k where k.org_id = ${orgId} and k.id = e.token_id) as token_name
from (
  select * from (${newest(own, 'record_id')} union all ${newest(ofParts, 'owner_id')}) e
  order by e.id desc limit ${limit}::int offset ${offset}::bigint) e
order by e.id desc`);
};
