/** A PATCH may send back a value that its list no longer has (rules 3.8). */
import { expect, test } from 'vitest';
import { setOptions } from '../../src/operations/org-settings/custom-fields.ts';
import { switchSparte } from '../../src/operations/org-settings/switch-sparte.ts';
import { setUpService } from '../support/fixture.ts';
import { refusal } from '../support/rules-fixture.ts';

const { service, organisation, client } = setUpService();

const made = async (path: string, body: object): Promise<string> => {
  const { id, kid } = (await client.post(path, body)).body;
  return `${path}/${id ?? kid}`;
};

test('an inactive Sparte stays at its contracts, and is refused for others', async () => {
  const { kid } = (await client.post('/v3/customers', { name: 'A' })).body;
  const [contract, other] = [
    await made('/v3/contracts', { kid, sparte: 8 }),
    await made('/v3/contracts', { kid, sparte: 7 }),
  ];
  await switchSparte(service.db, organisation.orgId, 8, false);
  expect((await client.patch(contract, { sparte: 8, nummer: 'neu' })).body).toEqual({ success: true, updated: 1 });
  expect((await client.patch(contract, { sparte: 8 })).body).toEqual({ success: true, updated: 0 });
  expect((await client.get(contract)).body).toMatchObject({ sparte: 8, nummer: 'neu' });
  // Other mistakes of the body are reported without it.
  expect(refusal(await client.patch(contract, { sparte: 8, beginn: 'x' }))).toBe('400 beginn:invalid_format');
  expect(refusal(await client.patch(other, { sparte: 8 }))).toBe('400 sparte:invalid_select_value');
  expect(refusal(await client.post('/v3/contracts', { kid, sparte: 8 }))).toBe('400 sparte:invalid_select_value');
  expect(refusal(await client.patch('/v3/contracts/2000000000', { sparte: 8 }))).toBe(
    '400 sparte:invalid_select_value',
  );
});

test('a removed list entry stays at its records and is refused for others, also with its own code', async () => {
  const customer = await made('/v3/customers', { name: 'A', familienstand: 'ledig' });
  const partner = await made('/v3/products', { name: 'P', kategorie: 'Versicherer' });
  await setOptions(service.db, organisation.orgId, 'familienstand', [{ value: 'frei', display: 'Frei' }]);
  const read = (await client.get(partner)).body;
  await setOptions(service.db, organisation.orgId, 'partnerKategorie', [{ value: 'x', display: 'X' }]);
  expect((await client.patch(customer, { familienstand: 'ledig', name: 'B' })).body.updated).toBe(1);
  expect((await client.patch(partner, { kategorie: read.kategorie, name: 'Q' })).body.updated).toBe(1);
  expect(refusal(await client.patch(partner, { kategorie: 'Bank' }))).toBe('400 invalid_kategorie');
  expect(refusal(await client.patch(customer, { familienstand: 'verheiratet' }))).toBe(
    '400 familienstand:invalid_select_value',
  );
  expect((await client.get(customer)).body).toMatchObject({ familienstand: 'ledig', name: 'B' });
});
