/** Costs of a request in the service's process, measured from outside: blocked time, memory, CPU time (Linux). */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/** How long an open question to `/health` is waited for after the answer to the request. */
const PATIENCE_MS = 30_000;

/** Costs of one request. */
export interface Cost {
  /** How long `/health` waited at most, in ms. */
  readonly blocked: number;
  /** Growth of the process's memory, in MiB. */
  readonly grown: number;
  /** Processor time of the whole process, and of the thread that runs JavaScript, in ms. */
  readonly cpu: number;
  readonly mainCpu: number;
}

export interface Watch {
  /** Begins to measure; the returned function ends it. */
  /** @param whole whether the time of all threads is wanted, not only of the one that runs JavaScript */
  begin(whole: boolean): () => Promise<Cost>;
  stop(): Promise<void>;
}

/** A file of a process; empty where the process or its thread has ended. */
const told = (path: string): string => {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
};

const memoryOf = (pid: number): { peak: number; now: number } => {
  const kib = (name: string): number => Number(new RegExp(`^${name}:\\s*(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0);
  const status = told(`/proc/${pid}/status`);
  return { peak: kib('VmHWM') / 1024, now: kib('VmRSS') / 1024 };
};

const onProcessor = (path: string): number => Number(told(`${path}/schedstat`).split(' ')[0]) / 1e6;
const threadsOf = (pid: number): string[] => {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
};
const cpuOf = (pid: number): number =>
  threadsOf(pid).reduce((sum, task) => sum + onProcessor(`/proc/${pid}/task/${task}`), 0);

/** Lets the system count the highest memory use from here. */
const countPeakAnew = (pid: number): void => {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // It has ended.
  }
};

/** Begins to ask the `/health` of a process. */
export const watch = (pid: number, port: number): Watch => {
  const shared = new SharedArrayBuffer(24);
  const times = new BigInt64Array(shared);
  const worker = new Worker(new URL('pings.js', import.meta.url), { workerData: { times: shared, port, pid } });
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  return {
    begin: (whole) => {
      countPeakAnew(pid);
      const before = memoryOf(pid).now;
      const cpu = whole ? cpuOf(pid) : 0;
      const mainCpu = onProcessor(`/proc/${pid}/task/${pid}`);
      Atomics.store(times, 0, 0n);
      return async () => {
        const open = Atomics.load(times, 1);
        const late = performance.now() + PATIENCE_MS;
        const isOpen = (): boolean => open !== 0n && Atomics.load(times, 1) === open;
        while (isOpen() && performance.now() < late) await new Promise((done) => setTimeout(done, 1));
        return {
          blocked: isOpen() ? Number.POSITIVE_INFINITY : Number(Atomics.load(times, 0)) / 1000,
          grown: memoryOf(pid).peak - before,
          cpu: whole ? cpuOf(pid) - cpu : 0,
          mainCpu: onProcessor(`/proc/${pid}/task/${pid}`) - mainCpu,
        };
      };
    },
    stop: async () => {
      Atomics.store(times, 2, 1n);
      await worker.terminate();
      await ended;
    },
  };
};
