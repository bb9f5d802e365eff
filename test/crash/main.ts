/**
 * `npm run test:crash -- --kills 300`: kills service, database and their processes at random moments under mixed
 * load, and compares acknowledged operations with the final state (docs/crashes.md).
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { countOption } from '../support/count-option.ts';
import { makeFolder } from '../support/folder.ts';
import { canLosePower } from './power.ts';
import { printReport } from './report.ts';
import { run } from './run.ts';
import { runStarts } from './starts.ts';

const USAGE = `npm run test:crash -- [options]
  --kills N     how often something is killed (default 15)
  --seed N      what is killed when (default: the date)
  --seconds N   begin no further kill after so many seconds
  --clients N   how many work at once (default 8)
  --power       every kill is a loss of power: what was not synced is gone (as root, with loop devices)
  --starts N    no clients: kill N starts in the middle, and time the start after each
  --keep        keep data and history even if all is well
  --quiet       print the report only`;

const options = {
  kills: { type: 'string', default: '15' },
  seed: { type: 'string', default: new Date().toISOString().slice(0, 10).replaceAll('-', '') },
  seconds: { type: 'string', default: '86400' },
  clients: { type: 'string', default: '8' },
  power: { type: 'boolean', default: false },
  starts: { type: 'string' },
  keep: { type: 'boolean', default: false },
  quiet: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

const main = async (): Promise<number> => {
  const { values } = parseArgs({ options });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  if (values.power && !canLosePower())
    throw new Error('A loss of power needs Linux, root, loop devices, mkfs.ext4 and cc.');
  const folder = await makeFolder('crash');
  const given = {
    seed: countOption('seed', values.seed),
    kills: countOption('kills', values.kills),
    seconds: countOption('seconds', values.seconds),
    clients: countOption('clients', values.clients),
    only: values.power ? (['power'] as const) : undefined,
    folder,
    progress: (line: string): void => void (values.quiet || console.log(line)),
  };
  const report = values.starts
    ? await runStarts({ ...given, starts: countOption('starts', values.starts) })
    : await run(given);
  const words = process.argv.slice(2).filter((word) => !word.startsWith('--seed'));
  const passed = await printReport(report, join(folder, 'history.ndjson'), `${words.join(' ')} --seed ${given.seed}`);
  if (passed && !values.keep) await rm(folder, { recursive: true, force: true });
  else console.log(`Data, history and logs are kept in ${folder}.`);
  return passed ? 0 : 1;
};

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
process.exitCode = await main();
