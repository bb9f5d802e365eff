/** Rules of the record kinds that no journey passes by, one line each (rules 5.3 to 5.12, 9, 16). */
import { beforeAll, describe, expect, test } from 'vitest';
import { relationCatalogue } from '../../src/derive/metadata/relation-catalogue.ts';
import { registry } from '../../src/model/registry.ts';
import { linkable } from '../../src/operations/relations/links.ts';
import { type Body, codes, setUpRecords } from '../support/rules-fixture.ts';

const fixture = setUpRecords('rules');
const { service, organisation, client, stock, made } = fixture;
let kid: number;

beforeAll(async () => {
  kid = await fixture.customer({ name: 'Kunde' });
});

describe('contracts (rules 5.3)', () => {
  const make = (body: Body, query = '') => made('contracts', { kid, ...body }, query);

  test.each([
    ['a number as status is stored as text', { status: 3 }, { status: '3' }],
    ['a number as interval is stored as text', { intervall: 12 }, { intervall: '12' }],
    ['a number with decimals is stored as it was written', { intervall: 1.5 }, { intervall: '1.5' }],
    ['no Sparte is needed', { nummer: 'x' }, { sparte: null }],
    ['a Sparte by its id', { sparte: 28 }, { sparte: 28 }],
    ['an archived contract is read directly', { nummer: 'a', archiv: 1 }, { archiv: 1 }],
    ['an amount keeps two decimals', { beitrag: 7 }, { beitrag: '7.00' }],
    ['0 is the main company', { gd_abr_firma: 0, nummer: 'x' }, { gd_abr_firma: 0 }],
  ])('%s', async (_rule, body, read) => {
    expect(await make(body)).toMatchObject(read);
  });

  test.each([
    ['a company that is not listed', { gd_abr_firma: 99 }, 'gd_abr_firma:invalid_select_value'],
    ['a number of more digits than it keeps', { gesellschaft: 2 ** 60 }, 'gesellschaft:invalid_type'],
    ['a number that is none', { status: 1e21 }, 'status:invalid_type'],
    ['a negative Sparte', { sparte: -1 }, 'sparte:invalid_select_value'],
    ['tariffs that are no array', { tariffs: {} }, 'tariffs:invalid_type'],
    ['a tariff without a name', { nummer: 'x', tariffs: [{ tarif_id: 5 }] }, 'tariffs.0.name:invalid_type'],
    ['a server field of a tariff', { tariffs: [{ name: 'x', ranking: 1 }] }, 'tariffs.0.ranking:protected_field'],
    ['a Sparte that is no whole number', { sparte: 1.5 }, 'sparte:invalid_type'],
  ])('refused: %s', async (_rule, body, code) => {
    const before = (await client.get('/v3/contracts?limit=1&with_archived=1')).body.total;
    expect(codes(await client.post('/v3/contracts', { kid, ...body }))).toBe(code);
    expect((await client.get('/v3/contracts?limit=1&with_archived=1')).body.total).toBe(before);
  });

  test('tariffs alone make a contract', async () => {
    const { status, body } = await client.post(`/v3/customers/${kid}/contracts`, { tariffs: [{ name: 'A' }] });
    expect([status, body.tariffs.length]).toEqual([201, 1]);
  });

  test('flat unrolls tariffs and persons', async () => {
    const read = await make(
      { nummer: 'f', tariffs: [{ name: 'A' }, { name: 'B' }] },
      '?flat=true&with_tariffs=1&with_persons=1',
    );
    expect(read).toMatchObject({ tariffs_name: 'A', tariffs_1_name: 'B' });
    expect(Object.keys(read).filter((key) => /^(tariffs|persons(_.*)?)$/.test(key))).toEqual([]);
  });

  test('the list of a customer ignores ?kid, and division has the full schema where nothing is found', async () => {
    const own = (await client.post('/v3/customers', { name: 'Eigen' })).body.kid as number;
    await client.post(`/v3/customers/${own}/contracts`, { nummer: '1' });
    expect((await client.get(`/v3/customers/${own}/contracts?kid=${kid}`)).body.total).toBe(1);
    const { body } = await client.get(`/v3/customers/${own}/contracts?division=28&with_schema=1`);
    expect([body.total, Object.keys(body.fields)]).toEqual([0, expect.arrayContaining(['nummer', 'beitrag'])]);
    const { body: grouped } = await client.get(`/v3/customers/${own}/contracts?with_schema=1&with_persons=1`);
    expect(Object.keys(grouped.fields)).toEqual(['contracts', 'persons']);
  });
});

