/** Backups of a machine whose clock was wrong for a while (docs/decisions/0020): nothing that a restore needs is lost or passed over. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { backupKey } from '../../src/backup/backup-encryption.ts';
import { openEncryptedStore } from '../../src/backup/encrypted-store.ts';
import { ContentCopier, contentOf } from '../../src/backup/file-backup.ts';
import { createFolderRepository } from '../../src/backup/folder-repository.ts';
import { baseName, timelineHeadName, walChunkName, walChunksOf } from '../../src/backup/object-keys.ts';
import { prune } from '../../src/backup/prune-backups.ts';
import { restorePointAt } from '../../src/backup/restore-points.ts';
import { lockBackup } from '../../src/backup/writer-lock.ts';
import { newKey } from '../../src/db/encryption/key-ring.ts';
import { createDiskStore } from '../../src/files/disk-store.ts';
import { fileStores, type ObjectStore } from '../../src/files/object-store.ts';
import { makeFolder } from '../support/folder.ts';

const YEAR_MS = 365 * 86_400_000;
const LINE = 'ab';
const key = backupKey(newKey());

let folder: string;
beforeAll(async () => {
  folder = await makeFolder('clocks');
});
afterEach(() => vi.useRealTimers());
afterAll(() => rm(folder, { recursive: true, force: true }));

const segment = (number: number): string => `0000000100000000${number.toString(16).toUpperCase().padStart(8, '0')}`;

const contentWith = async function* (text: string) {
  yield Buffer.from(text);
};

const opened = (name: string) => {
  const repository = createFolderRepository(join(folder, name));
  const vault = openEncryptedStore(repository, key);
  return {
    repository,
    vault,
    copy: (at: number, from: number, until = from) =>
      vault.putJson(baseName(LINE, at), {
        ...{ line: LINE, from: segment(from), until: segment(until), segmentBytes: 1 << 20 },
        ...{ folders: [], files: [], secretsKeys: [] },
      }),
    wal: (number: number, at: number) => vault.putBytes(walChunkName(LINE, segment(number), at), Buffer.from('x')),
    head: (at: number, number: number) =>
      vault.putJson(timelineHeadName(LINE), { at, segment: segment(number), position: '0/0', secretsKeys: [] }),
  };
};

test('a lock with a future time is ignored as set by a wrong clock', async () => {
  const { repository } = opened('claimed');
  const seen = (at: number) =>
    repository.put(
      'writer.json',
      contentWith(JSON.stringify({ host: 'other', data_dir: 'there', seen_at: new Date(at).toISOString() })),
    );
  await seen(Date.now());
  await expect(lockBackup(repository, folder, false)).rejects.toThrow('is written to by another service');
  await seen(Date.now() + YEAR_MS);
  await lockBackup(repository, folder, false);
});

test('the latest moment follows from copies that were made while the clock was ahead', async () => {
  const { repository, copy, wal, head } = opened('ahead');
  await copy(YEAR_MS, 1);
  await wal(1, YEAR_MS);
  await wal(2, 1000);
  await head(1000, 2);
  const latest = await restorePointAt(repository, [key], null);
  expect([latest.at, latest.baseAt, latest.pieces.length, latest.stop]).toEqual([
    1000,
    YEAR_MS,
    2,
    { position: '0/0' },
  ]);
  await expect(restorePointAt(repository, [key], 900)).rejects.toThrow('does not have');
});

test('segments stored while the clock was ahead are fetched for a copy that needs them', async () => {
  const { repository, copy, wal, head } = opened('both');
  await wal(1, YEAR_MS);
  await wal(2, 1000);
  await copy(1000, 1, 2);
  await wal(3, 2000);
  await wal(4, 3000);
  await head(3000, 4);
  const { pieces, stop } = await restorePointAt(repository, [key], 1500);
  expect([pieces.map(({ at }) => at), stop]).toEqual([[YEAR_MS, 1000, 2000], { time: 1500 }]);
});

test('for a moment without writes, segments are fetched up to the next commit', async () => {
  const { repository, copy, wal, head } = opened('quiet');
  await copy(1000, 1);
  await wal(1, 1000);
  // Quiet rounds moved the end on to 5000; the next one brings three segments, of which the last one has its mark.
  for (const number of [2, 3, 4]) await wal(number, 6000);
  await wal(5, 7000);
  await head(7000, 5);
  const leading = async (at: number) => (await restorePointAt(repository, [key], at)).pieces.map((piece) => piece.at);
  expect(await leading(3000)).toEqual([1000, 6000, 6000, 6000]);
  expect(await leading(5999)).toEqual([1000, 6000, 6000, 6000]);
  expect(await leading(6500)).toEqual([1000, 6000, 6000, 6000, 7000]);
});

test('a segment that was stored twice counts once, and a missing one is a gap', async () => {
  const { repository, vault, copy, wal } = opened('twice');
  await copy(1000, 0xfff);
  await wal(0xfff, 1000);
  // The round that stored it first was broken off; segments of 1 MB have numbers up to FFF.
  await vault.putBytes(walChunkName(LINE, '000000010000000100000000', 3000), Buffer.from('x'));
  await vault.putBytes(walChunkName(LINE, '000000010000000100000000', 2000), Buffer.from('x'));
  await vault.putJson(timelineHeadName(LINE), {
    at: 3000,
    segment: '000000010000000100000000',
    position: '0/0',
    secretsKeys: [],
  });
  expect((await restorePointAt(repository, [key], null)).pieces.map(({ at }) => at)).toEqual([1000, 2000]);
  await vault.putJson(timelineHeadName(LINE), {
    at: 4000,
    segment: '000000010000000100000002',
    position: '0/0',
    secretsKeys: [],
  });
  await expect(restorePointAt(repository, [key], null)).rejects.toThrow('has a gap after 000000010000000100000000');
});

test('the segments that a copy needs stay, whatever the time of a later one', async () => {
  const { repository, vault, copy, wal } = opened('pruned');
  await copy(YEAR_MS, 1);
  await wal(1, YEAR_MS);
  await copy(1000, 3);
  await wal(2, 1000);
  await prune(vault, repository, LINE, 500);
  expect((await walChunksOf(vault, LINE)).size).toBe(2);
  // The second copy alone needs none of them.
  await vault.remove(baseName(LINE, YEAR_MS));
  await prune(vault, repository, LINE, 500);
  expect((await walChunksOf(vault, LINE)).size).toBe(0);
});

test('a file is stored after a backup run with a future time', async () => {
  const { vault } = opened('contents');
  const disk = createDiskStore(join(folder, 'files'));
  const keeper = new ContentCopier(vault, fileStores([disk]));
  const { key: stored } = await disk.put(1, contentWith('in a time to come'));
  await keeper.storeNew(Date.now() + YEAR_MS);
  expect(await contentOf(vault, stored)).not.toBeNull();
});

test('the bucket is listed after the clock was set back', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.now() });
  const { vault } = opened('bucket');
  const bucket: ObjectStore = { ...createDiskStore(join(folder, 'bucket-files')), aws: 1 };
  const keeper = new ContentCopier(vault, fileStores([bucket]));
  await keeper.storeNew(Date.now());
  const { key: stored } = await bucket.put(1, contentWith('behind the last look'));
  vi.advanceTimersByTime(3_600_000);
  vi.setSystemTime(Date.now() - YEAR_MS);
  await keeper.storeNew(Date.now());
  expect(await contentOf(vault, stored)).not.toBeNull();
});

test.each([
  'looked before',
  'is new',
])('what came since the clock was put back is stored, however long the place was away meanwhile: a keeper that %s', async (which) => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.now() + YEAR_MS });
  const { vault } = opened(`away-${which.length}`);
  const disk = createDiskStore(join(folder, `away-files-${which.length}`));
  const before = new ContentCopier(vault, fileStores([disk]));
  const head = Date.now();
  await before.storeNew(head);
  // Back to the real time; the file has a time of the file system's clock.
  vi.setSystemTime(Date.now() - YEAR_MS);
  const { key: stored } = await disk.put(1, contentWith('while the place was away'));
  vi.advanceTimersByTime(600_000);
  await (which === 'is new' ? new ContentCopier(vault, fileStores([disk])) : before).storeNew(head);
  expect(await contentOf(vault, stored)).not.toBeNull();
});
