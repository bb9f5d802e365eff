/** Documents in a bucket are copied to a running backup once, however often the bucket is scanned. */
import { readdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { backupKey } from '../../src/backup/backup-encryption.ts';
import { openEncryptedStore } from '../../src/backup/encrypted-store.ts';
import { ContentCopier, contentOf } from '../../src/backup/file-backup.ts';
import { createFolderRepository } from '../../src/backup/folder-repository.ts';
import { newKey } from '../../src/db/encryption/key-ring.ts';
import { fileStores, type ObjectStore } from '../../src/files/object-store.ts';
import { createS3Store } from '../../src/files/s3-store.ts';
import { createSpool } from '../../src/files/spool.ts';
import { type Bucket, startBucket, storeAt } from '../support/bucket.ts';
import { makeFolder } from '../support/folder.ts';

const [MINUTE_MS, DAY_MS] = [60_000, 86_400_000];
const NOTHING = { files: 0, bytes: 0 };

let folder: string;
let place: Bucket;
let bucket: ObjectStore;
const vault = () => openEncryptedStore(createFolderRepository(join(folder, 'place')), key);
const key = backupKey(newKey());

beforeAll(async () => {
  folder = await makeFolder('bucket-contents');
  place = await startBucket(folder);
  bucket = createS3Store(storeAt(place.endpoint), createSpool(join(folder, 'spool')));
});
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  await bucket.close();
  await place.close();
  await rm(folder, { recursive: true, force: true });
});

const put = async (text: string): Promise<string> => {
  const content = async function* () {
    yield Buffer.from(text);
  };
  return (await bucket.put(1, content())).key;
};
/** The copier of a new process, without state of earlier scans. */
const keeper = () => new ContentCopier(vault(), fileStores([bucket]));

test('stored files are not copied again, neither by the process nor by the next one', async () => {
  await put('first');
  await put('second');
  vi.useFakeTimers({ toFake: ['performance'] });
  const one = keeper();
  expect(await one.storeNew(Date.now())).toEqual({ files: 2, bytes: 11 });
  for (let look = 0; look < 3; look += 1) {
    vi.advanceTimersByTime(11 * MINUTE_MS);
    expect(await one.storeNew(Date.now())).toEqual(NOTHING);
  }
  expect(await keeper().storeNew(Date.now())).toEqual(NOTHING);
  const third = await put('third');
  expect(await one.storeNew(Date.now())).toEqual(NOTHING);
  vi.advanceTimersByTime(11 * MINUTE_MS);
  expect(await one.storeNew(Date.now())).toEqual({ files: 1, bytes: 5 });
  expect(await contentOf(vault(), third)).not.toBeNull();
});

test('files added after the last check of the bucket are copied by the next process', async () => {
  const late = await put('late');
  // The last round was after it, and did not look at the bucket.
  expect(await keeper().storeNew(Date.now() + 9 * MINUTE_MS)).toMatchObject({ files: 1 });
  expect(await contentOf(vault(), late)).not.toBeNull();
});

test('files older than the backup are not requested', async () => {
  await put('old');
  for (const entry of await readdir(join(folder, 's3'), { recursive: true, withFileTypes: true }))
    if (entry.isFile()) await utimes(join(entry.parentPath, entry.name), 1000, 1000);
  const young = await put('young');
  const found: string[] = [];
  for await (const entry of bucket.list(Date.now() - DAY_MS)) found.push(entry.key);
  expect(found).toEqual([young]);
});
