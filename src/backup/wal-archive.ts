/**
 * The WAL archive on this machine: PostgreSQL's `basic_archive` fills it, the backup takes finished segments from it. It
 * exists while BACKUP_TO is set.
 */
import { existsSync } from 'node:fs';
import { chown, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findUnprivilegedUser, preparePaths } from '../db/embedded/embedded-paths.ts';
import { emptyWalArchive, isSegment, walArchiveOf } from '../db/embedded/wal-segments.ts';
import { writeAtomically } from '../filesystem/atomic-write.ts';
import { ensureDirectory } from '../filesystem/ensure-directory.ts';
import { compress } from './encrypted-store.ts';

const STATE = 'backup.json';
const ZIPPED = '.gz';
/** `basic_archive` writes to a file of this name first. */
const TEMPORARY = /^archtemp/;

/** The target of the segments of the archive. */
export interface ArchiveState {
  readonly target: string;
  readonly line: string;
}

/** Creates the archive before the server starts, or removes it if the settings have no backup. */
export const prepareWalArchive = async (dataDir: string, wanted: boolean): Promise<void> => {
  const account = findUnprivilegedUser();
  const { data } = await preparePaths(dataDir, account);
  const folder = walArchiveOf(data);
  if (!wanted) return rm(folder, { recursive: true, force: true });
  await ensureDirectory(folder, 0o700);
  if (account) await chown(folder, account.uid, account.gid);
  for (const name of await readdir(folder)) if (TEMPORARY.test(name)) await rm(join(folder, name), { force: true });
};

export const readState = async (data: string): Promise<ArchiveState | null> => {
  const text = await readFile(join(walArchiveOf(data), STATE), 'utf8').catch(() => '');
  return text ? (JSON.parse(text) as ArchiveState) : null;
};

export const writeState = (data: string, state: ArchiveState): Promise<void> =>
  writeAtomically(join(walArchiveOf(data), STATE), JSON.stringify(state));

/** Names of files with segments, oldest first. */
const filesIn = async (data: string): Promise<string[]> => {
  const names = await readdir(walArchiveOf(data)).catch(() => []);
  return names.filter((name) => isSegment(name.replace(ZIPPED, ''))).sort();
};

/** @param folder the archive, or `pg_wal` */
export const hasSegment = (folder: string, segment: string): boolean =>
  existsSync(join(folder, segment)) || existsSync(join(folder, segment + ZIPPED));

/** A segment, compressed; null if the folder lacks it. @param folder the archive, or `pg_wal` */
export const readSegment = async (folder: string, segment: string): Promise<Buffer | null> => {
  const file = join(folder, segment);
  if (existsSync(file)) return compress(await readFile(file));
  return existsSync(file + ZIPPED) ? readFile(file + ZIPPED) : null;
};

/**
 * Removes segments up to one that the backup has, and the files that PostgreSQL archived with them
 * (`SEGMENT.OFFSET.backup`).
 */
export const removeSegments = async (data: string, until: string): Promise<void> => {
  for (const name of await readdir(walArchiveOf(data))) {
    const segment = name.slice(0, until.length);
    if (isSegment(segment) && segment <= until) await rm(join(walArchiveOf(data), name), { force: true });
  }
};

/** Bytes of segments that wait for the backup. */
export const waitingBytes = async (data: string): Promise<number> => {
  let bytes = 0;
  for (const name of await filesIn(data))
    bytes += await stat(join(walArchiveOf(data), name)).then(
      ({ size }) => size,
      () => 0,
    );
  return bytes;
};

/** Compresses waiting segments, and discards them if they still exceed the limit. */
export const boundWalArchive = async (data: string, bytes: number): Promise<void> => {
  for (const name of await filesIn(data)) {
    const file = join(walArchiveOf(data), name);
    if (name.endsWith(ZIPPED)) continue;
    await writeFile(`${file}.part`, await compress(await readFile(file)), { flush: true });
    await rename(`${file}.part`, file + ZIPPED);
    await rm(file);
  }
  if ((await waitingBytes(data)) <= bytes) return;
  const state = await readState(data);
  await emptyWalArchive(data);
  if (state) await writeState(data, state);
};
