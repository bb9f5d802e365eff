/** Responses are compressed if the client accepts it and it makes them smaller (rules 8.8). */
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import zlib from 'node:zlib';
import { request } from 'undici';
import { beforeAll, describe, expect, test } from 'vitest';
import { encodingFor } from '../../src/http/response/accept-encoding.ts';
import { signIn } from '../support/browser-session.ts';
import { setUpService } from '../support/fixture.ts';

const { service, organisation, client } = setUpService();
let kid: number;
beforeAll(async () => {
  const people = Array.from({ length: 60 }, (_, i) => ({
    name: `Muster ${i}`,
    vorname: 'Erika'.repeat(40),
    titel: 'Dr. '.repeat(50),
    geb_ort: 'Köln'.repeat(50),
    geb_name: 'Beispiel'.repeat(25),
  }));
  const made = await client.post('/v3/customers', people);
  kid = made.body.inserted[0].kid;
});

/** As it travels: nothing is unpacked, and no header is added. */
const ask = async (
  path: string,
  encoding?: string,
  more: Record<string, string> = {},
  method: 'GET' | 'HEAD' = 'GET',
) => {
  const headers = {
    authorization: `Bearer ${client.token}`,
    ...(encoding ? { 'accept-encoding': encoding } : {}),
    ...more,
  };
  const answer = await request(`${service.address}${path}`, { method, headers });
  const bytes = Buffer.from(await answer.body.arrayBuffer());
  return { status: answer.statusCode, headers: answer.headers, bytes };
};
const unpack: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: zlib.gunzipSync,
  br: zlib.brotliDecompressSync,
};

test.each([
  ['br, gzip', 'br'],
  ['gzip, deflate', 'gzip'],
  ['gzip;q=1, br;q=0.5', 'gzip'],
  ['br;q=0, *', undefined],
  ['*;q=0', undefined],
  ['identity', undefined],
  ['identity, gzip;q=0.5', undefined],
  ['deflate', undefined],
  ['gzip;q=nonsense', undefined],
  ['', undefined],
])('Accept-Encoding "%s", with br and gzip available, selects %s', (header, expected) => {
  expect(encodingFor(header, header.startsWith('br;q=0') ? ['br'] : ['br', 'gzip'])).toBe(expected);
});

describe.each(['br', 'gzip'])('%s', (encoding) => {
  test.each([
    '/v3/customers?limit=3',
    '/v3/customers?limit=60',
    '/openapi/v3.yaml',
  ])('%s decompresses to the same bytes and is smaller', async (path) => {
    const [plain, packed] = [await ask(path), await ask(path, encoding)];
    expect(packed.headers['content-encoding']).toBe(encoding);
    expect(packed.headers.vary).toBe('Accept-Encoding');
    expect(plain.headers.vary).toBe('Accept-Encoding');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(unpack[encoding]?.(packed.bytes).equals(plain.bytes)).toBe(true);
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2);
  });
});

test('a short response is not compressed', async () => {
  const short = await ask('/v3/customers/999999', 'gzip');
  expect([short.status, short.headers['content-encoding']]).toEqual([404, undefined]);
  const one = await ask('/health', 'gzip');
  expect(one.headers['content-encoding']).toBeUndefined();
});

test('a record has the same strong ETag for every Accept-Encoding', async () => {
  const [plain, asked] = [await ask(`/v3/customers/${kid}`), await ask(`/v3/customers/${kid}`, 'gzip')];
  expect(plain.bytes.length).toBeGreaterThan(1024);
  expect([asked.headers['content-encoding'], asked.headers.vary]).toEqual([undefined, undefined]);
  expect(asked.headers.etag).toBe(plain.headers.etag);
  const known = await ask(`/v3/customers/${kid}`, 'gzip', { 'if-none-match': String(asked.headers.etag) });
  expect([known.status, known.bytes.length]).toEqual([304, 0]);
  const changed = await client.patch(
    `/v3/customers/${kid}`,
    { vorname: 'Anna' },
    { 'if-match': String(asked.headers.etag) },
  );
  expect(changed.status).toBe(200);
});

