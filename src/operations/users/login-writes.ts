/** What a changed user means for signing in: it travels with the change, whichever way that came (rules 8.2). */
import { emailKey } from '../../email.ts';
import { prepared, raw, type Sql } from '../../sql.ts';
import type { Context } from '../call.ts';
import type { Change } from '../changed-record.ts';

/** Whether a change says who may sign in, and as what. */
export const concernsLogin = ({ resource, action, changes }: Change): boolean => {
  const { login } = resource;
  if (!login) return false;
  return action === 'delete' || [login.by, login.while, login.as].some((name) => Object.hasOwn(changes, name));
};

/** DELETE of a user's sessions. @param but the session that goes on, where there is one */
export const endSessions = (orgId: number, kid: number, but: string | null = null): Sql => prepared`delete from session
  where org_id = ${orgId} and kid = ${kid} and id is distinct from ${but}::text
  returning id`;

const forget = (table: string, orgId: number, kid: number): Sql => prepared`delete from ${raw(table)}
  where org_id = ${orgId} and kid = ${kid}`;

/** DELETE of a user's one-time links. */
export const endLinks = (orgId: number, kid: number): Sql => forget('invitation', orgId, kid);

/** Statements by which a user's second factor is gone, codes that stand in for it too. */
export const dropFactor = (orgId: number, kid: number): Sql[] => [
  prepared`update credential
    set totp_secret = null, totp_pending = null, totp_step = null
    where org_id = ${orgId} and kid = ${kid}`,
  forget('recovery_code', orgId, kid),
];

/** Nobody can take a deleted user's place: sessions, password and second factor end with the user. */
const forgetUser = (orgId: number, kid: number): Sql[] =>
  ['invitation', 'known_browser', 'recovery_code', 'credential'].map((table) => forget(table, orgId, kid));

/**
 * Users sign in with what the record says; a password that was set stays with it. Whoever may do something else than
 * before, or nothing any more, signs in again.
 */
export const loginWrites = ({ actor }: Pick<Context, 'actor'>, change: Change): Sql[] => {
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
    // Links went to the address that was.
    writes.push(endLinks(actor.orgId, id));
  }
  const ends = Object.hasOwn(changes, login.while) || Object.hasOwn(changes, login.as);
  return ends ? [...writes, endSessions(actor.orgId, id)] : writes;
};
