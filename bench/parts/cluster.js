// A Citus cluster against one server of the same version: by the node that has the organisation, and through the coordinator.
//   BENCH_CITUS_URL=postgresql://... BENCH_PLAIN_URL=postgresql://... npm run bench -- --only cluster
// Both name empty databases; on every node the user may make roles. The role that goes through the coordinator may not ask
// the nodes who they are, so that the service leaves them to it.
import { mkdtemp, rm } from 'node:fs/promises';
import pg from 'pg';
import { connect } from '../../dist/db/citus/shard-router.js';
import { createKeyRing, newKey } from '../../dist/db/encryption/key-ring.js';
import { migrate } from '../../dist/db/migrations/migrate.js';
import { rebuildSearch } from '../../dist/operations/rebuild/reindex.js';
import { loadCustomers } from '../load.js';
import { fire, quantile, table } from '../measure.js';
import { ended, makeWithToken, PLAN, start } from '../stage.js';

const FIRST = 1_000_000;
const CALLERS = 8;
const THROUGH = 'bench_through_coordinator';
const NAMES = ['plain', 'owner', 'coordinator'];
const WORK = [
  { title: 'GET one customer', path: `/v3/customers/${FIRST + 7}`, owner: 0.8, coordinator: 0.3 },
  {
    title: 'list of 50 with two arrays',
    path: '/v3/customers?with_addresses=true&with_contacts=true',
    owner: 0.85,
    coordinator: 0.5,
  },
  { title: 'create', path: '/v3/customers', body: { name: 'Neu', vorname: 'Erika' }, owner: 0.7, coordinator: 0.4 },
  {
    title: 'search, two words',
    path: '/v3/search',
    body: { query: 'muster erika', indices: ['customers'] },
    owner: 0.8,
    coordinator: 0.5,
  },
];

const urlFor = (url, role) => Object.assign(new URL(url), role ? { username: role, password: '' } : {}).toString();

/** Statements on a server, and on all of a cluster's nodes. */
const everywhere = async (url, statements) => {
  const client = new pg.Client(url);
  await client.connect();
  for (const text of statements) await client.query(text);
  const { rows } = await client.query('select nodename as host, nodeport as port from pg_dist_node where groupid > 0');
  await client.end();
  for (const { host, port } of rows) {
    const node = new pg.Client(Object.assign(new URL(url), { host: `${host}:${port}` }).toString());
    await node.connect();
    for (const text of statements) await node.query(text);
    await node.query(`revoke execute on function pg_control_system() from public, ${THROUGH}`);
    await node.end();
  }
};

/** An organisation with customers and what searches find. */
const fill = async (url, keys, count) => {
  await migrate({ connectionString: url });
  const db = connect({ connection: { connectionString: url }, keyRing: createKeyRing(() => keys) });
  const made = await makeWithToken(db, 'cluster', PLAN);
  const client = new pg.Client(url);
  await client.connect();
  await loadCustomers(client, made.orgId, count, FIRST, true);
  await rebuildSearch(db, made.orgId);
  await client.query("select setval('contact_kid_seq', 30000000)");
  await client.query('analyze');
  await client.end();
  await db.close();
  return made;
};

export const ownStage = true;

export const run = async ({ quick }) => {
  const { BENCH_CITUS_URL: citus, BENCH_PLAIN_URL: plain } = process.env;
  if (!citus || !plain) throw new Error('Set BENCH_CITUS_URL and BENCH_PLAIN_URL to empty databases.');
  const [count, seconds, rounds, warm] = quick ? [2000, 2, 2, 2] : [20_000, 5, 3, 20];
  const folder = await mkdtemp('/var/tmp/broker-crm-bench-');
  const SECRETS_KEY = newKey();
  const services = [];
  try {
    const made = { plain: await fill(plain, [SECRETS_KEY], count), owner: await fill(citus, [SECRETS_KEY], count) };
    const role = `do $$ begin if to_regrole('${THROUGH}') is null then create role ${THROUGH} login; end if; end $$`;
    await everywhere(citus, [role]);
    await migrate({ connectionString: citus }, { grantTo: THROUGH });
    made.coordinator = made.owner;
    const urls = { plain, owner: citus, coordinator: urlFor(citus, THROUGH) };
    for (const [at, name] of NAMES.entries()) {
      const env = {
        DATABASE_URL: urls[name],
        SECRETS_KEY,
        PORT: String(15_400 + at),
        DATA_DIR: `${folder}/${name}`,
        LOG_LEVEL: 'error',
      };
      services.push(await start(['bin/broker-crm.js', 'serve'], env, /listens/));
    }
    const row = table('work', 'plain/s', 'by the owner', 'wanted', 'through the coordinator', 'wanted', 'errors');
    for (const { title, path, body, ...wanted } of WORK) {
      const rates = { plain: [], owner: [], coordinator: [] };
      let errors = 0;
      for (let round = -1; round < rounds; round += 1) {
        for (const [at, name] of NAMES.entries()) {
          const result = await fire({
            url: `http://127.0.0.1:${15_400 + at}${path}`,
            headers: { authorization: `Bearer ${made[name].token}`, 'content-type': 'application/json' },
            ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
            connections: CALLERS,
            duration: round < 0 ? warm : seconds,
          });
          if (round < 0) continue;
          rates[name].push(result.requests.average);
          errors += result.non2xx + result.errors;
        }
      }
      const [base, ...others] = NAMES.map((name) => quantile(rates[name], 0.5));
      const [owner, coordinator] = others.map((rate) => `**${(rate / base).toFixed(2)}**`);
      row(title, base.toFixed(0), owner, wanted.owner, coordinator, wanted.coordinator, errors);
    }
  } finally {
    for (const child of services) await ended(child);
    await rm(folder, { recursive: true, force: true });
  }
};
