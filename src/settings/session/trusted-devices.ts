/**
 * Trusted devices: browsers in which a user has signed in before, recognized by a random cookie that outlives the
 * session. It grants no access; it only has a failure counter of its own (login-throttle.ts).
 */

import type { FastifyReply } from 'fastify';
import type { Owner } from '../../access/credentials/passwords.ts';
import { hashOf, newSecret, organisationOf } from '../../access/credentials/random-secret.ts';
import { cookieName, cookieOptions } from '../../access/sessions/cookies.ts';
import type { Database } from '../../db/database.ts';
import { DAY_MS } from '../../shared/durations.ts';
import { emailKey } from '../../shared/email.ts';
import { type Sql, sql } from '../../sql/sql.ts';

const KEPT_DAYS = 90;
/** Browsers of a user; a program that keeps no cookies is a new one each time. */
const MOST = 20;
const NAME = 'broker_crm_browser';

interface Here {
  readonly db: Database;
  readonly now: () => number;
  readonly secure: boolean;
  readonly reply: FastifyReply;
}

const cookieOf = ({ reply, secure }: Here): string => reply.request.cookies[cookieName(NAME, secure)] ?? '';

const daysAgo = (now: number): string => new Date(now - KEPT_DAYS * DAY_MS).toISOString();

/** A browser, and the user who has signed in with it. */
export interface TrustedDevice extends Owner {
  readonly id: string;
}

/** Whether a browser is one of a user. */
export const isDeviceOf = (browser: TrustedDevice | null, { orgId, kid }: Owner): boolean =>
  browser?.orgId === orgId && browser.kid === kid;

/**
 * The trusted device of a call for an address; null for any other browser.
 * @param only the requested organisation: an account of that address in another one does not count
 */
export const findTrustedDevice = async (here: Here, email: string, only?: number): Promise<TrustedDevice | null> => {
  const secret = cookieOf(here);
  const orgId = organisationOf(secret);
  if (orgId === null || (only !== undefined && only !== orgId)) return null;
  const id = hashOf(secret);
  const [row] = await here.db.read<Pick<Owner, 'kid'>>(sql`select b.kid from known_browser b
    join credential c on c.org_id = ${orgId} and c.kid = b.kid and c.email_lower = ${emailKey(email)}
    where b.org_id = ${orgId} and b.id = ${id} and b.used_at > ${daysAgo(here.now())}::timestamptz`);
  return row ? { id, orgId, kid: row.kid } : null;
};

/** Makes the browser of a call known: statements for the transaction of the sign-in, and the cookie once it is done. */
export const trustDevice = (here: Here, orgId: number, kid: number): { writes: Sql[]; tell: () => void } => {
  const given = cookieOf(here);
  const secret = organisationOf(given) === orgId ? given : newSecret(orgId);
  const at = new Date(here.now()).toISOString();
  const writes = [
    sql`insert into known_browser (org_id, id, kid, used_at) values (${orgId}, ${hashOf(secret)}, ${kid}, ${at})
      on conflict (org_id, id) do update set kid = excluded.kid, used_at = excluded.used_at`,
    sql`delete from known_browser where org_id = ${orgId} and kid = ${kid} and id not in
      (select id from known_browser where org_id = ${orgId} and kid = ${kid} order by used_at desc limit ${MOST})`,
  ];
  const tell = () => {
    const options = { ...cookieOptions(here.secure), maxAge: KEPT_DAYS * 86_400 };
    here.reply.setCookie(cookieName(NAME, here.secure), secret, options);
  };
  return { writes, tell };
};

/** DELETE of the browsers that a user is known by. */
export const removeTrustedDevices = (orgId: number, kid: number): Sql =>
  sql`delete from known_browser where org_id = ${orgId} and kid = ${kid}`;

/** DELETE of devices that were not used for a long time. */
export const pruneTrustedDevices = (now: number): Sql => sql`delete from known_browser where used_at < ${daysAgo(now)}`;
