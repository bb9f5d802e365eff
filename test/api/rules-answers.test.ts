/** Responses of creates, PATCHes and batches of each record kind (rules 3.7, 3.8, 3.12, 4.5, 10.5, 10.7, 10.8). */
import { describe, expect, test } from 'vitest';
import { changeable, plainBody } from '../support/plain-bodies.ts';
import { type Body, refusal, setUpRecords } from '../support/rules-fixture.ts';

const fixture = setUpRecords('answers');

const STAMPS = 'insert_datum edit_datum';
const PERSON =
  'id kid nummer betreuer kontakt_art anrede briefanrede name vorname titel namenszusatz nation geb geb_ort geb_name' +
  ` familienstand datum_heirat datum_scheidung datum_erstkontakt kommentar ${STAMPS}`;

describe('rules 3.12: an empty object', () => {
  test.each([
    ['customers', 'no_valid_fields'],
    ['products', 'missing_name'],
    ['users', 'email:invalid_type'],
    ['contracts', 'missing_kid'],
    ['customers/#/contracts', 'no_valid_fields'],
    ['damages', 'no_valid_fields'],
    ['documents', 'base64:invalid_type'],
    ['activities', 'kategorie:invalid_type'],
    ['finances', 'no_valid_fields'],
    ['goals', 'no_valid_fields'],
    ['contact-persons', 'missing_kid'],
    ['portals', 'missing_kid'],
    ['products/#/contact-persons', 'no_valid_fields'],
    ['products/#/portals', 'no_valid_fields'],
    ['customers/#/addresses', 'no_valid_fields'],
    ['customers/#/contacts', 'art:invalid_type,wert:invalid_type'],
    ['customers/#/banking', 'no_valid_fields'],
    ['customers/#/numbers', 'wert:invalid_type'],
    ['customers/#/identity', 'no_valid_fields'],
    ['customers/#/jobs', 'no_valid_fields'],
    ['customers/#/comments', 'text:invalid_type'],
    ['customers/#/tags', 'tag_id:invalid_type'],
    ['customers/#/documents/folders', 'name:invalid_type'],
    ['contracts/#/persons', 'no_valid_fields'],
    ['contracts/#/tariffs', 'name:invalid_type'],
    ['system/tags', 'tag:invalid_type'],
  ])('POST {} to %s is 400 %s', async (path, code) => {
    expect(refusal(await fixture.client.post(fixture.at(path), {}))).toBe(`400 ${code}`);
  });
});

describe('rules 3.8: a PATCH without anything to write', () => {
  test.each(changeable)('%s', async (path) => {
    const { id } = await fixture.plain(path);
    const address = fixture.recordAt(path, id);
    const before = (await fixture.client.get(address)).body;
    expect(await fixture.client.patch(address, {})).toMatchObject({ status: 200, body: { success: true, updated: 0 } });
    for (const body of [undefined, []])
      expect(refusal(await fixture.client.patch(address, body))).toBe('400 empty_body');
    expect((await fixture.client.get(address)).body).toEqual(before);
  });
});

describe('rules 4.5, 10.7: the response of a create', () => {
  test.each([
    ['customers', PERSON],
    ['products', 'success id'],
    ['users', 'success id'],
    ['customers/#/contracts', 'success id kid tariffs'],
    ['damages', 'success id'],
    ['activities', 'success id'],
    ['finances', 'success id'],
    ['goals', 'success id'],
    ['products/#/contact-persons', 'success id'],
    ['products/#/portals', 'success id'],
    ['customers/#/addresses', 'success id'],
    ['customers/#/comments', 'success id'],
  ])('%s: %s', async (path, names) => {
    expect(Object.keys(await fixture.plain(path)).sort()).toEqual(names.split(' ').sort());
  });

  test.each([
    'documents',
    'customers/#/documents/folders',
    'contracts/#/persons',
    'contracts/#/tariffs',
  ])('%s: success and the created record', async (path) => {
    const { success, ...record } = await fixture.plain(path);
    const { items } = (await fixture.client.get(`${fixture.at(path)}?limit=5000`)).body;
    expect([success, record]).toEqual([true, items.find((one: Body) => one.id === record.id)]);
  });
});

