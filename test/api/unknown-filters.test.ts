/** Query parameters that a call does not have: a filter is refused, every other one is named (rules 3.9). */
import { expect, test } from 'vitest';
import { waitForCacheExpiry } from '../../src/concurrency/cache-propagation.ts';
import { setField } from '../../src/operations/org-settings/custom-fields.ts';
import { removeField } from '../../src/operations/org-settings/remove-field.ts';
import { setUpService } from '../support/fixture.ts';

const { service, organisation, client } = setUpService();

const refused = async (address: string): Promise<void> => {
  const { status, error, body } = await client.get(`/v3/${address}`);
  expect([address, status, error]).toEqual([address, 400, 'validation_failed']);
  const { path, code } = body.data.issues[0];
  expect([path, code]).toEqual([[address.split('?')[1]?.split('=')[0]], 'unknown_filter']);
};
const ignored = async (address: string): Promise<string | null> => {
  const { status, headers, text } = await client.get(`/v3/${address}`);
  expect([address, status, status === 200 ? '' : text]).toEqual([address, 200, '']);
  return headers.get('x-ignored-parameters');
};

test('a filter by a removed own field is refused, never answered with all records', async () => {
  const { db } = service;
  const { orgId } = organisation;
  await setField(db, orgId, 'customers', { name: 'ind_71', kind: 'text', label: 'Kreis' });
  await waitForCacheExpiry();
  await client.post('/v3/customers', { name: 'A', ind_71: 'Nord' });
  await client.post('/v3/customers', { name: 'B' });
  const { body, headers } = await client.get('/v3/customers?ind_71=Nord&ind_71[empty]=false');
  expect([body.total, headers.get('x-ignored-parameters')]).toEqual([1, null]);
  await removeField(db, orgId, 'customers', 'ind_71');
  await waitForCacheExpiry();
  await refused('customers?ind_71=Nord');
});

test.each([
  'customers?addresses.plzz=1',
  'customers?ind_1=',
  'documents?ind_99=x',
  'customers/{kid}/contracts?tags.tag=1',
  'customers/{kid}/addresses?ind_1=1',
  'customers/{kid}/links?a.b=1',
  'system/views?tags.tag_id=1',
  'system/sparten?ind_1=1',
  'contracts/deadlines?addresses.ort=Kiel',
  'agenda?ind_1=1',
  'exports?ind_1=1',
])('%s is refused', async (address) => {
  const { kid } = (await client.post('/v3/customers', { name: 'C' })).body;
  await refused(address.replace('{kid}', kid));
});

test('the issue of a wrong name proposes the right one', async () => {
  const { body } = await client.get('/v3/customers?adresses.plz=1');
  expect(body.data.issues[0].message).toContain('did you mean addresses.plz?');
});

test('other unknown parameters are ignored and named, within bounds', async () => {
  const { kid } = (await client.post('/v3/customers', { name: 'D' })).body;
  expect(await ignored('customers?foo=1&name=D&bar=2&limit=1&with_addresses=1&sort=name&fields=name')).toBe('foo, bar');
  expect(await ignored(`customers/${kid}?ind_1=x&with_counts=1&limit=2`)).toBe('ind_1, limit');
  expect(await ignored(`customers/${kid}/contracts?kid=9&division=10&foo=x`)).toBe('kid, foo');
  expect(await ignored('contracts/deadlines?from=2026-01-01&handeln_ab[lte]=2026-02-01&to_=2026-01-31')).toBe('to_');
  expect(await ignored('documents?ind=1&%0d%0aSet-Cookie:%20a=b&%C3%A4')).toBe('ind, ??Set-Cookie??a, ?');
  const many = Array.from({ length: 60 }, (_, n) => `${'x'.repeat(80)}${n}=1`).join('&');
  const named = (await ignored(`customers?${many}`))?.split(', ') ?? [];
  expect([named.length, Math.max(...named.map(({ length }) => length))]).toEqual([20, 50]);
  expect(await ignored('customers?limit=1')).toBeNull();
});
