/** Saved views of lists (rules 9.27). */
import { describe, expect, test } from 'vitest';
import { rolesOf } from '../../src/shared/roles.ts';
import { refusal, setUpRecords } from '../support/rules-fixture.ts';
import type { Client } from '../support/service.ts';

const fixture = setUpRecords('viewword');
const PATH = '/v3/system/views';
const colleague = async (rolle = 'berater'): Promise<Client> => {
  const { body } = await fixture.client.post('/v3/users', { email: `${crypto.randomUUID()}@example.com`, rolle });
  return fixture.organisation.client({ userKid: body.id });
};
const view = { section: 'customers', name: 'Meine Kunden', query: 'betreuer=3&sort=name&columns=name,geb' };
const namesOf = async (client: Client, query = ''): Promise<string[]> =>
  (await client.get(`${PATH}${query}`)).body.items.map(({ name }: { name: string }) => name);

test('a view is made, listed by section, changed and deleted by its owner', async () => {
  const one = await colleague();
  const made = await one.post(PATH, view);
  expect([made.status, made.body]).toMatchObject([201, { ...view, art: 0, freigabe: 0, widths: null }]);
  await one.post(PATH, { ...view, section: 'contracts', name: 'Verträge' });
  expect(await namesOf(one, '?section=customers')).toEqual(['Meine Kunden']);
  const { id } = made.body;
  expect((await one.patch(`${PATH}/${id}`, { name: 'Alle', query: '' })).body.updated).toBe(2);
  expect((await one.delete(`${PATH}/${id}`)).status).toBe(200);
  expect((await one.post(`${PATH}/${id}/restore`)).status).toBe(200);
  expect(await namesOf(one, '?section=customers')).toEqual(['Alle']);
});

describe('a view of another user', () => {
  test('gets 404 until it is shared', async () => {
    const [one, other] = [await colleague(), await colleague()];
    const { id } = (await one.post(PATH, view)).body;
    expect(refusal(await other.get(`${PATH}/${id}`))).toBe('404 not_found');
    expect(refusal(await other.patch(`${PATH}/${id}`, { name: 'x' }))).toBe('404 not_found');
    await one.patch(`${PATH}/${id}`, { freigabe: 1 });
    expect((await other.get(`${PATH}/${id}`)).body.name).toBe('Meine Kunden');
  });

  test('is changed and deleted by its owner and administrators alone', async () => {
    const [one, other, admin] = [await colleague(), await colleague(), await colleague('admin')];
    const { id } = (await one.post(PATH, { ...view, freigabe: 1 })).body;
    const service = await fixture.organisation.client({});
    const refused = '403 administrator_required';
    expect(refusal(await other.patch(`${PATH}/${id}`, { name: 'x' }))).toBe(refused);
    expect(refusal(await other.delete(`${PATH}/${id}`))).toBe(refused);
    expect((await other.post(`${PATH}/bulk`, { rows: [{ id }], set: { name: 'x' } })).body.failed).toMatchObject([
      { status: 403, error: 'administrator_required' },
    ]);
    expect((await admin.patch(`${PATH}/${id}`, { name: 'Team' })).status).toBe(200);
    expect((await service.get(`${PATH}/${id}`)).body.name).toBe('Team');
    expect((await one.delete(`${PATH}/${id}`)).status).toBe(200);
  });
});

test('views need both scopes, which every seeded role has', async () => {
  for (const { scopes } of rolesOf())
    expect(scopes).toEqual(expect.arrayContaining(['v3:views:read', 'v3:views:write']));
  const reader = await fixture.organisation.client({ scopes: ['v3:views:read'] });
  expect((await reader.get(PATH)).status).toBe(200);
  expect(refusal(await reader.post(PATH, view))).toBe('403 missing_required_scope');
});
