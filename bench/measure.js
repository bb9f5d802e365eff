// Measurement: load from autocannon or single calls, sides in alternation, with CPU and memory of the service.
import { readdir, readFile } from 'node:fs/promises';
import autocannon from 'autocannon';

/** CPU seconds of a process so far. */
export const cpuOf = async (pid) => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
};

/** CPU seconds so far of all processes that a PostgreSQL has now; those that ended count at their parent. */
export const cpuOfDatabase = async (pid) => {
  let sum = 0;
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const stat = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (Number(entry) === pid) sum += fields.slice(11, 15).reduce((all, ticks) => all + Number(ticks), 0) / 100;
    else if (Number(fields[1]) === pid) sum += (Number(fields[11]) + Number(fields[12])) / 100;
  }
  return sum;
};

/** Resident megabytes of a process. */
export const memoryOf = async (pid) =>
  Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/** The quantile of unsorted numbers; 0 of none. */
export const quantile = (numbers, share) =>
  [...numbers].sort((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ?? 0;
const median = (numbers) => quantile(numbers, 0.5);

/** Lets autocannon ask. @returns its result; a call that was refused or got no answer is counted in it and throws nothing */
export const fire = (options) =>
  new Promise((done, refuse) => autocannon(options, (error, result) => (error ? refuse(error) : done(result))));

/** One side's result over all rounds; CPU in microseconds a call. */
const summary = (results) => {
  const calls = results.reduce((sum, one) => sum + one.requests.total, 0);
  const perCall = (who) => (results.reduce((sum, one) => sum + one.cpu[who], 0) / calls) * 1e6;
  return {
    rate: median(results.map((one) => one.requests.total / one.duration)),
    p50: median(results.map((one) => one.latency.p50)),
    p99: median(results.map((one) => one.latency.p99)),
    cpu: { process: perCall('process'), database: perCall('database') },
    calls,
    errors: results.reduce((sum, one) => sum + one.non2xx + one.errors + one.mismatches, 0),
  };
};

/**
 * Sides in alternation: each round starts with another one.
 * @param sides the load of each (`call`, for autocannon), and its process (`pid`) where its CPU is of interest
 * @returns a summary for each side
 */
export const inTurns = async ({ seconds, rounds, database, warmSeconds = 1 }, sides, connections = 16) => {
  const results = sides.map(() => []);
  for (const { call } of sides) await fire({ ...call, connections, duration: warmSeconds });
  for (let turn = 0; turn < rounds * sides.length; turn += 1) {
    const at = (turn + Math.floor(turn / sides.length)) % sides.length;
    const { pid, call } = sides[at];
    const before = [await cpuOf(pid), await cpuOfDatabase(database)];
    const result = await fire({ ...call, connections, duration: seconds });
    const cpu = { process: (await cpuOf(pid)) - before[0], database: (await cpuOfDatabase(database)) - before[1] };
    results[at].push({ ...result, cpu });
  }
  return results.map(summary);
};

/** CPU of a call, as it is printed. */
export const cpuText = ({ cpu }) => `${cpu.process.toFixed(0)} µs, ${cpu.database.toFixed(0)} µs`;

/** Prints a table whose rows are added as they are measured. */
export const table = (...columns) => {
  console.log(`\n| ${columns.join(' | ')} |\n|${' --- |'.repeat(columns.length)}`);
  return (...cells) => console.log(`| ${cells.join(' | ')} |`);
};

/** Columns of `compare`. */
export const COMPARED = [
  'work',
  'service/s',
  'floor/s',
  'ratio',
  'wanted',
  'p50 / p99',
  'CPU per call: API, database',
  'memory',
  'errors',
];

/** Two sides in turns: a row of the service against its floor. */
export const compare = async (stage, row, { title, wanted, connections, service, bare }) => {
  const { pid } = stage.api;
  const [a, b] = await inTurns(stage, [{ pid, call: service }, { call: bare }], connections);
  row(
    title,
    a.rate.toFixed(0),
    b.rate.toFixed(0),
    `**${(a.rate / b.rate).toFixed(2)}**`,
    wanted ?? '',
    `${a.p50} / ${a.p99} ms`,
    cpuText(a),
    `${(await memoryOf(pid)).toFixed(0)} MB`,
    a.errors + b.errors,
  );
};

/** Mean milliseconds of calls of one caller, one after the other. */
export const meanOf = async (stage, options) => {
  const results = [];
  for (let round = 0; round < 2; round += 1) {
    results.push(await fire({ ...options, connections: 1, duration: stage.seconds }));
  }
  return 1000 / median(results.map((one) => one.requests.average));
};

/** Milliseconds of each of these calls, one after the other. @throws where one is not answered with 2xx */
export const timesOf = async (calls) => {
  const times = [];
  for (const { url, ...options } of calls) {
    const started = performance.now();
    const response = await fetch(url, options);
    const text = await response.text();
    times.push(performance.now() - started);
    if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`);
  }
  return times;
};
