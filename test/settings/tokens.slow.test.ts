/** Tokens as administrators look through them, end several at once, and end those of a user with the user. */
import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../src/sql/sql.ts';
import { type SettingsClient, signIn } from '../support/browser-session.ts';
import { setUpService } from '../support/fixture.ts';
import { until } from '../support/until.ts';

const { service, organisation } = setUpService({}, { api_requests_per_minute: 100_000, licenses: 10 });
let admin: SettingsClient;
let stranger: SettingsClient;
beforeAll(async () => {
  // The tests do not list the fixture's own token.
  await service.db.transaction((tx) => tx.run(sql`delete from api_token where org_id = ${organisation.orgId}`));
  admin = await signIn(service.address, organisation.login);
  stranger = await signIn(service.address, (await service.organisation()).login);
});

interface Listed {
  readonly token_id: number;
  readonly name: string;
  readonly revoked_at: string | null;
  readonly last_used_at: string | null;
  readonly last_used_address: string | null;
}

const DAY_MS = 86_400_000;
const user = async (name: string, more: object = {}): Promise<number> => {
  const wish = { email: `${name}@example.com`, name, rolle: 'berater', lizenz: false, ...more };
  return (await admin.send('POST', '/users', wish)).body.kid;
};
const token = async (name: string, user_kid: number, more: object = {}): Promise<{ id: number; text: string }> => {
  const { body } = await admin.send('POST', '/tokens', { name, user_kid, scopes: ['v3:customers:read'], ...more });
  return { id: body.token_id, text: body.token };
};
const list = async (query: string): Promise<{ items: Listed[]; total: number }> =>
  (await admin.get(`/tokens?${query}`)).body;
const names = async (query: string): Promise<string[]> => (await list(query)).items.map(({ name }) => name);
const status = async (text: string): Promise<number> =>
  (await service.ask('GET', '/v3/customers', { authorization: `Bearer ${text}` })).status;

