/** The proof of the mechanism: docs/changing-it.md, done. One declaration, no other source file. */

import { beforeAll, expect, test } from 'vitest';
import { openapiDocument } from '../../src/derive/openapi/openapi-document.ts';
import { allRoutes } from '../../src/derive/routing/all-routes.ts';
import { date, int, money, reference, rowId, stamps, text } from '../../src/model/declaration/field.ts';
import { defineAnnotation, definePart, defineResource } from '../../src/model/declaration/resource.ts';
import { belongsTo } from '../../src/model/parts/contact.ts';
import { buildRegistry, declarations } from '../../src/model/registry.ts';
import { auditEntries } from '../../src/operations/audit/audit-log.ts';
import { sql } from '../../src/sql/sql.ts';
import { setUpService } from '../support/fixture.ts';

const testvehicles = defineResource({
  path: 'testvehicles',
  table: 'testvehicle',
  title: 'Testvehicle',
  about: 'A testvehicle of a customer.',
  scope: 'contracts',
  nesting: { below: ['customers'] },
  requests: { batch: 'everywhere' },
  search: { index: 'testvehicles' },
  fields: {
    id: rowId(),
    kid: belongsTo('Kunde', 'customers'),
    kennzeichen: text('Kennzeichen', { required: true, search: true, filter: true }),
    zahlweise: text('Zahlweise', { list: 'zahlweise' }),
    wert: money('Wert'),
    halter: reference('Halter', 'customers'),
    ...stamps(),
  },
  embeds: [
    { when: 'with_testinspections', as: 'testinspections', of: 'testinspections', by: { column: 'testvehicle_id' } },
  ],
});
const testinspections = definePart({
  path: 'testinspections',
  table: 'testinspection',
  title: 'Testinspection',
  about: 'An testinspection of a testvehicle.',
  nesting: { below: ['testvehicles'], parentColumn: 'testvehicle_id' },
  fields: {
    id: rowId(),
    testvehicle_id: int('Fahrzeug', { server: true }),
    am: date('Am', { required: true }),
    ...stamps(),
  },
});
const testtrips = defineResource({
  path: 'testtrips',
  table: 'testtrip',
  title: 'Testtrip',
  about: 'A testtrip of a testvehicle.',
  scope: 'contracts',
  nesting: { below: ['testvehicles'], parentColumn: 'testvehicle_id' },
  search: { index: 'testtrips' },
  fields: {
    id: rowId(),
    testvehicle_id: reference('Fahrzeug', 'testvehicles', { filter: true }),
    ziel: text('Ziel', { search: true }),
    ...stamps(),
  },
});
const stops = defineResource({
  path: 'teststops',
  table: 'teststop',
  title: 'Teststop',
  about: 'A stop of a testtrip.',
  scope: 'contracts',
  nesting: { below: ['testtrips'], parentColumn: 'testtrip_id' },
  search: { index: 'teststops' },
  fields: {
    id: rowId(),
    testtrip_id: reference('Fahrt', 'testtrips', { filter: true }),
    ort: text('Ort', { search: true }),
    folge: int('Folge', { server: true, ranks: true }),
    ...stamps(),
  },
});
const testreminders = defineAnnotation({
  path: 'testreminders',
  table: 'testreminder',
  title: 'Testreminder',
  about: 'A day on which to look at a record again.',
  fields: {
    id: rowId(),
    owner_section: text('Datensatzart', { server: true, always: true, section: true, max: 40 }),
    owner_id: int('Datensatz', { server: true }),
    am: date('Wiedervorlage am', { required: true }),
    ...stamps(),
  },
});
const AMOUNT = /^\d+\.\d{2}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const STAMP = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;
const added = [testvehicles, testinspections, testtrips, stops, testreminders];
const registry = buildRegistry([...declarations, ...added]);

let kid: number;

const { service, organisation, client } = setUpService({ added, printedOtherwise: true });
beforeAll(async () => {
  kid = (await client.post('/v3/customers', { name: 'Halter' })).body.kid;
});

