// Directus: its own tables and the customers in a schema of the same database; a static token of an administrator.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { json } from './call.js';
import { makeTables, OWN_FIELD, TABLES } from './data.js';

const run = promisify(execFile);
const PORT = '18082';
const ORIGIN = `http://127.0.0.1:${PORT}`;
/** Not `directus start`: that asks a registry for newer versions first. */
const PROGRAM = 'bench/peers/node_modules/@directus/api/dist/cli/run.js';
const TOKEN = randomBytes(16).toString('hex');

const settings = ({ host, port, database }, password) => ({
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  PORT,
  PUBLIC_URL: ORIGIN,
  SECRET: TOKEN,
  DB_CLIENT: 'pg',
  DB_HOST: host,
  DB_PORT: String(port),
  DB_DATABASE: database,
  DB_USER: 'directus',
  DB_PASSWORD: password,
  DB_SEARCH_PATH: 'array:directus',
  ADMIN_EMAIL: 'admin@example.com',
  ADMIN_PASSWORD: TOKEN,
  ADMIN_TOKEN: TOKEN,
  LOG_STYLE: 'raw',
  // No side of the comparison logs requests.
  LOGGER_HTTP_AUTO_LOGGING: 'false',
  // It would refuse calls with 503 as soon as its event loop is busy.
  PRESSURE_LIMITER_ENABLED: 'false',
  TELEMETRY: 'false',
  TELEMETRY_URL: 'http://127.0.0.1:9',
});

const ask = async (method, path, body) => {
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
  const response = await fetch(`${ORIGIN}${path}`, { method, headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`Directus, ${method} ${path}: ${response.status} ${await response.text()}`);
};

/** Configures Directus as its users do in its app: the collections, their arrays, and automatic timestamps. */
const describe = async () => {
  for (const name of TABLES) {
    await ask('PATCH', `/collections/${name}`, { meta: { accountability: 'all' } });
    for (const [field, special] of [
      ['insert_datum', 'date-created'],
      ['edit_datum', 'date-updated'],
    ])
      await ask('PATCH', `/fields/${name}/${field}`, { meta: { special: [special] } });
  }
  for (const name of ['addresses', 'contacts']) {
    await ask('POST', '/fields/customers', { field: name, type: 'alias', meta: { special: ['o2m'] } });
    await ask('PATCH', `/relations/${name}/kid`, { meta: { one_field: name } });
  }
};

/** Installs and starts Directus. @returns a side of the comparison (bench/parts/peers.js) */
export const startDirectus = async (stage, { orgId }, NODE) => {
  const password = randomBytes(16).toString('hex');
  await makeTables(stage.client, 'directus', orgId, password);
  const env = settings(stage.place, password);
  await run(NODE, [PROGRAM, 'bootstrap'], { env: { ...process.env, ...env }, maxBuffer: 1 << 26 });
  const child = await stage.start([PROGRAM, 'start'], { ...env, NODE }, /Server started/);
  await describe();
  const at = '/items/customers';
  return {
    name: 'Directus',
    table: 'directus.customers',
    contracts: 'directus.contracts',
    own: OWN_FIELD,
    pid: child.pid,
    origin: ORIGIN,
    headers: { authorization: `Bearer ${TOKEN}` },
    ask: {
      one: ({ id }) => ({ path: `${at}/${id}` }),
      list: () => ({ path: `${at}?limit=50&meta=filter_count` }),
      arrays: () => ({ path: `${at}?limit=50&fields=*,addresses.*,contacts.*` }),
      page: () => ({ path: `${at}?limit=1000` }),
      search: ({ word }) => ({ path: `${at}?limit=50&search=${encodeURIComponent(word)}` }),
      create: ({ person }) => json('POST', at, person),
      patch: ({ id, vorname }) => json('PATCH', `${at}/${id}?fields=id`, { vorname }),
      indexed: ({ id, geb }) => json('PATCH', `${at}/${id}?fields=id`, { geb }),
      own: ({ id, vorname }) => json('PATCH', `${at}/${id}?fields=id`, { [OWN_FIELD]: vorname }),
      contract: ({ id, beitrag }) => json('PATCH', `/items/contracts/${id}?fields=id`, { beitrag }),
    },
    read: ({ data, meta }) => ({ records: [data].flat(), total: meta?.filter_count }),
  };
};
