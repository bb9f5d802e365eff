/**
 * Acts of and on users in the audit log, for those who look for what was done to the organisation's door (rules 8.2).
 */
import { type AuditEntry, type Author, auditEntry, COMMAND } from '../../db/audit-entry.ts';
import type { Sql } from '../../sql.ts';

/** What is noted of users besides changes of their records. */
export type UserAct =
  | 'sign-in'
  | 'sign-in-failed'
  | 'sign-out'
  | 'password'
  | 'password-reset'
  | 'factor-on'
  | 'factor-off'
  | 'factor-taken'
  | 'recovery-codes'
  | 'recovery-code-used'
  | 'link'
  | 'link-requested'
  | 'sessions-ended';

/** Who acts, in which organisation and when. */
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

/** Who acts where a command does. */
export const commandActs = (orgId: number): Acting => ({ ...COMMAND, orgId, now: Date.now });
