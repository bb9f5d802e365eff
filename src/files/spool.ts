/**
 * Content written aside on the local disk, for what must be known before it can be stored: its hash, its size, or what
 * else came with it. Never more than a piece of it lies in memory.
 */
import { createHash, randomUUID } from 'node:crypto';
import { closeSync, createReadStream, fsync, open, writeFile, writev } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureFolder } from '../ensure-folder.ts';
import type { Content } from './object-store.ts';

const PIECE = 1 << 18;

/** Whether a file or folder was not there. */
export const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

const remove = (path: string): Promise<void> =>
  unlink(path).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });

/** Content that lies aside. Whoever made it discards it, whether it was stored or not. */
export class SpooledContent implements Content {
  #taken = false;

  constructor(
    readonly path: string,
    readonly sha256: string,
    readonly size: number,
    /** It is on the medium already. */
    readonly synced: boolean,
  ) {}

  /** What makes two bodies with content the same request. */
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
 * Writes content aside.
 * @param limit bytes above which nothing is kept: the rest is only read and counted
 * @throws Error of the disk or whatever `content` throws; nothing is left behind then
 */
export type Spool = (content: Content, limit?: number) => Promise<SpooledContent>;

const openFile = promisify(open);
const writeTogether = promisify(writev);
const writeWhole = promisify(writeFile);

/** Writes pieces one after the other with one call; what a full disk did not take of them, piece by piece. */
const writeAll = async (fd: number, pieces: readonly Uint8Array[]): Promise<void> => {
  let { bytesWritten: taken } = await writeTogether(fd, pieces);
  for (const piece of pieces) {
    if (taken < piece.length) await writeWhole(fd, piece.subarray(taken));
    taken = Math.max(0, taken - piece.length);
  }
};

/** Brings an open file's or folder's content to its medium. */
export const sync = promisify(fsync);

/** Writes pieces together: small content goes to the disk at once. */
const writeTo = async (fd: number, content: Content, limit: number) => {
  const hash = createHash('sha256');
  let waiting: Uint8Array[] = [];
  let held = 0;
  let size = 0;
  const write = async (): Promise<void> => {
    await writeAll(fd, waiting);
    waiting = [];
    held = 0;
  };
  for await (const piece of content) {
    size += piece.length;
    if (size > limit) continue;
    hash.update(piece);
    waiting.push(piece);
    held += piece.length;
    if (held >= PIECE) await write();
  }
  await write();
  return { sha256: hash.digest('hex'), size };
};

/** Opens a new file, in a folder that is made where it is missing: it seldom is. */
const openNew = async (folder: string, path: string): Promise<number> => {
  try {
    return await openFile(path, 'wx', 0o600);
  } catch (error) {
    if (!isMissing(error)) throw error;
    await ensureFolder(folder);
    return openFile(path, 'wx', 0o600);
  }
};

/**
 * @param folder where it is written; what interrupted processes left there is removed by the disk store's sweep
 * @param synced whether it has to be on the medium, because the disk is where it will stay
 */
export const createSpool =
  (folder: string, synced = false): Spool =>
  async (content, limit = Number.POSITIVE_INFINITY) => {
    const path = join(folder, randomUUID());
    const fd = await openNew(folder, path);
    try {
      const { sha256, size } = await writeTo(fd, content, limit)
        .then(async (written) => {
          if (synced) await sync(fd);
          return written;
        })
        .finally(() => closeSync(fd));
      if (size > limit) await remove(path);
      return new SpooledContent(path, sha256, size, synced);
    } catch (error) {
      await remove(path).catch(() => undefined);
      throw error;
    }
  };
