/** One suite for both file stores: the contract in `object-store.ts`. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createDiskStore } from '../../src/files/disk-store.ts';
import type { Content, ObjectStore } from '../../src/files/object-store.ts';
import { createS3Store } from '../../src/files/s3-store.ts';
import { PART_SIZE } from '../../src/files/s3-upload.ts';
import { createSpool } from '../../src/files/spool.ts';
import { type Bucket, startBucket, storeAt } from '../support/bucket.ts';
import { type Passed, type S3Proxy, startS3Proxy } from '../support/s3-proxy.ts';

let folder: string;
let bucket: Bucket;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stores-'));
  bucket = await startBucket(folder);
});
afterAll(async () => {
  await bucket.close();
  await rm(folder, { recursive: true, force: true });
});

const bucketAt = (endpoint: string, timeoutMs?: number): ObjectStore =>
  createS3Store({ ...storeAt(endpoint), timeoutMs }, createSpool(join(folder, 'spool', 'part')));

const makers: Readonly<Record<string, () => ObjectStore>> = {
  disk: () => createDiskStore(join(folder, 'disk')),
  s3: () => bucketAt(bucket.endpoint),
};
/** Temporary files of a store whose address is not known yet. */
const uploadFolderOf = (name: string) =>
  readdir(join(folder, name === 'disk' ? 'disk' : 'spool', 'part')).catch(() => []);

async function* pieces(bytes: Buffer, size = 100_000): Content {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

const bytesOf = async (store: ObjectStore, key: string, range?: { start: number; end: number }): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of await store.open(key, range)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

const keysOf = async (store: ObjectStore): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of store.list()) keys.push(key);
  return keys;
};

test.each([
  ['InvalidAccessKeyId', 403, false],
  ['NoSuchBucket', 404, false],
  ['AccessDenied', 403, true],
])('a bucket that answers %s is there: %s', async (code, status, there) => {
  const proxy = await startS3Proxy(bucket.port);
  proxy.meddle = () => ({ status, text: `<Error><Code>${code}</Code><Message>x</Message></Error>` });
  const store = bucketAt(proxy.endpoint);
  const checked = store.check().then(
    () => true,
    () => false,
  );
  expect(await checked).toBe(there);
  await store.close();
  await proxy.close();
});

test('a bucket that never answers is an error', async () => {
  const mute = createServer(() => undefined);
  await new Promise<void>((done) => mute.listen(0, '127.0.0.1', done));
  const endpoint = `http://127.0.0.1:${(mute.address() as AddressInfo).port}`;
  const store = bucketAt(endpoint, 200);
  await expect(store.put(7, pieces(Buffer.from('a')))).rejects.toThrow(/timeout|timed out/i);
  await expect(store.size('7/00/x')).rejects.toThrow(/timeout|timed out/i);
  await expect(store.check()).rejects.toThrow(/timeout|timed out/i);
  await store.close();
  mute.closeAllConnections();
  mute.close();
});

