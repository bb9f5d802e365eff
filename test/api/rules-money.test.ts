/** Finance entries and goals, rule by rule (rules 3.2, 3.4, 5.5, 9.17, 9.18, 16.9). */
import { describe, expect, test } from 'vitest';
import { type Body, codes, countAt, refusal, setUpRecords } from '../support/rules-fixture.ts';

const fixture = setUpRecords('money');
const get = async (address: string): Promise<Body> => (await fixture.client.get(address)).body;
const idsOf = async (address: string): Promise<unknown[]> =>
  (await fixture.client.get(address)).body.items.map(({ id }: Body) => id);

describe('finance entries: what is sent and what is read (rules 9.17)', () => {
  test.each([
    ['kid is optional', { betrag: 1 }, { kid: null }],
    ['no end is unlimited', { beginn: '2026-01-01', ende: null }, { beginn: '2026-01-01', ende: null }],
    ['draft is 0 where nothing is said', { betrag: 1 }, { draft: 0 }],
    ['the largest amount', { betrag: '9999999999999.99' }, { betrag: '9999999999999.99' }],
    ['the largest share', { est: '9999999999.99999' }, { est: '9999999999.99999' }],
    ['a negative amount', { gwv: '-1.10' }, { gwv: '-1.10' }],
    ['leading zeros count for nothing', { vwl: '007.5' }, { vwl: '7.50' }],
    ['an empty amount is none', { fb: '' }, { fb: null }],
    ['unknown fields are dropped', { betrag: 1, saldo: 5 }, { betrag: '1.00' }],
  ])('%s', async (_rule, body, read) => {
    const record = await fixture.made('finances', body);
    expect(record).toMatchObject(read);
    expect(record).not.toHaveProperty('saldo');
  });

  test.each([
    ['a comma', { betrag: '1,50' }, 'betrag:invalid_format'],
    ['a third decimal of an amount', { betrag: 1.005 }, 'betrag:invalid_format'],
    ['a sixth decimal of a share', { est: '0.000001' }, 'est:invalid_format'],
    ['an exponent', { betrag: '1e3' }, 'betrag:invalid_format'],
    ['blanks', { betrag: ' 1' }, 'betrag:invalid_format'],
    ['a plus', { betrag: '+1' }, 'betrag:invalid_format'],
    ['an amount of 14 digits before the point', { betrag: '10000000000000' }, 'betrag:too_big'],
    ['a share of 11 digits before the point', { zkf: '10000000000' }, 'zkf:too_big'],
    ['an area as text', { bereich: '1' }, 'bereich:invalid_type'],
  ])('refused: %s', async (_rule, body, code) => {
    expect(await fixture.refused('finances', { bezeichnung: 'x', ...body })).toBe(`400 ${code}`);
  });

  test('an issue of a select field lists the first allowed values (rules 9.5)', async () => {
    const { body } = await fixture.client.post('/v3/finances', { bereich: 4 });
    expect(body.data.issues[0].message).toContain('1, 2, 3');
  });
});

describe('finance entries: filters (rules 5.5, 16.9)', () => {
  const ENTRY = {
    bereich: 2,
    ek_art: 3,
    bezeichnung: 'Miete',
    betrag: '850.00',
    est: '0.25000',
    zahlweise: 'jaehrlich',
    beginn: '2026-01-01',
    ende: '2026-12-31',
    stkl: 3,
    zkf: '0.50000',
    gwv: '1.00',
    vwl: '2.00',
    vwl_ag: '3.00',
    fb: '4.00',
    re4: '5.00000',
    bemerkung: 'warm',
    draft: 1,
  };
  const NAMES = { art: 3, kategorie: 2 };

  test.each(Object.entries({ ...ENTRY, ...NAMES }))('?%s=%s', async (name, value) => {
    const list = `/v3/customers/${await fixture.customer()}/finances`;
    const { id } = (await fixture.client.post(list, ENTRY)).body;
    await fixture.client.post(list, { bereich: 1, ek_art: 1, bezeichnung: 'anders' });
    expect(await idsOf(`${list}?${name}=${value}`)).toEqual([id]);
  });

  test.each([
    ['art and kategorie combine', 'art=3&kategorie=2', 1],
    ['art is the kind of income', 'art=2&ek_art=2', 0],
    ['kategorie is the area', 'kategorie=1', 1],
  ])('%s', async (_rule, query, total) => {
    const list = `/v3/customers/${await fixture.customer()}/finances`;
    await fixture.client.post(list, ENTRY);
    await fixture.client.post(list, { bereich: 1, ek_art: 1 });
    expect(await countAt(fixture.client, `${list}?${query}`)).toBe(total);
  });

  test.each(['art=x', 'kategorie=x', 'betrag=1,5', 'draft=ja'])('a value of the wrong type: ?%s', async (query) => {
    const answer = await fixture.client.get(`/v3/finances?${query}`);
    expect([answer.status, answer.error]).toEqual([400, 'validation_failed']);
  });
});

