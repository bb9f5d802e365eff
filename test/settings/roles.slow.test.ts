/** Roles: named sets of scopes, with which signed-in users call `/v3` (rules 8.4). */
import { beforeAll, describe, expect, test } from 'vitest';
import { hashPassword, setPassword } from '../../src/access/credentials/passwords.ts';
import { rolesOf } from '../../src/shared/roles.ts';
import { type SettingsClient, signIn } from '../support/browser-session.ts';
import { setUpService } from '../support/fixture.ts';
import type { Reply } from '../support/service.ts';

const { service, organisation } = setUpService({}, { licenses: 20 });
let admin: SettingsClient;
beforeAll(async () => {
  admin = await signIn(service.address, organisation.login);
});

const PASSWORD = 'ein langes Kennwort 4711';
const hashed = hashPassword(PASSWORD);
let users = 0;
/** A user of a role, signed in. */
const userOf = async (rolle: string | null): Promise<{ kid: number; session: SettingsClient }> => {
  users += 1;
  const email = `rolle-${users}@example.com`;
  const made = await admin.send('POST', '/users', {
    email,
    name: `Rolle ${users}`,
    rolle: rolle ?? 'lesend',
    lizenz: false,
  });
  const { kid } = made.body;
  if (rolle === null) await (await organisation.client()).patch(`/v3/users/${kid}`, { rolle: null });
  const hash = await hashed;
  await service.db.transaction((tx) => setPassword(tx, { orgId: organisation.orgId, kid }, hash, Date.now()));
  return { kid, session: await signIn(service.address, { email, password: PASSWORD }) };
};
const call = (
  session: SettingsClient,
  method: string,
  path: string,
  body?: unknown,
  more: Record<string, string> = {},
) =>
  service.ask(
    method,
    path,
    {
      cookie: session.cookie,
      'x-csrf-token': session.csrf,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...more,
    },
    body === undefined ? undefined : JSON.stringify(body),
  );

describe('roles', () => {
  test('four are seeded; admin has every scope', async () => {
    const { items } = (await admin.get('/roles')).body;
    expect(items.map(({ id }: { id: string }) => id)).toEqual(['admin', 'berater', 'innendienst', 'lesend']);
    expect(items[0]).toMatchObject({ fixed: true, users: 1 });
    expect(items.map(({ scopes }: { scopes: string[] }) => scopes)).toEqual(rolesOf().map(({ scopes }) => scopes));
    const [, berater, innendienst, lesend] = items;
    expect(berater.scopes).toContain('v3:inbox:write');
    expect(berater.scopes.filter((scope: string) => /users|webhooks|system:write/.test(scope))).toEqual([]);
    expect(innendienst.scopes.filter((scope: string) => !berater.scopes.includes(scope))).toEqual([
      'v3:users:read',
      'v3:imports:read',
      'v3:imports:write',
    ]);
    expect(
      lesend.scopes.filter((scope: string) => !/(:read|views:write)$/.test(scope) || /users|webhooks/.test(scope)),
    ).toEqual([]);
  });

  test('one is created, offered to users, changed, and removed when no user has it', async () => {
    const made = await admin.send('POST', '/roles', {
      id: 'schaden',
      name: 'Schadenabteilung',
      scopes: ['v3:damages:read'],
    });
    expect([made.status, made.body]).toEqual([201, { id: 'schaden' }]);
    expect((await admin.get('/users')).body.roles).toContainEqual({ value: 'schaden', display: 'Schadenabteilung' });
    const { kid, session } = await userOf('schaden');
    expect((await call(session, 'GET', '/v3/damages')).status).toBe(200);
    const refused = await call(session, 'POST', '/v3/damages', {});
    expect([refused.status, refused.body.data.required_scope]).toEqual([403, 'v3:damages:write']);
    await admin.send('PATCH', '/roles/schaden', { scopes: [] });
    expect((await call(session, 'GET', '/v3/damages')).status).toBe(403);
    const inUse = await admin.send('DELETE', '/roles/schaden');
    expect([inUse.status, inUse.error]).toEqual([409, 'role_in_use']);
    await admin.send('PATCH', `/users/${kid}`, { rolle: 'lesend' });
    expect((await admin.send('DELETE', '/roles/schaden')).status).toBe(200);
    expect((await admin.send('PATCH', `/users/${kid}`, { rolle: 'schaden' })).status).toBe(400);
  });

  test('invalid ones are refused', async () => {
    const refusals: readonly (readonly [Reply | Awaited<ReturnType<SettingsClient['send']>>, number, string])[] = [
      [await admin.send('PATCH', '/roles/admin', { scopes: [] }), 409, 'role_fixed'],
      [await admin.send('DELETE', '/roles/admin'), 409, 'role_fixed'],
      [await admin.send('PATCH', '/roles/fehlt', { name: 'x' }), 404, 'not_found'],
      [await admin.send('POST', '/roles', { id: 'x', name: 'Berater', scopes: [] }), 400, 'validation_failed'],
      [await admin.send('POST', '/roles', { id: 'lesend', name: 'y', scopes: [] }), 400, 'validation_failed'],
      [await admin.send('POST', '/roles', { id: 'Ä', name: 'y', scopes: [] }), 400, 'validation_failed'],
      [await admin.send('POST', '/roles', { id: 'z', name: 'z', scopes: ['v3:alles:read'] }), 400, 'unknown_scope'],
    ];
    for (const [answer, status, code] of refusals) expect([answer.status, answer.error]).toEqual([status, code]);
  });

  test('a seeded role that was removed can be created again', async () => {
    await admin.send('DELETE', '/roles/innendienst');
    expect((await admin.get('/roles')).body.items.map(({ id }: { id: string }) => id)).not.toContain('innendienst');
    expect((await admin.send('POST', '/roles', { id: 'innendienst', name: 'Büro', scopes: [] })).status).toBe(201);
  });
});

