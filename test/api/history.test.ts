/** The history of a record (rules 4.18). */
import { beforeAll, describe, expect, test } from 'vitest';
import { allRoutes } from '../../src/derive/routing/all-routes.ts';
import { registry } from '../../src/model/registry.ts';
import { type Body, setUpRecords } from '../support/rules-fixture.ts';

const fixture = setUpRecords('historyword');

let kid: number;
const history = async (query = '', of = `customers/${kid}`): Promise<Body> => {
  const { status, body, text } = await fixture.client.get(`/v3/${of}/history${query}`);
  expect(status, text).toBe(200);
  return body;
};

beforeAll(async () => {
  kid = await fixture.customer({ name: 'Sommer', vorname: 'Thomas' });
});

describe('GET /v3/{section}/{id}/history', () => {
  test('exists for every readable record kind', () => {
    const routes = allRoutes(registry);
    const readable = routes.filter(({ collection, verb }) => verb === 'retrieve' && collection && !collection.parent);
    const paths = [...new Set(readable.map(({ collection }) => collection?.resource.path))];
    const found = routes.filter(({ verb }) => verb === 'history').map(({ collection }) => collection?.resource.path);
    expect(found).toEqual(paths);
  });

  test('lists changes of the record and its parts, with author and old and new values, latest first', async () => {
    const adviser = (await fixture.client.post('/v3/users', { name: 'Keller', email: 'keller@example.com' })).body.id;
    const base = `/v3/customers/${kid}`;
    await fixture.client.patch(base, { name: 'Winter', geb: '1982-03-14', betreuer: adviser });
    const phone = await fixture.client.post(`${base}/contacts`, { art: 'Telefon', wert: '030 1' });
    await fixture.client.patch(`${base}/contacts/${phone.body.id}`, { wert: '030 2' });
    await fixture.client.post(`${base}/comments`, { text: 'Mag Tee.' });
    await fixture.client.delete(`${base}/contacts/${phone.body.id}`);
    const { items, total, names, page_size } = await history('?with_names=true&limit=100');
    expect([total, page_size]).toEqual([6, 100]);
    const entries = items as readonly Body[];
    expect(entries.map(({ section, action }) => `${section} ${action}`)).toEqual([
      'contacts delete',
      'comments insert',
      'contacts update',
      'contacts insert',
      'customers update',
      'customers insert',
    ]);
    const who = { token_id: expect.any(Number), name: 'Test' };
    expect(entries[2]).toEqual({
      at: expect.stringMatching(/\+00:00$/),
      who,
      action: 'update',
      section: 'contacts',
      id: phone.body.id,
      changes: { wert: { from: '030 1', to: '030 2' } },
    });
    expect(entries[4]?.changes).toEqual({
      name: { from: 'Sommer', to: 'Winter' },
      geb: { from: null, to: '1982-03-14' },
      betreuer: { from: fixture.organisation.adminKid, to: adviser },
    });
    expect(names).toMatchObject({ users: { [adviser]: 'Keller' } });
    const second = await history('?page=2&limit=2');
    expect([second.total, (second.items as Body[]).map(({ id }) => id)]).toEqual([
      6,
      entries.slice(2, 4).map(({ id }) => id),
    ]);
    expect(await history('?page=9&limit=2')).toMatchObject({ page: 9, total: 6, items: [] });
    expect((await history('?limit=5000')).page_size).toBe(200);
  });

  test('needs the read scope of the record, and names only records that the caller may read', async () => {
    const contract = await fixture.made('contracts', { kid });
    const address = `/v3/contracts/${contract.id}/history?with_names=true`;
    const denied = await fixture.organisation.client({ scopes: ['v3:customers:read'] });
    expect(await denied.get(address)).toMatchObject({ status: 403 });
    const reader = await fixture.organisation.client({ scopes: ['v3:contracts:read'] });
    const { body } = await reader.get(address);
    expect([body.total, body.names.customers]).toEqual([1, undefined]);
  });

  test('omits sign-ins of a user, and masks secrets', async () => {
    const { body } = await fixture.client.get(`/v3/users/${fixture.organisation.adminKid}/history?limit=200`);
    for (const { action } of body.items) expect(['insert', 'update']).toContain(action);
    const portal = await fixture
      .plain('portals', { kid: fixture.id('products'), passwort: 'geheim' })
      .catch(() => null);
    if (portal) expect(JSON.stringify(await history('', `portals/${portal.id}`))).not.toContain('geheim');
  });

  test('of a customer has the changes of those that were merged into it, and of their parts', async () => {
    const [first, second, third] = [
      await fixture.customer({ name: 'Erste' }),
      await fixture.customer({ name: 'Zweite' }),
      await fixture.customer({ name: 'Dritte' }),
    ];
    await fixture.client.patch(`/v3/customers/${third}`, { vorname: 'Ida' });
    const phone = await fixture.client.post(`/v3/customers/${third}/contacts`, { art: 'Telefon', wert: '030 1' });
    await fixture.client.post(`/v3/customers/${second}/merge`, { slave_kid: third });
    await fixture.client.patch(`/v3/customers/${second}/contacts/${phone.body.id}`, { wert: '030 2' });
    await fixture.client.post(`/v3/customers/${first}/merge`, { slave_kid: second });
    const all = await history('?limit=100', `customers/${first}`);
    expect(
      (all.items as Body[]).map(({ section, action, merged_from }) => [section, action, merged_from ?? first]),
    ).toEqual([
      ['customers', 'merge', first],
      ['contacts', 'update', second],
      ['customers', 'merge', second],
      ['contacts', 'insert', third],
      ['customers', 'update', third],
      ['customers', 'insert', third],
      ['customers', 'insert', second],
      ['customers', 'insert', first],
    ]);
    expect(all.total).toBe(8);
    const page = await history('?limit=3&page=2', `customers/${first}`);
    expect([page.total, page.items]).toEqual([8, (all.items as Body[]).slice(3, 6)]);
    for (const [kid, into] of [
      [second, first],
      [third, second],
    ]) {
      const away = { status: 404, error: 'not_found', body: { data: { merged_into: into } } };
      expect(await fixture.client.get(`/v3/customers/${kid}`)).toMatchObject(away);
      expect(await fixture.client.post(`/v3/customers/${kid}/restore`)).toMatchObject(away);
    }
  });

  test("of a deleted record and of another user's private tag is 404", async () => {
    const colleague = (await fixture.client.post('/v3/users', { name: 'Wolf', email: 'wolf@example.com' })).body.id;
    const theirs = await fixture.organisation.client({ userKid: colleague });
    const tag = (await theirs.post('/v3/system/tags', { tag: 'privat', freigabe: 0 })).body.id;
    expect(await theirs.get(`/v3/system/tags/${tag}/history`)).toMatchObject({ status: 200 });
    expect(await fixture.client.get(`/v3/system/tags/${tag}/history`)).toMatchObject({ status: 404 });
    const gone = await fixture.customer();
    await fixture.client.delete(`/v3/customers/${gone}`);
    expect(await fixture.client.get(`/v3/customers/${gone}/history`)).toMatchObject({
      status: 404,
      error: 'not_found',
    });
  });
});
