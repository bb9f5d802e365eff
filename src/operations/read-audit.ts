/** The audit log as administrators and operators read it: who changed what, and when (architecture 4.9). */
import type { Database } from '../db/database.ts';
import { sql } from '../sql.ts';

/** A record by the name of its kind and its number. */
export interface RecordName {
  readonly section: string;
  readonly id: number;
}

/** `customers/5` as section and id; null for anything else. */
export const recordNamed = (text: string): RecordName | null => {
  const [, section, id] = /^([\w-]+(?:\/[a-z]+)?)\/(\d{1,10})$/.exec(text.trim()) ?? [];
  return section && Number(id) <= 2147483647 ? { section, id: Number(id) } : null;
};

/** Which entries are wanted; what is null or absent does not narrow. */
export interface AuditWish {
  /** With all that happened below it. */
  readonly record?: RecordName | null;
  readonly user?: number | null;
  readonly token?: number | null;
  readonly since?: Date | null;
  readonly until?: Date | null;
  /** Only entries with a smaller id. */
  readonly before?: number | null;
  readonly limit: number;
}

/** An entry as it is shown. */
export interface ShownEntry {
  readonly id: number;
  readonly at: string;
  readonly action: string;
  readonly section: string;
  readonly record_id: number;
  readonly owner_section: string | null;
  readonly owner_id: number | null;
  readonly user_kid: number | null;
  readonly user_name: string | null;
  readonly token_id: number | null;
  readonly token_name: string | null;
  readonly request_id: string | null;
  /** Field -> what it was and what it became. */
  readonly changes: Readonly<Record<string, readonly [unknown, unknown]>>;
}

/** Entries of an organisation, newest first. */
export const readAudit = async (db: Database, orgId: number, wish: AuditWish): Promise<ShownEntry[]> => {
  const { record, user = null, token = null, before = null, limit } = wish;
  const [section, id] = [record?.section ?? null, record?.id ?? null];
  const [since, until] = [wish.since?.toISOString() ?? null, wish.until?.toISOString() ?? null];
  const rows = await db.readLong<{ doc: string }>(sql`select json_build_object('id', e.id, 'at', e.at,
      'action', e.action, 'section', e.section, 'record_id', e.record_id, 'owner_section', e.owner_section, 'owner_id', e.owner_id,
      'user_kid', e.user_kid, 'user_name', (select concat_ws(' ', nullif(u.vorname, ''), u.name) from contact u where u.org_id = ${orgId} and u.id = e.user_kid),
      'token_id', e.token_id, 'token_name', (select k.name from api_token k where k.org_id = ${orgId} and k.id = e.token_id),
      'request_id', e.request_id, 'changes', e.changes::json)::text as doc
    from (select * from audit_entry e where e.org_id = ${orgId} and (${before}::bigint is null or e.id < ${before}::bigint)
      and (${section}::text is null or (e.section = ${section} and e.record_id = ${id}::int) or (e.owner_section in (${section}, 'contacts') and e.owner_id = ${id}::int))
      and (${user}::int is null or e.user_kid = ${user}::int) and (${token}::bigint is null or e.token_id = ${token}::bigint)
      and (${since}::timestamptz is null or e.at >= ${since}::timestamptz) and (${until}::timestamptz is null or e.at <= ${until}::timestamptz)
      order by e.id desc limit ${limit}) e order by e.id desc`);
  return rows.map(({ doc }) => JSON.parse(doc) as ShownEntry);
};
