/** `npm run test:replica -- --writes 100000`: a copy that the client keeps equals the API, whatever is killed (docs/crashes.md). */
import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { makeFolder } from '../support/folder.ts';
import { PLANTED } from './planted.ts';
import { runReplica } from './run.ts';

const USAGE = `npm run test:replica -- [options]
  --writes N    records that are written (default 1500)
  --kills N     kills of service and database; the reader is killed twice as often (default 4)
  --batch N     most records of one call (default 30)
  --seed N      what is written and killed (default: the date)
  --planted X   run a service that is broken on purpose, and succeed where that is found: ${Object.keys(PLANTED).join(', ')}
  --keep        keep data and copy even if all is well`;

const text = (standard: string) => ({ type: 'string', default: standard }) as const;
const { values } = parseArgs({
  options: {
    writes: text('1500'),
    kills: text('4'),
    batch: text('30'),
    seed: text(new Date().toISOString().slice(0, 10).replaceAll('-', '')),
    planted: { type: 'string' },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const main = async (): Promise<number> => {
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const planted = values.planted === undefined ? undefined : PLANTED[values.planted];
  if (values.planted !== undefined && !planted) throw new Error(`Nothing is planted by the name ${values.planted}.`);
  const folder = await makeFolder('replica');
  const [writes, kills, batch, seed] = [values.writes, values.kills, values.batch, values.seed].map(Number) as [
    number,
    number,
    number,
    number,
  ];
  const report = await runReplica({
    ...{ writes, kills, batch, seed, folder },
    ...(planted ? { planted } : {}),
    progress: (line) => console.log(line),
  });
  const statuses = [...report.statuses].sort(([a], [b]) => a - b).map(([status, n]) => `${status}: ${n}`);
  console.log(
    `${report.writes} writes, ${report.kills} kills of the service, ${report.readerKills} of the reader, ${report.records} records, ${report.faults.length} faults (${statuses.join(', ')})`,
  );
  for (const fault of report.faults.slice(0, 20)) console.log(`- ${fault.slice(0, 500)}`);
  const passed = planted ? report.faults.length > 0 : !report.faults.length;
  if (planted) console.log(passed ? `Found: it ${planted.about}.` : `Not found: it ${planted.about}.`);
  if (passed && !values.keep) await rm(folder, { recursive: true, force: true });
  else console.log(`Data and copy are kept in ${folder}.`);
  return passed ? 0 : 1;
};

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
process.exitCode = await main();
