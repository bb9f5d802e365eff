/** File contents in a backup: each once, for as long as a moment can be restored in which a record names it. */

import { forEachConcurrent } from '../concurrency/for-each-concurrent.ts';
import type { Content, FileStores, ObjectEntry, ObjectStore } from '../files/object-store.ts';
import { organisationOf } from '../files/object-store.ts';
import { AT_ONCE } from './base-backup.ts';
import type { EncryptedStore } from './encrypted-store.ts';
import { contentFolder, contentName } from './object-keys.ts';

/** Objects that no store has any more, by name, with the time of detection (milliseconds since 1970). */
type Gone = Readonly<Record<string, number>>;
const GONE = 'gone';
/** Clocks and file systems are not exact. */
const MARGIN_MS = 60_000;
/** New objects of a bucket are found by listing all of it. */
const BUCKET_EVERY_MS = 600_000;
/** The bucket's clock is another one, and earlier rounds may not have listed it. */
const BUCKET_MARGIN_MS = BUCKET_EVERY_MS + 3_600_000;

export interface StoredBlob {
  readonly files: number;
  readonly bytes: number;
}

async function* bytesOf(store: ObjectStore, key: string): AsyncGenerator<Uint8Array> {
  for await (const chunk of await store.open(key)) yield chunk as Uint8Array;
}

const isGone = (error: unknown): boolean => ['ENOENT', 'NoSuchKey', 'NotFound'].includes(codeOf(error));
const codeOf = (error: unknown): string => (error as { code?: string }).code ?? (error as { name?: string }).name ?? '';

/** Brings contents into a vault. */
export class ContentCopier {
  /** Time of the last listing of buckets, by a monotonic clock. */
  #listedAt = Number.NEGATIVE_INFINITY;

  constructor(
    readonly vault: EncryptedStore,
    readonly files: FileStores,
  ) {}

  /** Stores one object; no record references one that the garbage collection removed meanwhile. */
  async #store(from: ObjectStore, { key }: ObjectEntry): Promise<boolean> {
    try {
      await this.vault.put(contentName(this.vault.key, organisationOf(key), key), bytesOf(from, key));
      return true;
    } catch (error) {
      if (isGone(error)) return false;
      throw error;
    }
  }

  /** Stores objects added since a moment that earlier rounds have reached. */
  async storeNew(since: number): Promise<StoredBlob> {
    // The clock was set back: times do not identify new objects.
    if (since > Date.now() + MARGIN_MS) return this.compareAll(0, () => undefined);
    const stored = { files: 0, bytes: 0 };
    const bucketsAreDue = performance.now() - this.#listedAt >= BUCKET_EVERY_MS;
    for (const store of this.files.all) {
      if (store.aws && !bucketsAreDue) continue;
      const from = since - (store.aws ? BUCKET_MARGIN_MS : MARGIN_MS);
      await forEachConcurrent(store.list(Math.max(0, from)), AT_ONCE, async (entry) => {
        const name = contentName(this.vault.key, organisationOf(entry.key), entry.key);
        if ((await this.vault.has(name)) || !(await this.#store(store, entry))) return;
        stored.files += 1;
        stored.bytes += entry.size;
      });
    }
    if (bucketsAreDue) this.#listedAt = performance.now();
    return stored;
  }

  /**
   * Compares all objects with the backup: stores missing ones, and removes those that have not existed since before a
   * moment.
   */
  async compareAll(removeBefore: number, stopped: () => void): Promise<StoredBlob & { readonly removed: number }> {
    const stored = { files: 0, bytes: 0 };
    const there = new Set<string>();
    for (const store of this.files.all) {
      // Stores list organisation by organisation.
      let known: { readonly folder: string; readonly names: Promise<Set<string>> } | undefined;
      await forEachConcurrent(store.list(), AT_ONCE, async (entry) => {
        stopped();
        const folder = contentFolder(this.vault.key, organisationOf(entry.key));
        if (known?.folder !== folder) known = { folder, names: this.#namesIn(folder) };
        const name = contentName(this.vault.key, organisationOf(entry.key), entry.key);
        there.add(name);
        if ((await known.names).has(name) || !(await this.#store(store, entry))) return;
        stored.files += 1;
        stored.bytes += entry.size;
      });
    }
    return { ...stored, removed: await this.#removeGone(there, removeBefore) };
  }

  async #namesIn(folder: string): Promise<Set<string>> {
    const names = new Set<string>();
    for await (const name of this.vault.list(folder)) names.add(name);
    return names;
  }

  async #removeGone(there: ReadonlySet<string>, before: number): Promise<number> {
    const known = new Map(Object.entries((await this.vault.getJson<Gone>(GONE)) ?? {}));
    const gone = new Map<string, number>();
    let removed = 0;
    for await (const name of this.vault.list('content/')) {
      if (there.has(name)) continue;
      const since = known.get(name) ?? Date.now();
      if (since < before) {
        await this.vault.remove(name);
        removed += 1;
      } else gone.set(name, since);
    }
    if (gone.size || known.size) await this.vault.putJson(GONE, Object.fromEntries(gone));
    return removed;
  }
}

/** Content that a backup has; null where it has not. @throws IntegrityError */
export const contentOf = (vault: EncryptedStore, key: string): Promise<Content | null> =>
  vault.open(contentName(vault.key, organisationOf(key), key));
