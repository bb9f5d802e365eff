/** Documents, folders and the inbox over HTTP with real bytes (rules 5.6, 5.7, 5.16, 9.14). */

import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../src/sql.ts';
import { type Client, startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let client: Client;
let kid: number;
let contract: number;
let damage: number;

const base64 = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64');

beforeAll(async () => {
  service = await startTestService();
  client = await (await service.organisation()).client();
  kid = (await client.post('/v3/customers', { name: 'Akte' })).body.kid;
  contract = (await client.post(`/v3/customers/${kid}/contracts`, { nummer: 'V-1' })).body.id;
  damage = (await client.post(`/v3/customers/${kid}/damages`, { art: 'Glas' })).body.id;
});
afterAll(() => service.stop());

describe('upload', () => {
  test('bytes come back as they were sent, at all readings', async () => {
    const bytes = randomBytes(300_000);
    const { status, body } = await client.post(`/v3/customers/${kid}/documents`, {
      base64: base64(bytes),
      name: 'Police.pdf',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      success: true,
      name: 'Police.pdf',
      extension: 'pdf',
      size: bytes.length,
      kid,
      ordner: 0,
      aws: 0,
    });
    const sha = (data: ArrayBuffer | Buffer) =>
      createHash('sha256')
        .update(Buffer.from(data as ArrayBuffer))
        .digest('hex');
    for (const path of [
      `/v3/documents/${body.id}/download`,
      `/v3/customers/${kid}/documents/${body.id}/content`,
      `/v3/documents/${body.id}?file=1`,
    ]) {
      const response = await fetch(`${service.address}${path}`, {
        headers: { authorization: `Bearer ${client.token}` },
      });
      expect(sha(await response.arrayBuffer())).toBe(sha(bytes));
      expect(response.headers.get('content-type')).toBe('application/pdf');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    }
    const read = (await client.get(`/v3/documents/${body.id}?with_base64=true`)).body;
    expect(read.base64).toBe(base64(bytes));
    expect((await client.get(`/v3/documents/${body.id}`)).body.base64).toBeUndefined();
  });

  test('below a contract and a damage: owner, link, kid', async () => {
    const { body } = await client.post(`/v3/contracts/${contract}/documents`, { base64: base64('x'), name: 'a.txt' });
    expect(body).toMatchObject({ vid: contract, kid });
    expect((await client.get(`/v3/contracts/${contract}/links`)).body.items).toMatchObject([
      { foreign_section: 'documents', foreign_id: body.id },
    ]);
    expect((await client.get(`/v3/documents/${body.id}/links`)).body.total).toBe(1);
    const other = await client.post(`/v3/damages/${damage}/documents`, { file: base64('y'), extension: 'eml' });
    expect(other.body).toMatchObject({ schaden: damage, kid, name: 'dokument.eml', is_eml: 1 });
    expect((await client.get(`/v3/damages/${damage}/documents`)).body.total).toBe(1);
    expect((await client.get(`/v3/contracts/${contract}/documents/${other.body.id}`)).error).toBe('not_found');
    expect((await client.post(`/v3/contracts/${contract}/documents`, { base64: 'eA==', vid: 1 })).error).toBe(
      'body_vid_forbidden',
    );
    expect((await client.post(`/v3/contracts/${contract}/documents`, { base64: 'eA==', kid: 1 })).error).toBe(
      'body_kid_forbidden',
    );
    expect((await client.post('/v3/contracts/2147483647/documents', { base64: 'eA==' })).error).toBe(
      'record_not_found',
    );
  });

  test.each([
    [{}, 'base64:invalid_type'],
    [{ base64: '' }, 'base64:invalid_format'],
    [{ base64: '***' }, 'base64:invalid_format'],
    [{ base64: 'eA==', size: 5 }, 'size:protected_field'],
    [{ base64: 'eA==', ext_status: 1 }, 'ext_status:protected_field'],
    [{ base64: 'eA==', bipro_id: null }, 'bipro_id:protected_field'],
    [{ base64: 'eA==', foo: 5 }, 'foo:unrecognized_key'],
    [{ base64: 'eA==', ext_id: 'x' }, 'ext_id:protected_field'],
    [{ base64: 'eA==', bipro_nr: 'x' }, 'bipro_nr:protected_field'],
    [{ base64: 'eA==', ordner: 2147483647 }, 'ordner:invalid_reference'],
  ])('refuses %j', async (body, expected) => {
    const answer = await client.post(`/v3/customers/${kid}/documents`, body);
    expect(answer.status).toBe(400);
    expect(
      answer.body.data.issues.map((one: { path: string[]; code: string }) => `${one.path.join('.')}:${one.code}`),
    ).toContain(expected);
  });

  test.each([
    [{ name: null }, { name: 'dokument.txt', extension: 'txt' }],
    [{ name: '' }, { name: 'dokument.txt', extension: 'txt' }],
    [{ extension: '.PDF' }, { name: 'a.txt', extension: 'PDF' }],
    [
      { name: 'b.csv', extension: null },
      { name: 'b.csv', extension: 'csv' },
    ],
  ])('changed to %j it keeps a name and an extension', async (change, expected) => {
    const { id } = (await client.post('/v3/documents', { base64: 'eA==', name: 'a.txt' })).body;
    expect((await client.patch(`/v3/documents/${id}`, change)).body.updated).toBe(Object.keys(change).length);
    expect((await client.get(`/v3/documents/${id}`)).body).toMatchObject(expected);
    expect((await client.get(`/v3/documents/${id}/download`)).headers.get('content-disposition')).toContain(
      expected.name,
    );
  });

  test('more than 25 MiB is too large; a data URL is accepted', async () => {
    const large = await client.post('/v3/documents', { base64: base64(Buffer.alloc(25 * 1024 * 1024 + 1)), kid });
    expect([large.status, large.error]).toEqual([413, 'file_too_large']);
    const url = await client.post('/v3/documents', {
      base64: `data:text/plain;base64,${base64('hallo')}`,
      kid,
      name: 'h.txt',
    });
    expect(url.body.size).toBe(5);
  });

  test('hostile names stay names', async () => {
    const name = '../../etc/"passwd"\r\nX: ä.html';
    const { body } = await client.post('/v3/documents', { base64: 'eA==', name, kid });
    const answer = await client.get(`/v3/documents/${body.id}/content`);
    expect(answer.headers.get('content-disposition')).toMatch(/^inline; filename="[^"\r\n]*"; filename\*=UTF-8''/);
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
  });
});

test('ranges', async () => {
  const { body } = await client.post('/v3/documents', { base64: base64('0123456789'), kid, name: 'z.txt' });
  const part = await client.get(`/v3/documents/${body.id}/download`, { range: 'bytes=2-4' });
  expect([part.status, part.text, part.headers.get('content-range')]).toEqual([206, '234', 'bytes 2-4/10']);
  expect((await client.get(`/v3/documents/${body.id}/download`, { range: 'bytes=-3' })).text).toBe('789');
  expect((await client.get(`/v3/documents/${body.id}/download`, { range: 'bytes=20-' })).status).toBe(416);
});

test('metadata changes, content does not; protected documents stay', async () => {
  const { body } = await client.post('/v3/documents', { base64: 'eA==', kid, name: 'p.txt', protect: 1 });
  expect((await client.patch(`/v3/documents/${body.id}`, { base64: 'eQ==' })).status).toBe(400);
  expect((await client.delete(`/v3/documents/${body.id}`)).error).toBe('document_protected');
  expect(
    (await client.patch(`/v3/customers/${kid}/documents/${body.id}`, { protect: 0, name: 'q.txt' })).body.updated,
  ).toBe(2);
  expect((await client.delete(`/v3/documents/${body.id}`)).body).toEqual({
    success: true,
    soft_deleted: true,
    id: body.id,
  });
  expect((await client.get(`/v3/documents/${body.id}/download`)).error).toBe('not_found');
});

describe('folders', () => {
  const path = () => `/v3/customers/${kid}/documents/folders`;
  const make = async (name: string, parent_id?: number) =>
    (await client.post(path(), { name, parent_id })).body.id as number;

  test('a tree, its moves and its rules', async () => {
    const a = await make('A');
    const b = await make('B', a);
    const c = await make('C', b);
    const list = (await client.get(path())).body.items;
    expect(list.map((one: { id: number; parent_id: number | null }) => [one.id, one.parent_id])).toEqual([
      [a, null],
      [b, a],
      [c, b],
    ]);
    expect((await client.patch(`${path()}/${a}`, { parent_id: c })).error).toBe('invalid_parent_id');
    expect((await client.patch(`${path()}/${a}`, { parent_id: a })).error).toBe('invalid_parent_id');
    expect((await client.patch(`${path()}/${c}`, { parent_id: 0 })).body.updated).toBe(1);
    expect((await client.patch(`${path()}/${a}`, { parent_id: c })).body.updated).toBe(1);
    expect((await client.post(path(), { name: 'X', parent_id: 2147483647 })).error).toBe('invalid_parent_id');
    expect((await client.post(path(), {})).error).toBe('validation_failed');
  });

  test('delete: sub-folders become roots, documents unsorted; protected ones stay', async () => {
    const a = await make('D');
    const b = await make('E', a);
    const doc = (await client.post(`/v3/customers/${kid}/documents`, { base64: 'eA==', ordner: a })).body.id;
    await client.patch(`${path()}/${a}`, { protect: 1 });
    expect((await client.delete(`${path()}/${a}`)).error).toBe('folder_protected');
    await client.patch(`${path()}/${a}`, { protect: 0 });
    expect((await client.delete(`${path()}/${a}`)).body).toEqual({ success: true, deleted: true, id: a });
    expect((await client.get(`${path()}/${b}`)).body.parent_id).toBeNull();
    expect((await client.get(`/v3/documents/${doc}`)).body.ordner).toBe(0);
    expect((await client.delete(`${path()}/${a}`)).error).toBe('not_found');
  });

  test('a move is shown as a move', async () => {
    const a = await make('Ziel');
    const doc = (await client.post(`/v3/customers/${kid}/documents`, { base64: 'eA==', name: 'm.txt' })).body.id;
    expect((await client.patch(`/v3/documents/${doc}`, { ordner: a })).body.updated).toBe(1);
    const rows = await service.db.read<{ action: string; changes: string }>(
      sql`select action, changes from audit_entry where section = 'documents' and record_id = ${doc} order by id`,
    );
    expect(rows.map(({ action }) => action)).toEqual(['insert', 'move']);
    expect(JSON.parse(rows[1]?.changes ?? '')).toEqual({ name: 'm.txt', ordner_alt: null, ordner_neu: 'Ziel' });
  });
});

test('the inbox takes documents', async () => {
  expect(
    (await client.post('/v3/inbox/documents', { base64: 'eA==', name: 'Post.pdf', betreff: 'Neu', kid })).status,
  ).toBe(201);
  expect((await client.get('/v3/inbox/documents')).status).toBe(405);
  expect((await client.post('/v3/inbox/documents', {})).error).toBe('validation_failed');
});