describe.each(Object.keys(makers))('%s', (name) => {
  let store: ObjectStore;
  beforeAll(() => {
    store = (makers[name] as () => ObjectStore)();
  });
  afterAll(() => store.close());

  test('checks that content can be written and read, and leaves no file', async () => {
    await store.check();
    expect(await uploadFolderOf(name)).toEqual([]);
    expect(await keysOf(store)).toEqual([]);
  });

  const sizes = [1, 4096, 1_000_001, PART_SIZE - 1, PART_SIZE, PART_SIZE + 1, 2 * PART_SIZE, 25 * 1024 * 1024];
  test.each(sizes)('returns %i bytes as they were stored', async (size) => {
    const bytes = randomBytes(size);
    const stored = await store.put(7, pieces(bytes));
    expect(await uploadFolderOf(name)).toEqual([]);
    expect(stored).toMatchObject({ size, sha256: sha256(bytes), aws: name === 's3' ? 1 : 0 });
    expect(stored.key).toBe(`7/${stored.sha256.slice(0, 2)}/${stored.sha256}`);
    expect(await store.size(stored.key)).toBe(size);
    expect(sha256(await bytesOf(store, stored.key))).toBe(stored.sha256);
  });

  test('returns ranges', async () => {
    const { key } = await store.put(7, pieces(Buffer.from('0123456789')));
    expect((await bytesOf(store, key, { start: 2, end: 4 })).toString()).toBe('234');
    expect((await bytesOf(store, key, { start: 0, end: 9 })).toString()).toBe('0123456789');
  });

  test('removes all files of an organisation, and none of one whose number has it as a prefix', async () => {
    for (const orgId of [81, 81, 8, 811])
      for (let n = 0; n < 20; n += 1) await store.put(orgId, pieces(Buffer.from(`${n} of ${orgId}`)));
    const told = { files: 0, bytes: 0 };
    await store.removeAll(81, (files, bytes) => {
      told.files += files;
      told.bytes += bytes;
    });
    expect(told).toEqual({ files: 20, bytes: 10 * '1 of 81'.length + 10 * '10 of 81'.length });
    const left = (await keysOf(store)).map((key) => key.split('/')[0]);
    expect(left.filter((orgId) => orgId === '81')).toEqual([]);
    expect(left.filter((orgId) => orgId === '8').length).toBe(20);
    expect(left.filter((orgId) => orgId === '811').length).toBe(20);
    if (name === 'disk') expect(await readdir(join(folder, 'disk'))).not.toContain('81');
    await store.removeAll(81, () => expect.unreachable());
    for (const orgId of [8, 811]) await store.removeAll(orgId, () => undefined);
  });

  test('stores equal bytes of one organisation once, those of another separately', async () => {
    const bytes = Buffer.from(`once ${name}`);
    const all = await Promise.all(Array.from({ length: 10 }, () => store.put(8, pieces(bytes))));
    expect(new Set(all.map(({ key }) => key)).size).toBe(1);
    const other = await store.put(9, pieces(bytes));
    expect((await keysOf(store)).filter((key) => key.endsWith(other.sha256)).sort()).toEqual([
      `8/${other.sha256.slice(0, 2)}/${other.sha256}`,
      other.key,
    ]);
    await store.remove(other.key);
    expect(await store.size(other.key)).toBeNull();
    expect(await store.size(all[0]?.key ?? '')).toBe(bytes.length);
  });

  test('removing missing content is no error, reading it is one', async () => {
    const key = `7/00/${'0'.repeat(64)}`;
    await store.remove(key);
    expect(await store.size(key)).toBeNull();
    await expect(store.open(key)).rejects.toThrow();
  });

  test.each([4, PART_SIZE + 1])('content that ends early after %i bytes leaves no file', async (size) => {
    const before = await keysOf(store);
    async function* broken(): Content {
      yield* pieces(Buffer.alloc(size));
      throw new Error('broken off');
    }
    await expect(store.put(7, broken())).rejects.toThrow('broken off');
    expect(await keysOf(store)).toEqual(before);
    expect(await uploadFolderOf(name)).toEqual([]);
  });

  test.each([10, PART_SIZE + 1])('a temporary file of %i bytes is discarded by its writer', async (size) => {
    const spool = createSpool(join(folder, name === 'disk' ? 'disk' : 'spool', 'part'));
    const spooled = await spool(pieces(randomBytes(size)));
    const { key, sha256: stored } = await store.put(7, spooled);
    expect(stored).toBe(spooled.sha256);
    await spooled.discard();
    expect(await uploadFolderOf(name)).toEqual([]);
    expect(sha256(await bytesOf(store, key))).toBe(stored);
  });
});

describe('disk', () => {
  test('storing content again renews its time', async () => {
    const root = join(folder, 'young');
    const store = createDiskStore(root);
    const { key } = await store.put(1, pieces(Buffer.from('a')));
    await utimes(join(root, key), 1, 1);
    await store.put(1, pieces(Buffer.from('a')));
    for await (const entry of store.list()) expect(Date.now() - entry.storedAt).toBeLessThan(60_000);
  });

  test('no key leads outside of the folder', async () => {
    const store = createDiskStore(join(folder, 'closed'));
    await expect(store.open('../../etc/passwd')).rejects.toThrow('Not a key');
    await expect(store.size('/etc/passwd')).rejects.toThrow('Not a key');
  });
});

