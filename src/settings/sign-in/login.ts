/** Signing in and out: e-mail, password and second factor, or a passkey alone. */

import { mayUsePassword } from '../../access/credentials/local-sign-in.ts';
import { findPasskey, ownerOf, passkeyCount, UNKNOWN_OWNER } from '../../access/credentials/passkeys.ts';
import {
  findUsersByEmail,
  lockPassword,
  type Named,
  type Owner,
  type Stored,
  verifyPassword,
} from '../../access/credentials/passwords.ts';
import { findSession } from '../../access/sessions/find-session.ts';
import type { AuditEntry } from '../../db/audit-entry.ts';
import type { Tx } from '../../db/database.ts';
import { jsonExpression } from '../../derive/storage/columns.ts';
import { fail } from '../../errors/api-error.ts';
import { registry } from '../../model/registry.ts';
import { type Acting, userEvent } from '../../operations/users/user-audit-events.ts';
import { raw, type Sql, sql } from '../../sql/sql.ts';
import { type CallOf, DONE, type Handlers, type SettingsCall } from '../request/settings-call.ts';
import type { OrganisationChoice } from '../routes/session.ts';
import { clearSession, cookieOf, newSession, revokeSession, sessionAnswer, setSession } from '../session/sessions.ts';
import { findTrustedDevice, isDeviceOf, type TrustedDevice, trustDevice } from '../session/trusted-devices.ts';
import {
  countAmongSeveral,
  countBeyond,
  countsOfCode,
  countsOfPasskey,
  countsOfPassword,
  isWrongGuess,
  subtract,
  throttleAttempt,
} from './login-throttle.ts';
import { checkPasskey, issueChallenge, refused, relyingParty } from './passkey-ceremony.ts';
import { acting, auditFailedLogin } from './reauthentication.ts';
import { consumeCode } from './second-factor.ts';
import { issuerLeavePage } from './sso-flow.ts';

type Here = CallOf<'POST /session'>;

interface Account extends Named {
  readonly name: string;
  readonly totp: boolean;
  readonly passkeys: number;
  /** Whether the user may sign in with a password. */
  readonly may: boolean;
}

/** Accounts with a matching password that may sign in. */
const accountsOf = async ({ db }: Here, named: readonly Named[]): Promise<Account[]> => {
  const accounts: Account[] = [];
  for (const one of named.filter(({ fits }) => fits)) {
    const { orgId, kid } = one;
    const [row] = await db.read<
      Pick<Account, 'name' | 'totp' | 'passkeys' | 'may'>
    >(sql`select o.name, c.totp_secret is not null as totp, ${passkeyCount(orgId, sql`${kid}`)} as passkeys,
        ${mayUsePassword(orgId)} as may
      from organisation o join contact u on u.org_id = ${orgId} and u.id = ${kid} and u.section = 'users' and u.del = 0 and u.aktiv
      join credential c on c.org_id = ${orgId} and c.kid = ${kid} where o.org_id = ${orgId}`);
    if (row) accounts.push({ ...one, ...row });
  }
  return accounts;
};

/**
 * Counts a guess at each of several accounts with one address. A user with an account in an own organisation signs in
 * there without limit: without counters of their own the others would get as many guesses (docs/decisions/0010).
 * @returns the accounts beyond their limit
 */
const countedOut = async (here: Here, all: readonly Stored[]): Promise<Stored[]> => {
  const out: Stored[] = [];
  for (const one of all) {
    const beyond = await countBeyond(here, countAmongSeveral(one));
    if (beyond) out.push(one);
    // Reported once: more would reveal how often the user signs in elsewhere.
    if (beyond === 1) await auditFailedLogin(here, [{ ...one, fits: false }], null);
  }
  return out;
};

/**
 * The account that e-mail and password fit.
 * @param browser the known browser of one of the accounts, at which it has a count of its own
 * @throws 401 `login_failed`, 409 `organisation_required`
 */
const accountFor = async (here: Here, browser: TrustedDevice | null): Promise<Account> => {
  const { db, body } = here;
  const all = await findUsersByEmail(db, body.email, body.org_id);
  const strange = all.length > 1 ? all.filter((one) => !isDeviceOf(browser, one)) : [];
  const out = await countedOut(here, strange);
  const named = await verifyPassword(
    all.filter((one) => !out.includes(one)),
    body.password,
  );
  const accounts = await accountsOf(here, named);
  const isFitting = ({ orgId }: Stored): boolean => accounts.some((account) => account.orgId === orgId);
  await subtract(here, strange.filter(isFitting).map(countAmongSeveral));
  const [account] = accounts;
  if (!account) {
    // Among several accounts the intended one is unknown; the client address is reported to none of them.
    await auditFailedLogin(here, named, all.length > 1 ? null : here.address);
    throw fail('login_failed');
  }
  if (accounts.length > 1) {
    const organisations = accounts.map(({ orgId, name }): OrganisationChoice => ({ org_id: orgId, name }));
    throw fail('organisation_required', { details: { organisations } });
  }
  return account;
};

/**
 * Records the login at the user, which is neither a change of the record nor an event, and locks the row: a user who
 * is being deactivated gets no session that would outlive that.
 */
export const noteLogin = ({ orgId, kid }: Owner, now: number): Sql => sql`update contact t
  set letzter_login = v.at,
    printed = ${jsonExpression(registry.get('users'), 't', { letzter_login: raw('v.at') })}
  from (select ${new Date(now).toISOString()}::timestamptz as at) v
  where t.org_id = ${orgId} and t.id = ${kid} and t.section = 'users' and t.del = 0 and t.aktiv
  returning t.id`;

