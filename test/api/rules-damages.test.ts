/** Damages, contact persons and portals, rule by rule (rules 3.6, 5.12, 5.13, 16.4, 16.11). */

import { describe, expect, test } from 'vitest';
import { sql } from '../../src/sql/sql.ts';
import { type Body, countAt, refusal, setUpRecords } from '../support/rules-fixture.ts';

const fixture = setUpRecords('damages');
const get = async (address: string): Promise<Body> => (await fixture.client.get(address)).body;
const idsOf = async (address: string): Promise<unknown[]> =>
  (await fixture.client.get(address)).body.items.map(({ id }: Body) => id);

describe('damages (rules 9.13, 16.4)', () => {
  test.each([
    ['kid is optional', { art: 'x' }, { kid: null }],
    ['flags are 0 where nothing is said', { art: 'x' }, { serviceportal: 0, draft: 0 }],
    ['art is free text', { art: 'Kein Eintrag einer Liste' }, { art: 'Kein Eintrag einer Liste' }],
    ['amounts have two decimals', { betrag: 1, reserve: '2.5', leistung: 3.25 }, { betrag: '1.00', reserve: '2.50' }],
    ['an amount may be negative', { betrag: '-0.50' }, { betrag: '-0.50' }],
    ['minus nothing is nothing', { betrag: '-0.00' }, { betrag: '0.00' }],
    ['dates are days', { datum_erledigt: '2026-02-28' }, { datum_erledigt: '2026-02-28' }],
  ])('%s', async (_rule, body, read) => {
    expect(await fixture.made('damages', body)).toMatchObject(read);
  });

  test('a claim takes customer and insurer of its contract, which is one of the same customer (rules 9.13)', async () => {
    const { client } = fixture;
    const made = async (address: string, body: Body) => (await client.post(`/v3/${address}`, body)).body;
    const { id: partner } = await made('products', { name: 'Havelufer Versicherung AG' });
    const { kid } = await made('customers', { name: 'Sommer' });
    const { kid: other } = await made('customers', { name: 'Winter' });
    const contract = (await made(`customers/${kid}/contracts`, { gesellschaft_kid: partner, kennzeichen: 'M-KH 1234' }))
      .id;
    expect(await get(`/v3/contracts/${contract}`)).toMatchObject({ gesellschaft: 'Havelufer Versicherung AG' });
    expect(await idsOf('/v3/contracts?kennzeichen=mkh1234')).toEqual([contract]);
    const found = await made('search', { query: 'mkh1234', indices: ['contracts'] });
    expect(found.data.contracts.items.map(({ id }: Body) => id)).toEqual([contract]);
    const claim = (await made('damages', { vertrag: contract, hergang: 'Beim Rangieren.' })).id;
    const insurer = { vid: partner, gesellschaft: 'Havelufer Versicherung AG' };
    expect(await get(`/v3/damages/${claim}`)).toMatchObject({ kid, vertrag: contract, ...insurer });
    expect(await idsOf(`/v3/damages?vertrag=${contract}`)).toEqual([claim]);
    expect(refusal(await client.post('/v3/damages', { kid: other, vertrag: contract }))).toContain(
      'vertrag:invalid_reference',
    );
    expect(refusal(await client.patch(`/v3/damages/${claim}`, { kid: other }))).toContain('vertrag:invalid_reference');
    // A given text stays; a text without a partner is no reference.
    const free = (await made('damages', { kid, vid: partner, gesellschaft: 'Havelufer' })).id;
    expect(await get(`/v3/damages/${free}`)).toMatchObject({ gesellschaft: 'Havelufer', vertrag: null });
    await client.patch(`/v3/damages/${free}`, { gesellschaft: null });
    expect(await get(`/v3/damages/${free}`)).toMatchObject({ gesellschaft: insurer.gesellschaft });
    // Usual values are a list, and others are accepted.
    const persons = await made(`contracts/${contract}/persons`, { pid: kid, art: 77 });
    expect(persons).toMatchObject({ art: 77, name: null });
    await client.patch(`/v3/contracts/${contract}`, { intervall: 'alle zwei Jahre', status: 'aktiv' });
    const {
      intervall,
      fields,
      select_fields: lists,
    } = (await client.get(`/v3/contracts/${contract}?with_schema=true`)).body;
    expect(intervall).toBe('alle zwei Jahre');
    expect(fields.status).toMatchObject({ kind: 'select', open: true, select_fields_name: 'vertragStatus' });
    expect(fields.gesellschaft).toMatchObject({ name_of: 'gesellschaft_kid' });
    expect(fields.kennzeichen.shown_for).toMatchObject({ field: 'sparte', values: expect.arrayContaining([41, 47]) });
    expect(lists.zahlungsintervall[0]).toEqual({ value: 'jährlich', display: 'jährlich' });
  });

  test.each<[string, Body, string]>([
    ['there is no status', { status: 1 }, 'status:unrecognized_key'],
    ['there is no Sparte', { sparte: 28 }, 'sparte:unrecognized_key'],
    ['a customer as product partner', { vid: 'customers' }, 'vid:invalid_reference'],
    ['a contract as product partner', { vid: 'contracts' }, 'vid:invalid_reference'],
    [
      'all bad fields are named',
      { art: 5, betrag: 'x', draft: 7 },
      'art:invalid_type,betrag:invalid_format,draft:too_big',
    ],
  ])('refused: %s', async (_rule, body, code) => {
    const sent = typeof body.vid === 'string' ? { vid: fixture.id(body.vid) } : body;
    expect(await fixture.refused('damages', sent)).toBe(`400 ${code}`);
  });

  test.each([
    ['a product partner', 'products'],
    ['a user', 'users'],
  ])('%s is no customer', async (_rule, path) => {
    expect(await fixture.refused('damages', { kid: fixture.id(path), art: 'x' })).toBe('404 customer_not_found');
  });

  test('below a customer kid is given by the path, and refused in the body and in each item', async () => {
    const { id } = await fixture.plain('customers/#/damages');
    expect(await get(`/v3/damages/${id}`)).toMatchObject({ kid: fixture.id('customers') });
    for (const body of [{ art: 'x', kid: 1 }, [{ art: 'x' }, { art: 'x', kid: null }]]) {
      expect(await fixture.refused('customers/#/damages', body)).toBe('400 body_kid_forbidden');
    }
  });

  test('a PATCH may move it to another customer, and its address follows', async () => {
    const [from, to] = [await fixture.customer(), await fixture.customer()];
    const { id } = (await fixture.client.post(`/v3/customers/${from}/damages`, { art: 'x' })).body;
    expect((await fixture.client.patch(`/v3/damages/${id}`, { kid: to })).body).toEqual({ success: true, updated: 1 });
    expect(await idsOf(`/v3/customers/${from}/damages`)).toEqual([]);
    expect(await idsOf(`/v3/customers/${to}/damages`)).toEqual([id]);
  });

  test('a batch gets 200 whatever the outcome of its items; each item fails alone', async () => {
    const { status, body } = await fixture.client.post('/v3/damages', [
      { art: 'a' },
      {},
      { art: 'b', kid: 2147483647 },
    ]);
    expect([status, body.inserted]).toEqual([200, [{ index: 0, id: expect.any(Number) }]]);
    expect(body.failed).toMatchObject([
      { index: 1, status: 400, error: 'no_valid_fields' },
      { index: 2, status: 404, error: 'customer_not_found' },
    ]);
  });

  test('the list below a customer has no further kid filter', async () => {
    const [kid, other] = [await fixture.customer(), await fixture.customer()];
    const { id } = (await fixture.client.post(`/v3/customers/${kid}/damages`, { art: 'x' })).body;
    expect(await idsOf(`/v3/customers/${kid}/damages?kid=${other}`)).toEqual([id]);
  });
});

