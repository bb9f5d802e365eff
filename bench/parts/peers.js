// Directus and PostGraphile against the service: the same server, data and machine, in turns (docs/performance.md).
//   npm ci --prefix bench/peers             installs them, and Node.js 22, which runs all sides
//   npm run bench -- --only peers [--quick]
import { deepStrictEqual } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setField } from '../../dist/operations/org-settings/custom-fields.js';
import { rebuildSearch } from '../../dist/operations/rebuild/reindex.js';
import { cpuText, inTurns, memoryOf, table } from '../measure.js';
import { FIRST, loadPeople, OWN_FIELD } from '../peers/data.js';
import { startDirectus } from '../peers/directus.js';
import { startPostGraphile } from '../peers/postgraphile.js';
import { startService } from '../peers/service.js';

const INSTALLED = 'bench/peers/node_modules';
const NODE = `${INSTALLED}/node-linux-${process.arch}/bin/node`;
const CUSTOMERS = 50_000;
const CALLERS = 4;
const WORK = {
  one: 'read one',
  list: 'list of 50 with total',
  arrays: 'list of 50 with addresses and communications',
  page: 'page of 1,000',
  search: 'search, one word',
  create: 'create one',
  patch: 'PATCH of a value that is searched',
  indexed: 'PATCH of a value with an index',
  own: 'PATCH of an own field',
  contract: 'PATCH of a contract',
};
const WRITES = new Set(['create', 'patch', 'indexed', 'own', 'contract']);

const version = async (path) => JSON.parse(await readFile(`${INSTALLED}/${path}/package.json`, 'utf8')).version;
const NEEDED = ['directus', 'postgraphile', 'postgraphile-plugin-connection-filter', `node-linux-${process.arch}`];
const versions = () => Promise.all(NEEDED.map(version));

/** What to say where the others are not installed. */
export const missing = () =>
  versions().then(
    () => null,
    () => 'Directus and PostGraphile are not installed. `npm ci --prefix bench/peers` does it (1.2 GB; Linux only).',
  );

/** An endless sequence of arguments for calls, each for another customer. */
const subjects = function* (count, words) {
  for (let n = 0; ; n += 1)
    yield {
      id: FIRST + ((n * 7919) % count),
      word: words[n % words.length],
      vorname: `E${randomUUID().slice(0, 7)}`,
      beitrag: 1 + (n % 9000),
      geb: `19${10 + (n % 80)}-08-12`,
      person: { name: 'Neu', vorname: 'Erika', anrede: 'Frau', geb: '1984-08-12' },
    };
};

const whole = ({ headers, ask }, work, subject) => {
  const call = ask[work](subject);
  return { method: 'GET', ...call, headers: { ...headers, ...call.headers } };
};

/** One call of a side. @returns the records and the total in its answer @throws where it is not answered with 2xx */
const once = async (side, work, subject) => {
  const { path, ...call } = whole(side, work, subject);
  const response = await fetch(`${side.origin}${path}`, call);
  const text = await response.text();
  if (!response.ok) throw new Error(`${side.name}, ${work}: ${response.status} ${text}`);
  return side.read(JSON.parse(text));
};

const ids = ({ records }) => records.map(({ id }) => id);
const upTo = (count) => Array.from({ length: count }, (_, at) => FIRST + at);

/**
 * Runs each call once and compares its response and the stored row with the expected values. @throws AssertionError
 * that names side and call
 */
const verify = async (client, side, subject) => {
  const is = (found, wanted, what) => deepStrictEqual(found, wanted, `${side.name}: ${what}`);
  const stored = async (id) => {
    const text = `select name, vorname, geb::text from ${side.table} where id = $1 and org_id = $2`;
    return (await client.query(text, [id, subject.orgId])).rows[0];
  };
  const { records: ones } = await once(side, 'one', subject);
  is({ name: ones[0].name, vorname: ones[0].vorname, geb: ones[0].geb }, await stored(subject.id), 'read one');
  const list = await once(side, 'list', subject);
  const counted = `select count(*)::int as total from ${side.table} where org_id = $1`;
  const { total } = (await client.query(counted, [subject.orgId])).rows[0];
  is([ids(list), Number(list.total)], [upTo(50), total], 'list with total');
  is(Object.keys(list.records[0]).length >= 21, true, 'all fields');
  const { records } = await once(side, 'arrays', subject);
  const parts = ({ id, addresses, contacts }) => [
    id,
    addresses.map((one) => one.strasse),
    contacts.map(({ id }) => id),
  ];
  const wanted = (id) => [id, [`Allee ${id}`, `Allee ${id}`], [2 * id, 2 * id + 1]];
  is(records.map(parts), upTo(50).map(wanted), 'list with arrays');
  is(ids(await once(side, 'page', subject)), upTo(1000), 'page of 1,000');
  const like = `select id from ${side.table} where org_id = $1 and name ilike '%' || $2 || '%' order by 1`;
  const { rows } = await client.query(like, [subject.orgId, subject.word]);
  is(ids(await once(side, 'search', subject)).sort(), ids({ records: rows }), 'search');
  const { vorname, geb, beitrag, person } = subject;
  await once(side, 'patch', subject);
  for (const work of ['indexed', 'own', 'contract']) await once(side, work, subject);
  is(await stored(subject.id), { name: ones[0].name, vorname, geb }, 'PATCH');
  const of = (table, column) =>
    client.query(`select ${column} as value from ${table} where id = $1 and org_id = $2`, [subject.id, subject.orgId]);
  is(Number((await of(side.contracts, 'beitrag')).rows[0].value), beitrag, 'PATCH of a contract');
  is((await of(side.table, side.own)).rows[0].value, vorname, 'PATCH of an own field');
  const made = await once(side, 'create', subject);
  const { name, vorname: given, geb: born } = person;
  is(await stored(ids(made)[0]), { name, vorname: given, geb: born }, 'create');
};

