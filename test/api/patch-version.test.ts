/** A PATCH answers the version that it made: the `ETag` of the next GET, for an `If-Match` without a read between (rules 10.5). */
import { expect, test } from 'vitest';
import { setUpService } from '../support/fixture.ts';

const { client } = setUpService();

const made = async (list: string, body: object): Promise<string> => {
  const { body: answer } = await client.post(`/v3/${list}`, body);
  return `/v3/${list}/${answer.id ?? answer.kid}`;
};

test('a PATCH returns the new version of each record kind, and the same one if nothing changed', async () => {
  const customer = await made('customers', { name: 'Sommer' });
  const kid = Number(customer.split('/').at(-1));
  const calls: (readonly [string, object])[] = [
    [customer, { name: 'Winter' }],
    [await made('users', { name: 'A', email: 'a@example.com' }), { name: 'B' }],
    [await made('contracts', { kid, nummer: '1' }), { nummer: '2', beitrag: '1.5' }],
    [await made('activities', { kategorie: 1 }), { status: 1 }],
    [await made(`customers/${kid}/comments`, { text: 'x' }), { text: 'y' }],
    [await made('documents', { kid, name: 'x.txt', base64: 'eA==' }), { name: 'y.txt' }],
    [await made(`customers/${kid}/addresses`, { ort: 'x' }), { ort: 'y' }],
  ];
  for (const [path, body] of calls) {
    for (const updated of [true, false]) {
      const patched = await client.patch(path, body);
      expect([path, patched.status, patched.body.updated > 0]).toEqual([path, 200, updated]);
      const read = await client.get(path);
      expect([path, patched.headers.get('etag')]).toEqual([path, read.headers.get('etag')]);
    }
  }
  const { headers } = await client.patch(customer, { vorname: 'Eva' });
  const next = await client.patch(customer, { vorname: 'Ida' }, { 'If-Match': headers.get('etag') ?? '' });
  expect(next.status).toBe(200);
  expect((await client.patch(customer, { vorname: 'Eva' }, { 'If-Match': headers.get('etag') ?? '' })).status).toBe(
    412,
  );
});