describe('the list', () => {
  let ida: number;
  beforeAll(async () => {
    ida = await user('Ida');
    await token('Alt', ida, { expires_at: new Date(Date.now() + 400 * DAY_MS).toISOString() });
    await token('bald', ida, { expires_at: new Date(Date.now() + 20 * DAY_MS).toISOString() });
    await token('Ewig', organisation.adminKid, { scopes: ['v3:goals:write', 'v3:goals:read'] });
    const { id: over } = await token('Zu Ende', ida, { expires_at: new Date(Date.now() + DAY_MS).toISOString() });
    await service.db.transaction((tx) =>
      tx.run(sql`update api_token set expires_at = ${new Date(Date.now() - 1000).toISOString()}
        where org_id = ${organisation.orgId} and id = ${over}`),
    );
    const { id } = await token('Weg', ida);
    await admin.send('POST', `/tokens/${id}/revoke`);
  });

  test.each([
    ['', ['Weg', 'Zu Ende', 'Ewig', 'bald', 'Alt']],
    ['sort=name', ['Alt', 'bald', 'Ewig', 'Weg', 'Zu Ende']],
    ['sort=-name&limit=2', ['Zu Ende', 'Weg']],
    ['sort=expires_at&state=valid', ['bald', 'Alt', 'Ewig']],
    ['sort=name&page=2&limit=2', ['Ewig', 'Weg']],
    ['state=valid&sort=name', ['Alt', 'bald', 'Ewig']],
    ['state=soon', ['bald']],
    ['state=expired', ['Zu Ende']],
    ['state=revoked', ['Weg']],
    ['scope=v3:goals:write', ['Ewig']],
    ['search=EWI', ['Ewig']],
    ['search=%25', []],
  ])('%s', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  test('of a user, with the total of all pages', async () => {
    expect(await list(`user=${ida}&limit=1&sort=name`)).toMatchObject({ total: 4, items: [{ name: 'Alt' }] });
    expect(await names(`search=ida&sort=name`)).toEqual(['Alt', 'bald', 'Weg', 'Zu Ende']);
    expect((await stranger.get(`/tokens?user=${ida}`)).body).toMatchObject({ total: 0, items: [] });
  });

  test.each([
    'state=none',
    'scope=v3:none:read',
    'user=x',
    'user=2147483648',
    'sort=constructor',
    'page=x',
    'search=%00',
    'colour=red',
  ])('an invalid filter is refused and not ignored: %s', async (query) => {
    const refused = await admin.get(`/tokens?${query}`);
    expect([refused.status, refused.error, refused.body.data.issues.length]).toEqual([400, 'validation_failed', 1]);
  });

  test('has the time and address of the last use', async () => {
    const { id, text } = await token('Benutzt', ida);
    const own = async () => (await list(`only=${id}`)).items[0];
    expect(await own()).toMatchObject({ last_used_at: null, last_used_address: null });
    expect(await status(text)).toBe(200);
    await until(async () => (await own())?.last_used_address === '127.0.0.1');
    expect((await own())?.last_used_at).toMatch(/^2/);
  });
});

test('shows the address of a user without a name, also for tags and in the log', async () => {
  const api = await organisation.client();
  const { id: kid } = (await api.post('/v3/users', { email: 'ohne@example.com' })).body;
  const { text } = await token('Ohne', kid, { scopes: ['v3:system:read', 'v3:system:write'] });
  const headers = { authorization: `Bearer ${text}`, 'content-type': 'application/json' };
  const tag = JSON.stringify({ tag: 'Von ohne', freigabe: 1 });
  const made = await service.ask('POST', '/v3/system/tags', headers, tag);
  expect(made.status).toBe(201);
  const named = { user_name: 'ohne@example.com' };
  expect((await list(`user=${kid}`)).items).toEqual([expect.objectContaining({ name: 'Ohne', ...named })]);
  expect(await names('search=ohne%40example')).toEqual(['Ohne']);
  expect((await admin.get('/tags?search=Von')).body.items).toEqual([expect.objectContaining(named)]);
  expect((await admin.get(`/audit?user=${kid}`)).body.items[0]).toMatchObject(named);
});

describe('several at once', () => {
  test('are revoked with one entry each; expired tokens and those of other organisations are skipped', async () => {
    const [one, two, kept, ended] = await Promise.all(
      ['Eins', 'Zwei', 'Bleibt', 'Vorbei'].map((name) => token(name, organisation.adminKid)),
    );
    if (!one || !two || !kept || !ended) throw new Error('Four were made.');
    await admin.send('POST', `/tokens/${ended.id}/revoke`);
    const ids = { token_ids: [two.id, one.id, ended.id, 2147483647] };
    expect((await stranger.send('POST', '/tokens/revoke', ids)).body).toEqual({ revoked: 0 });
    expect(await status(one.text)).toBe(200);
    expect((await admin.send('POST', '/tokens/revoke', ids)).body).toEqual({ revoked: 2 });
    expect(await Promise.all([one, two, kept].map(({ text }) => status(text)))).toEqual([401, 401, 200]);
    for (const { id } of [one, two, ended]) {
      const { items } = (await admin.get(`/audit?record=tokens/${id}`)).body;
      expect(items.map(({ action }: { action: string }) => action)).toEqual(['revoke', 'insert']);
      expect(items[0]).toMatchObject({ user_kid: organisation.adminKid, security: true });
    }
  });

  test.each([[[]], [['x']], [[0]], [Array.from({ length: 201 }, (_, i) => i + 1)]])('are 1 to 200 ids', async (ids) => {
    expect((await admin.send('POST', '/tokens/revoke', { token_ids: ids })).status).toBe(400);
  });
});

test('the expiry can be changed from the listed value, in any time zone of the database', async () => {
  const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();
  const { id } = await token('Gezeigt', organisation.adminKid, { expires_at: inDays(5) });
  const [{ expires_at: shown }] = (await admin.get(`/tokens?only=${id}`)).body.items;
  const change = (days: number) =>
    admin.send('PATCH', `/tokens/${id}`, { expires_at: inDays(days), before: { expires_at: shown } });
  expect((await change(4)).status).toBe(200);
  expect((await change(3)).error).toBe('precondition_failed');
});

describe('the expiry of a token', () => {
  const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();
  const endOf = async (id: number) => {
    const [{ expires_at }] = (await admin.get(`/tokens?only=${id}`)).body.items;
    return expires_at === null ? null : new Date(expires_at).toISOString();
  };
  const patch = async (id: number, expires_at: string | null) => {
    const { status: answered, error } = await admin.send('PATCH', `/tokens/${id}`, { expires_at });
    return error ?? answered;
  };
  /** The expiry in the response header of a call; null: never. */
  const told = async (text: string): Promise<string | null> => {
    const reply = await service.ask('GET', '/v3/customers', { authorization: `Bearer ${text}` });
    expect(reply.status).toBe(200);
    return reply.headers.get('x-token-expires-at');
  };

  test('can be extended to that of its string, and beyond by reissuing the token', async () => {
    const [soon, issued, later] = [inDays(1), inDays(5), inDays(50)];
    const { id, text } = await token('Endet', organisation.adminKid, { expires_at: issued });
    for (const end of [later, null]) expect(await patch(id, end)).toBe('later_than_issued');
    expect([await endOf(id), await told(text)]).toEqual([issued, issued]);
    // An earlier expiry can be undone.
    for (const end of [soon, issued, soon]) {
      expect(await patch(id, end)).toBe(200);
      expect([await endOf(id), await told(text)]).toEqual([end, end]);
    }
    expect(await patch(id, later)).toBe('later_than_issued');
    // Anything else can be changed, and without an end to it the new string has that of the token.
    expect((await admin.send('PATCH', `/tokens/${id}`, { name: 'Endet bald' })).status).toBe(200);
    const same = (await admin.send('POST', `/tokens/${id}/reissue`)).body.token;
    expect([await endOf(id), await told(same)]).toEqual([soon, soon]);
    expect(await patch(id, issued)).toBe('later_than_issued');
    for (const end of [later, null]) {
      const again = await admin.send('POST', `/tokens/${id}/reissue`, { expires_at: end });
      expect([await endOf(id), await told(again.body.token)]).toEqual([end, end]);
      expect(await status(same)).toBe(401);
    }
    const { items } = (await admin.get(`/audit?record=tokens/${id}&action=reissue`)).body;
    expect(items.map(({ changes }: { changes: object }) => changes)).toEqual([
      { issue: [3, 4], expires_at: [later, null] },
      { issue: [2, 3], expires_at: [soon, later] },
      { issue: [1, 2] },
    ]);
  });

  test('in the past is refused for a new string, and ends one that exists', async () => {
    const { id } = await token('Vorbei', organisation.adminKid);
    const wish = { user_kid: organisation.adminKid, name: 'x', scopes: [], expires_at: inDays(-1) };
    for (const [path, body] of [
      ['/tokens', wish],
      [`/tokens/${id}/reissue`, { expires_at: inDays(-1) }],
    ] as const)
      expect((await admin.send('POST', path, body)).body.data).toMatchObject({
        error: 'validation_failed',
        issues: [{ path: ['expires_at'], message: 'expires_at lies in the past.' }],
      });
    expect(await patch(id, inDays(-1))).toBe(200);
  });

  test('of a string without one can be set and removed', async () => {
    const { id, text } = await token('Ewig', organisation.adminKid);
    for (const end of [inDays(5), inDays(50), null]) {
      expect(await patch(id, end)).toBe(200);
      expect([await endOf(id), await told(text)]).toEqual([end, end]);
    }
  });

  test('is limited to that of its row if an earlier version issued the string', async () => {
    const [soon, issued] = [inDays(1), inDays(5)];
    const { id } = await token('Alt', organisation.adminKid, { expires_at: issued });
    await service.db.transaction((tx) =>
      tx.run(sql`update api_token set issued_until = null where org_id = ${organisation.orgId} and id = ${id}`),
    );
    expect(await patch(id, inDays(50))).toBe('later_than_issued');
    for (const end of [soon, issued]) expect(await patch(id, end)).toBe(200);
    expect(await patch(id, inDays(50))).toBe('later_than_issued');
  });
});

describe('revocation together with the user', () => {
  test.each([
    {
      act: 'deactivated',
      send: (kid: number, end: boolean) => ['PATCH', `/users/${kid}`, { aktiv: false, revoke_tokens: end }],
    },
    {
      act: 'deleted',
      send: (kid: number, end: boolean) => ['DELETE', `/users/${kid}?revoke_tokens=${end}`, undefined],
    },
  ] as const)('$act: the tokens continue, or end in the same transaction', async ({ act, send }) => {
    for (const end of [false, true]) {
      const kid = await user(`${act}${end}`);
      const { text } = await token('Ihrer', kid);
      const [method, path, body] = send(kid, end);
      expect((await admin.send(String(method), String(path), body)).status).toBe(200);
      expect(await status(text), `${act} ${end}`).toBe(end ? 401 : 200);
    }
  });

  test('a refused or outdated change revokes no token', async () => {
    const { adminKid } = organisation;
    const { text } = await token('Verwalter', adminKid);
    const refused = await admin.send('PATCH', `/users/${adminKid}`, { aktiv: false, revoke_tokens: true });
    expect([refused.status, refused.error]).toEqual([409, 'last_administrator']);
    const outdated = { aktiv: false, revoke_tokens: true, before: { aktiv: false } };
    expect((await admin.send('PATCH', `/users/${adminKid}`, outdated)).status).toBe(412);
    const foreign = await stranger.send('PATCH', `/users/${adminKid}`, { aktiv: false, revoke_tokens: true });
    expect(foreign.status).toBe(404);
    expect(await status(text)).toBe(200);
  });
});

describe('a field', () => {
  test('has the number of records with a value', async () => {
    const api = await organisation.client();
    for (const name of ['ind_1', 'ind_12']) {
      await admin.send('PUT', `/fields/customers/${name}`, { label: name, kind: 'text' });
    }
    const uses = async (name = 'ind_1') => (await admin.get(`/fields/customers/${name}/uses`)).body;
    expect(await uses()).toEqual({ records: 0 });
    await api.post('/v3/customers', { name: 'Mit', ind_1: 'ind_12' });
    await api.post('/v3/customers', { name: 'Ohne', ind_12: 'x' });
    const { body: gone } = await api.post('/v3/customers', { name: 'Weg', ind_1: 'y' });
    const { body: emptied } = await api.post('/v3/customers', { name: 'Leer', ind_1: 'z' });
    expect(await uses()).toEqual({ records: 3 });
    await api.delete(`/v3/customers/${gone.kid}`);
    await api.patch(`/v3/customers/${emptied.kid}`, { ind_1: null });
    expect(await uses()).toEqual({ records: 1 });
    expect(await uses('ind_12')).toEqual({ records: 1 });
    const refused = ['customers/ind_9', 'customers/name', 'none/ind_1', 'constructor/ind_1', 'customers/constructor'];
    for (const path of refused) expect((await admin.get(`/fields/${path}/uses`)).status, path).toBe(404);
    expect((await stranger.get('/fields/customers/ind_1/uses')).status).toBe(404);
  });
});
