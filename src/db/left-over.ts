/**
 * What a kill -9 leaves of an embedded PostgreSQL: a server that runs on without its service, processes that run on
 * without their server, and a file that names a process number which somebody else may have by now.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { windows } from './embedded-places.ts';

/** A server that was told to stop writes what it holds; one that takes longer is ended, and replays its log later. */
const PATIENCE_MS = 10_000;
/** A server that is ended kills what does not end by itself after 5 s. */
const END_MS = 8_000;
const LOOK_MS = 20;

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

const hasProc = existsSync('/proc/self/stat');

/**
 * PostgreSQL's processes that work in a data folder, whoever their parent is; a system with /proc knows them all. Those whose
 * folder was removed from below them are among them: at their end they would take the socket of the server that is there now.
 */
const processesIn = (data: string): number[] => {
  const place = realpathSync(data);
  const places = [place, `${place} (deleted)`];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        // A zombie no longer has a folder.
        const isThere = places.includes(readlinkSync(`/proc/${pid}/cwd`));
        return isThere && readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres';
      } catch {
        return false;
      }
    });
};

/** Whether a process is the server of a data folder: a recycled process number is not. */
const isServerOf = (pid: number, data: string): boolean => {
  if (hasProc) return processesIn(data).includes(pid);
  if (!isAlive(pid)) return false;
  if (windows) return true;
  try {
    return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).includes(
      `postgres -D ${data} `,
    );
  } catch {
    return false;
  }
};

/** @returns whether it came true in time */
const until = async (isTrue: () => boolean, ms: number): Promise<boolean> => {
  for (const end = performance.now() + ms; !isTrue(); await pause(LOOK_MS)) if (performance.now() > end) return false;
  return true;
};

const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name);
  } catch {
    // It is gone.
  }
};

/** The process number in the server's own lock file; 0 where there is none. */
export const serverIn = async (data: string): Promise<number> => {
  const [pid] = await linesOfLock(data);
  return Number(pid) || 0;
};

/** What the server's own lock file says: number, folder, start, port, folder of the socket; nothing where there is none. */
const linesOfLock = async (data: string): Promise<readonly string[]> =>
  (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');

/** A socket that takes a connection, be it that it then says nothing. */
const isListening = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path);
    const end = (listens: boolean) => () => {
      socket.destroy();
      resolve(listens);
    };
    socket.once('connect', end(true)).once('error', end(false));
  });

/**
 * Whether a server works in a data folder that is no process here, as that of another container with the same volume:
 * its socket answers all the same. What /proc and numbers of processes say of it is nothing then.
 */
export const runsElsewhere = async (data: string): Promise<boolean> => {
  const [pid = '', , , port = '', folder = ''] = await linesOfLock(data);
  if (!folder || isServerOf(Number(pid), data)) return false;
  // A volume may lie elsewhere in each container.
  const sockets = [folder, join(dirname(data), 'run')].map((place) => join(place, `.s.PGSQL.${port}`));
  return (await Promise.all(sockets.map(isListening))).includes(true);
};

const stopServer = async (pid: number, data: string): Promise<void> => {
  const isGone = () => !isServerOf(pid, data);
  signal(pid, 'SIGINT');
  if (await until(isGone, PATIENCE_MS)) return;
  signal(pid, 'SIGQUIT');
  await until(isGone, END_MS);
};

/**
 * Leaves a data folder to the server that is about to start on it. Whoever calls this holds the lock of the DATA_DIR.
 *
 * PostgreSQL itself refuses to start while the number in its lock file is anybody's of the same account, while that file
 * is empty, as a kill between its making and its first line leaves it, and while a process of a dead server still holds
 * its memory, be it for the minute of a long query.
 * @param socketLock the lock file beside its socket, of which the same is true
 */
export const clearLeftOver = async (data: string, socketLock: string): Promise<void> => {
  const pid = await serverIn(data);
  const isOurs = pid > 1 && isServerOf(pid, data);
  if (isOurs) await stopServer(pid, data);
  if (hasProc) {
    const orphans = processesIn(data);
    for (const orphan of orphans) signal(orphan, 'SIGKILL');
    if (orphans.length) await until(() => processesIn(data).length === 0, END_MS);
  }
  if (isOurs && !hasProc) return;
  for (const lock of [join(data, 'postmaster.pid'), socketLock]) await rm(lock, { force: true });
};
