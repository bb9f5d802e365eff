/** Browsers that are signed in: a random value in a cookie, its hash in the database, asked at every call. */
import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hashOf, newSecret, organisationOf } from '../access/secrets.ts';
import type { Database, Tx } from '../db/database.ts';
import { ADMINISTRATOR } from '../model/users.ts';
import { userName } from '../operations/full-name.ts';
import { instant, type Sql, sql } from '../sql.ts';
import { browserName } from './browser-name.ts';
import { cookieName, cookieOptions } from './cookies.ts';
import { forgetOldBrowsers } from './known-browsers.ts';
import type { AnswerOf } from './routes/index.ts';
import type { Duty } from './routes/route.ts';

const NAME = 'broker_crm_session';
const LONGEST_MS = 12 * 3_600_000;
const IDLE_MS = 2 * 3_600_000;
/** A session's last use is written at most this often. */
const NOTED_EVERY_MS = 60_000;

/** Who is signed in. */
export interface Session {
  readonly id: string;
  readonly orgId: number;
  readonly kid: number;
  readonly csrf: string;
  readonly email: string;
  readonly name: string;
  readonly rolle: string | null;
  readonly administrator: boolean;
  readonly totp: boolean;
  readonly must: Duty | null;
  readonly organisation: string;
  readonly timeZone: string;
  /** Name of the organisation's logo. */
  readonly logo: string | null;
}

/** The value of the session's cookie. */
export const cookieOf = (request: FastifyRequest, secure: boolean): string | undefined =>
  request.cookies[cookieName(NAME, secure)];

/** Hands the browser its session. */
export const setSession = (reply: FastifyReply, secure: boolean, cookie: string): FastifyReply =>
  reply.setCookie(cookieName(NAME, secure), cookie, cookieOptions(secure));

/** Takes the cookie away from the browser. */
export const clearSession = (reply: FastifyReply, secure: boolean): FastifyReply =>
  reply.clearCookie(cookieName(NAME, secure), cookieOptions(secure));

/** Where a session begins. */
export interface Place {
  readonly address: string;
  readonly userAgent: string | undefined;
}

/** Signs a user in. @returns the cookie's value, and the statement that makes it good */
export const newSession = (
  orgId: number,
  kid: number,
  now: number,
  { address, userAgent }: Place,
): { cookie: string; write: Sql } => {
  const cookie = newSecret(orgId);
  const at = new Date(now).toISOString();
  const csrf = randomBytes(24).toString('base64url');
  const write = sql`insert into session (org_id, id, kid, csrf, created_at, used_at, address, browser)
    values (${orgId}, ${hashOf(cookie)}, ${kid}, ${csrf}, ${at}, ${at}, ${address}, ${browserName(userAgent)})`;
  return { cookie, write };
};

/** Condition of sessions that have not ended by themselves. */
const living = (now: number): Sql =>
  sql`s.created_at > ${new Date(now - LONGEST_MS).toISOString()}::timestamptz and s.used_at > ${new Date(now - IDLE_MS).toISOString()}::timestamptz`;

interface Row {
  readonly kid: number;
  readonly csrf: string;
  readonly used: number;
  readonly email: string;
  readonly name: string;
  readonly rolle: string | null;
  readonly totp: boolean;
  readonly temporary: boolean;
  readonly second_factor: AnswerOf<'GET /users'>['second_factor'];
  readonly organisation: string;
  readonly time_zone: string;
  readonly logo: string | null;
}

const dutyOf = ({ temporary, totp, second_factor: required, rolle }: Row): Duty | null => {
  if (temporary) return 'password';
  if (totp || required === 'nobody') return null;
  return required === 'everybody' || rolle === ADMINISTRATOR ? 'factor' : null;
};

/** The session of a cookie; null where it ended, or its user cannot sign in any more. */
export const findSession = async (db: Database, cookie: string | undefined, now: number): Promise<Session | null> => {
  const orgId = cookie === undefined ? null : organisationOf(cookie);
  if (cookie === undefined || orgId === null) return null;
  const own = db.of(orgId);
  const id = hashOf(cookie);
  const [row] =
    await own.read<Row>(sql`select s.kid, s.csrf, extract(epoch from s.used_at)::float8 * 1000 as used, u.email,
      ${userName} as name, u.rolle, c.totp_secret is not null as totp, c.temporary,
      o.second_factor, o.name as organisation, o.time_zone, o.logo_name as logo
    from session s
    join contact u on u.org_id = ${orgId} and u.id = s.kid and u.section = 'users' and u.del = 0 and u.aktiv
    join credential c on c.org_id = ${orgId} and c.kid = s.kid
    join organisation o on o.org_id = ${orgId}
    where s.org_id = ${orgId} and s.id = ${id} and ${living(now)}`);
  if (!row) return null;
  if (now - row.used > NOTED_EVERY_MS) {
    const at = new Date(now).toISOString();
    await own.transaction((tx) =>
      tx.run(sql`update session set used_at = ${at} where org_id = ${orgId} and id = ${id}`),
    );
  }
  const { used: _used, temporary: _temporary, second_factor: _required, time_zone: timeZone, ...shown } = row;
  return { id, orgId, ...shown, administrator: row.rolle === ADMINISTRATOR, must: dutyOf(row), timeZone };
};

/** What the UI learns about its session. */
export const sessionAnswer = (session: Session | null): AnswerOf<'GET /session'> =>
  session === null
    ? { signed_in: false }
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
        },
        organisation: {
          org_id: session.orgId,
          name: session.organisation,
          time_zone: session.timeZone,
          logo: session.logo,
        },
      };

/** A session as people look at it. */
type ListedSession = Omit<AnswerOf<'GET /account/sessions'>['items'][number], 'current'>;

/** The sessions of a user, the one used last first. Their ids are hashes of what the cookies hold, and no secrets. */
export const listSessions = async (db: Database, orgId: number, kid: number, now: number): Promise<ListedSession[]> =>
  db.read<ListedSession>(sql`select s.id, ${instant('s.created_at')} as created_at, ${instant('s.used_at')} as used_at,
      s.address, s.browser
    from session s where s.org_id = ${orgId} and s.kid = ${kid} and ${living(now)} order by s.used_at desc, s.id limit 500`);

/** How many sessions each user has: a column for a list of users `t`. */
export const sessionCount = (orgId: number, now: number): Sql =>
  sql`(select count(*)::int from session s where s.org_id = ${orgId} and s.kid = t.id and ${living(now)})`;

/** Keeps a session from ending until the transaction does. @returns whether it is still there */
export const holdSession = async (
  tx: Tx,
  { orgId, kid, id }: Pick<Session, 'orgId' | 'kid' | 'id'>,
): Promise<boolean> => {
  const found = await tx.run(
    sql`select 1 from session where org_id = ${orgId} and kid = ${kid} and id = ${id} for key share`,
  );
  return found.length > 0;
};

/** DELETE of one session of a user. */
export const endSession = (orgId: number, kid: number, id: string): Sql =>
  sql`delete from session where org_id = ${orgId} and kid = ${kid} and id = ${id} returning id`;

/** Removes what ended long ago: sessions, links, failed logins, browsers. */
export const forgetSessions = async (db: Database, now: number): Promise<void> => {
  const old = new Date(now - LONGEST_MS).toISOString();
  await db.transaction(async (tx) => {
    await tx.run(sql`delete from session where created_at < ${old}`);
    await tx.run(sql`delete from invitation where expires_at < ${new Date(now).toISOString()}`);
    await tx.run(sql`delete from login_failure where since < ${old}`);
    await tx.run(forgetOldBrowsers(now));
  });
};
