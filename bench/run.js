// Benchmarks: the service with all its checks against its floor, in turns in one run.
//   npm run bench                                     all parts
//   npm run bench -- --quick                          a tenth of the data, less time
//   npm run bench -- --only customers,webhooks        some parts
//   npm run bench -- --only load --minutes 3         fifty organisations at work, 30 minutes by default (bench/parts/load.js)
//   npm run bench -- --only peers                     Directus and PostGraphile beside it (bench/parts/peers.js)
//   npm run bench -- --only cluster                   a Citus cluster against one server (bench/parts/cluster.js)
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { setStage } from './stage.js';

const PARTS = ['customers', 'records', 'large', 'queries', 'search', 'webhooks', 'files'];
/** Run only where they are asked for: one takes half an hour, one needs a cluster, one other programs. */
const ON_REQUEST = ['load', 'cluster', 'peers'];

const { values } = parseArgs({
  options: { quick: { type: 'boolean' }, only: { type: 'string' }, minutes: { type: 'string' } },
});
const wanted = values.only?.split(',') ?? PARTS;
const unknown = wanted.filter((name) => ![...PARTS, ...ON_REQUEST].includes(name));
if (unknown.length) {
  console.error(`There is no part ${unknown.join(', ')}; parts are ${[...PARTS, ...ON_REQUEST].join(', ')}.`);
  process.exit(2);
}

console.log(
  'Ratios count: service and floor are measured in turns. Floors: a bare node:http handler with the same statements or bytes.',
);
console.log(`${cpus()[0]?.model}, ${cpus().length} cores, Node.js ${process.version}`);
for (const name of wanted) {
  const { run, ownStage, missing } = await import(`./parts/${name}.js`);
  console.log(`\n## ${name}`);
  const lacking = await missing?.();
  if (lacking) {
    console.error(lacking);
    process.exit(2);
  }
  if (ownStage) {
    await run({ quick: values.quick === true });
    continue;
  }
  const minutes = values.minutes === undefined ? undefined : Number(values.minutes);
  const stage = await setStage({ quick: values.quick === true, minutes });
  try {
    await run(stage);
  } finally {
    await stage.stop();
  }
}
