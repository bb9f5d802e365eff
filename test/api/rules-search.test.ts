/** The search and the internal tool, rule by rule (rules 5.17, 11.6, 16.16). */

import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../src/sql/sql.ts';
import { type Body, refusal, setUpRecords } from '../support/rules-fixture.ts';
import { startTestService } from '../support/service.ts';

const MARK = 'suchwort';
const fixture = setUpRecords(MARK);
const get = async (address: string): Promise<Body> => (await fixture.client.get(address)).body;

const INDICES: readonly (readonly [index: string, path: string, scope: string])[] = [
  ['customers', 'customers', 'customers'],
  ['products', 'products', 'products'],
  ['contactPersons', 'contact-persons', 'products'],
  ['users', 'users', 'users'],
  ['contracts', 'contracts', 'contracts'],
  ['damages', 'damages', 'damages'],
  ['documents', 'documents', 'documents'],
  ['activities', 'activities', 'activities'],
  ['finances', 'finances', 'finances'],
  ['goals', 'goals', 'goals'],
];

describe('search: indices and their scopes (rules 11.6, 16.16)', () => {
  test.each(INDICES)('%s finds records as /v3/%s reads them', async (index, path) => {
    const { body } = await fixture.client.post('/v3/search', { query: MARK, indices: [index], limit: 5000 });
    const { total, items } = body.data[index];
    expect(body).toEqual({ ok: true, total, data: { [index]: { total, items } } });
    const hit = items.find(({ id }: Body) => id === fixture.id(path));
    expect(hit).toEqual(await get(`/v3/${path}/${fixture.id(path)}`));
  });

  test.each([
    ...INDICES,
    ['portals', 'portals', 'products'] as const,
  ])('%s needs the scope of /v3/%s', async (index, _path, family) => {
    const search = { query: MARK, indices: [index] };
    const scope = `v3:${family}:read`;
    const without = await fixture.organisation.client({ scopes: ['v3:search:read'] });
    const denied = await without.post('/v3/search', search);
    expect([denied.status, denied.body.data]).toMatchObject([
      403,
      {
        error: 'forbidden_indices',
        forbidden_indices: [index],
        required_scope: scope,
        provided_scope: ['v3:search:read'],
      },
    ]);
    const both = await fixture.organisation.client({ scopes: ['v3:search:read', scope] });
    expect((await both.post('/v3/search', search)).status).toBe(200);
    const alone = await fixture.organisation.client({ scopes: [scope] });
    expect(refusal(await alone.post('/v3/search', search))).toBe('403 missing_required_scope');
  });

  test('total sums over the indices', async () => {
    const indices = INDICES.map(([index]) => index);
    const { body } = await fixture.client.post('/v3/search', { query: MARK, indices });
    const totals = indices.map((index) => body.data[index].total as number);
    expect(body.total).toBe(totals.reduce((sum, one) => sum + one, 0));
  });
});

