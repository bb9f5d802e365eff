/** Signing in with the work account, at real and forging issuers (rules 8.15). */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '../../src/sql/sql.ts';
import { askSettings, type SettingsClient, signIn } from '../support/browser-session.ts';
import { commandOn } from '../support/command.ts';
import { setUpService } from '../support/fixture.ts';
import {
  CLIENT,
  type ForgingIssuer,
  type RealIssuer,
  startForgingIssuer,
  startRealIssuer,
} from '../support/oidc-issuer.ts';
import { databaseUrl } from '../support/postgres.ts';
import type { Organisation, Reply } from '../support/service.ts';

const env = { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' };
const { service, organisation } = setUpService({ env });
let issuer: ForgingIssuer;
let real: RealIssuer;
let admin: SettingsClient;

const ask = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  askSettings(service.address, method, path, body, headers);

const cookiesOf = ({ headers }: Reply): string =>
  headers
    .getSetCookie()
    .map((set) => set.split(';')[0] ?? '')
    .filter((pair) => !pair.endsWith('='))
    .join('; ');

const settingsOf = (url: string, more: object = {}) => ({
  ...{ issuer: url, ...CLIENT, active: true, local_passwords: true, trust_emails: false, trust_factor: false },
  ...{ create_role: null, create_domains: [], ...more },
});

const setUp = async (one: SettingsClient, { login }: Organisation, url: string, more?: object): Promise<Reply> =>
  one.send('PUT', '/sso', { ...settingsOf(url, more), password: login.password });

/** The query of the address that the forging issuer sends the browser to. */
const issuersQuery = async (url: string): Promise<string> => {
  const answer = await fetch(url, { redirect: 'manual' });
  return new URL(answer.headers.get('location') ?? '').search;
};

/** Signs in at the forging issuer. */
const walk = async (orgId = organisation.orgId, to?: string): Promise<Reply> => {
  const started = await ask('POST', '/sso/start', { org_id: orgId, to });
  expect(started.status, started.text).toBe(200);
  const query = await issuersQuery(started.body.url);
  return ask('POST', '/sso/callback', { query }, { cookie: cookiesOf(started) });
};

const person = (email: string, sub: string, more: object = {}) => ({ sub, email, email_verified: true, ...more });
const userOf = (reply: Reply) => ask('GET', '/session', undefined, { cookie: cookiesOf(reply) });
const invite = async (email: string, rolle = 'berater', one = admin) =>
  (await one.send('POST', '/users', { email, name: 'Neu', rolle, lizenz: false })).body.kid as number;

const requireFactor = (whom: 'nobody' | 'everybody') =>
  service.db.transaction((tx) =>
    tx.run(sql`update organisation set second_factor = ${whom} where org_id = ${organisation.orgId}`),
  );

beforeAll(async () => {
  issuer = await startForgingIssuer();
  real = await startRealIssuer([`${service.address}/sso/callback`], [`${service.address}/login`]);
  admin = await signIn(service.address, organisation.login);
});
beforeEach(async () => {
  await service.db.transaction((tx) => tx.run(sql`delete from login_failure`));
  Object.assign(issuer, { claims: {}, unsigned: false, callback: {}, refusesClient: false });
});
afterAll(() => Promise.all([issuer.stop(), real.stop()]));

test('a user signs in at a certified issuer, is found by the subject from then on, and signs out there too', async () => {
  expect((await ask('GET', '/session')).body).toEqual({ signed_in: false, sso: false });
  expect((await setUp(admin, organisation, real.url)).status).toBe(200);
  expect((await ask('GET', '/session')).body).toEqual({ signed_in: false, sso: true });
  const kid = await invite('ida@example.com');
  real.person = { sub: 'ida', email: 'Ida@example.com', email_verified: true };
  for (const to of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/a b',
    'customers',
    `/${'a'.repeat(1000)}`,
  ])
    expect((await ask('POST', '/sso/start', { email: 'ida@example.com', to })).error, to).toBe('validation_failed');
  const to = '/customers?name=Ida&page=2';
  const started = await ask('POST', '/sso/start', { email: 'IDA@example.com', to });
  expect(started.body.url).not.toContain('customers');
  expect(started.headers.getSetCookie().join()).toMatch(/HttpOnly; SameSite=Strict/);
  expect(new URL(started.body.url).searchParams.get('code_challenge_method')).toBe('S256');
  const query = (await real.walk(started.body.url)).search;
  const cookie = cookiesOf(started);
  const back = await ask('POST', '/sso/callback', { query }, { cookie });
  expect(back.body).toEqual({ next: 'session', to });
  expect(back.headers.getSetCookie().join()).toContain('broker_crm_sso=;');
  const { user, csrf } = (await userOf(back)).body;
  expect(user).toMatchObject({ kid, proof: 'issuer', administrator: false });
  // The same answer again, with a copy of the state: the issuer has taken the code back.
  expect((await ask('POST', '/sso/callback', { query }, { cookie })).error).toBe('sso_expired');
  expect((await ask('POST', '/sso/callback', { query })).error).toBe('sso_expired');

  const left = await ask('DELETE', '/session', undefined, { cookie: cookiesOf(back), 'x-csrf-token': csrf });
  const leave = new URL(left.body.leave);
  expect([leave.origin, leave.searchParams.get('client_id')]).toEqual([real.url, CLIENT.client_id]);
  expect((await fetch(leave)).status).toBe(200);

  real.person = { sub: 'ida', email: 'other@example.com', email_verified: false };
  const second = await ask('POST', '/sso/start', { email: 'ida@example.com' });
  const again = { query: (await real.walk(second.body.url)).search };
  expect((await userOf(await ask('POST', '/sso/callback', again, { cookie: cookiesOf(second) }))).body.user.kid).toBe(
    kid,
  );
});

