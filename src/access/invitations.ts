/** One-time links that let a user set a password: the first one, or a new one. */

import type { Tx } from '../db/database.ts';
import { emailKey } from '../email.ts';
import { fail } from '../errors.ts';
import { sql } from '../sql.ts';
import { hashOf, newSecret } from './secrets.ts';

const DAY_MS = 86_400_000;
const VALID_MS = { invitation: 7 * DAY_MS, reset: DAY_MS } as const;
/** Of a link that somebody asked for who may be anybody. */
const REQUESTED_MS = 3_600_000;

/** A link as it was made; its secret is stored nowhere. */
export interface Invitation {
  readonly kind: keyof typeof VALID_MS;
  /** Address of the page below the service's origin. */
  readonly path: string;
  readonly email: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/** INSERT of a link. @returns it with the address of its page and its end */
const newLink = (orgId: number, kid: number, kind: keyof typeof VALID_MS, expires: number) => {
  const secret = newSecret(orgId);
  const expiresAt = new Date(expires).toISOString();
  const write = sql`insert into invitation (org_id, id, kid, kind, expires_at)
    values (${orgId}, ${hashOf(secret)}, ${kid}, ${kind}, ${expiresAt})`;
  return { write, path: `/invitation/${secret}`, expiresAt };
};

/**
 * Makes a link for a user; older ones of the user end. The caller notes it in the same transaction. The user is held first:
 * whoever changes the address or makes another link comes before, or finds this one and ends it.
 * @param now milliseconds since 1970
 * @throws 404 `not_found`
 */
export const makeInvitation = async (tx: Tx, orgId: number, kid: number, now: number): Promise<Invitation> => {
  const [user] = await tx.run<{ email: string; has_password: boolean }>(
    sql`select u.email, c.kid is not null as has_password from contact u left join credential c on c.org_id = ${orgId} and c.kid = u.id
      where u.org_id = ${orgId} and u.id = ${kid} and u.section = 'users' and u.del = 0
      for no key update of u`,
  );
  if (!user) throw fail('not_found');
  const kind = user.has_password ? 'reset' : 'invitation';
  const { write, path, expiresAt } = newLink(orgId, kid, kind, now + VALID_MS[kind]);
  await tx.run(sql`delete from invitation where org_id = ${orgId} and kid = ${kid}`);
  await tx.run(write);
  return { kind, path, email: user.email, expiresAt };
};

/** A link that was asked for at the sign-in, with what the mail says that brings it. */
export interface RequestedLink extends Omit<Invitation, 'kind'> {
  readonly organisation: string;
}

/** Who forgot a password, and the address that was asked for. */
interface Asking {
  readonly orgId: number;
  readonly kid: number;
  readonly asked: string;
}

/**
 * Makes a link for a user who forgot the password; null where nobody may sign in so, or with another address by now: the
 * mail goes to one address with the links of all its organisations. Older links stay: whoever asks in somebody's name takes
 * nothing away from him. The caller notes it in the same transaction; the user is held as by `makeInvitation`.
 */
export const requestLink = async (
  tx: Tx,
  { orgId, kid, asked }: Asking,
  now: number,
): Promise<RequestedLink | null> => {
  const [user] = await tx.run<{ email: string; organisation: string }>(
    sql`select u.email, o.name as organisation from contact u
      join credential c on c.org_id = ${orgId} and c.kid = u.id join organisation o on o.org_id = ${orgId}
      where u.org_id = ${orgId} and u.id = ${kid} and u.section = 'users' and u.del = 0 and u.aktiv
      for no key update of u`,
  );
  if (!user || emailKey(user.email) !== emailKey(asked)) return null;
  const { write, path, expiresAt } = newLink(orgId, kid, 'reset', now + REQUESTED_MS);
  await tx.run(write);
  return { ...user, path, expiresAt };
};
