/**
 * Password guessing is throttled by account and by address, without locking users out of their trusted devices (rules
 * 8.2).
 */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '../../src/sql/sql.ts';
import { askSettings, type SettingsClient, signIn } from '../support/browser-session.ts';
import { setUpService } from '../support/fixture.ts';
import { newPerson, type Person, setUpFactor } from '../support/people.ts';
import type { Reply } from '../support/service.ts';

const { service, organisation } = setUpService({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
let admin: SettingsClient;
let person: Person;
beforeAll(async () => {
  admin = await signIn(service.address, organisation.login);
  person = await newPerson(service, admin, 'opfer@example.com');
});
beforeEach(() => service.db.transaction((tx) => tx.run(sql`delete from login_failure`)));

/** Asks to be signed in from an address. */
const from = (address: string, body: object, headers: Record<string, string> = {}): Promise<Reply> =>
  askSettings(service.address, 'POST', '/session', body, { 'x-forwarded-for': address, ...headers });

const codes = async (asked: readonly Promise<Reply>[]) => {
  const counted: Record<string, number> = {};
  for (const { error = 'signed in' } of await Promise.all(asked)) counted[error] = (counted[error] ?? 0) + 1;
  return counted;
};

const TEN_MINUTES = sql`update login_failure set since = since - interval '10 minutes'`;

/** The cookie by which a browser is known, as its sign-in set it. */
const browserOf = ({ headers }: Reply): string =>
  headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('broker_crm_browser='))
    ?.split(';')[0] ?? '';

test('one account, guessed at from many addresses: twenty guesses, whether or not it exists', async () => {
  for (const email of [person.login.email, 'niemand@example.com']) {
    const asked = Array.from({ length: 30 }, (_, i) => from(`198.51.100.${i}`, { email, password: 'geraten' }));
    expect(await codes(asked)).toEqual({ login_failed: 20, too_many_logins: 10 });
  }
  const refused = await from('203.0.113.1', person.login);
  expect([refused.status, refused.error]).toEqual([429, 'too_many_logins']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500);
  await service.db.transaction((tx) => tx.run(TEN_MINUTES));
  expect((await from('203.0.113.1', person.login)).status).toBe(200);
});

test('during the block the user signs in with a trusted device, and with one that opened a link', async () => {
  const cookie = browserOf(await from('203.0.113.7', person.login));
  expect(cookie).toMatch(/^broker_crm_browser=\d+-[\w-]{43}$/);
  const { link } = (await admin.send('POST', `/users/${person.kid}/invitation`)).body;
  const email = person.login.email;
  await Promise.all(Array.from({ length: 30 }, (_, i) => from(`198.51.100.${i}`, { email, password: 'geraten' })));
  expect((await from('203.0.113.8', person.login)).status).toBe(429);
  expect((await from('203.0.113.8', person.login, { cookie })).status).toBe(200);
  const stranger = { email: organisation.login.email, password: 'geraten' };
  const elsewhere = await codes(Array.from({ length: 12 }, () => from('203.0.113.9', stranger, { cookie })));
  expect(elsewhere, 'a browser is known for its user alone').toEqual({ login_failed: 10, too_many_logins: 2 });
  const known = await codes(
    Array.from({ length: 12 }, (_, i) => from(`203.0.113.${20 + i}`, { email, password: 'x' }, { cookie })),
  );
  expect(known, 'a known browser guesses no more often than an address').toEqual({
    login_failed: 10,
    too_many_logins: 2,
  });

  const password = 'noch ein langes Passwort';
  const set = await askSettings(service.address, 'POST', `/invitations/${link.split('/').at(-1)}`, { password });
  expect((await from('203.0.113.8', { email, password }, { cookie })).status, 'a reset ends known browsers').toBe(429);
  expect((await from('203.0.113.8', { email, password }, { cookie: browserOf(set) })).status).toBe(200);
  person = { ...person, login: { email, password } };
});

test('a password change revokes all trusted devices but the one that made it', async () => {
  const one = await newPerson(service, admin, 'wechsel@example.com');
  const [here, elsewhere] = [await from('203.0.113.7', one.login), await from('203.0.113.7', one.login)];
  const session = here.headers.getSetCookie().find((cookie) => !cookie.startsWith('broker_crm_browser='));
  const password = 'wieder ein langes Passwort';
  const cookie = [browserOf(here), session?.split(';')[0]].join('; ');
  const change = { current: one.login.password, password };
  const changed = await askSettings(service.address, 'POST', '/account/password', change, {
    cookie,
    'x-csrf-token': here.body.csrf,
  });
  expect(changed.status).toBe(200);
  const { email } = one.login;
  await Promise.all(Array.from({ length: 30 }, (_, i) => from(`198.51.100.${i}`, { email, password: 'geraten' })));
  const again = (known: Reply) => from('203.0.113.8', { email, password }, { cookie: browserOf(known) });
  expect((await again(elsewhere)).status).toBe(429);
  expect((await again(here)).status).toBe(200);
  expect(browserOf(changed)).toBe(browserOf(here));
});

test('one address, many accounts: fifty guesses, and an IPv6 /64 counts as one address', async () => {
  const asked = Array.from({ length: 60 }, (_, i) =>
    from(`2001:db8:1:2::${i.toString(16)}`, { email: `konto${i}@example.com`, password: 'x' }),
  );
  expect(await codes(asked)).toEqual({ login_failed: 50, too_many_logins: 10 });
  expect((await from('2001:db8:1:2:ffff::1', person.login)).status).toBe(429);
  expect((await from('2001:db8:1:3::1', person.login)).status).toBe(200);
  const v4 = Array.from({ length: 60 }, (_, i) => from('192.0.2.7', { email: `konto${i}@example.com`, password: 'x' }));
  expect(await codes(v4)).toEqual({ login_failed: 50, too_many_logins: 10 });
});

test('a refused sign-in stores nothing: new accounts from one blocked address add no rows', async () => {
  const guess = (i: number) => from('198.51.100.9', { email: `${i}@example.com`, password: 'x' });
  const rows = async () => (await service.db.read(sql`select 1 from login_failure`)).length;
  for (let i = 0; i < 50; i += 1) await guess(i);
  const before = await rows();
  const refused = await codes(Array.from({ length: 60 }, (_, i) => guess(100 + i)));
  expect(refused).toEqual({ too_many_logins: 60 });
  expect(await rows()).toBe(before);
});

test('codes of the second factor: five guesses from unknown devices, even with the right password', async () => {
  const target = await newPerson(service, admin, 'faktor@example.com');
  const session = await target.signIn();
  const factor = await setUpFactor(service, session);
  const cookie = browserOf(await from('203.0.113.1', { ...target.login, code: await factor.code() }));
  const asked = Array.from({ length: 12 }, (_, i) =>
    from(`198.51.100.${i}`, { ...target.login, code: String(100_000 + i) }),
  );
  expect(await codes(asked)).toEqual({ code_invalid: 5, too_many_logins: 7 });
  expect((await from('203.0.113.5', { ...target.login, code: await factor.code() })).status).toBe(429);
  expect((await from('203.0.113.5', { ...target.login, code: await factor.code() }, { cookie })).status).toBe(200);
});

/** A user with this address in another organisation, signed in there. */
const elsewhere = async (email: string) => {
  const own = await service.organisation();
  const stranger = await newPerson(service, await signIn(service.address, own.login), email);
  const login = { email, password: 'ein ganz anderes Passwort' };
  const here = await signIn(service.address, { ...stranger.login, org_id: own.orgId });
  await here.send('POST', '/account/password', { current: stranger.login.password, password: login.password });
  const audit = async () => (await (await signIn(service.address, own.login)).get('/audit?action=sign-in-failed')).body;
  return { kid: stranger.kid, login, orgId: own.orgId, audit };
};

test('an account with the same address in another organisation gives no additional guesses', async () => {
  const target = await newPerson(service, admin, 'mehrfach@example.com');
  const own = await elsewhere('mehrfach@example.com');
  // Each matches the own account and is a guess at the other one.
  for (let n = 0; n < 25; n += 1) expect((await from(`198.51.100.${n}`, own.login)).status).toBe(200);
  const { link } = (await admin.send('POST', `/users/${target.kid}/invitation`)).body;
  const { password } = own.login;
  await askSettings(service.address, 'POST', `/invitations/${link.split('/').at(-1)}`, { password });
  const right = await from('203.0.113.1', own.login);
  expect([right.status, right.body.organisation?.org_id]).toEqual([200, own.orgId]);
  const { items } = (await admin.get(`/audit?record=users/${target.kid}`)).body;
  const failed = items.filter(({ action }: { action: string }) => action === 'sign-in-failed');
  expect(failed.map(({ changes }: { changes: object }) => changes)).toEqual([{ reason: [null, 'password'] }]);
  // A login that names its organisation is not throttled by it, neither now nor later.
  expect((await from('203.0.113.2', { ...own.login, org_id: organisation.orgId })).status).toBe(200);
  await service.db.transaction((tx) => tx.run(TEN_MINUTES));
  expect((await from('203.0.113.1', own.login)).error).toBe('organisation_required');
});

test('a trusted device of another organisation is not trusted, for passwords and for codes', async () => {
  const target = await newPerson(service, admin, 'browser@example.com');
  const factor = await setUpFactor(service, await target.signIn());
  const own = await elsewhere('browser@example.com');
  const { orgId } = organisation;
  const cookies: string[] = [];
  for (let n = 0; n < 3; n += 1)
    cookies.push(browserOf(await from(`192.0.2.${n}`, { ...own.login, org_id: own.orgId })));
  const guesses = (body: object, first: number) =>
    Array.from({ length: 27 }, (_, i) =>
      from(`198.51.${first}.${i}`, { ...body, org_id: orgId }, { cookie: cookies[i % 3] ?? '' }),
    );
  expect(await codes(guesses({ ...target.login, code: '000000' }, 100))).toEqual({
    code_invalid: 5,
    too_many_logins: 22,
  });
  await service.db.transaction((tx) => tx.run(TEN_MINUTES));
  expect(await codes(guesses({ email: target.login.email, password: 'geraten' }, 101))).toEqual({
    login_failed: 20,
    too_many_logins: 7,
  });
  await service.db.transaction((tx) => tx.run(TEN_MINUTES));
  expect((await from('203.0.113.5', { ...target.login, org_id: orgId, code: await factor.code() })).status).toBe(200);
});

test('if several organisations know an address, none learns where a mistyped password came from', async () => {
  const target = await newPerson(service, admin, 'beide@example.com');
  const own = await elsewhere('beide@example.com');
  await from('198.51.100.78', { email: target.login.email, password: 'vertippt' });
  const [entry] = (await own.audit()).items;
  expect(entry.changes).toEqual({ reason: [null, 'password'] });
  expect(JSON.stringify((await admin.get(`/audit?record=users/${target.kid}`)).body)).not.toContain('198.51.100.78');
});

test('a signed-in browser has no more guesses at the password of its user', async () => {
  const one = await newPerson(service, admin, 'offen@example.com');
  const session = await one.signIn();
  const asked = Array.from({ length: 14 }, () => session.send('POST', '/account/totp', { password: 'geraten' }));
  expect(await codes(asked)).toEqual({ validation_failed: 10, too_many_logins: 4 });
});

test('a flood uses at most one core: sign-ins beyond the queue are refused with Retry-After', async () => {
  const asked = Array.from({ length: 80 }, (_, i) =>
    from(`10.1.${i}.1`, { email: `flut${i}@example.com`, password: 'x' }),
  );
  const counted = await codes(asked);
  expect(Number(counted.login_failed) + Number(counted.too_many_logins)).toBe(80);
  expect(counted.login_failed).toBeGreaterThanOrEqual(50);
  expect((await from('10.2.1.1', organisation.login)).status).toBe(200);
});

test('failed attempts are in the audit log of a known account with their address and without the password', async () => {
  await from('198.51.100.77', { email: person.login.email, password: 'geheimnisvoll' });
  await from('198.51.100.77', { email: 'niemand@example.com', password: 'geheimnisvoll' });
  const { items } = (await admin.get(`/audit?record=users/${person.kid}`)).body;
  expect(items[0]).toMatchObject({
    action: 'sign-in-failed',
    user_kid: null,
    changes: { reason: [null, 'password'], address: [null, '198.51.100.77'] },
  });
  expect(JSON.stringify((await admin.get('/audit')).body)).not.toContain('geheimnisvoll');
});