/** Options of autocannon: each request uses the next subject. */
const calls = (side, work, about) => ({
  url: side.origin,
  // GraphQL answers 200 to failed calls too. Reads were verified before; checking large responses would take the CPU
  // time of the load generator.
  ...(WRITES.has(work) ? { verifyBody: (body) => !String(body).includes('"errors":') } : {}),
  requests: [{ setupRequest: (request) => ({ ...request, ...whole(side, work, about.next().value) }) }],
});

const rounded = (rate) => rate.toFixed(rate < 10 ? 1 : 0);

const compareAll = async (stage, sides, about) => {
  const row = table(
    'work',
    'side',
    'calls/s',
    'of the service',
    'p50 / p99',
    'CPU per call: process, database',
    'memory',
    'errors',
  );
  const all = [];
  for (const [work, title] of Object.entries(WORK)) {
    const asked = sides.map((side) => ({ pid: side.pid, call: calls(side, work, about()) }));
    const results = await inTurns(stage, asked, CALLERS);
    for (const [at, result] of results.entries()) {
      const { rate, p50, p99, errors } = result;
      const memory = await memoryOf(sides[at].pid);
      row(
        at ? '' : title,
        sides[at].name,
        rounded(rate),
        at ? (rate / results[0].rate).toFixed(2) : '',
        `${p50} / ${p99} ms`,
        cpuText(result),
        `${memory.toFixed(0)} MB`,
        errors,
      );
    }
    all.push([title, ...results]);
  }
  // How many times as many calls the service answers, and how much more CPU the other takes for one: that other work on the machine changes less.
  const short = table('calls/s', ...sides.map(({ name }) => name));
  const spent = ({ cpu }) => cpu.process + cpu.database;
  for (const [title, service, ...others] of all) {
    const times = (other) => {
      if (!other.rate) return 'none in a turn';
      const [calls, cpu] = [service.rate / other.rate, spent(other) / spent(service)];
      return `${rounded(other.rate)} (**${calls.toFixed(1)} x**, CPU ${cpu.toFixed(1)} x)`;
    };
    short(title, rounded(service.rate), ...others.map(times));
  }
};

const words = async (client, orgId) => {
  const names = `select name from contact where org_id = $1 and id % 487 = 0 group by name limit 200`;
  return (await client.query(names, [orgId])).rows.map(({ name }) => name.toLowerCase());
};

export const run = async (stage) => {
  // Many short turns, so that other load on the machine affects all sides alike. The warm-up lasts until the code of
  // each side is compiled.
  Object.assign(stage, { seconds: 1, rounds: stage.quick ? 2 : 6, warmSeconds: stage.quick ? 1 : 8 });
  const { client } = stage;
  const count = CUSTOMERS * stage.scale;
  const made = await stage.organisation('peers');
  await loadPeople(client, made.orgId, count);
  await client.query('vacuum analyze');
  await setField(stage.db, made.orgId, 'customers', { name: OWN_FIELD, kind: 'text', label: 'Own field' });
  await rebuildSearch(stage.db, made.orgId);
  const sides = [
    await startService(stage, made, NODE),
    await startDirectus(stage, made, NODE),
    ...(await startPostGraphile(stage, made, NODE)),
  ];
  // Statistics for all, and no log that the database still has to write out in the first one's turn.
  await client.query('vacuum analyze');
  await client.query('checkpoint');
  const searched = await words(client, made.orgId);
  const about = () => subjects(count, searched);
  const subject = { ...subjects(count, searched).next().value, orgId: made.orgId };
  for (const side of sides) await verify(client, side, subject);
  const [of, postgraphileVersion, , node] = await versions();
  console.log(`Directus ${of}, PostGraphile ${postgraphileVersion}, all on Node.js ${node}, ${count} customers`);
  await compareAll(stage, sides, about);
};