describe('activities (rules 5.4)', () => {
  const make = (body: Body, query = '') => made('activities', { kategorie: 'aufgabe', ...body }, query);

  test.each([
    ...['aufgabe', 'termin', 'email', 'telefon', 'notiz'].map(
      (kategorie, i) => [`category ${kategorie}`, { kategorie }, { kategorie: i + 1 }] as const,
    ),
    ['a category by its id', { kategorie: 4 }, { kategorie: 4 }],
    ['a time with its zone, without seconds', { start: '2026-01-31T09:30Z' }, { start: '2026-01-31 10:30:00' }],
    ['a time without a zone is local', { ende: '2026-01-31T09:30' }, { ende: '2026-01-31 09:30:00' }],
    ['open by default', {}, { status: 0, erledigt_am: null, erledigt_kid: null }],
    ['unknown fields are dropped', { foo: 1 }, { titel: null }],
    ['the creator is not writable', { ersteller: 1 }, { status: 0 }],
    ['what was completed is not writable', { erledigt_kid: 1 }, { erledigt_kid: null }],
  ] as const)('%s', async (_rule, body, read) => {
    expect(await make(body)).toMatchObject({ ...read, ersteller: organisation.adminKid });
  });

  test.each([
    ['a time that its zone leads out of year 9999', { start: '9999-12-31T23:59:59-12:00' }, 'start:invalid_format'],
    ['a time that its zone leads out of year 1', { start: '0001-01-01T00:00:00+14:00' }, 'start:invalid_format'],
    ['a number beyond what numbers hold exactly, told once', { verantwortlich: 1e20 }, 'verantwortlich:too_big'],
  ])('refused: %s', async (_rule, body, code) => {
    expect(codes(await client.post('/v3/activities', { kategorie: 'termin', ...body }))).toBe(code);
  });

  test('one created as done is completed; a second completion does not change the time', async () => {
    const done = await make({ status: 'erledigt' });
    expect(done).toMatchObject({ status: 1, erledigt_kid: organisation.adminKid, erledigt_am: expect.any(String) });
    const again = await client.patch(`/v3/activities/${done.id}`, { status: 1 });
    expect(again.body).toEqual({ success: true, updated: 0 });
  });

  test.each(['customers', 'products', 'users'])('has an address below one of the %s', async (path) => {
    const at = stock.ids.get(path);
    const { id } = await make({ kid: at });
    const list = (await client.get(`/v3/${path}/${at}/activities`)).body;
    expect(list.items.map((one: Body) => one.id)).toContain(id);
  });

  test.each(['documents', 'contracts', 'damages'])('with_%s shows linked records', async (path) => {
    const { id } = await make({});
    const foreign_id = stock.ids.get(path);
    await client.post(`/v3/activities/${id}/links`, { foreign_section: path, foreign_id });
    const { body } = await client.get(`/v3/activities/${id}?with_${path}=true`);
    expect(body[path].map((one: Body) => one.id)).toEqual([foreign_id]);
  });

  test.each([
    ['no batch', [{ kategorie: 'notiz' }], 'empty_body'],
    ['a responsible customer', { kategorie: 'notiz', verantwortlich: 'KID' }, 'verantwortlich:invalid_reference'],
    ['an unlisted status', { kategorie: 'notiz', status: 2 }, 'status:invalid_select_value'],
    ['no category', { kategorie: null }, 'kategorie:invalid_type'],
    ['an empty category', { kategorie: '' }, 'kategorie:invalid_type'],
    ['a time in neither form', { kategorie: 'notiz', start: '2026-01-31 09:30' }, 'start:invalid_format'],
    ['an unknown category', { kategorie: 'brief' }, 'kategorie:invalid_select_value'],
  ])('refused: %s', async (_rule, body, code) => {
    const sent = 'verantwortlich' in body ? { ...body, verantwortlich: kid } : body;
    expect(codes(await client.post('/v3/activities', sent))).toBe(code);
  });
});

