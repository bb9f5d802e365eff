/** Single sign-on of an organisation: its OpenID Connect issuer, and what holds for its users (rules 8.15). */
import { differences, entryBy } from '../../db/audit-entry.ts';
import type { Database, Tx } from '../../db/database.ts';
import type { SecretPlace } from '../../db/encryption/key-ring.ts';
import { fail, type Issue, invalid } from '../../errors/api-error.ts';
import { ADMIN_ROLE, rolesOf } from '../../shared/roles.ts';
import { raw, type Sql, sql } from '../../sql/sql.ts';
import { addressRule, checkedAddress, checkUrl, ForbiddenTarget } from '../../webhooks/public-address.ts';
import type { Allows } from '../mailboxes/imap.ts';
import type { By } from '../mailboxes/manage-mailboxes.ts';
import { lockSettings } from '../org-settings/settings-document.ts';

/** The settings as they are shown; the client secret never is. */
export type SsoSettings = {
  readonly issuer: string;
  readonly client_id: string;
  readonly active: boolean;
  /** Whether users who are no administrators may sign in with a password of this service too. */
  readonly local_passwords: boolean;
  /** Whether addresses that the issuer does not call verified count as verified. */
  readonly trust_emails: boolean;
  /** Whether a second factor at the issuer counts as one. */
  readonly trust_factor: boolean;
  /** Role of users that the first sign-in creates; null: none is created. */
  readonly create_role: string | null;
  /** Domains of the e-mail addresses of such users. */
  readonly create_domains: readonly string[];
};

/** The settings with the client secret. */
export interface SsoClient extends SsoSettings {
  readonly orgId: number;
  readonly clientSecret: string;
}

const COLUMNS = raw(
  's.issuer, s.client_id, s.active, s.local_passwords, s.trust_emails, s.trust_factor, s.create_role, s.create_domains',
);
const HIDDEN = '********';
/** Endpoints of Microsoft Entra for accounts of all tenants, whose administrators choose any e-mail address. */
const ALL_TENANTS = /^https:\/\/login\.microsoftonline\.[a-z]+\/(common|organizations|consumers)(\/|$)/i;

const placeOf = (orgId: number): SecretPlace => ({ org: orgId, table: 'sso', column: 'client_secret', row: orgId });

/** The settings; null without single sign-on. */
export const readSso = async (db: Pick<Database, 'read'>, orgId: number): Promise<SsoSettings | null> => {
  const [row] = await db.read<SsoSettings>(sql`select ${COLUMNS} from sso s where s.org_id = ${orgId}`);
  return row ?? null;
};

/** Whether any organisation of the installation has one that is active. */
export const isSsoOffered = async (db: Pick<Database, 'read'>): Promise<boolean> =>
  (await db.read(sql`select 1 from sso s where s.active limit 1`)).length > 0;

/** As `readSso`, locked until the transaction ends. */
export const lockSso = async (tx: Tx, orgId: number): Promise<SsoSettings | null> => {
  await tx.run(sql`select 1 from organisation where org_id = ${orgId} for no key update`);
  const [row] = await tx.run<SsoSettings>(sql`select ${COLUMNS} from sso s where s.org_id = ${orgId} for update`);
  return row ?? null;
};

/** The client of an organisation at its issuer; null without one, or where the organisation is being deleted. */
export const readSsoClient = async (db: Database, orgId: number): Promise<SsoClient | null> => {
  const [row] = await db.forOrg(orgId).read<SsoSettings & { secret: string | null }>(
    sql`select ${COLUMNS}, s.client_secret as secret from sso s
      join organisation o on o.org_id = ${orgId} and o.deletion_began_at is null where s.org_id = ${orgId}`,
  );
  if (!row) return null;
  const { secret, ...settings } = row;
  return { ...settings, orgId, clientSecret: secret === null ? '' : db.keyRing.decrypt(placeOf(orgId), secret) };
};

const issue = (name: string, code: string, message: string): Issue => ({ path: [name], code, message });

/** Addresses that only the operator's setting opens; http is allowed for them alone. */
export const privateOnly =
  (allows: Allows): Allows =>
  (address) =>
    allows(address) && !addressRule([])(address);

/** @throws 400 naming `issuer`: no https, not allowed, or an endpoint for all tenants of Microsoft */
const checkIssuer = async (issuer: string, allows: Allows): Promise<void> => {
  try {
    const { protocol, hostname, search, hash } = checkUrl(issuer, allows);
    if (search || hash) throw new ForbiddenTarget('The issuer has no query and no fragment.');
    if (ALL_TENANTS.test(issuer))
      throw new ForbiddenTarget('Name your own tenant: https://login.microsoftonline.com/<tenant id>/v2.0');
    if (protocol === 'http:')
      await checkedAddress(hostname.replace(/^\[|\]$/g, ''), privateOnly(allows)).catch(() => {
        throw new ForbiddenTarget('The issuer must start with https://.');
      });
  } catch (error) {
    if (!(error instanceof ForbiddenTarget)) throw error;
    throw invalid([issue('issuer', 'invalid_issuer', error.message)]);
  }
};

