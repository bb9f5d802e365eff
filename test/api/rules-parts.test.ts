/** Sub-records of customers, product partners and users (rules 3.11, 4.2, 4.3, 5.2, 9.8). */
import { describe, expect, test } from 'vitest';
import { plainBody } from '../support/plain-bodies.ts';
import { type Body, refusal, setUpRecords } from '../support/rules-fixture.ts';

const fixture = setUpRecords('parts');
const get = async (address: string): Promise<Body> => (await fixture.client.get(address)).body;

const ALL = ['addresses', 'contacts', 'banking', 'numbers', 'identity', 'jobs'];
const PLACES: readonly (readonly [parent: string, part: string])[] = [
  ...ALL.map((part) => ['customers', part] as const),
  ...['addresses', 'contacts', 'banking', 'numbers'].map((part) => ['products', part] as const),
  ...ALL.map((part) => ['users', part] as const),
];

describe('rules 5.2: the five verbs at each parent', () => {
  test.each(PLACES)('%s: %s', async (parent, part) => {
    const { client } = fixture;
    const list = `/v3/${parent}/${(await fixture.plain(parent)).id}/${part}`;
    const made = await client.post(list, plainBody(`#/${part}`));
    expect([made.status, made.body]).toEqual([201, { success: true, id: expect.any(Number) }]);
    const { id } = made.body;
    const row = { ...plainBody(`#/${part}`), id, kid: Number(list.split('/')[3]) };
    expect(await get(list)).toMatchObject({ page: 1, page_size: 50, total: 1, items: [row] });
    expect(await get(`${list}/${id}`)).toMatchObject(row);
    const [name = ''] = Object.keys(plainBody(`#/${part}`)).slice(-1);
    expect((await client.patch(`${list}/${id}`, { [name]: 'neu' })).body).toMatchObject({ success: true, updated: 1 });
    expect(await get(`${list}/${id}`)).toMatchObject({ [name]: 'neu' });
    expect((await client.delete(`${list}/${id}`)).body).toEqual({ success: true, soft_deleted: true, id });
    expect(await get(list)).toMatchObject({ total: 0, items: [] });
  });

  test.each(PLACES)('%s: %s of another parent are not found', async (parent, part) => {
    const { client } = fixture;
    const { id: other } = await fixture.plain(parent);
    const id = fixture.stock.below.get(`${parent}/#/${part}`);
    const address = `/v3/${parent}/${other}/${part}/${id}`;
    const answers = [
      await client.get(address),
      await client.patch(address, plainBody(`#/${part}`)),
      await client.delete(address),
    ];
    expect(answers.map(refusal)).toEqual(Array(3).fill('404 not_found'));
    expect((await client.get(`${fixture.at(`${parent}/#/${part}`)}/${id}`)).status).toBe(200);
  });

  test.each(PLACES)('%s: %s, a kid in the body is forbidden, on create and PATCH', async (parent, part) => {
    const list = `${parent}/#/${part}`;
    expect(await fixture.refused(list, { ...plainBody(list), kid: null })).toBe('400 body_kid_forbidden');
    const address = `${fixture.at(list)}/${fixture.stock.below.get(list)}`;
    expect(refusal(await fixture.client.patch(address, { kid: 1 }))).toBe('400 body_kid_forbidden');
  });

  test.each(PLACES)('%s: %s of a missing parent are not_found (rules 3.11)', async (parent, part) => {
    const { client } = fixture;
    const address = `/v3/${parent}/2147483647/${part}`;
    const answers = [await client.get(address), await client.post(address, plainBody(`#/${part}`))];
    expect(answers.map(refusal)).toEqual(['404 not_found', '404 not_found']);
  });

  test.each([
    ['customers', 'products'],
    ['customers', 'users'],
    ['products', 'customers'],
    ['users', 'customers'],
  ])('a kid of %s names none of the %s', async (own, other) => {
    const address = `/v3/${other}/${fixture.id(own)}`;
    for (const path of [address, `${address}/addresses`])
      expect(refusal(await fixture.client.get(path))).toBe('404 not_found');
  });
});

describe('rules 5.2: values', () => {
  test.each([
    ['contacts', { art: 'E-Mail', wert: ' Groß@Example.COM ' }, { wert: ' Groß@Example.COM ', werbung: 0 }],
    ['contacts', { art: 'Telefon', wert: '030', werbung: 1 }, { werbung: 1 }],
    ['banking', { iban: 'de89 3704 0044' }, { iban: 'de89 3704 0044', typ: '0' }],
    ['banking', { typ: '1', nummer: '007' }, { typ: '1', nummer: '007' }],
    ['addresses', { art: 0, plz: '01067' }, { art: 0, plz: '01067' }],
  ])('%s %j', async (part, body, read) => {
    const { id } = await fixture.plain(`customers/#/${part}`, body);
    expect(await get(`${fixture.at(`customers/#/${part}`)}/${id}`)).toMatchObject(read);
  });

  test.each([
    ['contacts', { art: 'E-Mail' }, 'wert:invalid_type'],
    ['contacts', { art: 'E-Mail', wert: null }, 'wert:invalid_type'],
    ['contacts', { art: 'E-Mail', wert: '' }, 'wert:too_small'],
    ['numbers', { art: 1 }, 'wert:invalid_type'],
    ['numbers', { wert: '' }, 'wert:too_small'],
    ['banking', { typ: 0 }, 'typ:invalid_type'],
    ['jobs', { datum_eintritt: '2020-02-29 08:00:00' }, 'datum_eintritt:invalid_format'],
  ])('%s %j is refused', async (part, body, code) => {
    expect(await fixture.refused(`customers/#/${part}`, body)).toBe(`400 ${code}`);
  });
});

/** Parameter, array and path of each embedded list. */
const EMBEDDED: readonly (readonly [parent: string, parameter: string, path: string])[] = [
  ['customers', 'addresses', 'addresses'],
  ['customers', 'contacts', 'contacts'],
  ['customers', 'banks', 'banking'],
  ['customers', 'numbers', 'numbers'],
  ['customers', 'identifications', 'identity'],
  ['customers', 'jobs', 'jobs'],
  ['products', 'addresses', 'addresses'],
  ['products', 'contacts', 'contacts'],
  ['products', 'banking', 'banking'],
  ['products', 'contact_persons', 'contact-persons'],
  ['products', 'portals', 'portals'],
  ['users', 'addresses', 'addresses'],
  ['users', 'contacts', 'contacts'],
  ['users', 'banking', 'banking'],
];

describe('rules 9.8', () => {
  test.each(EMBEDDED)('%s: with_%s has the items of /%s, in the list too', async (parent, name, path) => {
    const { items } = (await fixture.client.get(fixture.at(`${parent}/#/${path}`))).body;
    expect(items.length).toBeGreaterThan(0);
    expect((await get(`${fixture.at(`${parent}/#`)}?with_${name}=true`))[name]).toEqual(items);
    const list = (await fixture.client.get(`/v3/${parent}?limit=5000&with_${name}=1`)).body.items;
    expect(list.find(({ id }: Body) => id === fixture.id(parent))[name]).toEqual(items);
  });

  test.each(EMBEDDED)('%s: without with_%s, and where it is not true or 1, there is no array', async (parent, name) => {
    for (const query of ['', `?with_${name}=false`, `?with_${name}=0`, `?with_${name}=yes`, `?with_${name}=`]) {
      expect(await get(`${fixture.at(`${parent}/#`)}${query}`)).not.toHaveProperty(name);
    }
  });

  test.each(EMBEDDED)('%s: flat unrolls with_%s', async (parent, name, path) => {
    const list = `/v3/${parent}/${(await fixture.plain(parent)).id}/${path}`;
    const address = `/v3/${list.split('/').slice(2, 4).join('/')}?with_${name}=true&flat=true`;
    const plain = await get(address);
    expect(Object.keys(plain).filter((key) => key.startsWith(name))).toEqual([]);
    const ids = [];
    for (const _nth of [1, 2, 3]) ids.push((await fixture.client.post(list, plainBody(`#/${path}`))).body.id);
    const flat = await get(address);
    expect([flat[`${name}_id`], flat[`${name}_1_id`], flat[`${name}_2_id`]]).toEqual(ids);
    expect(flat).not.toHaveProperty(name);
    expect(flat).not.toHaveProperty(`${name}_0_id`);
  });

  test.each(
    EMBEDDED,
  )('%s: with_schema groups the fields of with_%s under its name (rules 4.2)', async (parent, name, path) => {
    const query = `with_schema=true&with_${name}=true`;
    const { fields, select_fields } = await get(`/v3/${parent}?limit=1&${query}`);
    expect(Object.keys(fields as Body).sort()).toEqual([parent, name].sort());
    expect(Object.keys(select_fields as Body)).toContain(parent);
    const own = await get(`${fixture.at(`${parent}/#/${path}`)}?with_schema=true`);
    expect(own.fields).toEqual((fields as Body)[name]);
    const single = await get(`${fixture.at(`${parent}/#`)}?${query}`);
    expect([single.id, single.fields]).toEqual([fixture.id(parent), fields]);
  });

  test.each(['customers', 'products', 'users'])('arrays in the body of %s are ignored', async (parent) => {
    const { id } = await fixture.plain(parent, {
      addresses: [{ ort: 'x' }],
      contacts: [{ foo: 1 }],
      banks: 'x',
      banking: 5,
    });
    const query = 'with_addresses=1&with_contacts=1&with_banks=1&with_banking=1';
    const read = await get(`/v3/${parent}/${id}?${query}`);
    const bank = parent === 'customers' ? 'banks' : 'banking';
    expect([read.addresses, read.contacts, read[bank]]).toEqual([[], [], []]);
  });
});

test('rules 9.3: a consent to advertising has its day and source until it is withdrawn', async () => {
  const { client } = fixture;
  const list = `/v3/customers/${(await fixture.plain('customers')).id}/contacts`;
  const { id } = (await client.post(list, { art: 'E-Mail', wert: 'w@example.com' })).body;
  const consent = async (change: object) => {
    expect((await client.patch(`${list}/${id}`, change)).status).toBe(200);
    const { werbung_seit, werbung_quelle } = await get(`${list}/${id}`);
    return [werbung_seit, werbung_quelle];
  };
  const day = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Berlin' }).format();
  const today = expect.stringMatching(new RegExp(`^(${day}|${new Intl.DateTimeFormat('sv').format()})$`));
  expect(await consent({ wert: 'x@example.com' })).toEqual([null, null]);
  expect(await consent({ werbung: 1, werbung_quelle: 'Formular' })).toEqual([today, 'Formular']);
  expect(await consent({ werbung_seit: '2024-03-01' })).toEqual(['2024-03-01', 'Formular']);
  expect(await consent({ werbung: 0 })).toEqual([null, null]);
  expect(await consent({ werbung: 1, werbung_seit: '2025-01-01' })).toEqual(['2025-01-01', null]);
});
