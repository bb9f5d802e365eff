/** Search over HTTP: both forms, scopes, normalisation, order, freshness (rules 5.17, 16.16). */
import { describe, expect, test } from 'vitest';
import { setUpService } from '../support/fixture.ts';

const { service, organisation, client } = setUpService();

/** So many different words. */
const words = (count: number): string => Array.from({ length: count }, (_, i) => `w${i}`).join(' ');

const find = async (query: unknown, indices: string[] = ['customers']) =>
  (await client.post('/v3/search', { query, indices })).body;
const idsOf = async (query: string, index = 'customers') =>
  ((await find(query, [index])).data[index].items as { id: number }[]).map(({ id }) => id);

describe('free text', () => {
  test('matches each token as a substring, regardless of case and umlauts', async () => {
    const { kid } = (await client.post('/v3/customers', { name: 'Müller-Strößner', vorname: 'Änne' })).body;
    for (const query of ['müller', 'MUELLER', 'mueller änne', 'stroess aenne', 'ü', 'st'])
      expect(await idsOf(query)).toEqual([kid]);
    expect(await idsOf('müller karl')).toEqual([]);
  });

  test('returns hits equal to the read of the record', async () => {
    const { kid } = (await client.post('/v3/customers', { name: 'Treffer' })).body;
    const { total, ok, data } = await find('treffer', ['customers', 'users']);
    expect([ok, total, data.users]).toEqual([true, 1, { total: 0, items: [] }]);
    expect(data.customers.items[0]).toEqual((await client.get(`/v3/customers/${kid}`)).body);
  });

  test('finds numbers in any spacing; a part finds its customer', async () => {
    const { kid } = (await client.post('/v3/customers', { name: 'Nummer' })).body;
    await client.post(`/v3/customers/${kid}/banking`, { iban: 'DE89 3704 0044 0532 0130 00' });
    await client.post(`/v3/customers/${kid}/contacts`, { art: 'Telefon', wert: '+49 (30) 23125-101' });
    for (const query of ['DE89370400440532013000', 'de89 3704 0044', '23125101', '23125-101', 'nummer 0532013000']) {
      expect(await idsOf(query)).toEqual([kid]);
    }
  });

  test('finds names, telephone numbers and dates in any spelling', async () => {
    const values = { name: 'Yıldırım-Müßiggang', vorname: 'Łukasz', geb: '1984-08-12' };
    const { kid } = (await client.post('/v3/customers', values)).body;
    await client.post(`/v3/customers/${kid}/contacts`, { art: 'Telefon', wert: '0171/9876543' });
    for (const query of ['YILDIRIM', 'mussiggang', 'MUESSIGGANG', 'müßiggang', 'lukasz yildirim', '+49 171 9876543'])
      expect([query, await idsOf(query)]).toEqual([query, [kid]]);
    for (const query of ['0049171 9876543', '+49 (0)171 9876543', '171/9876543', 'lukasz +491719876543'])
      expect([query, await idsOf(query)]).toEqual([query, [kid]]);
    expect(await idsOf('łukasz 12.8.1984')).toEqual([kid]);
    expect(await idsOf('łukasz 13.8.1984')).toEqual([]);
  });

  test('ranks a whole telephone number before longer numbers with this prefix, in each spelling', async () => {
    const kids: number[] = [];
    for (const wert of ['+49 171 55500 31', '+49 171 55500 310', '+49 171 55500 311']) {
      const { kid } = (await client.post('/v3/customers', { name: 'Anschluss' })).body;
      await client.post(`/v3/customers/${kid}/contacts`, { art: 'Telefon', wert });
      kids.push(kid);
    }
    for (const query of ['+491715550031', '+49171/5550031', '00491715550031', '01715550031', '+491715550031 anschluss'])
      expect([query, (await idsOf(query))[0]]).toEqual([query, kids[0]]);
  });

  test('finds written records with the next search, and no deleted ones', async () => {
    const { kid } = (await client.post('/v3/customers', { name: 'Vorher' })).body;
    const address = (await client.post(`/v3/customers/${kid}/addresses`, { ort: 'Posemuckel' })).body.id;
    await client.patch(`/v3/customers/${kid}`, { name: 'Nachher' });
    expect(await idsOf('vorher')).toEqual([]);
    expect(await idsOf('nachher posemuckel')).toEqual([kid]);
    await client.delete(`/v3/customers/${kid}/addresses/${address}`);
    expect(await idsOf('posemuckel')).toEqual([]);
    const contract = (await client.post(`/v3/customers/${kid}/contracts`, { nummer: 'KX-77', sparte: 'phv' })).body.id;
    expect(await idsOf('kx77', 'contracts')).toEqual([contract]);
    expect(await idsOf('privathaftpflicht', 'contracts')).toEqual([contract]);
    await client.delete(`/v3/customers/${kid}`);
    expect(await idsOf('nachher')).toEqual([]);
    expect(await idsOf('kx77', 'contracts')).toEqual([]);
  });

  test('finds words spread over the record and its parts, regardless of when they were added', async () => {
    const partner = (await client.post('/v3/products', { name: 'Zwirn' })).body.id;
    const below = `/v3/products/${partner}`;
    const address = (await client.post(`${below}/addresses`, { ort: 'Nadelberg' })).body.id;
    expect(await idsOf('zwirn nadelberg', 'products')).toEqual([partner]);
    await client.patch(`${below}/addresses/${address}`, { ort: 'Fadenwinkel', strasse: 'Öhrgasse 7' });
    const contact = (await client.post(`${below}/contacts`, { art: 'E-Mail', wert: 'post@garn.example' })).body.id;
    expect(await idsOf('nadelberg zwirn', 'products')).toEqual([]);
    for (const query of ['fadenwinkel garn.example', 'öhrgasse zwirn', 'wirn 7 ost@', 'z ga 7'])
      expect([query, await idsOf(query, 'products')]).toEqual([query, [partner]]);
    await client.patch(below, { name: 'Kordel' });
    expect(await idsOf('fadenwinkel garn zwirn', 'products')).toEqual([]);
    expect(await idsOf('fadenwinkel garn kordel', 'products')).toEqual([partner]);
    await client.delete(`${below}/contacts/${contact}`);
    expect(await idsOf('fadenwinkel garn', 'products')).toEqual([]);
    expect(await idsOf('fadenwinkel kordel', 'products')).toEqual([partner]);
  });

  test('finds a merged customer by words of both', async () => {
    const make = async (name: string, ort: string) => {
      const { kid } = (await client.post('/v3/customers', { name })).body;
      await client.post(`/v3/customers/${kid}/addresses`, { ort });
      return kid as number;
    };
    const [master, slave] = [await make('Ginster', 'Heidekrug'), await make('Erika', 'Moorhausen')];
    await client.post(`/v3/customers/${master}/merge`, { slave_kid: slave });
    expect(await idsOf('ginster moorhausen heidekrug')).toEqual([master]);
    expect(await idsOf('erika moorhausen')).toEqual([]);
  });

  test('ranks exact words first, then prefixes, then substrings; newer records first', async () => {
    const make = async (name: string) => (await client.post('/v3/customers', { name })).body.kid as number;
    const inside = await make('Oberwolke');
    const begin = await make('Wolkenstein');
    const exact = await make('Wolke');
    const newer = await make('Frau Wolke');
    expect(await idsOf('wolke')).toEqual([newer, exact, begin, inside]);
  });

  test('ranks a match at the beginning of a text before one far inside', async () => {
    const make = async (name: string, kommentar: string) =>
      (await client.post('/v3/customers', { name, kommentar })).body.kid as number;
    const note = (characters: number) => 'viel Text '.repeat(characters / 10);
    const inside = await make('Oberhagelkorn', '');
    const near = await make('Nah', `${note(800)} Hagel, und mehr ${note(3000)}`);
    const far = await make('Fern', `${note(5000)} Hagel`);
    const twice = await make('Zweimal', `Hagelschlag ${note(5000)} Hagel`);
    expect(await idsOf('hagel')).toEqual([near, twice, inside, far]);
  });

  test.each(['%', '_', '\\', "'", '100%', "o'neil"])('%s is literal', async (text) => {
    expect(await idsOf(`${text}zzz`)).toEqual([]);
    const { kid } = (await client.post('/v3/customers', { name: `Q${text}zzz` })).body;
    expect(await idsOf(`q${text}zzz`)).toEqual([kid]);
    await client.delete(`/v3/customers/${kid}`);
  });

  test('applies limit per index; total counts all hits', async () => {
    await client.post('/v3/customers', [{ name: 'Viele A' }, { name: 'Viele B' }, { name: 'Viele C' }]);
    const { body } = await client.post('/v3/search', { query: 'viele', indices: ['customers'], limit: 2 });
    expect([body.total, body.data.customers.total, body.data.customers.items.length]).toEqual([3, 3, 2]);
  });
});