/** Locks the user and the password as they were read. @throws 401 `login_failed` if they have changed since */
const holdAccount = async (tx: Tx, account: Account, now: number): Promise<void> => {
  const [user, stored] = await Promise.all([tx.run(noteLogin(account, now)), lockPassword(tx, account)]);
  if (!user.length || stored !== account.stored) throw fail('login_failed');
};

/** The second factor is required; the error names the parts that the user has. */
const codeRequired = ({ totp, passkeys }: Account) => fail('code_required', { details: { totp, passkeys } });

/**
 * Session, known browser and audit entries in one transaction.
 * @param prove locks the user and takes the proof. @returns further audit entries, and further members of the sign-in's one
 */
const begin = async (
  here: SettingsCall,
  { orgId, kid }: Owner,
  prove: (tx: Tx, acts: Acting) => Promise<{ entries: Sql[]; named?: AuditEntry['changes'] }>,
): Promise<string> => {
  const { db, now, address, reply } = here;
  const acts = acting(here, orgId, kid);
  return db.transaction(async (tx) => {
    const { entries, named } = await prove(tx, acts);
    const { cookie, write } = newSession(orgId, kid, now(), {
      address,
      userAgent: reply.request.headers['user-agent'],
    });
    const browser = trustDevice(here, orgId, kid);
    await tx.finish([
      write,
      ...browser.writes,
      ...entries,
      userEvent(acts, kid, 'sign-in', { address: [null, address], ...named }),
    ]);
    setSession(reply, here.secure, cookie);
    browser.tell();
    return cookie;
  });
};

/** @throws 401 `code_invalid` */
const byPassword = (here: Here, account: Account): Promise<string> =>
  begin(here, account, async (tx, acts) => {
    const { body, now } = here;
    const { orgId, kid } = account;
    await holdAccount(tx, account, now());
    const taken = await consumeCode(tx, orgId, kid, body.code ?? '', now());
    if (taken === null) throw body.code ? fail('code_invalid') : codeRequired(account);
    return { entries: taken === 'recovery-code' ? [userEvent(acts, kid, 'recovery-code-used')] : [] };
  });

const signIn = async (here: Here) => {
  const { db, body, now } = here;
  const browser = await findTrustedDevice(here, body.email, body.org_id);
  const cookie = await throttleAttempt(here, countsOfPassword(here, body.email, browser), async () => {
    const account = await accountFor(here, browser);
    if (!account.may) throw fail('local_passwords_off');
    if (!account.totp && !account.passkeys) return byPassword(here, account);
    if (!body.code) throw codeRequired(account);
    return throttleAttempt(here, countsOfCode(account, browser), () => byPassword(here, account)).catch(
      async (error: unknown) => {
        if (isWrongGuess(error)) await auditFailedLogin(here, [account], here.address, error);
        throw error;
      },
    );
  });
  return sessionAnswer(db, await findSession(db, cookie, now()));
};

/** The passkey names its user. @throws 401 `passkey_failed`, 409 `passkeys_unavailable` */
const signInByPasskey = async (here: CallOf<'POST /session/passkey'>) => {
  const { db, body, now, address } = here;
  const owner = ownerOf(body.userHandle ?? '');
  const cookie = await throttleAttempt(here, countsOfPasskey(here, owner ?? UNKNOWN_OWNER), async () => {
    const passkey = owner && (await findPasskey(db, owner, body.id));
    try {
      const use = await checkPasskey(here, passkey, body);
      return await begin(here, use.passkey, async (tx) => {
        if (!(await tx.run(noteLogin(use.passkey, now()))).length) throw refused('inactive');
        await use.take(tx);
        const [may] = await tx.run(sql`select 1 from contact u
          where u.org_id = ${use.passkey.orgId} and u.id = ${use.passkey.kid} and ${mayUsePassword(use.passkey.orgId)}`);
        if (!may) throw fail('local_passwords_off');
        return { entries: [], named: { passkey: [null, use.passkey.name] } };
      });
    } catch (error) {
      if (isWrongGuess(error))
        await auditFailedLogin(here, passkey ? [{ ...passkey, fits: false }] : [], address, error);
      throw error;
    }
  });
  return sessionAnswer(db, await findSession(db, cookie, now()));
};

/** Asks for a passkey of any user of this page. */
const challenge = async (here: SettingsCall) => ({
  challenge: issueChallenge(here),
  rpId: relyingParty(here).id,
  userVerification: 'required' as const,
});

const signOut = async (here: SettingsCall) => {
  const { db, session, reply, secure } = here;
  await db.transaction((tx) =>
    tx.finish([
      revokeSession(session.orgId, session.kid, session.id),
      userEvent(acting(here), session.kid, 'sign-out'),
    ]),
  );
  clearSession(reply, secure);
  return { ...DONE, leave: await issuerLeavePage(here) };
};

export const login = {
  'GET /session': async ({ db, reply, secure, now }) =>
    sessionAnswer(db, await findSession(db, cookieOf(reply.request, secure), now())),
  'POST /session': signIn,
  'POST /session/challenge': challenge,
  'POST /session/passkey': signInByPasskey,
  'DELETE /session': signOut,
} satisfies Partial<Handlers>;
