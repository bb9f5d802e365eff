/** Writer lock of a repository: one DATA_DIR at a time, stored in clear so that operators can see the owner. */
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import type { Content } from '../files/object-store.ts';
import type { Repository } from './backup-repository.ts';

export const WRITER_KEY = 'writer.json';
/** A lock without renewal for so long is stale; a future time is that of a wrong clock. */
const SILENT_MS = 120_000;

interface Writer {
  readonly host: string;
  readonly data_dir: string;
  readonly seen_at: string;
}

/** The place is not ours to write to now. */
export class BackupLock extends Error {}

async function* text(value: object): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${JSON.stringify(value)}\n`);
}

const parsed = async (content: Content | null): Promise<Writer | null> => {
  if (!content) return null;
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  try {
    return JSON.parse(Buffer.concat(pieces).toString()) as Writer;
  } catch {
    // Incomplete or foreign: the owner writes it again.
    return null;
  }
};

/**
 * Takes the writer lock for this DATA_DIR.
 * @param begun whether this DATA_DIR has written to the repository before
 * @throws BackupLock if another DATA_DIR holds it, or the earlier backup has disappeared
 */
export const lockBackup = async (repository: Repository, dataDir: string, begun: boolean): Promise<void> => {
  const own = { host: hostname(), data_dir: resolve(dataDir) };
  const found = await repository.get(WRITER_KEY);
  if (!found && begun) {
    throw new BackupLock(
      `${repository.place} is empty, though backups were written there: is its disk mounted, is it the right bucket? To begin anew: broker-crm backup --to ${repository.place}`,
    );
  }
  const other = await parsed(found);
  const isOwn = other?.host === own.host && other.data_dir === own.data_dir;
  if (other && !isOwn && Math.abs(Date.now() - Date.parse(other.seen_at)) < SILENT_MS) {
    throw new BackupLock(
      `${repository.place} is written to by another service: host ${other.host}, DATA_DIR ${other.data_dir}, last seen ${other.seen_at}. Give each its own place; where that one is gone for good, this goes on two minutes after it was last seen.`,
    );
  }
  await repository.put(WRITER_KEY, text({ ...own, seen_at: new Date().toISOString() }));
};

/** Gives it up, so that another one need not wait. */
export const release = (repository: Repository, dataDir: string): Promise<void> =>
  repository.put(
    WRITER_KEY,
    text({ host: hostname(), data_dir: resolve(dataDir), seen_at: new Date(0).toISOString() }),
  );
