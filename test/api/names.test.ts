/** `with_names`: names of the records that an answer names by number (rules 4.13). */
import { beforeAll, describe, expect, test } from 'vitest';
import { setUpRecords } from '../support/rules-fixture.ts';

const fixture = setUpRecords('nameword');

let kid: number;
let user: number;
let contract: number;
beforeAll(async () => {
  kid = await fixture.customer({ vorname: 'Thomas', name: 'Sommer' });
  user = (await fixture.client.post('/v3/users', { vorname: 'Jonas', name: 'Keller', email: 'jonas@example.com' })).body
    .id;
  const made = await fixture.client.post('/v3/contracts', { kid, nummer: 'HR-7', gesellschaft: 'Havelufer' });
  contract = made.body.id;
});

describe('with_names', () => {
  test('a list names the records of its references, each once', async () => {
    const body = { kategorie: 'aufgabe', kid, verantwortlich: user };
    const { id } = (await fixture.client.post('/v3/activities', body)).body;
    const { items, names } = (await fixture.client.get(`/v3/activities?kid=${kid}&with_names=true`)).body;
    expect(items.map((one: { id: number }) => one.id)).toEqual([id]);
    expect(names).toEqual({
      customers: { [kid]: 'Thomas Sommer' },
      users: { [user]: 'Jonas Keller', [fixture.organisation.adminKid]: expect.any(String) },
    });
    expect((await fixture.client.get(`/v3/activities?kid=${kid}`)).body.names).toBeUndefined();
  });

  test('a single record names those of its arrays too', async () => {
    const { body } = await fixture.client.get(`/v3/contracts/${contract}?with_persons=true&with_names=1`);
    expect(body.names).toEqual({ customers: { [kid]: 'Thomas Sommer' } });
    expect(
      (await fixture.client.post(`/v3/contracts/${contract}/persons`, { pid: fixture.id('customers') })).status,
    ).toBe(201);
    const again = await fixture.client.get(`/v3/contracts/${contract}?with_persons=true&with_names=1&with_schema=1`);
    expect(Object.keys(again.body.names.customers)).toContain(String(fixture.id('customers')));
    expect(again.body.fields.persons.pid.references).toEqual(['customers']);
  });

  test('links have the names of both ends', async () => {
    const linked = await fixture.client.post(`/v3/customers/${kid}/links`, {
      foreign_section: 'contracts',
      foreign_id: contract,
    });
    expect(linked.status).toBe(201);
    const { names } = (await fixture.client.get(`/v3/customers/${kid}/links?with_names=true`)).body;
    expect(names).toEqual({ customers: { [kid]: 'Thomas Sommer' }, contracts: { [contract]: 'HR-7 Havelufer' } });
  });

  test('long pages have the names too', async () => {
    const { names } = (await fixture.client.get('/v3/contracts?limit=600&with_names=true')).body;
    expect(names.customers[kid]).toBe('Thomas Sommer');
  });

  test('only records that the caller may read are named; users always, also deleted ones', async () => {
    const client = await fixture.organisation.client({ scopes: ['v3:activities:read'] });
    const gone = (await fixture.client.post('/v3/users', { name: 'Gone', email: 'gone@example.com' })).body.id;
    const body = { kategorie: 'aufgabe', kid, verantwortlich: gone };
    const { id } = (await fixture.client.post('/v3/activities', body)).body;
    expect((await fixture.client.delete(`/v3/users/${gone}`)).status).toBe(200);
    const { names } = (await client.get(`/v3/activities/${id}?with_names=true`)).body;
    expect(Object.keys(names)).toEqual(['users']);
    expect(names.users[gone]).toBe('Gone');
  });

  test('names of another organisation are never returned', async () => {
    const other = await (await fixture.service.organisation()).client();
    const theirs = (
      await other.post('/v3/contracts', { kid: (await other.post('/v3/customers', { name: 'X' })).body.kid })
    ).body.id;
    const { names } = (await other.get(`/v3/contracts/${theirs}?with_names=true`)).body;
    expect(Object.values(names.customers)).toEqual(['X']);
  });
});
