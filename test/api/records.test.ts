/** The other record kinds, rule by rule (rules 3, 5, 9, 16). */

import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { changeOrganisation, listOrganisations } from '../../src/access/organisations/manage-organisations.ts';
import { sql } from '../../src/sql/sql.ts';
import { signIn } from '../support/browser-session.ts';
import { setUpService } from '../support/fixture.ts';

const { service, organisation, client } = setUpService();
let kid: number;
let partner: number;

beforeAll(async () => {
  kid = (await client.post('/v3/customers', { name: 'Kunde', anrede: 'Herr' })).body.kid;
  partner = (await client.post('/v3/products', { name: 'Versicherer' })).body.id;
});

const issuesOf = (body: { data: { issues?: { path: unknown[]; code: string }[] } }) =>
  (body.data.issues ?? []).map(({ path, code }) => `${path.join('.')}:${code}`);
const customer = async (fields: object = {}) =>
  (await client.post('/v3/customers', { name: 'K', ...fields })).body.kid as number;

describe('contracts (rules 5.3)', () => {
  test('are created with tariffs at both addresses', async () => {
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
    [{ kid: 'x', nummer: 'A' }, 400, 'missing_kid'],
    [{ kid: 2147483647, nummer: 'A' }, 404, 'customer_not_found'],
  ])('top-level %j', async (body, status, error) => {
    const answer = await client.post('/v3/contracts', body);
    expect([answer.status, answer.error]).toEqual([status, error]);
  });

  test('of a product partner or a user are refused', async () => {
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

  test('two names of one value are accepted if equal, and refused otherwise', async () => {
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

  test('of two names of one value in a PATCH, the changed one counts', async () => {
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

test('a filter of a list is an unknown parameter at a single record', async () => {
  const { id } = (await client.post('/v3/goals', { kid, type: 1 })).body;
  expect((await client.get(`/v3/goals/${id}?kid=abc&type=x`)).body).toMatchObject({ id, type: 1 });
});

test('an activity is completed by the user that sets its status, and can be opened again (rules 5.4)', async () => {
  const { id } = (await client.post('/v3/activities', { kategorie: 'termin', kid })).body;
  const read = async () => (await client.get(`/v3/activities/${id}`)).body;
  expect((await client.patch(`/v3/activities/${id}`, { status: 'erledigt' })).body.updated).toBe(1);
  const done = await read();
  expect(done).toMatchObject({ status: 1, erledigt_kid: organisation.adminKid });
  expect(done.erledigt_am).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  await client.patch(`/v3/activities/${id}`, { status: 0 });
  expect(await read()).toMatchObject({ status: 0, erledigt_am: null, erledigt_kid: null });
  expect((await client.get('/v3/activities?kategorie=2&status=0')).body.total).toBe(1);
  const mine = `/v3/customers/${kid}/activities?verantwortlich=${organisation.adminKid}`;
  expect((await client.get(mine)).body.total).toBe(0);
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

  test('an item of a batch of product partners needs a name', async () => {
    const batch = await client.post('/v3/products', [{ kurzname: 'x' }, { name: 'B', kategorie: 'Bank' }]);
    expect(batch.status).toBe(207);
    expect(batch.body.failed).toMatchObject([{ error: 'missing_name', status: 400 }]);
  });

  test('the password of a portal can be removed, and is not in the audit log', async () => {
    const made = await client.post(`/v3/products/${partner}/portals`, { name: 'P', user: 'u', pass: 'geheim' });
    const portal = `/v3/portals/${made.body.id}`;
    for (const pass of ['neu', '', null]) {
      expect((await client.patch(portal, { pass })).body.updated).toBe(1);
      expect((await client.get(portal)).body.pass).toBe(pass && '********');
    }
    const rows = await service.db.read<{ changes: string }>(
      sql`select changes from audit_entry where section = 'portals'`,
    );
    expect(rows.map(({ changes }) => changes).join()).not.toMatch(/geheim|neu/);
  });

  test('users: unique e-mail, licences, paths', async () => {
    const small = await service.organisation({ api_requests_per_minute: 100000, licenses: 2 });
    const other = await small.client();
    expect((await other.post('/v3/users', { email: 'A@example.com', lizenz: true })).status).toBe(201);
    expect((await other.post('/v3/users', { email: 'a@EXAMPLE.com' })).error).toBe('email_not_unique');
    expect((await other.post('/v3/users', { email: 'b@example.com', lizenz: true })).error).toBe(
      'license_quota_exceeded',
    );
    const { id } = (await other.post('/v3/users', { email: 'b@example.com' })).body;
    expect((await other.patch(`/v3/users/${id}`, { lizenz: true })).error).toBe('license_quota_exceeded');
    expect((await other.patch(`/v3/users/${id}`, { email: 'a@example.com' })).error).toBe('email_not_unique');
    expect((await other.delete(`/v3/users/${id}`)).status).toBe(200);
    const race = await Promise.all(
      Array.from({ length: 8 }, () => other.post('/v3/users', { email: 'race@example.com' })),
    );
    expect(race.filter(({ status }) => status === 201).length).toBe(1);
    const batch = await other.post('/v3/users', [{ email: 'c@example.com' }, { email: 'C@example.com' }]);
    expect(batch.body.inserted).toMatchObject([{ index: 0 }]);
    expect(batch.body.failed).toMatchObject([{ index: 1, error: 'email_not_unique', status: 400 }]);
  });
});

test('a deleted or inactive user cannot follow, named or as the caller (rules 5.10)', async () => {
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

test('defaults to a deleted or inactive user stay null, from the next call on (rules 5.12)', async () => {
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

test('a link to an unknown record is refused', async () => {
  const link = { foreign_section: 'goals', foreign_id: 2147483647 };
  expect((await client.post(`/v3/customers/${kid}/links`, link)).error).toBe('target_not_found');
});

describe('relations', () => {
  test('a relation is created with its reverse type by anrede', async () => {
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

  test('two types with the same reverse are two relations, each stored once', async () => {
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

  test('a relation to itself, of an unknown type or of a missing customer is refused', async () => {
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

describe('requests of unusual form', () => {
  test('NUL characters and odd methods make no 5xx', async () => {
    expect((await client.get(`/v3/customers/${kid}/links?foreign_section=%00`)).body.total).toBe(0);
    expect((await client.post('/v3/search', { query: '\u0000a b', indices: ['customers'] })).status).toBe(200);
    expect((await client.get('/v3/damages?art=%00')).error).toBe('validation_failed');
    expect((await client.send('PROPFIND', '/v3/customers')).status).toBe(405);
    expect((await service.ask('PROPFIND', '/v3/customers')).status).toBe(401);
  });

  test('a body with a Content-Encoding is refused at every route, whatever it contains', async () => {
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

  test('days and times accept the same years, with or without a zone', async () => {
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

  test('HEAD gets the response of GET without the body (rules 2.4)', async () => {
    const head = await client.send('HEAD', `/v3/customers/${kid}`);
    expect([head.status, head.text]).toEqual([200, '']);
  });
});