test('HEAD has the same headers as GET', async () => {
  const [head, get] = [
    await ask('/v3/customers?limit=3', 'gzip', {}, 'HEAD'),
    await ask('/v3/customers?limit=3', 'gzip'),
  ];
  for (const name of ['content-encoding', 'content-length', 'etag', 'vary'])
    expect(head.headers[name], name).toBe(get.headers[name]);
  expect(head.bytes.length).toBe(0);
});

test('downloads are never compressed, neither whole files nor ranges', async () => {
  const base64 = Buffer.from('Inhalt '.repeat(1000)).toString('base64');
  const { id } = (await client.post(`/v3/customers/${kid}/documents`, { base64, name: 'a.txt' })).body;
  const [whole, part] = [
    await ask(`/v3/documents/${id}/download`, 'br, gzip'),
    await ask(`/v3/documents/${id}/download`, 'br, gzip', { range: 'bytes=0-2999' }),
  ];
  expect([whole.status, whole.bytes.length, whole.headers['content-encoding']]).toEqual([200, 7000, undefined]);
  expect([part.status, part.bytes.length, part.headers['content-encoding']]).toEqual([206, 3000, undefined]);
});

test.each([
  undefined,
  'none',
  'same-site',
  'cross-site',
  'same-origin, same-origin',
])('settings responses are not compressed for a request with Sec-Fetch-Site %s, which could come from another site', async (site) => {
  const { cookie } = await signIn(service.address, organisation.login);
  const asks = { cookie, ...(site ? { 'sec-fetch-site': site } : {}) };
  for (const path of ['session', 'fields', 'audit', 'users'])
    expect((await ask(`/settings/api/${path}`, 'br, gzip', asks)).headers['content-encoding']).toBeUndefined();
});

test('settings responses are compressed for requests of the own page', async () => {
  const { cookie } = await signIn(service.address, organisation.login);
  const own = { cookie, 'sec-fetch-site': 'same-origin' };
  const [plain, packed] = [
    await ask('/settings/api/fields', undefined, own),
    await ask('/settings/api/fields', 'gzip, br', own),
  ];
  expect(packed.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'application/json; charset=utf-8',
    vary: expect.stringContaining('Accept-Encoding'),
    'cache-control': expect.stringContaining('no-store'),
  });
  expect(zlib.brotliDecompressSync(packed.bytes).equals(plain.bytes)).toBe(true);
  expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 4);
  const short = await ask('/settings/api/session', 'gzip, br', own);
  expect([short.status, short.headers['content-encoding']]).toEqual([200, undefined]);
});

test('assets of the page are served as the build compressed them', async () => {
  const page = (await ask('/')).bytes.toString();
  const asset = /\/assets\/[\w.-]+\.js/.exec(page)?.[0] ?? '';
  const [plain, packed] = [await ask(asset), await ask(asset, 'gzip, br')];
  expect(packed.headers).toMatchObject({
    'content-encoding': 'br',
    vary: 'Accept-Encoding',
    'cache-control': expect.stringContaining('immutable'),
  });
  expect(zlib.brotliDecompressSync(packed.bytes).equals(plain.bytes)).toBe(true);
  expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2);
  expect((await ask(`${asset}.br`)).status).toBe(404);
});

test('a client that disconnects before the long response to its POST starts causes no error', async () => {
  const body = JSON.stringify({ query: 'Muster', indices: ['customers'], limit: 60 });
  const asked = `POST /v3/search HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${client.token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const { port } = new URL(service.address);
  // Any moment of a call, from the first byte to the last.
  for (let moment = 0; moment < 100; moment += 1) {
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(asked);
    await delay(moment / 10);
    socket.destroy();
  }
  expect((await client.get('/v3/customers?limit=1')).status).toBe(200);
  expect(service.failures).toEqual([]);
});
