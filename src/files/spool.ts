/**
 * Content written aside on the local disk, for what must be known before it can be stored: its hash, its size, or what
 * else came with it. Never more than a piece of it lies in memory.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Content } from './object-store.ts';

const PIECE = 1 << 18;

/** Content that lies aside. Whoever made it discards it, whether it was stored or not. */
export class SpooledContent implements Content {
  constructor(
    readonly path: string,
    readonly sha256: string,
    readonly size: number,
  ) {}

  /** The bytes, or a part of them, the last one included. */
  read(start = 0, end = Number.POSITIVE_INFINITY): AsyncIterable<Uint8Array> {
    return createReadStream(this.path, { start, end, highWaterMark: PIECE });
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return this.read()[Symbol.asyncIterator]();
  }

  /** Removes the file; no error where the store has taken it away already. */
  async discard(): Promise<void> {
    await rm(this.path, { force: true });
  }
}

/**
 * Writes content aside.
 * @param limit bytes above which nothing is kept: the rest is only read and counted
 * @throws Error of the disk or whatever `content` throws; nothing is left behind then
 */
export type Spool = (content: Content, limit?: number) => Promise<SpooledContent>;

const writeTo = async (file: FileHandle, content: Content, limit: number) => {
  const hash = createHash('sha256');
  let size = 0;
  for await (const piece of content) {
    size += piece.length;
    if (size > limit) continue;
    hash.update(piece);
    await file.appendFile(piece);
  }
  return { sha256: hash.digest('hex'), size };
};

/** @param folder where it is written; what interrupted processes left there is removed by the disk store's sweep */
export const createSpool =
  (folder: string): Spool =>
  async (content, limit = Number.POSITIVE_INFINITY) => {
    await mkdir(folder, { recursive: true });
    const path = join(folder, randomUUID());
    const file = await open(path, 'wx', 0o600);
    try {
      const { sha256, size } = await writeTo(file, content, limit).finally(() => file.close());
      if (size > limit) await rm(path, { force: true });
      return new SpooledContent(path, sha256, size);
    } catch (error) {
      await rm(path, { force: true }).catch(() => undefined);
      throw error;
    }
  };
