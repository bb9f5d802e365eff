/**
 * The WAL archive on this machine: PostgreSQL's `basic_archive` fills it, the backup takes finished segments from it. It
 * exists while BACKUP_TO is set.
 */
import { existsSync } from 'node:fs';
import { chown, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { preparePlaces, unprivileged } from '../db/embedded-places.ts';
import { emptyWalArchive, isSegment, walArchiveOf } from '../db/wal-segments.ts';
import { ensureFolder } from '../ensure-folder.ts';
import { writeWhole } from '../files/write-whole.ts';
import { compress } from './vault.ts';

const STATE = 'backup.json';
const ZIPPED = '.gz';
/** `basic_archive` writes to a file of this name first. */
const TEMPORARY = /^archtemp/;

/** Where the segments of the archive go to. */
export interface ArchiveState {
  readonly target: string;
  readonly line: string;
}

/** Before the server starts: makes the archive, or removes it where the settings want no backup. */
export const prepareWalArchive = async (dataDir: string, wanted: boolean): Promise<void> => {
  const account = unprivileged();
  const { data } = await preparePlaces(dataDir, account);
  const folder = walArchiveOf(data);
  if (!wanted) return rm(folder, { recursive: true, force: true });
  await ensureFolder(folder, 0o700);
  if (account) await chown(folder, account.uid, account.gid);
  for (const name of await readdir(folder)) if (TEMPORARY.test(name)) await rm(join(folder, name), { force: true });
};

export const readState = async (data: string): Promise<ArchiveState | null> => {
  const text = await readFile(join(walArchiveOf(data), STATE), 'utf8').catch(() => '');
  return text ? (JSON.parse(text) as ArchiveState) : null;
};

export const writeState = (data: string, state: ArchiveState): Promise<void> =>
  writeWhole(join(walArchiveOf(data), STATE), JSON.stringify(state));

/** Names of files with segments, oldest first. */
const filesIn = async (data: string): Promise<string[]> => {
  const names = await readdir(walArchiveOf(data)).catch(() => []);
  return names.filter((name) => isSegment(name.replace(ZIPPED, ''))).sort();
};

/** @param folder the archive, or `pg_wal` */
export const hasSegment = (folder: string, segment: string): boolean =>
  existsSync(join(folder, segment)) || existsSync(join(folder, segment + ZIPPED));

/** A segment, compressed; null where the folder lacks it. @param folder the archive, or `pg_wal` */
export const readSegment = async (folder: string, segment: string): Promise<Buffer | null> => {
  const file = join(folder, segment);
  if (existsSync(file)) return compress(await readFile(file));
  return existsSync(file + ZIPPED) ? readFile(file + ZIPPED) : null;
};

/** Removes segments up to one that the backup has, and what PostgreSQL archived with them (`SEGMENT.OFFSET.backup`). */
export const removeSegments = async (data: string, until: string): Promise<void> => {
  for (const name of await readdir(walArchiveOf(data))) {
    const segment = name.slice(0, until.length);
    if (isSegment(segment) && segment <= until) await rm(join(walArchiveOf(data), name), { force: true });
  }
};

/** Bytes that wait. */
export const waitingBytes = async (data: string): Promise<number> => {
  let bytes = 0;
  for (const name of await filesIn(data))
    bytes += await stat(join(walArchiveOf(data), name)).then(
      ({ size }) => size,
      () => 0,
    );
  return bytes;
};

/** Compresses what waits, and gives it up where that is still more than a bound. */
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
