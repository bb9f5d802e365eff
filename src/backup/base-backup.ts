/**
 * Base backups: the database files as content-addressed blocks, so that a backup writes changed blocks only, and an
 * interrupted one continues.
 */
import { webcrypto } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { forEachConcurrent } from '../concurrency/for-each-concurrent.ts';
import { CONTROL_FILE, type Copied, entriesBelow, leaveOutOfData } from '../db/embedded/low-level-backup.ts';
import type { WalReader } from '../db/embedded/wal-reader.ts';
import { isMissing } from '../files/spool.ts';
import type { BackupKey } from './backup-encryption.ts';
import type { EncryptedStore } from './encrypted-store.ts';
import { blockName } from './object-keys.ts';

export const BLOCK = 4 * 1024 * 1024;
/** Blocks processed concurrently. */
export const AT_ONCE = 4;

/** A file of the copy. */
export interface BaseFile {
  readonly path: string;
  readonly size: number;
  readonly blocks: readonly string[];
}

/** A base backup, and the facts needed to start it. */
export interface Base {
  readonly line: string;
  /** The segments that make it whole. */
  readonly from: string;
  readonly until: string;
  readonly segmentBytes: number;
  readonly label: string;
  readonly folders: readonly string[];
  readonly files: readonly BaseFile[];
  /** Password of the database's owner. */
  readonly secret: string;
  /** Keys of the secrets in the database, where a file keeps them. */
  readonly secretsKeys: readonly string[];
}

/** Bytes and files that were read, and the part that was new. */
export interface CopyProgress extends Copied {
  readonly written: number;
}

/** The name of a block. */
export const nameOfBlock = async (key: BackupKey, bytes: Uint8Array): Promise<string> =>
  // Off the event loop: a block takes milliseconds.
  blockName(key, new Uint8Array(await webcrypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)));

/** The blocks of a file, which may grow or go meanwhile: the log says what became of it. */
async function* blocksOf(path: string): AsyncGenerator<Buffer> {
  const file = await open(path).catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  try {
    const size = (await file?.stat())?.size ?? 0;
    for (let at = 0; file && at < size; at += BLOCK) {
      const length = Math.min(BLOCK, size - at);
      const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, at);
      if (bytesRead) yield buffer.subarray(0, bytesRead);
      if (bytesRead < length) return;
    }
  } finally {
    await file?.close();
  }
}

/** Writes blocks that are not there yet. */
class BlockWriter {
  readonly #known = new Set<string>();
  progress: CopyProgress = { files: 0, bytes: 0, written: 0 };

  constructor(readonly vault: EncryptedStore) {}

  async lookUp(): Promise<void> {
    for await (const name of this.vault.list('blocks/')) this.#known.add(name);
  }

  async write(path: string, stopped: () => void): Promise<Omit<BaseFile, 'path'>> {
    const blocks: string[] = [];
    let size = 0;
    for await (const block of blocksOf(path)) {
      stopped();
      const name = await nameOfBlock(this.vault.key, block);
      if (!this.#known.has(name)) {
        await this.vault.putBytes(name, block);
        this.#known.add(name);
        this.progress = { ...this.progress, written: this.progress.written + block.length };
      }
      blocks.push(name);
      size += block.length;
    }
    const { files, bytes, written } = this.progress;
    this.progress = { files: files + 1, bytes: bytes + size, written };
    return { size, blocks };
  }
}

/**
 * Copies the files of a running database.
 * @param stopped throws where the copy is to be broken off
 */
export const copyBase = async (
  source: WalReader,
  vault: EncryptedStore,
  report: (progress: CopyProgress) => void,
  stopped: () => void,
): Promise<Pick<Base, 'from' | 'label' | 'folders' | 'files'> & { readonly copied: CopyProgress }> => {
  const writer = new BlockWriter(vault);
  await writer.lookUp();
  const from = await source.beginCopy();
  const folders: string[] = [];
  const files: BaseFile[] = [];
  const copy = async (path: string): Promise<void> => {
    files.push({ path: path.replaceAll(sep, '/'), ...(await writer.write(join(source.data, path), stopped)) });
    report(writer.progress);
  };
  const toCopy = async function* (): AsyncGenerator<string> {
    for await (const { path, isFolder } of entriesBelow(source.data, leaveOutOfData)) {
      if (isFolder) folders.push(path.replaceAll(sep, '/'));
      else yield path;
    }
  };
  await forEachConcurrent(toCopy(), AT_ONCE, copy);
  await copy(CONTROL_FILE);
  const label = await source.endCopy();
  return { from, label, folders, files, copied: writer.progress };
};
