/** Uploads as `multipart/form-data`: the JSON body's rules, with the file as it is (docs/decisions/0007). */
import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import fc from 'fast-check';
import { afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { setUpService } from '../support/fixture.ts';
import type { Reply } from '../support/service.ts';

const MIB = 1024 * 1024;
const DATA_DIR = `${inject('files')}-forms`;
let kid: number;
let parents: Readonly<Record<string, string>>;

const { service, organisation, client } = setUpService({ env: { DATA_DIR } });
beforeAll(async () => {
  kid = (await client.post('/v3/customers', { name: 'Akte' })).body.kid;
  const contract = (await client.post('/v3/contracts', { kid, nummer: 'V' })).body.id;
  const damage = (await client.post('/v3/damages', { kid, art: 'Glas' })).body.id;
  const product = (await client.post('/v3/products', { name: 'Versicherer' })).body.id;
  parents = {
    customer: `customers/${kid}/`,
    contract: `contracts/${contract}/`,
    damage: `damages/${damage}/`,
    product: `products/${product}/`,
    user: `users/${organisation.adminKid}/`,
    none: '',
  };
});
// After every form, temporary files are stored or deleted.
afterEach(() => expect.poll(aside).toEqual([]));

const aside = () => readdir(`${DATA_DIR}/files/part`).catch(() => []);

type Fields = Readonly<Record<string, string | Blob>>;
const formOf = (fields: Fields): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
};
const file = (content: string | Uint8Array<ArrayBuffer> = 'x', name = 'x.txt') => new File([content], name);
const upload = (fields: Fields, path = '/v3/documents', headers: Record<string, string> = {}): Promise<Reply> =>
  client.send('POST', path, formOf(fields), headers);
const part = (headers: string, content: string) => `--b\r\n${headers}\r\n\r\n${content}\r\n`;
/** Headers of a part that is a file. */
const HEAD = 'Content-Disposition: form-data; name="file"; filename="x.txt"';
const FORM = 'multipart/form-data; boundary=b';
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('what is sent is stored', () => {
  test.each([
    ['Windows-1252', Buffer.from('K\xfcndigung \x80 5.txt', 'latin1'), 'Kündigung € 5.txt'],
    ['UTF-8', Buffer.from('Kündigung € 5.txt'), 'Kündigung € 5.txt'],
  ])('a file name in %s', async (_encoding, name, shown) => {
    const [before, after] = HEAD.split('x.txt');
    const body = Buffer.concat([Buffer.from(`--b\r\n${before}`), name, Buffer.from(`${after}\r\n\r\nx\r\n--b--\r\n`)]);
    const made = await client.send('POST', '/v3/documents', body, { 'content-type': FORM });
    expect([made.status, made.body.name]).toEqual([201, shown]);
  });

  test.each(['customer', 'contract', 'damage', 'product', 'user', 'none'])('below: %s', async (parent) => {
    const bytes = randomBytes(300_000);
    const made = await upload({ file: file(bytes, 'Police.pdf') }, `/v3/${parents[parent]}documents`);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ name: 'Police.pdf', extension: 'pdf', size: bytes.length });
    expect(made.body.url).toContain(sha256(bytes));
    const read = (await client.get(`/v3/${parents[parent]}documents/${made.body.id}?with_base64=true`)).body;
    expect(sha256(Buffer.from(read.base64, 'base64'))).toBe(sha256(bytes));
  });

  test('texts before and after the file are fields', async () => {
    const ordner = (await client.post(`/v3/customers/${kid}/documents/folders`, { name: 'A' })).body.id;
    const fields = {
      kid: `${kid}`,
      datum: '2026-01-31',
      file: file(),
      ordner: `${ordner}`,
      kundenportal: 'true',
      nr: '',
    };
    expect((await upload({ ...fields, name: 'Müller & Söhne.txt' })).body).toMatchObject({
      ...{ kid, ordner, datum: '2026-01-31', kundenportal: 1, nr: null, size: 1 },
      ...{ name: 'Müller & Söhne.txt', extension: 'txt' },
    });
  });

  test.each([
    ['Übersicht für "Müller".pdf', 'Übersicht für "Müller".pdf'],
    ['日本語.pdf', '日本語.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Akten\\a.pdf', 'a.pdf'],
    ['100%25.txt', '100%25.txt'],
  ])('the name of the file %j is the name where no text is', async (given, name) => {
    expect((await upload({ file: file('x', given) })).body.name).toBe(name);
  });

  test('a text part with Base64 is the content; the inbox accepts forms too', async () => {
    expect((await upload({ base64: 'aGFsbG8=', name: 'h.txt' })).body).toMatchObject({ size: 5, name: 'h.txt' });
    const made = await upload({ file: file('post', 'Post.pdf'), betreff: 'Neu' }, '/v3/inbox/documents');
    expect([made.status, made.body]).toEqual([201, { success: true, id: expect.any(Number) }]);
  });
});

