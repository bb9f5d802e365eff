/** One-time links that let a user set a password: the first one, or a new one. */
import type { Tx } from '../db/database.ts';
import { fail } from '../errors.ts';
import { sql } from '../sql.ts';
import { hashOf, newSecret } from './secrets.ts';

const DAY_MS = 86_400_000;
const VALID_MS = { invitation: 7 * DAY_MS, reset: DAY_MS } as const;

/** A link as it was made; its secret is stored nowhere. */
export interface Invitation {
  readonly kind: keyof typeof VALID_MS;
  /** Address of the page below the service's origin. */
  readonly path: string;
  readonly email: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/**
 * Makes a link for a user; older ones of the user end. The caller notes it in the same transaction.
 * @param now milliseconds since 1970
 * @throws 404 `not_found`
 */
export const makeInvitation = async (tx: Tx, orgId: number, kid: number, now: number): Promise<Invitation> => {
  const [user] = await tx.run<{ email: string; has_password: boolean }>(
    sql`select u.email, c.kid is not null as has_password from contact u left join credential c on c.org_id = ${orgId} and c.kid = u.id
      where u.org_id = ${orgId} and u.id = ${kid} and u.section = 'users' and u.del = 0`,
  );
  if (!user) throw fail('not_found');
  const kind = user.has_password ? 'reset' : 'invitation';
  const secret = newSecret(orgId);
  const expiresAt = new Date(now + VALID_MS[kind]).toISOString();
  await tx.run(sql`delete from invitation where org_id = ${orgId} and kid = ${kid}`);
  await tx.run(
    sql`insert into invitation (org_id, id, kid, kind, expires_at) values (${orgId}, ${hashOf(secret)}, ${kid}, ${kind}, ${expiresAt})`,
  );
  return { kind, path: `/invitation/${secret}`, email: user.email, expiresAt };
};
