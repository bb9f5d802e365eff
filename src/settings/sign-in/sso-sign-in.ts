/** Signing in with the work account: at the OpenID Connect issuer of the organisation (rules 8.15). */
import { lockUser } from '../../access/credentials/passwords.ts';
import { auditEntry } from '../../db/audit-entry.ts';
import { ApiError, fail } from '../../errors/api-error.ts';
import { type Person, saidByIssuer, takeAnswer } from '../../operations/sso/issuer.ts';
import { prepareSso, readSso, readSsoClient, removeSso, type SsoClient } from '../../operations/sso/sso-settings.ts';
import { userEvent } from '../../operations/users/user-audit-events.ts';
import { emailKey } from '../../shared/email.ts';
import { sql } from '../../sql/sql.ts';
import { authorOf } from '../request/perform.ts';
import { type CallOf, DONE, type Handlers, type SettingsCall } from '../request/settings-call.ts';
import { newSession, setSession } from '../session/sessions.ts';
import { findTrustedDevice, trustDevice } from '../session/trusted-devices.ts';
import { noteLogin } from './login.ts';
import {
  count,
  countOfAddress,
  countsOfCode,
  countsOfServerTest,
  isWrongGuess,
  throttleAttempt,
} from './login-throttle.ts';
import { acting, auditFailedLogin, requireReauth } from './reauthentication.ts';
import { consumeCode } from './second-factor.ts';
import { bindUser, createUser, type Match, matchUser, noteProof } from './sso-account.ts';
import { allowedBy, begin, dropState, keepState, redirectOf, stateOf } from './sso-flow.ts';

type Here = SettingsCall<unknown>;

/** The organisations with an issuer in which an address has a user. */
const offersFor = ({ db }: Here, email: string) =>
  db.read<{ org_id: number; issuer: string }>(sql`select s.org_id, s.issuer from sso s
    join contact u on u.org_id = s.org_id and u.section = 'users' and u.del = 0 and u.aktiv
      and lower(u.email collate "C") = ${emailKey(email)}
    where s.active order by s.org_id limit 10`);

/** @throws 404 `sso_not_offered`; 409 `organisation_required`, which names the host of each issuer, no organisation */
const chosenOrganisation = async (here: CallOf<'POST /sso/start'>): Promise<number> => {
  const { email, org_id: orgId } = here.body;
  if (orgId !== undefined) return orgId;
  const [first, ...others] = await offersFor(here, email ?? '');
  if (!first) throw fail('sso_not_offered');
  if (!others.length) return first.org_id;
  const organisations = [first, ...others].map(({ org_id, issuer }) => ({
    org_id,
    name: `${new URL(issuer).host} (${org_id})`,
  }));
  throw fail('organisation_required', { details: { organisations } });
};

const start = (here: CallOf<'POST /sso/start'>) =>
  throttleAttempt(here, [countOfAddress(here)], async () => {
    const sso = await readSsoClient(here.db, await chosenOrganisation(here));
    if (!sso?.active) throw fail('sso_not_offered');
    return begin(here, sso, 'sign-in', here.body);
  });

/** Rolls back: a user is bound to the account with the code of their second factor, not before. */
class CodeMissing extends Error {}

/** Binds the user and begins a session. @returns whether there is one, or a code is missing */
const signInAs = async (
  here: Here,
  sso: SsoClient,
  account: {
    readonly kid: number;
    readonly subject: string;
    readonly to: string;
    readonly factor: boolean;
    readonly code: string | null;
  },
): Promise<'session' | 'code'> => {
  const { now, address, reply, secure } = here;
  const { orgId, issuer } = sso;
  const { kid, subject, to, factor, code } = account;
  const acts = acting(here, orgId, kid);
  const browser = trustDevice(here, orgId, kid);
  const begun = here.db.forOrg(orgId).transaction(async (tx) => {
    const email = await lockUser(tx, { orgId, kid });
    if (email === null) throw fail('sso_user_inactive');
    const { protected: needsCode } = await bindUser(tx, here, sso, { kid, subject, email });
    if (needsCode && !factor && code === null) throw new CodeMissing();
    const taken = code === null ? 'off' : await consumeCode(tx, orgId, kid, code, now());
    if (taken === null) throw fail('code_invalid');
    const userAgent = reply.request.headers['user-agent'];
    const session = newSession(orgId, kid, now(), { address, userAgent, ssoFactor: factor });
    await tx.finish([
      noteLogin({ orgId, kid }, now()),
      session.write,
      ...browser.writes,
      ...(taken === 'recovery-code' ? [userEvent(acts, kid, 'recovery-code-used')] : []),
      userEvent(acts, kid, 'sign-in', { address: [null, address], issuer: [null, issuer] }),
    ]);
    return session.cookie;
  });
  const cookie = await begun.catch((error: unknown) => {
    if (error instanceof CodeMissing) return null;
    throw error;
  });
  if (cookie === null) {
    keepState(here, { step: 'code', org: orgId, kid, issuer, subject, to });
    return 'code';
  }
  setSession(reply, secure, cookie);
  browser.tell();
  return 'session';
};

/** The user of a refused sign-in sees it in the audit log; without a user the organisation does. */
const auditRefusal = async (here: Here, { orgId }: SsoClient, kid: number | null, error: unknown): Promise<void> => {
  if (!(error instanceof ApiError)) return;
  const changes = { reason: [null, error.code], address: [null, here.address] };
  const acts = acting(here, orgId, null);
  const { now, ...actor } = acts;
  await here.db
    .forOrg(orgId)
    .transaction((tx) =>
      tx.finish([
        kid === null
          ? auditEntry(
              { actor, now },
              { section: 'settings', recordId: 0, action: 'sign-in-failed', changes, security: true },
            )
          : userEvent(acts, kid, 'sign-in-failed', changes),
      ]),
    );
};

