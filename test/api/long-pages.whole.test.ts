/** Long pages are sent in chunks of bytes, with the same content. */
import { beforeAll, expect, test } from 'vitest';
import { setUpService } from '../support/fixture.ts';

const { client } = setUpService();
let kid: number;
const TEXT = 'Weißgärber 😀 " \\ \u2028 '.repeat(40);

beforeAll(async () => {
  ({ kid } = (await client.post('/v3/customers', { name: 'Eltern' })).body);
  for (let i = 0; i < 8; i += 1) {
    const items = Array.from({ length: 100 }, (_, n) => ({
      art: `${i * 100 + n}`,
      anschrift_strasse: TEXT.slice(0, 250 - (n % 9)),
    }));
    expect((await client.post(`/v3/customers/${kid}/damages`, items)).body.failed).toEqual([]);
  }
});

test('a long page equals the short pages joined, byte for byte', async () => {
  const short = [1, 2, 3, 4].map((page) => client.get(`/v3/damages?limit=200&page=${page}`));
  const items = (await Promise.all(short)).map(({ text }) => text.slice(text.indexOf('[') + 1, text.lastIndexOf(']')));
  for (const path of ['/v3/damages', `/v3/customers/${kid}/damages`]) {
    const { text, headers, status } = await client.get(`${path}?limit=5000`, { 'accept-encoding': 'identity' });
    expect(status).toBe(200);
    expect(text).toBe(`{"page":1,"page_size":5000,"total":800,"items":[${items.join(',')}]}`);
    expect(Number(headers.get('content-length'))).toBe(Buffer.byteLength(text));
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  }
});

test('a long page supports filters, metadata, an empty result, a missing parent and HEAD', async () => {
  expect((await client.get('/v3/damages?limit=600&art=7')).body.items).toHaveLength(1);
  expect((await client.get('/v3/damages?limit=600&art=none')).body).toMatchObject({ total: 0, items: [] });
  expect((await client.get('/v3/damages?limit=600&page=2')).body).toMatchObject({ page: 2, total: 800 });
  expect((await client.get('/v3/damages?limit=600&page=9')).body).toEqual({
    page: 9,
    page_size: 600,
    total: 800,
    items: [],
  });
  expect((await client.get('/v3/damages?limit=600&with_schema=1')).body.fields.art.label).toBeTruthy();
  expect((await client.get('/v3/customers/2147483647/damages?limit=600')).error).toBe('not_found');
  const head = await client.send('HEAD', '/v3/damages?limit=600');
  expect([head.status, head.text]).toEqual([200, '']);
});