describe('goals: what is sent and what is read (rules 9.18)', () => {
  test.each([
    ['kid is optional', { subject: 'x' }, { kid: null }],
    ['unknown fields are dropped', { subject: 'x', status: 1, saved: 5 }, { subject: 'x' }],
  ])('%s', async (_rule, body, read) => {
    const record = await fixture.made('goals', body);
    expect(record).toMatchObject(read);
    expect(['status', 'saved'].filter((name) => name in record)).toEqual([]);
  });

  const GOAL = {
    type: 2,
    subject: 'Auto',
    priority: 3,
    end: '2030-01-01',
    value: '5.50',
    payment: 'monatlich',
    description: 'rot',
    draft: 1,
  };
  test.each(Object.entries(GOAL))('filter ?%s=%s', async (name, value) => {
    const list = `/v3/customers/${await fixture.customer()}/goals`;
    const { id } = (await fixture.client.post(list, GOAL)).body;
    await fixture.client.post(list, { type: 1, subject: 'anders' });
    expect(await idsOf(`${list}?${name}=${value}`)).toEqual([id]);
  });
});

describe.each(['finances', 'goals'])('%s at customers (rules 16.9)', (path) => {
  test('made at the top with a kid or below the customer, they lie in both lists', async () => {
    const { client } = fixture;
    const kid = await fixture.customer();
    const top = (await client.post(`/v3/${path}`, { kid, draft: 1 })).body;
    const below = await client.post(`/v3/customers/${kid}/${path}`, { draft: 1 });
    expect([below.status, below.body]).toEqual([201, { success: true, id: expect.any(Number) }]);
    for (const list of [`/v3/${path}?kid=${kid}`, `/v3/customers/${kid}/${path}`]) {
      expect(await idsOf(list)).toEqual([top.id, below.body.id]);
    }
    expect(await get(`/v3/${path}/${below.body.id}`)).toMatchObject({ kid, draft: 1 });
  });

  test.each([
    ['a kid in the body below a customer', 'customers/#', { kid: 1, draft: 1 }, '400 body_kid_forbidden'],
    ['a kid that is nobody', '', { kid: 2147483647, draft: 1 }, '404 customer_not_found'],
    ['only unknown fields', '', { saldo: 1 }, '400 no_valid_fields'],
    ['only fields of the service', '', { id: 5, del: 1 }, '400 no_valid_fields'],
    ['no body', '', undefined, '400 empty_body'],
    ['an array', '', [{ draft: 1 }], '400 empty_body'],
  ])('refused: %s', async (_rule, parent, body, expected) => {
    expect(await fixture.refused(parent ? `${parent}/${path}` : path, body)).toBe(expected);
  });

  test.each(['products', 'users'])('one of the %s is no customer', async (other) => {
    expect(await fixture.refused(path, { kid: fixture.id(other), draft: 1 })).toBe('404 customer_not_found');
  });

  test('a missing customer in the path is not_found, for the list and for a create (rules 3.11)', async () => {
    const address = `/v3/customers/2147483647/${path}`;
    const answers = [await fixture.client.get(address), await fixture.client.post(address, { draft: 1 })];
    expect(answers.map(refusal)).toEqual(['404 not_found', '404 not_found']);
  });

  test('PATCH counts what changes, DELETE is soft, repeated 404', async () => {
    const { id } = await fixture.plain(path);
    const address = `/v3/${path}/${id}`;
    const before = await get(address);
    expect((await fixture.client.patch(address, { draft: true })).body).toEqual({ success: true, updated: 1 });
    expect((await fixture.client.patch(address, { draft: 1 })).body).toEqual({ success: true, updated: 0 });
    expect(await get(address)).toEqual({ ...before, draft: 1, edit_datum: expect.any(String) });
    expect((await fixture.client.delete(address)).body).toEqual({ success: true, soft_deleted: true, id });
    expect(codes(await fixture.client.delete(address))).toBe('not_found');
  });
});
