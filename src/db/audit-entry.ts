/**
 * Entries of the audit log, written by every layer in the transaction of its change (rules 8.2, 18.7): who (token and
 * user), when, what, and each changed field with both values.
 */
import { isDeepStrictEqual } from 'node:util';
import { bulkInsert } from '../sql/bulk-insert.ts';
import { prepared, type Sql, sharedParam, sql, tenantParam } from '../sql/sql.ts';

/** From what to what, by field. Secrets are never among the values. */
export type Changes = Readonly<Record<string, unknown>>;

/** Actions of entries, which are also filters of the log. */
export const auditActions = [
  'insert',
  'update',
  'delete',
  'restore',
  'merge',
  'unmerge',
  'move',
  'assign',
  'discard',
  'activate',
  'deactivate',
  'rotate-secret',
  'resend',
  'revoke',
  'reissue',
  'organisation',
  'rotate-key',
  'discard-secrets',
  'return',
  'sign-in',
  'sign-in-failed',
  'sign-out',
  'password',
  'password-reset',
  'second-factor',
  'factor-on',
  'factor-off',
  'factor-taken',
  'passkey-added',
  'passkey-removed',
  'recovery-codes',
  'recovery-code-used',
  'link',
  'link-requested',
  'sessions-ended',
  'calendar-on',
  'calendar-off',
  'sso',
  'sso-bound',
  'sso-released',
  'billing-companies',
  'field',
  'label',
  'list',
  'sparte',
  'relation-type',
  'role',
  'settings',
  'logo',
  'export',
  'hold',
  'hold-lifted',
  'erase',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** An entry of the audit log that is no plain insert, update or delete has its own action (`move`, `merge`). */
export interface AuditEntry {
  readonly section: string;
  readonly recordId: number;
  readonly action: AuditAction;
  readonly changes: Changes;
  readonly owner?: { readonly section: string; readonly id: number };
  /** A change of rights, or a login or logout: found by the filter "security" (rules 8.2). */
  readonly security?: boolean;
}

/** The author of an act: the user of a session or of a token, an operator by command, or the service itself. */
export interface Author {
  readonly tokenId: number | null;
  readonly userKid: number | null;
  readonly requestId: string | null;
  /** The operator's command, which knows no user. */
  readonly via?: 'command' | undefined;
}

/** The service itself as author. */
export const SERVICE: Author = Object.freeze({ tokenId: null, userKid: null, requestId: null });

/** An operator's command as author. */
export const COMMAND: Author = Object.freeze({ ...SERVICE, via: 'command' });

/** The author of an entry; anonymous before a login. */
export interface AuditActor {
  readonly actor: Author & { readonly orgId: number };
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** INSERT of an audit entry. */
export const auditEntry = ({ actor, now }: AuditActor, entry: AuditEntry): Sql => prepared`insert into audit_entry (
    org_id, at, token_id, user_kid, request_id, via,
    section, record_id, action, owner_section, owner_id, changes, security)
  values (${actor.orgId}, ${new Date(now()).toISOString()}, ${actor.tokenId}, ${actor.userKid}, ${actor.requestId},
    ${actor.via ?? null}, ${entry.section}, ${entry.recordId}, ${entry.action}, ${entry.owner?.section ?? null},
    ${entry.owner?.id ?? null}, ${JSON.stringify(entry.changes)}, ${entry.security ?? false})`;

const HEAD = sql`insert into audit_entry (
    org_id, at, token_id, user_kid, request_id, via,
    section, record_id, action, owner_section, owner_id, changes, security)`;

/** An entry, and who acted. */
export interface AuthoredEntry {
  readonly by: AuditActor;
  readonly entry: AuditEntry;
}

/** The author columns of an entry; values that entries share are sent once. */
const authorOf = ({ actor, now }: AuditActor): Sql => {
  const [org, at, token] = [
    tenantParam(actor.orgId),
    sharedParam(new Date(now()).toISOString()),
    sharedParam(actor.tokenId),
  ];
  return sql`${org}, ${at}, ${token}, ${sharedParam(actor.userKid)}, ${sharedParam(actor.requestId)}, ${sharedParam(actor.via ?? null)}`;
};

/** INSERTs of many entries of one organisation. */
export const auditEntries = (entries: readonly AuthoredEntry[]): Sql[] => {
  const authors = new Map<Author, Sql>();
  return bulkInsert(
    HEAD,
    entries.map(({ by, entry: { section, recordId, action, owner, changes, security } }) => {
      const author = authors.get(by.actor) ?? authorOf(by);
      authors.set(by.actor, author);
      return sql`(${author},
    ${section}, ${recordId}, ${action}, ${owner?.section ?? null}, ${owner?.id ?? null}, ${JSON.stringify(changes)}, ${security ?? false})`;
    }),
  );
};

/** INSERT of an entry without a record: about a token, a webhook, settings. */
export const entryBy = (by: Author, orgId: number, entry: AuditEntry): Sql =>
  auditEntry({ actor: { ...by, orgId }, now: Date.now }, entry);

/** Whether two values are the same JSON. Members have no order: the database stores settings in one of its own. */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  isDeepStrictEqual(JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other)));

/** The fields that are others in `after`, from what to what; a field that one of them lacks counts as null there. */
export const differences = (
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Readonly<Record<string, [unknown, unknown]>> => {
  const shownAt = (all: Readonly<Record<string, unknown>>, name: string) =>
    Object.hasOwn(all, name) ? (all[name] ?? null) : null;
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const pairs = names.map((name): [string, [unknown, unknown]] => [
    name,
    [shownAt(before, name), shownAt(after, name)],
  ]);
  return Object.fromEntries(pairs.filter(([, [from, to]]) => !isSameValue(from, to)));
};
