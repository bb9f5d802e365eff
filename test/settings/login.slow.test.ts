/** Signing in, sessions, CSRF, second factor, links. */
import { TOTP } from 'otpauth';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { settingsRoutes } from '../../src/settings/routes/index.ts';
import { raw, sql } from '../../src/sql/sql.ts';
import { askSettings, type SettingsClient, signIn } from '../support/browser-session.ts';
import { setUpService } from '../support/fixture.ts';
import type { Client } from '../support/service.ts';

const { service, organisation } = setUpService({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
let api: Client;
let admin: SettingsClient;
const ask = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  askSettings(service.address, method, path, body, headers);

beforeAll(async () => {
  api = await organisation.client();
});
beforeEach(async () => {
  await service.db.transaction((tx) => tx.run(sql`delete from login_failure`));
  admin = await signIn(service.address, organisation.login);
});

/** A user with a password, invited and signed in. */
const newUser = async (email: string, rolle = 'berater') => {
  const made = await admin.send('POST', '/users', { email, name: 'Neu', rolle, lizenz: false });
  expect(made.status).toBe(201);
  const secret = made.body.link.split('/').at(-1);
  const password = 'ein langes Passwort';
  expect((await ask('POST', `/invitations/${secret}`, { password })).body).toEqual({ success: true, email });
  return { kid: made.body.kid as number, secret, login: { email, password } };
};

describe('signing in', () => {
  test('answers the signed-in user; the cookie is HttpOnly and SameSite', async () => {
    const { body, headers } = admin.signedIn;
    expect(body).toMatchObject({
      signed_in: true,
      user: { kid: organisation.adminKid, administrator: true, totp: false },
      organisation: { org_id: organisation.orgId },
    });
    expect(headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Strict/);
    expect(headers.get('set-cookie')).not.toMatch(/Secure/);
    expect((await admin.get('/session')).body.csrf).toBe(body.csrf);
    expect((await api.get(`/v3/users/${organisation.adminKid}`)).body.letzter_login).toMatch(/^\d{4}-\d\d-\d\dT/);
  });

  test('behind TLS the cookie is secure', async () => {
    const reply = await ask('POST', '/session', organisation.login, { 'x-forwarded-proto': 'https' });
    expect(reply.headers.get('set-cookie')).toMatch(/Secure/);
  });

  test('wrong password, unknown address and missing fields are refused', async () => {
    const { email } = organisation.login;
    for (const body of [
      { email, password: 'falsch' },
      { email: 'niemand@example.com', password: 'falsch' },
    ]) {
      expect((await ask('POST', '/session', body)).error).toBe('login_failed');
    }
    const missing = await ask('POST', '/session', { email });
    expect([missing.status, missing.body.data.issues[0].path]).toEqual([400, ['password']]);
    expect((await ask('GET', '/session')).body).toEqual({ signed_in: false, sso: false });
  });

  test('guesses from one address at one account are throttled', async () => {
    const body = { email: 'opfer@example.com', password: 'x' };
    for (let i = 0; i < 10; i += 1) expect((await ask('POST', '/session', body)).status).toBe(401);
    const refused = await ask('POST', '/session', body);
    expect([refused.status, refused.error]).toEqual([429, 'too_many_logins']);
    expect(Number(refused.headers.get('retry-after'))).toBe(refused.body.data.retry_after);
    expect((await ask('POST', '/session', organisation.login)).status).toBe(200);
    const elsewhere = await ask('POST', '/session', body, { 'x-forwarded-for': '203.0.113.9' });
    expect(elsewhere.status).toBe(401);
  });

  test('concurrent guesses are counted one by one, and invalid requests are not counted', async () => {
    const body = { email: 'viele@example.com', password: 'x' };
    const from = { 'x-forwarded-for': '203.0.113.77' };
    const statuses = await Promise.all(
      Array.from({ length: 25 }, async () => (await ask('POST', '/session', body, from)).status),
    );
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
    for (let i = 0; i < 12; i += 1) {
      expect((await ask('POST', '/session', organisation.login, { 'x-forwarded-for': '203.0.113.78' })).status).toBe(
        200,
      );
    }
  });

  test('signing out ends the session', async () => {
    expect((await admin.send('DELETE', '/session')).status).toBe(200);
    expect((await admin.get('/session')).body).toEqual({ signed_in: false, sso: false });
    expect((await admin.get('/tokens')).error).toBe('not_signed_in');
  });

  test('an address in two organisations requires the organisation', async () => {
    const other = await service.organisation();
    const otherAdmin = await signIn(service.address, other.login);
    const login = { email: 'beide@example.com', password: 'ein langes Passwort' };
    await newUser(login.email);
    const made = await otherAdmin.send('POST', '/users', {
      email: login.email,
      name: 'Zwei',
      rolle: null,
      lizenz: false,
    });
    await ask('POST', `/invitations/${made.body.link.split('/').at(-1)}`, { password: login.password });
    const asked = await ask('POST', '/session', login);
    expect([asked.status, asked.error]).toEqual([409, 'organisation_required']);
    expect(asked.body.data.organisations).toHaveLength(2);
    const chosen = await ask('POST', '/session', { ...login, org_id: other.orgId });
    expect(chosen.body.organisation.org_id).toBe(other.orgId);
  });
});

describe('authorization', () => {
  test('no call without a session; other accounts only for administrators', async () => {
    const user = await newUser('berater@example.com');
    const session = await signIn(service.address, user.login);
    for (const route of settingsRoutes.filter(({ who }) => who !== 'anyone')) {
      const path = route.path.replace(/:\w+/g, '1');
      expect((await ask(route.method, path, route.body ? {} : undefined)).error, path).toBe('not_signed_in');
      if (route.who === 'user') continue;
      const refused = await session.send(route.method, path, route.body ? {} : undefined);
      expect([refused.status, refused.error], path).toEqual([403, 'administrator_required']);
    }
    expect((await session.get('/account')).body).toMatchObject({ email: user.login.email, sessions: 1 });
  });

  test('a change without the CSRF token, or from another site, is refused', async () => {
    const { cookie, csrf } = admin;
    const path = '/tags';
    const body = { tag: 'A', freigabe: 1 };
    const wrong: Record<string, string>[] = [
      {},
      { 'x-csrf-token': 'x' },
      { 'x-csrf-token': csrf, origin: 'https://evil.example' },
      { 'x-csrf-token': csrf, 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of wrong) {
      expect((await ask('POST', path, body, { cookie, ...headers })).error).toBe('csrf_failed');
    }
    const own = { cookie, 'x-csrf-token': csrf, origin: service.address, 'sec-fetch-site': 'same-origin' };
    expect((await ask('POST', path, body, own)).status).toBe(201);
    const foreign = await ask('POST', '/session', organisation.login, { origin: 'https://evil.example' });
    expect(foreign.error).toBe('csrf_failed');
  });

  test('every response to a session has its user in X-Signed-In, errors included', async () => {
    const owner = `${organisation.orgId}/${organisation.adminKid}`;
    const headers = { cookie: admin.cookie };
    const saidBy = async (method: string, path: string) =>
      (await fetch(`${service.address}/settings/api${path}`, { method, headers })).headers.get('x-signed-in');
    expect(await saidBy('GET', '/tags')).toBe(owner);
    expect(await saidBy('GET', '/tags?strange=1')).toBe(owner);
    expect(await saidBy('DELETE', '/tags/1')).toBe(owner);
    expect(await saidBy('GET', '/session')).toBe(null);
  });

  test('a deactivated or deleted user is refused with the next call', async () => {
    for (const remove of [
      (kid: number) => admin.send('PATCH', `/users/${kid}`, { aktiv: false }),
      (kid: number) => admin.send('DELETE', `/users/${kid}`),
    ]) {
      const user = await newUser(`weg${Math.random()}@example.com`);
      const session = await signIn(service.address, user.login);
      expect((await remove(user.kid)).status).toBe(200);
      expect((await session.get('/account')).error).toBe('not_signed_in');
      expect((await ask('POST', '/session', user.login)).error).toBe('login_failed');
    }
  });

  test('sessions end after twelve hours, and after two hours without a call', async () => {
    for (const column of ['created_at', 'used_at']) {
      const session = await signIn(service.address, organisation.login);
      await service.db.transaction((tx) =>
        tx.run(
          sql`update session set ${raw(column)} = ${new Date(Date.now() - 13 * 3_600_000)} where org_id = ${organisation.orgId}`,
        ),
      );
      expect((await session.get('/session')).body).toEqual({ signed_in: false, sso: false });
    }
  });
});

describe('account', () => {
  test('a changed password ends the other sessions', async () => {
    const user = await newUser('passwort@example.com');
    const [one, two] = [await signIn(service.address, user.login), await signIn(service.address, user.login)];
    const wrong = await one.send('POST', '/account/password', { current: 'falsch', password: 'noch ein Passwort' });
    expect(wrong.body.data.issues[0]).toMatchObject({ path: ['current'], code: 'wrong_password' });
    const short = await one.send('POST', '/account/password', { current: user.login.password, password: 'kurz' });
    expect(short.body.data.issues[0].path).toEqual(['password']);
    const password = 'noch ein Passwort';
    expect((await one.send('POST', '/account/password', { current: user.login.password, password })).status).toBe(200);
    expect((await one.get('/account')).status).toBe(200);
    expect((await two.get('/account')).status).toBe(401);
    expect((await ask('POST', '/session', user.login)).error).toBe('login_failed');
    expect((await ask('POST', '/session', { ...user.login, password })).status).toBe(200);
  });

  test('the sign-in address changes with the user', async () => {
    const user = await newUser('alt@example.com');
    expect((await api.patch(`/v3/users/${user.kid}`, { email: 'Neu.Name@example.com' })).status).toBe(200);
    expect((await ask('POST', '/session', user.login)).error).toBe('login_failed');
    expect((await ask('POST', '/session', { ...user.login, email: 'neu.name@EXAMPLE.com' })).status).toBe(200);
  });

  test('the second factor is active after its confirmation, accepts each code once, and needs a code to be removed', async () => {
    const user = await newUser('totp@example.com');
    const session = await signIn(service.address, user.login);
    const { secret, uri } = (await session.send('POST', '/account/totp', { password: user.login.password })).body;
    expect(uri).toMatch(/^otpauth:\/\/totp\/.*totp%40example\.com/);
    expect((await ask('POST', '/session', user.login)).status).toBe(200);
    const totp = new TOTP({ secret });
    const at = (steps: number) => totp.generate({ timestamp: Date.now() + steps * 30_000 });
    expect((await session.send('POST', '/account/totp/confirm', { code: '000000' })).status).toBe(400);
    expect((await session.send('POST', '/account/totp/confirm', { code: at(-1) })).status).toBe(200);
    expect((await ask('POST', '/session', user.login)).error).toBe('code_required');
    expect((await ask('POST', '/session', { ...user.login, code: '123' })).error).toBe('code_invalid');
    const code = at(0);
    expect((await ask('POST', '/session', { ...user.login, code })).status).toBe(200);
    expect((await ask('POST', '/session', { ...user.login, code })).error).toBe('code_invalid');
    const { password } = user.login;
    expect((await session.send('POST', '/account/totp/off', { password, code })).status).toBe(400);
    expect((await session.send('POST', '/account/totp/off', { password, code: at(1) })).status).toBe(200);
    expect((await ask('POST', '/session', user.login)).status).toBe(200);
  });

  test('a link can be used once, expires, and shows its user', async () => {
    const user = await newUser('link@example.com');
    expect((await ask('GET', `/invitations/${user.secret}`)).error).toBe('unknown_invitation');
    expect((await ask('POST', `/invitations/${user.secret}`, { password: 'ein langes Passwort' })).status).toBe(404);
    const { body } = await admin.send('POST', `/users/${user.kid}/invitation`);
    expect(body).toMatchObject({ kind: 'reset', mailed: false });
    const secret = body.link.split('/').at(-1);
    const shown = await ask('GET', `/invitations/${secret}`);
    expect(shown.body).toMatchObject({ kind: 'reset', email: 'link@example.com' });
    const weak = await ask('POST', `/invitations/${secret}`, { password: 'kurz' });
    expect(weak.body.data.issues[0].path).toEqual(['password']);
    await service.db.transaction((tx) =>
      tx.run(sql`update invitation set expires_at = now() - interval '1 second' where org_id = ${organisation.orgId}`),
    );
    expect((await ask('GET', `/invitations/${secret}`)).status).toBe(404);
  });
});
