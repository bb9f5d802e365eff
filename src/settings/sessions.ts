/** Browsers that are signed in: a random value in a cookie, its hash in the database, asked at every call. */
import { randomBytes } from 'node:crypto';
import { hashOf, newSecret, organisationOf } from '../access/secrets.ts';
import type { Database } from '../db/database.ts';
import { sql } from '../sql.ts';

export const COOKIE = 'broker_crm_session';
const LONGEST_MS = 12 * 3_600_000;
const IDLE_MS = 2 * 3_600_000;
/** A session's last use is written at most this often. */
const NOTED_EVERY_MS = 60_000;
const ADMINISTRATOR = 'admin';

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
  readonly organisation: string;
  readonly timeZone: string;
}

/** Signs a user in. @returns the cookie's value */
export const startSession = async (db: Database, orgId: number, kid: number, now: number): Promise<string> => {
  const secret = newSecret(orgId);
  const at = new Date(now).toISOString();
  await db.transaction((tx) =>
    tx.run(
      sql`insert into session (org_id, id, kid, csrf, created_at, used_at) values (${orgId}, ${hashOf(secret)}, ${kid}, ${randomBytes(24).toString('base64url')}, ${at}, ${at})`,
    ),
  );
  return secret;
};

interface Row {
  readonly kid: number;
  readonly csrf: string;
  readonly used: number;
  readonly email: string;
  readonly name: string;
  readonly rolle: string | null;
  readonly totp: boolean;
  readonly organisation: string;
  readonly time_zone: string;
}

/** The session of a cookie; null where it ended, or its user cannot sign in any more. */
export const findSession = async (db: Database, cookie: string | undefined, now: number): Promise<Session | null> => {
  const orgId = cookie === undefined ? null : organisationOf(cookie);
  if (cookie === undefined || orgId === null) return null;
  const id = hashOf(cookie);
  const [row] =
    await db.read<Row>(sql`select s.kid, s.csrf, extract(epoch from s.used_at)::float8 * 1000 as used, u.email,
      concat_ws(' ', nullif(u.vorname, ''), u.name) as name, u.rolle, c.totp_secret is not null as totp, o.name as organisation, o.time_zone
    from session s
    join contact u on u.org_id = ${orgId} and u.id = s.kid and u.section = 'users' and u.del = 0 and u.aktiv
    join credential c on c.org_id = ${orgId} and c.kid = s.kid
    join organisation o on o.org_id = ${orgId}
    where s.org_id = ${orgId} and s.id = ${id} and s.created_at > ${new Date(now - LONGEST_MS).toISOString()}::timestamptz
      and s.used_at > ${new Date(now - IDLE_MS).toISOString()}::timestamptz`);
  if (!row) return null;
  if (now - row.used > NOTED_EVERY_MS) {
    const at = new Date(now).toISOString();
    await db.transaction((tx) =>
      tx.run(sql`update session set used_at = ${at} where org_id = ${orgId} and id = ${id}`),
    );
  }
  const { kid, csrf, email, name, rolle, totp, organisation, time_zone: timeZone } = row;
  const administrator = rolle === ADMINISTRATOR;
  return { id, orgId, kid, csrf, email, name, rolle, administrator, totp, organisation, timeZone };
};

/** What the UI is told of itself. */
export const sessionAnswer = (session: Session | null) =>
  session === null
    ? { signed_in: false }
    : {
        signed_in: true,
        csrf: session.csrf,
        user: {
          kid: session.kid,
          name: session.name,
          email: session.email,
          rolle: session.rolle,
          administrator: session.administrator,
          totp: session.totp,
        },
        organisation: { org_id: session.orgId, name: session.organisation, time_zone: session.timeZone },
      };

/** Ends one session. */
export const endSession = async (db: Database, { orgId, id }: Pick<Session, 'orgId' | 'id'>): Promise<void> => {
  await db.transaction((tx) => tx.run(sql`delete from session where org_id = ${orgId} and id = ${id}`));
};

/** Ends all sessions of a user but one. */
export const endOthers = async (db: Database, orgId: number, kid: number, but: string | null): Promise<void> => {
  await db.transaction((tx) =>
    tx.run(sql`delete from session where org_id = ${orgId} and kid = ${kid} and id is distinct from ${but}::text`),
  );
};

/** Removes what ended long ago: sessions, links, failed logins. */
export const forgetSessions = async (db: Database, now: number): Promise<void> => {
  const old = new Date(now - LONGEST_MS).toISOString();
  await db.transaction(async (tx) => {
    await tx.run(sql`delete from session where created_at < ${old}`);
    await tx.run(sql`delete from invitation where expires_at < ${new Date(now).toISOString()}`);
    await tx.run(sql`delete from login_failure where since < ${old}`);
  });
};