test('the structured form', async () => {
  const { kid } = (await client.post('/v3/customers', { name: 'Struktur', vorname: 'Uwe' })).body;
  for (const query of [
    [{ index: 'customers', include: { name: 'struktur', vorname: 'Uwe' } }],
    [{ name: 'customers', fields: { egal: 'struktur' } }],
  ]) {
    const { body } = await client.post('/v3/search', { query });
    expect(body.data.customers.items[0].kid).toBe(kid);
  }
});

const MANY_WORDS = Array.from({ length: 31 }, (_, i) => `w${i}`).join(' ');

test.each([
  [{ query: '', indices: ['customers'] }],
  [{ query: '  ', indices: ['customers'] }],
  [{ query: 'a' }],
  [{ query: 'a', indices: [] }],
  [{ query: 'a', indices: ['tariffs'] }],
  [{ query: 'a', indices: ['commissions'] }],
  [{ indices: ['customers'] }],
  [{ query: 'a', indices: ['customers'], foo: 1 }],
  [{ query: [] }],
  [{ query: 'a'.repeat(1001), indices: ['customers'] }],
  [{ query: MANY_WORDS, indices: ['customers'] }],
  [{ query: [{ index: 'customers', include: { name: MANY_WORDS } }] }],
  [{ query: [{ index: 'foo', include: { a: 'b' } }] }],
  [{ query: [{ index: 'customers', include: {} }] }],
])('refuses %j', async (body) => {
  const answer = await client.post('/v3/search', body);
  expect([answer.status, answer.error]).toEqual([400, 'validation_failed']);
});

