/** The history of a record: its entries of the audit log, and those of its parts (rules 4.18). */
import { instant, type Sql, sql, unprepared } from '../../sql/sql.ts';
import { userName } from '../full-name.ts';

/** Actions on records. Those on sign-ins and settings are for the audit log alone. */
const ACTIONS: readonly string[] = ['insert', 'update', 'delete', 'restore', 'merge', 'move', 'assign'];

/** The record, and the sections of its parts that the caller may read, as the audit log names them. */
export interface HistoryOf {
  readonly orgId: number;
  readonly section: string;
  readonly id: number;
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
}

/**
 * A page of entries, latest first. Each of the two branches reads its index backwards (`audit_entry_record`, `audit_entry_owner`).
 * Without entries on the page there is no row, and no total.
 */
export const historyStatement = (
  { orgId, section, id, owner, parts }: HistoryOf,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Sql => {
  const acts = sql`e.action = any(${ACTIONS}::text[])`;
  const own = sql`e.org_id = ${orgId} and e.section = ${section} and e.record_id = ${id}::bigint and ${acts}`;
  const ofParts = sql`e.org_id = ${orgId} and e.owner_section = ${owner} and e.owner_id = ${id}::bigint and e.section = any(${parts}::text[]) and ${acts}`;
  const newest = (where: Sql): Sql =>
    sql`(select e.* from audit_entry e where ${where} order by e.id desc limit ${offset + limit}::bigint)`;
  return unprepared(sql`select (select count(*)::int from audit_entry e where ${own}) + (select count(*)::int from audit_entry e where ${ofParts}) as total,
  ${instant('e.at')} as at, e.section, e.record_id::float8 as record_id, e.action, e.changes, e.token_id::float8 as token_id, e.user_kid::float8 as user_kid,
  (select ${userName} from contact u where u.org_id = ${orgId} and u.id = e.user_kid) as user_name,
  (select k.name from api_token k where k.org_id = ${orgId} and k.id = e.token_id) as token_name
from (
  select * from (${newest(own)} union all ${newest(ofParts)}) e
  order by e.id desc limit ${limit}::int offset ${offset}::bigint) e
order by e.id desc`);
};
