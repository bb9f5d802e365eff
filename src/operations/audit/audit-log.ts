/** Reading the change history, latest first (rules 18.7): all of it, or of a record, a user, a token, a time. */
import type { AuditAction } from '../../db/audit-entry.ts';
import type { Database } from '../../db/database.ts';
import { eventFamily } from '../../derive/events/record-diff.ts';
import { userName } from '../../derive/full-name.ts';
import { registry } from '../../model/registry.ts';
import { MAX_INT } from '../../shared/int32.ts';
import { MAX_AUDIT_READ } from '../../shared/limits.ts';
import { instant, join, type Sql, sql } from '../../sql/sql.ts';

/** A record by the name of its kind and its number. */
export interface RecordName {
  readonly section: string;
  readonly id: number;
}

/** Filters of the audit log; null or absent filters nothing. */
export interface AuditQuery {
  /** With all that happened below it. */
  readonly record?: RecordName | null;
  readonly user?: number | null;
  readonly token?: number | null;
  readonly action?: AuditAction | null;
  /** The kind of record. */
  readonly section?: string | null;
  /** Only security events (rules 8.2). */
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
  /** 'command' for an action of an operator by command. */
  readonly via: 'command' | null;
  readonly security: boolean;
  /** Before and after, by field. */
  readonly changes: Readonly<Record<string, readonly [unknown, unknown]>>;
}

const isNumber = (value: number | null | undefined): value is number => typeof value === 'number';

/** Sections of entries: every record kind, as `commit` names it, and sections without records. */
export const auditSections: readonly string[] = [
  ...new Set(registry.resources.map(eventFamily)),
  'tokens',
  'webhooks',
  'mailboxes',
  'settings',
  'duplicates',
  'imports',
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
 * The upper bound of the query. PostgreSQL scans an index from the first of two upper bounds: one less strict than
 * the start of the page would scan all pages before it again.
 */
const upTo = (orgId: number, until: string, before: number | null | undefined): Sql =>
  isNumber(before)
    ? sql`(select least(${until}::timestamptz, (${timeOf(orgId, before)})))`
    : sql`${until}::timestamptz`;

/** Conditions that the index by time serves. */
const rangeOf = (orgId: number, { since, until, before }: AuditQuery): Sql =>
  join(
    [
      sql`e.org_id = ${orgId}`,
      ...(since ? [sql`e.at >= ${since}::timestamptz`] : []),
      ...(until ? [sql`e.at <= ${upTo(orgId, until, before)}`] : []),
      ...(isNumber(before) ? [sql`(e.at, e.id) < ((${timeOf(orgId, before)}), ${before}::bigint)`] : []),
    ],
    ' and ',
  );

/** Filters with an index of their own. */
const indexedFilters = ({ record, security }: AuditQuery): Sql[] => [
  ...(record
    ? [
        sql`((e.section = ${record.section} and e.record_id = ${record.id}::bigint) or (e.owner_section = ${record.section} and e.owner_id = ${record.id}::bigint))`,
      ]
    : []),
  ...(security ? [sql`e.security`] : []),
];

/** Filters without an index: an index entry for each would cost every write more than these reads are worth. */
const scannedFilters = ({ user, token, action, section }: AuditQuery): Sql[] => [
  ...(isNumber(user) ? [sql`e.user_kid = ${user}::bigint`] : []),
  ...(isNumber(token) ? [sql`e.token_id = ${token}::bigint`] : []),
  ...(section ? [sql`e.section = ${section}`] : []),
  ...(action ? [sql`e.action = ${action}`] : []),
];

const LATEST_FIRST = sql`order by e.at desc, e.id desc`;

/**
 * Bytes of changes read at once (one entry may exceed it): a token must not be able to write more than a reader can
 * hold.
 */
const MOST_BYTES = 4 * 1024 * 1024;

/** Some entries, and where the next ones begin. */
export interface AuditEntries {
  readonly entries: readonly AuditEntryRead[];
  /** `before` of the next page; null where no more entries can match. */
  readonly next: number | null;
  /** Time of the last entry that was read, where the read ended at `MAX_AUDIT_READ` entries before the page was full. */
  readonly searchedBackTo: string | null;
}

interface Row {
  /** An entry as JSON; null in the row of the last entry read. */
  readonly doc: string | null;
  readonly id: number;
  readonly at: string;
}

/**
 * Entries in the order of their times, the latest first. Filters without an index read at most `MAX_AUDIT_READ` entries
 * along the index by time.
 * @returns fewer than `limit` where their changes would have more than `MOST_BYTES`, or where the read ended at its bound
 */
export const auditEntries = async (db: Database, orgId: number, query: AuditQuery): Promise<AuditEntries> => {
  const range = rangeOf(orgId, query);
  const [indexed, scanned] = [indexedFilters(query), scannedFilters(query)];
  const isBounded = scanned.length > 0 && !indexed.length;
  const source = isBounded
    ? sql`(select * from audit_entry e where ${range} ${LATEST_FIRST} limit ${MAX_AUDIT_READ}::int) e where ${join(scanned, ' and ')}`
    : sql`audit_entry e where ${join([range, ...indexed, ...scanned], ' and ')}`;
  // Read only where the page is not full.
  const lastRead = isBounded
    ? sql`union all select null, e.id, e.at
      from (select e.id, e.at from audit_entry e where ${range} ${LATEST_FIRST} offset ${MAX_AUDIT_READ - 1}::int limit 1) e
      where (select count(*) from page) < ${query.limit}`
    : sql``;
  const rows = await db.queryLong<Row>(sql`with page as (select * from ${source} ${LATEST_FIRST} limit ${query.limit})
    select e.doc, e.id::float8 as id, ${instant('e.at')} as at from (
      select json_build_object('id', e.id, 'at', ${instant('e.at')},
        'action', e.action, 'section', e.section, 'record_id', e.record_id, 'owner_section', e.owner_section, 'owner_id', e.owner_id,
        'user_kid', e.user_kid, 'user_name', (select ${userName} from contact u where u.org_id = ${orgId} and u.id = e.user_kid),
        'token_id', e.token_id, 'token_name', (select k.name from api_token k where k.org_id = ${orgId} and k.id = e.token_id),
        'request_id', e.request_id, 'via', e.via, 'security', e.security, 'changes', e.changes::json)::text as doc, e.id, e.at
      from (select *, sum(octet_length(changes)) over (order by at desc, id desc rows unbounded preceding exclude current row) as before_it
        from page) e
      where coalesce(e.before_it, 0) < ${MOST_BYTES}::int
      ${lastRead}) e
    order by e.doc is null, e.at desc, e.id desc`);
  const texts = rows.flatMap(({ doc }) => doc ?? []);
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const entries = texts.map((text) => JSON.parse(text) as AuditEntryRead);
  if (entries.length === query.limit || bytes >= MOST_BYTES)
    return { entries, next: entries.at(-1)?.id ?? null, searchedBackTo: null };
  const last = rows.find(({ doc }) => doc === null);
  return { entries, next: last?.id ?? null, searchedBackTo: last?.at ?? null };
};

/**
 * All entries of a query as chunks, read as fast as the consumer takes them: one chunk is in memory.
 * @param most entries of a chunk
 */
export async function* auditPieces(
  db: Database,
  orgId: number,
  query: Omit<AuditQuery, 'limit'>,
  most: number,
): AsyncGenerator<readonly AuditEntryRead[]> {
  for (let before = query.before ?? null; ; ) {
    const { entries, next } = await auditEntries(db, orgId, { ...query, before, limit: most });
    yield entries;
    if (next === null) return;
    before = next;
  }
}
