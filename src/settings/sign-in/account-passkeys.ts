/** The passkeys of the own account: adding and removing them. */
import { handleOf, passkeyCount } from '../../access/credentials/passkeys.ts';
import type { Owner } from '../../access/credentials/passwords.ts';
import type { Database, Tx } from '../../db/database.ts';
import { fail } from '../../errors/api-error.ts';
import { dropRecoveryCodes, endSessions } from '../../operations/commit/user-session-effects.ts';
import { userEvent } from '../../operations/users/user-audit-events.ts';
import { MAX_PASSKEYS } from '../../shared/limits.ts';
import { instant, sql } from '../../sql/sql.ts';
import { type CallOf, DONE, type Handlers } from '../request/settings-call.ts';
import type { AnswerOf } from '../routes/index.ts';
import { userAgentName } from '../session/user-agent.ts';
import { ALGORITHMS, checkNewPasskey, issueChallenge, relyingParty } from './passkey-ceremony.ts';
import { acting, lockCaller, requireReauth } from './reauthentication.ts';
import { makeRecoveryCodes } from './second-factor.ts';

/** The passkeys of a user, oldest first. */
export const listPasskeys = (
  db: Database,
  { orgId, kid }: Owner,
): Promise<AnswerOf<'GET /account'>['passkeys'][number][]> =>
  db.read(sql`select id, name, ${instant('created_at')} as created_at, ${instant('used_at')} as used_at
    from passkey where org_id = ${orgId} and kid = ${kid} order by passkey.created_at, id`);

/** Counts passkeys and recovery codes before one more passkey. @throws 409 `too_many_passkeys` */
const checkCount = async (tx: Tx, { orgId, kid }: Owner): Promise<{ codes: number }> => {
  const [row] = await tx.run<{ passkeys: number; codes: number }>(
    sql`select ${passkeyCount(orgId, sql`${kid}`)} as passkeys,
      (select count(*)::int from recovery_code r where r.org_id = ${orgId} and r.kid = ${kid}) as codes
      from credential where org_id = ${orgId} and kid = ${kid}`,
  );
  if ((row?.passkeys ?? 0) >= MAX_PASSKEYS) throw fail('too_many_passkeys');
  return { codes: row?.codes ?? 0 };
};

const propose = async (
  here: CallOf<'POST /account/passkeys/challenge'>,
): Promise<AnswerOf<'POST /account/passkeys/challenge'>> => {
  const { db, session, body } = here;
  const party = relyingParty(here);
  await requireReauth(here, body, async () => (tx) => checkCount(tx, session));
  return {
    challenge: issueChallenge(here, session.id),
    rp: { id: party.id, name: 'Broker CRM' },
    user: {
      id: handleOf(session).toString('base64url'),
      // Shown where a browser has several: of one address in two organisations too.
      name: `${session.email} (${session.organisation})`,
      displayName: session.name,
    },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
    excludeCredentials: (await listPasskeys(db, session)).map(({ id }) => ({ type: 'public-key', id })),
  };
};

/** Recovery codes come with the first part of the second factor. */
const add = async (here: CallOf<'POST /account/passkeys'>) => {
  const { db, session, body, now, reply } = here;
  const { orgId, kid } = session;
  const { id, key, counter, take } = await checkNewPasskey(here, session.id, body.passkey);
  const name = body.name || userAgentName(reply.request.headers['user-agent']) || 'Passkey';
  const at = new Date(now()).toISOString();
  return db.transaction(async (tx) => {
    await lockCaller(tx, session);
    await take(tx, session);
    const { codes } = await checkCount(tx, session);
    await tx.run(sql`insert into passkey (org_id, kid, id, public_key, counter, name, created_at)
      values (${orgId}, ${kid}, ${id}, ${key}, ${counter}, ${name}, ${at})
      on conflict (org_id, kid, id) do update set public_key = excluded.public_key, counter = excluded.counter, name = excluded.name`);
    const recovery = codes ? [] : await makeRecoveryCodes(tx, orgId, kid);
    await tx.finish([
      endSessions(orgId, kid, session.id),
      userEvent(acting(here), kid, 'passkey-added', { passkey: [null, name] }),
    ]);
    return { ...DONE, recovery_codes: recovery };
  });
};

const remove = (here: CallOf<'POST /account/passkeys/remove'>) =>
  requireReauth(here, here.body, async () => async (tx) => {
    const { orgId, kid, id } = here.session;
    const [removed] = await tx.run<{ name: string }>(
      sql`delete from passkey where org_id = ${orgId} and kid = ${kid} and id = ${here.body.id} returning name`,
    );
    if (!removed) throw fail('not_found');
    await tx.finish([
      dropRecoveryCodes(orgId, kid),
      endSessions(orgId, kid, id),
      userEvent(acting(here), kid, 'passkey-removed', { passkey: [removed.name, null] }),
    ]);
    return DONE;
  });

export const accountPasskeys = {
  'POST /account/passkeys/challenge': propose,
  'POST /account/passkeys': add,
  'POST /account/passkeys/remove': remove,
} satisfies Partial<Handlers>;
