/**
 * Writes content to a temporary file, for properties that must be known before it can be stored: its hash, its size,
 * or the other parts of its request. At most one chunk of it is in memory.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureDirectory } from '../filesystem/ensure-directory.ts';
import type { Content } from './object-store.ts';

const PIECE = 1 << 18;

/** Whether a file or folder was not there. */
export const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

const remove = (path: string): Promise<void> =>
  unlink(path).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });

/** Content in a temporary file. Its creator discards it, stored or not. */
export class SpooledContent implements Content {
  #taken = false;

  constructor(
    readonly path: string,
    readonly sha256: string,
    readonly size: number,
    /** It is on the medium already. */
    readonly synced: boolean,
  ) {}

  /** Two bodies with equal content count as the same request. */
  toJSON(): string {
    return this.sha256;
  }

  /** The bytes, or a part of them, the last one included. */
  read(start = 0, end = Number.POSITIVE_INFINITY): AsyncIterable<Uint8Array> {
    return createReadStream(this.path, { start, end, highWaterMark: PIECE });
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return this.read()[Symbol.asyncIterator]();
  }

  /** Gives the file away: a store has moved it to where it stays. */
  give(): void {
    this.#taken = true;
  }

  /** Removes the file, unless a store has taken it. */
  async discard(): Promise<void> {
    if (!this.#taken) await remove(this.path);
  }
}

/**
 * Writes content to a temporary file.
 * @param limit bytes above which no content is written: the rest is only read and counted
 * @throws Error of the disk or of `content`; no file remains then
 */
export type Spool = (content: Content, limit?: number) => Promise<SpooledContent>;

/** Opens a new file, in a folder that is made where it is missing: it seldom is. */
const openNew = async (folder: string, path: string): Promise<FileHandle> => {
  try {
    return await open(path, 'wx', 0o600);
  } catch (error) {
    if (!isMissing(error)) throw error;
    await ensureDirectory(folder);
    return open(path, 'wx', 0o600);
  }
};

/**
 * @param folder of the temporary files; the garbage collection of the disk store removes those of interrupted
 * processes
 * @param synced whether the content must be durable, because it stays on this disk
 */
export const createSpool =
  (folder: string, synced = false): Spool =>
  async (content, limit = Number.POSITIVE_INFINITY) => {
    const path = join(folder, randomUUID());
    const hash = createHash('sha256');
    let size = 0;
    const written = async function* (): AsyncGenerator<Uint8Array> {
      for await (const piece of content) {
        size += piece.length;
        if (size > limit) continue;
        hash.update(piece);
        yield piece;
      }
    };
    const file = await openNew(folder, path);
    try {
      await writeFile(file, written())
        .then(() => (synced ? file.sync() : undefined))
        .finally(() => file.close());
      if (size > limit) await remove(path);
      return new SpooledContent(path, hash.digest('hex'), size, synced);
    } catch (error) {
      await remove(path).catch(() => undefined);
      throw error;
    }
  };