test('pages find the new kind with its part, its child and columns that have no hint', async () => {
  const { items } = (await client.get('/v3/system/sections')).body;
  expect(items.find(({ path }: { path: string }) => path === 'testvehicles')).toMatchObject({
    title: 'Testvehicle',
    total: 0,
    children: ['testtrips'],
    parts: [{ path: 'testinspections', embed: 'testinspections', columns: ['am'] }],
    layout: {
      nav: ['stock', 1000],
      title: ['kennzeichen'],
      columns: ['kid', 'kennzeichen', 'zahlweise', 'wert', 'halter'],
      groups: { Angaben: ['kid', 'kennzeichen', 'zahlweise', 'wert', 'halter'] },
    },
  });
});

test('the new kind has the five verbs, a batch, and an address below its parent', async () => {
  const made = await client.post('/v3/testvehicles', {
    kid,
    kennzeichen: 'B-AB 123',
    wert: 1999.5,
    halter: kid,
    zahlweise: 'monatlich',
  });
  expect([made.status, made.body.success]).toEqual([201, true]);
  const { id } = made.body;
  expect((await client.get(`/v3/testvehicles/${id}`)).body).toMatchObject({
    kid,
    kennzeichen: 'B-AB 123',
    wert: '1999.50',
  });
  expect((await client.patch(`/v3/testvehicles/${id}`, { wert: '5' })).body.updated).toBe(1);
  const batch = await client.post(`/v3/customers/${kid}/testvehicles`, [{ kennzeichen: 'X' }, 5]);
  expect([batch.status, batch.body.inserted.length, batch.body.failed.length]).toEqual([207, 1, 1]);
  expect((await client.get(`/v3/customers/${kid}/testvehicles`)).body.total).toBe(2);
  expect((await client.get('/v3/testvehicles?kennzeichen=X')).body.total).toBe(1);
  expect((await client.delete(`/v3/testvehicles/${id}`)).body).toEqual({ success: true, soft_deleted: true, id });
  expect((await client.get('/v3/testvehicles')).body.total).toBe(1);
});

test('invalid values of the new kind get the codes of validation', async () => {
  const { body } = await client.post('/v3/testvehicles', {
    foo: 1,
    id: 1,
    zahlweise: 'nie',
    wert: '1,5',
    halter: 2147483647,
  });
  expect(body.data.issues.map((one: { path: string[]; code: string }) => `${one.path}:${one.code}`).sort()).toEqual([
    'foo:unrecognized_key',
    'halter:invalid_reference',
    'id:protected_field',
    'kennzeichen:invalid_type',
    'wert:invalid_format',
    'zahlweise:invalid_select_value',
  ]);
  expect((await client.post(`/v3/customers/${kid}/testvehicles`, { kid, kennzeichen: 'x' })).error).toBe(
    'body_kid_forbidden',
  );
});

test('the new kind has parts, embedded arrays, annotations and metadata', async () => {
  const { id } = (await client.post('/v3/testvehicles', { kid, kennzeichen: 'P' })).body;
  expect((await client.post(`/v3/testvehicles/${id}/testinspections`, { am: '2026-01-02' })).status).toBe(201);
  expect((await client.get(`/v3/testvehicles/${id}?with_testinspections=1`)).body.testinspections).toMatchObject([
    { am: '2026-01-02', testvehicle_id: id },
  ]);
  expect((await client.post(`/v3/testvehicles/${id}/comments`, { text: 'x' })).status).toBe(201);
  expect(
    (await client.post(`/v3/testvehicles/${id}/links`, { foreign_section: 'customers', foreign_id: kid })).status,
  ).toBe(201);
  const { fields, select_fields } = (await client.get('/v3/testvehicles?with_schema=1')).body;
  expect(fields.wert).toMatchObject({ data_type: 'number', data_format: '0.00' });
  expect(select_fields.zahlweise.length).toBe(5);
});

