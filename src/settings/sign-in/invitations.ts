/** One-time links that set the first or a new password. The second factor is not changed. */

import { mayUsePassword } from '../../access/credentials/local-sign-in.ts';
import { checkPassword } from '../../access/credentials/password-strength.ts';
import { hashPassword, lockUser, setPassword } from '../../access/credentials/passwords.ts';
import { hashOf, organisationOf } from '../../access/credentials/random-secret.ts';
import { userName } from '../../derive/full-name.ts';
import { fail, invalid } from '../../errors/api-error.ts';
import { endSessions, revokeLinks } from '../../operations/commit/user-session-effects.ts';
import { userEvent } from '../../operations/users/user-audit-events.ts';
import { instant, sql } from '../../sql/sql.ts';
import { type CallOf, DONE, type Handlers, type SettingsCall } from '../request/settings-call.ts';
import type { AnswerOf } from '../routes/index.ts';
import { removeTrustedDevices, trustDevice } from '../session/trusted-devices.ts';
import { acting } from './reauthentication.ts';

type Shown = AnswerOf<'GET /invitations/:secret'>;

interface Invitation extends Shown {
  readonly org_id: number;
  readonly kid: number;
  /** Whether the user may sign in with a password. */
  readonly may: boolean;
}

/** The link of the path. @throws 404 `unknown_invitation`, 403 `local_passwords_off` */
const findInvitation = async ({ db, params, now }: SettingsCall<unknown>): Promise<Invitation> => {
  const secret = params.secret ?? '';
  const orgId = organisationOf(secret);
  const at = new Date(now()).toISOString();
  const [row] =
    orgId === null
      ? []
      : await db.read<Invitation>(sql`select i.org_id, i.kid, i.kind, u.email, ${userName} as name,
          o.name as organisation, ${instant('i.expires_at')} as expires_at, ${mayUsePassword(orgId)} as may
        from invitation i join contact u on u.org_id = ${orgId} and u.id = i.kid and u.section = 'users' and u.del = 0 and u.aktiv
        join organisation o on o.org_id = ${orgId}
        where i.org_id = ${orgId} and i.id = ${hashOf(secret)} and i.expires_at > ${at}::timestamptz`);
  if (!row) throw fail('unknown_invitation');
  if (!row.may) throw fail('local_passwords_off');
  return row;
};

/**
 * Sets the password. Sessions and trusted devices of the user end; the browser that opened the link becomes trusted,
 * so that guesses at this account do not lock out its user. The user row is locked before the link: a concurrent
 * change of the address ends the link, or finds the password that it set.
 */
const acceptInvitation = async (here: CallOf<'POST /invitations/:secret'>) => {
  const { db, params, body, now } = here;
  const invitation = await findInvitation(here);
  const { org_id: orgId, kid, kind } = invitation;
  const issues = await checkPassword(body.password, invitation);
  if (issues.length) throw invalid(issues);
  const hashed = await hashPassword(body.password);
  const browser = trustDevice(here, orgId, kid);
  const email = await db.transaction(async (tx) => {
    const address = await lockUser(tx, { orgId, kid });
    if (address === null) throw fail('unknown_invitation');
    const used = await tx.run(
      sql`delete from invitation where org_id = ${orgId} and id = ${hashOf(params.secret ?? '')} returning kid`,
    );
    if (!used.length) throw fail('unknown_invitation');
    await setPassword(tx, { orgId, kid }, hashed, now());
    await tx.finish([
      revokeLinks(orgId, kid),
      endSessions(orgId, kid),
      removeTrustedDevices(orgId, kid),
      ...browser.writes,
      userEvent(acting(here, orgId, kid), kid, kind === 'reset' ? 'password-reset' : 'password'),
    ]);
    return address;
  });
  browser.tell();
  return { ...DONE, email };
};

const showInvitation = async (here: SettingsCall) => {
  const { org_id: _org, kid: _kid, may: _may, ...shown } = await findInvitation(here);
  return shown;
};

export const invitations = {
  'GET /invitations/:secret': showInvitation,
  'POST /invitations/:secret': acceptInvitation,
} satisfies Partial<Handlers>;
