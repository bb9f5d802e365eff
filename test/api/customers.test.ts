/** Customers and their merge, rule by rule (rules 1.5, 3.3, 5.1, 5.14, 9.7, 16.1, 16.2). */

import { describe, expect, test } from 'vitest';
import { sql } from '../../src/sql/sql.ts';
import { type Body, countAt, refusal, setUpRecords } from '../support/rules-fixture.ts';

const fixture = setUpRecords('customers');
const get = async (address: string): Promise<Body> => (await fixture.client.get(address)).body;
const created = async (body: Body): Promise<Body> => (await fixture.client.post('/v3/customers', body)).body;

type Row = [rule: string, body: Body, read: Body];

describe('customers: the response of a create (rules 9.7)', () => {
  test.each<Row>([
    ...[0, 1, 2, 3, 4, 5, 6].map((kontakt_art): Row => [`kontakt_art ${kontakt_art}`, { kontakt_art }, {}]),
    ...['Frau', 'Herr', 'Firma', 'Familie'].map((anrede): Row => [`anrede ${anrede}`, { anrede }, {}]),
    ['no field is required beside one', { titel: 'Dr.' }, { name: null, kontakt_art: 0 }],
    ['a number of its own', { nummer: 'K-1' }, { nummer: 'K-1' }],
    ['a nation by its key', { nation: 'FR' }, { nation: 'FR' }],
    ['a nation by its name', { nation: 'Frankreich' }, { nation: 'FR' }],
    ['no adviser where null says so', { name: 'x', betreuer: null }, { betreuer: null }],
    [
      'the line of a letter is the service’s',
      { name: 'x', briefanrede: 'Hi' },
      { briefanrede: 'Sehr geehrte Damen und Herren' },
    ],
  ])('%s', async (_rule, body, read) => {
    const made = await created(body);
    const { briefanrede: _sent, nation: _key, ...kept } = body;
    expect(await get(`/v3/customers/${made.kid}`)).toMatchObject({ ...kept, ...read });
  });

  test.each([
    ['Frau', 'Dr.', 'Weiß', 'Sehr geehrte Frau Dr. Weiß'],
    ['Herr', null, 'Weiß', 'Sehr geehrter Herr Weiß'],
    ['Familie', '', 'Weiß', 'Sehr geehrte Familie Weiß'],
    ['Firma', null, 'Weiß AG', 'Sehr geehrte Damen und Herren'],
    [null, 'Dr.', 'Weiß', 'Sehr geehrte Damen und Herren'],
    ['Herr', null, null, 'Sehr geehrte Damen und Herren'],
  ])('briefanrede of %s %s %s follows a PATCH (rules 5.1)', async (anrede, titel, name, briefanrede) => {
    const { kid } = await created({ anrede: 'Frau', name: 'Vorher' });
    const change = await fixture.client.patch(`/v3/customers/${kid}`, { anrede, titel, name, briefanrede: 'Hi' });
    expect(change.status).toBe(200);
    expect(await get(`/v3/customers/${kid}`)).toMatchObject({ briefanrede });
  });

  test.each([
    ['kid (rules 3.3)', { kid: 5 }],
    ['id', { id: 5 }],
    ['arrays of sub-records', { addresses: [{ ort: 'x' }], banks: [], jobs: [{}] }],
    ['system fields', { guid: 'x', del: 1, insert_datum: '2000-01-01', vm_x: 1, push_x: 1, alert_x: 1, passwort: 'x' }],
  ])('a PATCH drops %s', async (_rule, dropped) => {
    const before = await created({ name: 'Vorher' });
    const address = `/v3/customers/${before.kid}`;
    expect((await fixture.client.patch(address, { name: 'Nachher', ...dropped })).body).toEqual({
      success: true,
      updated: 1,
    });
    expect(await get(`${address}?with_addresses=1`)).toEqual({
      ...before,
      name: 'Nachher',
      addresses: [],
      edit_datum: expect.any(String),
    });
  });

  test('a PATCH that changes nothing leaves edit_datum, audit log and events alone (rules 3.8)', async () => {
    const { kid } = await created({ name: 'Gleich', geb: '1980-01-31' });
    const count = () => fixture.service.db.read(sql`select count(*) as n from audit_entry where record_id = ${kid}`);
    const [before, entries] = [await get(`/v3/customers/${kid}`), await count()];
    const change = await fixture.client.patch(`/v3/customers/${kid}`, { name: 'Gleich', geb: '1980-01-31' });
    expect(change.body).toEqual({ success: true, updated: 0 });
    expect([await get(`/v3/customers/${kid}`), await count()]).toEqual([before, entries]);
  });
});

test('a create answers the record, with the user of the token as its adviser', async () => {
  const made = await created({ anrede: 'Frau', name: 'Weiß' });
  expect(made).toMatchObject({ betreuer: fixture.organisation.adminKid, nummer: String(made.kid), id: made.kid });
  expect(await get(`/v3/customers/${made.kid}`)).toEqual(made);
});

