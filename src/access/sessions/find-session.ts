/** Sessions of signed-in users: a random value in a cookie, its hash in the database, looked up at every call. */
import type { Database, Tx } from '../../db/database.ts';
import { advisersOf } from '../../db/tenant/advisers.ts';
import { type Code, fail } from '../../errors/api-error.ts';
import { HOUR_MS } from '../../shared/durations.ts';
import { ADMIN_ROLE, parseRoles, scopesOfRole } from '../../shared/roles.ts';
import { type Sql, sql } from '../../sql/sql.ts';
import { passkeyCount } from '../credentials/passkeys.ts';
import { hashOf, organisationOf } from '../credentials/random-secret.ts';
import { planValue } from '../organisations/plan.ts';
import type { Caller } from '../tokens/token-cache.ts';

/** Name of the session's cookie (see `cookieName`). */
export const SESSION_COOKIE = 'broker_crm_session';
/** Header of every response to a session: organisation and user of the session. */
export const SIGNED_IN_HEADER = 'x-signed-in';
export const SESSION_MAX_MS = 12 * HOUR_MS;
const IDLE_MS = 2 * HOUR_MS;
/** A session's last use is written at most this often. */
const TOUCH_INTERVAL_MS = 60_000;

/** An action required before any other: change a temporary password, set up a required second factor. */
export type RequiredAction = 'password' | 'factor';

/** How a user proves that it is them: by the password; at the issuer, without one; or they did so there just now. */
type ProofKind = 'password' | 'issuer' | 'proved';

/** How long a proof at the issuer replaces the password. */
const PROVED_MS = 10 * 60_000;

/** A signed-in user. */
export interface Session {
  readonly id: string;
  readonly orgId: number;
  readonly kid: number;
  readonly csrf: string;
  readonly email: string;
  readonly name: string;
  readonly rolle: string | null;
  readonly administrator: boolean;
  /** Of the second factor: the app, and passkeys. */
  readonly totp: boolean;
  readonly passkeys: number;
  readonly must: RequiredAction | null;
  readonly proof: ProofKind;
  /** Signed in at the issuer of the organisation. */
  readonly sso: boolean;
  readonly organisation: string;
  readonly timeZone: string;
  /** Name of the organisation's logo. */
  readonly logo: string | null;
  /** The scopes of the user's role on `/v3`. */
  readonly scopes: ReadonlySet<string>;
  /** The users whose customers the user sees; null: all customers (rules 8.14). */
  readonly advisers: readonly number[] | null;
  readonly settingsVersion: number;
  readonly contractActive: boolean;
  /** Milliseconds since 1970. */
  readonly trialEnds: number | null;
  readonly licenses: number;
  /** Names of the events that an active webhook of the organisation wants. */
  readonly events: ReadonlySet<string>;
}

/** Condition of sessions `s` that have not expired. */
export const isLive = (now: number): Sql =>
  sql`s.created_at > ${new Date(now - SESSION_MAX_MS).toISOString()}::timestamptz and s.used_at > ${new Date(now - IDLE_MS).toISOString()}::timestamptz`;

interface Row {
  readonly kid: number;
  readonly csrf: string;
  readonly used: number;
  readonly email: string;
  readonly vorname: string | null;
  readonly name: string | null;
  readonly rolle: string | null;
  readonly totp: boolean;
  readonly passkeys: number;
  readonly temporary: boolean;
  readonly has_password: boolean;
  readonly sso_factor: boolean | null;
  readonly proved: number | null;
  readonly second_factor: 'nobody' | 'administrators' | 'everybody';
  readonly organisation: string;
  readonly time_zone: string;
  readonly logo: string | null;
  readonly roles: string | null;
  readonly settings_version: number;
  readonly contract: string;
  readonly trial_ends: number | null;
  readonly plan: string;
  readonly events: string | null;
}

const requiredActionOf = ({
  temporary,
  totp,
  passkeys,
  sso_factor: issuers,
  second_factor: required,
  rolle,
}: Row): RequiredAction | null => {
  if (temporary && issuers === null) return 'password';
  if (totp || passkeys || issuers || required === 'nobody') return null;
  return required === 'everybody' || rolle === ADMIN_ROLE ? 'factor' : null;
};

