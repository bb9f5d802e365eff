// Operations on tens of thousands of records at once: DELETE of a customer with 83,000 records below, a merge of
// 17,500 that were never read since the database was started.
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { rebuildSearch } from '../../dist/operations/rebuild/reindex.js';
import { bulk, countLoaded, loadCustomers, STAMP } from '../load.js';
import { cpuOf, cpuOfDatabase, table, timesOf } from '../measure.js';
import { asService } from '../stage.js';

const FIRST = 60_000_000;
/** Records below one of the large customers; 83,000 in total. */
const BELOW = { contracts: 20_000, damages: 20_000, activities: 25_000, finances: 10_000, goals: 8_000 };
const MERGED = { contracts: 8_000, damages: 2_000, activities: 5_000, finances: 1_500, goals: 1_000 };

/** Values of records as brokers have them, over the running number `n`. */
const VALUES = {
  contracts: {
    nummer: "'V ' || n",
    gesellschaft: "'Muster AG'",
    sparte: 'n % 30 + 1',
    beitrag: 'n % 1000 / 10.0',
    beginn: "date '2020-01-01' + (n % 2000)::int",
    archiv: 'case when n % 5 = 0 then 1 else 0 end',
  },
  damages: {
    art: "'Haftpflicht'",
    nummer: "'S ' || n",
    anschrift_ort: "'Köln'",
    datum_schaden: "date '2022-01-01' + (n % 900)::int",
    betrag: 'n % 5000',
    serviceportal: '0',
    draft: '0',
  },
  activities: {
    titel: "'Anruf ' || n",
    kategorie: 'n % 20',
    status: 'n % 2',
    beschreibung: "'Rückruf erbeten wegen ' || n",
  },
  finances: { bereich: 'n % 3 + 1', bezeichnung: "'Gehalt ' || n", betrag: 'n % 4000', draft: '0' },
  goals: { type: 'n % 5 + 1', subject: "'Rente ' || n", priority: 'n % 3', value: 'n % 90000', draft: '0' },
};

const sum = (numbers) => Object.values(numbers).reduce((all, one) => all + one, 0);

/** Records of these kinds below customers, which take turns, so that those of one lie on many pages. */
const loadBelow = async ({ client }, orgId, below, first, kids) => {
  for (const [path, count] of Object.entries(below)) {
    const kid = `(array[${kids.join(',')}])[1 + n % ${kids.length}]`;
    await client.query(bulk(path, orgId, count * kids.length, first, { id: 'n', kid, ...VALUES[path], ...STAMP }));
  }
};

/** Forgets all pages of the database, in its memory and in that of the system. */
const forgetPages = async ({ client, folder }) => {
  await client.query('checkpoint');
  await client.query('select pg_buffercache_evict_all()');
  const base = join(folder, 'data/postgres/base');
  for (const file of readdirSync(base, { recursive: true, withFileTypes: true })) {
    if (file.isFile())
      execFileSync('dd', [
        `of=${join(file.parentPath, file.name)}`,
        'oflag=nocache',
        'conv=notrunc,fdatasync',
        'count=0',
        'status=none',
      ]);
  }
};

/** One call with its time and CPU. */
const timed = async (stage, call) => {
  const before = [await cpuOf(stage.api.pid), await cpuOfDatabase(stage.database)];
  const [time] = await timesOf([call]);
  const cpu = [(await cpuOf(stage.api.pid)) - before[0], (await cpuOfDatabase(stage.database)) - before[1]];
  return [`${time.toFixed(0)} ms`, cpu.map((each) => `${(each * 1000).toFixed(0)} ms`).join(', ')];
};

const ROUNDS = 2;

const load = async (stage) => {
  const { client, scale } = stage;
  await client.query('create extension pg_buffercache');
  const organisation = await stage.organisation('large');
  const { orgId } = organisation;
  await loadCustomers(client, orgId, 1000, FIRST, true);
  const scaled = (below) => Object.fromEntries(Object.entries(below).map(([path, count]) => [path, count * scale]));
  const [large, merged] = [scaled(BELOW), scaled(MERGED)];
  const rounds = Array.from({ length: ROUNDS }, (_, i) => i);
  await loadBelow(
    stage,
    orgId,
    large,
    FIRST,
    rounds.map((i) => FIRST + i),
  );
  // Every tenth record is of one that is merged.
  const slaves = rounds.flatMap((i) => [FIRST + 100 + i, FIRST + 200 + i]);
  await loadBelow(stage, orgId, merged, FIRST + 10_000_000, [
    ...slaves,
    ...Array.from({ length: 14 }, (_, i) => FIRST + 300 + i),
  ]);
  await countLoaded(client, orgId, Object.keys(BELOW));
  await rebuildSearch(stage.db, orgId);
  await client.query('vacuum analyze');
  return { organisation, large, merged, rounds };
};

export const run = async (stage) => {
  const { organisation, large, merged, rounds } = await load(stage);
  await stage.startApi({ LOG_LEVEL: 'error' });
  const row = table('work', 'time', 'CPU: API, database', 'wanted');
  for (const i of rounds) {
    await stage.client.query('checkpoint');
    const gone = asService(organisation, `/v3/customers/${FIRST + i}`, { method: 'DELETE' });
    row(`DELETE of a customer with ${sum(large)} records`, ...(await timed(stage, gone)), '2 s');
  }
  for (const [title, from] of [
    ['', 100],
    [' that were never read', 200],
  ]) {
    for (const i of rounds) {
      if (title) await forgetPages(stage);
      else await stage.client.query('checkpoint');
      const body = { slave_kid: FIRST + from + i };
      const call = asService(organisation, `/v3/customers/${FIRST + 50 + i}/merge`, { body });
      row(`merge of ${sum(merged)} records${title}`, ...(await timed(stage, call)), '2 s');
    }
  }
};
