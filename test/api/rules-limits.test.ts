/** Paging, ids, and the order of checks, at every address (rules 1.4, 2, 3.9, 4.1, 10.2, 10.4, 12). */
import { beforeAll, describe, expect, test } from 'vitest';
import { JSON_LIMIT } from '../../src/derive/routing/routes.ts';
import { type Body, refusal, setUpRecords } from '../support/rules-fixture.ts';
import type { Client } from '../support/service.ts';

const fixture = setUpRecords('limits');
const get = async (address: string): Promise<Body> => (await fixture.client.get(address)).body;

const KINDS: readonly (readonly [path: string, badNumber: string])[] = [
  ['customers', 'invalid_kid'],
  ['products', 'invalid_kid'],
  ['users', 'invalid_kid'],
  ['contracts', 'invalid_id'],
  ['damages', 'invalid_id'],
  ['documents', 'invalid_id'],
  ['activities', 'invalid_id'],
  ['finances', 'invalid_id'],
  ['goals', 'invalid_id'],
  ['contact-persons', 'invalid_id'],
  ['portals', 'invalid_id'],
];
const PAGED = [
  ...KINDS.map(([path]) => path),
  ...'addresses contacts banking numbers identity jobs tags comments followers activities contracts damages documents finances goals'
    .split(' ')
    .map((name) => `customers/#/${name}`),
  'products/#/contact-persons',
  'products/#/portals',
  'users/#/jobs',
  'contracts/#/persons',
  'contracts/#/tariffs',
  'contracts/#/documents',
  'damages/#/documents',
  'portals/#/comments',
  'activities/#/tags',
];

describe('rules 12.1: paging input is clamped, never refused', () => {
  test.each(PAGED)('%s', async (path) => {
    const rows = [
      ['', 1, 50],
      ['limit=5000', 1, 5000],
      ['limit=5001', 1, 5000],
      ['limit=99999999999999999999', 1, 5000],
      ['limit=2.9', 1, 2],
      ['limit=0.9', 1, 50],
      ['limit=0', 1, 50],
      ['limit=-1', 1, 50],
      ['limit=', 1, 50],
      ['limit=abc', 1, 50],
      ['limit=1e2', 1, 50],
      ['limit=3&limit=4', 1, 3],
      ['page=0', 1, 50],
      ['page=-2', 1, 50],
      ['page=', 1, 50],
      ['page=abc', 1, 50],
      ['page=2&page=3', 2, 50],
      ['page=99999999999', 99999999999, 50],
      [`page=${'9'.repeat(30)}&limit=5000`, 1e15, 5000],
    ] as const;
    for (const [query, page, size] of rows) {
      const { status, body } = await fixture.client.get(`${fixture.at(path)}?${query}`);
      expect([query, status, body.page, body.page_size]).toEqual([query, 200, page, size]);
    }
  });

  test.each(PAGED)('%s: the envelope, and a page beyond the last', async (path) => {
    const all = await get(fixture.at(path));
    expect(Object.keys(all)).toEqual(['page', 'page_size', 'total', 'items']);
    expect((all.items as Body[]).length).toBe(all.total);
    const beyond = await fixture.client.get(`${fixture.at(path)}?page=1000`);
    expect([beyond.status, beyond.body]).toEqual([200, { page: 1000, page_size: 50, total: all.total, items: [] }]);
  });

  test.each(PAGED)('%s: in the order of ids, page after page (rules 4.1)', async (path) => {
    const ids = ((await get(fixture.at(path))).items as Body[]).map(({ id }) => Number(id));
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    for (const [i, id] of ids.slice(0, 3).entries()) {
      expect(((await get(`${fixture.at(path)}?limit=1&page=${i + 1}`)).items as Body[])[0]?.id).toBe(id);
    }
  });

  test.each([
    ['customers/#/links', ['total', 'items']],
    ['customers/#/relations', ['total', 'items']],
    ['goals/#/links', ['total', 'items']],
    ['customers/#/documents/folders', ['items']],
    ['system/tags', ['items']],
  ])('%s has no paging: %j', async (path, keys) => {
    expect(Object.keys(await get(`${fixture.at(path)}?page=3&limit=1`))).toEqual(keys);
  });

  test.each(PAGED)('%s: with_schema is off where it is not true or 1', async (path) => {
    for (const [value, on] of [
      ['true', true],
      ['1', true],
      ['false', false],
      ['0', false],
      ['ja', false],
      ['', false],
    ] as const) {
      const body = await get(`${fixture.at(path)}?with_schema=${value}`);
      expect([value, 'fields' in body, 'select_fields' in body]).toEqual([value, on, on]);
    }
  });
});