test('the test of the settings says what is wrong, and signs in and binds nobody', async () => {
  const kid = await invite('tess@example.com');
  const tryOut = async () => {
    const started = await admin.send('POST', '/sso/test');
    if (started.status !== 200) return started;
    const query = await issuersQuery(started.body.url);
    return ask('POST', '/sso/callback', { query }, { cookie: cookiesOf(started) });
  };
  await setUp(admin, organisation, 'http://127.0.0.1:9', { active: false });
  expect(await tryOut()).toMatchObject({ status: 409, error: 'sso_unreachable' });
  await setUp(admin, organisation, issuer.url, { active: false });
  issuer.claims = person('tess@example.com', 'tess');
  expect((await tryOut()).body).toEqual({ next: 'tested', email: 'tess@example.com', name: 'Neu', creates: null });
  issuer.claims = person('unknown@example.com', 'x');
  expect((await tryOut()).body.data).toMatchObject({ error: 'sso_no_user', email: 'unknown@example.com' });
  issuer.claims = { sub: 'x' };
  expect((await tryOut()).error).toBe('sso_no_email');
  issuer.claims = { sub: 'x', email: 'tess@example.com' };
  expect((await tryOut()).error).toBe('sso_email_unverified');
  issuer.refusesClient = true;
  expect((await tryOut()).error).toBe('sso_client_refused');
  expect((await ask('POST', '/sso/start', { org_id: organisation.orgId })).error).toBe('sso_not_offered');
  const [bound] = await service.db.read(sql`select 1 from credential where kid = ${kid}`);
  expect(bound).toBeUndefined();

  const other = await startRealIssuer(['https://elsewhere.example.com/'], []);
  await setUp(admin, organisation, other.url);
  expect((await tryOut()).error).toBe('sso_request_refused');
  await other.stop();
});

