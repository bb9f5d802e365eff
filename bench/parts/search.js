// Search: 1,000,000 customers among 1,000 other organisations against one organisation of 10,000; the cost of a write
// for the search index.

import { searchText } from '../../dist/derive/search/search-text.js';
import { systemContext } from '../../dist/operations/call/system-actor.js';
import { loadCustomers, loadSearch, withoutSearchIndex } from '../load.js';
import { COMPARED, compare, quantile, table, timesOf } from '../measure.js';
import { GIVEN, SYLLABLES, TOWNS } from '../names.js';
import { asFloor, asService } from '../stage.js';
import { creates, markOf } from '../statements.js';

const FIRST = 50_000_000;
const OTHERS = 1000;
/** A number that depends on `n` alone and looks random. */
const spread = (n, salt) => Math.imul(n ^ (salt * 0x9e3779b1), 0x85ebca6b) >>> 8;
const pick = (list, n, salt) => list[spread(n, salt) % list.length];
const person = (n) => ({
  given: pick(GIVEN, n, 1),
  name: pick(SYLLABLES, n, 2) + pick(SYLLABLES, n, 3) + (n % 3 ? pick(SYLLABLES, n, 4) : ''),
  town: pick(TOWNS, n, 5),
});
/** Texts of a customer's entries: its own, its address, its telephone. */
const textsOf = (n) => {
  const { given, name, town } = person(n);
  return [
    ['', 0, [String(n), given, name]],
    ['addresses', n, [`Lindenallee ${spread(n, 6) % 200}`, town]],
    ['contacts', n, [`+49 221 ${spread(n, 7) % 9_000_000}`]],
  ].map(([part, partId, values]) => [part, partId, searchText(values)]);
};

/** Entries of these customers. */
const loadEntries = (client, orgId, ids) =>
  loadSearch(
    client,
    orgId,
    'customers',
    ids.map((id) => [id, textsOf(id)]),
  );
const numbers = (count, first, step = 1) => Array.from({ length: count }, (_, at) => first + at * step);

const callOf = (organisation, query) =>
  asService(organisation, '/v3/search', { body: { query, indices: ['customers'] } });

/** Two words as users type them: a given name and a name, a name and a town, the beginning of a name. */
const twoTokens = (first, count, number) =>
  Array.from({ length: number }, (_, at) => {
    const { given, name, town } = person(first + (spread(at, 8) % count));
    return [`${given} ${name}`, `${name} ${town}`, `${name.slice(0, 7)} ${given}`][at % 3];
  });
const SHORT = ['a', 'ü', '4', 'x', 'q', 'mu', 'bo', '49', '22', 'xx', 'q7', 'er', 'a b', 'k 1', 'mu er'];

const timesFor = async (organisation, queries) => {
  const calls = queries.map((query) => callOf(organisation, query));
  await timesOf(calls.slice(0, 20));
  return timesOf(calls);
};

/** One organisation alone in the database. */
const searchAlone = async (stage, few, number) => {
  const alone = await stage.organisation('alone');
  await loadCustomers(stage.client, alone.orgId, few, FIRST, false);
  await loadEntries(stage.client, alone.orgId, numbers(few, FIRST));
  await stage.client.query('vacuum analyze');
  await stage.startApi();
  return timesFor(alone, twoTokens(FIRST, few, number));
};

/** A large organisation among many others. */
const loadLarge = async (stage, many, start) => {
  const { client } = stage;
  const large = await stage.organisation('large');
  await withoutSearchIndex(client, async () => {
    await loadCustomers(client, large.orgId, many, start, false);
    await loadEntries(client, large.orgId, numbers(many, start));
    for (let other = 0; other < OTHERS; other += 1)
      await loadEntries(client, 1_000_000 + other, numbers(many / OTHERS, start + other, OTHERS));
  });
  await client.query('vacuum analyze');
  await client.query("select setval('contact_kid_seq', 90000000)");
  return large;
};

const showSizes = async (client) => {
  const { rows } = await client.query(
    "select indexrelname as name, pg_size_pretty(pg_relation_size(indexrelid)) as size from pg_stat_user_indexes where relname = 'search_entry' union all select 'table', pg_size_pretty(pg_table_size('search_entry')) order by 1",
  );
  console.log(`\nSizes: ${rows.map(({ name, size }) => `${name} ${size}`).join(', ')}`);
};

const compareWrites = async (stage, large) => {
  const context = await systemContext(stage.db, large.orgId, large.kid);
  const values = { name: 'Neumann', vorname: 'Erika', anrede: 'Frau', beruf: 'Ingenieurin' };
  const create = creates(context, [['customers', markOf(0), values]]);
  await stage.startFloor({
    with: { queries: create },
    without: { queries: create.filter(({ text }) => !text.includes('search_entry')) },
  });
  console.log('\nWriting a customer with its search text (service column) and without it (floor column), both bare:');
  await compare(stage, table(...COMPARED), {
    title: 'create, search text against none',
    wanted: '0.67 (1.5 x)',
    service: asFloor('/with', { method: 'POST' }),
    bare: asFloor('/without', { method: 'POST' }),
  });
};

export const run = async (stage) => {
  const [few, many] = [10_000, 1_000_000 * stage.scale];
  const number = stage.quick ? 60 : 300;
  const small = await searchAlone(stage, few, number);
  const start = FIRST + 1_000_000;
  const large = await loadLarge(stage, many, start);
  const big = await timesFor(large, twoTokens(start, many, number));
  const short = await timesFor(large, SHORT);
  const town = await timesFor(large, TOWNS.slice(0, 15));
  const street = await timesFor(large, Array(10).fill('Lindenallee'));

  const line = table('search', 'p50', 'p99', 'against', 'wanted');
  const cells = (times) => [0.5, 0.99].map((share) => quantile(times, share));
  const shown = (numbers) => numbers.map((ms) => `${ms.toFixed(1)} ms`);
  const against = cells(big).map((ms, at) => `${(ms / cells(small)[at]).toFixed(1)} x`);
  line(`two tokens, ${few} customers, one organisation`, ...shown(cells(small)), '', '');
  line(`two tokens, ${many} customers, ${OTHERS} others`, ...shown(cells(big)), against.join(', '), '3 x, 10 x');
  line('one and two characters, the slowest', ...shown(cells(short)), '', 'under 100 ms');
  line('a word that one of 20 records has', ...shown(cells(town)), '', '');
  line('a word that each record has', ...shown(cells(street)), '', '');
  await showSizes(stage.client);
  await compareWrites(stage, large);
};
