/** What a PATCH sends back as it was read stays, whatever became of its list since (rules 3.8). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setOptions } from '../../src/operations/organisation/organisation-fields.ts';
import { switchSparte } from '../../src/operations/organisation/sparten.ts';
import { refusal } from '../support/rules-room.ts';
import { type Client, startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let client: Client;
let orgId: number;
beforeAll(async () => {
  service = await startTestService();
  const organisation = await service.organisation();
  orgId = organisation.orgId;
  client = await organisation.client();
});
afterAll(() => service.stop());

const made = async (path: string, body: object): Promise<string> => {
  const { id, kid } = (await client.post(path, body)).body;
  return `${path}/${id ?? kid}`;
};

test('a Sparte that is out of use: contracts that have it keep it, no other takes it', async () => {
  const { kid } = (await client.post('/v3/customers', { name: 'A' })).body;
  const [contract, other] = [
    await made('/v3/contracts', { kid, sparte: 8 }),
    await made('/v3/contracts', { kid, sparte: 7 }),
  ];
  await switchSparte(service.db, orgId, 8, false);
  expect((await client.patch(contract, { sparte: 8, nummer: 'neu' })).body).toEqual({ success: true, updated: 1 });
  expect((await client.patch(contract, { sparte: 8 })).body).toEqual({ success: true, updated: 0 });
  expect((await client.get(contract)).body).toMatchObject({ sparte: 8, nummer: 'neu' });
  // Other faults of the body are told alone.
  expect(refusal(await client.patch(contract, { sparte: 8, beginn: 'x' }))).toBe('400 beginn:invalid_format');
  expect(refusal(await client.patch(other, { sparte: 8 }))).toBe('400 sparte:invalid_select_value');
  expect(refusal(await client.post('/v3/contracts', { kid, sparte: 8 }))).toBe('400 sparte:invalid_select_value');
  expect(refusal(await client.patch('/v3/contracts/2000000000', { sparte: 8 }))).toBe(
    '400 sparte:invalid_select_value',
  );
});

test('entries that a list has lost, also where these have a code of their own', async () => {
  const customer = await made('/v3/customers', { name: 'A', familienstand: 'ledig' });
  const partner = await made('/v3/products', { name: 'P', kategorie: 'Versicherer' });
  await setOptions(service.db, orgId, 'familienstand', [{ value: 'frei', display: 'Frei' }]);
  const read = (await client.get(partner)).body;
  await setOptions(service.db, orgId, 'partnerKategorie', [{ value: 'x', display: 'X' }]);
  expect((await client.patch(customer, { familienstand: 'ledig', name: 'B' })).body.updated).toBe(1);
  expect((await client.patch(partner, { kategorie: read.kategorie, name: 'Q' })).body.updated).toBe(1);
  expect(refusal(await client.patch(partner, { kategorie: 'Bank' }))).toBe('400 invalid_kategorie');
  expect(refusal(await client.patch(customer, { familienstand: 'verheiratet' }))).toBe(
    '400 familienstand:invalid_select_value',
  );
  expect((await client.get(customer)).body).toMatchObject({ familienstand: 'ledig', name: 'B' });
});
