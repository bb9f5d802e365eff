/** What users do for themselves: password, second factor and sessions. */
import { passwordIssues } from '../access/password-rules.ts';
import { hashPassword, setPassword } from '../access/passwords.ts';
import { fail, invalid } from '../errors.ts';
import { dropFactor, endLinks, endSessions } from '../operations/users/login-writes.ts';
import { signOut } from '../operations/users/sign-in-acts.ts';
import { userEvent } from '../operations/users/user-events.ts';
import { instant, sql } from '../sql.ts';
import { perform } from './acting.ts';
import { attempt, countsOfPassword } from './attempts.ts';
import { type CallOf, DONE, type Handlers, type SettingsCall } from './call.ts';
import { acting, holdCaller, proven } from './door.ts';
import { forgetBrowsers, knowBrowser, knownBrowser } from './known-browsers.ts';
import { confirmSecret, makeRecoveryCodes, proposeSecret } from './second-factor.ts';
import { endSession, listSessions } from './sessions.ts';

const show = async ({ db, session, now }: SettingsCall) => {
  const { orgId, kid, email, name, rolle, totp } = session;
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
  const issues = await passwordIssues(body.password, session);
  if (body.password === body.current) {
    issues.push({
      path: ['password'],
      code: 'same_password',
      message: 'This is the current password: choose another one.',
    });
  }
  if (issues.length) throw invalid(issues);
  const browser = knowBrowser(here, orgId, kid);
  await proven(here, { password: body.current, code: body.code, path: 'current' }, async () => {
    const hashed = await hashPassword(body.password);
    return async (tx) => {
      await setPassword(tx, session, hashed, now());
      await tx.finish([
        endSessions(orgId, kid, id),
        endLinks(orgId, kid),
        forgetBrowsers(orgId, kid),
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
  proven(here, here.body, async () => (tx) => {
    const { orgId, kid, email } = here.session;
    return proposeSecret(tx, orgId, kid, email);
  });

/** The secret is in force with its first code; the recovery codes are shown this once. */
const confirm = async (here: CallOf<'POST /account/totp/confirm'>) => {
  const { db, session, body, now } = here;
  const { orgId, kid, id, email } = session;
  const browser = await knownBrowser(here, email, orgId);
  return attempt(here, countsOfPassword(here, email, browser), () =>
    db.transaction(async (tx) => {
      await holdCaller(tx, session);
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
  proven(here, here.body, async () => async (tx) => {
    const { orgId, kid, id } = here.session;
    await tx.finish([
      ...dropFactor(orgId, kid),
      endSessions(orgId, kid, id),
      userEvent(acting(here), kid, 'factor-off'),
    ]);
    return DONE;
  });

const renewCodes = (here: Proven) =>
  proven(here, here.body, async () => async (tx) => {
    const { orgId, kid, totp } = here.session;
    if (!totp) throw fail('not_found');
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
    const ended = await tx.run(endSession(session.orgId, session.kid, params.session ?? ''));
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