describe('damages: filters on the columns of the schema (rules 3.9, 16.4)', () => {
  const FILTERED: Body = {
    art: 'Hagel & Sturm',
    nummer: 'N-1',
    nummer_intern: 'I-1',
    anschrift_strasse: 'Weg 1',
    anschrift_plz: '01067',
    anschrift_ort: 'Dresden',
    datum_schaden: '2026-01-01',
    datum_meldung_makler: '2026-01-02',
    datum_meldung_gesellschaft: '2026-01-03',
    datum_erledigt: '2026-01-04',
    polizei_dienststelle: 'Mitte',
    polizei_nummer: 'P-1',
    betrag: '77.10',
    reserve: '77.20',
    leistung: '77.30',
    serviceportal: 1,
    draft: 1,
  };

  test.each(Object.entries(FILTERED))('%s=%s', async (name, value) => {
    const kid = await fixture.customer();
    const list = `/v3/customers/${kid}/damages`;
    const { id } = (await fixture.client.post(list, FILTERED)).body;
    await fixture.client.post(list, { art: 'anders', betrag: 1 });
    expect(await idsOf(`${list}?${new URLSearchParams({ [name]: String(value) })}`)).toEqual([id]);
  });

  test.each(['kid', 'vid'])('%s names a record', async (name) => {
    const path = name === 'kid' ? 'customers' : 'products';
    const { id } = await fixture.plain(path);
    const made = await fixture.plain('damages', { [name]: id });
    expect(await idsOf(`/v3/damages?${name}=${id}`)).toEqual([made.id]);
  });

  test.each([
    ['betrag=viel', '400 betrag:invalid_format'],
    ['draft=2', '400 draft:too_big'],
    ['datum_schaden=2026-02-30', '400 datum_schaden:invalid_format'],
    ['vid=x', '400 vid:invalid_type'],
    ['kid=x', '400 invalid_kid'],
    ['kid=-1', '400 invalid_kid'],
  ])('a value of the wrong type: ?%s', async (query, expected) => {
    expect(refusal(await fixture.client.get(`/v3/damages?${query}`))).toBe(expected);
  });

  test.each([
    ['?kid of unknownUser gives an empty list (rules 4.1)', 'kid=2147483647', 0],
    ['a parameter that is given twice counts once, the first', 'art=nie&art=x', 0],
    ['there is no filter on status', 'art=nie&status=1', 0],
  ])('%s', async (_rule, query, total) => {
    expect((await get(`/v3/damages?${query}`)).total).toBe(total);
  });

  test.each([
    '/v3/damages',
    'customers/#/damages',
  ])('two filters with long names: %s, near and far pages', async (path) => {
    const list = path.startsWith('/') ? path : fixture.at(path);
    const filter = 'datum_meldung_makler=2026-01-02&datum_meldung_gesellschaft=2026-01-03';
    for (const page of ['', '&page=100', '&limit=600', '&limit=600&page=9'])
      expect((await fixture.client.get(`${list}?${filter}${page}`)).status).toBe(200);
  });

  test('an unknown parameter filters nothing', async () => {
    expect(await countAt(fixture.client, '/v3/damages?status=5&sparte=1')).toBe(
      await countAt(fixture.client, '/v3/damages'),
    );
  });
});