describe('rules 10.8: batches', () => {
  const BATCHES = ['customers', 'products', 'users', 'customers/#/contracts', 'damages', 'customers/#/damages'];

  test.each(BATCHES)('%s: an empty array and more than 100 items are refused', async (path) => {
    expect(await fixture.refused(path, [])).toBe('400 empty_array');
    const many = Array.from({ length: 101 }, () => plainBody(path));
    expect(await fixture.refused(path, many)).toBe('400 batch_too_large');
  });

  test.each(BATCHES)('%s: too many items are refused before their values are checked', async (path) => {
    for (const count of [2001, 20_000])
      expect(await fixture.refused(path, Array(count).fill(plainBody(path)))).toBe('400 batch_too_large');
  });

  test.each(['contracts', 'activities', 'documents', 'goals'])('%s: a list is none, however long', async (path) => {
    for (const count of [1, 20_000]) expect(await fixture.refused(path, Array(count).fill({}))).toBe('400 empty_body');
  });

  test.each(BATCHES)('%s: 100 items are created in their order', async (path) => {
    const { status, body } = await fixture.client.post(
      fixture.at(path),
      Array.from({ length: 100 }, () => plainBody(path)),
    );
    expect([status, body.inserted.length, body.failed]).toEqual([200, 100, []]);
    expect(body.inserted.map((one: Body) => one.index)).toEqual(Array.from({ length: 100 }, (_, i) => i));
  });

  test.each([
    ['customers', ['index', 'id', 'kid']],
    ['products', ['index', 'id', 'kid']],
    ['users', ['index', 'id', 'kid']],
    ['customers/#/contracts', ['index', 'id', 'kid', 'tariffs']],
    ['damages', ['index', 'id']],
  ])('%s: an array of one is a batch, inserted[] holds %j (rules 3.7)', async (path, names) => {
    const { status, body } = await fixture.client.post(fixture.at(path), [plainBody(path)]);
    expect([status, Object.keys(body.inserted[0]).sort()]).toEqual([200, [...names].sort()]);
  });

  test.each([
    ['customers', 422, 'invalid_object'],
    ['products', 400, 'empty_body'],
    ['users', 400, 'empty_body'],
    ['customers/#/contracts', 400, 'empty_body'],
    ['damages', 200, 'empty_body'],
  ])('%s: an item that is no object is an item failure (rules 3.7)', async (path, status, error) => {
    const answer = await fixture.client.post(fixture.at(path), ['x']);
    const failed = [{ index: 0, status: status === 200 ? 400 : status, error, message: expect.any(String) }];
    expect([answer.status, answer.body.inserted, answer.body.failed]).toEqual([status, [], failed]);
  });

  test.each(BATCHES)('%s: one bad value refuses all, its path begins with the item (rules 3.7)', async (path) => {
    const name = /contracts|damages/.test(path) ? 'nummer' : 'vorname';
    expect(await fixture.refused(path, [plainBody(path), { ...plainBody(path), [name]: 5 }])).toBe(
      `400 1.${name}:invalid_type`,
    );
  });

  test.each([
    'contracts',
    'documents',
    'activities',
    'finances',
    'goals',
    'contact-persons',
    'portals',
    'customers/#/finances',
    'customers/#/goals',
    'customers/#/documents',
    'customers/#/activities',
    'customers/#/addresses',
    'customers/#/comments',
    'customers/#/links',
    'customers/#/relations',
    'customers/#/documents/folders',
    'contracts/#/persons',
    'contracts/#/tariffs',
    'system/tags',
  ])('%s takes no array (rules 3.1)', async (path) => {
    expect(await fixture.refused(path, [plainBody(path)])).toBe('400 empty_body');
  });
});

describe('rules 3.7, 5.12: an unknown kategorie of product partners is invalid_kategorie', () => {
  test.each(['foo', 'x'.repeat(300), 99999, true, {}, []])('%j', async (kategorie) => {
    const { client } = fixture;
    expect(await fixture.refused('products', { name: 'P', kategorie })).toBe('400 invalid_kategorie');
    const change = await client.patch(`/v3/products/${fixture.id('products')}`, { kategorie });
    expect(refusal(change)).toBe('400 invalid_kategorie');
    const { status, body } = await client.post('/v3/products', [{ name: 'A' }, { name: 'B', kategorie }]);
    const failed = { index: 1, status: 400, error: 'invalid_kategorie' };
    expect([status, body]).toMatchObject([207, { inserted: [{ index: 0 }], failed: [failed] }]);
  });
});