describe('search: the two forms (rules 16.16)', () => {
  const finds = async (query: unknown, indices?: string[]) => {
    const { status, body } = await fixture.client.post('/v3/search', { query, indices });
    return [status, Object.keys(body.data), body.data.customers?.items.map(({ id }: Body) => id)];
  };

  test.each([
    ['{index, include}', (name: string) => [{ index: 'customers', include: { name } }]],
    ['{name, fields}', (name: string) => [{ name: 'customers', fields: { name } }]],
    ['field names are no filters', (name: string) => [{ index: 'customers', include: { ort: name } }]],
    [
      'parts of one index combine',
      (name: string) => [
        { index: 'customers', include: { a: name } },
        { index: 'customers', include: { b: '4711' } },
      ],
    ],
    [
      'numbers and truth values are tokens',
      (name: string) => [{ index: 'customers', include: { name, nummer: 4711 } }],
    ],
    ['null is no token', (name: string) => [{ index: 'customers', include: { name, nummer: null } }]],
  ])('structured: %s', async (rule, query) => {
    const name = `form${rule.replace(/\W/g, '')}`;
    const kid = await fixture.customer({ name, nummer: '4711' });
    expect(await finds(query(name))).toEqual([200, ['customers'], [kid]]);
  });

  test.each([
    ['a token is a part of a word', 'lasmei'],
    ['all tokens must occur', 'glasmeier uwe'],
    ['in any order', 'uwe glas'],
    ['without regard to case', 'GLASMEIER'],
    ['blanks of any kind part tokens', ' glas \t uwe '],
  ])('free text: %s', async (rule, query) => {
    const other = await fixture.client.post('/v3/customers', { name: 'Glasmeier', vorname: 'Uwe', kommentar: rule });
    const [, , ids] = await finds(query, ['customers']);
    expect(ids).toContain(other.body.kid);
    expect((await finds(`${query} niemand`, ['customers']))[2]).toEqual([]);
  });

  test('there is no spelling correction', async () => {
    await fixture.customer({ name: 'Rechtschreibung' });
    expect((await finds('rechtschriebung', ['customers']))[2]).toEqual([]);
  });

  test.each([
    ['no body', undefined, 'empty_body'],
    ['no query', { indices: ['customers'] }, 'query:invalid_type'],
    ['a query that is a number', { query: 5, indices: ['customers'] }, 'query:invalid_type'],
    ['a long query that begins with blanks', { query: `${' '.repeat(5000)}a`, indices: ['users'] }, 'query:too_big'],
    ['blanks', { query: '   ', indices: ['users'] }, 'query:too_small'],
    ['a long value', { query: [{ index: 'users', include: { a: 'x'.repeat(5000) } }] }, 'query.0.include.a:too_big'],
    ['no indices', { query: 'x' }, 'indices:invalid_type'],
    ['tariffs', { query: 'x', indices: ['tariffs'] }, 'indices.0:invalid_select_value'],
    ['commissions', { query: 'x', indices: ['users', 'commissions'] }, 'indices.1:invalid_select_value'],
    ['an index by its path', { query: 'x', indices: ['contact-persons'] }, 'indices.0:invalid_select_value'],
    ['an unknown key', { query: 'x', indices: ['users'], page: 2 }, 'page:unrecognized_key'],
    ['a part that is no object', { query: ['x'] }, 'query.0:invalid_type'],
    [
      'a value that is a list',
      { query: [{ index: 'users', include: { a: [1] } }] },
      'query.0.include.a:invalid_type,query.0.include:too_small',
    ],
    ['a part without values', { query: [{ index: 'users' }] }, 'query.0.fields:invalid_type'],
    [
      'a part with another key',
      { query: [{ index: 'users', include: { a: 'x' }, limit: 1 }] },
      'query.0.limit:unrecognized_key',
    ],
  ])('refused: %s', async (_rule, body, code) => {
    expect(refusal(await fixture.client.post('/v3/search', body))).toBe(`400 ${code}`);
  });

  test('a partial failure is reported together with the hits', async () => {
    const broken = await startTestService({ printedOtherwise: true });
    const client = await (await broken.organisation()).client();
    await client.post('/v3/customers', { name: 'Teilweise' });
    await broken.db.transaction((tx) => tx.run(sql`alter table goal rename to gone`));
    const { status, body } = await client.post('/v3/search', { query: 'teilweise', indices: ['customers', 'goals'] });
    await broken.stop();
    expect([status, body]).toMatchObject([
      200,
      { ok: true, total: 1, data: { goals: { total: 0, items: [] } }, errors: [{ index: 'goals' }] },
    ]);
  });
});

describe('search: limit is clamped, per index (rules 12.1)', () => {
  beforeAll(async () => {
    await fixture.client.post(
      '/v3/customers',
      Array.from({ length: 60 }, () => ({ name: 'Vielfach' })),
    );
    for (let i = 0; i < 3; i += 1) await fixture.client.post('/v3/goals', { subject: 'Vielfach' });
  });

  test.each([
    [undefined, 50],
    [null, 50],
    ['', 50],
    ['viel', 50],
    [0, 50],
    [-5, 50],
    [1.9, 1],
    ['2', 2],
    [60, 60],
    [5001, 60],
    [1e12, 60],
  ])('limit %j gives %i', async (limit, shown) => {
    const body = { query: 'vielfach', indices: ['customers', 'goals'], limit };
    const { data, total } = (await fixture.client.post('/v3/search', body)).body;
    const lengths = [data.customers.items.length, data.goals.items.length, data.customers.total, total];
    expect(lengths).toEqual([shown, Math.min(shown, 3), 60, 63]);
  });
});