describe('at a forging issuer', () => {
  beforeEach(async () => {
    expect((await setUp(admin, organisation, issuer.url)).status).toBe(200);
  });

  test('forged answers are refused, and the address alone takes over no account', async () => {
    await invite('eve@example.com');
    const good = person('eve@example.com', 'eve');
    for (const [claims, more] of [
      [{ ...good, aud: 'another' }, {}],
      [{ ...good, iss: 'https://issuer.example.com' }, {}],
      [{ ...good, nonce: 'another' }, {}],
      [{ ...good, exp: Math.floor(Date.now() / 1000) - 120 }, {}],
      [good, { unsigned: true }],
      [good, { callback: { state: 'another' } }],
      [good, { callback: { iss: 'https://issuer.example.com' } }],
    ] as const) {
      Object.assign(issuer, { unsigned: false, callback: {}, ...more, claims });
      expect((await walk()).error, JSON.stringify([claims, more])).toBe('sso_answer_invalid');
    }
    Object.assign(issuer, { unsigned: false, callback: { error: 'access_denied' } });
    expect((await walk()).error).toBe('sso_denied');
    Object.assign(issuer, { callback: {}, claims: { ...good, email_verified: undefined } });
    expect((await walk()).error).toBe('sso_email_unverified');
    // Clocks differ by up to a minute.
    issuer.claims = { ...good, exp: Math.floor(Date.now() / 1000) - 30 };
    expect((await walk()).body).toEqual({ next: 'session', to: '/' });
  });

  test('a user is bound to one account, until an administrator releases it', async () => {
    const kid = await invite('mia@example.com');
    issuer.claims = person('mia@example.com', 'mia');
    expect((await walk()).status).toBe(200);
    issuer.claims = person('mia@example.com', 'another');
    expect((await walk()).error).toBe('sso_other_account');
    expect((await admin.send('DELETE', `/users/${kid}/work-account`)).status).toBe(200);
    expect((await admin.send('DELETE', `/users/${kid}/work-account`)).status).toBe(404);
    expect((await walk()).status).toBe(200);
    await admin.send('PATCH', `/users/${kid}`, { aktiv: false });
    expect((await walk()).error).toBe('sso_user_inactive');
    const { items } = (await admin.get(`/audit?limit=50&record=users/${kid}`)).body;
    const acts = items.map(({ action }: { action: string }) => action);
    expect(acts).toEqual(expect.arrayContaining(['sign-in', 'sign-in-failed', 'sso-bound', 'sso-released']));
  });

  test('a rotated key costs one attempt at most', async () => {
    await invite('kai@example.com');
    issuer.claims = person('kai@example.com', 'kai');
    expect((await walk()).status).toBe(200);
    await issuer.rotate();
    await walk();
    expect((await walk()).status).toBe(200);
  });

  test('two organisations with one issuer stay apart, and their answers cannot be mixed up', async () => {
    const other = await service.organisation();
    const second = await signIn(service.address, other.login);
    await setUp(second, other, issuer.url);
    await invite('both@example.com');
    const kid = await invite('both@example.com', 'berater', second);
    const asked = await ask('POST', '/sso/start', { email: 'both@example.com' });
    const host = new URL(issuer.url).host;
    expect([asked.error, asked.body.data.organisations]).toEqual([
      'organisation_required',
      [organisation.orgId, other.orgId].map((id) => ({ org_id: id, name: `${host} (${id})` })),
    ]);
    issuer.claims = person('both@example.com', 'both');
    const session = await userOf(await walk(other.orgId));
    expect(session.body).toMatchObject({ user: { kid }, organisation: { org_id: other.orgId } });
    const [here, there] = [organisation.orgId, other.orgId].map((id) => ask('POST', '/sso/start', { org_id: id }));
    const query = await issuersQuery((await (here as Promise<Reply>)).body.url);
    const mixed = await ask('POST', '/sso/callback', { query }, { cookie: cookiesOf(await (there as Promise<Reply>)) });
    expect(mixed.error).toBe('sso_answer_invalid');
    // The settings change between the two steps.
    const started = await ask('POST', '/sso/start', { org_id: other.orgId });
    await setUp(second, other, real.url);
    const late = { query: await issuersQuery(started.body.url) };
    expect((await ask('POST', '/sso/callback', late, { cookie: cookiesOf(started) })).error).toBe('sso_expired');
  });

  test('users of named domains are created with a role and a licence, never administrators', async () => {
    const rule = { create_role: 'lesend', create_domains: ['Example.org'] };
    expect(
      (await setUp(admin, organisation, issuer.url, { ...rule, create_role: 'admin' })).body.data.issues,
    ).toMatchObject([{ path: ['create_role'] }]);
    await setUp(admin, organisation, issuer.url, rule);
    issuer.claims = person('new@example.net', 'net');
    expect((await walk()).error).toBe('sso_no_user');
    issuer.claims = person('new@example.org', 'org', { given_name: 'Nora', family_name: 'Neu', email_verified: false });
    expect((await walk()).error).toBe('sso_email_unverified');
    issuer.claims = { ...issuer.claims, email_verified: true };
    const { user } = (await userOf(await walk())).body;
    expect(user).toMatchObject({ name: 'Nora Neu', rolle: 'lesend', email: 'new@example.org' });
    await service.db.transaction((tx) =>
      tx.run(sql`update organisation set plan = plan || '{"licenses": 1}' where org_id = ${organisation.orgId}`),
    );
    issuer.claims = person('more@example.org', 'more');
    expect((await walk()).error).toBe('license_quota_exceeded');
  });

  test('a second factor of the issuer counts where the organisation says so, else the local one is asked for', async () => {
    const kid = await invite('toni@example.com');
    issuer.claims = person('toni@example.com', 'toni', { amr: ['pwd', 'mfa'] });
    await requireFactor('everybody');
    const first = await walk();
    expect((await userOf(first)).body.must).toBe('factor');
    const { csrf } = (await userOf(first)).body;
    const headers = { cookie: cookiesOf(first), 'x-csrf-token': csrf };
    // Without a password the proof is given at the issuer.
    const unproved = await ask('POST', '/account/totp', {}, headers);
    expect(unproved.body.data.issues).toMatchObject([{ code: 'issuer_proof_required' }]);
    const proving = await ask('POST', '/sso/proof', { to: '/settings/sso' }, headers);
    expect(new URL(proving.body.url).searchParams.get('max_age')).toBe('0');
    const both = { ...headers, cookie: `${headers.cookie}; ${cookiesOf(proving)}` };
    const old = { auth_time: Math.floor(Date.now() / 1000) - 600 };
    issuer.claims = { ...issuer.claims, ...old };
    const stale = { query: await issuersQuery(proving.body.url) };
    expect((await ask('POST', '/sso/callback', stale, both)).error).toBe('sso_answer_invalid');
    issuer.claims = person('toni@example.com', 'toni', { amr: ['pwd', 'mfa'] });
    const fresh = { query: await issuersQuery(proving.body.url) };
    expect((await ask('POST', '/sso/callback', fresh, both)).body).toEqual({ next: 'proved', to: '/settings/sso' });
    const { secret } = (await ask('POST', '/account/totp', {}, headers)).body;
    const totp = new TOTP({ secret });
    const code = totp.generate({ timestamp: Date.now() - 30_000 });
    expect((await ask('POST', '/account/totp/confirm', { code }, headers)).status).toBe(200);

    const to = '/tasks?page=3';
    const asked = await walk(organisation.orgId, to);
    expect([asked.body, (await userOf(asked)).body.signed_in]).toEqual([{ next: 'code', to }, false]);
    const pending = { cookie: cookiesOf(asked) };
    expect((await ask('POST', '/sso/code', { code: '000000' }, pending)).error).toBe('code_invalid');
    const taken = await ask('POST', '/sso/code', { code: totp.generate() }, pending);
    expect(taken.body).toEqual({ next: 'session', to });
    expect((await userOf(taken)).body.user.kid).toBe(kid);

    await requireFactor('nobody');
    await setUp(admin, organisation, issuer.url, { trust_factor: true });
    await requireFactor('everybody');
    expect((await userOf(await walk())).body).toMatchObject({ must: null, user: { kid } });
    issuer.claims = person('toni@example.com', 'toni', { amr: ['pwd'] });
    expect((await walk()).body).toEqual({ next: 'code', to: '/' });
    await requireFactor('nobody');
  });

  test('without local passwords only administrators sign in with theirs, also while the issuer is down', async () => {
    const made = await admin.send('POST', '/users', {
      email: 'pia@example.com',
      name: 'Pia',
      rolle: null,
      lizenz: false,
    });
    const { pathname } = new URL(made.body.link);
    const login = { email: 'pia@example.com', password: 'ein langes Passwort' };
    await ask('POST', `/invitations/${pathname.split('/').at(-1)}`, { password: login.password });
    expect((await ask('POST', '/session', login)).status).toBe(200);
    await setUp(admin, organisation, issuer.url, { local_passwords: false });
    expect((await ask('POST', '/session', login)).error).toBe('local_passwords_off');
    const link = await admin.send('POST', `/users/${made.body.kid}/invitation`);
    expect(link.body).toMatchObject({ kind: 'work-account', expires_at: null });
    expect(link.body.link).toBe(`${service.address}/sso/${organisation.orgId}`);

    await setUp(admin, organisation, 'http://127.0.0.1:9', { local_passwords: false });
    expect((await ask('POST', '/sso/start', { email: login.email })).error).toBe('sso_unreachable');
    expect((await ask('POST', '/session', organisation.login)).status).toBe(200);
    await setUp(admin, organisation, 'http://127.0.0.1:9', { local_passwords: false, active: false });
    expect((await ask('POST', '/session', login)).status).toBe(200);
  });
});

