/** Reading the change history, latest first (rules 18.7): all of it, or of a record, a user, a token, a time. */
import type { AuditAction } from '../db/audit-entry.ts';
import type { Database } from '../db/database.ts';
import { eventFamily } from '../derive/change.ts';
import { userName } from '../derive/full-name.ts';
import { MAX_INT } from '../int.ts';
import { registry } from '../model/registry.ts';
import { instant, join, type Sql, sql } from '../sql.ts';

/** A record by the name of its kind and its number. */
export interface RecordName {
  readonly section: string;
  readonly id: number;
}

/** Which entries are wanted; what is null or absent does not narrow. */
export interface AuditQuery {
  /** With all that happened below it. */
  readonly record?: RecordName | null;
  readonly user?: number | null;
  readonly token?: number | null;
  readonly action?: AuditAction | null;
  /** The kind of record. */
  readonly section?: string | null;
  /** Only what is marked as a security event (rules 8.2). */
  readonly security?: boolean | undefined;
  /** ISO 8601. */
  readonly since?: string | null;
  readonly until?: string | null;
  /** Only those before the entry of this number. */
  readonly before?: number | null;
  readonly limit: number;
}

/** An entry, with the names that its user and its token have now. */
export interface AuditEntryRead {
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
  /** 'command' for what an operator did by command. */
  readonly via: 'command' | null;
  readonly security: boolean;
  /** Before and after, by field. */
  readonly changes: Readonly<Record<string, readonly [unknown, unknown]>>;
}

const isNumber = (value: number | null | undefined): value is number => typeof value === 'number';

/** Acts that every write notes; an index has the others. */
const COMMON: ReadonlySet<AuditAction> = new Set<AuditAction>(['insert', 'update']);

/** What an entry may be about: every kind of record, as `commit` names it, and what belongs to none. */
export const auditSections: readonly string[] = [
  ...new Set(registry.resources.map(eventFamily)),
  'tokens',
  'webhooks',
  'settings',
];

/** How a record is named to those who write it otherwise. */
export const RECORD_NAMES = `written as in customers/5, of one of these kinds: ${auditSections.join(', ')}`;

/** `customers/5` as section and id; null for anything else, and for a kind that no entry is about. */
export const recordNamed = (text: string): RecordName | null => {
  const [, section = '', id] = /^([\w-]+(?:\/[a-z]+)?)\/(\d{1,10})$/.exec(text.trim()) ?? [];
  return auditSections.includes(section) && Number(id) <= MAX_INT ? { section, id: Number(id) } : null;
};

/** When the entry was made behind which a page begins. */
const timeOf = (orgId: number, before: number): Sql =>
  sql`select b.at from audit_entry b where b.org_id = ${orgId} and b.id = ${before}::bigint`;

/**
 * The last moment of what was asked for. An index is gone through from the first of two upper bounds on: one that says less than
 * the place where a page begins would have all pages before it read again.
 */
const upTo = (orgId: number, until: string, before: number | null | undefined): Sql =>
  isNumber(before)
    ? sql`(select least(${until}::timestamptz, (${timeOf(orgId, before)})))`
    : sql`${until}::timestamptz`;

/** Only the conditions that were asked for, so that each can be read by an index. */
const conditions = (
  orgId: number,
  { record, user, token, action, section, security, since, until, before }: AuditQuery,
): Sql[] => [
  sql`e.org_id = ${orgId}`,
  ...(record
    ? [
        sql`((e.section = ${record.section} and e.record_id = ${record.id}::bigint) or (e.owner_section = ${record.section} and e.owner_id = ${record.id}::bigint))`,
      ]
    : []),
  ...(isNumber(user) ? [sql`e.user_kid = ${user}::bigint`] : []),
  ...(isNumber(token) ? [sql`e.token_id = ${token}::bigint`] : []),
  ...(section ? [sql`e.section = ${section}`] : []),
  ...(action ? [sql`e.action = ${action}`] : []),
  // What an index has of acts that are seldom; that the one asked for is among them is said in words.
  ...(action && !COMMON.has(action) ? [sql`e.action not in ('insert', 'update')`] : []),
  ...(security ? [sql`e.security`] : []),
  ...(since ? [sql`e.at >= ${since}::timestamptz`] : []),
  ...(until ? [sql`e.at <= ${upTo(orgId, until, before)}`] : []),
  ...(isNumber(before) ? [sql`(e.at, e.id) < ((${timeOf(orgId, before)}), ${before}::bigint)`] : []),
];

/** Changes of so many bytes at once, and those of one entry more: what a token writes must not be more than whoever reads it can take. */
const MOST_BYTES = 4 * 1024 * 1024;

/** Some entries, and whether there may be more behind the last of them. */
export interface AuditEntries {
  readonly entries: readonly AuditEntryRead[];
  readonly more: boolean;
}

/**
 * Entries in the order of their times, the latest first.
 * @returns fewer than asked for where their changes would have more than `MOST_BYTES`; one at least where there is any
 */
export const auditEntries = async (db: Database, orgId: number, query: AuditQuery): Promise<AuditEntries> => {
  const rows = await db.readLong<{ doc: string }>(sql`select json_build_object('id', e.id, 'at', ${instant('e.at')},
      'action', e.action, 'section', e.section, 'record_id', e.record_id, 'owner_section', e.owner_section, 'owner_id', e.owner_id,
      'user_kid', e.user_kid, 'user_name', (select ${userName} from contact u where u.org_id = ${orgId} and u.id = e.user_kid),
      'token_id', e.token_id, 'token_name', (select k.name from api_token k where k.org_id = ${orgId} and k.id = e.token_id),
      'request_id', e.request_id, 'via', e.via, 'security', e.security, 'changes', e.changes::json)::text as doc
    from (select *, sum(octet_length(e.changes)) over (order by e.at desc, e.id desc rows unbounded preceding exclude current row) as before_it
      from (select * from audit_entry e where ${join(conditions(orgId, query), ' and ')}
        order by e.at desc, e.id desc limit ${query.limit}) e) e
    where coalesce(e.before_it, 0) < ${MOST_BYTES}::int
    order by e.at desc, e.id desc`);
  const bytes = rows.reduce((sum, { doc }) => sum + Buffer.byteLength(doc), 0);
  return {
    entries: rows.map(({ doc }) => JSON.parse(doc) as AuditEntryRead),
    more: rows.length === query.limit || bytes >= MOST_BYTES,
  };
};

/**
 * All entries that a query fits, read as fast as they are taken: one piece is in memory, however many there are.
 * @param most entries of a piece
 */
export async function* auditPieces(
  db: Database,
  orgId: number,
  query: Omit<AuditQuery, 'limit'>,
  most: number,
): AsyncGenerator<readonly AuditEntryRead[]> {
  for (let before = query.before ?? null; ; ) {
    const { entries, more } = await auditEntries(db, orgId, { ...query, before, limit: most });
    yield entries;
    if (!more) return;
    before = entries.at(-1)?.id ?? null;
  }
}
