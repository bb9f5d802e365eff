/** Bytes of documents over HTTP: names, types, validators, routes below parents, faults (rules 16.5). */

import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { raw } from '../../src/sql/sql.ts';
import { type Client, startTestService, type TestService } from '../support/service.ts';

const DATA_DIR = `${inject('files')}-content`;
let service: TestService;
let client: Client;
let stranger: Client;
let kid: number;
let adminKid: number;

const base64 = (text: string) => Buffer.from(text).toString('base64');
const upload = async (path: string, body: object = {}): Promise<number> => {
  const answer = await client.post(path, { base64: base64('0123456789'), name: 'a.txt', ...body });
  expect(answer.status).toBe(201);
  return answer.body.id;
};

beforeAll(async () => {
  service = await startTestService({ env: { DATA_DIR } });
  const organisation = await service.organisation();
  client = await organisation.client();
  adminKid = organisation.adminKid;
  stranger = await (await service.organisation()).client();
  kid = (await client.post('/v3/customers', { name: 'Akte' })).body.kid;
});
afterAll(async () => {
  // The faults below are logged as errors, which is as it should be.
  await service.stop().catch(() => undefined);
});

describe('names and types', () => {
  const names: readonly [string, string, string][] = [
    ['Übersicht für Müller.pdf', 'Uebersicht fuer Mueller.pdf', 'Übersicht für Müller.pdf'],
    ['a"b\\c.txt', 'a_b_c.txt', 'a"b_c.txt'],
    ['../../etc/passwd', '.._.._etc_passwd', '.._.._etc_passwd'],
    ['zeile\r\nSet-Cookie: x.txt', 'zeile__Set-Cookie: x.txt', 'zeile__Set-Cookie: x.txt'],
    ['rechnung\u202efdp.exe', 'rechnung_fdp.exe', 'rechnung_fdp.exe'],
    ['می\u200cخواهم.pdf', '________.pdf', 'می\u200cخواهم.pdf'],
    ['👨\u200d👩\u200d👧.jpg', '_____.jpg', '👨\u200d👩\u200d👧.jpg'],
    ['links\u200fnach\u061crechts.txt', 'links_nach_rechts.txt', 'links_nach_rechts.txt'],
    ['100%25.txt', '100_25.txt', '100%25.txt'],
    ["o'neil (1)*.txt", "o'neil (1)*.txt", "o'neil (1)*.txt"],
    ['日本語.pdf', '___.pdf', '日本語.pdf'],
    [`${'x'.repeat(251)}.pdf`, `${'x'.repeat(251)}.pdf`, `${'x'.repeat(251)}.pdf`],
  ];

  test.each(names)('%j', async (name, plain, extended) => {
    const id = await upload('/v3/documents', { name });
    expect((await client.get(`/v3/documents/${id}`)).body.name).toBe(name);
    const header = (await client.get(`/v3/documents/${id}/download`)).headers.get('content-disposition') ?? '';
    const [, ascii, encoded] =
      /^attachment; filename="([^"]*)"; filename\*=UTF-8''([\w.~!#$&+^`|%-]+)$/.exec(header) ?? [];
    expect(ascii).toBe(plain);
    expect(decodeURIComponent(encoded ?? '')).toBe(extended);
  });

  test.each([
    ['x.html', 'text/html; charset=utf-8'],
    ['x.svg', 'image/svg+xml'],
    ['x.PDF', 'application/pdf'],
    ['x.constructor', 'application/octet-stream'],
    ['x', 'application/octet-stream'],
  ])('%s is shown as %s and can do nothing', async (name, type) => {
    const id = await upload('/v3/documents', { name });
    const { headers } = await client.get(`/v3/documents/${id}/content`);
    expect(headers.get('content-type')).toBe(type);
    expect(headers.get('content-disposition')).toMatch(/^inline/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toMatch(/^sandbox;/);
  });
});

