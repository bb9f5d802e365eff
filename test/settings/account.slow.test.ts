/** The own account: reauthentication, recovery codes, sessions, requirements of organisation and administrators. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createOrganisationWithAdmin } from '../../src/cli/context/create-organisation.ts';
import { sql } from '../../src/sql/sql.ts';
import { askSettings, type SettingsClient, signIn } from '../support/browser-session.ts';
import { setUpService } from '../support/fixture.ts';
import { actsOn, newPerson, PASSWORD, setUpFactor } from '../support/people.ts';
import type { Reply } from '../support/service.ts';

const { service, organisation } = setUpService({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
let admin: SettingsClient;
beforeAll(async () => {
  admin = await signIn(service.address, organisation.login);
});
beforeEach(() => service.db.transaction((tx) => tx.run(sql`delete from login_failure`)));

const ask = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  askSettings(service.address, method, path, body, headers);
const issues = ({ body }: Reply) =>
  (body?.data?.issues ?? []).map(({ path, code }: { path: string[]; code: string }) => [...path, code].join(' '));

let people = 0;
const somebody = (rolle?: string) => newPerson(service, admin, `person${(people += 1)}@example.com`, rolle);

describe('calls that need the password and, with a second factor, a code', () => {
  const NEXT = 'ein ganz anderes Passwort';
  const CALLS: readonly (readonly [string, (proof: { password: string; code?: string }) => object])[] = [
    ['/account/totp', (proof) => proof],
    ['/account/totp/off', (proof) => proof],
    ['/account/recovery-codes', (proof) => proof],
    ['/account/password', ({ password, code }) => ({ current: password, ...(code ? { code } : {}), password: NEXT })],
  ];

  test.each(CALLS)('%s', async (path, body) => {
    const one = await somebody();
    const session = await one.signIn();
    const factor = await setUpFactor(service, session);
    const field = path === '/account/password' ? 'current' : 'password';
    const send = (proof: { password: string; code?: string }) => session.send('POST', path, body(proof));
    expect(issues(await send({ password: 'falsch', code: await factor.code() }))).toEqual([`${field} wrong_password`]);
    expect(issues(await send({ password: PASSWORD }))).toEqual(['code code_required']);
    expect(issues(await send({ password: PASSWORD, code: '000000' }))).toEqual(['code code_invalid']);
    expect(await actsOn(admin, one.kid)).toContain('sign-in-failed');
    const done = await send({ password: PASSWORD, code: await factor.code() });
    expect(done.status, done.text).toBe(200);
  });

  test('without a second factor the password is sufficient, and setting one up requires it', async () => {
    const session = await (await somebody()).signIn();
    expect(issues(await session.send('POST', '/account/totp', {}))).toEqual(['password invalid_type']);
    expect(issues(await session.send('POST', '/account/totp', { password: 'falsch' }))).toEqual([
      'password wrong_password',
    ]);
    const factor = await setUpFactor(service, session);
    expect(factor.recoveryCodes).toHaveLength(10);
  });

  test('setting up, replacing or removing the second factor, or changing the password, ends the other sessions', async () => {
    const one = await somebody();
    const session = await one.signIn();
    let factor: Awaited<ReturnType<typeof setUpFactor>> | undefined;
    const signedIn = async () => {
      const code = await factor?.code();
      return signIn(service.address, code ? { ...one.login, code } : one.login);
    };
    const acts: readonly (() => Promise<unknown>)[] = [
      async () => (factor = await setUpFactor(service, session)),
      async () => (factor = await setUpFactor(service, session, PASSWORD, { code: await factor?.code() })),
      async () => {
        const proof = { password: PASSWORD, code: await factor?.code() };
        expect((await session.send('POST', '/account/totp/off', proof)).status).toBe(200);
        factor = undefined;
      },
      async () => {
        const change = { current: PASSWORD, password: NEXT };
        expect((await session.send('POST', '/account/password', change)).status).toBe(200);
      },
    ];
    for (const act of acts) {
      const other = await signedIn();
      expect((await other.get('/account')).status).toBe(200);
      await act();
      expect((await other.get('/account')).error).toBe('not_signed_in');
      expect((await session.get('/account')).status).toBe(200);
    }
    expect((await actsOn(admin, one.kid)).slice(0, 8)).toEqual(
      expect.arrayContaining(['password', 'factor-off', 'sign-in', 'factor-on']),
    );
  });
});

describe('recovery codes', () => {
  test('each signs in once or confirms once, and new codes invalidate the old ones', async () => {
    const one = await somebody();
    const session = await one.signIn();
    const factor = await setUpFactor(service, session);
    const [first = '', second = '', third = ''] = factor.recoveryCodes;
    expect(new Set(factor.recoveryCodes).size).toBe(10);
    // 24 of 32 letters and digits: 120 bits.
    expect(first).toMatch(/^([a-z2-9]{4}-){5}[a-z2-9]{4}$/);
    expect((await session.get('/account')).body.recovery_codes).toBe(10);
    const login = (code: string) => ask('POST', '/session', { ...one.login, code });
    const both = await Promise.all([login(first), login(first)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await login(first)).error).toBe('code_invalid');
    expect((await login(` ${second.toUpperCase().replaceAll('-', ' ')} `)).status).toBe(200);
    expect((await session.get('/account')).body.recovery_codes).toBe(8);
    const renewed = await session.send('POST', '/account/recovery-codes', { password: PASSWORD, code: third });
    expect(renewed.body.recovery_codes).toHaveLength(10);
    await service.db.transaction((tx) => tx.run(sql`delete from login_failure`));
    expect((await login(factor.recoveryCodes[3] ?? '')).error).toBe('code_invalid');
    expect((await login(renewed.body.recovery_codes[0])).status).toBe(200);
    const acts = await actsOn(admin, one.kid);
    expect(acts.filter((act) => act === 'recovery-code-used')).toHaveLength(4);
    expect(acts).toContain('recovery-codes');
  });

  test('are stored as hashes only', async () => {
    const one = await somebody();
    const { recoveryCodes } = await setUpFactor(service, await one.signIn());
    const rows = await service.db.queryLong<{ id: string }>(sql`select id from recovery_code where kid = ${one.kid}`);
    expect(rows).toHaveLength(10);
    const stored = JSON.stringify(rows);
    for (const code of recoveryCodes) expect(stored).not.toContain(code.replaceAll('-', ''));
  });
});

describe('a lost device', () => {
  test('a reset link does not remove the second factor; an administrator removes it for others, never for the own account', async () => {
    const one = await somebody('admin');
    const session = await one.signIn();
    const factor = await setUpFactor(service, session);
    const { link } = (await admin.send('POST', `/users/${one.kid}/invitation`)).body;
    const password = 'nach dem Zurücksetzen';
    expect((await ask('POST', `/invitations/${link.split('/').at(-1)}`, { password })).status).toBe(200);
    expect((await ask('POST', '/session', { ...one.login, password })).error).toBe('code_required');
    const again = await signIn(service.address, { ...one.login, password, code: await factor.code() });

    const own = await again.send('DELETE', `/users/${one.kid}/factor`);
    expect([own.status, own.error]).toEqual([403, 'own_factor']);
    const users = (await admin.get('/users')).body.items;
    expect(users.find(({ kid }: { kid: number }) => kid === one.kid)).toMatchObject({ totp: true, sessions: 1 });
    expect((await admin.send('DELETE', `/users/${one.kid}/factor`)).status).toBe(200);
    expect((await again.get('/account')).error).toBe('not_signed_in');
    const plain = await signIn(service.address, { ...one.login, password });
    expect((await plain.get('/account')).body).toMatchObject({ totp: false, recovery_codes: 0 });
    expect((await admin.send('DELETE', `/users/${one.kid}/factor`)).status).toBe(404);
    const acts = await actsOn(admin, one.kid);
    expect(acts).toEqual(expect.arrayContaining(['link', 'password-reset', 'factor-taken']));
  });
});

describe('sessions', () => {
  test('users see their sessions and end one or all others', async () => {
    const one = await somebody();
    const session = await one.signIn();
    const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0' };
    await ask('POST', '/session', one.login, { ...headers, 'x-forwarded-for': '198.51.100.4' });
    const other = await one.signIn();
    const { items } = (await session.get('/account/sessions')).body;
    expect(items).toHaveLength(3);
    expect(items.filter(({ current }: { current: boolean }) => current)).toHaveLength(1);
    const named = items.find(({ address }: { address: string }) => address === '198.51.100.4');
    expect(named).toMatchObject({ browser: 'Firefox, Linux', current: false, created_at: expect.any(String) });
    expect((await session.send('DELETE', `/account/sessions/${named.id}`)).status).toBe(200);
    expect((await session.send('DELETE', `/account/sessions/${named.id}`)).status).toBe(404);
    expect((await session.send('DELETE', '/account/sessions')).status).toBe(200);
    expect((await other.get('/account')).error).toBe('not_signed_in');
    expect((await session.get('/account/sessions')).body.items).toHaveLength(1);
    const foreign = (await admin.get('/account/sessions')).body.items[0].id;
    expect((await session.send('DELETE', `/account/sessions/${foreign}`)).status).toBe(404);
  });

  test('administrators see and end the sessions of others', async () => {
    const one = await somebody();
    const [first, second] = [await one.signIn(), await one.signIn()];
    const { items } = (await admin.get(`/users/${one.kid}/sessions`)).body;
    expect(items).toHaveLength(2);
    const [{ id }] = (await second.get('/account/sessions')).body.items.filter(
      ({ current }: { current: boolean }) => current,
    );
    expect((await admin.send('DELETE', `/users/${one.kid}/sessions/${id}`)).status).toBe(200);
    expect((await second.get('/account')).error).toBe('not_signed_in');
    expect((await first.get('/account')).status).toBe(200);
    expect((await admin.send('DELETE', `/users/${one.kid}/sessions`)).status).toBe(200);
    expect((await first.get('/account')).error).toBe('not_signed_in');
    expect((await actsOn(admin, one.kid)).slice(0, 2)).toEqual(['sessions-ended', 'sessions-ended']);
  });

  test('behind TLS both cookies have the __Host- prefix, and others are ignored', async () => {
    const one = await somebody();
    const tls = { 'x-forwarded-proto': 'https' };
    const reply = await ask('POST', '/session', one.login, tls);
    const cookies = reply.headers.getSetCookie();
    expect(cookies).toHaveLength(2);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/^__Host-broker_crm_(session|browser)=/);
      expect(cookie).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
      expect(cookie).not.toMatch(/Domain/);
    }
    const [cookie = ''] = (cookies[0] ?? '').split(';');
    expect((await ask('GET', '/session', undefined, { ...tls, cookie })).body.signed_in).toBe(true);
    const tossed = cookie.replace('__Host-', '');
    expect((await ask('GET', '/session', undefined, { ...tls, cookie: tossed })).body.signed_in).toBe(false);
    const headers = { ...tls, cookie, 'x-csrf-token': reply.body.csrf };
    const out = await ask('DELETE', '/session', undefined, headers);
    expect(out.headers.get('set-cookie')).toMatch(/^__Host-broker_crm_session=;.*Secure/);
    expect(await actsOn(admin, one.kid)).toContain('sign-out');
  });

  test('a sign-in during the deactivation of its user leaves no session', async () => {
    const api = await organisation.client();
    for (let round = 0; round < 5; round += 1) {
      const one = await somebody();
      const [reply] = await Promise.all([
        ask('POST', '/session', one.login),
        api.patch(`/v3/users/${one.kid}`, { aktiv: false }),
      ]);
      await api.patch(`/v3/users/${one.kid}`, { aktiv: true });
      const cookie = reply.headers.get('set-cookie')?.split(';')[0] ?? '';
      expect((await ask('GET', '/session', undefined, { cookie })).body.signed_in).toBe(false);
    }
  });
});

describe('passwords', () => {
  test('common ones, and those with the own name or that of the organisation, are refused', async () => {
    const made = await admin.send('POST', '/users', {
      email: 'anna.schmidtbauer@example.com',
      vorname: 'Anna',
      name: 'Schmidtbauer',
      rolle: null,
      lizenz: false,
    });
    const path = `/invitations/${made.body.link.split('/').at(-1)}`;
    const refused = async (password: string) => issues(await ask('POST', path, { password }));
    expect(await refused('Passwort2026!')).toEqual(['password common_password']);
    expect(await refused('Schmidtbauer1')).toEqual(['password own_name']);
    expect(await refused('lange genug und mein')).toEqual([]);
    const session = await signIn(service.address, {
      email: 'anna.schmidtbauer@example.com',
      password: 'lange genug und mein',
    });
    const change = (password: string) =>
      session.send('POST', '/account/password', { current: 'lange genug und mein', password });
    expect(issues(await change('qwertyuiop'))).toEqual(['password common_password']);
    expect(issues(await change('anna.schmidtbauer@example.com'))).toEqual(['password own_name']);
    expect(issues(await change('lange genug und mein'))).toEqual(['password same_password']);
    expect((await change('auch lang genug')).status).toBe(200);
  });

  test('the printed password permits only its own change', async () => {
    const wish = { name: 'Frisch', timeZone: 'Europe/Berlin', plan: {}, email: 'frisch@example.com' };
    const { admin: first } = await createOrganisationWithAdmin(service.db, wish);
    const session = await signIn(service.address, first);
    expect(session.signedIn.body.must).toBe('password');
    for (const path of ['/users', '/tokens', '/account/sessions']) {
      const refused = await session.get(path);
      expect([refused.status, refused.error]).toEqual([403, 'password_change_required']);
    }
    expect((await session.send('POST', '/account/totp', { password: first.password })).error).toBe(
      'password_change_required',
    );
    const change = { current: first.password, password: 'mein eigenes Passwort' };
    expect((await session.send('POST', '/account/password', change)).status).toBe(200);
    expect((await session.get('/session')).body.must).toBeNull();
    expect((await session.get('/users')).status).toBe(200);
    const { email, password } = first;
    expect((await ask('POST', '/session', { email, password })).error).toBe('login_failed');
  });
});

describe('an organisation that requires a second factor', () => {
  test('applies to administrators, to all users, or to none', async () => {
    const { login } = await service.organisation();
    const owner = await signIn(service.address, login);
    const required = (of: string) => owner.send('PUT', '/second-factor', { required_of: of });
    const user = await newPerson(service, owner, 'pflicht@example.com');
    expect((await owner.get('/users')).body.second_factor).toBe('nobody');
    expect((await required('jemand')).status).toBe(400);
    expect((await required('administrators')).status).toBe(200);

    expect((await owner.get('/session')).body.must).toBe('factor');
    const refused = await owner.get('/users');
    expect([refused.status, refused.error]).toEqual([403, 'factor_required']);
    const session = await user.signIn();
    expect(session.signedIn.body.must).toBeNull();
    await setUpFactor(service, owner, login.password);
    expect((await owner.get('/session')).body.must).toBeNull();

    expect((await required('everybody')).status).toBe(200);
    expect((await session.get('/account/sessions')).error).toBe('factor_required');
    expect((await session.send('DELETE', '/session')).status).toBe(200);
    const again = await user.signIn();
    expect(again.signedIn.body.must).toBe('factor');
    await setUpFactor(service, again);
    expect((await again.get('/account/sessions')).status).toBe(200);
    expect((await required('nobody')).status).toBe(200);
    const { items } = (await owner.get('/audit?record=settings/0')).body;
    const acts = items.filter(({ action }: { action: string }) => action === 'second-factor');
    expect(acts.map(({ changes }: { changes: object }) => changes)).toEqual([
      { required_of: ['everybody', 'nobody'] },
      { required_of: ['administrators', 'everybody'] },
      { required_of: ['nobody', 'administrators'] },
    ]);
  });
});
