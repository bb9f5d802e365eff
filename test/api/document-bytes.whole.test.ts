/** Real files through the API in both file stores come back unchanged and cannot run scripts (rules 16.5). */
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bucket, startBucket } from '../support/bucket.ts';
import { sampleFiles } from '../support/sample-files.ts';
import { type Client, type Reply, startTestService, type TestService } from '../support/service.ts';

let folder: string;
let bucket: Bucket;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bytes-'));
  bucket = await startBucket(folder);
});
afterAll(async () => {
  await bucket.close();
  await rm(folder, { recursive: true, force: true });
});

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const files = sampleFiles();
const LARGE = 2 ** 20;

const ways: Readonly<Record<string, (client: Client, path: string, name: string, bytes: Buffer) => Promise<Reply>>> = {
  JSON: (client, path, name, bytes) => client.post(path, { base64: bytes.toString('base64'), name }),
  form: (client, path, name, bytes) => {
    const form = new FormData();
    form.append('file', new File([new Uint8Array(bytes)], name));
    return client.send('POST', path, form);
  },
};

describe.each(['disk', 's3'])('%s', (keeper) => {
  let service: TestService;
  let client: Client;

  beforeAll(async () => {
    service = await startTestService({
      env: { DATA_DIR: join(folder, keeper), ...(keeper === 's3' ? bucket.environment : {}) },
    });
    client = await (await service.organisation()).client();
  });
  afterAll(() => service.stop());

  const bytesAt = async (path: string, headers: Record<string, string> = {}) => {
    const reply = await fetch(`${service.address}${path}`, {
      headers: { authorization: `Bearer ${client.token}`, ...headers },
    });
    return { status: reply.status, headers: reply.headers, bytes: Buffer.from(await reply.arrayBuffer()) };
  };

  const cases = Object.keys(ways).flatMap((way) => files.map(([name, type, bytes]) => ({ way, name, type, bytes })));
  test.each(cases)('$name sent as $way is returned byte for byte', async ({ way, name, type, bytes }) => {
    const made = await (ways[way] as (typeof ways)[string])(client, '/v3/documents', name, bytes);
    expect([made.status, made.body.size, made.body.aws]).toEqual([201, bytes.length, keeper === 's3' ? 1 : 0]);
    expect(made.body.is_eml).toBe(name.endsWith('.eml') ? 1 : 0);
    // How 25 MB came does not change the ways to read them: the second time they are read in one.
    const again = bytes.length > LARGE && way !== 'JSON';
    for (const address of again ? ['/download'] : ['/download', '/content', '?file=1']) {
      const read = await bytesAt(`/v3/documents/${made.body.id}${address}`);
      expect([read.status, read.headers.get('content-type')]).toEqual([200, type]);
      expect(read.headers.get('content-length')).toBe(String(bytes.length));
      expect(sha256(read.bytes)).toBe(sha256(bytes));
    }
    if (again) return;
    const { base64 } = (await client.get(`/v3/documents/${made.body.id}?with_base64=true`)).body;
    expect(sha256(Buffer.from(base64, 'base64'))).toBe(sha256(bytes));
    const rest = await bytesAt(`/v3/documents/${made.body.id}/download`, { range: `bytes=${bytes.length >> 1}-` });
    expect([rest.status, sha256(rest.bytes)]).toEqual([206, sha256(bytes.subarray(bytes.length >> 1))]);
  });

  const hostile: readonly [string, string][] = [
    ['a.html', '<script>fetch("/v3/customers")</script>'],
    ['a.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>'],
    [
      'a.xml',
      '<?xml-stylesheet href="data:text/xsl,x"?><x xmlns="http://www.w3.org/1999/xhtml"><script>1</script></x>',
    ],
    ['a.txt', '<!doctype html><script>alert(1)</script>'],
    ['a.pdf', '<html><script>alert(1)</script>'],
    ['a', '<html><script>alert(1)</script>'],
  ];
  test.each(hostile)('a script in %s is not executed', async (name, content) => {
    const { id } = (await client.post('/v3/documents', { base64: Buffer.from(content).toString('base64'), name })).body;
    for (const address of ['/content', '/download']) {
      const { headers, bytes } = await bytesAt(`/v3/documents/${id}${address}`);
      expect(bytes.toString()).toBe(content);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      const policy = (headers.get('content-security-policy') ?? '').split('; ');
      expect(policy).toEqual(expect.arrayContaining(['sandbox', "default-src 'none'"]));
      expect(policy.join(' ')).not.toMatch(/allow-|script-src/);
    }
  });

  test.each([
    ['bytes=0-0', 206, 'bytes 0-0/10', '0'],
    ['bytes=-3', 206, 'bytes 7-9/10', '789'],
    ['bytes=4-', 206, 'bytes 4-9/10', '456789'],
    ['bytes=10-', 416, 'bytes */10', null],
  ])('range %s', async (range, status, contentRange, expected) => {
    const { id } = (await client.post('/v3/documents', { base64: Buffer.from('0123456789').toString('base64') })).body;
    const read = await bytesAt(`/v3/documents/${id}/content`, { range });
    expect([read.status, read.headers.get('content-range')]).toEqual([status, contentRange]);
    if (expected !== null) expect(read.bytes.toString()).toBe(expected);
  });
});
