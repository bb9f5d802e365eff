/**
 * Remains of an embedded PostgreSQL after kill -9: a server that runs without its service, backends that run without
 * their server, and a lock file with a process id that another process may have by now.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { windows } from './embedded-paths.ts';

/** A stopped server writes its buffers; one that takes longer is killed, and replays its WAL later. */
const PATIENCE_MS = 10_000;
/** A server in immediate shutdown kills its remaining processes after 5 s. */
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
 * PostgreSQL processes that work in a data folder, with any parent; complete on systems with /proc. Those
 * whose folder was deleted are included: at their end they would remove the socket of the present server.
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
    // The process has ended.
  }
};

/** The process number in the server's own lock file; 0 where there is none. */
export const readPostmasterPid = async (data: string): Promise<number> => {
  const [pid] = await linesOfLock(data);
  return Number(pid) || 0;
};

/**
 * The lines of the server's own lock file: process id, folder, start, port, folder of the socket; empty without one.
 */
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
export const isRunningElsewhere = async (data: string): Promise<boolean> => {
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
 * Prepares a data folder for a starting server. The caller holds the lock of the DATA_DIR.
 *
 * PostgreSQL itself refuses to start while the process id in its lock file belongs to any process of the same
 * account, while that file is empty after a kill between its creation and its first line, and while a process of a
 * dead server still holds its shared memory, for example during a long query.
 * @param socketLock the lock file next to its socket, with the same problems
 */
export const stopStaleServer = async (data: string, socketLock: string): Promise<void> => {
  const pid = await readPostmasterPid(data);
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