describe('a session on /v3', () => {
  test('reads and writes as its user, without a token', async () => {
    const { kid, session } = await userOf('berater');
    const created = await call(session, 'POST', '/v3/customers', { name: 'Sommer' });
    expect(created.status).toBe(201);
    expect(created.headers.get('x-ratelimit-layer')).toBe('user');
    expect(created.headers.get('x-signed-in')).toBe(`${organisation.orgId}/${kid}`);
    const read = await call(session, 'GET', `/v3/customers/${created.body.id}`);
    expect(read.body.data?.betreuer ?? read.body.betreuer).toBe(kid);
    const [entry] = (await admin.get(`/audit?record=customers/${created.body.id}`)).body.items;
    expect([entry.user_kid, entry.token_id]).toEqual([kid, null]);
  });

  test('needs the CSRF token for changes and the own page for reads and changes', async () => {
    const { session } = await userOf('berater');
    const refusals = [
      await call(session, 'POST', '/v3/customers', { name: 'x' }, { 'x-csrf-token': '' }),
      await call(session, 'POST', '/v3/customers', { name: 'x' }, { 'x-csrf-token': 'falsch' }),
      await call(session, 'POST', '/v3/customers', { name: 'x' }, { origin: 'https://evil.example' }),
      await call(session, 'POST', '/v3/customers', { name: 'x' }, { 'sec-fetch-site': 'same-site' }),
      await call(session, 'GET', '/v3/customers', undefined, { origin: 'https://evil.example' }),
      await call(session, 'GET', '/v3/customers', undefined, { 'sec-fetch-site': 'cross-site' }),
    ];
    expect(refusals.map(({ status, error }) => [status, error])).toEqual(refusals.map(() => [403, 'csrf_failed']));
    expect((await call(session, 'GET', '/v3/customers', undefined, { 'x-csrf-token': '' })).status).toBe(200);
  });

  test('is ignored if the request has an Authorization header', async () => {
    const { session } = await userOf('berater');
    const answer = await call(session, 'GET', '/v3/customers', undefined, { authorization: 'Bearer falsch' });
    expect(answer.status).toBe(401);
    const { token } = await organisation.client({ scopes: ['v3:users:read'] });
    const withToken = { authorization: `Bearer ${token}` };
    expect((await call(session, 'GET', '/v3/users', undefined, withToken)).status).toBe(200);
    expect((await call(session, 'GET', '/v3/customers', undefined, withToken)).status).toBe(403);
  });

  test('that has ended is 401 and does not block the client address', async () => {
    const { session } = await userOf('berater');
    await session.send('DELETE', '/session');
    for (let n = 0; n < 30; n += 1) {
      const answer = await call(session, 'GET', '/v3/customers');
      expect([answer.status, answer.error]).toEqual([401, 'not_signed_in']);
    }
    const client = await organisation.client();
    expect((await client.get('/v3/customers')).status).toBe(200);
  });

  test('of a user without a role has no scopes; a changed role or deactivation ends it', async () => {
    expect((await call((await userOf(null)).session, 'GET', '/v3/customers')).status).toBe(403);
    const { kid, session } = await userOf('lesend');
    expect((await call(session, 'GET', '/v3/customers')).status).toBe(200);
    expect((await session.get('/session')).body.user.scopes).toContain('v3:customers:read');
    await admin.send('PATCH', `/users/${kid}`, { aktiv: false });
    expect((await call(session, 'GET', '/v3/customers')).status).toBe(401);
  });

  test('with an open required action is refused', async () => {
    const session = await signIn(service.address, (await service.organisation()).login);
    expect((await call(session, 'GET', '/v3/customers')).status).toBe(200);
    await session.send('PUT', '/second-factor', { required_of: 'everybody' });
    const answer = await call(session, 'GET', '/v3/customers');
    expect([answer.status, answer.error]).toEqual([403, 'factor_required']);
  });

  test('changes administrators only for an administrator', async () => {
    await admin.send('POST', '/roles', {
      id: 'personal',
      name: 'Personal',
      scopes: ['v3:users:read', 'v3:users:write'],
    });
    const { kid, session } = await userOf('personal');
    const answer = await call(session, 'PATCH', `/v3/users/${kid}`, { rolle: 'admin' });
    expect([answer.status, answer.error]).toEqual([403, 'administrator_required']);
  });

  test('gives nobody a role with scopes that its own role lacks', async () => {
    const { kid, session } = await userOf('personal');
    const answer = await call(session, 'PATCH', `/v3/users/${kid}`, { rolle: 'berater' });
    expect([answer.status, answer.error]).toEqual([403, 'role_exceeds_own_scopes']);
    const own = await call(session, 'PATCH', `/v3/users/${kid}`, { rolle: null, email: 'ohne.rolle@example.com' });
    expect(own.status).toBe(200);
  });

  test('has the private tags of its user', async () => {
    const [one, other] = [(await userOf('admin')).session, (await userOf('admin')).session];
    const { id } = (await call(one, 'POST', '/v3/system/tags', { tag: 'privat', freigabe: 0 })).body;
    expect((await call(one, 'GET', `/v3/system/tags/${id}`)).status).toBe(200);
    expect((await call(other, 'GET', `/v3/system/tags/${id}`)).status).toBe(404);
  });

  test('has Idempotency-Keys per user', async () => {
    const [one, other] = [(await userOf('berater')).session, (await userOf('berater')).session];
    const key = { 'idempotency-key': 'gleich' };
    const first = await call(one, 'POST', '/v3/customers', { name: 'Eins' }, key);
    const second = await call(other, 'POST', '/v3/customers', { name: 'Eins' }, key);
    const again = await call(one, 'POST', '/v3/customers', { name: 'Eins' }, key);
    expect(second.body.id).not.toBe(first.body.id);
    expect([again.body.id, again.headers.get('idempotent-replayed')]).toEqual([first.body.id, 'true']);
  });

  test('has a limit of 600 requests a minute, apart from that of the organisation', async () => {
    const { session } = await userOf('lesend');
    const answers = await Promise.all(Array.from({ length: 30 }, () => call(session, 'HEAD', '/v3/goals')));
    const left = answers.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')));
    expect(Math.max(...left) - Math.min(...left)).toBeLessThanOrEqual(600);
    expect(new Set(answers.map(({ headers }) => headers.get('x-ratelimit-limit')))).toEqual(new Set(['600']));
  });
});
