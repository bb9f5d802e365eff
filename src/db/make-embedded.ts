/** How the embedded PostgreSQL gets its data folder: by initdb, which may be killed. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, open, readdir, rename, rm, rmdir, statfs, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { OWNER, passwordOf, writeAccess } from './embedded-access.ts';
import { type Account, type Places, StartError, windows } from './embedded-places.ts';
import { sayUnfinishedRestore } from './unfinished-restore.ts';
import { emptyWalArchive } from './wal-segments.ts';

/** Environment of PostgreSQL's programs: theirs alone. */
export const environment = (native: string): NodeJS.ProcessEnv => ({
  PATH: '/usr/bin:/bin',
  LC_ALL: 'C.UTF-8',
  TZ: 'UTC',
  LD_LIBRARY_PATH: join(native, 'lib'),
  DYLD_LIBRARY_PATH: join(native, 'lib'),
});

/** Runs one of PostgreSQL's programs. @returns what it printed @throws Error with that */
export const run = (command: string, args: string[], options: object, input = ''): Promise<string> =>
  new Promise((done, refuse) => {
    const child = spawn(command, args, { ...options, stdio: ['pipe', 'pipe', 'pipe'] });
    let output = '';
    child.stdout?.on('data', (data: Buffer) => (output += data));
    child.stderr?.on('data', (data: Buffer) => (output += data));
    child.on('error', refuse);
    // One that ends before it has read all has said why.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
    child.on('exit', (code) => (code === 0 ? done(output) : refuse(new Error(output.trim() || `exit code ${code}`))));
  });

/** What a new database takes with the log of its first minutes. */
const ROOM_MB = 100;

/** A database that has no room later stops, and starts again and again. @throws Error where there is too little for a first start */
const requireRoom = async (folder: string): Promise<void> => {
  const { bavail, bsize } = await statfs(folder);
  const free = Math.floor((bavail * bsize) / 1_048_576);
  if (free < ROOM_MB) throw new Error(`${ROOM_MB} MB of free disk space are needed, and there are ${free}.`);
};

/** Why initdb ended, without what it did before. */
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

/** Which names a folder has outlasts the machine from then on. */
export const syncFolder = async (path: string): Promise<void> => {
  if (windows) return;
  const folder = await open(path);
  await folder.sync().finally(() => folder.close());
};

/** @throws StartError where a restore was to make the database, and did not end */
const requireNoRestore = (dataDir: string): void => {
  const unfinished = sayUnfinishedRestore(dataDir);
  if (unfinished) throw new StartError(unfinished);
};

/**
 * Makes the database of a DATA_DIR where there is none, in a folder of its own, which gets its name when it is complete: a
 * start may be killed anywhere.
 * @throws StartError with the reason
 */
export const makeWhereMissing = async (
  native: string,
  places: Places,
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
    await requireRoom(dirname(data));
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
    // Segments of a database that is gone have the names that the new ones will have.
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