test('a PATCH leaves the time of the creation as it was, to the second', async () => {
  const { db } = fixture.service;
  const { kid } = await created({ name: 'Muster' });
  const stored = () => db.read<Body>(sql`select insert_datum::text as made from contact where id = ${kid}`);
  // Midnight would be the same with and without its time.
  await db.read(sql`update contact set insert_datum = insert_datum::date + time '12:34:56' where id = ${kid}`);
  const before = await stored();
  expect((await fixture.client.patch(`/v3/customers/${kid}`, { vorname: 'Eva' })).body.updated).toBe(1);
  expect(await stored()).toEqual(before);
});

describe('customers: a batch (rules 3.7, 13.4, 16.1)', () => {
  test.each([
    ['all succeed', [{ name: 'a' }, { name: 'b' }], 200, 2, []],
    ['some fail', [{ name: 'a' }, { foo: 1 }], 207, 1, ['no_valid_fields']],
    ['no item can be created', [{ foo: 1 }, 5], 422, 0, ['no_valid_fields', 'invalid_object']],
    ['an item that is null', [null, { name: 'a' }], 207, 1, ['invalid_object']],
    ['an item that is an array', [[], { name: 'a' }], 207, 1, ['invalid_object']],
  ])('%s', async (_rule, items, status, inserted, failed) => {
    const before = await countAt(fixture.client, '/v3/customers');
    const answer = await fixture.client.post('/v3/customers', items);
    const codes = answer.body.failed.map(({ error }: Body) => error);
    expect([answer.status, answer.body.inserted.length, codes]).toEqual([status, inserted, failed]);
    expect(await countAt(fixture.client, '/v3/customers')).toBe(before + inserted);
  });
});

/** A master and a slave. */
const pair = async (master: Body = {}, slave: Body = {}): Promise<readonly [number, number]> => [
  await fixture.customer({ name: 'Meister', ...master }),
  await fixture.customer({ name: 'Sklave', ...slave }),
];
const merge = (master: number, slave: number, mode?: string) =>
  fixture.client.post(`/v3/customers/${master}/merge`, { slave_kid: slave, mode });

describe('rules 16.2: records of the slave belong to the master afterwards', () => {
  test.each([
    ['addresses', { ort: 'x' }],
    ['contacts', { art: 'Telefon', wert: '1' }],
    ['banking', { iban: 'x' }],
    ['numbers', { wert: '1' }],
    ['jobs', { beruf: 'x' }],
    ['identity', { behoerde: 'x' }],
    ['contracts', { nummer: 'x' }],
    ['damages', { art: 'x' }],
    ['finances', { bezeichnung: 'x' }],
    ['goals', { subject: 'x' }],
    ['activities', { kategorie: 'notiz' }],
    ['documents', { base64: 'eA==' }],
    ['documents/folders', { name: 'x' }],
    ['comments', { text: 'x' }],
    ['tags', {}],
    ['followers', {}],
  ])('%s', async (path, body) => {
    const { client } = fixture;
    const [master, slave] = await pair();
    const sent = path === 'tags' ? { tag_id: fixture.id('system/tags') } : body;
    const own =
      path === 'followers' || path === 'tags' ? null : await client.post(`/v3/customers/${master}/${path}`, sent);
    const theirs = await client.post(`/v3/customers/${slave}/${path}`, sent);
    expect((await merge(master, slave)).status).toBe(200);
    const { items } = (await client.get(`/v3/customers/${master}/${path}`)).body;
    expect(items.map(({ id }: Body) => id)).toEqual([...(own ? [own.body.id] : []), theirs.body.id]);
    for (const item of items) expect(item.kid ?? item.owner_id).toBe(master);
  });

  test.each([
    ['links', () => ({ foreign_section: 'goals', foreign_id: fixture.id('goals') }), 'owner_id'],
    ['relations', () => ({ kid_beziehung: fixture.id('customers'), beziehung: 101 }), 'kid'],
  ])('%s, from both ends', async (path, body, owner) => {
    const { client } = fixture;
    const [master, slave] = await pair();
    await client.post(`/v3/customers/${slave}/${path}`, body());
    await merge(master, slave);
    expect((await client.get(`/v3/customers/${master}/${path}`)).body).toMatchObject({
      total: 1,
      items: [{ [owner]: master }],
    });
    const other = path === 'links' ? fixture.at('goals/#/links') : fixture.at('customers/#/relations');
    const back = (await client.get(other)).body.items.map((one: Body) => one.foreign_id ?? one.kid_beziehung);
    expect([back.includes(master), back.includes(slave)]).toEqual([true, false]);
  });

  test.each([
    ['links', (kid: number) => ({ foreign_section: 'customers', foreign_id: kid })],
    ['relations', (kid: number) => ({ kid_beziehung: kid, beziehung: 101 })],
  ])('%s between the two would be loops and go', async (path, body) => {
    const [master, slave] = await pair();
    await fixture.client.post(`/v3/customers/${master}/${path}`, body(slave));
    await merge(master, slave);
    expect(await countAt(fixture.client, `/v3/customers/${master}/${path}`)).toBe(0);
  });
});