describe('/tools/search (rules 5.17, 16.16)', () => {
  const one = { query: MARK, indices: ['goals'] };
  const two = { query: [{ index: 'damages', include: { art: MARK } }] };
  const tool = (body: unknown) => fixture.client.post('/tools/search', body);

  test('each search costs a unit, and their limits add up to 5,000 (rules 8.1)', async () => {
    const left = async (body: unknown) => Number((await tool(body)).headers.get('x-ratelimit-remaining'));
    const one = { query: 'vielfach', indices: ['customers'] };
    const cost = async () =>
      (await left({ mode: 'batch', queries: [one] })) - (await left({ mode: 'batch', queries: [one, one, one] }));
    // A minute may end between the two.
    await expect.poll(cost).toBe(3);
    const wide = { mode: 'multi', searches: { a: { ...one, limit: 4999 }, b: one, c: one } };
    const { results } = (await tool(wide)).body;
    const found = results.a.data.customers.items.length;
    expect(found).toBeGreaterThan(1);
    const shown = [results.b, results.c].map((result) => result.data.customers.items.length);
    expect(shown).toEqual([1, 0]);
  });
  const notices = ['fuzziness_not_supported_by_crm_suche'];

  test.each([
    ['apiv3 answers as /v3/search', { mode: 'apiv3', ...one }, (a: Body) => a],
    [
      'multi answers by name',
      { mode: 'multi', searches: { a: one, b: two } },
      (a: Body, b: Body) => ({ ok: true, results: { a, b } }),
    ],
    [
      'batch answers in order',
      { mode: 'batch', queries: [two, one] },
      (a: Body, b: Body) => ({ ok: true, results: [b, a] }),
    ],
  ])('%s, and with fuzziness says that it is ignored', async (_rule, body, expected) => {
    const [a, b] = [await fixture.client.post('/v3/search', one), await fixture.client.post('/v3/search', two)];
    expect((await tool(body)).body).toEqual(expected(a.body, b.body));
    expect((await tool({ ...body, fuzziness: 'AUTO' })).body).toEqual({ ...expected(a.body, b.body), notices });
  });

  test.each([
    ['no mode', one, '400 mode:invalid_type'],
    ['another mode', { mode: 'fuzzy', ...one }, '400 mode:invalid_select_value'],
    ['multi without searches', { mode: 'multi' }, '400 searches:invalid_type'],
    ['batch without queries', { mode: 'batch' }, '400 queries:invalid_type'],
    ['multi with no search', { mode: 'multi', searches: {} }, '400 searches:too_small'],
    ['batch with no query', { mode: 'batch', queries: [] }, '400 queries:too_small'],
    ['no body', undefined, '400 empty_body'],
    ['exactOnly', { mode: 'apiv3', ...one, exactOnly: true }, '400 exact_only_not_supported'],
    ['exactOnly in a part', { mode: 'batch', queries: [{ ...one, exactOnly: true }] }, '400 exact_only_not_supported'],
    ['output elastic', { mode: 'apiv3', ...one, output: 'elastic' }, '410 search_backend_removed'],
    [
      'output elastic in a part',
      { mode: 'multi', searches: { a: { ...one, output: 'elastic' } } },
      '410 search_backend_removed',
    ],
  ])('refused: %s', async (_rule, body, expected) => {
    expect(refusal(await tool(body))).toBe(expected);
  });

  test.each([{}, { exactOnly: false }, { output: 'crm' }])('other options change nothing: %j', async (options) => {
    expect((await tool({ mode: 'apiv3', ...one, ...options })).status).toBe(200);
  });

  test.each([
    ['apiv3', { mode: 'apiv3', ...one }],
    ['multi', { mode: 'multi', searches: { a: one } }],
    ['batch', { mode: 'batch', queries: [one] }],
  ])('scopes of indices hold in mode %s', async (_mode, body) => {
    const narrow = await fixture.organisation.client({ scopes: ['v3:search:read'] });
    expect(refusal(await narrow.post('/tools/search', body))).toBe('403 forbidden_indices');
  });

  test.each([{}, one, undefined])('upsert of %j is search_index_managed_by_crm', async (body) => {
    expect(refusal(await fixture.client.post('/tools/search/upsert', body))).toBe('410 search_index_managed_by_crm');
  });
});
