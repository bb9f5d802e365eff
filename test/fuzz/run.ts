/**
 * Asks the whole service requests that are right, at their limits, and hostile, and measures each (docs/fuzz.md).
 * `npm run fuzz -- --help` says how.
 */
import { Command, InvalidArgumentError } from 'commander';
import { fuzz } from './fuzz.ts';

const count = (text: string): number => {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It is a whole number.');
};

const { requests, seed, from, only, failures } = new Command('npm run fuzz --')
  .description('Asks the whole service requests that are right, at their limits, and hostile.')
  .option('--requests <n>', 'how many', count, 10_000)
  .option('--seed <n>', 'which; one of its own by default, which it says', count, Date.now() % 1_000_000)
  .option('--from <n>', 'number of the first: with --requests 1 one of a seed once more', count, 0)
  .option('--only <text>', "operations with this in their name, such as 'POST /v3/search'")
  .option('--failures <folder>', 'where what was found is written', 'fuzz-failures')
  .parse()
  .opts<{ requests: number; seed: number; from: number; only?: string; failures: string }>();
console.log(`Seed ${seed}, ${requests} requests from number ${from}`);
// Started processes end with the run.
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
const report = await fuzz({
  signal: stop.signal,
  seed,
  requests,
  from,
  only,
  failures,
  tell: console.log,
});
const statuses = [...report.statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`);
console.log(`Answers ${statuses.join(', ')}`);
console.log(
  `Longest block ${report.highest.blocked.toFixed(0)} ms, largest growth ${report.highest.grown.toFixed(0)} MiB`,
);
console.log(`${report.requests} requests, ${report.findings.length} findings (seed ${seed})`);
process.exit(report.findings.length ? 1 : 0);
