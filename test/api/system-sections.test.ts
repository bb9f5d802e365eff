/** Record kinds and names of users, as pages read them (rules 8.12). */
import { describe, expect, test } from 'vitest';
import { registry } from '../../src/model/registry.ts';
import { optionLists } from '../../src/model/seed/option-lists.ts';
import { type Body, setUpRecords } from '../support/rules-fixture.ts';
import type { Client } from '../support/service.ts';

const fixture = setUpRecords('sectionword');

const sectionsOf = async (client: Client): Promise<ReadonlyMap<string, Body>> => {
  const { status, body } = await client.get('/v3/system/sections');
  expect(status).toBe(200);
  return new Map((body.items as Body[]).map((one) => [String(one.path), one]));
};

describe('GET /v3/system/sections', () => {
  test('lists every record kind with a list of its own', async () => {
    const sections = await sectionsOf(fixture.client);
    expect([...sections.keys()].slice(0, 3)).toEqual(['customers', 'products', 'users']);
    expect([...sections.keys()]).toEqual(expect.arrayContaining(['contracts', 'portals', 'system/tags']));
    expect(sections.has('inbox/documents')).toBe(false);
    expect(sections.get('customers')).toMatchObject({
      title: 'Kunden',
      key: 'kid',
      called: { by: ['vorname', 'name'], beside: null },
      scope: 'customers',
      can: ['read', 'write'],
      search_index: 'customers',
      below: [],
      children: ['contracts', 'damages', 'documents', 'activities', 'finances', 'goals'],
      annotations: ['comments', 'followers', 'tags', 'links'],
      verbs: ['list', 'create', 'retrieve', 'update', 'remove', 'restore', 'bulk', 'history'],
      content: false,
      layout: { nav: ['stock', 10], title: ['vorname', 'name'] },
    });
    expect(sections.get('customers')?.parts).toContainEqual({
      path: 'banking',
      embed: 'banks',
      columns: ['typ', 'inhaber', 'nummer', 'iban', 'bic', 'institut'],
      form: [],
    });
    expect(sections.get('documents')).toMatchObject({ content: true, below: expect.arrayContaining(['contracts']) });
  });

  test('columns of contact details name a value of their list', () => {
    const words = new Set(optionLists.kontaktdatenArt?.map(({ display }) => `contacts.${display.toLowerCase()}`));
    const named = registry.resources.flatMap(({ layout }) =>
      layout.columns.filter((one) => one.startsWith('contacts.')),
    );
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((one) => !words.has(one))).toEqual([]);
  });

  test('returns the total of each list', async () => {
    await fixture.client.post('/v3/contracts', { kid: await fixture.customer(), archiv: 1 });
    for (const [path, { total }] of await sectionsOf(fixture.client)) {
      const { body } = await fixture.client.get(`/v3/${path}?limit=1`);
      expect([path, total]).toEqual([path, body.total ?? null]);
    }
  });

  test('omits sections without a read scope of the caller', async () => {
    const client = await fixture.organisation.client({
      scopes: ['v3:customers:read', 'v3:damages:read', 'v3:goals:write'],
    });
    const sections = await sectionsOf(client);
    expect([...sections.keys()]).toEqual(['customers', 'damages']);
    expect(sections.get('customers')).toMatchObject({ can: ['read'], children: ['damages'] });
    const none = await fixture.organisation.client({ scopes: ['v3:search:read'] });
    expect(await none.get('/v3/system/sections')).toMatchObject({ status: 403, error: 'insufficient_scope' });
  });
});

test('GET /v3/system/users names users to callers that may not read them', async () => {
  const client = await fixture.organisation.client({ scopes: ['v3:system:read'] });
  const { id: kid } = (
    await fixture.client.post('/v3/users', { vorname: 'Vera', name: 'Vogt', email: 'vera@example.com', aktiv: false })
  ).body;
  const gone = (await fixture.client.post('/v3/users', { email: 'gone@example.com' })).body.id;
  await fixture.client.delete(`/v3/users/${gone}`);
  const { items } = (await client.get('/v3/system/users')).body;
  expect(items).toContainEqual({ kid, name: 'Vera Vogt', aktiv: false, administrator: false });
  expect(items.find((one: Body) => one.kid === fixture.organisation.adminKid)).toMatchObject({ administrator: true });
  expect(items.map((one: Body) => one.kid)).not.toContain(gone);
  expect((await client.get('/v3/users')).status).toBe(403);
});
