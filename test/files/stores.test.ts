/** One suite for both keepers: what they promise in `object-store.ts`. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDiskStore } from '../../src/files/disk-store.ts';
import type { Content, ObjectStore } from '../../src/files/object-store.ts';
import { createS3Store } from '../../src/files/s3-store.ts';

let folder: string;
let s3: S3rver;
let port: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stores-'));
  s3 = new S3rver({ port: 0, silent: true, directory: join(folder, 's3'), configureBuckets: [{ name: 'files' }] });
  port = (await s3.run()).port;
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

const makers: Readonly<Record<string, () => ObjectStore>> = {
  disk: () => createDiskStore(join(folder, 'disk')),
  s3: () =>
    createS3Store({
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'files',
      region: 'eu-central-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    }),
};

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

describe.each(Object.keys(makers))('%s', (name) => {
  let store: ObjectStore;
  beforeAll(() => {
    store = (makers[name] as () => ObjectStore)();
  });
  afterAll(() => store.close());

  test.each([1, 4096, 1_000_001, 25 * 1024 * 1024])('gives %i bytes back as they were', async (size) => {
    const bytes = randomBytes(size);
    const stored = await store.put(7, pieces(bytes));
    expect(stored).toMatchObject({ size, sha256: sha256(bytes), aws: name === 's3' ? 1 : 0 });
    expect(stored.key).toBe(`7/${stored.sha256.slice(0, 2)}/${stored.sha256}`);
    expect(await store.size(stored.key)).toBe(size);
    expect(sha256(await bytesOf(store, stored.key))).toBe(stored.sha256);
  });

  test('gives parts', async () => {
    const { key } = await store.put(7, pieces(Buffer.from('0123456789')));
    expect((await bytesOf(store, key, { start: 2, end: 4 })).toString()).toBe('234');
    expect((await bytesOf(store, key, { start: 0, end: 9 })).toString()).toBe('0123456789');
  });

  test('keeps the same bytes of one organisation once, of another apart', async () => {
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

  test('removing nothing is no error, reading nothing is one', async () => {
    const key = `7/00/${'0'.repeat(64)}`;
    await store.remove(key);
    expect(await store.size(key)).toBeNull();
    await expect(store.open(key)).rejects.toThrow();
  });

  test('content that breaks off leaves nothing behind', async () => {
    const before = await keysOf(store);
    async function* broken(): Content {
      yield Buffer.from('half');
      throw new Error('broken off');
    }
    await expect(store.put(7, broken())).rejects.toThrow('broken off');
    expect(await keysOf(store)).toEqual(before);
    if (name === 'disk') expect(await readdir(join(folder, 'disk', 'part'))).toEqual([]);
  });
});

describe('disk', () => {
  test('storing again makes content young again', async () => {
    const root = join(folder, 'young');
    const store = createDiskStore(root);
    const { key } = await store.put(1, pieces(Buffer.from('a')));
    await utimes(join(root, key), 1, 1);
    await store.put(1, pieces(Buffer.from('a')));
    for await (const entry of store.list()) expect(Date.now() - entry.storedAt).toBeLessThan(60_000);
  });

  test('no key leads out of the folder', async () => {
    const store = createDiskStore(join(folder, 'closed'));
    await expect(store.open('../../etc/passwd')).rejects.toThrow('Not a key');
    await expect(store.size('/etc/passwd')).rejects.toThrow('Not a key');
  });
});

describe('s3', () => {
  test('an unreachable service is an error', async () => {
    const store = createS3Store({
      endpoint: 'http://127.0.0.1:1',
      bucket: 'files',
      region: 'eu-central-1',
      accessKeyId: 'a',
      secretAccessKey: 'b',
    });
    await expect(store.put(1, pieces(Buffer.from('a')))).rejects.toThrow();
    await store.close();
  });
});
