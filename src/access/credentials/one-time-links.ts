/** One-time links that let a user set a password: the first one, or a new one. */

import type { Tx } from '../../db/database.ts';
import { fail } from '../../errors/api-error.ts';
import { DAY_MS, HOUR_MS } from '../../shared/durations.ts';
import { emailKey } from '../../shared/email.ts';
import { sql } from '../../sql/sql.ts';
import { mayUsePassword } from './local-sign-in.ts';
import { hashOf, newSecret } from './random-secret.ts';

const VALID_MS = { invitation: 7 * DAY_MS, reset: DAY_MS } as const;
/** Lifetime of a link that was requested without a session. */
const REQUESTED_MS = HOUR_MS;

/** A new link; its secret is not stored. */
export interface Invitation {
  readonly kind: keyof typeof VALID_MS | 'work-account';
  /** Path of its page below the service's origin. */
  readonly path: string;
  readonly email: string;
  /** ISO 8601; null where it is the page of the sign-in. */
  readonly expiresAt: string | null;
}

/** INSERT of a link. @returns it with the path of its page and its expiry */
const newLink = (orgId: number, kid: number, kind: keyof typeof VALID_MS, expires: number) => {
  const secret = newSecret(orgId);
  const expiresAt = new Date(expires).toISOString();
  const write = sql`insert into invitation (org_id, id, kid, kind, expires_at)
    values (${orgId}, ${hashOf(secret)}, ${kid}, ${kind}, ${expiresAt})`;
  return { write, path: `/invitation/${secret}`, expiresAt };
};

/**
 * Creates a link for a user and revokes the user's older links. The caller writes the audit entry in the same
 * transaction. The user row is locked first: a concurrent change of the address or another link runs before, or finds
 * this link and revokes it.
 * @param now milliseconds since 1970
 * @throws 404 `not_found`
 */
export const createInvitation = async (tx: Tx, orgId: number, kid: number, now: number): Promise<Invitation> => {
  const [user] = await tx.run<{ email: string; has_password: boolean; may: boolean }>(
    sql`select u.email, c.password_hash is not null as has_password, ${mayUsePassword(orgId)} as may from contact u left join credential c on c.org_id = ${orgId} and c.kid = u.id
      where u.org_id = ${orgId} and u.id = ${kid} and u.section = 'users' and u.del = 0
      for no key update of u`,
  );
  if (!user) throw fail('not_found');
  // The page of the sign-in; the link holds no secret.
  if (!user.may) return { kind: 'work-account', path: `/sso/${orgId}`, email: user.email, expiresAt: null };
  const kind = user.has_password ? 'reset' : 'invitation';
  const { write, path, expiresAt } = newLink(orgId, kid, kind, now + VALID_MS[kind]);
  await tx.run(sql`delete from invitation where org_id = ${orgId} and kid = ${kid}`);
  await tx.run(write);
  return { kind, path, email: user.email, expiresAt };
};

/** A link requested on the login page, with the values for its mail. */
export interface RequestedLink extends Omit<Invitation, 'kind'> {
  readonly organisation: string;
}

/** The user with a forgotten password, and the address from the request. */
interface Asking {
  readonly orgId: number;
  readonly kid: number;
  readonly asked: string;
}

/**
 * Creates a link for a user with a forgotten password; null if the user may not sign in or has another address by
 * now: one mail to an address has the links of all its organisations. Older links stay valid, so that a stranger's
 * request cannot revoke them. The caller writes the audit entry in the same transaction; the user row is locked as by
 * `createInvitation`.
 */
export const requestLink = async (
  tx: Tx,
  { orgId, kid, asked }: Asking,
  now: number,
): Promise<RequestedLink | null> => {
  const [user] = await tx.run<{ email: string; organisation: string }>(
    sql`select u.email, o.name as organisation from contact u
      join credential c on c.org_id = ${orgId} and c.kid = u.id join organisation o on o.org_id = ${orgId}
      where u.org_id = ${orgId} and u.id = ${kid} and u.section = 'users' and u.del = 0 and u.aktiv and ${mayUsePassword(orgId)}
      for no key update of u`,
  );
  if (!user || emailKey(user.email) !== emailKey(asked)) return null;
  const { write, path, expiresAt } = newLink(orgId, kid, 'reset', now + REQUESTED_MS);
  await tx.run(write);
  return { ...user, path, expiresAt };
};
