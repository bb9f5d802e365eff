/**
 * Entries of the audit log. Every room that changes something writes them here, in the transaction of its change
 * (rules 8.2, 18.7): who (token and user), when, what, which fields from what to what.
 */
import { isDeepStrictEqual } from 'node:util';
import { insertMany } from '../insert-many.ts';
import { prepared, type Sql, shared, sql, tenant } from '../sql.ts';

/** From what to what, by field. Secrets are never among the values. */
export type Changes = Readonly<Record<string, unknown>>;

/** What an entry may say that was done; the log is narrowed to these. */
export const auditActions = [
  'insert',
  'update',
  'delete',
  'merge',
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
  'sign-in',
  'sign-in-failed',
  'sign-out',
  'password',
  'password-reset',
  'second-factor',
  'factor-on',
  'factor-off',
  'factor-taken',
  'recovery-codes',
  'recovery-code-used',
  'link',
  'link-requested',
  'sessions-ended',
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
] as const;
export type AuditAction = (typeof auditActions)[number];

/** An entry of the audit log that is no plain insert, update or delete has its own action (`move`, `merge`). */
export interface AuditEntry {
  readonly section: string;
  readonly recordId: number;
  readonly action: AuditAction;
  readonly changes: Changes;
  readonly owner?: { readonly section: string; readonly id: number };
  /** Who may do what has changed, or somebody signed in or out: found by the filter "security" (rules 8.2). */
  readonly security?: boolean;
}

/** Who acts: the user of a session or of a token, an operator by command, or the service by itself. */
export interface Author {
  readonly tokenId: number | null;
  readonly userKid: number | null;
  readonly requestId: string | null;
  /** The operator's command, which knows no user. */
  readonly via?: 'command' | undefined;
}

/** What the service does by itself. */
export const SERVICE: Author = Object.freeze({ tokenId: null, userKid: null, requestId: null });

/** What an operator does by command. */
export const COMMAND: Author = Object.freeze({ ...SERVICE, via: 'command' });

/** Who acts, as an audit entry names him; nobody is known before a sign-in. */
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

/** The columns of an entry that say who acted when; what entries have in common is sent once. */
const authorOf = ({ actor, now }: AuditActor): Sql => {
  const [org, at, token] = [tenant(actor.orgId), shared(new Date(now()).toISOString()), shared(actor.tokenId)];
  return sql`${org}, ${at}, ${token}, ${shared(actor.userKid)}, ${shared(actor.requestId)}, ${shared(actor.via ?? null)}`;
};

/** INSERTs of many entries of one organisation. */
export const auditEntries = (entries: readonly AuthoredEntry[]): Sql[] => {
  const authors = new Map<Author, Sql>();
  return insertMany(
    HEAD,
    entries.map(({ by, entry: { section, recordId, action, owner, changes, security } }) => {
      const author = authors.get(by.actor) ?? authorOf(by);
      authors.set(by.actor, author);
      return sql`(${author},
    ${section}, ${recordId}, ${action}, ${owner?.section ?? null}, ${owner?.id ?? null}, ${JSON.stringify(changes)}, ${security ?? false})`;
    }),
  );
};

/** INSERT of an entry about what belongs to no record: a token, a webhook, settings. */
export const entryBy = (by: Author, orgId: number, entry: AuditEntry): Sql =>
  auditEntry({ actor: { ...by, orgId }, now: Date.now }, entry);

/** Whether two values are the same JSON. Members have no order: the database stores settings in one of its own. */
export const saysSame = (one: unknown, other: unknown): boolean =>
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
  return Object.fromEntries(pairs.filter(([, [from, to]]) => !saysSame(from, to)));
};