describe('rules 10.2: numbers of the path (rules 1.4)', () => {
  const NUMBERS = [
    ['0', 400],
    ['-1', 400],
    ['1.0', 400],
    ['1.5', 400],
    ['2147483648', 400],
    ['99999999999999999999', 400],
    ['2147483647', 404],
    ['02147483647', 404],
    ['abc', 0],
    ['1e3', 0],
    ['+5', 0],
    ['%31', 0],
    ['%31x', 0],
    ['1.', 0],
    ['.5', 0],
    ['0x1', 0],
    ['１', 0],
  ] as const;

  test.each(KINDS)('/v3/%s/{n}: a bad number is %s', async (path, code) => {
    const { client } = fixture;
    for (const [number, status] of NUMBERS) {
      const address = `/v3/${path}/${number}`;
      const expected = { 400: `400 ${code}`, 404: '404 not_found', 0: '404 endpoint_not_found' }[status];
      expect([number, refusal(await client.get(address))]).toEqual([number, expected]);
      expect([number, refusal(await client.delete(address))]).toEqual([number, expected]);
      // Whether the record of a PATCH exists is checked after its body (rules 2).
      if (status === 404) continue;
      expect([number, refusal(await client.patch(address, { name: 'x' }))]).toEqual([number, expected]);
    }
  });

  test.each([
    ['customers/0/addresses/0', 'invalid_kid'],
    ['customers/1/addresses/0', 'invalid_id'],
    ['products/0/links/-1', 'invalid_kid'],
    ['users/1/documents/1.5', 'invalid_id'],
    ['users/-1/documents/folders/0', 'invalid_kid'],
    ['contracts/0/persons/0', 'invalid_id'],
    ['damages/1/documents/0/download', 'invalid_id'],
    ['customers/0/merge', 'invalid_kid'],
    ['system/tags/0', 'invalid_id'],
  ])('of two bad numbers the leftmost is named: DELETE or POST /v3/%s is %s (rules 2)', async (path, code) => {
    const address = `/v3/${path}`;
    const method = path.endsWith('merge') ? 'POST' : path.endsWith('download') ? 'GET' : 'DELETE';
    const answer = await fixture.client.send(method, address);
    expect([answer.status, answer.error]).toEqual([400, code]);
  });

  test('leading zeros are accepted', async () => {
    expect((await get(`/v3/goals/000${fixture.id('goals')}`)).id).toBe(fixture.id('goals'));
  });
});

describe('rules 2: of two things that are wrong the earlier check is answered', () => {
  let powerless: Client;
  beforeAll(async () => {
    powerless = await fixture.organisation.client({ scopes: [] });
  });
  const JSON_TYPE = { 'content-type': 'application/json' };

  test.each([
    ['route before scope', 'GET', '/v3/nichts', undefined, '404 endpoint_not_found'],
    ['method before scope', 'PUT', '/v3/goals', undefined, '405 method_not_allowed'],
    ['scope before path numbers', 'GET', '/v3/goals/0', undefined, '403 missing_required_scope'],
    ['scope before the query', 'GET', '/v3/goals?kid=x', undefined, '403 missing_required_scope'],
    ['scope before the body', 'POST', '/v3/goals', '{', '403 missing_required_scope'],
  ])('%s', async (_rule, method, path, body, expected) => {
    expect(refusal(await powerless.send(method, path, body, body ? JSON_TYPE : {}))).toBe(expected);
  });

  test.each([
    ['its path numbers', '/v3/activities/0?with_documents=1'],
    ['the query', '/v3/activities?kategorie=abc&with_documents=true'],
    ['the query below a record', '/v3/customers/1/activities?status=abc&with_damages=1'],
  ])('the scope of an embedded family before %s (rules 4.4)', async (_rule, path) => {
    const narrow = await fixture.organisation.client({ scopes: ['v3:activities:read'] });
    expect(refusal(await narrow.get(path))).toBe('403 missing_required_scope');
  });

  test.each([
    ['path numbers before the query', 'GET', '/v3/customers/0/damages?betrag=x', undefined, '400 invalid_kid'],
    ['path numbers before the body', 'POST', '/v3/customers/0/goals', '{', '400 invalid_kid'],
    [
      'the query before records',
      'GET',
      '/v3/customers/2147483647/damages?betrag=x',
      undefined,
      '400 betrag:invalid_format',
    ],
    ['syntax before records', 'POST', '/v3/customers/2147483647/goals', '{', '400 invalid_json'],
    ['shape before fields', 'POST', '/v3/customers/1/addresses', '{"kid":1,"ort":5}', '400 body_kid_forbidden'],
    ['shape before records', 'POST', '/v3/customers/2147483647/goals', '[]', '400 empty_body'],
    ['fields before records', 'POST', '/v3/customers/2147483647/addresses', '{"ort":5}', '400 ort:invalid_type'],
    ['fields before records', 'PATCH', '/v3/damages/2147483647', '{"art":5}', '400 art:invalid_type'],
    ['no field', 'PATCH', '/v3/goals/2147483647', '{}', '404 not_found'],
    ['records before rules', 'POST', '/v3/goals/2147483647/tags', '{"tag_id":TAG}', '404 record_not_found'],
    [
      'a batch too large before its items',
      'POST',
      '/v3/damages',
      `[${Array(101).fill('{"art":5}')}]`,
      '400 batch_too_large',
    ],
    [
      'a kid in an item before its fields',
      'POST',
      '/v3/customers/1/damages',
      '[{"art":5},{"kid":1}]',
      '400 body_kid_forbidden',
    ],
  ])('%s', async (_rule, method, path, body, expected) => {
    const sent = body?.replace('TAG', String(fixture.id('system/tags')));
    expect(refusal(await fixture.client.send(method, path, sent, sent ? JSON_TYPE : {}))).toBe(expected);
  });

  test('the size of a body before its type', async () => {
    const large = await fixture.client.send('POST', '/v3/goals', 'x'.repeat(JSON_LIMIT + 5), {
      'content-type': 'text/plain',
    });
    expect(refusal(large)).toBe('413 payload_too_large');
  });

  test.each([
    ['/v3/nichts', '401 missing_bearer_token'],
    ['/v3/customers/0', '401 missing_bearer_token'],
    ['/tools/nichts', '401 missing_bearer_token'],
  ])('every /v3 and /tools path needs a token first: %s', async (path, expected) => {
    expect(refusal(await fixture.service.ask('GET', path))).toBe(expected);
  });
});

