/** Queries of the lists of webhooks and deliveries, and repeated parameters (rules 3.9, 4.9 to 4.11, 17.10). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../src/sql/sql.ts';
import { refusal } from '../support/rules-fixture.ts';
import { type Client, startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let client: Client;
const at = { webhooks: '/v3/webhooks', deliveries: '' };

beforeAll(async () => {
  service = await startTestService({ env: { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' } });
  const { orgId, ...organisation } = await service.organisation();
  client = await organisation.client();
  const ids: number[] = [];
  for (const name of ['A', 'B', 'C'])
    ids.push((await client.post(at.webhooks, { url: 'http://127.0.0.1:1/', events: [], name })).body.id);
  at.deliveries = `/v3/webhooks/${ids[0]}/deliveries`;
  for (const state of ['delivered', 'failed', 'failed'])
    await service.db.transaction((tx) =>
      tx.run(sql`insert into webhook_delivery (org_id, webhook_id, request_id, event_name, event_at, payload, state, next_attempt_at)
        values (${orgId}, ${ids[0]}, gen_random_uuid(), 'customers.insert', now(), '{}', ${state}, now())`),
    );
});
afterAll(() => service.stop());

const idsOf = async (address: string): Promise<number[]> =>
  (await client.get(address)).body.items.map(({ id }: { id: number }) => id);
const ascending = (ids: readonly number[]): number[] => [...ids].sort((a, b) => a - b);

describe.each(['webhooks', 'deliveries'] as const)('%s', (list) => {
  test.each([
    ['sort=bogus', 'sort:invalid_select_value'],
    ['sort=', 'sort:invalid_select_value'],
    ['fields=id,bogus', 'fields:invalid_select_value'],
    ['id[gte]=1', 'id[gte]:unrecognized_key'],
    ['limt[]=5&sort=-bogus', 'limt[]:unrecognized_key,sort:invalid_select_value'],
  ])('%s is refused and named', async (query, issues) => {
    expect(refusal(await client.get(`${at[list]}?${query}`))).toBe(`400 ${issues}`);
  });

  test('webhooks are sorted by id over several pages', async () => {
    const all = ascending(await idsOf(at[list]));
    expect(all).toHaveLength(3);
    expect(await idsOf(`${at[list]}?sort=id`)).toEqual(all);
    expect(await idsOf(`${at[list]}?sort=-id`)).toEqual([...all].reverse());
    expect(await idsOf(`${at[list]}?sort=-id&limit=1&page=3`)).toEqual([all[0]]);
  });

  test('without sort webhooks are in the order in which they were made, deliveries newest first', async () => {
    const all = await idsOf(at[list]);
    expect(all).toEqual(list === 'webhooks' ? ascending(all) : ascending(all).reverse());
  });

  test('`fields` returns the named fields and the id', async () => {
    const whole = (await client.get(at[list])).body.items[0];
    for (const name of Object.keys(whole)) {
      const { items } = (await client.get(`${at[list]}?fields=${name}`)).body;
      expect(items[0]).toEqual({ id: whole.id, [name]: whole[name] });
    }
  });

  test('unknown parameters are ignored, and paging is clamped', async () => {
    expect((await client.get(`${at[list]}?limt=5&page=x&limit=-1`)).body).toMatchObject({ page: 1, page_size: 50 });
  });
});

describe('of a repeated parameter the first counts', () => {
  test('state', async () => {
    expect(await idsOf(`${at.deliveries}?state=failed&state=lost`)).toHaveLength(2);
    expect(refusal(await client.get(`${at.deliveries}?state=lost&state=failed`))).toBe(
      '400 state:invalid_select_value',
    );
  });

  test('filters of links', async () => {
    const [a, b] = [
      (await client.post('/v3/customers', { name: 'A' })).body.kid,
      (await client.post('/v3/customers', { name: 'B' })).body.kid,
    ];
    await client.post(`/v3/customers/${a}/links`, { foreign_section: 'customers', foreign_id: b });
    const list = `/v3/customers/${a}/links?foreign_section`;
    expect(await idsOf(`${list}=customers&foreign_section=goals`)).toHaveLength(1);
    expect(await idsOf(`${list}=goals&foreign_section=customers`)).toEqual([]);
  });

  test('the cursor and the sections of changes', async () => {
    const { next } = (await client.get('/v3/changes')).body;
    await client.post('/v3/customers', { name: 'Neu' });
    const twice = async (query: string) => (await client.get(`/v3/changes?${query}`)).body.items;
    expect(await twice(`after=${next}&after=${next}`)).toHaveLength(1);
    expect(await twice(`after=${next}&sections=goals&sections=customers`)).toEqual([]);
    expect(await twice(`after=${next}&sections=customers&sections=goals&limit=1&limit=2`)).toHaveLength(1);
  });
});
