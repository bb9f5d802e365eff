/** Search where many records have a word, and where PostgreSQL knows how many (docs/decisions/0008). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gramsIn } from '../../src/derive/search-grams.ts';
import { frequenciesOf } from '../../src/operations/search/gram-frequencies.ts';
import { packOne } from '../../src/operations/search/pack-search.ts';
import { type Sql, sql } from '../../src/sql.ts';
import { type Client, startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const COPIES = 12_000;

let service: TestService;
let client: Client;
let orgId: number;
/** The customer of which there are copies, and newer ones. */
let old: number;
let other: number;
let below: number;

const run = (statement: Sql) => service.db.transaction((tx) => tx.run(statement));
const search = async (query: string, limit = 10) => {
  const { body } = await client.post('/v3/search', { query, indices: ['customers'], limit });
  return { total: body.total, ids: body.data.customers.items.map((item: { id: number }) => item.id) };
};

beforeAll(async () => {
  service = await startTestService();
  const organisation = await service.organisation();
  orgId = organisation.orgId;
  client = await organisation.client();
  const create = async (values: object) => (await client.post('/v3/customers', values)).body.kid as number;
  old = await create({ name: 'Hofmann Vielfach' });
  // Entries without records, older than any: what is found is counted, and only records are shown.
  await run(sql`insert into search_entry (org_id, section, id, part, part_id, text, grams)
    select org_id, section, -n, part, part_id, text, grams
    from search_entry, generate_series(1, ${COPIES}::int) n
    where org_id = ${orgId} and section = 'customers' and id = ${old}`);
  other = await create({ name: 'Mann Vielfach' });
  below = await create({ name: 'Teil' });
  expect((await client.post(`/v3/customers/${below}/addresses`, { ort: 'Vielfach', strasse: 'Qyz' })).status).toBe(201);
});
afterAll(() => service.stop());

// The first run of each finds by the index; the second knows that nearly every entry has the words and reads the newest
// ones; the third counts the others by what is packed of them.
describe.each(['without statistics', 'with statistics', 'packed'])('%s', (state) => {
  beforeAll(async () => {
    if (state === 'without statistics') return;
    if (state === 'packed') {
      const kind = { org_id: orgId, section: 'customers' };
      // Whoever writes beside it on the same server, for another test, is waited for by one who packs, but not for ever.
      for (let blocks = 0; blocks < 5; blocks += 1)
        await until(() => packOne(service.db, kind, { block: 2000, changed: 0 }), { what: 'a block' });
      return;
    }
    await run(sql`analyze search_entry`);
    // Kept for a minute, and asked for again two minutes from now.
    const { ofGram, ofKind } = await frequenciesOf(service.db, Date.now() + 120_000);
    const [gram = 0] = gramsIn(orgId, 'customers').ofWord('vie');
    expect(ofGram(gram)).toBeGreaterThan(0.5);
    expect(ofKind(orgId, 'customers')).toBeGreaterThan(0.9);
  });

  test('all hits of a word are counted, and those of the page are the most useful', async () => {
    expect(await search('vielfach')).toEqual({ total: COPIES + 3, ids: [below, other, old] });
    expect(await search('mann')).toEqual({ total: COPIES + 2, ids: [other, old] });
    expect(await search('vielfach', 2)).toEqual({ total: COPIES + 3, ids: [below, other] });
  });

  test('of several words each must stand in the record or in a part', async () => {
    expect(await search('vielfach hofmann')).toEqual({ total: COPIES + 1, ids: [old] });
    expect(await search('vielfach teil')).toEqual({ total: 1, ids: [below] });
    expect(await search('vielfach teil qyz')).toEqual({ total: 1, ids: [below] });
    expect(await search('teil hofmann')).toEqual({ total: 0, ids: [] });
    expect(await search('a teil')).toEqual({ total: 1, ids: [below] });
  });

  test('one and two characters are counted to the last', async () => {
    expect(await search('vi')).toEqual({ total: COPIES + 3, ids: [below, other, old] });
    expect(await search('qy')).toEqual({ total: 1, ids: [below] });
    expect(await search('q vi')).toEqual({ total: 1, ids: [below] });
    expect(await search('j')).toEqual({ total: 0, ids: [] });
  });
});

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
