/** Annotations of records below their parents (rules 5.18), and the author of comments (rules 5.19). */
import { beforeAll, describe, expect, test } from 'vitest';
import { setUpService } from '../support/fixture.ts';

const { organisation, client } = setUpService();
let product: number;
let other: number;
const id = async (path: string, body: unknown): Promise<number> => (await client.post(path, body)).body.id;

beforeAll(async () => {
  product = await id('/v3/products', { name: 'Gesellschaft' });
  other = await id('/v3/products', { name: 'Andere' });
});

describe('annotations below sections of a product partner', () => {
  test('equal those at the address of the record', async () => {
    const portal = await id(`/v3/products/${product}/portals`, { name: 'Extranet' });
    const nested = `/v3/products/${product}/portals/${portal}`;
    const made = await client.post(`${nested}/comments`, { text: 'Zugang erneuert' });
    expect(made.status).toBe(201);
    const { items } = (await client.get(`/v3/portals/${portal}/comments`)).body;
    expect((await client.get(`${nested}/comments`)).body.items).toEqual(items);
    expect((await client.get(`${nested}/comments/${made.body.id}`)).body.text).toBe('Zugang erneuert');
    expect((await client.patch(`${nested}/comments/${made.body.id}`, { text: 'B' })).body.updated).toBe(1);
    expect((await client.post(`${nested}/followers`, {})).status).toBe(201);
    expect((await client.post(`${nested}/links`, { foreign_section: 'products', foreign_id: other })).status).toBe(201);
    expect((await client.delete(`${nested}/comments/${made.body.id}`)).status).toBe(200);
    expect((await client.get(`/v3/portals/${portal}/comments`)).body.total).toBe(0);
  });

  test('a record of another partner is not found', async () => {
    const person = await id(`/v3/products/${other}/contact-persons`, { name: 'Berg' });
    const wrong = `/v3/products/${product}/contact-persons/${person}/comments`;
    for (const answer of [await client.get(wrong), await client.post(wrong, { text: 'x' })])
      expect([answer.status, answer.error]).toEqual([404, 'not_found']);
    const missing = `/v3/products/${product}/contact-persons/2147483647/comments`;
    expect((await client.get(missing)).error).toBe('not_found');
    expect((await client.post(missing, { text: 'x' })).error).toBe('record_not_found');
    expect((await client.post(missing, { kid: 1, text: 'x' })).error).toBe('body_kid_forbidden');
  });

  test('documents of contracts and damages below their customer', async () => {
    const kid = await id('/v3/customers', { name: 'Kunde' });
    const contract = await id(`/v3/customers/${kid}/contracts`, { nummer: 'V-1' });
    const documents = `/v3/customers/${kid}/contracts/${contract}/documents`;
    const { status, body } = await client.post(documents, { name: 'a.txt', base64: 'eA==' });
    expect([status, body.vid, body.kid]).toEqual([201, contract, kid]);
    expect((await client.get(`${documents}/${body.id}/download`)).text).toBe('x');
  });

  test('an unknown name is unsupported or unknown', async () => {
    const portals = `/v3/products/${product}/portals/1`;
    expect((await client.get(`${portals}/nothing`)).error).toBe('unknown_resource');
    expect((await client.get(`${portals}/documents`)).error).toBe('unsupported_sub_resource');
    expect((await client.get(`${portals}/comments/x`)).error).toBe('endpoint_not_found');
  });

  test('need the scope of the record', async () => {
    const limited = await organisation.client({ scopes: ['v3:products:read'] });
    const document = await id(`/v3/products/${product}/documents`, { name: 'a.txt', base64: 'eA==' });
    const answer = await limited.get(`/v3/products/${product}/documents/${document}/comments`);
    expect([answer.status, answer.body.data.required_scope]).toEqual([403, 'v3:documents:read']);
  });
});

describe('the author of a comment', () => {
  test('is the user of autor_kid, else the token, under the name of now', async () => {
    const comments = `/v3/products/${product}/comments`;
    const user = await id('/v3/users', { vorname: 'Ada', name: 'Alt', email: 'ada@example.com' });
    const named = await id(comments, { text: 'a', autor_kid: user });
    const own = await id(comments, { text: 'b' });
    expect((await client.get(`${comments}/${named}`)).body).toMatchObject({
      autor_kid: user,
      autor: { kid: user, name: 'Ada Alt' },
    });
    expect((await client.get(`${comments}/${own}`)).body).toMatchObject({
      autor_kid: null,
      autor: { token_id: expect.any(Number), name: expect.any(String) },
    });
    await client.patch(`/v3/users/${user}`, { name: 'Neu' });
    const { items } = (await client.get(`${comments}?fields=id,autor`)).body;
    expect(items[0]).toEqual({ id: named, kid: undefined, autor: { kid: user, name: 'Ada Neu' } });
  });

  test('belongs to its version', async () => {
    const comments = `/v3/products/${other}/comments`;
    const address = `${comments}/${await id(comments, { text: 'a' })}`;
    const etag = (await client.get(address)).headers.get('etag') ?? '';
    const changed = await client.patch(address, { text: 'b' }, { 'if-match': etag });
    expect([changed.status, changed.body.updated]).toEqual([200, 1]);
    expect((await client.patch(address, { text: 'c' }, { 'if-match': etag })).error).toBe('precondition_failed');
    const deleted = await client.send('DELETE', address, undefined, {
      'if-match': (await client.get(address)).headers.get('etag') ?? '',
    });
    expect(deleted.status).toBe(200);
  });
});
