// Side-by-side benchmarks: the service with all its checks against its floor, interleaved in one run.
//   npm run bench            100,000 customers in one organisation, 1,000,000 in another
//   npm run bench -- --quick a tenth of that
//   npm run bench -- --only files   uploads and downloads alone (bench/files.js), which else come last
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import pg from 'pg';
import { scopeNames } from '../dist/access/scopes.js';
import { createToken } from '../dist/access/tokens.js';
import { makeOrganisation } from '../dist/cli/new-organisation.js';
import { connect } from '../dist/db/database.js';
import { startEmbedded } from '../dist/db/embedded.js';
import { migrate } from '../dist/db/migrate.js';
import { collectionsOf } from '../dist/derive/collections.js';
import { listStatement, retrieveStatement } from '../dist/derive/read-sql.js';
import { registry } from '../dist/model/registry.js';
import { consequences } from '../dist/operations/commit.js';
import { insertion } from '../dist/operations/insert-record.js';
import { serviceContext } from '../dist/operations/service-actor.js';
import { loadCustomers } from './load.js';

if (process.argv.join(' ').includes('--only files')) {
  await import('./files.js');
  process.exit();
}
const quick = process.argv.includes('--quick');
const SCALE = quick ? 0.1 : 1;
const MAIN = 100_000 * SCALE;
const LARGE = 1_000_000 * SCALE;
const SMALL = 1000;
const SECONDS = quick ? 3 : 5;
const ROUNDS = quick ? 2 : 3;
const CONNECTIONS = 16;
const FIRST = 1_000_000;

const folder = await mkdtemp(join(tmpdir(), 'broker-crm-bench-'));
const server = await startEmbedded({ dataDir: join(folder, 'data'), maxConnections: 120 });
await migrate(server.connection);
const db = connect({ connection: server.connection });
const client = new pg.Client(server.connection);
await client.connect();

const organisations = {};
for (const name of ['main', 'large', 'small']) {
  const made = await makeOrganisation(db, {
    name,
    timeZone: 'Europe/Berlin',
    plan: { api_requests_per_minute: 100_000_000 },
    email: `${name}@example.com`,
  });
  const wish = { orgId: made.org_id, userKid: made.admin.kid, name, scopes: scopeNames, expires: null, addresses: [] };
  const { token } = await db.transaction((tx) => createToken(tx, wish));
  organisations[name] = { orgId: made.org_id, kid: made.admin.kid, token };
}
const loading = performance.now();
await loadCustomers(client, organisations.main.orgId, MAIN, FIRST, true);
await loadCustomers(client, organisations.large.orgId, LARGE, 10_000_000, false);
await loadCustomers(client, organisations.small.orgId, SMALL, 20_000_000, false);
await client.query('vacuum analyze');
await client.query("select setval('contact_kid_seq', 30000000)");
console.log(`loaded in ${((performance.now() - loading) / 1000).toFixed(0)} s`);

// The floor runs the very statements of the service.
const collection = collectionsOf(registry).find(({ pattern }) => pattern === 'customers');
const embeds = collection.resource.embeds.filter(({ when }) => when === 'with_addresses' || when === 'with_contacts');
const shape = (counters, deep) => ({ embeds, filters: [], hide: false, mine: false, counters, deep });
const { orgId } = organisations.main;
const list = listStatement(collection, shape(['customers'], false), registry);
const context = await serviceContext(db, orgId, organisations.main.kid);
const created = insertion(context, context.model.registry.get('customers'), 77, {
  name: 'Neu',
  vorname: 'Erika',
  anrede: 'Frau',
});
const withId = (query) => ({
  ...query,
  values: query.values.map((value) => (value === 77 || value === '77' ? '$id' : value)),
});
const statements = {
  one: { ...retrieveStatement(collection, [], registry), values: [orgId, '$a'] },
  list: { ...list, values: [orgId, '$a', 0] },
  create: [created.row, ...consequences(context, created.change)].map(withId),
};

const start = (args, env, ready) =>
  new Promise((done) => {
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child.stdout.on('data', (data) => ready.test(String(data)) && done(child));
  });
const { host, port, user, database } = server.connection;
const url = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
const api = await start(
  ['bin/broker-crm.js', 'serve'],
  { DATABASE_URL: url, PORT: '18080', DATA_DIR: join(folder, 'files') },
  /listens/,
);
const floor = await start(
  ['bench/floor.js'],
  { PORT: '18081', FLOOR: JSON.stringify({ statements, connection: { host, port, user, database } }) },
  /ready/,
);