describe('links (rules 5.8)', () => {
  test.each(linkable(registry).map(({ path }) => path))('%s can be linked from both ends', async (path) => {
    const foreign_id = stock.ids.get(path);
    const { body } = await client.post(`/v3/customers/${kid}/links`, { foreign_section: path, foreign_id });
    const back = (await client.get(`/v3/${path}/${foreign_id}/links?foreign_section=customers`)).body;
    expect(back.items).toContainEqual(
      expect.objectContaining({ id: body.ids[1], foreign_id: kid, owner_id: foreign_id }),
    );
  });

  test('the sections are the eleven of rules 5.8', () => {
    const sections = 'customers products users contracts damages documents activities finances goals contact-persons';
    expect(
      linkable(registry)
        .map(({ path }) => path)
        .sort(),
    ).toEqual([...sections.split(' '), 'portals'].sort());
  });

  test('a link to itself or a deleted record is refused; records deleted later are not listed', async () => {
    const link = (foreign_id: number) =>
      client.post(`/v3/customers/${kid}/links`, { foreign_section: 'customers', foreign_id });
    const other = (await client.post('/v3/customers', { name: 'Weg' })).body.kid as number;
    expect((await link(kid)).error).toBe('invalid_foreign_id');
    expect((await link(other)).status).toBe(201);
    await client.delete(`/v3/customers/${other}`);
    const { items } = (await client.get(`/v3/customers/${kid}/links?foreign_section=customers`)).body;
    expect(items.map((one: Body) => one.foreign_id)).not.toContain(other);
    expect((await link(other)).error).toBe('target_not_found');
    expect((await client.get(`/v3/customers/${kid}/links?owner_section=x`)).error).toBe(
      'query_owner_section_forbidden',
    );
  });
});

describe('relations (rules 5.9)', () => {
  test.each([
    ['the salutation of the customer in the path wins', 104, 'Herr', 102],
    ['a form of its own for her', 104, 'Frau', 103],
    ['the form without a salutation is next', 104, null, 101],
    ['a company has no form of its own', 104, 'Firma', 101],
    ['several without: the lowest id', 321, null, 319],
  ])('%s', (_rule, beziehung, anrede, reverse) => {
    expect(relationCatalogue({}).reverseOf(beziehung, anrede)).toBe(reverse);
  });

  test('the list of types carries groups and pairs', async () => {
    const { body } = await client.get('/v3/system/relations');
    expect(body.folders[0]).toEqual({ id: expect.any(Number), name: expect.any(String) });
    expect(body.pairs[0]).toEqual({ beziehung: expect.any(Number), reverse_beziehung: expect.any(Number) });
    expect((await client.post('/v3/system/relations', {})).status).toBe(405);
  });

  test('a relation to a product partner or a user is target_not_found', async () => {
    for (const path of ['products', 'users']) {
      const body = { kid_beziehung: stock.ids.get(path), beziehung: 101 };
      expect((await client.post(`/v3/customers/${kid}/relations`, body)).error).toBe('target_not_found');
    }
  });
});

