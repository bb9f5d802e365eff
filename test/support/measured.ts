/** The effect of a request on a service in another process: the delay of /health, and its memory and CPU. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';

/** Asks /health again and again from a thread of its own, so that work of the test does not count. */
const WATCH = `
const { parentPort, workerData } = require('node:worker_threads');
const http = require('node:http');
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
let worst = 0;
let asked = false;
const ask = () => {
  const begun = performance.now();
  http.get({ host: '127.0.0.1', port: workerData, path: '/health', agent }, (answer) => {
    answer.resume().on('end', () => {
      worst = Math.max(worst, performance.now() - begun);
      if (asked) { parentPort.postMessage(worst); worst = 0; asked = false; }
      setTimeout(ask, 4);
    });
  }).on('error', () => setTimeout(ask, 4));
};
parentPort.on('message', () => { asked = true; });
ask();`;

/** Watches how long /health takes. */
export interface Watch {
  /** The longest wait since this was last asked, in milliseconds. */
  worst(): Promise<number>;
  stop(): Promise<unknown>;
}

export const watchHealth = (port: number): Watch => {
  const worker = new Worker(WATCH, { eval: true, workerData: port });
  return {
    worst: () =>
      new Promise((resolve) => {
        worker.once('message', resolve);
        worker.postMessage(null);
      }),
    stop: () => worker.terminate(),
  };
};

/** Sends bytes and reads the response until the connection ends, or its length is complete. */
export const sendBytes = (port: number, bytes: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    const socket = connect(port, '127.0.0.1');
    const late = setTimeout(() => socket.destroy(new Error('No answer within 60 s')), 60_000);
    const done = () => {
      clearTimeout(late);
      resolve(Buffer.concat(pieces));
    };
    socket.on('data', (piece) => pieces.push(piece));
    socket.on('end', () => socket.end());
    socket.on('close', done);
    // A refusing service closes while the client still sends; the response was received.
    socket.on('error', (error) => (pieces.length ? done() : reject(error)));
    socket.write(bytes);
  });

/** A body of which each byte is a chunk of its own, without its end. */
export const chunkOfEachByte = (body: string): string => [...body].map((byte) => `1\r\n${byte}\r\n`).join('');

const KIB = 1024;

/** Reads the status of a process on Linux; elsewhere the value is 0. */
const statusOf = async (pid: number, name: string): Promise<number> => {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) * KIB;
};

/** Begins to watch a process's memory. @returns by how many bytes it grew at most */
export const watchMemory = async (pid: number): Promise<() => Promise<number>> => {
  // Resets the peak to the current use.
  await writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => undefined);
  const before = await statusOf(pid, 'VmRSS');
  return async () => (await statusOf(pid, 'VmHWM')) - before;
};

const NANOSECONDS_OF_MS = 1e6;

/** CPU time that the threads of a process used so far, in milliseconds; its `stat` counts ticks of ten. */
export const cpuOf = async (pid: number): Promise<number> => {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const used = threads.map(async (thread) => {
    const text = await readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '');
    return Number(text.split(' ')[0] ?? 0);
  });
  return (await Promise.all(used)).reduce((sum, one) => sum + one, 0) / NANOSECONDS_OF_MS;
};