describe('s3', () => {
  let proxy: S3Proxy;
  let store: ObjectStore;
  beforeAll(async () => {
    proxy = await startS3Proxy(bucket.port);
    store = bucketAt(proxy.endpoint);
  });
  afterAll(async () => {
    await store.close();
    await proxy.close();
  });
  afterEach(() => {
    proxy.meddle = (_passed, body) => body;
    proxy.passed.length = 0;
  });
  const told = () => proxy.passed.map(({ method, query }) => `${method} ${query}`.trim());
  const large = () => pieces(randomBytes(2 * PART_SIZE + 5));

  test('large content is uploaded in parts of bounded size', async () => {
    await store.put(7, large());
    const parts = [1, 2, 3].map((number) => `PUT partNumber=${number}&uploadId`);
    expect(told()).toEqual(['POST uploads', ...parts, 'POST uploadId']);
    expect(Math.max(...proxy.passed.map(({ size }) => size))).toBe(PART_SIZE);
  });

  test.each([
    ['a part', (passed: Passed) => passed.query.startsWith('partNumber=2')],
    ['the end', (passed: Passed) => passed.method === 'POST' && passed.query === 'uploadId'],
  ])('an upload of which %s fails is aborted', async (_title, fails) => {
    proxy.meddle = (passed, body) => (fails(passed) ? { status: 400, text: '' } : body);
    const before = await keysOf(store);
    await expect(store.put(7, large())).rejects.toThrow();
    expect(told().at(-1)).toBe('DELETE uploadId');
    expect(await keysOf(store)).toEqual(before);
    expect(await uploadFolderOf('s3')).toEqual([]);
  });

  test.each([10, 2 * PART_SIZE + 5])('%i bytes that are damaged in transit are not stored', async (size) => {
    proxy.meddle = ({ method }, body) => {
      if (method === 'PUT') body[0] = (body[0] ?? 0) ^ 1;
      return body;
    };
    await expect(store.put(7, pieces(randomBytes(size)))).rejects.toThrow();
  });

  test('the sweep aborts unfinished uploads', async () => {
    const upload = (key: string, day: number) =>
      `<Upload><Key>${key}</Key><UploadId>${day}</UploadId><Initiated>2026-01-0${day}T00:00:00.000Z</Initiated></Upload>`;
    const uploads = [upload('7/aa/x', 1), upload('7/bb/x', 3), upload('backup/x', 1)].join('');
    proxy.meddle = ({ method }) =>
      method === 'GET'
        ? { status: 200, text: `<ListMultipartUploadsResult>${uploads}</ListMultipartUploadsResult>` }
        : { status: 204, text: '' };
    expect(await store.clearInterrupted(Date.parse('2026-01-02'))).toBe(1);
    expect(told()).toEqual(['GET uploads', 'DELETE uploadId']);
  });

  test.each([
    ['the versions of its key, the latest last', 204, ['v1', 'v3', 'v2']],
    ['the latest where versions must not be removed', 403, ['v1', '']],
  ])('a removal in a bucket with versions removes %s', async (_title, status, removed) => {
    const key = `7/00/${'0'.repeat(64)}`;
    const version = (of: string, id: string, latest = false) =>
      `<Key>${of}</Key><VersionId>${id}</VersionId><IsLatest>${latest}</IsLatest>`;
    const versions = [version(key, 'v2', true), version(key, 'v1'), version(`${key}1`, 'v4')];
    const listed = versions.map((one) => `<Version>${one}</Version>`).join('');
    const marker = `<DeleteMarker>${version(key, 'v3')}</DeleteMarker>`;
    proxy.meddle = ({ method, query }) => {
      if (method === 'DELETE') return { status: query ? status : 204, text: '' };
      const truncated = !query.includes('key-marker');
      const next = truncated
        ? `<NextKeyMarker>${key}</NextKeyMarker><NextVersionIdMarker>v1</NextVersionIdMarker>`
        : '';
      const text = `<IsTruncated>${truncated}</IsTruncated>${next}${truncated ? listed : marker}`;
      return { status: 200, text: `<ListVersionsResult>${text}</ListVersionsResult>` };
    };
    await store.remove(key);
    const deletes = proxy.passed.filter(({ method }) => method === 'DELETE');
    expect(deletes.map(({ query }) => query.replace('versionId=', ''))).toEqual(removed);
  });

  test('a service that does not list uploads is swept without an error', async () => {
    expect(await store.clearInterrupted(Date.now())).toBe(0);
  });

  test('an unreachable service is an error', async () => {
    const nowhere = bucketAt('http://127.0.0.1:1');
    await expect(nowhere.put(1, pieces(Buffer.from('a')))).rejects.toThrow();
    await nowhere.close();
  });
});