test('only administrators with their password change the settings, and an issuer is public and of one tenant', async () => {
  const wrong = await admin.send('PUT', '/sso', { ...settingsOf(issuer.url), password: 'falsch' });
  expect(wrong.body.data.issues).toMatchObject([{ path: ['password'], code: 'wrong_password' }]);
  const { client_secret: _, ...without } = settingsOf('https://93.184.215.14');
  const needed = await admin.send('PUT', '/sso', { ...without, password: organisation.login.password });
  expect(needed.body.data.issues).toMatchObject([{ path: ['client_secret'], code: 'required' }]);
  for (const url of [
    ...['http://93.184.215.14', 'https://10.0.0.1', 'ftp://127.0.0.1', 'https://login.microsoftonline.com/common/v2.0'],
  ]) {
    expect((await setUp(admin, organisation, url)).body.data.issues, url).toMatchObject([{ code: 'invalid_issuer' }]);
  }
  await setUp(admin, organisation, issuer.url);
  expect((await admin.get('/sso')).body).toMatchObject({
    settings: { issuer: issuer.url, client_id: CLIENT.client_id },
    redirect_uri: `${service.address}/sso/callback`,
  });
  expect((await admin.send('POST', '/sso/remove', { password: 'falsch' })).status).toBe(400);
  expect((await admin.send('POST', '/sso/remove', { password: organisation.login.password })).status).toBe(200);
  expect((await admin.get('/sso')).body.settings).toBeNull();
});

