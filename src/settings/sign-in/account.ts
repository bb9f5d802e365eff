/** Own account of a user: password, second factor and sessions. */
import { checkPassword } from '../../access/credentials/password-strength.ts';
import { hashPassword, setPassword } from '../../access/credentials/passwords.ts';
import { fail, invalid } from '../../errors/api-error.ts';
import {
  dropRecoveryCodes,
  endSessions,
  removeTotp,
  revokeLinks,
} from '../../operations/commit/user-session-effects.ts';
import { signOut } from '../../operations/users/sign-in-admin.ts';
import { userEvent } from '../../operations/users/user-audit-events.ts';
import { instant, sql } from '../../sql/sql.ts';
import { perform } from '../request/perform.ts';
import { type CallOf, DONE, type Handlers, type SettingsCall } from '../request/settings-call.ts';
import { listSessions, revokeSession } from '../session/sessions.ts';
import { findTrustedDevice, removeTrustedDevices, trustDevice } from '../session/trusted-devices.ts';
import { listPasskeys } from './account-passkeys.ts';
import { countsOfPassword, throttleAttempt } from './login-throttle.ts';
import { acting, lockCaller, requireReauth } from './reauthentication.ts';
import { confirmSecret, makeRecoveryCodes, proposeSecret } from './second-factor.ts';

const show = async ({ db, session, now }: SettingsCall) => {
  const { orgId, kid, email, name, rolle, totp } = session;
  const passkeys = listPasskeys(db, session);
  const [row] = await db.read<{
    changed: string;
    login: string | null;
    codes: number;
    vorname: string | null;
    nachname: string | null;
  }>(
    sql`select ${instant('c.changed_at')} as changed, ${instant('u.letzter_login')} as login, u.vorname, u.name as nachname,
        (select count(*)::int from recovery_code r where r.org_id = ${orgId} and r.kid = ${kid}) as codes
      from credential c join contact u on u.org_id = ${orgId} and u.id = c.kid where c.org_id = ${orgId} and c.kid = ${kid}`,
  );
  return {
    kid,
    email,
    name,
    profile: { vorname: row?.vorname ?? null, name: row?.nachname ?? null },
    rolle,
    totp,
    passkeys: await passkeys,
    recovery_codes: row?.codes ?? 0,
    letzter_login: row?.login ?? null,
    password_changed_at: row?.changed ?? null,
    sessions: (await listSessions(db, orgId, kid, now())).length,
  };
};

const rename = async (here: CallOf<'PATCH /account'>) => {
  await perform(here, 'update', { collection: 'users', pathIds: [here.session.kid], body: here.body });
  return DONE;
};

/** Other sessions and all one-time links end, and of the browsers that were known this one alone stays so. */
const changePassword = async (here: CallOf<'POST /account/password'>) => {
  const { session, body, now } = here;
  const { orgId, kid, id } = session;
  const issues = await checkPassword(body.password, session);
  if (body.password === body.current) {
    issues.push({
      path: ['password'],
      code: 'same_password',
      message: 'This is the current password: choose another one.',
    });
  }
  if (issues.length) throw invalid(issues);
  const browser = trustDevice(here, orgId, kid);
  await requireReauth(here, { ...body, password: body.current, path: 'current' }, async () => {
    const hashed = await hashPassword(body.password);
    return async (tx) => {
      await setPassword(tx, session, hashed, now());
      await tx.finish([
        endSessions(orgId, kid, id),
        revokeLinks(orgId, kid),
        removeTrustedDevices(orgId, kid),
        ...browser.writes,
        userEvent(acting(here), kid, 'password'),
      ]);
    };
  });
  browser.tell();
  return DONE;
};

type Proven = CallOf<'POST /account/totp'>;

const propose = (here: Proven) =>
  requireReauth(here, here.body, async () => (tx) => {
    const { orgId, kid, email } = here.session;
    return proposeSecret(tx, orgId, kid, email);
  });

/** The secret is in force with its first code; the recovery codes are shown this once. */
const confirm = async (here: CallOf<'POST /account/totp/confirm'>) => {
  const { db, session, body, now } = here;
  const { orgId, kid, id, email } = session;
  const browser = await findTrustedDevice(here, email, orgId);
  return throttleAttempt(here, countsOfPassword(here, email, browser), () =>
    db.transaction(async (tx) => {
      await lockCaller(tx, session);
      if (!(await confirmSecret(tx, orgId, kid, body.code, now()))) {
        const message = 'The code is wrong, has expired or has already been used.';
        throw invalid([{ path: ['code'], code: 'code_invalid', message }]);
      }
      const codes = await makeRecoveryCodes(tx, orgId, kid);
      await tx.finish([endSessions(orgId, kid, id), userEvent(acting(here), kid, 'factor-on')]);
      return { ...DONE, recovery_codes: codes };
    }),
  );
};

const switchOff = (here: Proven) =>
  requireReauth(here, here.body, async () => async (tx) => {
    const { orgId, kid, id } = here.session;
    await tx.finish([
      removeTotp(orgId, kid),
      dropRecoveryCodes(orgId, kid),
      endSessions(orgId, kid, id),
      userEvent(acting(here), kid, 'factor-off'),
    ]);
    return DONE;
  });

const renewCodes = (here: Proven) =>
  requireReauth(here, here.body, async () => async (tx) => {
    const { orgId, kid, totp, passkeys } = here.session;
    if (!totp && !passkeys) throw fail('not_found');
    const codes = await makeRecoveryCodes(tx, orgId, kid);
    await tx.finish([userEvent(acting(here), kid, 'recovery-codes')]);
    return { recovery_codes: codes };
  });

const sessions = async ({ db, session, now }: SettingsCall) => {
  const items = await listSessions(db, session.orgId, session.kid, now());
  return { items: items.map((one) => ({ ...one, current: one.id === session.id })) };
};

const endOne = async (here: SettingsCall) => {
  const { db, session, params } = here;
  await db.transaction(async (tx) => {
    const ended = await tx.run(revokeSession(session.orgId, session.kid, params.session ?? ''));
    if (!ended.length) throw fail('not_found');
    await tx.finish([userEvent(acting(here), session.kid, 'sessions-ended', { sessions: [1, 0] })]);
  });
  return DONE;
};

const endOthers = async (here: SettingsCall) => {
  const { db, session } = here;
  await db.transaction((tx) => signOut(tx, acting(here), session.kid, session.id));
  return DONE;
};

export const account = {
  'GET /account': show,
  'PATCH /account': rename,
  'POST /account/password': changePassword,
  'POST /account/totp': propose,
  'POST /account/totp/confirm': confirm,
  'POST /account/totp/off': switchOff,
  'POST /account/recovery-codes': renewCodes,
  'GET /account/sessions': sessions,
  'DELETE /account/sessions': endOthers,
  'DELETE /account/sessions/:session': endOne,
} satisfies Partial<Handlers>;
