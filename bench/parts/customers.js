// Customers: single reads, lists, creates, far pages.
import { randomUUID } from 'node:crypto';
import { systemContext } from '../../dist/operations/call/system-actor.js';
import { loadCustomers } from '../load.js';
import { COMPARED, compare, meanOf, memoryOf, table } from '../measure.js';
import { asFloor, asService } from '../stage.js';
import { changes, creates, listOf, markOf, oneOf, WORD } from '../statements.js';

const SMALL = 1000;
const FIRST = 1_000_000;
const NEW = { name: 'Neu', vorname: 'Erika', anrede: 'Frau' };
/** Every request with another value of one header. */
const withHeader = (name) => ({
  setupRequest: (request) => ({ ...request, headers: { ...request.headers, [name]: randomUUID() } }),
});
/** Five values, of which three differ each time. */
const FIVE_OF_FLOOR = { vorname: WORD, geb_ort: WORD, kommentar: WORD, geb: '1984-08-12', nation: 'AT' };
const ARRAYS = ['with_addresses', 'with_contacts'];

/** Requests of which each is made for the next of these numbers. */
const oneByOne = (numbers, asked) => ({
  requests: [{ setupRequest: (request) => ({ ...request, ...asked(numbers.next().value) }) }],
});
/** Numbers over and over, not in their order. */
const around = function* (first, count) {
  for (let n = 0; ; n = (n + 7919) % count) yield first + n;
};
const upwards = function* (first) {
  for (let n = first; ; n += 1) yield n;
};

/** Organisations of three sizes. */
const load = async (stage, many, all) => {
  const [main, large, small] = [
    await stage.organisation('main'),
    await stage.organisation('large'),
    await stage.organisation('small'),
  ];
  await loadCustomers(stage.client, main.orgId, many, FIRST, true);
  await loadCustomers(stage.client, large.orgId, all, 10_000_000, false);
  await loadCustomers(stage.client, small.orgId, SMALL, 20_000_000, false);
  await stage.client.query('vacuum analyze');
  await stage.client.query("select setval('contact_kid_seq', 30000000)");
  return { main, large, small };
};

const startBoth = async (stage, main) => {
  const context = await systemContext(stage.db, main.orgId, main.kid);
  const { rows } = await stage.client.query('select printed from contact where org_id = $1 and id = $2', [
    main.orgId,
    FIRST,
  ]);
  const someone = JSON.parse(rows[0].printed);
  await stage.startApi();
  await stage.startFloor({
    one: { statement: oneOf(main.orgId, 'customers') },
    list: { statement: listOf(main.orgId, 'customers', { with: ARRAYS, counters: ['customers'] }) },
    create: { queries: creates(context, [['customers', markOf(0), NEW]]) },
    patch: { trips: await changes(context, 'customers', someone, { vorname: WORD }), word: WORD },
    plain: { trips: await changes(context, 'customers', someone, { geb: '1984-08-12' }), word: WORD },
    five: {
      trips: await changes(context, 'customers', someone, FIVE_OF_FLOOR),
      word: WORD,
    },
    delete: { trips: await changes(context, 'customers', someone, null), word: WORD },
  });
};

const compareReads = async (stage, row, main, someone) => {
  await compare(stage, row, {
    title: 'GET one customer',
    wanted: 0.6,
    service: asService(main, `/v3/customers/${someone}`),
    bare: asFloor(`/one/${someone}`),
  });
  const arrays = ARRAYS.map((when) => `${when}=true`).join('&');
  await compare(stage, row, {
    title: 'list of 50 with addresses and contacts',
    wanted: 0.8,
    service: asService(main, `/v3/customers?${arrays}`),
    bare: asFloor('/list/50'),
  });
  const before = await memoryOf(stage.api.pid);
  await compare(stage, row, {
    title: 'list of 5,000, 4 at once',
    wanted: 0.9,
    connections: 4,
    service: asService(main, `/v3/customers?limit=5000&${arrays}`),
    bare: asFloor('/list/5000'),
  });
  return (await memoryOf(stage.api.pid)) - before;
};

