// Compares filtered, sorted and field-limited lists of a million customers with the plain list, and measures the cost
// of the timestamp indexes for a write.
import { setTimeout as pause } from 'node:timers/promises';
import { bulk, loadCustomers } from '../load.js';
import { cpuOf, cpuOfDatabase, fire, quantile, table, timesOf } from '../measure.js';
import { asService } from '../stage.js';

const PATH = '/v3/customers';
const WARM_MS = 40_000;
/** Spread over three years; three of four were never changed since. */
const MADE = "timestamp '2024-01-01' + (n * 7919::bigint % 94000000) * interval '1 second'";
const CHANGED = `case when n % 4 > 0 then ${MADE} else timestamp '2026-01-01' + (n * 104729::bigint % 27000000) * interval '1 second' end`;

const QUERIES = [
  ['the plain list', ''],
  ['made on one day', 'insert_datum[gte]=2026-03-01&insert_datum[lt]=2026-03-02'],
  ['changed since a week ago (5 %)', 'edit_datum[gte]=2026-10-30'],
  ['changed in a month (5 %)', 'edit_datum[gte]=2026-03-01&edit_datum[lt]=2026-04-01'],
  ['made since this year (a third)', 'insert_datum[gte]=2026-01-01'],
  ['a number from a value on (3 of 7)', 'kontakt_art[gte]=4'],
  ['made before this year, of one adviser', 'insert_datum[lt]=2026-01-01&betreuer=1'],
  ['by the day of making', 'sort=insert_datum'],
  ['newest first', 'sort=-insert_datum'],
  ['last changed first', 'sort=-edit_datum'],
  ['by a number of seven values', 'sort=kontakt_art'],
  ['the same backwards', 'sort=-kontakt_art'],
  ['by id backwards', 'sort=-id'],
  ['last changed first, of a week', 'edit_datum[gte]=2026-10-30&sort=-edit_datum'],
  ['page 10,000', 'page=10000'],
  ['page 10,000, newest first', 'page=10000&sort=-insert_datum'],
  ['the last page, by a number', 'page=20000&sort=kontakt_art'],
  ['two fields', 'fields=name,geb'],
  ['5,000 records', 'limit=5000'],
  ['5,000 records, two fields', 'limit=5000&fields=name,geb'],
];

const load = async ({ client, scale }, orgId) => {
  const count = 1_000_000 * scale;
  await client.query(
    bulk('customers', orgId, count, 10_000_000, {
      id: 'n',
      nummer: 'n::text',
      betreuer: 'null',
      kontakt_art: 'n % 7',
      anrede: "'Frau'",
      briefanrede: "'Sehr geehrte Frau Muster ' || n",
      name: "'Muster ' || n",
      vorname: "'Erika'",
      nation: "'DE'",
      geb: "date '1970-01-01' + (n % 15000)::int",
      insert_datum: MADE,
      edit_datum: CHANGED,
    }),
  );
  await client.query(`insert into record_count values (${orgId}, 'customers', 0, ${count})`);
  await client.query(
    `insert into record_block select ${orgId}, 'customers', n / 4096, 0, count(*) from generate_series(10000000, ${10_000_000 + count - 1}) n group by n / 4096`,
  );
  await client.query('vacuum analyze contact');
};

const reads = async (stage, organisation) => {
  const row = table('query', 'p50', 'p90', 'x plain');
  const times = new Map();
  const call = (query) => asService(organisation, `${PATH}?${query}`);
  // Lists of many are looked through in memory from the second time on; their columns are read one after the other.
  for (const end = Date.now() + WARM_MS; Date.now() < end; await pause(200))
    await timesOf(QUERIES.map(([, query]) => call(query)));
  for (let round = 0; round < 3; round += 1) {
    for (const [title, query] of QUERIES) {
      const found = await timesOf(Array.from({ length: stage.quick ? 3 : 6 }, () => call(query)));
      times.set(title, [...(times.get(title) ?? []), ...(round ? found : [])]);
    }
  }
  const plain = quantile(times.get('the plain list'), 0.5);
  for (const [title, query] of QUERIES) {
    const [p50, p90] = [0.5, 0.9].map((share) => quantile(times.get(title), share));
    row(`${title}: \`?${query}\``, `${p50.toFixed(1)} ms`, `${p90.toFixed(1)} ms`, `**${(p50 / plain).toFixed(1)}**`);
  }
};

/** The indexes that serve only comparisons and sorting. */
const STAMPS = ['contact', 'contract'].flatMap((name) =>
  ['insert_datum', 'edit_datum'].flatMap((stamp) =>
    (`${name}_${stamp}` === 'contract_insert_datum' ? ['', '_shown'] : ['']).map((rest) => `${name}_${stamp}${rest}`),
  ),
);

const writes = async (stage) => {
  const { client } = stage;
  const organisation = await stage.organisation('writes');
  await loadCustomers(client, organisation.orgId, 20_000, 50_000_000, false);
  const defined = await client.query('select indexname, indexdef from pg_indexes where indexname = any($1)', [STAMPS]);
  const works = [
    ['create a customer', asService(organisation, PATH, { body: { name: 'Neu', vorname: 'Erika' } })],
    ['create a contract', asService(organisation, '/v3/contracts', { body: { kid: 50_000_001, nummer: 'N 1' } })],
    [
      'PATCH of a customer',
      {
        ...asService(organisation, '', { body: {} }),
        requests: Array.from({ length: 997 }, (_, i) => ({
          method: 'PATCH',
          path: `${PATH}/${50_000_000 + i * 20}`,
          body: JSON.stringify({ name: `Muster ${Math.random()}` }),
        })),
      },
    ],
  ];
  const sums = new Map();
  for (let round = 0; round < 4; round += 1) {
    for (const side of round % 2 ? ['with', 'without'] : ['without', 'with']) {
      for (const { indexname, indexdef } of defined.rows) {
        await client.query(`drop index if exists ${indexname}`);
        if (side === 'with') await client.query(indexdef);
      }
      for (const [title, options] of works) {
        if (!round) await fire({ ...options, connections: 8, duration: 1 });
        const before = [await cpuOf(stage.api.pid), await cpuOfDatabase(stage.database)];
        const { requests, non2xx } = await fire({ ...options, connections: 8, duration: 3 });
        if (non2xx) throw new Error(`${title}: ${non2xx} failed`);
        const sum = sums.get(`${title} ${side}`) ?? { calls: 0, api: 0, database: 0 };
        sum.calls += requests.total;
        sum.api += (await cpuOf(stage.api.pid)) - before[0];
        sum.database += (await cpuOfDatabase(stage.database)) - before[1];
        sums.set(`${title} ${side}`, sum);
      }
    }
  }
  const row = table('work', 'CPU per call without: API, database', 'with', 'ratio');
  for (const [title] of works) {
    const [without, withThem] = ['without', 'with'].map((side) => {
      const { calls, api, database } = sums.get(`${title} ${side}`);
      return [api, database].map((one) => (one / calls) * 1e6);
    });
    const shown = (cpu) => cpu.map((one) => `${one.toFixed(0)} µs`).join(', ');
    row(
      title,
      shown(without),
      shown(withThem),
      `**${((withThem[0] + withThem[1]) / (without[0] + without[1])).toFixed(3)}**`,
    );
  }
};

export const run = async (stage) => {
  const organisation = await stage.organisation('million');
  await stage.startApi({ LOG_LEVEL: 'error' });
  if (!process.env.WRITES_ONLY) {
    await load(stage, organisation.orgId);
    await reads(stage, organisation);
  }
  if (!process.env.READS_ONLY) await writes(stage);
};
