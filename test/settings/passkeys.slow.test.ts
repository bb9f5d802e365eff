/** Passkeys: adding them, signing in with them alone, as the second factor and as a proof, and refusals. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '../../src/sql/sql.ts';
import { createAuthenticator, type Deviation, type SoftPasskey } from '../support/authenticator.ts';
import { askSettings, type SettingsClient, signIn } from '../support/browser-session.ts';
import { setUpService } from '../support/fixture.ts';
import { actsOn, newPerson, PASSWORD, setUpFactor } from '../support/people.ts';
import type { Reply } from '../support/service.ts';

const PAGE = { origin: 'https://crm.example.com', rpId: 'crm.example.com' };
let later = 0;
const { service, organisation } = setUpService({
  env: { TRUSTED_PROXIES: '127.0.0.1', PUBLIC_URL: PAGE.origin },
  now: () => Date.now() + later,
});
const browser = createAuthenticator(PAGE);
let admin: SettingsClient;
beforeAll(async () => {
  admin = await signIn(service.address, organisation.login);
});
const forgive = () => service.db.transaction((tx) => tx.run(sql`delete from login_failure`));
beforeEach(forgive);

const ask = (path: string, body?: unknown, headers?: Record<string, string>) =>
  askSettings(service.address, 'POST', path, body, headers);
const cookieOf = ({ headers }: Reply, name: string) =>
  headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith(`__Host-${name}=`))
    ?.split(';')[0] ?? '';

/** A challenge, and the cookie that keeps it. */
const challenge = async () => {
  const asked = await ask('/session/challenge');
  expect(asked.status, asked.text).toBe(200);
  const cookie = asked.headers.getSetCookie().find((one) => one.includes('challenge')) ?? '';
  expect(cookie).toMatch(/^__Host-broker_crm_challenge=.+; Max-Age=300; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
  return { options: asked.body, cookie: cookieOf(asked, 'broker_crm_challenge') };
};

const enter = async (passkey: SoftPasskey, deviation?: Deviation, headers?: Record<string, string>) => {
  const { options, cookie } = await challenge();
  return ask('/session/passkey', browser.sign(options, passkey, deviation), { cookie, ...headers });
};

const sending = (session: SettingsClient, cookie: string): SettingsClient => ({
  ...session,
  send: (method, path, body, headers) =>
    session.send(method, path, body, { cookie: `${session.cookie}; ${cookie}`, ...headers }),
});

/** A proof by a passkey, and the session that sends its cookie too. */
const proofBy = async (session: SettingsClient, passkey: SoftPasskey) => {
  const { options, cookie } = await challenge();
  return { proof: { passkey: browser.sign(options, passkey) }, by: sending(session, cookie) };
};

/** Signs in with a passkey. */
const entered = async (passkey: SoftPasskey): Promise<SettingsClient> => {
  const signedIn = await enter(passkey);
  expect(signedIn.status, signedIn.text).toBe(200);
  const cookie = cookieOf(signedIn, 'broker_crm_session');
  const { csrf } = signedIn.body;
  return {
    ...{ cookie, csrf, signedIn },
    get: (path) => askSettings(service.address, 'GET', path, undefined, { cookie }),
    send: (method, path, body, headers) =>
      askSettings(service.address, method, path, body, { cookie, 'x-csrf-token': csrf, ...headers }),
  };
};

const propose = (session: SettingsClient, proof: object) => session.send('POST', '/account/passkeys/challenge', proof);

/** Adds a passkey to the signed-in user. */
const add = async (session: SettingsClient, proof: object = { password: PASSWORD }, name = 'Laptop') => {
  const proposed = await propose(session, proof);
  expect(proposed.status, proposed.text).toBe(200);
  const { passkey, sent } = browser.create(proposed.body);
  const by = sending(session, cookieOf(proposed, 'broker_crm_challenge'));
  const repeat = () => by.send('POST', '/account/passkeys', { name, passkey: sent });
  const added = await repeat();
  expect(added.status, added.text).toBe(200);
  return { passkey, codes: added.body.recovery_codes as string[], repeat, options: proposed.body };
};

let people = 0;
const addUser = (rolle?: string) => newPerson(service, admin, `schluessel${(people += 1)}@example.com`, rolle);
const refusal = ({ status, error }: Reply) => [status, error];
const FAILED = [401, 'passkey_failed'];
const reasons = async (kid: number): Promise<string[]> =>
  (await admin.get(`/audit?record=users/${kid}&limit=500`)).body.items
    .filter(({ action }: { action: string }) => action === 'sign-in-failed')
    .map(({ changes }: { changes: Record<string, [unknown, string]> }) => changes.reason?.[1]);

test('a passkey signs in alone, beside the password it is the second factor, and it is a whole proof', async () => {
  const one = await addUser();
  const session = await one.signIn();
  const other = await one.signIn();
  const { passkey, codes, options } = await add(session);
  expect(codes).toHaveLength(10);
  expect(options).toMatchObject({
    rp: { id: PAGE.rpId },
    user: { name: expect.stringContaining(one.login.email) },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  expect(Buffer.from(passkey.userHandle, 'base64url')).toHaveLength(8);
  expect((await other.get('/account')).error, 'other sessions end').toBe('not_signed_in');
  const shown = (await session.get('/account')).body;
  expect(shown).toMatchObject({ totp: false, recovery_codes: 10, passkeys: [{ name: 'Laptop', used_at: null }] });
  const listed = (await admin.get(`/users?only=${one.kid}`)).body.items[0];
  expect([listed.totp, listed.passkeys, listed.lacks_factor]).toEqual([false, 1, false]);

  const { signedIn } = await entered(passkey);
  expect(signedIn.body.user).toMatchObject({ kid: one.kid, totp: false, passkeys: 1 });
  expect(cookieOf(signedIn, 'broker_crm_browser'), 'a known browser').toMatch(/=\d+-/);
  expect((await session.get('/account')).body.passkeys[0].used_at).not.toBeNull();

  const required = await ask('/session', one.login);
  expect([required.error, required.body.data.totp, required.body.data.passkeys]).toEqual(['code_required', false, 1]);
  expect((await ask('/session', { ...one.login, code: '123456' })).error).toBe('code_invalid');
  expect((await ask('/session', { ...one.login, code: codes[0] })).status).toBe(200);

  // The password alone is no proof any more; with a recovery code, and a passkey alone, it is one.
  expect((await propose(session, { password: PASSWORD })).body.data.issues[0].code).toBe('code_required');
  expect((await propose(session, {})).body.data.issues[0]).toMatchObject({ path: ['password'], code: 'invalid_type' });
  const second = await add(session, { password: PASSWORD, code: codes[1] }, 'Telefon');
  expect(second.codes, 'the recovery codes stay').toEqual([]);
  expect((await session.get('/account')).body.recovery_codes).toBe(8);
  const { proof, by } = await proofBy(session, second.passkey);
  const next = { ...proof, password: 'ein ganz anderes Passwort' };
  expect((await by.send('POST', '/account/password', next)).status).toBe(200);
  expect(refusal(await by.send('POST', '/account/password', next)), 'once').toEqual(FAILED);

  // Each goes with a proof; the recovery codes go with the last.
  const remove = async (gone: SoftPasskey, signing: SoftPasskey) => {
    const given = await proofBy(session, signing);
    return given.by.send('POST', '/account/passkeys/remove', { id: gone.id, ...given.proof });
  };
  expect((await remove(passkey, second.passkey)).status).toBe(200);
  expect(refusal(await enter(passkey)), 'removed').toEqual(FAILED);
  expect((await session.get('/account')).body.recovery_codes).toBe(8);
  expect((await remove(second.passkey, second.passkey)).status).toBe(200);
  expect((await session.get('/account')).body).toMatchObject({ recovery_codes: 0, passkeys: [] });
  expect((await ask('/session', { ...one.login, password: next.password })).status).toBe(200);
  const acts = await actsOn(admin, one.kid);
  expect(acts.filter((act) => act.startsWith('passkey'))).toEqual([
    ...['passkey-removed', 'passkey-removed', 'passkey-added', 'passkey-added'],
  ]);
});

test('what was not signed here, now, by this passkey and its user is refused, audited and throttled', async () => {
  const one = await addUser();
  const session = await one.signIn();
  const { passkey, repeat } = await add(session);
  expect(refusal(await repeat()), 'a challenge for adding is taken once').toEqual(FAILED);
  const stranger = await add(await (await addUser()).signIn());
  const from = (n: number) => ({ 'x-forwarded-for': `198.51.100.${n}` });
  const wrong: readonly (readonly [string, Deviation])[] = [
    ['another origin', { origin: 'https://crm.example.org' }],
    ['another port', { origin: 'https://crm.example.com:444' }],
    ['another host', { rpId: 'example.com' }],
    ['not verified by PIN or finger', { verified: false }],
    ["another user's handle", { userHandle: stranger.passkey.userHandle }],
    ['the handle of another organisation', { userHandle: Buffer.alloc(8, 1).toString('base64url') }],
    ['no handle', { userHandle: 'AAAA' }],
  ];
  for (const [i, [name, deviation]] of wrong.entries()) {
    expect(refusal(await enter(passkey, deviation, from(i))), name).toEqual(FAILED);
  }
  const { options, cookie } = await challenge();
  const signed = browser.sign(options, passkey);
  const forged = { ...browser.sign(options, stranger.passkey), id: passkey.id, userHandle: passkey.userHandle };
  expect(refusal(await ask('/session/passkey', forged, { cookie })), 'signed by another key').toEqual(FAILED);
  expect(refusal(await ask('/session/passkey', signed, {})), 'without its cookie').toEqual(FAILED);
  expect(refusal(await ask('/session/passkey', signed, { cookie: (await challenge()).cookie }))).toEqual(FAILED);
  expect((await ask('/session/passkey', signed, { cookie })).status).toBe(200);
  expect(refusal(await ask('/session/passkey', signed, { cookie })), 'replayed').toEqual(FAILED);
  const two = await challenge();
  const raced = browser.sign(two.options, passkey);
  const both = await Promise.all([1, 2].map(() => ask('/session/passkey', raced, { cookie: two.cookie })));
  expect(both.map(({ status }) => status).sort(), 'twice at once').toEqual([200, 401]);
  await forgive();
  expect(refusal(await enter(passkey, { counter: 1 })), 'the counter of a copy').toEqual(FAILED);
  const old = await challenge();
  later = 5 * 60_000;
  expect(refusal(await ask('/session/passkey', browser.sign(old.options, passkey), { cookie: old.cookie }))).toEqual(
    FAILED,
  );
  later = 0;

  // A challenge for adding is none for signing in, nor one for another session; a proof is the user's own.
  const mine = await proofBy(session, passkey);
  const proposed = await propose(mine.by, mine.proof);
  const made = cookieOf(proposed, 'broker_crm_challenge');
  expect(refusal(await ask('/session/passkey', browser.sign(proposed.body, passkey), { cookie: made }))).toEqual(
    FAILED,
  );
  const elsewhere = await entered(passkey);
  const { sent } = browser.create(proposed.body);
  const asOther = sending(elsewhere, made);
  expect(refusal(await asOther.send('POST', '/account/passkeys', { passkey: sent }))).toEqual(FAILED);
  for (const deviation of [{ verified: false }, { origin: 'https://evil.example' }, { rpId: 'evil.example' }]) {
    const tried = browser.create(proposed.body, deviation).sent;
    const refused = await sending(session, made).send('POST', '/account/passkeys', { passkey: tried });
    expect(refusal(refused)).toEqual(FAILED);
  }
  const foreign = await proofBy(session, stranger.passkey);
  expect(refusal(await propose(foreign.by, foreign.proof))).toEqual(FAILED);
  expect(await reasons(one.kid)).toEqual(expect.arrayContaining(['passkey', 'passkey-copied']));

  await forgive();
  const guesses = [];
  for (let i = 0; i < 12; i += 1) guesses.push((await enter(passkey, { verified: false }, from(99))).error);
  expect(guesses).toEqual([...Array(10).fill('passkey_failed'), 'too_many_logins', 'too_many_logins']);
  expect((await enter(passkey, {}, from(100))).status, 'elsewhere the user gets in').toBe(200);
});

test('an administrator resets it, deactivation and deletion end it, and a required factor is met by it', async () => {
  const one = await addUser('berater');
  const session = await one.signIn();
  const requireOf = (of: string) =>
    service.db.transaction((tx) => tx.run(sql`update organisation set second_factor = ${of}`));
  await requireOf('everybody');
  expect((await session.get('/session')).body.must).toBe('factor');
  const { passkey } = await add(session);
  expect((await session.get('/session')).body.must).toBeNull();
  await requireOf('nobody');

  const mine = await proofBy(session, passkey);
  const factor = await setUpFactor(service, mine.by, PASSWORD, mine.proof);
  expect(
    (await session.send('POST', '/account/totp/off', { password: PASSWORD, code: await factor.code() })).status,
  ).toBe(200);
  expect((await session.get('/account')).body, 'a passkey is left').toMatchObject({ totp: false, recovery_codes: 10 });

  expect((await admin.send('PATCH', `/users/${one.kid}`, { aktiv: false })).status).toBe(200);
  expect(refusal(await enter(passkey))).toEqual(FAILED);
  expect(await reasons(one.kid)).toContain('inactive');
  await admin.send('PATCH', `/users/${one.kid}`, { aktiv: true });
  expect((await enter(passkey)).status).toBe(200);
  expect((await admin.send('DELETE', `/users/${one.kid}/factor`)).status).toBe(200);
  expect((await admin.send('DELETE', `/users/${one.kid}/factor`)).status).toBe(404);
  expect(refusal(await enter(passkey))).toEqual(FAILED);
  expect((await ask('/session', one.login)).status, 'the recovery codes are gone as well').toBe(200);

  const again = await one.signIn();
  const last = await add(again);
  let given = await proofBy(again, last.passkey);
  for (let i = 1; i < 10; i += 1) {
    await add(given.by, given.proof, '');
    given = await proofBy(again, last.passkey);
  }
  expect((await again.get('/account')).body.passkeys).toHaveLength(10);
  expect(refusal(await propose(given.by, given.proof))).toEqual([409, 'too_many_passkeys']);
  expect((await admin.send('DELETE', `/users/${one.kid}`)).status).toBe(200);
  expect(refusal(await enter(last.passkey))).toEqual(FAILED);
  expect(await service.db.queryLong(sql`select id from passkey where kid = ${one.kid}`)).toEqual([]);
});
