/** Audit events of logins and of actions on users (rules 8.2). */
import { type AuditEntry, type Author, auditEntry, COMMAND } from '../../db/audit-entry.ts';
import type { Sql } from '../../sql/sql.ts';

/** Audited actions on users other than changes of their records. */
export type UserAct =
  | 'sign-in'
  | 'sign-in-failed'
  | 'sign-out'
  | 'password'
  | 'password-reset'
  | 'factor-on'
  | 'factor-off'
  | 'factor-taken'
  | 'passkey-added'
  | 'passkey-removed'
  | 'recovery-codes'
  | 'recovery-code-used'
  | 'link'
  | 'link-requested'
  | 'sessions-ended'
  | 'calendar-on'
  | 'calendar-off'
  | 'sso-bound'
  | 'sso-released';

/** The author of an act, its organisation and the clock. */
export interface Acting extends Author {
  readonly orgId: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** INSERT of the entry of an act on a user. Run it in the transaction of the act. */
export const userEvent = (
  { now, ...actor }: Acting,
  kid: number,
  action: UserAct,
  changes: AuditEntry['changes'] = {},
): Sql => auditEntry({ actor, now }, { section: 'users', recordId: kid, action, changes, security: true });

/** The author of acts of a command. */
export const commandActs = (orgId: number): Acting => ({ ...COMMAND, orgId, now: Date.now });