describe('rules 3.9: an empty filter is the empty text, and no value of another type', () => {
  test.each([
    ['damages', 'art'],
    ['damages', 'nummer'],
    ['finances', 'bezeichnung'],
    ['goals', 'subject'],
  ])('%s?%s= finds the records whose text is empty', async (path, name) => {
    const list = `customers/#/${path}`;
    const { id } = await fixture.plain(list, { [name]: '' });
    for (const other of ['x', null]) await fixture.plain(list, { draft: 1, [name]: other });
    expect((await get(`${fixture.at(list)}?${name}=`)).items).toMatchObject([{ id, [name]: '' }]);
  });

  test.each([
    ['kid', 'invalid_kid'],
    ['vid', 'vid:invalid_type'],
    ['betrag', 'betrag:invalid_type'],
    ['datum_schaden', 'datum_schaden:invalid_type'],
    ['draft', 'draft:invalid_type'],
  ])('damages?%s= is refused', async (name, code) => {
    expect(refusal(await fixture.client.get(`/v3/damages?${name}=`))).toBe(`400 ${code}`);
  });

  test('a text that is in no list matches nothing, the empty one neither', async () => {
    expect((await get('/v3/products?kategorie=')).total).toBe(0);
  });
});

describe('rules 3.1: bodies that are none', () => {
  const send = (body: string | Buffer | undefined, type = 'application/json') =>
    fixture.client.send('POST', '/v3/goals', body, { 'content-type': type });
  test.each([
    ['{', 'application/json', '400 invalid_json'],
    ['{"subject":"x"}}', 'application/json', '400 invalid_json'],
    ["{'subject':'x'}", 'application/json', '400 invalid_json'],
    [Buffer.from('{"subject":"M\xfcller"}', 'latin1'), 'application/json', '400 invalid_json'],
    ['null', 'application/json', '400 empty_body'],
    ['"x"', 'application/json', '400 empty_body'],
    ['5', 'application/json', '400 empty_body'],
    ['true', 'application/json', '400 empty_body'],
    ['[{"subject":"x"}]', 'application/json', '400 empty_body'],
    [undefined, 'application/json', '400 empty_body'],
    ['subject=x', 'application/x-www-form-urlencoded', '415 unsupported_media_type'],
    ['{"subject":"x"}', 'text/plain', '415 unsupported_media_type'],
    ['<x/>', 'application/xml', '415 unsupported_media_type'],
  ])('%j as %s is %s', async (body, type, expected) => {
    const before = (await get('/v3/goals?limit=1')).total;
    expect(refusal(await send(body, type))).toBe(expected);
    expect((await get('/v3/goals?limit=1')).total).toBe(before);
  });

  test.each(['application/json; charset=utf-8', 'Application/JSON'])('%s is JSON', async (type) => {
    expect((await send('{"subject":"x"}', type)).status).toBe(201);
  });

  test('a mark of the byte order before it is passed over; a second one is no JSON', async () => {
    expect((await send(Buffer.from('\ufeff{"subject":"x"}'))).status).toBe(201);
    expect(refusal(await send('\ufeff\ufeff{"subject":"x"}'))).toBe('400 invalid_json');
    expect(refusal(await send('\ufeff'))).toBe('400 invalid_json');
    expect(refusal(await send('{\ufeff"subject":"x"}'))).toBe('400 invalid_json');
  });
});
