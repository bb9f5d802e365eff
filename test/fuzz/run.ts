/**
 * Asks the whole service requests that are right, at their limits, and hostile, and measures each (docs/fuzz.md).
 *
 *   npm run fuzz -- --requests 200000            with a seed of its own
 *   npm run fuzz -- --seed 7 --from 12 --requests 1   one request again
 *   npm run fuzz -- --only 'POST /v3/search'     only operations with this in their name
 */
import { parseArgs } from 'node:util';
import { fuzz } from './fuzz.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    seed: { type: 'string' },
    from: { type: 'string', default: '0' },
    only: { type: 'string' },
    failures: { type: 'string', default: 'fuzz-failures' },
  },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const requests = Number(values.requests);
const from = Number(values.from);
if (![seed, requests, from].every((number) => Number.isSafeInteger(number) && number >= 0)) {
  console.error('--seed, --from and --requests are whole numbers.');
  process.exit(2);
}
console.log(`Seed ${seed}, ${requests} requests from number ${from}`);
// What was started ends with the run.
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
const report = await fuzz({
  signal: stop.signal,
  seed,
  requests,
  from,
  only: values.only,
  failures: values.failures,
  tell: console.log,
});
const statuses = [...report.statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`);
console.log(`Answers ${statuses.join(', ')}`);
console.log(
  `Longest block ${report.highest.blocked.toFixed(0)} ms, largest growth ${report.highest.grown.toFixed(0)} MiB`,
);
console.log(`${report.requests} requests, ${report.findings.length} findings (seed ${seed})`);
process.exit(report.findings.length ? 1 : 0);