test.each([
  ['thirty words', { query: words(30), indices: ['customers'] }, 200],
  ['more words', { query: words(31), indices: ['customers'] }, 400],
  ['the same word often', { query: 'a '.repeat(400), indices: ['customers'] }, 200],
  ['a longer text', { query: 'a'.repeat(1001), indices: ['customers'] }, 400],
  ['more words in parts', { query: [{ index: 'customers', include: { a: words(20), b: words(31) } }] }, 400],
  ['a longer part', { query: [{ index: 'customers', include: { a: 'a'.repeat(1001) } }] }, 400],
])('no word is left out: %s', async (_name, body, status) => {
  const answer = await client.post('/v3/search', body);
  expect([answer.status, answer.body.data.issues?.[0].code]).toEqual([status, status === 400 ? 'too_big' : undefined]);
});

test('two scope layers', async () => {
  const narrow = await organisation.client({ scopes: ['v3:search:read', 'v3:customers:read'] });
  expect((await narrow.post('/v3/search', { query: 'a', indices: ['customers'] })).status).toBe(200);
  const denied = await narrow.post('/v3/search', { query: 'a', indices: ['customers', 'users', 'portals'] });
  expect([denied.status, denied.error, denied.body.data.forbidden_indices]).toEqual([
    403,
    'forbidden_indices',
    ['users', 'portals'],
  ]);
  const none = await organisation.client({ scopes: ['v3:customers:read'] });
  expect((await none.post('/v3/search', { query: 'a', indices: ['customers'] })).error).toBe('missing_required_scope');
});

test('portals never have hits; other organisations neither', async () => {
  expect((await find('a', ['portals'])).data.portals).toEqual({ total: 0, items: [] });
  const other = await (await service.organisation()).client();
  await client.post('/v3/customers', { name: 'Geheimnis' });
  expect((await other.post('/v3/search', { query: 'geheimnis', indices: ['customers'] })).body.total).toBe(0);
});

test.each([
  [{ mode: 'batch', queries: [5] }, 'queries.0:invalid_type'],
  [
    {
      mode: 'batch',
      queries: [
        { query: 'a', indices: ['users'] },
        { query: '', indices: ['x'] },
      ],
    },
    'queries.1.indices.0:invalid_select_value,queries.1.query:too_small',
  ],
  [{ mode: 'multi', searches: { a: { query: [] } } }, 'searches.a.query:too_small'],
  [{ mode: 'batch', queries: Array(21).fill({ query: 'a', indices: ['users'] }) }, 'queries:too_big'],
])('findings in a part of the internal tool: %j', async (body, expected) => {
  const { issues } = (await client.post('/tools/search', body)).body.data;
  const found = issues.map(({ path, code }: { path: unknown[]; code: string }) => `${path.join('.')}:${code}`);
  expect(found.sort().join()).toBe(expected);
});

test('the internal tool', async () => {
  const one = { query: 'a', indices: ['customers'] };
  expect((await client.post('/tools/search', { mode: 'apiv3', ...one, fuzziness: 2 })).body).toMatchObject({
    ok: true,
    notices: ['fuzziness_not_supported_by_crm_suche'],
  });
  expect((await client.post('/tools/search', { mode: 'multi', searches: { x: one } })).body.results.x.ok).toBe(true);
  expect((await client.post('/tools/search', { mode: 'batch', queries: [one, one] })).body.results.length).toBe(2);
  expect((await client.post('/tools/search', { mode: 'apiv3', ...one, exactOnly: true })).error).toBe(
    'exact_only_not_supported',
  );
  expect((await client.post('/tools/search', { mode: 'apiv3', ...one, output: 'elastic' })).error).toBe(
    'search_backend_removed',
  );
  for (const parts of [
    { mode: 'multi', searches: { x: { ...one, fuzziness: 1 } } },
    { mode: 'batch', queries: [{ ...one, fuzziness: 1 }] },
  ])
    expect((await client.post('/tools/search', parts)).body.notices).toEqual(['fuzziness_not_supported_by_crm_suche']);
  expect((await client.post('/tools/search', one)).error).toBe('validation_failed');
  expect((await client.post('/tools/search/upsert', {})).status).toBe(410);
  expect((await client.get('/tools/search')).status).toBe(405);
});
