/** Restores documents of a backup, or reads them and compares them with their hash. */
import { createHash } from 'node:crypto';
import { forEachConcurrent } from '../concurrency/for-each-concurrent.ts';
import type { Copied } from '../db/embedded/low-level-backup.ts';
import type { FileStores } from '../files/object-store.ts';
import { IntegrityError } from './backup-encryption.ts';
import { AT_ONCE } from './base-backup.ts';
import type { EncryptedStore } from './encrypted-store.ts';
import { contentOf } from './file-backup.ts';

/** Contents that rows refer to. */
export type NamedContent = AsyncIterable<{ readonly orgId: number; readonly key: string; readonly aws: number }>;
export type RestoreReport = (copied: Copied) => void;

/** Restored contents, and keys of those that the backup lacks. */
export interface RestoredContents {
  readonly files: Copied;
  readonly missing: readonly string[];
}

/**
 * Restores the contents that rows refer to and that their stores lack.
 * @throws IntegrityError; Error of a store, such as one that is not configured any more
 */
export const restoreContents = async (
  vault: EncryptedStore,
  named: NamedContent,
  stores: FileStores,
  report: RestoreReport,
): Promise<RestoredContents> => {
  let files = { files: 0, bytes: 0 };
  const missing: string[] = [];
  await forEachConcurrent(named, AT_ONCE, async ({ orgId, key, aws }) => {
    const store = stores.of(aws);
    if ((await store.size(key)) !== null) return;
    const content = await contentOf(vault, key);
    if (!content) {
      missing.push(key);
      return;
    }
    const stored = await store.put(orgId, content);
    if (stored.key !== key) throw new IntegrityError(`the content ${key} has other bytes than it had`);
    files = { files: files.files + 1, bytes: files.bytes + stored.size };
    report(files);
  });
  return { files, missing };
};

/** Reads contents as a restore would, without storing them. */
export const readContents = async (
  vault: EncryptedStore,
  named: NamedContent,
  report: RestoreReport,
): Promise<RestoredContents> => {
  let files = { files: 0, bytes: 0 };
  const missing: string[] = [];
  await forEachConcurrent(named, AT_ONCE, async ({ key }) => {
    const content = await contentOf(vault, key);
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const piece of content ?? []) {
      hash.update(piece);
      bytes += piece.length;
    }
    if (!content || !key.endsWith(hash.digest('hex'))) missing.push(key);
    files = { files: files.files + 1, bytes: files.bytes + bytes };
    report(files);
  });
  return { files, missing };
};