describe('what is wrong is reported as for a JSON body', () => {
  const issues: readonly [string, Fields, string][] = [
    ['no file', { name: 'x.txt' }, 'base64:invalid_type'],
    ['an empty file', { file: file('') }, 'file:invalid_format'],
    ['a text that is no base64', { file: '***' }, 'file:invalid_format'],
    ['a number that is none', { file: file(), ordner: 'abc' }, 'ordner:invalid_type'],
    ['a field of the service', { file: file(), size: '5' }, 'size:protected_field'],
    ['an unknown field', { file: file(), foo: 'x' }, 'foo:unrecognized_key'],
    ['an unknown file', { file: file(), anlage: file() }, 'anlage:unrecognized_key'],
    ['a file as a text', { file: file(), name: file() }, 'name:invalid_type'],
    ['a key of every object', { file: file(), constructor: 'x' }, 'constructor:unrecognized_key'],
    ['a long name', { file: file('x', `${'x'.repeat(260)}.txt`) }, 'name:too_big'],
    ['a folder of nobody', { file: file(), ordner: '2147483647' }, 'ordner:invalid_reference'],
  ];
  test.each(issues)('%s', async (_title, fields, expected) => {
    const { status, error, body } = await upload(fields);
    expect([status, error]).toEqual([400, 'validation_failed']);
    const found = body.data.issues.map((one: { path: string[]; code: string }) => `${one.path.join('.')}:${one.code}`);
    expect(found).toContain(expected);
  });

  test('a repeated part', async () => {
    const form = formOf({ file: file('a') });
    form.append('file', file('b'));
    expect((await client.send('POST', '/v3/documents', form)).body.data.issues[0]).toMatchObject({
      path: ['file'],
      code: 'duplicate_key',
    });
  });

  test('a field given by the path, a missing parent, an unknown kid, another address', async () => {
    const fields = { file: file(), kid: `${kid}` };
    expect((await upload(fields, `/v3/customers/${kid}/documents`)).error).toBe('body_kid_forbidden');
    expect((await upload({ file: file() }, '/v3/customers/2147483647/documents')).error).toBe('not_found');
    expect((await upload({ file: file(), kid: '2147483647' })).error).toBe('customer_not_found');
    expect((await upload(fields, '/v3/customers')).error).toBe('unsupported_media_type');
    expect((await service.ask('POST', '/v3/documents')).status).toBe(401);
  });

  const bodies: readonly [string, string, string, string][] = [
    ['no boundary', 'multipart/form-data', 'x', 'invalid_json'],
    ['no form', FORM, 'x', 'invalid_json'],
    ['nothing', FORM, '', 'invalid_json'],
    ['no end', FORM, part(HEAD, 'x'), 'invalid_json'],
    ['no end of a file', FORM, `--b\r\n${HEAD}\r\n\r\n${'x'.repeat(200_000)}`, 'invalid_json'],
    ['another boundary', 'multipart/form-data; boundary=c', `${part(HEAD, 'x')}--b--`, 'invalid_json'],
    ['a part without a name', FORM, `${part('Content-Disposition: form-data', 'x')}--b--`, 'invalid_json'],
    ['an encoded part', FORM, `${part(`${HEAD}\r\nContent-Transfer-Encoding: base64`, 'eA==')}--b--`, 'invalid_json'],
    [
      'a long text',
      FORM,
      `${part('Content-Disposition: form-data; name="name"', 'x'.repeat(2 * MIB))}--b--`,
      'payload_too_large',
    ],
    [
      'many texts',
      FORM,
      `${part('Content-Disposition: form-data; name="name"', 'x').repeat(101)}--b--`,
      'payload_too_large',
    ],
    ['many files', FORM, `${part(HEAD, 'x').repeat(11)}--b--`, 'payload_too_large'],
    ['mixed', 'multipart/mixed; boundary=b', `${part(HEAD, 'x')}--b--`, 'unsupported_media_type'],
  ];
  test.each(bodies)('a body with %s', async (_title, type, body, expected) => {
    const before = (await client.get('/v3/documents')).body.total;
    const answer = await client.send('POST', '/v3/documents', body, { 'content-type': type });
    expect(answer.error, answer.text).toBe(expected);
    expect(answer.body).toMatchObject({ statusCode: answer.status, data: { message: expect.any(String) } });
    expect((await client.get('/v3/documents')).body.total).toBe(before);
  });
});

