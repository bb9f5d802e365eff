/** What users do for themselves: password and second factor; and the one-time links that begin and renew an account. */
import { z } from 'zod';
import { findByPassword, setPassword } from '../access/passwords.ts';
import { hashOf, organisationOf } from '../access/secrets.ts';
import { fail, invalid } from '../errors.ts';
import { sql } from '../sql.ts';
import { call, DONE, field, type SettingsCall, type SettingsRoute, send } from './route.ts';
import { checkCode, confirmSecret, dropSecret, proposeSecret } from './second-factor.ts';
import { endOthers } from './sessions.ts';

const refuseCode = () =>
  invalid([{ path: ['code'], code: 'code_invalid', message: 'The code is wrong, expired or was used already.' }]);

const account = async ({ db, session }: SettingsCall) => {
  const { orgId, kid, email, name, rolle, totp } = session;
  const [row] = await db.read<{ changed: string; login: string | null; sessions: number }>(
    sql`select to_json(c.changed_at)#>>'{}' as changed, to_json(u.letzter_login)#>>'{}' as login,
        (select count(*)::int from session s where s.org_id = ${orgId} and s.kid = ${kid}) as sessions
      from credential c join contact u on u.org_id = ${orgId} and u.id = c.kid where c.org_id = ${orgId} and c.kid = ${kid}`,
  );
  return {
    kid,
    email,
    name,
    rolle,
    totp,
    letzter_login: row?.login,
    password_changed_at: row?.changed,
    sessions: row?.sessions,
  };
};

const changePassword = async (here: SettingsCall<{ current: string; password: string }>) => {
  const { db, session, body } = here;
  const found = await findByPassword(db, session.email, body.current);
  if (!found.some(({ orgId, kid }) => orgId === session.orgId && kid === session.kid)) {
    throw invalid([{ path: ['current'], code: 'wrong_password', message: 'This is not the current password.' }]);
  }
  await db.transaction((tx) => setPassword(tx, session.orgId, session.kid, session.email, body.password));
  await endOthers(db, session.orgId, session.kid, session.id);
  return DONE;
};

interface Invitation {
  readonly org_id: number;
  readonly kid: number;
  readonly kind: string;
  readonly email: string;
  readonly name: string;
  readonly organisation: string;
  readonly expires_at: string;
}

/** The link of the path. @throws 404 `unknown_invitation` */
const findInvitation = async ({ db, params, now }: SettingsCall<unknown>): Promise<Invitation> => {
  const secret = params.secret ?? '';
  const orgId = organisationOf(secret);
  const at = new Date(now()).toISOString();
  const [row] =
    orgId === null
      ? []
      : await db.read<Invitation>(sql`select i.org_id, i.kid, i.kind, u.email, concat_ws(' ', nullif(u.vorname, ''), u.name) as name,
          o.name as organisation, to_json(i.expires_at)#>>'{}' as expires_at
        from invitation i join contact u on u.org_id = ${orgId} and u.id = i.kid and u.section = 'users' and u.del = 0 and u.aktiv
        join organisation o on o.org_id = ${orgId}
        where i.org_id = ${orgId} and i.id = ${hashOf(secret)} and i.expires_at > ${at}::timestamptz`);
  if (!row) throw fail('unknown_invitation');
  return row;
};

const acceptInvitation = async (here: SettingsCall<{ password: string }>) => {
  const { db, params, body } = here;
  const { org_id: orgId, kid, email } = await findInvitation(here);
  await db.transaction(async (tx) => {
    const used = await tx.run(
      sql`delete from invitation where org_id = ${orgId} and id = ${hashOf(params.secret ?? '')} returning kid`,
    );
    if (!used.length) throw fail('unknown_invitation');
    await setPassword(tx, orgId, kid, email, body.password);
    // Whoever lost the password may have lost the device with the codes, too: the link replaces both.
    await tx.run(
      sql`update credential set totp_secret = null, totp_pending = null where org_id = ${orgId} and kid = ${kid}`,
    );
    await tx.run(sql`delete from invitation where org_id = ${orgId} and kid = ${kid}`);
  });
  await endOthers(db, orgId, kid, null);
  return { success: true, email };
};

const code = z.strictObject({ code: z.string().trim().min(1).max(20) });
const user = { who: 'user' } as const;

export const accountRoutes: readonly SettingsRoute[] = [
  call('GET', '/account', account, 'user'),
  send(
    'POST',
    '/account/password',
    z.strictObject({ current: z.string().max(200), password: field.password }),
    changePassword,
    user,
  ),
  call(
    'POST',
    '/account/totp',
    ({ db, session }) => proposeSecret(db, session.orgId, session.kid, session.email),
    'user',
  ),
  send(
    'POST',
    '/account/totp/confirm',
    code,
    async ({ db, session, body, now }) => {
      if (!(await confirmSecret(db, session.orgId, session.kid, body.code, now()))) throw refuseCode();
      return DONE;
    },
    user,
  ),
  send(
    'POST',
    '/account/totp/off',
    code,
    async ({ db, session, body, now }) => {
      if (!(await checkCode(db, session.orgId, session.kid, body.code, now()))) throw refuseCode();
      await dropSecret(db, session.orgId, session.kid);
      return DONE;
    },
    user,
  ),
  call(
    'GET',
    '/invitations/:secret',
    async (here) => {
      const { org_id: _org, kid: _kid, ...shown } = await findInvitation(here);
      return shown;
    },
    'anyone',
  ),
  send('POST', '/invitations/:secret', z.strictObject({ password: field.password }), acceptInvitation, {
    who: 'anyone',
  }),
];