/** @throws 400 naming `create_role` or `local_passwords` */
const checkRules = async (tx: Tx, orgId: number, next: SsoSettings): Promise<void> => {
  const { create_role: role, active, local_passwords: local } = next;
  const { roles } = await lockSettings(tx, orgId);
  const isRole = role === null || (role !== ADMIN_ROLE && rolesOf(roles).some(({ id }) => id === role));
  if (!isRole)
    throw invalid([issue('create_role', 'invalid_value', 'This must be a role of the organisation other than admin.')]);
  if (!active || local) return;
  const able = await tx.run(sql`select 1 from contact u
    join credential c on c.org_id = ${orgId} and c.kid = u.id and c.password_hash is not null
    where u.org_id = ${orgId} and u.section = 'users' and u.del = 0 and u.aktiv and u.rolle = ${ADMIN_ROLE} limit 1`);
  if (able.length) return;
  const message = 'One administrator needs a password, for the case that the issuer fails.';
  throw invalid([issue('local_passwords', 'last_administrator', message)]);
};

/** The entry of a change; null where nothing changes. */
const entryOf = ({ orgId, author }: By, before: object | null, after: object | null, secret = false): Sql | null => {
  const changes = differences({ ...before }, { ...after });
  const all = { ...changes, ...(secret ? { client_secret: [HIDDEN, HIDDEN] } : {}) };
  if (!Object.keys(all).length) return null;
  return entryBy(author, orgId, { section: 'settings', recordId: 0, action: 'sso', changes: all, security: true });
};

/** Releases users from accounts at other issuers: an account there says nothing about one at the new issuer. */
const releaseOthers = (orgId: number, issuer: string | null): Sql => sql`update credential
  set sso_issuer = null, sso_subject = null
  where org_id = ${orgId} and sso_issuer is distinct from ${issuer}::text and sso_subject is not null`;

/** Sessions of users who may no longer sign in with a password go on until they end by themselves. */
const write = (orgId: number, isNew: boolean, next: SsoSettings, secret: Sql): Sql => {
  const { issuer, client_id: id, active, local_passwords: local, trust_emails: emails, trust_factor: factor } = next;
  const { create_role: role, create_domains: domains } = next;
  return isNew
    ? sql`insert into sso (org_id, issuer, client_id, client_secret, active, local_passwords, trust_emails, trust_factor,
          create_role, create_domains)
        values (${orgId}, ${issuer}, ${id}, ${secret}, ${active}, ${local}, ${emails}, ${factor}, ${role}, ${domains}::text[])`
    : sql`update sso s set issuer = ${issuer}, client_id = ${id}, client_secret = ${secret}, active = ${active},
          local_passwords = ${local}, trust_emails = ${emails}, trust_factor = ${factor}, create_role = ${role},
          create_domains = ${domains}::text[]
        where s.org_id = ${orgId}`;
};

/**
 * Sets single sign-on up; without a secret the stored one stays. Another issuer releases the users from their accounts
 * at the former one.
 * @param tx the transaction of the caller, which may have proved who it is
 * @throws 400 naming `issuer`, `client_secret` (required for another issuer or client), `create_role`,
 *   `local_passwords`
 */
export const prepareSso = async (
  by: By,
  { client_secret: secret, ...next }: SsoSettings & { readonly client_secret?: string | undefined },
  allows: Allows,
): Promise<(tx: Tx) => Promise<void>> => {
  const { orgId } = by;
  await checkIssuer(next.issuer, allows);
  return async (tx) => {
    const before = await lockSso(tx, orgId);
    const isKept = before?.issuer === next.issuer && before.client_id === next.client_id;
    if (!isKept && !secret)
      throw invalid([issue('client_secret', 'required', 'Another issuer or client needs its secret.')]);
    await checkRules(tx, orgId, next);
    const entry = entryOf(by, before, next, Boolean(secret));
    if (!entry) return;
    const stored = secret ? sql`${tx.keyRing.encrypt(placeOf(orgId), secret)}` : raw('s.client_secret');
    await tx.finish([write(orgId, before === null, next, stored), releaseOthers(orgId, next.issuer), entry]);
  };
};

/** Removes single sign-on; passwords hold again, and users are released from their accounts. @throws 404 without one */
export const removeSso = async (tx: Tx, by: By): Promise<void> => {
  const { orgId } = by;
  const before = await lockSso(tx, orgId);
  const entry = entryOf(by, before, null);
  if (!before || !entry) throw fail('not_found');
  await tx.finish([sql`delete from sso where org_id = ${orgId}`, releaseOthers(orgId, null), entry]);
};
