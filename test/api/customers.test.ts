/** Customers end to end: CRUD, batch, arrays, flat, metadata, briefanrede, betreuer (rules 3 to 5.1, 9.7). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

const issuesOf = (body: { data: { issues: { path: unknown[]; code: string }[] } }) =>
  body.data.issues.map(({ path, code }) => `${path.join('.')}:${code}`);

describe('create', () => {
  test('answers the created customer, with defaults and what follows from others', async () => {
    const { status, body } = await client.post('/v3/customers', {
      anrede: 'Frau',
      titel: 'Dr.',
      name: 'Weiß',
      vorname: 'Eva',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      briefanrede: 'Sehr geehrte Frau Dr. Weiß',
      betreuer: organisation.adminKid,
      kontakt_art: 0,
      nummer: String(body.kid),
      id: body.kid,
    });
    expect(body.insert_datum).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect((await client.get(`/v3/customers/${body.kid}`)).body).toEqual(body);
  });

  test('when a record was made, to the second, stays what it is when it changes', async () => {
    const { kid } = (await client.post('/v3/customers', { name: 'Muster' })).body;
    const made = async () => {
      const of = sql`select insert_datum::time <> '00:00' as timed, insert_datum::text as made from contact where org_id = ${organisation.orgId} and id = ${kid}`;
      return (await service.db.read<{ timed: boolean; made: string }>(of))[0];
    };
    // Midnight would be the same with and without its time.
    await service.db.transaction((tx) =>
      tx.run(
        sql`update contact set insert_datum = insert_datum::date + time '12:34:56' where org_id = ${organisation.orgId} and id = ${kid}`,
      ),
    );
    const before = await made();
    expect(before?.timed).toBe(true);
    expect((await client.patch(`/v3/customers/${kid}`, { vorname: 'Eva' })).body.updated).toBe(1);
    expect(await made()).toEqual(before);
  });

  test.each([
    ['Herr', 'Mustermann', 'Sehr geehrter Herr Mustermann'],
    ['Familie', 'Muster', 'Sehr geehrte Familie Muster'],
    ['Firma', 'Muster GmbH', 'Sehr geehrte Damen und Herren'],
  ])('briefanrede of %s', async (anrede, name, expected) => {
    const { body } = await client.post('/v3/customers', { anrede, name, briefanrede: 'Hallo' });
    expect(body.briefanrede).toBe(expected);
  });

  test('drops unknown and system fields and arrays silently', async () => {
    const { status, body } = await client.post('/v3/customers', {
      name: 'X',
      id: 1,
      kid: 2,
      foo: 1,
      vm_x: 1,
      addresses: [{}],
    });
    expect(status).toBe(201);
    expect(body.foo).toBeUndefined();
  });

  test.each([
    [undefined, 400, 'empty_body'],
    [null, 400, 'empty_body'],
    ['text', 400, 'empty_body'],
    [{}, 400, 'no_valid_fields'],
    [{ foo: 1 }, 400, 'no_valid_fields'],
    [[], 400, 'empty_array'],
    [Array.from({ length: 101 }, () => ({ name: 'A' })), 400, 'batch_too_large'],
    [{ name: 5 }, 400, 'validation_failed'],
  ])('refuses %j', async (body, status, error) => {
    const answer = await client.post('/v3/customers', body);
    expect([answer.status, answer.error]).toEqual([status, error]);
  });

  test('lists every bad field with its code', async () => {
    const { body } = await client.post('/v3/customers', {
      name: 'a'.repeat(256),
      vorname: 'a\u0000b',
      geb: '2026-02-30',
      anrede: 'Frl.',
      kontakt_art: '1',
      nation: 5,
      betreuer: 2147483647,
    });
    expect(issuesOf(body).sort()).toEqual([
      'anrede:invalid_select_value',
      'betreuer:invalid_reference',
      'geb:invalid_format',
      'kontakt_art:invalid_type',
      'name:too_big',
      'nation:invalid_type',
      'vorname:invalid_format',
    ]);
  });
});

describe('batch', () => {
  test('200 with what was inserted', async () => {
    const { status, body } = await client.post('/v3/customers', [{ name: 'A' }, { name: 'B' }]);
    expect(status).toBe(200);
    expect(body.inserted.map((one: { index: number }) => one.index)).toEqual([0, 1]);
    expect(body.inserted[0].kid).toBe(body.inserted[0].id);
  });

  test('207 on partial success, the failures with their status', async () => {
    const { status, body } = await client.post('/v3/customers', [{ name: 'A' }, 5, {}]);
    expect(status).toBe(207);
    expect(body.failed).toMatchObject([
      { index: 1, status: 422, error: 'invalid_object' },
      { index: 2, status: 422, error: 'no_valid_fields' },
    ]);
  });

  test('total failure has the status of the first', async () => {
    const { status, body } = await client.post('/v3/customers', [{}]);
    expect(status).toBe(422);
    expect(body).toMatchObject({ error: 'no_valid_fields', inserted: [] });
  });

  test('one bad value refuses the whole request and writes nothing', async () => {
    const before = (await client.get('/v3/customers?limit=1')).body.total;
    const { status, body } = await client.post('/v3/customers', [{ name: 'A' }, { geb: 'x' }]);
    expect(status).toBe(400);
    expect(body.data.issues[0].path).toEqual([1, 'geb']);
    expect((await client.get('/v3/customers?limit=1')).body.total).toBe(before);
  });
});

describe('read', () => {
  let kid: number;
  beforeAll(async () => {
    kid = (await client.post('/v3/customers', { name: 'Leser' })).body.kid;
    await client.post(`/v3/customers/${kid}/addresses`, { strasse: 'A 1', plz: '10115', ort: 'Berlin' });
    await client.post(`/v3/customers/${kid}/addresses`, { strasse: 'B 2' });
    await client.post(`/v3/customers/${kid}/banking`, { iban: 'DE89370400440532013000' });
  });

  test('arrays only when asked for', async () => {
    const plain = (await client.get(`/v3/customers/${kid}`)).body;
    expect(plain.addresses).toBeUndefined();
    const { body } = await client.get(`/v3/customers/${kid}?with_addresses=true&with_banks=1&with_jobs=true`);
    expect(body.addresses.map((one: { strasse: string }) => one.strasse)).toEqual(['A 1', 'B 2']);
    expect(body.banks[0]).toMatchObject({ iban: 'DE89370400440532013000', typ: '0', kid });
    expect(body.jobs).toEqual([]);
  });

  test('flat unrolls arrays', async () => {
    const { body } = await client.get(`/v3/customers/${kid}?with_addresses=true&with_jobs=true&flat=true`);
    expect(body.addresses_strasse).toBe('A 1');
    expect(body.addresses_1_strasse).toBe('B 2');
    expect(body.addresses).toBeUndefined();
    expect(Object.keys(body).filter((key) => key.startsWith('jobs'))).toEqual([]);
  });

  test('with_schema is grouped by resource', async () => {
    const { body } = await client.get('/v3/customers?limit=1&with_schema=true&with_banks=true');
    expect(body.fields.customers.geb).toEqual({
      label: 'Geburtsdatum',
      data_type: 'date',
      data_format: 'YYYY-MM-DD',
      select_fields_name: null,
    });
    expect(body.select_fields.customers.anrede.map((one: { value: string }) => one.value)).toContain('Firma');
    expect(body.fields.banks.iban.data_type).toBe('string');
  });

  test.each([
    ['limit=abc', 1, 50],
    ['limit=0', 1, 50],
    ['limit=-3', 1, 50],
    ['limit=2.9', 1, 2],
    ['limit=9999', 1, 5000],
    ['page=0&limit=5', 1, 5],
    ['page=x', 1, 50],
    ['page=2147483647', 2147483647, 50],
    [`page=${'9'.repeat(30)}&limit=5000`, 1e15, 5000],
    ['page=99999999999', 99999999999, 50],
  ])('clamps %s', async (query, page, size) => {
    const { status, body } = await client.get(`/v3/customers?${query}`);
    expect([status, body.page, body.page_size]).toEqual([200, page, size]);
  });

  test('a list is in order of ids and counts all', async () => {
    const all = (await client.get('/v3/customers?limit=5000')).body;
    expect(all.items.length).toBe(all.total);
    const ids = all.items.map((one: { id: number }) => one.id);
    expect(ids).toEqual([...ids].sort((a: number, b: number) => a - b));
    const second = (await client.get('/v3/customers?limit=2&page=2')).body;
    expect(second.items.map((one: { id: number }) => one.id)).toEqual(ids.slice(2, 4));
  });

  test('ETag and If-None-Match', async () => {
    const first = await client.get(`/v3/customers/${kid}`);
    const etag = first.headers.get('etag') ?? '';
    expect((await client.get(`/v3/customers/${kid}`, { 'if-none-match': etag })).status).toBe(304);
    expect((await client.patch(`/v3/customers/${kid}`, { name: 'L' }, { 'if-match': '"other"' })).error).toBe(
      'precondition_failed',
    );
    expect((await client.patch(`/v3/customers/${kid}`, { name: 'L' }, { 'if-match': etag })).status).toBe(200);
  });
});

describe('update', () => {
  test('counts what really changed and keeps the rest', async () => {
    const { kid } = (await client.post('/v3/customers', { name: 'Alt', anrede: 'Herr', vorname: 'Jo' })).body;
    expect((await client.patch(`/v3/customers/${kid}`, { name: 'Neu', vorname: 'Jo' })).body).toEqual({
      success: true,
      updated: 1,
    });
    expect((await client.patch(`/v3/customers/${kid}`, { name: 'Neu' })).body).toEqual({ success: true, updated: 0 });
    const { body } = await client.get(`/v3/customers/${kid}`);
    expect(body).toMatchObject({ name: 'Neu', vorname: 'Jo', briefanrede: 'Sehr geehrter Herr Neu' });
  });

  test('null and the empty string reset', async () => {
    const { kid } = (await client.post('/v3/customers', { name: 'A', geb: '1980-01-31', vorname: 'B' })).body;
    await client.patch(`/v3/customers/${kid}`, { geb: '', vorname: '', name: null });
    expect((await client.get(`/v3/customers/${kid}`)).body).toMatchObject({ geb: null, vorname: '', name: null });
  });

  test.each([
    [undefined, 'empty_body'],
    [[], 'empty_body'],
  ])('refuses %j', async (body, error) => {
    const { kid } = (await client.post('/v3/customers', { name: 'A' })).body;
    expect((await client.patch(`/v3/customers/${kid}`, body)).error).toBe(error);
  });
});

describe('delete', () => {
  test('hides the customer and all below it; repeated it is 404', async () => {
    const { kid } = (await client.post('/v3/customers', { name: 'Weg' })).body;
    const contract = (await client.post(`/v3/customers/${kid}/contracts`, { nummer: 'W-1' })).body.id;
    const total = (await client.get('/v3/contracts?limit=1')).body.total;
    expect((await client.delete(`/v3/customers/${kid}`)).body).toEqual({
      success: true,
      deleted: true,
      soft_deleted: true,
      kid,
    });
    expect((await client.delete(`/v3/customers/${kid}`)).error).toBe('not_found');
    expect((await client.get(`/v3/customers/${kid}`)).error).toBe('not_found');
    expect((await client.get(`/v3/contracts/${contract}`)).error).toBe('not_found');
    expect((await client.get('/v3/contracts?limit=1')).body.total).toBe(total - 1);
    expect((await client.get(`/v3/customers/${kid}/addresses`)).error).toBe('not_found');
  });
});

describe('sub-records', () => {
  test.each([
    ['addresses', { strasse: 'A' }, { ort: 'B' }],
    ['contacts', { art: 'E-Mail', wert: 'a@example.com' }, { wert: 'b@example.com' }],
    ['banking', { typ: '1', iban: 'x' }, { institut: 'y' }],
    ['numbers', { wert: '1' }, { wert: '2' }],
    ['identity', { art: 'Reisepass', gueltig: '2030-01-01' }, { behoerde: 'z' }],
    ['jobs', { beruf: 'Koch' }, { beruf: 'Bäcker' }],
    ['comments', { text: 'Hallo' }, { text: 'Welt' }],
  ])('%s: the five verbs', async (name, made, changed) => {
    const { kid } = (await client.post('/v3/customers', { name: 'Teile' })).body;
    const other = (await client.post('/v3/customers', { name: 'Andere' })).body.kid;
    const path = `/v3/customers/${kid}/${name}`;
    const created = await client.post(path, made);
    expect(created.status).toBe(201);
    const { id } = created.body;
    expect((await client.get(path)).body).toMatchObject({ total: 1, items: [{ id, ...made }] });
    expect((await client.patch(`${path}/${id}`, changed)).body).toEqual({ success: true, updated: 1 });
    expect((await client.get(`${path}/${id}`)).body).toMatchObject(changed);
    expect((await client.get(`/v3/customers/${other}/${name}/${id}`)).error).toBe('not_found');
    expect((await client.post(path, { ...made, kid: null })).error).toBe('body_kid_forbidden');
    expect(issuesOf((await client.post(path, { ...made, foo: 1, id: 5 })).body).sort()).toEqual([
      'foo:unrecognized_key',
      'id:protected_field',
    ]);
    expect((await client.delete(`${path}/${id}`)).body).toEqual({ success: true, soft_deleted: true, id });
    expect((await client.get(`${path}/${id}`)).error).toBe('not_found');
  });

  test('followers and tags: list, create, delete, no doubles', async () => {
    const { kid } = (await client.post('/v3/customers', { name: 'Folge' })).body;
    const tag = (await client.post('/v3/system/tags', { tag: ' VIP ', freigabe: 1 })).body;
    expect(tag.tag).toBe('VIP');
    const followers = `/v3/customers/${kid}/followers`;
    const first = await client.post(followers, {});
    expect(first.status).toBe(201);
    for (const body of [{}, { kid_user: null }]) {
      expect((await client.post(followers, body)).error).toBe('already_following');
    }
    expect((await client.get(followers)).body.items[0]).toMatchObject({ kid_user: organisation.adminKid });
    expect((await client.patch(`${followers}/${first.body.id}`, {})).status).toBe(405);
    expect((await client.delete(`${followers}/${first.body.id}`)).status).toBe(200);
    expect((await client.post(followers, {})).status).toBe(201);
    expect((await client.post(`/v3/customers/${kid}/tags`, { tag_id: tag.id })).status).toBe(201);
    expect((await client.post(`/v3/customers/${kid}/tags`, { tag_id: tag.id })).error).toBe('tag_already_assigned');
    expect((await client.post('/v3/customers/2147483647/tags', { tag_id: tag.id })).error).toBe('record_not_found');
  });
});

test('bytes that are no UTF-8 are no JSON', async () => {
  const body = Buffer.from('{"name":"M\xfcller"}', 'latin1');
  const refused = await client.send('POST', '/v3/customers', body, { 'content-type': 'application/json' });
  expect([refused.status, refused.error]).toEqual([400, 'invalid_json']);
});