describe('rules 16.2: modes', () => {
  const SLAVE = {
    vorname: 'Eva',
    name: 'Sklave',
    titel: 'Dr.',
    anrede: 'Frau',
    geb_name: 'Alt',
    namenszusatz: 'jun.',
    geb: '1980-01-31',
  };
  const OWN = {
    ...SLAVE,
    vorname: 'Uwe',
    name: 'Meister',
    titel: 'Prof.',
    anrede: 'Herr',
    geb_name: 'X',
    namenszusatz: 'sen.',
    geb: '1970-01-31',
  };
  const EMPTY = Object.fromEntries(Object.keys(SLAVE).map((name) => [name, null]));

  test.each(
    Object.entries(SLAVE),
  )('enrich_master: an empty %s is filled with %s, a filled one stays', async (name, value) => {
    for (const empty of [null, '']) {
      const [master, slave] = await pair({ ...EMPTY, kommentar: 'x', [name]: empty }, SLAVE);
      await merge(master, slave, 'enrich_master');
      expect(await get(`/v3/customers/${master}`)).toMatchObject({ [name]: value });
    }
    const [master, slave] = await pair(OWN, SLAVE);
    await merge(master, slave, 'enrich_master');
    expect(await get(`/v3/customers/${master}`)).toMatchObject(OWN);
  });

  test.each(['nation', 'kommentar', 'familienstand', 'geb_ort'])('enrich_master leaves %s alone', async (name) => {
    const [master, slave] = await pair({}, { nation: 'FR', kommentar: 'x', familienstand: 'ledig', geb_ort: 'Bonn' });
    await merge(master, slave, 'enrich_master');
    expect(await get(`/v3/customers/${master}`)).toMatchObject({ [name]: null });
  });

  test.each([undefined, 'master_wins'])('mode %s leaves the master as it was', async (mode) => {
    const [master, slave] = await pair({ vorname: '' }, SLAVE);
    const before = await get(`/v3/customers/${master}`);
    const { status, body } = await merge(master, slave, mode);
    expect([status, body]).toEqual([200, { success: true, master_kid: master, slave_kid: slave, mode: 'master_wins' }]);
    expect(await get(`/v3/customers/${master}`)).toEqual({ ...before, edit_datum: expect.any(String) });
  });
});

describe('rules 15.2: a merged customer', () => {
  test('loses its search entry and keeps its audit trail; the master has an audit entry of the merge', async () => {
    const [master, slave] = await pair({}, { name: 'Verschmolzen' });
    const trail = (kid: number) =>
      fixture.service.db.read<Body>(
        sql`select action from audit_entry where section = 'customers' and record_id = ${kid} order by id`,
      );
    await fixture.client.patch(`/v3/customers/${slave}`, { vorname: 'x' });
    await merge(master, slave);
    for (const answer of [await fixture.client.get(`/v3/customers/${slave}`), await merge(slave, master)])
      expect(refusal(answer)).toBe('404 not_found');
    const found = await fixture.client.post('/v3/search', { query: 'verschmolzen', indices: ['customers'] });
    expect(found.body.total).toBe(0);
    expect((await trail(slave)).map(({ action }) => action).slice(0, 2)).toEqual(['insert', 'update']);
    expect((await trail(master)).map(({ action }) => action)).toEqual(['insert', 'merge']);
    const rows = await fixture.service.db.read<Body>(sql`select del from contact where id = ${slave}`);
    expect(rows).toEqual([{ del: 2 }]);
  });

  test.each([
    ['without slave_kid', () => ({}), '400 slave_kid:invalid_type'],
    ['slave_kid 0', () => ({ slave_kid: 0 }), '400 slave_kid:invalid_type'],
    ['slave_kid -1', () => ({ slave_kid: '-1' }), '400 slave_kid:invalid_type'],
    ['slave_kid as a fraction', () => ({ slave_kid: 1.5 }), '400 slave_kid:invalid_type'],
    ['the same customer', () => ({ slave_kid: fixture.id('customers') }), '400 slave_kid:invalid_value'],
    ['an unknown mode', () => ({ slave_kid: 1, mode: 'slave_wins' }), '400 mode:invalid_select_value'],
    ['a user as slave', () => ({ slave_kid: fixture.id('users') }), '404 customer_not_found'],
    ['a product partner as slave', () => ({ slave_kid: fixture.id('products') }), '404 customer_not_found'],
    ['a kid in the body', () => ({ slave_kid: 1, kid: 1 }), '400 body_kid_forbidden'],
  ])('%s is refused', async (_rule, body, expected) => {
    const answer = await fixture.client.post(fixture.at('customers/#/merge'), body());
    expect(refusal(answer)).toBe(expected);
  });
});