test('an annotation kind exists for every kind with annotations, and for no other', async () => {
  const { paths } = openapiDocument(registry, allRoutes(registry)) as { paths: Record<string, object> };
  const below = (name: string) =>
    Object.keys(paths).flatMap((path) => (path.endsWith(`}/${name}`) ? [path.slice(0, -name.length)] : []));
  expect(below('testreminders')).toEqual(below('comments'));
  expect(below('testreminders')).toEqual(expect.arrayContaining(['/v3/contracts/{id}/', '/v3/teststops/{id}/']));
  const { id } = (await client.post(`/v3/customers/${kid}/contracts`, { nummer: 'R' })).body;
  for (const path of [`customers/${kid}`, `contracts/${id}`]) {
    const made = await client.post(`/v3/${path}/testreminders`, { am: '2027-01-02' });
    expect([path, made.status, made.error]).toEqual([path, 201, undefined]);
    expect((await client.get(`/v3/${path}/testreminders`)).body.items).toMatchObject([{ am: '2027-01-02' }]);
  }
  expect((await client.post('/v3/testvehicles/2147483647/testreminders', { am: '2027-01-02' })).error).toBe(
    'record_not_found',
  );
});

test('the new kind is in search, audit log and OpenAPI, and hidden with its parent', async () => {
  const owner = (await client.post('/v3/customers', { name: 'Besitzer' })).body.kid;
  const { id } = (await client.post('/v3/testvehicles', { kid: owner, kennzeichen: 'HH-ZZ 99' })).body;
  const found = await client.post('/v3/search', { query: 'hhzz99', indices: ['testvehicles'] });
  expect(found.body.data.testvehicles.items[0].id).toBe(id);
  const audit = await service.db.read(
    sql`select action from audit_entry where section = 'testvehicles' and record_id = ${id}`,
  );
  expect(audit).toEqual([{ action: 'insert' }]);
  const { paths } = openapiDocument(registry, allRoutes(registry)) as { paths: Record<string, object> };
  expect(Object.keys(paths['/v3/customers/{kid}/testvehicles'] ?? {})).toEqual(['get', 'post']);
  await client.delete(`/v3/customers/${owner}`);
  expect((await client.get(`/v3/testvehicles/${id}`)).error).toBe('not_found');
});

test('the description has examples of a kind without sample data, each value as its field answers it', () => {
  type Call = { responses: { 200: { content: { 'application/json': { example: object } } } } };
  const { paths } = openapiDocument(registry, allRoutes(registry)) as { paths: Record<string, { get: Call }> };
  const example = (path: string) => paths[path]?.get.responses['200'].content['application/json'].example;
  const stamped = { insert_datum: expect.stringMatching(STAMP), edit_datum: expect.stringMatching(STAMP) };
  const testvehicle = { id: 1, kid: 1, wert: expect.stringMatching(AMOUNT), ...stamped };
  expect(example('/v3/testvehicles/{id}')).toMatchObject(testvehicle);
  expect(example('/v3/testvehicles/{id}/testinspections')).toMatchObject({
    items: [{ am: expect.stringMatching(DAY), ...stamped }],
  });
});

test('the description has the examples of path numbers of other kinds for an annotation without sample data', () => {
  type Call = { parameters: readonly object[] };
  const { paths, components } = openapiDocument(registry, allRoutes(registry)) as {
    paths: Record<string, { get?: Call }>;
    components: { responses: object };
  };
  const given = (annotation: string) =>
    Object.keys(paths).flatMap((path) =>
      path.endsWith(`}/${annotation}`) ? [[path.slice(0, -annotation.length), paths[path]?.get?.parameters[0]]] : [],
    );
  expect(given('testreminders').length).toBeGreaterThan(10);
  expect(given('testreminders')).toEqual(given('comments'));
  expect(components.responses).toHaveProperty(
    ['TheRecordTestreminderRead', 'content', 'application/json', 'example', 'owner_section'],
    'customers',
  );
});

