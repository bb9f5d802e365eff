/**
 * Copies of the embedded database, made while it runs: PostgreSQL's own low-level backup (a checkpoint, the files as
 * they are, and the log that makes them whole), which a start turns into the database as it was at the end of the copy.
 */
import { constants } from 'node:fs';
import { chown, copyFile, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureFolder } from '../ensure-folder.ts';
import { embeddedConnection } from './embedded.ts';
import { passwordOf } from './embedded-access.ts';
import { type Account, preparePlaces, unprivileged } from './embedded-places.ts';
import { onConnection } from './own-connection.ts';
import { partOf } from './unfinished-restore.ts';
import { emptyWalArchive, isSegment } from './wal-segments.ts';

/** Written anew at each start, or worthless after one; PostgreSQL wants the folders to be there. */
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
/** Says where a start begins: copied last. */
export const CONTROL_FILE = join('global', 'pg_control');

/** What was copied. */
export interface Copied {
  readonly files: number;
  readonly bytes: number;
}
const NOTHING: Copied = { files: 0, bytes: 0 };
const sum = (a: Copied, b: Copied): Copied => ({ files: a.files + b.files, bytes: a.bytes + b.bytes });

const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

const copyOne = async (from: string, to: string): Promise<Copied> => {
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

/** Says of a path below a folder whether it is left out: `true`, or `empty` for a folder without what is in it. */
type LeaveOut = (path: string) => boolean | 'empty';

/** All below a folder, each folder before what is in it. */
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

/**
 * Copies a folder with all below it to a new one, each file to the disk.
 * @param progress is called with the amount copied so far
 */
export const copyFolder = async (
  from: string,
  to: string,
  leaveOut: LeaveOut = () => false,
  progress: (copied: Copied) => void = () => undefined,
): Promise<Copied> => {
  let copied = NOTHING;
  await ensureFolder(to, 0o700);
  for await (const { path, isFolder } of entriesBelow(from, leaveOut)) {
    if (isFolder) await ensureFolder(join(to, path), 0o700);
    else copied = sum(copied, await copyOne(join(from, path), join(to, path)));
    progress(copied);
  }
  return copied;
};

/** What is in a folder and below it. */
export const amountIn = async (folder: string, leaveOut: LeaveOut = () => false): Promise<Copied> => {
  let amount = NOTHING;
  for await (const { path, isFolder } of entriesBelow(folder, leaveOut))
    if (!isFolder) amount = sum(amount, { files: 1, bytes: (await stat(join(folder, path))).size });
  return amount;
};

/** Says where in the log a copy begins: it belongs to a copy, and is not counted as part of what was copied. */
export const LABEL = 'backup_label';

/** What a copy of a running database leaves out; the control file is copied last. */
export const leaveOutOfData: LeaveOut = (path) => {
  if (EMPTIED.has(path)) return 'empty';
  return path === CONTROL_FILE || LEFT_OUT.test(path.split(/[\\/]/).pop() ?? '');
};

/** The log from the start of a backup to its end. */
const copyLog = async (from: string, to: string, first: string, last: string): Promise<Copied> => {
  let copied = NOTHING;
  for (const name of await readdir(from)) {
    const needed = name.endsWith('.history') || (isSegment(name) && name >= first && name <= last);
    if (needed) copied = sum(copied, await copyOne(join(from, name), join(to, name)));
  }
  return copied;
};

/** Copies the database of a DATA_DIR, which runs, to a new folder. @throws where it stops running meanwhile */
export const backUpDatabase = async (
  dataDir: string,
  target: string,
  progress: (copied: Copied) => void,
): Promise<Copied> => {
  const { data } = await preparePlaces(dataDir, unprivileged());
  return onConnection(await embeddedConnection(dataDir), async (client, requireIt) => {
    const ask = async (text: string, values: unknown[] = []): Promise<Record<string, string>> =>
      (await client.query<Record<string, string>>(text, values)).rows[0] ?? {};
    // Keeps the log that the copy needs, for as long as the connection lasts.
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [`backup_${process.pid}`]);
    const { first = '' } = await ask("select pg_walfile_name(pg_backup_start('broker-crm backup', true)) as first");
    const files = await copyFolder(data, target, leaveOutOfData, (copied) => {
      requireIt();
      progress(copied);
    });
    const control = await copyOne(join(data, CONTROL_FILE), join(target, CONTROL_FILE));
    const { label = '', last = '' } = await ask(
      'select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(false)',
    );
    await writeFile(join(target, LABEL), label, { mode: 0o600, flush: true });
    const log = await copyLog(join(data, 'pg_wal'), join(target, 'pg_wal'), first, last);
    return [files, control, log].reduce(sum);
  });
};

/** Gives a folder with all in it to the account of the database. */
export const giveTo = async (account: Account | null, folder: string): Promise<void> => {
  if (!account) return;
  await chown(folder, account.uid, account.gid);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await giveTo(account, path);
    else await chown(path, account.uid, account.gid);
  }
};

/** Whether a DATA_DIR has a database. */
export const hasDatabase = async (dataDir: string): Promise<boolean> =>
  (await stat(join(dataDir, 'postgres', 'PG_VERSION')).catch(() => null)) !== null;

/**
 * Puts a copy into a DATA_DIR that has no database; the next start makes it whole.
 * @param brought is called when all of it is here, before it gets its name
 */
export const restoreDatabase = async <T>(
  source: string,
  dataDir: string,
  progress: (copied: Copied) => void,
  brought: (copied: Copied) => Promise<T>,
): Promise<T> => {
  const account = unprivileged();
  const { data } = await preparePlaces(dataDir, account);
  const part = partOf(data);
  await rm(part, { recursive: true, force: true });
  const copied = await copyFolder(source, part, () => false, progress);
  await giveTo(account, part);
  const result = await brought(copied);
  await emptyWalArchive(data);
  await rm(data, { recursive: true });
  await rename(part, data);
  return result;
};

/** The password of the embedded server, kept beside its data. */
export const secretOf = async (dataDir: string): Promise<string> =>
  passwordOf(await preparePlaces(dataDir, unprivileged()));
