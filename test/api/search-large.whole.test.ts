/** Search where many records have a word, and where PostgreSQL knows how many (docs/decisions/0008). */
import { beforeAll, describe, expect, test } from 'vitest';
import { hashedTrigrams } from '../../src/derive/search/trigram-hash.ts';
import { frequenciesOf } from '../../src/operations/search/trigram-frequencies.ts';
import { MAX_ENTRIES_READ, MAX_HITS } from '../../src/shared/limits.ts';
import { type Sql, sql } from '../../src/sql/sql.ts';
import { setUpService } from '../support/fixture.ts';

const COPIES = 12_000;

const { service, organisation, client } = setUpService();
/** The customer of which there are copies, and newer ones. */
let old: number;
let other: number;
let below: number;

const run = (statement: Sql) => service.db.transaction((tx) => tx.run(statement));
const search = async (query: string, limit = 10) => {
  const { body } = await client.post('/v3/search', { query, indices: ['customers'], limit });
  const { total, total_is_minimum, items } = body.data.customers;
  expect([body.total, body.total_is_minimum]).toEqual([total, total_is_minimum]);
  const ids = items.map((item: { id: number }) => item.id);
  return { total, ...(total_is_minimum === undefined ? {} : { total_is_minimum }), ids };
};
/** More hits than are counted. */
const MANY = { total: MAX_HITS, total_is_minimum: true };
/** Copies of the customer's entry with other texts, older than all others, found by no gram. */
const addOlder = (first: number, count: number, text: string) =>
  run(sql`insert into search_entry (org_id, section, id, part, part_id, text, grams)
    select ${organisation.orgId}::int, 'customers', -n, '', 0, ${text}, '{}'
    from generate_series(${first}::int, ${first + count - 1}::int) n`);

beforeAll(async () => {
  const create = async (values: object) => (await client.post('/v3/customers', values)).body.kid as number;
  old = await create({ name: 'Hofmann Vielfach' });
  // Entries without records, older than any record: they are counted as hits, and only records are shown.
  await run(sql`insert into search_entry (org_id, section, id, part, part_id, text, grams)
    select org_id, section, -n, part, part_id, text, grams
    from search_entry, generate_series(1, ${COPIES}::int) n
    where org_id = ${organisation.orgId} and section = 'customers' and id = ${old}`);
  other = await create({ name: 'Mann Vielfach' });
  below = await create({ name: 'Teil' });
  expect((await client.post(`/v3/customers/${below}/addresses`, { ort: 'Vielfach', strasse: 'Qyz' })).status).toBe(201);
});

// The first run of each finds by the index; the second knows that nearly every entry has the words and reads the newest ones.
describe.each(['without statistics', 'with statistics'])('%s', (state) => {
  beforeAll(async () => {
    if (state === 'without statistics') return;
    await run(sql`analyze search_entry`);
    // Cached for a minute, so the clock is two minutes ahead.
    const { ofGram, ofKind } = await frequenciesOf(service.db, Date.now() + 120_000);
    const [gram = 0] = hashedTrigrams(organisation.orgId, 'customers').ofWord('vie');
    expect(ofGram(gram)).toBeGreaterThan(0.5);
    expect(ofKind(organisation.orgId, 'customers')).toBeGreaterThan(0.9);
  });

  test('10,000 hits of a word are counted, and those of the page are the most useful', async () => {
    expect(await search('vielfach')).toEqual({ ...MANY, ids: [below, other, old] });
    expect(await search('mann')).toEqual({ ...MANY, ids: [other, old] });
    expect(await search('vielfach', 2)).toEqual({ ...MANY, ids: [below, other] });
  });

  test('a query of several words finds records with each word in the record or a part', async () => {
    expect(await search('vielfach hofmann')).toEqual({ ...MANY, ids: [old] });
    expect(await search('vielfach teil')).toEqual({ total: 1, ids: [below] });
    expect(await search('vielfach teil qyz')).toEqual({ total: 1, ids: [below] });
    expect(await search('teil hofmann')).toEqual({ total: 0, ids: [] });
    expect(await search('a teil')).toEqual({ total: 1, ids: [below] });
  });

  test('one and two characters are counted as longer words are', async () => {
    expect(await search('vi')).toEqual({ ...MANY, ids: [below, other, old] });
    expect(await search('qy')).toEqual({ total: 1, ids: [below] });
    expect(await search('q vi')).toEqual({ total: 1, ids: [below] });
    expect(await search('j')).toEqual({ total: 0, ids: [] });
  });
});

test('a total of exactly 10,000 hits is exact, and so is the sum of several indexes', async () => {
  // The grams of older customers are none, so that these words are looked for in the newest entries.
  await addOlder(20_001, MAX_HITS, 'zq');
  expect(await search('zq')).toEqual({ total: MAX_HITS, ids: [] });
  await addOlder(40_001, 1, 'zq');
  expect(await search('zq')).toEqual({ ...MANY, ids: [] });
  const { body } = await client.post('/v3/search', { query: 'zq', indices: ['customers', 'contracts'] });
  expect(body).toEqual({
    ok: true,
    ...MANY,
    data: { customers: { ...MANY, items: [] }, contracts: { total: 0, items: [] } },
  });
});

test('without a selective trigram only the newest entries are read, and the response reports it', async () => {
  expect(await search('w')).toEqual({ total: 0, ids: [] });
  await addOlder(100_001, MAX_ENTRIES_READ, 'y');
  await addOlder(400_001, 1, 'w ww');
  expect(await search('w')).toEqual({ total: 0, total_is_minimum: true, ids: [] });
  expect(await search('w vi')).toEqual({ total: 0, total_is_minimum: true, ids: [] });
  expect(await search('q')).toMatchObject({ total_is_minimum: true, ids: [below] });
  expect(await search('qyz')).toEqual({ total: 1, ids: [below] });
}, 60_000);

test('a page has as many hits as its limit, of short words too', async () => {
  const many = await (await service.organisation()).client();
  const items = Array.from({ length: 100 }, () => ({ name: 'Viele' }));
  for (let batch = 0; batch < 11; batch += 1) await many.post('/v3/customers', items);
  const found = async (query: string, limit: number) => {
    const { body } = await many.post('/v3/search', { query, indices: ['customers'], limit });
    return [body.total, body.data.customers.items.length];
  };
  expect(await found('vi', 10)).toEqual([1100, 10]);
  expect(await found('vi e', 5000)).toEqual([1100, 1100]);
  expect(await found('viele', 10)).toEqual([1100, 10]);
});
