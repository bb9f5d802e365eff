/** File contents in a backup: each once, for as long as a moment can be restored in which a record names it. */
import type { Content, FileStores, ObjectEntry, ObjectStore } from '../files/object-store.ts';
import { organisationOf } from '../files/object-store.ts';
import { AT_ONCE } from './base.ts';
import { contentFolder, contentName } from './names.ts';
import { eachOf } from './parallel.ts';
import type { Vault } from './vault.ts';

/** What no store has any more, by its name, and when that was first seen (milliseconds since 1970). */
type Gone = Readonly<Record<string, number>>;
const GONE = 'gone';
/** Clocks and file systems are not exact. */
const MARGIN_MS = 60_000;
/** A bucket says what is new only by listing everything. */
const BUCKET_EVERY_MS = 600_000;
/** A bucket's clock is not ours, and the rounds until the last one may not have looked at it. */
const BUCKET_MARGIN_MS = BUCKET_EVERY_MS + 3_600_000;

/** One look at a store. */
interface Look {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The same moment by a clock that nobody puts back. */
  readonly steadyAt: number;
  /** What was found: new within the margin, it is found again, and not stored again. */
  readonly seen: ReadonlySet<string>;
}

export interface Stored {
  readonly files: number;
  readonly bytes: number;
}

async function* bytesOf(store: ObjectStore, key: string): AsyncGenerator<Uint8Array> {
  for await (const chunk of await store.open(key)) yield chunk as Uint8Array;
}

const isGone = (error: unknown): boolean => ['ENOENT', 'NoSuchKey', 'NotFound'].includes(codeOf(error));
const codeOf = (error: unknown): string => (error as { code?: string }).code ?? (error as { name?: string }).name ?? '';

/** Brings contents into a vault. */
export class ContentKeeper {
  readonly #looks = new Map<ObjectStore, Look>();

  constructor(
    readonly vault: Vault,
    readonly files: FileStores,
  ) {}

  /** Stores one; what a sweep has removed meanwhile is named by no record. */
  async #store(from: ObjectStore, { key }: ObjectEntry): Promise<boolean> {
    try {
      await this.vault.put(contentName(this.vault.key, organisationOf(key), key), bytesOf(from, key));
      return true;
    } catch (error) {
      if (isGone(error)) return false;
      throw error;
    }
  }

  /** Says of contents, organisation by organisation, how the vault names them, and whether it has them. */
  #lookUp(): (key: string) => Promise<{ readonly name: string; readonly isThere: boolean }> {
    let known: { readonly folder: string; readonly names: Promise<Set<string>> } | undefined;
    return async (key) => {
      const folder = contentFolder(this.vault.key, organisationOf(key));
      if (known?.folder !== folder) known = { folder, names: this.#namesIn(folder) };
      const name = contentName(this.vault.key, organisationOf(key), key);
      return { name, isThere: (await known.names).has(name) };
    };
  }

  /** Stores what came into the stores since a moment. */
  async storeNew(since: number): Promise<Stored> {
    const stored = { files: 0, bytes: 0 };
    for (const store of this.files.all) {
      const before = this.#looks.get(store);
      const [at, steadyAt] = [Date.now(), performance.now()];
      if (store.aws && before && steadyAt - before.steadyAt < BUCKET_EVERY_MS) continue;
      // The clock may have been put back: then it says by how much it has gone on when the last look was, and without one nobody knows.
      const last = before ? at - (steadyAt - before.steadyAt) : since > at + MARGIN_MS ? 0 : at;
      const from = Math.min(since, last, before?.at ?? last) - (store.aws ? BUCKET_MARGIN_MS : MARGIN_MS);
      const seen = new Set<string>();
      const lookUp = this.#lookUp();
      // What a folder has within its margin is little: less than to list what the vault has.
      const known = store.aws === 1 || last === 0;
      const isThere = async (key: string) => before?.seen.has(key) || (known && (await lookUp(key)).isThere);
      await eachOf(store.list(Math.max(0, from)), AT_ONCE, async (entry) => {
        if (!(await isThere(entry.key)) && (await this.#store(store, entry))) {
          stored.files += 1;
          stored.bytes += entry.size;
        }
        seen.add(entry.key);
      });
      this.#looks.set(store, { at, steadyAt, seen });
    }
    return stored;
  }

  /**
   * Compares all contents with what the vault has: stores what it lacks, and removes what has been gone since before a
   * moment.
   */
  async compareAll(removeBefore: number, stopped: () => void): Promise<Stored & { readonly removed: number }> {
    const stored = { files: 0, bytes: 0 };
    const there = new Set<string>();
    for (const store of this.files.all) {
      const lookUp = this.#lookUp();
      await eachOf(store.list(), AT_ONCE, async (entry) => {
        stopped();
        const { name, isThere } = await lookUp(entry.key);
        there.add(name);
        if (isThere || !(await this.#store(store, entry))) return;
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

/** Content that a backup has; null where it has not. @throws Damaged */
export const contentOf = (vault: Vault, key: string): Promise<Content | null> =>
  vault.open(contentName(vault.key, organisationOf(key), key));