describe.each(['contact-persons', 'portals'])('%s (rules 16.11)', (path) => {
  test('kid filters by product partner, and is given by the path below one', async () => {
    const { id: kid } = await fixture.plain('products');
    const { id } = (await fixture.client.post(`/v3/products/${kid}/${path}`, { name: 'x' })).body;
    for (const list of [`/v3/${path}?kid=${kid}`, `/v3/products/${kid}/${path}`])
      expect(await idsOf(list)).toEqual([id]);
    expect(await get(`/v3/${path}/${id}`)).toMatchObject({ kid, name: 'x' });
    expect(await fixture.refused(`products/#/${path}`, { name: 'x', kid })).toBe('400 body_kid_forbidden');
  });

  test.each([
    ['a customer is no product partner', () => ({ kid: fixture.id('customers'), name: 'x' }), '404 customer_not_found'],
    ['a user is no product partner', () => ({ kid: fixture.id('users'), name: 'x' }), '404 customer_not_found'],
    ['kid is no text', () => ({ kid: 'x', name: 'x' }), '400 missing_kid'],
    ['kid is not 0', () => ({ kid: 0, name: 'x' }), '400 missing_kid'],
  ])('%s', async (_rule, body, expected) => {
    expect(await fixture.refused(path, body())).toBe(expected);
  });

  test('kid can be changed to another product partner, not to unknownUser', async () => {
    const { id: kid } = await fixture.plain('products');
    const { id } = await fixture.plain(`products/#/${path}`);
    expect((await fixture.client.patch(`/v3/${path}/${id}`, { kid })).body.updated).toBe(1);
    expect(await idsOf(`/v3/products/${kid}/${path}`)).toEqual([id]);
    const unknownUser = await fixture.client.patch(`/v3/${path}/${id}`, { kid: 2147483647 });
    expect(refusal(unknownUser)).toBe('404 customer_not_found');
  });
});

describe('portals: the credential (rules 5.13, 9.20)', () => {
  test.each([
    ['a credential is masked in every later read', { pass: 'geheim' }, '********'],
    ['an empty one is empty', { pass: '' }, ''],
    ['none is null', { name: 'x' }, null],
    ['a mask on create is a credential like any other', { pass: '********' }, '********'],
  ])('%s', async (_rule, body, pass) => {
    const { id } = await fixture.plain('products/#/portals', body);
    const embedded = await get(`${fixture.at('products/#')}?with_portals=1`);
    const shown = (embedded.portals as Body[]).find((one) => one.id === id);
    const listed = (await fixture.client.get('/v3/portals?limit=5000')).body.items.find((one: Body) => one.id === id);
    expect([(await get(`/v3/portals/${id}`)).pass, shown?.pass, listed.pass]).toEqual([pass, pass, pass]);
  });

  test.each([
    ['the mask leaves it as it is', '********', 0, 'geheim'],
    ['anything else replaces it', '*********', 1, '*********'],
    ['the same credential again changes nothing', 'geheim', 0, 'geheim'],
  ])('PATCH: %s', async (_rule, pass, updated, stored) => {
    const { id } = await fixture.plain('products/#/portals', { pass: 'geheim' });
    expect((await fixture.client.patch(`/v3/portals/${id}`, { pass })).body).toEqual({ success: true, updated });
    const { db } = fixture.service;
    const [row] = await db.read<{ pass: string }>(sql`select pass from portal where id = ${id}`);
    const place = { org: fixture.organisation.orgId, table: 'portal', column: 'pass', row: Number(id) };
    expect(db.keyRing.decrypt(place, row?.pass ?? '')).toBe(stored);
  });

  test('it is in no search index: the index is accepted and has no hits (rules 16.16)', async () => {
    const { id } = await fixture.plain('products/#/portals', { name: 'portalwort' });
    const { body } = await fixture.client.post('/v3/search', { query: 'portalwort', indices: ['portals'] });
    expect([id, body.ok, body.total, body.data]).toEqual([id, true, 0, { portals: { total: 0, items: [] } }]);
  });
});