const shownMatch = (sso: SsoClient, person: Person, { kid, name }: Match) => ({
  next: 'tested' as const,
  email: person.email,
  name,
  creates: kid === null ? sso.create_role : null,
});

/** A sign-in of a person whom the issuer knows. */
const admit = async (here: Here, sso: SsoClient, person: Person, { kid, refusal, to }: Match & { to: string }) => {
  if (refusal !== null) throw fail(refusal);
  return signInAs(here, sso, {
    kid: kid ?? (await createUser(here, sso, person)),
    subject: person.subject,
    to,
    factor: sso.trust_factor && person.factor,
    code: null,
  });
};

/**
 * The answer of the issuer, taken once: the state is dropped first. The organisation has to have the issuer and client
 * that the sign-in began with.
 */
const callback = async (here: CallOf<'POST /sso/callback'>) => {
  const { db, body } = here;
  const state = stateOf(here, 'issuer');
  dropState(here);
  const sso = state && (await readSsoClient(db, state.org));
  const isSame = sso && sso.issuer === state.issuer && sso.client_id === state.client;
  if (!isSame || (state.purpose !== 'test' && !sso.active)) throw fail('sso_expired');
  const { purpose, to } = state;
  let kid: number | null = null;
  try {
    return await throttleAttempt(here, [countOfAddress(here)], async () => {
      const person = await takeAnswer(sso, allowedBy(here), {
        ...state,
        query: body.query,
        fresh: purpose === 'proof',
      });
      if (purpose === 'proof') {
        await noteProof(here, sso, person, state.session);
        return { next: 'proved' as const, to };
      }
      const match = await matchUser(db.forOrg(sso.orgId), sso, person);
      kid = match.kid;
      if (purpose === 'sign-in') return { next: await admit(here, sso, person, { ...match, to }), to };
      if (match.refusal !== null) throw fail(match.refusal, { details: { email: person.email } });
      return shownMatch(sso, person, match);
    });
  } catch (error) {
    if (purpose !== 'test') await auditRefusal(here, sso, kid, error);
    else if (error instanceof ApiError)
      throw fail(error.code, { details: { ...error.extra.details, said: saidByIssuer(error) } });
    throw error;
  }
};

/** The code of the local second factor, after the issuer. */
const takeCode = async (here: CallOf<'POST /sso/code'>) => {
  const { db, body } = here;
  const state = stateOf(here, 'code');
  if (!state) throw fail('sso_expired');
  const sso = await readSsoClient(db, state.org);
  if (!sso?.active || sso.issuer !== state.issuer) throw fail('sso_expired');
  const { org: orgId, kid, subject, to } = state;
  const [user] = await db
    .forOrg(orgId)
    .read<{ email: string }>(
      sql`select email from contact where org_id = ${orgId} and id = ${kid} and section = 'users' and del = 0`,
    );
  const browser = await findTrustedDevice(here, user?.email ?? '', orgId);
  const counts = [countOfAddress(here), ...countsOfCode({ orgId, kid }, browser)];
  const next = await throttleAttempt(here, counts, () =>
    signInAs(here, sso, { kid, subject, to, factor: false, code: body.code }),
  ).catch(async (error: unknown) => {
    if (isWrongGuess(error)) await auditFailedLogin(here, [{ orgId, kid, fits: true }], here.address, error);
    throw error;
  });
  dropState(here);
  return { next, to };
};

/** @throws 404 without an issuer */
const ownSso = async ({ db, session: { orgId } }: Here): Promise<SsoClient> => {
  const sso = await readSsoClient(db, orgId);
  if (!sso) throw fail('not_found');
  return sso;
};

const show = async (here: SettingsCall) => {
  const { db, session, origin } = here;
  return {
    settings: await readSso(db, session.orgId),
    redirect_uri: redirectOf(here),
    signed_out_uri: `${origin}/login`,
    link: `${origin}/sso/${session.orgId}`,
  };
};

const change = async (here: CallOf<'PUT /sso'>) => {
  const { password, code, passkey, ...settings } = here.body;
  const by = { orgId: here.session.orgId, author: authorOf(here) };
  await requireReauth(here, { password, code, passkey }, () => prepareSso(by, settings, allowedBy(here)));
  return DONE;
};

const remove = async (here: CallOf<'POST /sso/remove'>) => {
  const by = { orgId: here.session.orgId, author: authorOf(here) };
  await requireReauth(here, here.body, async () => (tx) => removeSso(tx, by));
  return DONE;
};

/** @throws 409 as `begin`, with the words of the issuer */
const test = async (here: SettingsCall) => {
  const sso = await ownSso(here);
  await count(here, countsOfServerTest(sso.orgId), 'too_many_mails');
  return begin(here, sso, 'test').catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    throw fail(error.code, { details: { said: saidByIssuer(error) } });
  });
};

const prove = async (here: CallOf<'POST /sso/proof'>) => {
  const sso = await ownSso(here);
  if (!sso.active) throw fail('not_found');
  return begin(here, sso, 'proof', { ...here.body, email: here.session.email });
};

export const sso = {
  'POST /sso/start': start,
  'POST /sso/callback': callback,
  'POST /sso/code': takeCode,
  'POST /sso/proof': prove,
  'GET /sso': show,
  'PUT /sso': change,
  'POST /sso/remove': remove,
  'POST /sso/test': test,
} satisfies Partial<Handlers>;
