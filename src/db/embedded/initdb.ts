/** How the embedded PostgreSQL gets its data folder: by initdb, which may be killed. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, readdir, rename, rm, rmdir, statfs, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { syncFolder } from '../../filesystem/sync-folder.ts';
import { type Account, type EmbeddedPaths, StartError, windows } from './embedded-paths.ts';
import { OWNER, passwordOf, writeAccess } from './embedded-roles.ts';
import { reportInterruptedRestore } from './interrupted-restore.ts';
import { emptyWalArchive } from './wal-segments.ts';

/** Environment of PostgreSQL's programs: theirs alone. */
export const environment = (native: string): NodeJS.ProcessEnv => ({
  PATH: '/usr/bin:/bin',
  LC_ALL: 'C.UTF-8',
  TZ: 'UTC',
  LD_LIBRARY_PATH: join(native, 'lib'),
  DYLD_LIBRARY_PATH: join(native, 'lib'),
});

/** Runs a program of PostgreSQL. @returns its output @throws Error with its output */
export const run = (command: string, args: string[], options: object, input = ''): Promise<string> =>
  new Promise((done, refuse) => {
    const child = spawn(command, args, { ...options, stdio: ['pipe', 'pipe', 'pipe'] });
    let output = '';
    child.stdout?.on('data', (data: Buffer) => (output += data));
    child.stderr?.on('data', (data: Buffer) => (output += data));
    child.on('error', refuse);
    // A program that ends before it has read its input reports its own error.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
    child.on('exit', (code) => (code === 0 ? done(output) : refuse(new Error(output.trim() || `exit code ${code}`))));
  });

/** Disk space of a new database with its first WAL. */
const ROOM_MB = 100;

/** A database on a full disk stops and restarts repeatedly. @throws Error with too little space for a first start */
const assertFreeSpace = async (folder: string): Promise<void> => {
  const { bavail, bsize } = await statfs(folder);
  const free = Math.floor((bavail * bsize) / 1_048_576);
  if (free < ROOM_MB) throw new Error(`${ROOM_MB} MB of free disk space are needed, and there are ${free}.`);
};

/** The error of initdb, without its other output. */
const REASON = /(?:PANIC|FATAL|ERROR|error): +(.+)/;
const reasonOf = ({ message }: Error): string => REASON.exec(message)?.[1] ?? message;

/** The name of a folder in which a database is being made: one that a killed start left there is rubbish. */
const MAKING = '.making-';

/** Small segments, because a backup finishes and copies one every few seconds. */
const WAL_SEGMENT_MB = 1;

const removeUnfinished = async (data: string): Promise<void> => {
  const prefix = `${basename(data)}${MAKING}`;
  for (const name of await readdir(dirname(data))) {
    // Where its maker still writes, a later start removes it.
    if (name.startsWith(prefix)) await rm(join(dirname(data), name), { recursive: true, force: true }).catch(() => {});
  }
};

/** @throws StartError where a restore was to make the database, and did not end */
const requireNoRestore = (dataDir: string): void => {
  const unfinished = reportInterruptedRestore(dataDir);
  if (unfinished) throw new StartError(unfinished);
};

/**
 * Creates the database of a DATA_DIR if it is missing, in a temporary folder that is renamed when it is complete: a
 * start may be killed at any point.
 * @throws StartError with the reason
 */
export const initdbIfMissing = async (
  native: string,
  places: EmbeddedPaths,
  account: Account | null,
  durable: boolean,
): Promise<void> => {
  const { data } = places;
  await removeUnfinished(data);
  if (existsSync(join(data, 'PG_VERSION'))) return;
  requireNoRestore(dirname(places.secret));
  const password = await passwordOf(places);
  const file = join(places.socket, 'password');
  await writeFile(file, password, { mode: 0o600 });
  const making = `${data}${MAKING}${randomBytes(4).toString('hex')}`;
  const options = ['-D', making, '-U', OWNER, '-E', 'UTF8', '--locale-provider=builtin', '--locale=C.UTF-8'];
  options.push(`--wal-segsize=${WAL_SEGMENT_MB}`);
  if (!durable) options.push('--no-sync');
  try {
    await assertFreeSpace(dirname(data));
    await mkdir(making, { mode: 0o700 });
    if (account) {
      await chown(file, account.uid, account.gid);
      await chown(making, account.uid, account.gid);
    }
    await run(
      join(native, 'bin', windows ? 'initdb.exe' : 'initdb'),
      [...options, '--auth=scram-sha-256', `--pwfile=${file}`],
      { ...account, env: environment(native), cwd: making },
    );
    await writeAccess(making, password, account);
    // Segments of a deleted database have the names of the new ones.
    await emptyWalArchive(data);
    await rmdir(data);
    await rename(making, data);
    if (durable) await syncFolder(dirname(data));
  } catch (cause) {
    await rm(making, { recursive: true, force: true });
    throw new StartError(`The database in ${data} could not be made: ${reasonOf(cause as Error)}`, { cause });
  } finally {
    await rm(file, { force: true });
  }
};
