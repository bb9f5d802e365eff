/**
 * The contract of stores of file content (docs/decisions/0014). Content is addressed by its SHA-256 within its
 * organisation, never changes, and is durable before `put` or `settle` resolves, so before a row refers to it.
 */
import type { Readable } from 'node:stream';

/** Stored content. */
export interface StoredContent {
  /** Path inside the store, made of organisation and SHA-256. */
  readonly key: string;
  readonly sha256: string;
  readonly size: number;
  /** The store: 1 object storage, 0 file storage (rules 9.14). */
  readonly aws: 0 | 1;
}

/** Content before it is at its address; the caller discards it at the end, also after an error. */
export interface LockedContent extends StoredContent {
  /**
   * Moves the bytes to their address. Called under the lock that excludes the garbage collection, which may have
   * removed earlier content there. Repeatable.
   * @throws Error of the medium
   */
  settle(): Promise<void>;
  /** Removes the temporary copy. */
  discard(): Promise<void>;
}

/** Chunks of content. */
export type Content = AsyncIterable<Uint8Array>;

/** First and last byte, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** An entry of a store's listing. */
export interface ObjectEntry {
  readonly key: string;
  readonly size: number;
  /** Milliseconds since 1970 of the latest `put`. */
  readonly storedAt: number;
}

/** Receives the number of removed contents, and their bytes. */
export type Removed = (files: number, bytes: number) => void;

/** A store of content. */
export interface ObjectStore {
  readonly aws: 0 | 1;
  /**
   * Stores content; existing content counts as stored now.
   * @throws Error of the medium, or of `content`; nothing is stored then
   */
  put(orgId: number, content: Content): Promise<StoredContent>;
  /** The slow part of a `put`: writes the bytes to a temporary copy for `settle`. @throws as `put` */
  hold(orgId: number, content: Content): Promise<LockedContent>;
  /** Size in bytes, or null if the key does not exist. */
  size(key: string): Promise<number | null>;
  /** Time of the last store as in `list`; null if the key does not exist. */
  storedAt(key: string): Promise<number | null>;
  /** The bytes, or a range of them. @throws Error if the key does not exist */
  open(key: string, range?: ByteRange): Promise<Readable>;
  /** Checks that content can be stored and read. @throws Error with the cause */
  check(): Promise<void>;
  /**
   * All stored content, one organisation after the other.
   * @param since milliseconds since 1970, by the clock of the store: omits earlier content if that is cheaper
   */
  list(since?: number): AsyncIterable<ObjectEntry>;
  /** Removes content; missing content is no error. */
  remove(key: string): Promise<void>;
  /**
   * Removes all content of an organisation, and temporary files of interrupted uploads.
   * @param removed called with removed contents, a few at a time
   * @throws Error of the medium; already removed content stays removed
   */
  removeAll(orgId: number, removed: Removed): Promise<void>;
  /** Removes temporary files of uploads that were interrupted before a point in time. @returns their number */
  clearInterrupted(before: number): Promise<number>;
  close(): Promise<void>;
}

/** The store of new content, and every store that rows may refer to. */
export interface FileStores {
  readonly current: ObjectStore;
  readonly all: readonly ObjectStore[];
  /** @throws Error if this store is not configured */
  of(aws: number): ObjectStore;
  close(): Promise<void>;
}

/** `<organisation>/<first two digits>/<sha256>`: unique in the organisation, and spread over folders. */
export const keyOf = (orgId: number, sha256: string): string => `${orgId}/${sha256.slice(0, 2)}/${sha256}`;

/** The organisation that a key belongs to. */
export const organisationOf = (key: string): number => Number(key.split('/', 1)[0]);

/** Several stores; the first gets new content. */
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
