/** Effects of a changed user on logins and sessions; part of every change of a user, on every path (rules 8.2). */
import { emailKey } from '../../shared/email.ts';
import { prepared, raw, type Sql } from '../../sql/sql.ts';
import type { Context } from '../call/call.ts';
import type { RecordChange } from '../call/record-change.ts';

/** Whether a change affects who may sign in, or with which role. */
export const affectsLogin = ({ resource, action, changes }: RecordChange): boolean => {
  const { login } = resource;
  if (!login) return false;
  return action === 'delete' || [login.by, login.while, login.as].some((name) => Object.hasOwn(changes, name));
};

/** DELETE of a user's sessions. @param but id of a session to leave out */
export const endSessions = (orgId: number, kid: number, but: string | null = null): Sql => prepared`delete from session
  where org_id = ${orgId} and kid = ${kid} and id is distinct from ${but}::text
  returning id`;

const forget = (table: string, orgId: number, kid: number): Sql => prepared`delete from ${raw(table)}
  where org_id = ${orgId} and kid = ${kid}`;

/** DELETE of a user's one-time links. */
export const revokeLinks = (orgId: number, kid: number): Sql => forget('invitation', orgId, kid);

/** UPDATE that removes the authenticator app of a user. */
export const removeTotp = (orgId: number, kid: number): Sql => prepared`update credential
  set totp_secret = null, totp_pending = null, totp_step = null
  where org_id = ${orgId} and kid = ${kid}`;

/** Statements that remove a user's second factor: app, passkeys and recovery codes. */
export const clearSecondFactor = (orgId: number, kid: number): Sql[] => [
  removeTotp(orgId, kid),
  forget('passkey', orgId, kid),
  forget('recovery_code', orgId, kid),
];

/** DELETE of the recovery codes of a user who has no second factor any more: they stand in for one. */
export const dropRecoveryCodes = (orgId: number, kid: number): Sql => prepared`delete from recovery_code
  where org_id = ${orgId} and kid = ${kid}
    and not exists (select 1 from passkey k where k.org_id = ${orgId} and k.kid = ${kid})
    and not exists (select 1 from credential c where c.org_id = ${orgId} and c.kid = ${kid} and c.totp_secret is not null)`;

/** Removes all credentials of a deleted user: sessions, links, password, passkeys and second factor. */
const forgetUser = (orgId: number, kid: number): Sql[] =>
  ['invitation', 'known_browser', 'passkey', 'recovery_code', 'credential'].map((table) => forget(table, orgId, kid));

/**
 * Users sign in with the values of their record; the password is stored separately. A user whose rights changed must
 * sign in again.
 */
export const sessionEffects = ({ actor }: Pick<Context, 'actor'>, change: RecordChange): Sql[] => {
  const { resource, action, id, changes, record } = change;
  const { login } = resource;
  if (!login || action === 'insert') return [];
  if (action === 'delete') return [endSessions(actor.orgId, id), ...forgetUser(actor.orgId, id)];
  const writes: Sql[] = [];
  if (Object.hasOwn(changes, login.by)) {
    const email = emailKey(String(record[login.by]));
    writes.push(prepared`update credential
      set email_lower = ${email}
      where org_id = ${actor.orgId} and kid = ${id}`);
    // The links were sent to the former address.
    writes.push(revokeLinks(actor.orgId, id));
  }
  const ends = Object.hasOwn(changes, login.while) || Object.hasOwn(changes, login.as);
  return ends ? [...writes, endSessions(actor.orgId, id)] : writes;
};