test('a text that is not UTF-8 is refused, as in JSON', async () => {
  const name = part('Content-Disposition: form-data; name="name"', '\xff.txt');
  const form = Buffer.from(`${name}${part(HEAD, 'x')}--b--\r\n`, 'latin1');
  const answer = await client.send('POST', '/v3/documents', form, { 'content-type': FORM });
  expect([answer.status, answer.error]).toEqual([400, 'invalid_json']);
});

test('a form that is damaged at any byte gets a response', async () => {
  const fields = ['kid', 'name', 'datum'].map((name) => part(`Content-Disposition: form-data; name="${name}"`, '1'));
  const whole = Buffer.from(`${part(HEAD, 'content')}${fields.join('')}--b--\r\n`);
  const damage = fc.record({
    at: fc.nat(whole.length),
    cut: fc.nat(20),
    put: fc.constantFrom('', '\r\n', '--b', '"', '\0', ';', 'ü', '--b--'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(damage, { maxLength: 3 }), async (all) => {
      const body = all.reduce(
        (bytes, { at, cut, put }) => Buffer.concat([bytes.subarray(0, at), Buffer.from(put), bytes.subarray(at + cut)]),
        whole,
      );
      const { status, error, text } = await client.send('POST', '/v3/documents', body, { 'content-type': FORM });
      expect(status, text).toBeLessThan(500);
      if (status >= 400) expect(error, text).toMatch(/^[a-z0-9_]+$/);
    }),
    { numRuns: 300, interruptAfterTimeLimit: 15_000 },
  );
});

describe('limits', () => {
  test('25 MiB are accepted, one byte more gets file_too_large', async () => {
    const bytes = randomBytes(25 * MIB + 1);
    const most = await upload({ file: file(bytes.subarray(1)) });
    expect([most.status, most.body.size]).toEqual([201, 25 * MIB]);
    const more = await upload({ file: file(bytes) });
    expect([more.status, more.error]).toEqual([413, 'file_too_large']);
  });

  /** Sends a body without an end until there is an answer. */
  const pour = (headers: Record<string, string>, opening: string): Promise<{ status: number; text: string }> =>
    new Promise((resolve, reject) => {
      const piece = Buffer.alloc(MIB, 'x');
      const call = request(`${service.address}/v3/documents`, {
        method: 'POST',
        headers: { authorization: `Bearer ${client.token}`, ...headers },
      });
      const more = (): void => {
        while (!call.destroyed && call.write(piece));
      };
      call.on('drain', more).on('error', reject);
      call.on('response', async (response) => {
        let text = '';
        for await (const chunk of response) text += chunk;
        call.destroy();
        resolve({ status: response.statusCode ?? 0, text });
      });
      call.write(opening);
      more();
    });

  test.each([
    ['application/json', {}, '{"base64":"'],
    ['application/json', { 'content-length': `${60 * MIB}` }, '{"base64":"'],
    [FORM, {}, `--b\r\n${HEAD}\r\n\r\n`],
    [FORM, { 'content-length': `${60 * MIB}` }, `--b\r\n${HEAD}\r\n\r\n`],
  ])('40 MiB of %s are payload_too_large as soon as that is known %j', async (type, headers, opening) => {
    const { status, text } = await pour({ 'content-type': type, ...headers }, opening);
    expect([status, JSON.parse(text).data.error]).toEqual([413, 'payload_too_large']);
  });

  test('a disconnected client leaves no temporary file', async () => {
    const call = request(`${service.address}/v3/documents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.token}`, 'content-type': FORM },
    });
    call.on('error', () => undefined);
    call.write(`--b\r\n${HEAD}\r\n\r\n`);
    call.write(Buffer.alloc(MIB));
    await expect.poll(aside).toHaveLength(1);
    call.destroy();
    await expect.poll(aside).toEqual([]);
  });
});

test('Idempotency-Key compares texts and content, regardless of boundary and order of parts', async () => {
  const key = { 'idempotency-key': 'form' };
  const content = randomBytes(200_000);
  const path = `/v3/customers/${kid}/documents`;
  const before = (await client.get(path)).body.total;
  const first = await upload({ file: file(content), name: 'a.bin' }, path, key);
  const second = await upload({ name: 'a.bin', file: file(content) }, path, key);
  expect([first.status, second.text]).toEqual([201, first.text]);
  expect(second.headers.get('idempotent-replayed')).toBe('true');
  content[100_000] = (content[100_000] ?? 0) ^ 1;
  expect((await upload({ file: file(content), name: 'a.bin' }, path, key)).error).toBe('idempotency_key_reused');
  expect((await upload({ file: file(), name: 'b.bin' }, path, key)).error).toBe('idempotency_key_reused');
  expect((await client.get(path)).body.total).toBe(before + 1);
});
