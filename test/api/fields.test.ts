/** Fields and select lists of an organisation (rules 9.6). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registry } from '../../src/model/registry.ts';
import { removeField, setField, setLabel, setOptions } from '../../src/operations/organisation/organisation-fields.ts';
import { reprint } from '../../src/operations/reprint.ts';
import { sql } from '../../src/sql.ts';
import { type Client, type Organisation, startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let organisation: Organisation;
let client: Client;
beforeAll(async () => {
  service = await startTestService();
  organisation = await service.organisation();
  client = await organisation.client();
});
afterAll(() => service.stop());

test('an added field is validated, stored, described, found, and taken away', async () => {
  const { db } = service;
  const { orgId } = organisation;
  expect((await client.post('/v3/contracts', { kid: 1, ind_1: 'x' })).status).toBe(400);
  await setField(db, orgId, 'customers', { name: 'ind_1', kind: 'date', label: 'Kunde seit' });
  await setField(db, orgId, 'customers', { name: 'ind_2', kind: 'text', label: 'Hobby' });
  const made = await client.post('/v3/customers', { name: 'A', ind_1: '2020-01-02', ind_2: 'Angeln', ind_3: 'weg' });
  expect(made.body).toMatchObject({ ind_1: '2020-01-02', ind_2: 'Angeln' });
  expect(made.body.ind_3).toBeUndefined();
  const { kid } = made.body;
  expect((await client.patch(`/v3/customers/${kid}`, { ind_1: 'x' })).body.data.issues[0]).toMatchObject({
    path: ['ind_1'],
    code: 'invalid_format',
  });
  expect((await client.patch(`/v3/customers/${kid}`, { ind_2: 'Segeln' })).body.updated).toBe(1);
  expect((await client.get(`/v3/customers/${kid}`)).body).toMatchObject({
    ind_1: '2020-01-02',
    ind_2: 'Segeln',
    name: 'A',
  });
  expect((await client.get('/v3/customers?with_schema=1')).body.fields.customers.ind_1).toMatchObject({
    label: 'Kunde seit',
    data_type: 'date',
  });
  expect((await client.post('/v3/search', { query: 'segeln', indices: ['customers'] })).body.total).toBe(1);
  const stranger = await (await service.organisation()).client();
  expect((await stranger.post('/v3/customers', { name: 'B', ind_2: 'x' })).body.ind_2).toBeUndefined();
  await removeField(db, orgId, 'customers', 'ind_2');
  expect((await client.get('/v3/customers?with_schema=1')).body.fields.customers.ind_2).toBeUndefined();
  expect((await client.get(`/v3/customers/${kid}`)).body).not.toHaveProperty('ind_2');
  expect((await client.get(`/v3/customers/${kid}`)).body.ind_1).toBe('2020-01-02');
  const again = setField(db, orgId, 'customers', { name: 'ind_1', kind: 'text', label: 'Kunde seit' });
  await expect(again).rejects.toMatchObject({ error: 'fixed_kind' });
});

test.each([
  ['ind_1', 'text', 'B-A 1', 'B-A 1'],
  ['ind_2', 'int', 7, '7'],
  ['ind_3', 'money', 12.5, '12.50'],
  ['ind_4', 'date', '2026-01-02', '2026-01-02'],
  ['ind_5', 'datetime', '2026-01-02 03:04:05', '2026-01-02T03:04:05'],
  ['ind_6', 'flag', true, '1'],
  ['ind_7', 'boolean', true, 'true'],
] as const)('%s of kind %s filters its list, as other columns do', async (name, kind, value, asked) => {
  await setField(service.db, organisation.orgId, 'damages', { name, kind, label: name });
  const { id } = (await client.post('/v3/damages', { [name]: value })).body;
  const found = await client.get(`/v3/damages?${new URLSearchParams({ [name]: asked })}`);
  expect(found.body.items.map((one: { id: number }) => one.id)).toEqual([id]);
  if (kind !== 'text') expect((await client.get(`/v3/damages?${name}=x`)).error).toBe('validation_failed');
});

test('a field that was added later is null in the records of before, wherever they are read', async () => {
  const own = await service.organisation();
  const old = await own.client();
  const kid: number = (await old.post('/v3/customers', { name: 'Altbestand', kommentar: '"ind_7":' })).body.kid;
  const partner = (await old.post('/v3/products', { name: 'P' })).body.id;
  const person = (await old.post(`/v3/products/${partner}/contact-persons`, { name: 'Q' })).body.id;
  const address = `/v3/customers/${kid}`;
  const without = await old.get(address);
  expect(without.body).not.toHaveProperty('ind_7');

  for (const [path, name] of [
    ['customers', 'ind_7'],
    ['customers', 'ind_12'],
    ['contact-persons', 'ind_3'],
  ] as const)
    await setField(service.db, own.orgId, path, { name, kind: 'text', label: name });
  const nulls = { ind_7: null, ind_12: null };
  const { headers, body } = await old.get(address);
  expect(body).toEqual({ ...without.body, ...nulls });
  for (const query of ['', '?limit=600', '?with_addresses=1', '?flat=1'])
    expect((await old.get(`/v3/customers${query}`)).body.items).toMatchObject([nulls]);
  const found = await old.post('/v3/search', { query: 'altbestand', indices: ['customers'] });
  expect(found.body.data.customers.items).toEqual([body]);
  const embedding = await old.get(`/v3/products/${partner}?with_contact_persons=1`);
  expect(embedding.body.contact_persons).toMatchObject([{ id: person, ind_3: null }]);
  expect(embedding.body).not.toHaveProperty('ind_3');

  const changing = (etag: string | null) => old.patch(address, { ind_12: 'neu' }, { 'if-match': String(etag) });
  expect((await changing(without.headers.get('etag'))).error).toBe('precondition_failed');
  expect((await changing(headers.get('etag'))).body).toEqual({ success: true, updated: 1 });
  expect((await old.get(address)).body).toMatchObject({ ind_7: null, ind_12: 'neu' });
  await removeField(service.db, own.orgId, 'customers', 'ind_12');
  const { body: last, text } = await old.get(address);
  expect(Object.keys(last)).toEqual([...Object.keys(without.body), 'ind_7']);
  expect(text.match(/"ind_7":/g)).toHaveLength(1);
});

test('stored text is what the records print as, and reprint renews what is not', async () => {
  const { db } = service;
  const { orgId } = organisation;
  const { kid } = (await client.post('/v3/customers', { name: 'Gedruckt', ind_1: '2020-01-02' })).body;
  await client.post(`/v3/customers/${kid}/addresses`, { ort: 'Bonn' });
  expect(await reprint(db, registry, orgId, false)).toEqual([]);
  const before = (await client.get(`/v3/customers/${kid}?with_addresses=1`)).text;
  await db.transaction(async (tx) => {
    await tx.run(sql`update contact set printed = '{}' where org_id = ${orgId} and id = ${kid}`);
    await tx.run(sql`update address set printed = '{}' where org_id = ${orgId} and kid = ${kid}`);
  });
  const wrong = [
    { table: 'contact', section: 'customers', rows: 1 },
    { table: 'address', section: null, rows: 1 },
  ];
  expect(await reprint(db, registry, orgId, false)).toEqual(wrong);
  expect(await reprint(db, registry, orgId, true)).toEqual(wrong);
  expect((await client.get(`/v3/customers/${kid}?with_addresses=1`)).text).toBe(before);
});

test('a field of one Sparte', async () => {
  await setField(service.db, organisation.orgId, 'contracts', {
    name: 'ind_5',
    kind: 'text',
    label: 'Kennzeichen',
    sparte: 41,
  });
  const { kid } = (await client.post('/v3/customers', { name: 'A' })).body;
  expect((await client.post(`/v3/customers/${kid}/contracts`, { sparte: 'kfz', ind_5: 'B-A 1' })).status).toBe(201);
  const refused = await client.post(`/v3/customers/${kid}/contracts`, { sparte: 'phv', ind_5: 'B-A 1' });
  expect(refused.body.data.issues).toMatchObject([{ path: ['ind_5'], code: 'unrecognized_key' }]);
});

test('labels and options', async () => {
  await setLabel(service.db, organisation.orgId, 'customers', 'name', 'Nachname');
  await setOptions(service.db, organisation.orgId, 'familienstand', [{ value: 'frei', display: 'Frei' }]);
  const { fields, select_fields } = (await client.get('/v3/customers?with_schema=1')).body;
  expect(fields.customers.name.label).toBe('Nachname');
  expect(select_fields.customers.familienstand).toEqual([{ value: 'frei', display: 'Frei' }]);
  expect((await client.post('/v3/customers', { familienstand: 'ledig' })).error).toBe('validation_failed');
  expect((await client.post('/v3/customers', { familienstand: 'frei' })).status).toBe(201);
});
