/** Which user a work account belongs to (rules 8.15). */
import { passkeyCount } from '../../access/credentials/passkeys.ts';
import { findSession } from '../../access/sessions/find-session.ts';
import type { Database, Tx } from '../../db/database.ts';
import { type Code, fail } from '../../errors/api-error.ts';
import type { Person } from '../../operations/sso/issuer.ts';
import type { SsoClient } from '../../operations/sso/sso-settings.ts';
import { userEvent } from '../../operations/users/user-audit-events.ts';
import { emailKey } from '../../shared/email.ts';
import { sql } from '../../sql/sql.ts';
import { perform } from '../request/perform.ts';
import type { SettingsCall } from '../request/settings-call.ts';
import { cookieOf } from '../session/sessions.ts';
import { acting } from './reauthentication.ts';

type Here = SettingsCall<unknown>;

/** The user of a work account; `kid` null: none yet, `refusal` says whether one may be created. */
export interface Match {
  readonly kid: number | null;
  readonly name: string | null;
  readonly refusal: Code | null;
}

interface Row {
  readonly kid: number;
  readonly name: string;
  readonly aktiv: boolean;
  readonly issuer: string | null;
  readonly subject: string | null;
}

const domainOf = (email: string): string => emailKey(email.slice(email.lastIndexOf('@') + 1));

const mayCreate = ({ create_role: role, create_domains: domains }: SsoClient, email: string): boolean =>
  role !== null && domains.includes(domainOf(email));

/**
 * Finds the user by issuer and subject; the first time by the verified e-mail address within the organisation. A later
 * change of the address at the issuer changes nothing. A user who is bound to another account is refused.
 */
export const matchUser = async (db: Pick<Database, 'read'>, sso: SsoClient, person: Person): Promise<Match> => {
  const { orgId, issuer } = sso;
  const { subject, email, verified } = person;
  const rows =
    await db.read<Row>(sql`select u.id as kid, coalesce(nullif(concat_ws(' ', u.vorname, u.name), ''), u.email) as name,
      u.aktiv, c.sso_issuer as issuer, c.sso_subject as subject
    from contact u left join credential c on c.org_id = ${orgId} and c.kid = u.id
    where u.org_id = ${orgId} and u.section = 'users' and u.del = 0
      and (lower(u.email collate "C") = ${emailKey(email ?? '')} or (c.sso_issuer = ${issuer} and c.sso_subject = ${subject}))`);
  const isBound = (row: Row): boolean => row.issuer === issuer && row.subject === subject;
  const row = rows.find(isBound) ?? rows[0];
  const refuse = (refusal: Code | null): Match => ({ kid: row?.kid ?? null, name: row?.name ?? null, refusal });
  if (row && isBound(row)) return refuse(row.aktiv ? null : 'sso_user_inactive');
  if (email === null) return refuse('sso_no_email');
  if (!verified) return refuse('sso_email_unverified');
  if (!row) return refuse(mayCreate(sso, email) ? null : 'sso_no_user');
  if (!row.aktiv) return refuse('sso_user_inactive');
  return refuse(row.subject === null ? null : 'sso_other_account');
};

/** Creates the user of a work account; a licence has to be free. @returns the kid @throws 400 `license_quota_exceeded` */
export const createUser = async (here: Here, sso: SsoClient, person: Person): Promise<number> => {
  const { firstName, lastName, email } = person;
  const body = { email, vorname: firstName, name: lastName ?? email, rolle: sso.create_role, lizenz: true };
  // Without a user, as the service itself.
  const by = { ...here, db: here.db.forOrg(sso.orgId), session: { orgId: sso.orgId, kid: null } };
  const made = await perform(by, 'create', { collection: 'users', body });
  return (made as { id: number }).id;
};

/**
 * Binds a user to their work account, if that is not done yet. The user is locked by the caller.
 * @returns whether the user has a second factor here
 * @throws 403 `sso_other_account` where another sign-in was quicker
 */
export const bindUser = async (
  tx: Tx,
  here: Here,
  { orgId, issuer }: Pick<SsoClient, 'orgId' | 'issuer'>,
  { kid, subject, email }: { readonly kid: number; readonly subject: string; readonly email: string },
): Promise<{ readonly protected: boolean }> => {
  const [row] = await tx.run<{ issuer: string | null; subject: string | null; protected: boolean }>(
    sql`select sso_issuer as issuer, sso_subject as subject,
        totp_secret is not null or ${passkeyCount(orgId, sql`${kid}`)} > 0 as protected
      from credential where org_id = ${orgId} and kid = ${kid} for update`,
  );
  if (row?.subject === subject && row.issuer === issuer) return row;
  if (row?.subject) throw fail('sso_other_account');
  await tx.run(
    row
      ? sql`update credential set sso_issuer = ${issuer}, sso_subject = ${subject} where org_id = ${orgId} and kid = ${kid}`
      : sql`insert into credential (org_id, kid, email_lower, changed_at, sso_issuer, sso_subject)
          values (${orgId}, ${kid}, ${emailKey(email)}, ${new Date(here.now()).toISOString()}, ${issuer}, ${subject})`,
  );
  await tx.run(userEvent(acting(here, orgId, kid), kid, 'sso-bound', { issuer: [null, issuer] }));
  return { protected: row?.protected ?? false };
};

/**
 * Notes that the user of a session has proved at the issuer that it is them.
 * @param id of the session that asked
 * @throws 401 `not_signed_in` for another session; 403 `sso_other_account` for the account of another user
 */
export const noteProof = async (here: Here, sso: SsoClient, person: Person, id: string | null): Promise<void> => {
  const { db, reply, secure, now } = here;
  const session = await findSession(db, cookieOf(reply.request, secure), now());
  if (!session || session.id !== id || session.orgId !== sso.orgId) throw fail('not_signed_in');
  const { kid, refusal } = await matchUser(db.forOrg(sso.orgId), sso, person);
  if (kid !== session.kid || refusal !== null) throw fail('sso_other_account');
  await db
    .forOrg(sso.orgId)
    .transaction((tx) =>
      tx.run(
        sql`update session set proved_at = ${new Date(now()).toISOString()} where org_id = ${sso.orgId} and id = ${id}`,
      ),
    );
};