const compareCreates = async (stage, row, main) => {
  await compare(stage, row, {
    title: 'create one',
    wanted: 0.6,
    service: asService(main, '/v3/customers', { body: NEW }),
    bare: asFloor('/create', { method: 'POST' }),
  });
  await compare(stage, row, {
    title: 'create one with an Idempotency-Key; floor: one without',
    wanted: 0.87,
    service: asService(main, '/v3/customers', { body: NEW, requests: [withHeader('idempotency-key')] }),
    bare: asService(main, '/v3/customers', { body: NEW, requests: [withHeader('x-no-key')] }),
  });
};

const word = () => `E${randomUUID().slice(0, 7)}`;
const day = () => `19${10 + Math.floor(Math.random() * 80)}-08-12`;
/** Changes of a record, each with the name of the same change in the floor. */
const SEARCHED = { floor: 'patch', body: () => ({ vorname: word() }) };
const PLAIN = { floor: 'plain', body: () => ({ geb: day() }) };
const FIVE = {
  floor: 'five',
  body: () => ({ vorname: word(), geb_ort: word(), kommentar: word(), geb: day(), nation: 'AT' }),
};

/** PATCH and DELETE, each of another customer; which of several ways, its number says. */
const compareChanges = async (stage, row, main, many) => {
  const compareWith = (title, method, numbers, ...ways) => {
    const way = (kid) => ways[kid % ways.length];
    const asked = (kid, body = way(kid).body?.()) => ({
      path: `/v3/customers/${kid}`,
      ...(body && { body: JSON.stringify(body) }),
    });
    return compare(stage, row, {
      title,
      wanted: 0.6,
      service: asService(main, '/', { body: ways[0].body?.(), method, ...oneByOne(numbers(0), (kid) => asked(kid)) }),
      bare: asFloor('/', { method: 'POST', ...oneByOne(numbers(1), (kid) => ({ path: `/${way(kid).floor}/${kid}` })) }),
    });
  };
  const eighth = Math.floor(many / 8);
  const changed = () => around(FIRST + 6 * eighth, 2 * eighth);
  const going = (side) => upwards(FIRST + 1 + 3 * side * eighth);
  await compareWith('PATCH of a value that is searched', 'PATCH', changed, SEARCHED);
  await compareWith('PATCH of another value', 'PATCH', changed, PLAIN);
  await compareWith('PATCH of one, another or five values', 'PATCH', changed, SEARCHED, PLAIN, FIVE);
  await compareWith('DELETE', 'DELETE', going, { floor: 'delete' });
};

/** Latency for one caller, by the size of the organisation and the number of the page. */
const farPages = async (stage, { large, small }, all) => {
  const far = 10_000 * stage.scale;
  const [few, first, deep] = [
    await meanOf(stage, asService(small, '/v3/customers')),
    await meanOf(stage, asService(large, '/v3/customers')),
    await meanOf(stage, asService(large, `/v3/customers?page=${far}`)),
  ];
  const line = table('one caller', 'mean', 'against', 'wanted');
  line(`first page and total, ${SMALL} customers`, `${few.toFixed(2)} ms`, '', '');
  line(`first page and total, ${all} customers`, `${first.toFixed(2)} ms`, `${(first / few).toFixed(2)} x`, '1.5 x');
  line(
    `page ${far} of ${all} customers`,
    `${deep.toFixed(2)} ms`,
    `${(deep / first).toFixed(1)} x the first page`,
    '15 x',
  );
};

export const run = async (stage) => {
  const [many, all] = [100_000 * stage.scale, 1_000_000 * stage.scale];
  const organisations = await load(stage, many, all);
  const { main } = organisations;
  await startBoth(stage, main);
  const row = table(...COMPARED);
  const grown = await compareReads(stage, row, main, FIRST + Math.floor(many / 2));
  await compareCreates(stage, row, main);
  await compareChanges(stage, row, main, many);
  console.log(`\nFour lists of 5,000 at once let the service grow by ${grown.toFixed(0)} MB (wanted: under 150).`);
  await farPages(stage, organisations, all);
};