const sessionRow = (orgId: number, id: string, now: number): Sql =>
  sql`select s.kid, s.csrf, extract(epoch from s.used_at)::float8 * 1000 as used, u.email, u.vorname, u.name, u.rolle,
      c.totp_secret is not null as totp, ${passkeyCount(orgId, sql`s.kid`)} as passkeys, c.temporary, c.password_hash is not null as has_password, s.sso_factor,
      extract(epoch from s.proved_at)::float8 * 1000 as proved, o.second_factor, o.name as organisation, o.time_zone,
      o.logo_name as logo, (o.settings -> 'roles')::text as roles, o.settings_version, o.contract,
      extract(epoch from o.trial_ends)::float8 * 1000 as trial_ends, o.plan::text as plan,
      (
        select array_to_json(array_agg(distinct e))::text
        from webhook w, unnest(w.events) e
        where w.org_id = ${orgId} and w.active) as events
    from session s
    join contact u on u.org_id = ${orgId} and u.id = s.kid and u.section = 'users' and u.del = 0 and u.aktiv
    join credential c on c.org_id = ${orgId} and c.kid = s.kid
    join organisation o on o.org_id = ${orgId} and o.deletion_began_at is null
    where s.org_id = ${orgId} and s.id = ${id} and ${isLive(now)}`;

const proofOf = ({ has_password: has, proved }: Row, now: number): ProofKind => {
  if (has) return 'password';
  return proved !== null && proved > now - PROVED_MS ? 'proved' : 'issuer';
};

/** Of a session, in addition to its row. */
interface Found {
  readonly advisers: Session['advisers'];
  readonly now: number;
}

const sessionOf = (orgId: number, id: string, row: Row, { advisers, now }: Found): Session => ({
  id,
  orgId,
  kid: row.kid,
  csrf: row.csrf,
  email: row.email,
  name: [row.vorname, row.name].filter(Boolean).join(' ') || row.email,
  rolle: row.rolle,
  administrator: row.rolle === ADMIN_ROLE,
  totp: row.totp,
  passkeys: row.passkeys,
  must: requiredActionOf(row),
  proof: proofOf(row, now),
  sso: row.sso_factor !== null,
  organisation: row.organisation,
  timeZone: row.time_zone,
  logo: row.logo,
  scopes: scopesOfRole(parseRoles(row.roles), row.rolle),
  advisers,
  settingsVersion: row.settings_version,
  contractActive: row.contract === 'active',
  trialEnds: row.trial_ends,
  licenses: planValue(JSON.parse(row.plan), 'licenses') ?? 0,
  events: new Set(row.events === null ? [] : (JSON.parse(row.events) as string[])),
});

/** The session of a cookie; null where it has expired, or its user cannot sign in any more. */
export const findSession = async (db: Database, cookie: string | undefined, now: number): Promise<Session | null> => {
  const orgId = cookie === undefined ? null : organisationOf(cookie);
  if (cookie === undefined || orgId === null) return null;
  const own = db.forOrg(orgId);
  const id = hashOf(cookie);
  const [row] = await own.read<Row>(sessionRow(orgId, id, now));
  if (!row) return null;
  if (now - row.used > TOUCH_INTERVAL_MS) {
    const at = new Date(now).toISOString();
    await own.transaction((tx) =>
      tx.run(sql`update session set used_at = ${at} where org_id = ${orgId} and id = ${id}`),
    );
  }
  const user = { orgId, userKid: row.kid, rolle: row.rolle, roles: parseRoles(row.roles) };
  return sessionOf(orgId, id, row, { advisers: await advisersOf(own, user), now });
};

/** Error codes of calls that have to wait for a required action. */
export const REQUIRED_ACTION_CODES = {
  password: 'password_change_required',
  factor: 'factor_required',
} as const satisfies Record<RequiredAction, Code>;

/** The caller of `/v3` that a session is: its user, without a token. @throws 403 while an action is required */
export const callerOf = (session: Session): Caller => {
  if (session.must) throw fail(REQUIRED_ACTION_CODES[session.must]);
  const { orgId, organisation, scopes, advisers, timeZone, settingsVersion, licenses, events } = session;
  return {
    orgId,
    organisation,
    tokenId: null,
    userKid: session.kid,
    userActive: true,
    scopes,
    advisers,
    timeZone,
    settingsVersion,
    licenses,
    events,
  };
};

/** Keeps a session from ending until the transaction does. @returns whether it still exists */
export const lockSession = async (
  tx: Tx,
  { orgId, kid, id }: Pick<Session, 'orgId' | 'kid' | 'id'>,
): Promise<boolean> => {
  const found = await tx.run(
    sql`select 1 from session where org_id = ${orgId} and kid = ${kid} and id = ${id} for key share`,
  );
  return found.length > 0;
};