describe('validators and ranges', () => {
  test('a cached version gets 304', async () => {
    const path = `/v3/documents/${await upload('/v3/documents')}/download`;
    const etag = (await client.get(path)).headers.get('etag') ?? '';
    for (const known of [etag, `"x", ${etag}`, '*', `W/${etag}`]) {
      expect((await client.get(path, { 'if-none-match': known })).status).toBe(304);
    }
    expect((await client.get(path, { 'if-none-match': '"x"' })).status).toBe(200);
  });

  test.each([
    ['bytes=0-0', 206, '0', 'bytes 0-0/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=7-100', 206, '789', 'bytes 7-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=-100', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=5-2', 200, '0123456789', null],
    ['bytes=0-1,3-4', 200, '0123456789', null],
    ['lines=1-2', 200, '0123456789', null],
    ['bytes=10-', 416, null, 'bytes */10'],
    ['bytes=-0', 416, null, 'bytes */10'],
  ])('range %s', async (range, status, text, contentRange) => {
    const answer = await client.get(`/v3/documents/${await upload('/v3/documents')}/content`, { range });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-range')).toBe(contentRange);
    if (text !== null) expect(String(answer.text)).toBe(text);
  });

  test('a range of another version gets the whole content', async () => {
    const path = `/v3/documents/${await upload('/v3/documents')}/content`;
    const etag = (await client.get(path)).headers.get('etag') ?? '';
    expect((await client.get(path, { range: 'bytes=0-0', 'if-range': etag })).status).toBe(206);
    expect((await client.get(path, { range: 'bytes=0-0', 'if-range': '"x"' })).status).toBe(200);
  });

  test('HEAD returns the length without the bytes', async () => {
    const answer = await client.send('HEAD', `/v3/documents/${await upload('/v3/documents')}/download`);
    expect([answer.status, answer.headers.get('content-length'), answer.text]).toEqual([200, '10', '']);
  });
});

describe('below parents', () => {
  test('each operation gets 404 below another parent', async () => {
    const contract = (await client.post('/v3/contracts', { kid, nummer: 'V' })).body.id;
    const damage = (await client.post('/v3/damages', { kid, art: 'Glas' })).body.id;
    for (const parent of [`contracts/${contract}`, `damages/${damage}`, `customers/${kid}`, `users/${adminKid}`]) {
      const id = await upload(`/v3/${parent}/documents`);
      for (const [other, expected] of [
        [parent, 200],
        [parent === `contracts/${contract}` ? `damages/${damage}` : `contracts/${contract}`, 404],
      ] as const) {
        const path = `/v3/${other}/documents/${id}`;
        expect((await client.get(path)).status).toBe(expected);
        expect((await client.get(`${path}/download`)).status).toBe(expected);
        expect((await client.get(`${path}/content`)).status).toBe(expected);
        expect((await stranger.get(`${path}/content`)).status).toBe(404);
        expect((await client.patch(path, { name: `${expected}.txt` })).status).toBe(expected);
      }
      expect((await client.delete(`/v3/${parent}/documents/${id}`)).status).toBe(200);
    }
  });

  test('20 parallel uploads to one parent are all stored', async () => {
    const other = (await client.post('/v3/customers', { name: 'Viele' })).body.kid;
    const ids = await Promise.all(Array.from({ length: 20 }, () => upload(`/v3/customers/${other}/documents`)));
    expect(new Set(ids).size).toBe(20);
    expect((await client.get(`/v3/customers/${other}/documents`)).body.total).toBe(20);
  });
});

describe('faults leave nothing behind', () => {
  const run = (text: string) => service.db.transaction((tx) => tx.run(raw(text)));
  const total = async () => (await client.get('/v3/documents')).body.total;

  test('an unknown link gets link_failed', async () => {
    const contract = (await client.post('/v3/contracts', { kid, nummer: 'V' })).body.id;
    const before = await total();
    await run('alter table link rename to link_away');
    const answer = await client.post(`/v3/contracts/${contract}/documents`, { base64: 'eA==' });
    await run('alter table link_away rename to link');
    expect([answer.status, answer.error]).toEqual([500, 'link_failed']);
    expect(await total()).toBe(before);
    expect((await client.get(`/v3/contracts/${contract}/links`)).body.total).toBe(0);
  });

  test('a missing parent is reported before anything is stored', async () => {
    expect((await client.post('/v3/customers/2147483647/documents', { base64: 'eA==' })).error).toBe('not_found');
    expect((await client.post('/v3/damages/2147483647/documents', { base64: 'eA==' })).error).toBe('record_not_found');
  });

  test('lost content gets 503, and the metadata stays readable', async () => {
    const id = await upload('/v3/documents', { base64: base64('lost') });
    const { url } = (await client.get(`/v3/documents/${id}`)).body;
    await rm(`${DATA_DIR}/files/${url}`);
    expect((await client.get(`/v3/documents/${id}/download`)).error).toBe('service_unavailable');
    expect((await client.get(`/v3/documents/${id}`)).status).toBe(200);
  });
});

test('an upload without a store gets s3_upload_failed and writes no row', async () => {
  const broken = await startTestService({
    env: { S3_BUCKET: 'files', S3_ENDPOINT: 'http://127.0.0.1:1', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' },
  });
  try {
    const other = await (await broken.organisation()).client();
    const answer = await other.post('/v3/documents', { base64: 'eA==' });
    expect([answer.status, answer.error]).toEqual([502, 's3_upload_failed']);
    expect((await other.get('/v3/documents')).body.total).toBe(0);
  } finally {
    await broken.stop().catch(() => undefined);
  }
});
