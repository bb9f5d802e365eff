/** Names of PostgreSQL's WAL segments, and the folder to which `basic_archive` copies finished ones. */

import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const SEGMENT = /^[0-9A-F]{24}$/;

export const isSegment = (name: string): boolean => SEGMENT.test(name);

/** The archive of a data folder. While it exists, every start of the server archives. */
export const walArchiveOf = (data: string): string => `${data}.wal`;

const digits = (number: number): string => number.toString(16).toUpperCase().padStart(8, '0');

/** The name of the following segment. @param bytes size of a segment */
export const nextSegment = (name: string, bytes: number): string => {
  const log = Number.parseInt(name.slice(8, 16), 16);
  const number = Number.parseInt(name.slice(16), 16) + 1;
  const [nextLog, next] = number < 2 ** 32 / bytes ? [log, number] : [log + 1, 0];
  return name.slice(0, 8) + digits(nextLog) + digits(next);
};

/** Removes all files from the archive of a data folder, where it exists. */
export const emptyWalArchive = async (data: string): Promise<void> => {
  const folder = walArchiveOf(data);
  for (const name of await readdir(folder).catch(() => [])) await rm(join(folder, name), { force: true });
};