test('a kind three levels deep below a parent that is no contact has order, hiding, totals, search and history', async () => {
  const owner = (await client.post('/v3/customers', { name: 'Fuhrpark' })).body.kid;
  const { id: testvehicle } = (await client.post('/v3/testvehicles', { kid: owner, kennzeichen: 'M-XY 7' })).body;
  const { id: testtrip } = (await client.post(`/v3/testvehicles/${testvehicle}/testtrips`, { ziel: 'Passau' })).body;
  const stops = [];
  for (const ort of ['Freising', 'Landshut']) {
    stops.push((await client.post(`/v3/testtrips/${testtrip}/teststops`, { ort })).body.id);
  }
  const other = (await client.post(`/v3/testvehicles/${testvehicle}/testtrips`, { ziel: 'Hof' })).body.id;
  const elsewhere = (await client.post('/v3/testtrips', { testvehicle_id: testvehicle, ziel: 'Ulm' })).body.id;
  const stayed = (await client.post(`/v3/testtrips/${other}/teststops`, { ort: 'Bayreuth' })).body.id;
  expect((await client.get(`/v3/testtrips/${testtrip}/teststops`)).body.items).toMatchObject([
    { testtrip_id: testtrip, ort: 'Freising', folge: 1 },
    { testtrip_id: testtrip, ort: 'Landshut', folge: 2 },
  ]);
  expect((await client.get(`/v3/teststops/${stayed}`)).body).toMatchObject({ folge: 1 });
  expect((await client.post(`/v3/testtrips/${testtrip}/teststops`, { testtrip_id: testtrip, ort: 'x' })).error).toBe(
    'validation_failed',
  );
  const totals = async () =>
    Promise.all(['testtrips', 'teststops'].map(async (path) => (await client.get(`/v3/${path}`)).body.total));
  expect(await totals()).toEqual([3, 3]);

  expect((await client.delete(`/v3/testtrips/${testtrip}`)).status).toBe(200);
  for (const id of stops) expect((await client.get(`/v3/teststops/${id}`)).error).toBe('not_found');
  expect((await client.get(`/v3/teststops/${stayed}`)).status).toBe(200);
  expect(await totals()).toEqual([2, 1]);

  expect((await client.delete(`/v3/customers/${owner}`)).status).toBe(200);
  for (const path of [
    `testvehicles/${testvehicle}`,
    `testtrips/${other}`,
    `testtrips/${elsewhere}`,
    `teststops/${stayed}`,
  ]) {
    expect([path, (await client.get(`/v3/${path}`)).error]).toEqual([path, 'not_found']);
    expect([path, (await client.delete(`/v3/${path}`)).error]).toEqual([path, 'not_found']);
  }
  expect(await totals()).toEqual([0, 0]);
  const found = await client.post('/v3/search', { query: 'bayreuth', indices: ['teststops'] });
  expect(found.body.data.teststops.total).toBe(0);
});

test('the history of a record has changes below it, and none below a record of another kind with its number', async () => {
  const { kid: customer } = (await client.post('/v3/customers', { name: 'Namensvetter' })).body;
  const { id: contract } = (await client.post('/v3/contracts', { kid: customer })).body;
  // A contract that bears the number of a customer.
  await service.db.transaction(async (tx) => {
    await tx.run(sql`update contract set id = ${customer} where id = ${contract}`);
  });
  await client.post(`/v3/customers/${customer}/addresses`, { ort: 'Bonn' });
  await client.post(`/v3/contracts/${customer}/tariffs`, { name: 'Basis' });
  const history = async (section: string) => {
    const { orgId } = organisation;
    const { entries } = await auditEntries(service.db, orgId, { record: { section, id: customer }, limit: 50 });
    return entries.map((entry) => `${entry.section} below ${entry.owner_section}`);
  };
  expect(await history('contracts')).toEqual(['tariffs below contracts']);
  expect(await history('customers')).toEqual(['addresses below customers', 'customers below null']);
});
