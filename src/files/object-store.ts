/** Where file content lies: one contract, whoever keeps it (architecture 4.7). */
import type { Readable } from 'node:stream';

/** Where a content was put. */
export interface StoredContent {
  /** Path inside the store, made of organisation and SHA-256. */
  readonly key: string;
  readonly sha256: string;
  readonly size: number;
}

/** Keeps contents by their SHA-256; the same bytes of one organisation are kept once. */
export interface ObjectStore {
  /** 1: object storage, 0: file storage (spec: Document, `aws`). */
  readonly aws: 0 | 1;
  /** Stores bytes; when it resolves they survive a crash. */
  put(orgId: number, bytes: Buffer): Promise<StoredContent>;
  /** Streams a content, or the part of it from `start` to `end` inclusive. */
  open(key: string, range?: { readonly start: number; readonly end: number }): Promise<Readable>;
  /** Keys of all contents with the time they were stored, for the sweep. */
  list(): AsyncIterable<{ readonly key: string; readonly storedAt: number }>;
  remove(key: string): Promise<void>;
}

/** `<organisation>/<first two digits>/<sha256>`. */
export const keyOf = (orgId: number, sha256: string): string => `${orgId}/${sha256.slice(0, 2)}/${sha256}`;
