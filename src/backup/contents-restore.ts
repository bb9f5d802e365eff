/** Documents out of a backup: brought back, or read and compared with the hash that names them. */
import { createHash } from 'node:crypto';
import type { Copied } from '../db/backup.ts';
import type { FileStores } from '../files/object-store.ts';
import { AT_ONCE } from './base.ts';
import { contentOf } from './contents.ts';
import { Damaged } from './encryption.ts';
import { eachOf } from './parallel.ts';
import type { Vault } from './vault.ts';

/** Content that rows name. */
export type Named = AsyncIterable<{ readonly orgId: number; readonly key: string; readonly aws: number }>;
export type Told = (copied: Copied) => void;

/** Restored contents, and keys of those that the backup lacks. */
export interface BroughtContents {
  readonly files: Copied;
  readonly missing: readonly string[];
}

/**
 * Brings back the contents that rows name and that their stores lack.
 * @throws Damaged; Error of a store, such as one that is not configured any more
 */
export const restoreContents = async (
  vault: Vault,
  named: Named,
  stores: FileStores,
  told: Told,
): Promise<BroughtContents> => {
  let files = { files: 0, bytes: 0 };
  const missing: string[] = [];
  await eachOf(named, AT_ONCE, async ({ orgId, key, aws }) => {
    const store = stores.of(aws);
    if ((await store.size(key)) !== null) return;
    const content = await contentOf(vault, key);
    if (!content) {
      missing.push(key);
      return;
    }
    const stored = await store.put(orgId, content);
    if (stored.key !== key) throw new Damaged(`the content ${key} has other bytes than it had`);
    files = { files: files.files + 1, bytes: files.bytes + stored.size };
    told(files);
  });
  return { files, missing };
};

/** Reads contents as a restore would. */
export const readContents = async (vault: Vault, named: Named, told: Told): Promise<BroughtContents> => {
  let files = { files: 0, bytes: 0 };
  const missing: string[] = [];
  await eachOf(named, AT_ONCE, async ({ key }) => {
    const content = await contentOf(vault, key);
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const piece of content ?? []) {
      hash.update(piece);
      bytes += piece.length;
    }
    if (!content || !key.endsWith(hash.digest('hex'))) missing.push(key);
    files = { files: files.files + 1, bytes: files.bytes + bytes };
    told(files);
  });
  return { files, missing };
};
