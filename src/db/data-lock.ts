/** One process at a time holds a DATA_DIR; the lock of a process that is gone does not count. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Who holds a DATA_DIR: the service, or a command for the time it runs. */
export interface Holder {
  readonly pid: number;
  readonly kind: 'service' | 'command';
  /** Start of the process, so that a recycled process number is told apart. */
  readonly started: string;
}

/** When a process started; empty where it is gone or only waits to be buried. */
const startOf = (pid: number): string => {
  // Small containers have no ps.
  if (existsSync('/proc/self/stat')) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return state === 'Z' ? '' : (fields[18] ?? '');
    } catch {
      return '';
    }
  }
  try {
    const text = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    const [state = '', ...started] = text.split(/\s+/);
    return state.startsWith('Z') ? '' : started.join(' ');
  } catch {
    return '';
  }
};

const file = (dataDir: string): string => join(dataDir, 'lock.json');

/** The process that holds a DATA_DIR now, if any. */
export const holderOf = async (dataDir: string): Promise<Holder | null> => {
  const text = await readFile(file(dataDir), 'utf8').catch(() => '');
  try {
    const holder = JSON.parse(text) as Holder;
    const started = startOf(holder.pid);
    return started !== '' && started === holder.started ? holder : null;
  } catch {
    return null;
  }
};

/**
 * Takes the lock.
 * @returns what gives it back, or the process that holds it
 */
export const takeLock = async (
  dataDir: string,
  kind: Holder['kind'],
): Promise<{ release(): Promise<void> } | Holder> => {
  await mkdir(dataDir, { recursive: true });
  for (let tries = 0; tries < 3; tries += 1) {
    try {
      const handle = await open(file(dataDir), 'wx', 0o600);
      await handle.writeFile(JSON.stringify({ pid: process.pid, kind, started: startOf(process.pid) }));
      await handle.close();
      return { release: () => rm(file(dataDir), { force: true }) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      await new Promise((done) => setTimeout(done, 50));
      const holder = await holderOf(dataDir);
      if (holder) return holder;
      await rm(file(dataDir), { force: true });
    }
  }
  throw new Error(`The lock in ${dataDir} cannot be taken`);
};
