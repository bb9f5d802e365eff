/**
 * The contract of the keepers of file content (docs/decisions/0014). Content is addressed by its SHA-256 within its
 * organisation, never changes, and is safe on its medium before `put` or `settle` resolves - so before a row names it.
 */
import type { Readable } from 'node:stream';

/** Content that a keeper holds. */
export interface StoredContent {
  /** Path inside the store, made of organisation and SHA-256. */
  readonly key: string;
  readonly sha256: string;
  readonly size: number;
  /** The keeper: 1 object storage, 0 file storage (rules 9.14). */
  readonly aws: 0 | 1;
}

/** Content on its way to its address; whoever asked for it discards it in the end, whatever became of it. */
export interface HeldContent extends StoredContent {
  /**
   * Sees to it that the bytes lie at their address. It is called under the lock that keeps the sweep away: what lay there
   * until then may have been swept. May be called again.
   * @throws Error of the medium
   */
  settle(): Promise<void>;
  /** Removes what was only needed until it was settled. */
  discard(): Promise<void>;
}

/** Bytes as they come. */
export type Content = AsyncIterable<Uint8Array>;

/** First and last byte, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** What a keeper finds when it looks through all it has. */
export interface ObjectEntry {
  readonly key: string;
  readonly size: number;
  /** Milliseconds since 1970 of the latest `put`. */
  readonly storedAt: number;
}

/** Hears of contents that were removed: how many, and their bytes. */
export type Removed = (files: number, bytes: number) => void;

/** One place that keeps content. */
export interface ObjectStore {
  readonly aws: 0 | 1;
  /**
   * Stores content; content that is already there counts as stored now.
   * @throws Error of the medium, or whatever `content` throws; nothing is left behind then
   */
  put(orgId: number, content: Content): Promise<StoredContent>;
  /** Does all of a `put` that takes long, and keeps the bytes at hand so that they can be settled. @throws as `put` */
  hold(orgId: number, content: Content): Promise<HeldContent>;
  /** Size in bytes, or null where nothing lies under the key. */
  size(key: string): Promise<number | null>;
  /** When it was stored last, as `list` says it; null where nothing lies under the key. */
  storedAt(key: string): Promise<number | null>;
  /** The bytes, or a part of them. @throws Error where nothing lies under the key */
  open(key: string, range?: ByteRange): Promise<Readable>;
  /** Whether it takes and gives content now. @throws Error that says why not */
  check(): Promise<void>;
  /**
   * Everything it keeps, one organisation after the other.
   * @param since milliseconds since 1970: leaves out what was stored before, as the keeper's clock has it, as far as that costs less
   */
  list(since?: number): AsyncIterable<ObjectEntry>;
  /** Removes content; no error where there is none. */
  remove(key: string): Promise<void>;
  /**
   * Removes everything that it keeps of an organisation, and what is left of uploads that were interrupted.
   * @param removed is told of contents, a few at a time
   * @throws Error of the medium; what has been removed stays removed
   */
  removeAll(orgId: number, removed: Removed): Promise<void>;
  /** Removes what interrupted uploads left behind before a point in time. @returns how many */
  clearInterrupted(before: number): Promise<number>;
  close(): Promise<void>;
}

/** The keeper of new content, and every keeper that rows may name. */
export interface FileStores {
  readonly current: ObjectStore;
  readonly all: readonly ObjectStore[];
  /** @throws Error where this keeper is not configured */
  of(aws: number): ObjectStore;
  close(): Promise<void>;
}

/** `<organisation>/<first two digits>/<sha256>`: unique in the organisation, and spread over folders. */
export const keyOf = (orgId: number, sha256: string): string => `${orgId}/${sha256.slice(0, 2)}/${sha256}`;

/** The organisation that a key belongs to. */
export const organisationOf = (key: string): number => Number(key.split('/', 1)[0]);

/** Several keepers, the first of which takes new content. */
export const fileStores = (stores: readonly [ObjectStore, ...ObjectStore[]]): FileStores => ({
  current: stores[0],
  all: stores,
  of: (aws) => {
    const store = stores.find((one) => one.aws === aws);
    if (!store)
      throw new Error(
        aws
          ? 'Some content lies in object storage, which is not configured: set S3_BUCKET and what belongs to it.'
          : 'There is no file storage here.',
      );
    return store;
  },
  close: async () => {
    await Promise.all(stores.map((store) => store.close()));
  },
});

const none = (): never => {
  throw new Error('There is no file store here');
};

/** For work that touches no content. */
export const noFiles: FileStores = {
  get current() {
    return none();
  },
  all: [],
  of: none,
  close: async () => undefined,
};
