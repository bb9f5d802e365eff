/**
 * `npm run test:replica -- --writes 100000`: a client's copy equals the API, whatever is killed (docs/crashes.md).
 */
import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { countOption } from '../support/count-option.ts';
import { makeFolder } from '../support/folder.ts';
import { runReplica } from './run.ts';

const USAGE = `npm run test:replica -- [options]
  --writes N    records that are written (default 100000)
  --kills N     kills of service or database; the reader is killed twice as often (default 12)
  --batch N     most records of one call, up to 100 (default 100)
  --seed N      what is killed when, and what is written (default: the date)
  --keep        keep data and copy even if all is well`;

/** Differences that are printed. */
const PRINTED = 20;

const text = (standard: string) => ({ type: 'string', default: standard }) as const;
const options = {
  writes: text('100000'),
  kills: text('12'),
  batch: text('100'),
  seed: text(new Date().toISOString().slice(0, 10).replaceAll('-', '')),
  keep: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

const main = async (): Promise<number> => {
  const { values } = parseArgs({ options });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const folder = await makeFolder('replica');
  const { faults, kills, statuses, ...counts } = await runReplica({
    writes: countOption('writes', values.writes),
    kills: countOption('kills', values.kills),
    batch: countOption('batch', values.batch),
    seed: countOption('seed', values.seed),
    folder,
    progress: (line: string) => console.log(line),
  });
  const readers = kills.filter((kind) => kind === 'reader').length;
  const answers = [...statuses].sort(([one], [other]) => one - other).map((pair) => pair.join(': '));
  console.log(`${counts.writes} writes (answers ${answers.join(', ')}), ${counts.records} records at the end`);
  console.log(`${kills.length - readers} kills of the service, ${readers} of the reader, ${faults.length} faults`);
  for (const fault of faults.slice(0, PRINTED)) console.log(`- ${fault.slice(0, 1000)}`);
  const passed = faults.length === 0;
  if (faults.length)
    console.log(`Repeat with: npm run test:replica -- ${process.argv.slice(2).join(' ')} --seed ${values.seed}`);
  if (passed && !values.keep) await rm(folder, { recursive: true, force: true });
  else console.log(`Data, copy and log are kept in ${folder}.`);
  return passed ? 0 : 1;
};

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
process.exitCode = await main();
