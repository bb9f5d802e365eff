// Benchmarks: the service with all its checks against its floor, in turns in one run. `npm run bench -- --help` says how.
import { cpus } from 'node:os';
import { Command, InvalidArgumentError } from 'commander';
import { setStage } from './stage.js';

const PARTS = ['customers', 'records', 'large', 'queries', 'search', 'webhooks', 'files'];
/** Run only where they are asked for: one takes half an hour, one needs a cluster, one other programs. */
const ON_REQUEST = ['imports', 'workspace', 'load', 'cluster', 'peers'];

/** Parts by name, with commas between. */
const partsOf = (text) => {
  const all = [...PARTS, ...ON_REQUEST];
  const unknown = text.split(',').filter((name) => !all.includes(name));
  if (unknown.length)
    throw new InvalidArgumentError(`There is no part ${unknown.join(', ')}; parts are ${all.join(', ')}.`);
  return text.split(',');
};
const minutesOf = (text) => {
  if (!(Number(text) > 0)) throw new InvalidArgumentError('It is a number of minutes above 0.');
  return Number(text);
};

const {
  only = PARTS,
  quick = false,
  minutes,
} = new Command('npm run bench --')
  .description('Measures the service against its floor, in turns in one run.')
  .option('--quick', 'a tenth of the data, less time')
  .option(
    '--only <parts>',
    `all of ${PARTS.join(', ')} by default; and of ${ON_REQUEST.join(', ')}, which run only where they are named`,
    partsOf,
  )
  .option('--minutes <minutes>', 'of load: fifty organisations at work, 30 by default', minutesOf)
  .parse()
  .opts();

console.log(
  'Ratios count: service and floor are measured in turns. Floors: a bare node:http handler with the same statements or bytes.',
);
console.log(`${cpus()[0]?.model}, ${cpus().length} cores, Node.js ${process.version}`);
for (const name of only) {
  const { run, ownStage, missing } = await import(`./parts/${name}.js`);
  console.log(`\n## ${name}`);
  const lacking = await missing?.();
  if (lacking) {
    console.error(lacking);
    process.exit(2);
  }
  if (ownStage) {
    await run({ quick });
    continue;
  }
  const stage = await setStage({ quick, minutes });
  try {
    await run(stage);
  } finally {
    await stage.stop();
  }
}
