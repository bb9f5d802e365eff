/** The other record kinds, rule by rule (rules 3, 5, 9, 16). */

import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeOrganisation, listOrganisations } from '../../src/access/organisations.ts';
import { sql } from '../../src/sql.ts';
import { signIn } from '../support/browser-session.ts';
import { type Client, type Organisation, startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let organisation: Organisation;
let client: Client;
let kid: number;
let partner: number;

beforeAll(async () => {
  service = await startTestService();
  organisation = await service.organisation();
  client = await organisation.client();
  kid = (await client.post('/v3/customers', { name: 'Kunde', anrede: 'Herr' })).body.kid;
  partner = (await client.post('/v3/products', { name: 'Versicherer' })).body.id;
});
afterAll(() => service.stop());

const issuesOf = (body: { data: { issues?: { path: unknown[]; code: string }[] } }) =>
  (body.data.issues ?? []).map(({ path, code }) => `${path.join('.')}:${code}`);
const customer = async (fields: object = {}) =>
  (await client.post('/v3/customers', { name: 'K', ...fields })).body.kid as number;

describe('contracts (rules 5.3)', () => {
  test('created with tariffs at both addresses', async () => {
    const top = await client.post('/v3/contracts', {
      kid,
      sparte: 'phv',
      nummer: 'A',
      tariffs: [{ name: 'T1' }, { name: 'T2', tarif_id: 7 }],
    });
    expect(top.status).toBe(201);
    expect(top.body).toMatchObject({ success: true, kid });
    expect(top.body.tariffs).toMatchObject([
      { name: 'T1', ranking: 1, tarif_id: -1, vid: top.body.id, kid },
      { name: 'T2', ranking: 2, tarif_id: 7 },
    ]);
    const read = (await client.get(`/v3/contracts/${top.body.id}`)).body;
    expect(read).toMatchObject({ sparte: 28, nummer: 'A', vertragsnummer: 'A', gd_abr_firma: 0, archiv: 0 });
    const below = await client.post(`/v3/customers/${kid}/contracts`, {
      sparte: 28,
      vertragsnummer: 'B',
      gesellschaft: 5,
    });
    expect(below.body).toMatchObject({ kid, tariffs: [] });
    expect((await client.get(`/v3/contracts/${below.body.id}`)).body).toMatchObject({ nummer: 'B', gesellschaft: '5' });
  });

  test.each([
    [{}, 400, 'missing_kid'],
    [{ kid: 'x', nummer: 'A' }, 400, 'missing_kid'],
    [{ kid: 2147483647, nummer: 'A' }, 404, 'customer_not_found'],
  ])('top-level %j', async (body, status, error) => {
    const answer = await client.post('/v3/contracts', body);
    expect([answer.status, answer.error]).toEqual([status, error]);
  });

  test('a product partner or a user is no customer', async () => {
    for (const other of [partner, organisation.adminKid]) {
      expect((await client.post('/v3/contracts', { kid: other, nummer: 'A' })).error).toBe('customer_not_found');
    }
    expect((await client.post('/v3/customers/2147483647/contracts', { nummer: 'A' })).error).toBe('customer_not_found');
    expect((await client.get('/v3/customers/2147483647/contracts')).error).toBe('not_found');
    expect((await client.post(`/v3/customers/${kid}/contracts`, { nummer: 'A', kid })).error).toBe(
      'body_kid_forbidden',
    );
    expect((await client.post(`/v3/customers/${kid}/contracts`, [{ nummer: 'A', kid }])).error).toBe(
      'body_kid_forbidden',
    );
    expect((await client.post('/v3/contracts', [{ kid, nummer: 'A' }])).error).toBe('empty_body');
  });

  test('unknown and protected fields, values and tariffs are refused', async () => {
    const answer = await client.post('/v3/contracts', {
      kid,
      foo: 1,
      id: 4,
      sparte: 'gibtsnicht',
      beitrag: '12,50',
      beginn: '2026-13-01',
      tariffs: [
        { name: '' },
        { foo: 1, name: 'a'.repeat(256) },
        5,
        { name: 'x', tarif_id: 0 },
        { name: 'x', tarif_id: -2 },
      ],
    });
    expect(issuesOf(answer.body).sort()).toEqual([
      'beginn:invalid_format',
      'beitrag:invalid_format',
      'foo:unrecognized_key',
      'id:protected_field',
      'sparte:invalid_select_value',
      'tariffs.0.name:too_small',
      'tariffs.1.foo:unrecognized_key',
      'tariffs.1.name:too_big',
      'tariffs.2:invalid_type',
      'tariffs.3.tarif_id:too_small',
      'tariffs.4.tarif_id:too_small',
    ]);
  });

  test('two names of one value are taken where they say the same, and refused where one would be lost', async () => {
    const { id } = (await client.post('/v3/contracts', { kid, nummer: 'A', vertragsnummer: 'A' })).body;
    const at = `/v3/contracts/${id}`;
    for (const body of [
      { nummer: 'B', vertragsnummer: 'C' },
      { vertragsnummer: 'B', nummer: null },
    ]) {
      for (const refused of [await client.patch(at, body), await client.post('/v3/contracts', { kid, ...body })]) {
        expect([refused.status, ...issuesOf(refused.body)]).toEqual([400, 'vertragsnummer:duplicate_key']);
      }
    }
    expect((await client.get(at)).body).toMatchObject({ nummer: 'A', vertragsnummer: 'A' });
    expect((await client.patch(at, { nummer: 'C', vertragsnummer: 'C' })).body).toMatchObject({ updated: 1 });
  });

  test('of two names of one value that a PATCH sends, the one that is as it was read gives way', async () => {
    const { id } = (await client.post('/v3/contracts', { kid })).body;
    const at = `/v3/contracts/${id}`;
    let is: string | null = null;
    for (const name of ['vertragsnummer', 'nummer']) {
      for (const value of ['D', 'E', null]) {
        const sent = { nummer: is, vertragsnummer: is, [name]: value };
        expect((await client.patch(at, sent)).body, JSON.stringify(sent)).toMatchObject({ updated: 1 });
        is = value;
        expect((await client.get(at)).body).toMatchObject({ nummer: is, vertragsnummer: is });
      }
    }
  });

  test('persons and tariffs: list, create, delete', async () => {
    const id = (await client.post('/v3/contracts', { kid, nummer: 'P' })).body.id;
    const person = await client.post(`/v3/contracts/${id}/persons`, { art: 1, name: 'Kind', foo: 1, pid: kid });
    expect(person.body).toMatchObject({ success: true, vid: id, kid, pid: kid, ranking: 1, name: 'Kind' });
    expect((await client.post(`/v3/contracts/${id}/persons`, { name: 'Zwei' })).body.ranking).toBe(2);
    expect((await client.post(`/v3/contracts/${id}/persons`, { vid: 1 })).error).toBe('body_vid_forbidden');
    expect((await client.post(`/v3/contracts/${id}/persons`, { kid: 1 })).error).toBe('body_kid_forbidden');
    expect((await client.post(`/v3/contracts/${id}/persons`, { foo: 1 })).error).toBe('no_valid_fields');
    expect((await client.post(`/v3/contracts/${id}/tariffs`, {})).error).toBe('validation_failed');
    const tariff = await client.post(`/v3/contracts/${id}/tariffs`, { name: 'Basis' });
    expect(tariff.body).toMatchObject({ name: 'Basis', ranking: 1 });
    expect((await client.get(`/v3/contracts/${id}/tariffs/${tariff.body.id}`)).status).toBe(405);
    expect((await client.get(`/v3/contracts/${id}?with_persons=true&with_tariffs=true`)).body.persons.length).toBe(2);
    expect((await client.delete(`/v3/contracts/${id}/tariffs/${tariff.body.id}`)).status).toBe(200);
    expect((await client.get(`/v3/contracts/${id}/tariffs`)).body.total).toBe(0);
    expect((await client.patch(`/v3/contracts/${id}`, { tariffs: [] })).error).toBe('validation_failed');
    expect(issuesOf((await client.patch(`/v3/contracts/${id}`, { kid })).body)).toEqual(['kid:protected_field']);
  });

  test('division, archive and metadata', async () => {
    const own = await customer();
    const a = (await client.post(`/v3/customers/${own}/contracts`, { sparte: 'hausrat', nummer: '1' })).body.id;
    await client.post(`/v3/customers/${own}/contracts`, { sparte: 'kfz', nummer: '2', archiv: 1 });
    const path = `/v3/customers/${own}/contracts`;
    expect((await client.get(path)).body.items.map((one: { id: number }) => one.id)).toEqual([a]);
    expect((await client.get(`${path}?with_archived=true`)).body.total).toBe(2);
    expect((await client.get(`${path}?division=41&with_archived=1`)).body.total).toBe(1);
    expect((await client.get('/v3/contracts?division=abc')).error).toBe('validation_failed');
    for (const filter of ['abc', '0', '2147483648']) {
      expect((await client.get(`/v3/contracts?kid=${filter}`)).error).toBe('invalid_kid');
    }
    const direct = (await client.get(`${path}?with_schema=true`)).body;
    expect(direct.fields.nummer.label).toBe('Vertragsnummer');
    expect(direct.select_fields.sparten).toEqual([{ value: 55, display: 'Hausratversicherung' }]);
    const { name } = (await listOrganisations(service.db)).find(({ org_id }) => org_id === organisation.orgId) ?? {};
    expect(direct.select_fields.abrFirma[0]).toEqual({ value: 0, display: name });
    await changeOrganisation(service.db, organisation.orgId, { name: `${name} KG` });
    const renamed = (await client.get('/v3/contracts?with_schema=true&limit=1')).body;
    expect(renamed.select_fields.abrFirma[0]).toEqual({ value: 0, display: `${name} KG` });
    const grouped = (await client.get(`${path}?with_schema=true&with_tariffs=true`)).body;
    expect(Object.keys(grouped.fields)).toEqual(['contracts', 'tariffs']);
    expect(grouped.select_fields.contracts.abrFirma[0].value).toBe(0);
    const single = (await client.get(`/v3/contracts/${a}?with_schema=1`)).body;
    expect(single.select_fields.sparten.length).toBeGreaterThan(50);
    expect((await client.get(`/v3/contracts?kid=${own}&division=70&with_schema=1`)).body).toMatchObject({
      total: 0,
      items: [],
    });
    expect((await client.delete(`/v3/contracts/${a}`)).body).toEqual({
      success: true,
      deleted: true,
      soft_deleted: true,
      id: a,
    });
  });

  test('batch at customers', async () => {
    const { status, body } = await client.post(`/v3/customers/${kid}/contracts`, [
      { nummer: 'x', tariffs: [{ name: 'T' }] },
      {},
    ]);
    expect(status).toBe(207);
    expect(body.inserted[0]).toMatchObject({ index: 0, tariffs: [{ name: 'T' }] });
    expect(body.failed[0]).toMatchObject({ index: 1, status: 400, error: 'no_valid_fields' });
  });

  test.each([
    ['contracts', 'customer_not_found'],
    ['damages', 'not_found'],
  ])('a batch of %s below a missing customer is refused as a whole', async (path, code) => {
    const { status, error } = await client.post(`/v3/customers/2147483647/${path}`, [{}, { nummer: 'x' }]);
    expect([status, error]).toEqual([404, code]);
  });
});

describe('damages, finances, goals', () => {
  test('damages: filters, decimals, batch always 200', async () => {
    const id = (
      await client.post('/v3/damages', { kid, art: 'Sturm', betrag: 1234.5, datum_schaden: '2026-01-02', vid: partner })
    ).body.id;
    expect((await client.get(`/v3/damages/${id}`)).body).toMatchObject({
      betrag: '1234.50',
      draft: 0,
      serviceportal: 0,
      vid: partner,
    });
    expect((await client.get('/v3/damages?art=Sturm')).body.total).toBe(1);
    expect((await client.get('/v3/damages?betrag=1234.5&datum_schaden=2026-01-02&draft=0')).body.total).toBe(1);
    expect((await client.get('/v3/damages?datum_schaden=gestern')).error).toBe('validation_failed');
    expect((await client.get('/v3/damages?foo=1')).status).toBe(200);
    const batch = await client.post('/v3/damages', [{ kid: 2147483647, art: 'x' }, 5, { kid, art: 'y' }]);
    expect(batch.status).toBe(200);
    expect(batch.body.failed).toMatchObject([
      { index: 0, status: 404, error: 'customer_not_found' },
      { index: 1, status: 400 },
    ]);
    expect((await client.post('/v3/damages', [{}])).status).toBe(200);
    const nowhere = await client.post('/v3/customers/2147483647/damages', [{ art: 'x' }]);
    expect([nowhere.status, nowhere.error]).toEqual([404, 'not_found']);
    expect(issuesOf((await client.post('/v3/damages', { betrag: '1.234', vid: kid, foo: 1 })).body).sort()).toEqual([
      'betrag:invalid_format',
      'foo:unrecognized_key',
      'vid:invalid_reference',
    ]);
    expect((await client.post('/v3/damages', { kid: 2147483647 })).error).toBe('customer_not_found');
  });

  test('finances: scales, filters, dropped fields', async () => {
    const made = await client.post(`/v3/customers/${kid}/finances`, {
      bereich: 1,
      ek_art: 2,
      betrag: '10',
      est: '0.12345',
      zahlweise: 'monatlich',
      foo: 1,
    });
    expect((await client.get(`/v3/finances/${made.body.id}`)).body).toMatchObject({
      betrag: '10.00',
      est: '0.12345',
      kid,
    });
    expect((await client.get('/v3/finances?art=2&kategorie=1')).body.total).toBe(1);
    expect((await client.get('/v3/finances?bereich=1&kategorie=1')).body.total).toBe(1);
    expect((await client.get('/v3/finances?bereich=2&kategorie=1')).body.total).toBe(0);
    expect((await client.get('/v3/finances?bereich=2')).body.total).toBe(0);
    expect((await client.post('/v3/finances', { foo: 1 })).error).toBe('no_valid_fields');
    expect((await client.post('/v3/finances', { betrag: '12345678901234' })).body.data.issues[0].code).toBe('too_big');
    expect((await client.post('/v3/finances', [{ betrag: 1 }])).error).toBe('empty_body');
  });

  test('goals', async () => {
    const { id } = (
      await client.post('/v3/goals', { kid, type: 1, priority: 2, end: '2030-01-01', value: 5, subject: 'Haus' })
    ).body;
    expect((await client.get('/v3/goals?type=1&priority=2')).body.items[0]).toMatchObject({
      id,
      value: '5.00',
      end: '2030-01-01',
    });
    expect((await client.get('/v3/goals?description=nicht')).body.total).toBe(0);
    // Filters are those of the list; at a single record they are unknown parameters.
    expect((await client.get(`/v3/goals/${id}?kid=abc&type=x`)).body).toMatchObject({ id, type: 1 });
    expect((await client.patch(`/v3/goals/${id}`, { type: '' })).body.updated).toBe(1);
    expect((await client.delete(`/v3/goals/${id}`)).body).toEqual({ success: true, soft_deleted: true, id });
  });
});

describe('activities (rules 5.4)', () => {
  test('names and ids, completion', async () => {
    const { id } = (
      await client.post('/v3/activities', { kategorie: 'termin', kid, titel: 'T', start: '2026-05-01T10:00:00Z' })
    ).body;
    const read = async () => (await client.get(`/v3/activities/${id}`)).body;
    expect(await read()).toMatchObject({
      kategorie: 2,
      status: 0,
      start: '2026-05-01 12:00:00',
      ersteller: organisation.adminKid,
    });
    expect((await client.patch(`/v3/activities/${id}`, { status: 'erledigt' })).body).toEqual({
      success: true,
      updated: 1,
    });
    const done = await read();
    expect(done).toMatchObject({ status: 1, erledigt_kid: organisation.adminKid });
    expect(done.erledigt_am).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    await client.patch(`/v3/activities/${id}`, { status: 0 });
    expect(await read()).toMatchObject({ status: 0, erledigt_am: null, erledigt_kid: null });
    expect((await client.get('/v3/activities?kategorie=2&status=0')).body.total).toBe(1);
    expect(
      (await client.get(`/v3/customers/${kid}/activities?verantwortlich=${organisation.adminKid}`)).body.total,
    ).toBe(0);
    expect(issuesOf((await client.post('/v3/activities', { titel: 'x' })).body)).toEqual(['kategorie:invalid_type']);
    expect((await client.post('/v3/activities', { kategorie: 'foo' })).body.data.issues[0].code).toBe(
      'invalid_select_value',
    );
    expect((await client.post('/v3/activities', {})).error).toBe('validation_failed');
    expect((await client.get(`/v3/customers/${kid}/activities/${id}`)).error).toBe('endpoint_not_found');
    const { body } = await client.get(
      `/v3/activities/${id}?with_comments=true&with_documents=true&with_contracts=1&with_damages=1`,
    );
    expect(body).toMatchObject({ comments: [], documents: [], contracts: [], damages: [] });
    const narrow = await organisation.client({ scopes: ['v3:activities:read'] });
    expect((await narrow.get(`/v3/activities/${id}?with_documents=true`)).error).toBe('missing_required_scope');
    expect((await client.delete(`/v3/activities/${id}`)).body).toEqual({ success: true, soft_deleted: true, id });
  });
});

describe('product partners, contact persons, portals, users', () => {
  test.each([
    'with_contacts',
    'with_contact_persons',
    'with_portals',
    'with_addresses',
  ])('%s alone, on all connections', async (array) => {
    for (let i = 0; i < 6; i += 1) {
      const answers = [
        await client.get(`/v3/products?${array}=1`),
        await client.get(`/v3/products/${partner}?${array}=1`),
      ];
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    }
  });

  test('product partners', async () => {
    expect((await client.post('/v3/products', {})).error).toBe('missing_name');
    expect((await client.post('/v3/products', { kurzname: 'x' })).error).toBe('missing_name');
    expect((await client.post('/v3/products', { name: 'A', kategorie: 'foo' })).error).toBe('invalid_kategorie');
    const batch = await client.post('/v3/products', [
      { kurzname: 'x' },
      { name: 'B', kategorie: 'Bank' },
      { name: 'C', kategorie: 'foo' },
    ]);
    expect(batch.status).toBe(207);
    expect(batch.body.failed).toMatchObject([
      { error: 'missing_name', status: 400 },
      { error: 'invalid_kategorie', status: 400 },
    ]);
    expect((await client.patch(`/v3/products/${partner}`, { kategorie: 'foo' })).error).toBe('invalid_kategorie');
    const read = (await client.get(`/v3/products/${partner}?with_banking=1&with_portals=1&with_contact_persons=1`))
      .body;
    expect(read).toMatchObject({ banking: [], portals: [], contact_persons: [] });
    expect((await client.get('/v3/products?with_schema=1')).body.fields.products.kurzname.label).toBe('Kurzname');
    expect((await client.get(`/v3/customers/${partner}`)).error).toBe('not_found');
    expect((await client.get(`/v3/products/${partner}/jobs`)).error).toBe('unsupported_sub_resource');
  });

  test('contact persons and portals', async () => {
    expect((await client.post('/v3/contact-persons', { name: 'x' })).error).toBe('missing_kid');
    expect((await client.post('/v3/contact-persons', {})).error).toBe('missing_kid');
    expect((await client.post('/v3/contact-persons', { kid, name: 'x' })).error).toBe('customer_not_found');
    expect((await client.post('/v3/contact-persons', { kid: partner, name: 'x' })).status).toBe(201);
    const portal = (await client.post(`/v3/products/${partner}/portals`, { name: 'P', user: 'u', pass: 'geheim' })).body
      .id;
    expect((await client.get(`/v3/portals/${portal}`)).body.pass).toBe('********');
    expect((await client.patch(`/v3/portals/${portal}`, { pass: '********' })).body.updated).toBe(0);
    expect((await client.patch(`/v3/portals/${portal}`, { pass: 'neu' })).body.updated).toBe(1);
    for (const unset of ['', null]) {
      expect((await client.patch(`/v3/portals/${portal}`, { pass: unset })).body.updated).toBe(1);
      expect((await client.get(`/v3/portals/${portal}`)).body.pass).toBe(unset);
    }
    const rows = await service.db.read<{ changes: string }>(
      sql`select changes from audit_entry where section = 'portals'`,
    );
    expect(rows.map(({ changes }) => changes).join()).not.toMatch(/geheim|neu/);
    expect((await client.get(`/v3/portals/${portal}/documents`)).error).toBe('unsupported_sub_resource');
    expect((await client.get('/v3/portals/0')).error).toBe('invalid_id');
  });

  test('users: unique e-mail, licences, paths', async () => {
    const small = await service.organisation({ api_requests_per_minute: 100000, licenses: 2 });
    const other = await small.client();
    expect((await other.post('/v3/users', { name: 'x' })).error).toBe('validation_failed');
    expect((await other.post('/v3/users', { email: 'A@example.com', lizenz: true })).status).toBe(201);
    expect((await other.post('/v3/users', { email: 'a@EXAMPLE.com' })).error).toBe('email_not_unique');
    expect((await other.post('/v3/users', { email: 'b@example.com', lizenz: true })).error).toBe(
      'license_quota_exceeded',
    );
    const { id } = (await other.post('/v3/users', { email: 'b@example.com' })).body;
    expect((await other.patch(`/v3/users/${id}`, { lizenz: true })).error).toBe('license_quota_exceeded');
    expect((await other.patch(`/v3/users/${id}`, { email: 'a@example.com' })).error).toBe('email_not_unique');
    expect((await other.delete(`/v3/users/${id}`)).body).toEqual({ success: true, soft_deleted: true, kid: id });
    expect((await other.get('/v3/users/0')).error).toBe('invalid_kid');
    const race = await Promise.all(
      Array.from({ length: 8 }, () => other.post('/v3/users', { email: 'race@example.com' })),
    );
    expect(race.filter(({ status }) => status === 201).length).toBe(1);
    const batch = await other.post('/v3/users', [{ email: 'c@example.com' }, { email: 'C@example.com' }]);
    expect(batch.body.inserted).toMatchObject([{ index: 0 }]);
    expect(batch.body.failed).toMatchObject([{ index: 1, error: 'email_not_unique', status: 400 }]);
  });
});

test('a user who is gone follows nothing, named or as the caller (rules 5.10)', async () => {
  const { id } = (await client.post('/v3/users', { email: 'folgt@example.com' })).body;
  const goal = (await client.post('/v3/goals', { subject: 'Z' })).body.id;
  const followers = `/v3/goals/${goal}/followers`;
  const one = await organisation.client({ userKid: id });
  for (const end of [() => client.patch(`/v3/users/${id}`, { aktiv: false }), () => client.delete(`/v3/users/${id}`)]) {
    await end();
    for (const body of [{}, { kid_user: null }, { kid_user: id }]) {
      const answer = await one.post(followers, body);
      expect([answer.status, issuesOf(answer.body)]).toEqual([400, ['kid_user:invalid_reference']]);
    }
  }
  expect((await client.get(followers)).body.total).toBe(0);
});

test('what would default to a user who is gone stays null, from the next call on (rules 5.12)', async () => {
  const make = async () =>
    (await client.post('/v3/users', { email: `weg${Math.random()}@example.com` })).body.id as number;
  const removed = await make();
  const inactive = await make();
  const clients = [await organisation.client({ userKid: removed }), await organisation.client({ userKid: inactive })];
  for (const one of clients) expect((await one.post('/v3/customers', { name: 'A' })).body.betreuer).not.toBeNull();
  await client.delete(`/v3/users/${removed}`);
  await client.patch(`/v3/users/${inactive}`, { aktiv: false });
  for (const one of clients) expect((await one.post('/v3/customers', { name: 'A' })).body.betreuer).toBeNull();
  const activity = await clients[0]?.post('/v3/activities', { kategorie: 'notiz' });
  expect((await client.get(`/v3/activities/${activity?.body.id}`)).body.ersteller).toBe(removed);
});

describe('links and relations', () => {
  test('links come in pairs', async () => {
    const a = await customer();
    const b = await customer();
    const made = await client.post(`/v3/customers/${a}/links`, { foreign_section: 'customers', foreign_id: b });
    expect([made.status, made.body.success, made.body.ids.length]).toEqual([201, true, 2]);
    expect((await client.post(`/v3/customers/${b}/links`, { foreign_section: 'customers', foreign_id: a })).error).toBe(
      'relation_exists',
    );
    expect((await client.get(`/v3/customers/${b}/links`)).body).toMatchObject({
      total: 1,
      items: [{ foreign_id: a, owner_id: b }],
    });
    expect((await client.get(`/v3/customers/${a}/links?foreign_section=contracts`)).body.total).toBe(0);
    expect((await client.get(`/v3/customers/${a}/links?owner_id=1`)).error).toBe('query_owner_id_forbidden');
    expect((await client.delete(`/v3/customers/${b}/links/${made.body.ids[0]}`)).error).toBe('not_found');
    expect((await client.delete(`/v3/customers/${b}/links/${made.body.ids[1]}`)).body).toEqual({ success: true });
    expect((await client.get(`/v3/customers/${a}/links`)).body.total).toBe(0);
  });

  test.each([
    [undefined, 'empty_body'],
    [{}, 'missing_foreign_section'],
    [{ kid: 1 }, 'body_kid_forbidden'],
    [{ owner_id: 1 }, 'body_owner_id_forbidden'],
    [{ owner_section: 'x' }, 'body_owner_section_forbidden'],
    [{ foreign_section: 'customers' }, 'invalid_foreign_id'],
    [{ foreign_section: 'customers', foreign_id: 0 }, 'invalid_foreign_id'],
    [{ foreign_section: 'foo', foreign_id: 1 }, 'validation_failed'],
    [{ foreign_section: 'goals', foreign_id: 2147483647 }, 'target_not_found'],
  ])('link %j', async (body, error) => {
    expect((await client.post(`/v3/customers/${kid}/links`, body)).error).toBe(error);
  });

  test('relations and their reverse by anrede', async () => {
    const types = (await client.get('/v3/system/relations')).body;
    expect(types.total).toBe(types.items.length);
    const typeOf = (name: string) => types.items.find((one: { name: string }) => one.name === name).id;
    const father = await customer({ anrede: 'Herr' });
    const child = await customer({ anrede: 'Frau' });
    const made = await client.post(`/v3/customers/${father}/relations`, {
      kid_beziehung: child,
      beziehung: typeOf('Kind'),
    });
    expect(made.body).toMatchObject({ success: true, beziehung: typeOf('Kind'), reverse_beziehung: typeOf('Vater') });
    expect((await client.get(`/v3/customers/${child}/relations`)).body.items[0]).toMatchObject({
      beziehung_name: 'Vater',
      contact: { kid: father, name: 'K' },
    });
    expect(
      (await client.post(`/v3/customers/${father}/relations`, { kid_beziehung: child, beziehung: typeOf('Kind') }))
        .error,
    ).toBe('duplicate_relation');
    expect((await client.delete(`/v3/customers/${child}/relations/${made.body.id}`)).body).toEqual({
      success: true,
      deleted: true,
      id: made.body.id,
    });
    expect((await client.delete(`/v3/customers/${child}/relations/${made.body.id}`)).error).toBe('not_found');
  });

  test('two types with the same reverse are two relations, of which each is there once', async () => {
    const [client1, adviser] = [await customer(), await customer()];
    const relate = (from: number, to: number, beziehung: number) =>
      client.post(`/v3/customers/${from}/relations`, { kid_beziehung: to, beziehung });
    const types = (await client.get('/v3/system/relations')).body.items as { id: number; name: string }[];
    const typeOf = (name: string) => types.find((one) => one.name === name)?.id ?? 0;
    const made = [];
    for (const name of ['Rechtsanwalt', 'Steuerberater'])
      made.push((await relate(client1, adviser, typeOf(name))).body);
    expect(made).toMatchObject([{ reverse_beziehung: typeOf('Mandant') }, { reverse_beziehung: typeOf('Mandant') }]);
    for (const again of [
      await relate(client1, adviser, typeOf('Steuerberater')),
      await relate(adviser, client1, typeOf('Mandant')),
    ])
      expect([again.status, again.error]).toEqual([409, 'duplicate_relation']);
    const seen = async (kid: number) =>
      ((await client.get(`/v3/customers/${kid}/relations`)).body.items as Record<string, unknown>[]).map(
        ({ id, beziehung_name }) => [id, beziehung_name],
      );
    expect(await seen(client1)).toEqual([
      [made[0].id, 'Rechtsanwalt'],
      [made[1].id, 'Steuerberater'],
    ]);
    expect(await seen(adviser)).toEqual(made.map(({ reverse_id }) => [reverse_id, 'Mandant']));
    expect((await client.delete(`/v3/customers/${adviser}/relations/${made[0].reverse_id}`)).status).toBe(200);
    expect(await seen(adviser)).toEqual([[made[1].reverse_id, 'Mandant']]);
    const twice = await Promise.all([1, 2, 3].map(() => relate(client1, adviser, typeOf('Rechtsanwalt'))));
    expect(twice.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  test.each([
    [undefined, 'empty_body'],
    [{}, 'validation_error'],
    [{ kid: 1 }, 'body_kid_forbidden'],
    [{ kid_beziehung: 1, beziehung: 1, foo: 1 }, 'validation_error'],
    [{ kid_beziehung: '1', beziehung: 1 }, 'validation_error'],
    [{ kid_beziehung: 2147483647, beziehung: 101 }, 'target_not_found'],
  ])('relation %j', async (body, error) => {
    expect((await client.post(`/v3/customers/${kid}/relations`, body)).error).toBe(error);
  });

  test('relation to itself, of an unknown type, of a missing customer', async () => {
    const other = await customer();
    expect((await client.post(`/v3/customers/${kid}/relations`, { kid_beziehung: kid, beziehung: 101 })).error).toBe(
      'self_relationship',
    );
    expect(
      (await client.post(`/v3/customers/${kid}/relations`, { kid_beziehung: other, beziehung: 99999 })).error,
    ).toBe('invalid_relationship_type');
    expect(
      (await client.post('/v3/customers/2147483647/relations', { kid_beziehung: other, beziehung: 101 })).error,
    ).toBe('customer_not_found');
  });
});

describe('system', () => {
  test('tags: private and team-wide', async () => {
    const second = (await client.post('/v3/users', { email: 'zweite@example.com' })).body.id;
    const other = await organisation.client({ userKid: second });
    const mine = (await client.post('/v3/system/tags', { tag: 'Privat' })).body;
    expect(mine).toMatchObject({ freigabe: 0, kid: organisation.adminKid, insert_user_id: organisation.adminKid });
    expect((await other.get(`/v3/system/tags/${mine.id}`)).error).toBe('not_found');
    expect((await other.get('/v3/system/tags')).body.items.some((one: { id: number }) => one.id === mine.id)).toBe(
      false,
    );
    expect((await other.patch(`/v3/system/tags/${mine.id}`, { tag: 'x' })).error).toBe('not_found');
    expect((await client.patch(`/v3/system/tags/${mine.id}`, { freigabe: 1 })).body.updated).toBe(1);
    expect((await other.patch(`/v3/system/tags/${mine.id}`, { tag: 'x' })).body.updated).toBe(1);
    expect((await client.patch(`/v3/system/tags/${mine.id}`, { foo: 1 })).error).toBe('unrecognized_key');
    expect((await client.post('/v3/system/tags', { tag: '  ' })).error).toBe('validation_failed');
    expect((await client.post('/v3/system/tags', { tag: 'a', freigabe: 2 })).error).toBe('validation_failed');
    expect((await client.delete(`/v3/system/tags/${mine.id}`)).body).toEqual({
      success: true,
      soft_deleted: true,
      id: mine.id,
    });
  });

  test('Sparten in both forms', async () => {
    const { items, total } = (await client.get('/v3/system/sparten')).body;
    expect(total).toBe(items.length);
    expect(items.find((one: { sparte: string }) => one.sparte === 'phv')).toMatchObject({
      id: 28,
      value: 'phv',
      display: 'Privathaftpflicht',
      steuersatz: 19,
      standard: true,
    });
    expect((await client.post('/v3/system/sparten', {})).status).toBe(405);
  });
});

describe('addresses that do not exist', () => {
  test.each([
    ['GET', '/v3/customers/1/foo', 404, 'unknown_resource'],
    ['GET', '/v3/contracts/1/addresses', 404, 'unsupported_sub_resource'],
    ['GET', '/v3/goals/1/documents', 404, 'unsupported_sub_resource'],
    ['GET', '/v3/documents/1/documents', 404, 'unsupported_sub_resource'],
    ['GET', '/v3/foo', 404, 'endpoint_not_found'],
    ['GET', '/v3/customers/1e3', 404, 'endpoint_not_found'],
    ['GET', '/v3/customers/%31', 404, 'endpoint_not_found'],
    ['GET', '/v3/customers/1.0', 400, 'invalid_kid'],
    ['GET', '/v3/customers/-1', 400, 'invalid_kid'],
    ['GET', '/v3/customers/2147483648', 400, 'invalid_kid'],
    ['GET', '/v3/customers/0/addresses/0', 400, 'invalid_kid'],
    ['GET', '/v3/contracts/0', 400, 'invalid_id'],
    ['PUT', '/v3/customers/1', 405, 'method_not_allowed'],
    ['PATCH', '/v3/customers/1/relations/1', 405, 'method_not_allowed'],
  ])('%s %s', async (method, path, status, error) => {
    const answer = await client.send(method, path);
    expect([answer.status, answer.error]).toEqual([status, error]);
  });

  test('NUL characters and odd methods make no 5xx', async () => {
    expect((await client.get(`/v3/customers/${kid}/links?foreign_section=%00`)).body.total).toBe(0);
    expect((await client.post('/v3/search', { query: '\u0000a b', indices: ['customers'] })).status).toBe(200);
    expect((await client.get('/v3/damages?art=%00')).error).toBe('validation_failed');
    expect((await client.send('PROPFIND', '/v3/customers')).status).toBe(405);
    expect((await service.ask('PROPFIND', '/v3/customers')).status).toBe(401);
  });

  test.each([
    ['a body that is not UTF-8', Buffer.from('{"name":"M\xfcller"}', 'latin1'), {}, 400, 'invalid_json'],
    ['a compressed body', '{"name":"x"}', { 'content-encoding': 'gzip' }, 415, 'unsupported_media_type'],
  ])('%s is refused', async (_rule, body, headers, status, error) => {
    const answer = await client.send('POST', '/v3/customers', body, { 'content-type': 'application/json', ...headers });
    expect([answer.status, answer.error]).toEqual([status, error]);
  });

  test('a body with a Content-Encoding is refused as that, whatever it is and wherever it goes', async () => {
    const gzip = { 'content-encoding': 'gzip' };
    const packed = gzipSync('{"name":"x"}');
    const admin = await signIn(service.address, organisation.login);
    const answers = [
      await client.send('POST', '/v3/customers', packed, { 'content-type': 'application/json', ...gzip }),
      await client.send('POST', '/v3/documents', packed, {
        'content-type': 'multipart/form-data; boundary=b',
        ...gzip,
      }),
      await admin.send('PUT', '/billing-companies', { names: [] }, gzip),
    ];
    for (const { status, error, body } of answers) {
      expect([status, error]).toEqual([415, 'unsupported_media_type']);
      expect(body.statusMessage).toBe('Send the body without Content-Encoding: gzip is not read.');
    }
    const identity = { 'content-type': 'application/json', 'content-encoding': 'Identity' };
    expect((await client.send('POST', '/v3/customers', '{"name":"x"}', identity)).status).toBe(201);
    const text = await client.send('POST', '/v3/customers', packed, { 'content-type': 'text/plain', ...gzip });
    expect(text.body.statusMessage).toMatch(/application\/json/);
  });

  test('days and times have the same years, with a zone or without', async () => {
    const made = async (values: object) => client.post('/v3/activities', { kategorie: 2, kid, ...values });
    for (const [start, read] of [
      ['0001-01-02', null],
      ['0001-01-02 03:04:05', '0001-01-02 03:04:05'],
      ['0001-01-02T03:04:05Z', '0001-01-02 03:57:33'],
      ['0999-12-31 23:59:59', '0999-12-31 23:59:59'],
      ['0999-12-31T23:59:59Z', '1000-01-01 00:53:27'],
      ['0999-06-30T12:00:00Z', '0999-06-30 12:53:28'],
      ['9999-12-31T22:59:59Z', '9999-12-31 23:59:59'],
    ]) {
      if (!read) expect((await client.patch(`/v3/customers/${kid}`, { geb: start })).body.updated).toBe(1);
      else {
        const { status, text, body } = await made({ start });
        expect([start, status], text).toEqual([start, 201]);
        expect((await client.get(`/v3/activities/${body.id}`)).body.start).toBe(read);
        expect((await client.get(`/v3/activities?insert_datum[gte]=${encodeURIComponent(String(start))}`)).status).toBe(
          200,
        );
      }
    }
    // The first of these is in the year 0 by the clock of the organisation too, the last in the year 10000.
    for (const start of ['0001-01-01T00:30:00+03:00', '9999-12-31T23:30:00Z'])
      expect((await made({ start })).body.data.issues).toEqual([
        { path: ['start'], code: 'invalid_format', message: 'start lies outside the years 1 to 9999.' },
      ]);
    for (const start of ['0000-12-31 23:59:59', '0000-12-31T23:59:59Z'])
      expect((await made({ start })).body.data.issues).toMatchObject([{ path: ['start'], code: 'invalid_format' }]);
  });

  test('leading zeros, HEAD, content types', async () => {
    expect((await client.get(`/v3/customers/000${kid}`)).status).toBe(200);
    const head = await client.send('HEAD', `/v3/customers/${kid}`);
    expect([head.status, head.text]).toEqual([200, '']);
    const text = await client.send('POST', '/v3/customers', 'a=b', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect([text.status, text.error]).toEqual([415, 'unsupported_media_type']);
    const large = await client.post('/v3/customers', { kommentar: 'a'.repeat(9 * 1024 * 1024) });
    expect([large.status, large.error]).toEqual([413, 'payload_too_large']);
  });
});
