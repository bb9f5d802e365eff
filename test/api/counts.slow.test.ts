/** `with_counts`: totals of the lists below a record (rules 4.14). */
import { expect, test } from 'vitest';
import { registry } from '../../src/model/registry.ts';
import { setUpRecords } from '../support/rules-fixture.ts';

const fixture = setUpRecords('countword');

test.each(
  registry.resources.filter(({ annotated }) => annotated).map(({ path }) => path),
)('%s: counts are the totals of the lists below', async (path) => {
  const id = fixture.id(path);
  const { counts } = (await fixture.client.get(`/v3/${path}/${id}?with_counts=true`)).body;
  expect(Object.keys(counts)).toEqual(expect.arrayContaining(['comments', 'followers', 'tags', 'links']));
  for (const [name, count] of Object.entries(counts)) {
    const { body } = await fixture.client.get(`/v3/${path}/${id}/${name}`);
    expect([name, count]).toEqual([name, body.total ?? body.items.length]);
  }
});

test('archived contracts, deleted records, and links and relations to deleted records do not count', async () => {
  const [kid, other] = [await fixture.customer(), await fixture.customer()];
  const { id } = (await fixture.client.post('/v3/contracts', { kid, nummer: 'A', archiv: 1 })).body;
  const goal = (await fixture.client.post('/v3/goals', { kid, subject: 'x' })).body.id;
  await fixture.client.post(`/v3/customers/${kid}/links`, { foreign_section: 'contracts', foreign_id: id });
  await fixture.client.post(`/v3/customers/${kid}/links`, { foreign_section: 'customers', foreign_id: other });
  const { pairs } = (await fixture.client.get('/v3/system/relations')).body;
  const { beziehung } = pairs[0];
  expect(
    (await fixture.client.post(`/v3/customers/${kid}/relations`, { kid_beziehung: other, beziehung })).status,
  ).toBe(201);
  const countsOf = async () => (await fixture.client.get(`/v3/customers/${kid}?with_counts=1`)).body.counts;
  expect(await countsOf()).toMatchObject({ contracts: 0, goals: 1, links: 2, relations: 1 });
  await fixture.client.delete(`/v3/goals/${goal}`);
  await fixture.client.delete(`/v3/customers/${other}`);
  expect(await countsOf()).toMatchObject({ contracts: 0, goals: 0, links: 1, relations: 0 });
});

test('only lists that the caller may read are counted', async () => {
  const client = await fixture.organisation.client({ scopes: ['v3:customers:read', 'v3:goals:read'] });
  const { counts } = (await client.get(`/v3/customers/${fixture.id('customers')}?with_counts=true`)).body;
  expect(Object.keys(counts)).toEqual(expect.arrayContaining(['goals', 'addresses', 'comments', 'relations']));
  expect(Object.keys(counts)).not.toContain('contracts');
});