/** CPU seconds of a process so far, its children included. */
const cpuOf = async (pid) => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
};
const memoryOf = async (pid) =>
  Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

const fire = (options) =>
  new Promise((done, refuse) =>
    autocannon({ duration: SECONDS, ...options }, (error, result) => (error ? refuse(error) : done(result))),
  );
const asService = (name, path, more = {}) => ({
  url: `http://127.0.0.1:18080${path}`,
  headers: {
    authorization: `Bearer ${organisations[name].token}`,
    ...(more.body ? { 'content-type': 'application/json' } : {}),
  },
  ...more,
});
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** One side's result over all rounds. */
const summary = (results) => ({
  rate: median(results.map((one) => one.requests.average)),
  p50: median(results.map((one) => one.latency.p50)),
  p99: median(results.map((one) => one.latency.p99)),
  mean: Number((1000 / median(results.map((one) => one.requests.average))).toFixed(2)),
  errors: results.reduce((sum, one) => sum + one.non2xx + one.errors, 0),
});

const compare = async (title, connections, service, bare) => {
  const mine = [];
  const theirs = [];
  let cpu = 0;
  let calls = 0;
  await fire({ ...service, connections, duration: 1 });
  await fire({ ...bare, connections, duration: 1 });
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await cpuOf(api.pid);
    const result = await fire({ ...service, connections });
    cpu += (await cpuOf(api.pid)) - before;
    calls += result.requests.total;
    mine.push(result);
    theirs.push(await fire({ ...bare, connections }));
  }
  const a = summary(mine);
  const b = summary(theirs);
  console.log(
    `| ${title} | ${a.rate.toFixed(0)} | ${b.rate.toFixed(0)} | **${(a.rate / b.rate).toFixed(2)}** | ${a.p50} / ${a.p99} ms | ${((cpu / calls) * 1e6).toFixed(0)} µs | ${(await memoryOf(api.pid)).toFixed(0)} MB | ${a.errors} |`,
  );
};

const bareOf = (path, more = {}) => ({ url: `http://127.0.0.1:18081${path}`, ...more });
console.log(`\n${cpus()[0]?.model}, ${cpus().length} cores, Node.js ${process.version}\n`);
console.log(
  '| work | service/s | floor/s | ratio | p50 / p99 | API CPU per call | memory | errors |\n|---|---|---|---|---|---|---|---|',
);
const someone = FIRST + Math.floor(MAIN / 2);
await compare(
  'GET one customer',
  CONNECTIONS,
  asService('main', `/v3/customers/${someone}`),
  bareOf(`/one/${someone}`),
);
const arrays = 'with_addresses=true&with_contacts=true';
await compare(
  'list of 50 with addresses and contacts',
  CONNECTIONS,
  asService('main', `/v3/customers?${arrays}`),
  bareOf('/list/50'),
);
await compare(
  'list of 5,000, 4 at once',
  4,
  asService('main', `/v3/customers?limit=5000&${arrays}`),
  bareOf('/list/5000'),
);
const body = JSON.stringify({ name: 'Neu', vorname: 'Erika', anrede: 'Frau' });
await compare(
  'create one',
  CONNECTIONS,
  asService('main', '/v3/customers', { method: 'POST', body }),
  bareOf('/create', { method: 'POST' }),
);

const timed = async (name, path) =>
  summary([
    await fire({ ...asService(name, path), connections: 1 }),
    await fire({ ...asService(name, path), connections: 1 }),
  ]);
const small = await timed('small', '/v3/customers');
const large = await timed('large', '/v3/customers');
const deep = await timed('large', `/v3/customers?page=${10_000 * SCALE}`);
console.log('\n| one caller | mean | against |\n|---|---|---|');
console.log(`| first page and total, ${SMALL} customers | ${small.mean} ms | |`);
console.log(
  `| first page and total, ${LARGE} customers | ${large.mean} ms | ${(large.mean / small.mean).toFixed(2)} x |`,
);
console.log(
  `| page ${10_000 * SCALE} of ${LARGE} customers | ${deep.mean} ms | ${(deep.mean / large.mean).toFixed(1)} x the first page |`,
);

for (const child of [api, floor]) child.kill('SIGTERM');
await client.end();
await db.close();
await server.stop();
await rm(folder, { recursive: true, force: true });
await import('./files.js');