describe('annotations (rules 5.10)', () => {
  test('followers and tags can be made again after they were deleted', async () => {
    for (const [path, body] of [
      ['followers', {}],
      ['tags', { tag_id: stock.ids.get('system/tags') }],
    ] as const) {
      const address = `/v3/goals/${stock.ids.get('goals')}/${path}`;
      const [first] = (await client.get(address)).body.items;
      expect((await client.delete(`${address}/${first.id}`)).body).toEqual({
        success: true,
        soft_deleted: true,
        id: first.id,
      });
      expect((await client.post(address, body)).status).toBe(201);
      expect((await client.patch(`${address}/${first.id}`, {})).status).toBe(405);
    }
  });

  test('authors and followers are live, active users', async () => {
    const inactive = (await client.post('/v3/users', { email: 'ruhend@example.com', aktiv: false })).body.id;
    for (const who of [inactive, kid, 2147483647]) {
      expect(codes(await client.post(`/v3/customers/${kid}/comments`, { text: 'x', autor_kid: who }))).toBe(
        'autor_kid:invalid_reference',
      );
      expect(codes(await client.post(`/v3/customers/${kid}/followers`, { kid_user: who }))).toBe(
        'kid_user:invalid_reference',
      );
    }
  });
});

describe('a required select value can be neither missing nor reset (rules 3.5, 5.2)', () => {
  test.each([null, '', 'Fax'])('art of a contact detail: %j', async (art) => {
    const address = `/v3/customers/${stock.ids.get('customers')}/contacts`;
    const code = `art:${art ? 'invalid_select_value' : 'invalid_type'}`;
    expect(codes(await client.post(address, { wert: 'x', art }))).toBe(code);
    expect(codes(await client.patch(`${address}/${stock.below.get('customers/#/contacts')}`, { art }))).toBe(code);
  });

  test.each([null, ''])('category of an activity: %j', async (kategorie) => {
    const address = `/v3/activities/${stock.ids.get('activities')}`;
    expect(codes(await client.patch(address, { kategorie }))).toBe('kategorie:invalid_type');
  });
});

describe('users and product partners (rules 5.12)', () => {
  test.each([
    ['users', ['addresses', 'contacts', 'banking']],
    ['products', ['addresses', 'contacts', 'banking', 'contact_persons', 'portals']],
  ])('%s embed under the names of their parameters', async (path, names) => {
    const query = names.map((name) => `with_${name}=true`).join('&');
    const { body } = await client.get(`/v3/${path}/${stock.ids.get(path)}?${query}`);
    for (const name of names) expect([name, body[name].length > 0]).toEqual([name, true]);
    const plain = (await client.get(`/v3/${path}/${stock.ids.get(path)}`)).body;
    expect(names.filter((name) => name in plain)).toEqual([]);
  });

  test('a deactivated user keeps e-mail address and licence, a deleted one frees both', async () => {
    // One licence is the administrator's.
    const small = await (await service.organisation({ api_requests_per_minute: 100_000, licenses: 2 })).client();
    const body = { email: 'eins@example.com', lizenz: true };
    const taken = (await small.post('/v3/users', { ...body, aktiv: false })).body.id as number;
    expect((await small.post('/v3/users', { email: 'EINS@example.com' })).error).toBe('email_not_unique');
    expect((await small.post('/v3/users', { email: 'zwei@example.com', lizenz: true })).error).toBe(
      'license_quota_exceeded',
    );
    await small.delete(`/v3/users/${taken}`);
    expect((await small.post('/v3/users', body)).status).toBe(201);
  });

  test.each([
    [
      'users',
      { email: 'p@example.com', passwort: 'x', letzter_login: '2026-01-01', addresses: [{}] },
      { letzter_login: null },
    ],
    ['products', { name: 'P', kategorie: '', addresses: [{ ort: 'x' }] }, { kategorie: null }],
    ['products', { name: 'P', kategorie: null }, { kategorie: null }],
  ])('%s drop what is not theirs to write: %j', async (path, body, read) => {
    expect(await made(path, body)).toMatchObject(read);
  });

  test.each([
    ['products', { name: null }, 'missing_name'],
    ['products', { name: '' }, 'missing_name'],
    ['users', { email: null }, 'email:invalid_type'],
    ['contact-persons', { kid: null, name: 'x' }, 'missing_kid'],
    ['portals', { name: 'x' }, 'missing_kid'],
    ['portals', {}, 'missing_kid'],
  ])('%s %j is %s', async (path, body, code) => {
    expect(codes(await client.post(`/v3/${path}`, body))).toBe(code);
  });
});
