/**
 * Copies of the embedded database, made while it runs: PostgreSQL's own low-level backup (a checkpoint, the files as
 * they are, and the log that makes them whole), which a start turns into the database as it was at the end of the copy.
 */
import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { chown, copyFile, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureDirectory } from '../../filesystem/ensure-directory.ts';
import type { Account } from './embedded-paths.ts';

/** Recreated at each start, or useless after one; PostgreSQL needs the folders themselves. */
const EMPTIED = new Set([
  'pg_wal',
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const LEFT_OUT = /^(postmaster\.(pid|opts)|pg_internal\.init|pgsql_tmp.*|backup_label(\.old)?)$/;
/** They can name commands, and belong to the machine: a copy has none, and of one that has some they are not taken over. */
const CONFIGURATION = /\.conf(?:\.|$)|\.signal$|^tablespace_map(?:\.old)?$/;
/** Says where a start begins: copied last. */
export const CONTROL_FILE = join('global', 'pg_control');

/** The copied files. */
export interface Copied {
  readonly files: number;
  readonly bytes: number;
}
const NOTHING: Copied = { files: 0, bytes: 0 };
export const sum = (a: Copied, b: Copied): Copied => ({ files: a.files + b.files, bytes: a.bytes + b.bytes });

const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Copies a file and syncs it; a missing one counts nothing. */
export const copyOne = async (from: string, to: string): Promise<Copied> => {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
  } catch (error) {
    // A table that was dropped meanwhile; the log says so.
    if (isGone(error)) return NOTHING;
    throw error;
  }
  const file = await open(to, 'r+');
  try {
    await file.sync();
    return { files: 1, bytes: (await file.stat()).size };
  } finally {
    await file.close();
  }
};

/** Something in a folder: a path below it, and whether it is a folder itself. */
interface Entry {
  readonly path: string;
  readonly isFolder: boolean;
}

/** Whether a path below a folder is excluded: `true`, or `empty` for a folder without its contents. */
type LeaveOut = (path: string) => boolean | 'empty';

/** All entries below a folder, each folder before its contents. */
export async function* entriesBelow(folder: string, leaveOut: LeaveOut, path = ''): AsyncGenerator<Entry> {
  const entries = await readdir(join(folder, path), { withFileTypes: true }).catch((error: unknown) => {
    if (isGone(error)) return [];
    throw error;
  });
  for (const entry of entries) {
    const below = join(path, entry.name);
    const out = leaveOut(below);
    if (out === true) continue;
    if (out === 'empty' || entry.isDirectory()) yield { path: below, isFolder: true };
    else if (entry.isFile()) yield { path: below, isFolder: false };
    if (out !== 'empty' && entry.isDirectory()) yield* entriesBelow(folder, leaveOut, below);
  }
}

/** How a folder is copied. */
interface CopyOptions {
  readonly leaveOut?: LeaveOut;
  /** Is called with the amount copied so far. */
  readonly report?: (copied: Copied) => void;
  /** Is called for each copied file with its path in the folder, and where it is now. */
  readonly check?: (path: string, copy: string) => Promise<void>;
}

/** Copies a folder with all below it to another one, each file to the disk. */
export const copyFolder = async (from: string, to: string, options: CopyOptions = {}): Promise<Copied> => {
  const { leaveOut = () => false, report = () => undefined, check = async () => undefined } = options;
  let copied = NOTHING;
  await ensureDirectory(to, 0o700);
  for await (const { path, isFolder } of entriesBelow(from, leaveOut)) {
    if (isFolder) await ensureDirectory(join(to, path), 0o700);
    else {
      const one = await copyOne(join(from, path), join(to, path));
      if (one.files) await check(path, join(to, path));
      copied = sum(copied, one);
    }
    report(copied);
  }
  return copied;
};

/** SHA-256 of a file, in hex. */
export const sha256Of = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const bytes of createReadStream(path)) hash.update(bytes as Uint8Array);
  return hash.digest('hex');
};

/** The number and size of all files below a folder. */
export const amountIn = async (folder: string, leaveOut: LeaveOut = () => false): Promise<Copied> => {
  let amount = NOTHING;
  for await (const { path, isFolder } of entriesBelow(folder, leaveOut))
    if (!isFolder) amount = sum(amount, { files: 1, bytes: (await stat(join(folder, path))).size });
  return amount;
};

/** The start of a backup in the WAL: part of a backup, but not counted as copied. */
export const LABEL = 'backup_label';

/** Whether a path in a data folder is configuration. */
export const isConfiguration = (path: string): boolean => CONFIGURATION.test(path);

/** Exclusions of a copy of a running database; the control file is copied last. */
export const leaveOutOfData: LeaveOut = (path) => {
  if (EMPTIED.has(path)) return 'empty';
  return path === CONTROL_FILE || isConfiguration(path) || LEFT_OUT.test(path.split(/[\\/]/).pop() ?? '');
};

/** Gives a folder with all in it to the account of the database. */
export const chownTo = async (account: Account | null, folder: string): Promise<void> => {
  if (!account) return;
  await chown(folder, account.uid, account.gid);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await chownTo(account, path);
    else await chown(path, account.uid, account.gid);
  }
};

/** Whether a DATA_DIR has a database. */
export const hasDatabase = async (dataDir: string): Promise<boolean> =>
  (await stat(join(dataDir, 'postgres', 'PG_VERSION')).catch(() => null)) !== null;
