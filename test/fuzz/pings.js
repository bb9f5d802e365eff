// A thread that requests `/health` repeatedly and records the longest response time, so that a blocked event loop of
// the service is seen from outside, whatever the main thread does. Time in which other programs had the processors
// does not count: the bound is that of an idle machine.
import { readFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { workerData } from 'node:worker_threads';

/** Pause between two questions. */
const EVERY_MS = 10;

/** [0] longest answer since it was set to 0, [1] when the open question was sent (0: none is open), both in microseconds; [2] 1: stop. */
const times = new BigInt64Array(workerData.times);
const ASK = `GET /health HTTP/1.1\r\nHost: ping\r\n\r\n`;
const micros = () => process.hrtime.bigint() / 1000n;

/** How long the thread that answers has waited for a processor so far. */
const waited = () => {
  try {
    const stat = readFileSync(`/proc/${workerData.pid}/task/${workerData.pid}/schedstat`, 'latin1');
    return BigInt(stat.split(' ')[1]) / 1000n;
  } catch {
    // The service has ended.
    return 0n;
  }
};
let waitedBefore = 0n;

const ask = (socket) => {
  waitedBefore = waited();
  Atomics.store(times, 1, micros());
  socket.write(ASK);
};

const connect = () => {
  if (Atomics.load(times, 2)) return;
  const socket = createConnection({ port: workerData.port, host: '127.0.0.1', noDelay: true });
  let again = false;
  const next = (later) => {
    if (again) return;
    again = true;
    Atomics.store(times, 1, 0n);
    socket.destroy();
    setTimeout(connect, later);
  };
  socket.once('connect', () => ask(socket));
  socket.on('data', () => {
    const took = micros() - Atomics.load(times, 1) - (waited() - waitedBefore);
    if (took > Atomics.load(times, 0)) Atomics.store(times, 0, took);
    Atomics.store(times, 1, 0n);
    if (Atomics.load(times, 2)) socket.destroy();
    else setTimeout(() => (socket.destroyed ? undefined : ask(socket)), EVERY_MS);
  });
  socket.once('error', () => next(50));
  socket.once('close', () => next(50));
};
connect();
