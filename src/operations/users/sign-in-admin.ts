/** Actions of administrators and commands on the login of other users, each with an audit entry (rules 8.2). */
import type { Tx } from '../../db/database.ts';
import { fail } from '../../errors/api-error.ts';
import { sql } from '../../sql/sql.ts';
import { clearSecondFactor, endSessions } from '../commit/user-session-effects.ts';
import { type Acting, userEvent } from './user-audit-events.ts';

/** Keeps a user from being removed until the transaction ends. @throws 404 `not_found` */
export const lockUser = async (tx: Tx, orgId: number, kid: number): Promise<void> => {
  const found = await tx.run(
    sql`select 1 from contact where org_id = ${orgId} and id = ${kid} and section = 'users' and del = 0 for key share`,
  );
  if (!found.length) throw fail('not_found');
};

/** Signs a user out everywhere, or but for one session. @returns how many sessions ended @throws 404 `not_found` */
export const signOut = async (tx: Tx, acts: Acting, kid: number, but: string | null = null): Promise<number> => {
  await lockUser(tx, acts.orgId, kid);
  const { length } = await tx.run(endSessions(acts.orgId, kid, but));
  if (length) await tx.run(userEvent(acts, kid, 'sessions-ended', { sessions: [length, 0] }));
  return length;
};

/**
 * Removes the second factor of a user who lost device and codes, with all passkeys. Sessions end, because a stranger
 * may hold the device.
 * @returns whether there was a factor
 * @throws 404 `not_found`
 */
export const resetSecondFactor = async (tx: Tx, acts: Acting, kid: number): Promise<boolean> => {
  const { orgId } = acts;
  await lockUser(tx, orgId, kid);
  const [row] = await tx.run<{ on: boolean }>(
    sql`select totp_secret is not null
        or exists (select 1 from passkey k where k.org_id = ${orgId} and k.kid = ${kid}) as on
      from credential where org_id = ${orgId} and kid = ${kid} for update`,
  );
  if (!row?.on) return false;
  const writes = [...clearSecondFactor(orgId, kid), endSessions(orgId, kid), userEvent(acts, kid, 'factor-taken')];
  await Promise.all(writes.map((query) => tx.run(query)));
  return true;
};

/**
 * Releases a user from their account at the issuer, so that another one can be bound; sessions end.
 * @returns whether there was one
 * @throws 404 `not_found`
 */
export const releaseWorkAccount = async (tx: Tx, acts: Acting, kid: number): Promise<boolean> => {
  const { orgId } = acts;
  await lockUser(tx, orgId, kid);
  const released = await tx.run(sql`update credential set sso_issuer = null, sso_subject = null
    where org_id = ${orgId} and kid = ${kid} and sso_subject is not null returning kid`);
  if (!released.length) return false;
  await Promise.all([endSessions(orgId, kid), userEvent(acts, kid, 'sso-released')].map((query) => tx.run(query)));
  return true;
};
