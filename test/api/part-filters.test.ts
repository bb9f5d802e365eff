/** Lists narrowed by parts and tags of their records (rules 4.17). */
import { beforeAll, describe, expect, test } from 'vitest';
import { registry } from '../../src/model/registry.ts';
import { refusal, setUpRecords } from '../support/rules-fixture.ts';

const fixture = setUpRecords('partword');

describe('customers by their parts', () => {
  let [kiel, ulm, both] = [0, 0, 0];
  beforeAll(async () => {
    [kiel, ulm, both] = [await fixture.customer(), await fixture.customer(), await fixture.customer()];
    const add = (kid: number, part: string, body: object) => fixture.client.post(`/v3/customers/${kid}/${part}`, body);
    await add(kiel, 'addresses', { plz: '24103', ort: 'Kiel' });
    await add(ulm, 'addresses', { plz: '89073', ort: 'Ulm' });
    await add(both, 'addresses', { plz: '24105', ort: 'KIEL' });
    await add(both, 'addresses', { plz: '89075', ort: 'Ulm' });
    await add(kiel, 'contacts', { art: 'E-Mail', wert: 'k@example.com', werbung: 1 });
    await add(ulm, 'contacts', { art: 'E-Mail', wert: 'u@example.com' });
  });
  const kidsOf = async (query: string): Promise<number[]> => {
    const { status, body, text } = await fixture.client.get(`/v3/customers?sort=id&${query}`);
    expect([status, status === 200 ? '' : text]).toEqual([200, '']);
    expect(body.total).toBe(body.items.length);
    return body.items.map(({ kid }: { kid: number }) => kid);
  };

  test('are filtered by prefix of postcode and place, regardless of case', async () => {
    expect(await kidsOf('addresses.plz[prefix]=241')).toEqual([kiel, both]);
    expect(await kidsOf('addresses.ort[prefix]=ki')).toEqual([kiel, both]);
    expect(await kidsOf('addresses.ort=ulm')).toEqual([ulm, both]);
    expect(await kidsOf('addresses.plz=24103&addresses.ort=Kiel')).toEqual([kiel]);
    expect(await kidsOf('addresses.plz[in]=24103,89073')).toEqual([kiel, ulm]);
    expect(await kidsOf(`addresses.ort[in]=${encodeURIComponent('Ulm\\, Donau,Kiel')}`)).toEqual([kiel, both]);
    expect(await kidsOf('addresses.ort[not]=kiel&contacts.werbung[not]=1&addresses.ort[in]=ULM,Kiel')).toEqual([ulm]);
  });

  test('are filtered by consent to advertising, also with order and further filters', async () => {
    expect(await kidsOf('contacts.werbung=1')).toEqual([kiel]);
    expect(await kidsOf('contacts.werbung=1&addresses.ort=Ulm')).toEqual([]);
    const sorted = await fixture.client.get('/v3/customers?addresses.ort[prefix]=k&sort=-name&limit=1');
    expect([sorted.body.total, sorted.body.items.length]).toEqual([2, 1]);
  });

  test('are not found by deleted parts', async () => {
    const { id } = (await fixture.client.post(`/v3/customers/${ulm}/addresses`, { ort: 'Weimar' })).body;
    expect(await kidsOf('addresses.ort=Weimar')).toEqual([ulm]);
    await fixture.client.delete(`/v3/customers/${ulm}/addresses/${id}`);
    expect(await kidsOf('addresses.ort=Weimar')).toEqual([]);
  });

  test('have parts with the same filters', async () => {
    const { body } = await fixture.client.get(`/v3/customers/${both}/addresses?ort[prefix]=u`);
    expect(body.items.map(({ plz }: { plz: string }) => plz)).toEqual(['89075']);
  });

  test('refuse an invalid value and an unknown comparison', async () => {
    const ask = (query: string) => fixture.client.get(`/v3/customers?${query}`).then(refusal);
    expect(await ask('contacts.werbung=x')).toContain('400 contacts.werbung:');
    expect(await ask('addresses.ort[gte]=a')).toContain('400 addresses.ort[gte]:');
  });
});

test.each(
  registry.resources.filter(({ annotated }) => annotated).map(({ path }) => path),
)('%s: by a tag of theirs alone', async (path) => {
  const tag = (await fixture.client.post('/v3/system/tags', { tag: path })).body.id;
  const id = fixture.id(path);
  await fixture.client.post(`/v3/${path}/${id}/tags`, { tag_id: tag });
  const { body } = await fixture.client.get(`/v3/${path}?tags.tag_id=${tag}`);
  expect([body.total, body.items[0]?.id]).toEqual([1, id]);
  const either = await fixture.client.get(`/v3/${path}?tags.tag_id[in]=2147483647,${tag}`);
  expect(either.body.total).toBe(1);
  const without = await fixture.client.get(`/v3/${path}?tags.tag_id[not]=${tag}&limit=500`);
  expect(without.body.items.map((item: { id: number }) => item.id)).not.toContain(id);
  const none = await fixture.client.get(`/v3/${path}?tags.tag_id=2147483647`);
  expect(none.body.total).toBe(0);
});

test('a tag of the same number of another organisation finds nothing', async () => {
  const other = await (await fixture.service.organisation()).client();
  const tag = (await fixture.client.post('/v3/system/tags', { tag: 'eigen' })).body.id;
  await fixture.client.post(`/v3/customers/${fixture.id('customers')}/tags`, { tag_id: tag });
  expect((await other.get(`/v3/customers?tags.tag_id=${tag}`)).body.total).toBe(0);
});
