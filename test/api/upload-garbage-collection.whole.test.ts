/** Uploads during a garbage collection of files: every created document has its content. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import type { Database, Tx } from '../../src/db/database.ts';
import { createDiskStore } from '../../src/files/disk-store.ts';
import { type FileStores, fileStores, keyOf, type ObjectStore } from '../../src/files/object-store.ts';
import { openStores } from '../../src/files/open-stores.ts';
import { PART_SIZE } from '../../src/files/s3-upload.ts';
import { registry } from '../../src/model/registry.ts';
import { collectGarbage, moveFiles } from '../../src/operations/documents/gc-files.ts';
import { type Sql, sql } from '../../src/sql/sql.ts';
import { type Bucket, startBucket } from '../support/bucket.ts';
import { holdLock } from '../support/held-lock.ts';
import { queued } from '../support/queued.ts';
import { type Client, startTestService, type TestService } from '../support/service.ts';

const DAY_MS = 86_400_000;
let folder: string;
let bucket: Bucket;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swept-'));
  bucket = await startBucket(folder);
});
afterAll(async () => {
  await bucket.close();
  await rm(folder, { recursive: true, force: true });
});

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** A keeper as a sweep sees it that listed one key when it was old. @param looksAgain whether it is old at a second look too */
const listedOld = (store: ObjectStore, key: string, looksAgain: 'old' | 'now'): ObjectStore => ({
  aws: store.aws,
  put: (orgId, content) => store.put(orgId, content),
  hold: (orgId, content) => store.hold(orgId, content),
  size: (one) => store.size(one),
  storedAt: async (one) => (looksAgain === 'old' ? 0 : store.storedAt(one)),
  open: (one, range) => store.open(one, range),
  check: () => store.check(),
  list: async function* () {
    yield { key, size: 1, storedAt: 0 };
  },
  remove: (one) => store.remove(one),
  removeAll: (orgId, removed) => store.removeAll(orgId, removed),
  clearInterrupted: async () => 0,
  close: () => store.close(),
});

const jsonUpload = (client: Client, path: string, kid: number, bytes: Buffer) =>
  client.post(path, { base64: bytes.toString('base64'), name: 'x.bin', kid });
const formUpload = (client: Client, path: string, kid: number, bytes: Buffer) => {
  const form = new FormData();
  form.append('file', new File([new Uint8Array(bytes)], 'x.bin'));
  form.append('kid', String(kid));
  return client.send('POST', path, form);
};

describe.each(['disk', 's3'])('%s', (keeper) => {
  let service: TestService;
  let client: Client;
  let orgId: number;
  let kid: number;
  let files: FileStores;
  let store: ObjectStore;

  beforeAll(async () => {
    const env = { DATA_DIR: join(folder, keeper), ...(keeper === 's3' ? bucket.environment : {}) };
    service = await startTestService({ env });
    const organisation = await service.organisation();
    orgId = organisation.orgId;
    client = await organisation.client();
    kid = (await client.post('/v3/customers', { name: 'Akte' })).body.kid;
    files = openStores(readConfig(env));
    store = files.current;
  });
  afterAll(async () => {
    await files.close();
    await service.stop();
  });

  const sweep = (of: ObjectStore, key: string, looksAgain: 'old' | 'now') => {
    const swept = fileStores([listedOld(of, key, looksAgain)]);
    const found = (aws: number): ObjectStore => (aws === of.aws ? of : store);
    return collectGarbage(service.db, { ...swept, of: found }, Date.now() - DAY_MS);
  };
  /** Does something while others wait for a lock. */
  const whileWaiting = async (release: () => Promise<void>, work: () => Promise<unknown>): Promise<void> => {
    try {
      await queued(service.db, 1);
      await work();
    } finally {
      await release();
    }
  };
  const contentAt = async (at: ObjectStore, key: string): Promise<string> => {
    const pieces: Buffer[] = [];
    for await (const piece of await at.open(key)) pieces.push(piece as Buffer);
    return sha256(Buffer.concat(pieces));
  };

  test('referenced contents are looked up together, and unreferenced ones are removed', async () => {
    for (let n = 0; n < 12; n += 1)
      expect((await jsonUpload(client, '/v3/documents', kid, randomBytes(50))).status).toBe(201);
    const orphan = (await store.put(orgId, Readable.from([randomBytes(50)]))).key;
    const asked = { reads: 0, transactions: 0 };
    const counting = {
      ...service.db,
      queryLong: (statement: Sql) => {
        asked.reads += 1;
        return service.db.queryLong(statement);
      },
      transaction: (work: (tx: Tx) => Promise<unknown>) => {
        asked.transactions += 1;
        return service.db.transaction(work);
      },
    } as Database;
    const swept = await collectGarbage(counting, files, Date.now() + DAY_MS);
    expect([await store.size(orphan), swept.missing]).toEqual([null, []]);
    expect(swept.removed).toBe(asked.transactions);
    expect(asked.reads).toBeLessThan(12);
  });

  test.each([
    ['a document as JSON', '/v3/documents', jsonUpload, 100],
    ['a large document as JSON', '/v3/documents', jsonUpload, PART_SIZE + 1],
    ['a document as form', '/v3/documents', formUpload, 100],
    ['a large document as form', '/v3/documents', formUpload, PART_SIZE + 1],
    ['a document of the inbox', '/v3/inbox/documents', jsonUpload, 100],
  ])('%s that waits while its bytes are swept has them in the end', async (_title, path, upload, size) => {
    const bytes = randomBytes(size);
    const key = keyOf(orgId, sha256(bytes));
    const customer = sql`select 1 from contact where org_id = ${orgId} and id = ${kid} for update`;
    const release = await holdLock(service.db, customer);
    const reply = upload(client, path, kid, bytes);
    await whileWaiting(release, () => sweep(store, key, 'old'));
    expect((await reply).status).toBe(201);
    expect(await contentAt(store, key)).toBe(sha256(bytes));
    if (keeper === 'disk') expect(await store.storedAt(key)).toBeGreaterThan(Date.now() - 60_000);
  });

  test('content that was uploaded again after the sweep listed it is not removed', async () => {
    const bytes = randomBytes(100);
    const { key } = await store.put(
      orgId,
      (async function* () {
        yield bytes;
      })(),
    );
    expect((await sweep(store, key, 'now')).removed).toBe(0);
    expect(await store.size(key)).toBe(100);
    expect((await sweep(store, key, 'old')).removed).toBe(1);
    expect(await store.size(key)).toBeNull();
    expect(await store.storedAt(key)).toBeNull();
  });

  test('content is copied to another store before its row names it', async () => {
    const target: ObjectStore = { ...createDiskStore(join(folder, `${keeper}-target`)), aws: store.aws ? 0 : 1 };
    const bytes = randomBytes(100);
    const { id } = (await jsonUpload(client, '/v3/documents', kid, bytes)).body;
    const key = keyOf(orgId, sha256(bytes));
    const row = sql`select 1 from document where org_id = ${orgId} and id = ${id} for update`;
    const release = await holdLock(service.db, row);
    const move = moveFiles(service.db, fileStores([target, store]), registry, target.aws);
    await whileWaiting(release, () => sweep(target, key, 'old'));
    expect((await move).moved).toBeGreaterThan(0);
    expect((await client.get(`/v3/documents/${id}`)).body.aws).toBe(target.aws);
    expect(await contentAt(target, key)).toBe(sha256(bytes));
  });
});
