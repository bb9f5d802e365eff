/** Starts, lists and ends the sessions of signed-in browsers. `src/access/sessions/find-session.ts` looks them up. */
import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hashOf, newSecret } from '../../access/credentials/random-secret.ts';
import { cookieName, cookieOptions } from '../../access/sessions/cookies.ts';
import { isLive, SESSION_COOKIE, SESSION_MAX_MS, type Session } from '../../access/sessions/find-session.ts';
import type { Database } from '../../db/database.ts';
import { isSsoOffered } from '../../operations/sso/sso-settings.ts';
import { instant, type Sql, sql } from '../../sql/sql.ts';
import type { AnswerOf } from '../routes/index.ts';
import { pruneTrustedDevices } from './trusted-devices.ts';
import { userAgentName } from './user-agent.ts';

/** The value of the session's cookie. */
export const cookieOf = (request: FastifyRequest, secure: boolean): string | undefined =>
  request.cookies[cookieName(SESSION_COOKIE, secure)];

/** Sets the cookie of a session. */
export const setSession = (reply: FastifyReply, secure: boolean, cookie: string): FastifyReply =>
  reply.setCookie(cookieName(SESSION_COOKIE, secure), cookie, cookieOptions(secure));

/** Deletes the cookie of a session. */
export const clearSession = (reply: FastifyReply, secure: boolean): FastifyReply =>
  reply.clearCookie(cookieName(SESSION_COOKIE, secure), cookieOptions(secure));

/** Client address and browser of a new session. */
export interface SessionOrigin {
  readonly address: string;
  readonly userAgent: string | undefined;
  /** Signed in at the issuer: whether its second factor counts. */
  readonly ssoFactor?: boolean;
}

/** Creates a session of a user. @returns the cookie's value, and the statement that stores the session */
export const newSession = (
  orgId: number,
  kid: number,
  now: number,
  { address, userAgent, ssoFactor }: SessionOrigin,
): { cookie: string; write: Sql } => {
  const cookie = newSecret(orgId);
  const at = new Date(now).toISOString();
  const csrf = randomBytes(24).toString('base64url');
  const write = sql`insert into session (org_id, id, kid, csrf, created_at, used_at, address, browser, sso_factor)
    values (${orgId}, ${hashOf(cookie)}, ${kid}, ${csrf}, ${at}, ${at}, ${address}, ${userAgentName(userAgent)}, ${ssoFactor ?? null})`;
  return { cookie, write };
};

/** The response to `GET /session`. */
export const sessionAnswer = async (db: Database, session: Session | null): Promise<AnswerOf<'GET /session'>> =>
  session === null
    ? { signed_in: false, sso: await isSsoOffered(db) }
    : {
        signed_in: true,
        csrf: session.csrf,
        must: session.must,
        user: {
          kid: session.kid,
          name: session.name,
          email: session.email,
          rolle: session.rolle,
          administrator: session.administrator,
          totp: session.totp,
          passkeys: session.passkeys,
          proof: session.proof,
          scopes: [...session.scopes],
        },
        organisation: {
          org_id: session.orgId,
          name: session.organisation,
          time_zone: session.timeZone,
          logo: session.logo,
        },
      };

/** A session in the list of a user. */
type ListedSession = Omit<AnswerOf<'GET /account/sessions'>['items'][number], 'current'>;

/** The sessions of a user, last used first. Their ids are hashes of the cookie values, and no secrets. */
export const listSessions = async (db: Database, orgId: number, kid: number, now: number): Promise<ListedSession[]> =>
  db.read<ListedSession>(sql`select s.id, ${instant('s.created_at')} as created_at, ${instant('s.used_at')} as used_at,
      s.address, s.browser
    from session s where s.org_id = ${orgId} and s.kid = ${kid} and ${isLive(now)} order by s.used_at desc, s.id limit 500`);

/** How many sessions each user has: a column for a list of users `t`. */
export const sessionCount = (orgId: number, now: number): Sql =>
  sql`(select count(*)::int from session s where s.org_id = ${orgId} and s.kid = t.id and ${isLive(now)})`;

/** DELETE of one session of a user. */
export const revokeSession = (orgId: number, kid: number, id: string): Sql =>
  sql`delete from session where org_id = ${orgId} and kid = ${kid} and id = ${id} returning id`;

/** Deletes old rows: sessions, links, failed logins, trusted devices. */
export const pruneSessions = async (db: Database, now: number): Promise<void> => {
  const old = new Date(now - SESSION_MAX_MS).toISOString();
  await db.transaction(async (tx) => {
    await tx.run(sql`delete from session where created_at < ${old}`);
    await tx.run(sql`delete from invitation where expires_at < ${new Date(now).toISOString()}`);
    await tx.run(sql`delete from login_failure where since < ${old}`);
    await tx.run(pruneTrustedDevices(now));
  });
};
