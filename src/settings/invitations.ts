/** The one-time links that begin an account or renew its password. A second factor stays as it is. */
import { passwordIssues } from '../access/password-rules.ts';
import { hashPassword, holdOwner, setPassword } from '../access/passwords.ts';
import { hashOf, organisationOf } from '../access/secrets.ts';
import { userName } from '../derive/full-name.ts';
import { fail, invalid } from '../errors.ts';
import { endLinks, endSessions } from '../operations/users/login-writes.ts';
import { userEvent } from '../operations/users/user-events.ts';
import { instant, sql } from '../sql.ts';
import { type CallOf, DONE, type Handlers, type SettingsCall } from './call.ts';
import { acting } from './door.ts';
import { forgetBrowsers, knowBrowser } from './known-browsers.ts';
import type { AnswerOf } from './routes/index.ts';

type Shown = AnswerOf<'GET /invitations/:secret'>;

interface Invitation extends Shown {
  readonly org_id: number;
  readonly kid: number;
}

/** The link of the path. @throws 404 `unknown_invitation` */
const findInvitation = async ({ db, params, now }: SettingsCall<unknown>): Promise<Invitation> => {
  const secret = params.secret ?? '';
  const orgId = organisationOf(secret);
  const at = new Date(now()).toISOString();
  const [row] =
    orgId === null
      ? []
      : await db.read<Invitation>(sql`select i.org_id, i.kid, i.kind, u.email, ${userName} as name,
          o.name as organisation, ${instant('i.expires_at')} as expires_at
        from invitation i join contact u on u.org_id = ${orgId} and u.id = i.kid and u.section = 'users' and u.del = 0 and u.aktiv
        join organisation o on o.org_id = ${orgId}
        where i.org_id = ${orgId} and i.id = ${hashOf(secret)} and i.expires_at > ${at}::timestamptz`);
  if (!row) throw fail('unknown_invitation');
  return row;
};

/**
 * Sets the password. Sessions end, and browsers that were known are no more; the one that the link was opened in is,
 * so that whoever guesses at this account keeps nobody out who was given a link. The user is held before the link: whoever
 * changes the address ends the link, or finds the password that it set.
 */
const acceptInvitation = async (here: CallOf<'POST /invitations/:secret'>) => {
  const { db, params, body, now } = here;
  const invitation = await findInvitation(here);
  const { org_id: orgId, kid, kind } = invitation;
  const issues = await passwordIssues(body.password, invitation);
  if (issues.length) throw invalid(issues);
  const hashed = await hashPassword(body.password);
  const browser = knowBrowser(here, orgId, kid);
  const email = await db.transaction(async (tx) => {
    const address = await holdOwner(tx, { orgId, kid });
    if (address === null) throw fail('unknown_invitation');
    const used = await tx.run(
      sql`delete from invitation where org_id = ${orgId} and id = ${hashOf(params.secret ?? '')} returning kid`,
    );
    if (!used.length) throw fail('unknown_invitation');
    await setPassword(tx, { orgId, kid }, hashed, now());
    await tx.finish([
      endLinks(orgId, kid),
      endSessions(orgId, kid),
      forgetBrowsers(orgId, kid),
      ...browser.writes,
      userEvent(acting(here, orgId, kid), kid, kind === 'reset' ? 'password-reset' : 'password'),
    ]);
    return address;
  });
  browser.tell();
  return { ...DONE, email };
};

const showInvitation = async (here: SettingsCall) => {
  const { org_id: _org, kid: _kid, ...shown } = await findInvitation(here);
  return shown;
};

export const invitations = {
  'GET /invitations/:secret': showInvitation,
  'POST /invitations/:secret': acceptInvitation,
} satisfies Partial<Handlers>;
