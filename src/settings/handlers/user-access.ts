/** How users sign in, as administrators look after it: their sessions, their second factor, and whether it is required. */
import { auditEntry } from '../../db/audit-entry.ts';
import { fail } from '../../errors/api-error.ts';
import { lockUser, releaseWorkAccount, resetSecondFactor, signOut } from '../../operations/users/sign-in-admin.ts';
import { userEvent } from '../../operations/users/user-audit-events.ts';
import { sql } from '../../sql/sql.ts';
import { numberOf } from '../request/perform.ts';
import { type CallOf, DONE, type Handlers, type SettingsCall } from '../request/settings-call.ts';
import { listSessions, revokeSession } from '../session/sessions.ts';
import { acting } from '../sign-in/reauthentication.ts';

const sessions = async (here: SettingsCall) => {
  const { db, session, now } = here;
  const kid = numberOf(here, 'kid');
  await db.transaction((tx) => lockUser(tx, session.orgId, kid));
  const items = await listSessions(db, session.orgId, kid, now());
  return { items: items.map((one) => ({ ...one, current: one.id === session.id })) };
};

const endAll = async (here: SettingsCall) => {
  await here.db.transaction((tx) => signOut(tx, acting(here), numberOf(here, 'kid')));
  return DONE;
};

const endOne = async (here: SettingsCall) => {
  const kid = numberOf(here, 'kid');
  await here.db.transaction(async (tx) => {
    const ended = await tx.run(revokeSession(here.session.orgId, kid, here.params.session ?? ''));
    if (!ended.length) throw fail('not_found');
    await tx.finish([userEvent(acting(here), kid, 'sessions-ended', { sessions: [1, 0] })]);
  });
  return DONE;
};

/** @throws 403 `own_factor`: one's own is switched off with the password and a code */
const takeAway = async (here: SettingsCall) => {
  const kid = numberOf(here, 'kid');
  if (kid === here.session.kid) throw fail('own_factor');
  if (!(await here.db.transaction((tx) => resetSecondFactor(tx, acting(here), kid)))) throw fail('not_found');
  return DONE;
};

const releaseAccount = async (here: SettingsCall) => {
  if (!(await here.db.transaction((tx) => releaseWorkAccount(tx, acting(here), numberOf(here, 'kid')))))
    throw fail('not_found');
  return DONE;
};

const requireFactor = async (here: CallOf<'PUT /second-factor'>) => {
  const { db, session, body } = here;
  const { orgId } = session;
  await db.transaction(async (tx) => {
    const [before] = await tx.run<{ second_factor: string }>(
      sql`select second_factor from organisation where org_id = ${orgId} for no key update`,
    );
    if (!before || before.second_factor === body.required_of) return;
    const { now, ...actor } = acting(here);
    await tx.finish([
      sql`update organisation set second_factor = ${body.required_of} where org_id = ${orgId}`,
      auditEntry(
        { actor, now },
        {
          section: 'settings',
          recordId: 0,
          action: 'second-factor',
          changes: { required_of: [before.second_factor, body.required_of] },
          security: true,
        },
      ),
    ]);
  });
  return DONE;
};

export const userAccess = {
  'GET /users/:kid/sessions': sessions,
  'DELETE /users/:kid/sessions': endAll,
  'DELETE /users/:kid/sessions/:session': endOne,
  'DELETE /users/:kid/factor': takeAway,
  'DELETE /users/:kid/work-account': releaseAccount,
  'PUT /second-factor': requireFactor,
} satisfies Partial<Handlers>;
