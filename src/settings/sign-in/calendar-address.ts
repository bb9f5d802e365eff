/** The secret address of a user's calendar, stored as a hash with the user's credential. */
import { hashOf, newSecret } from '../../access/credentials/random-secret.ts';
import { userEvent } from '../../operations/users/user-audit-events.ts';
import { sql } from '../../sql/sql.ts';
import { DONE, type Handlers, type SettingsCall } from '../request/settings-call.ts';
import { acting } from './reauthentication.ts';

const show = async ({ db, session: { orgId, kid } }: SettingsCall) => {
  const [row] = await db.read<{ active: boolean }>(
    sql`select calendar_hash is not null as active from credential where org_id = ${orgId} and kid = ${kid}`,
  );
  return { active: row?.active ?? false };
};

/** Stores the hash of an address, or none. */
const store = async (here: SettingsCall, hash: string | null): Promise<void> => {
  const { orgId, kid } = here.session;
  await here.db.transaction((tx) =>
    tx.finish([
      sql`update credential set calendar_hash = ${hash} where org_id = ${orgId} and kid = ${kid}`,
      userEvent(acting(here), kid, hash === null ? 'calendar-off' : 'calendar-on'),
    ]),
  );
};

const renew = async (here: SettingsCall) => {
  const secret = newSecret(here.session.orgId);
  await store(here, hashOf(secret));
  return { url: `${here.origin}/calendar/${secret}.ics` };
};

const end = async (here: SettingsCall) => {
  await store(here, null);
  return DONE;
};

export const calendarAddress = {
  'GET /account/calendar': show,
  'POST /account/calendar': renew,
  'DELETE /account/calendar': end,
} satisfies Partial<Handlers>;