test('the command sets the issuer, with a secret that is not on its line, and removes it', async () => {
  const { orgId } = organisation;
  const run = commandOn({ ...env, DATABASE_URL: databaseUrl(service.connection) });
  const of = ['--org', String(orgId)];
  const line = ['sso', 'set', ...of, '--issuer', issuer.url, '--client-id', CLIENT.client_id];
  expect((await run(...line)).code).not.toBe(0);
  const file = join(await mkdtemp(join(tmpdir(), 'sso-')), 'secret');
  await writeFile(file, `${CLIENT.client_secret}\n`);
  expect(
    (await run(...line, '--secret-file', file, '--create-role', 'berater', '--create-domains', 'Example.com')).code,
  ).toBe(0);
  expect((await run('sso', 'set', ...of, '--local-passwords', 'off')).code).toBe(0);
  const shown = await run('sso', 'show', ...of);
  expect(shown.json.settings).toEqual({
    ...settingsOf(issuer.url, { create_role: 'berater', create_domains: ['example.com'], local_passwords: false }),
    client_secret: undefined,
  });
  expect(shown.stdout).not.toContain(CLIENT.client_secret);
  expect((await run('sso', 'remove', ...of)).code).toBe(0);
  expect((await run('sso', 'remove', ...of)).code).not.toBe(0);
});
