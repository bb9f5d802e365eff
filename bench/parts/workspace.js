// The calls of the pages of the workspace, at one organisation with a million customers: lists, agenda, search, inbox, bulk changes.
import { quantile, table, timesOf } from '../measure.js';
import { ADVISER, FIRST, loadInbox, loadMillion } from '../million.js';
import { asService } from '../stage.js';

/** Calls of each, one after the other; fewer where they take longer than this. */
const CALLS = 50;
const MOST_MS = 10_000;
/** Bounds in milliseconds: a page of a list, and the p95 of a search. */
const [LIST, SEARCH] = [150, 200];

const dayFrom = (days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Queries of the first page of each kind, as the page asks for them: with names, and columns of parts. */
const LISTS = {
  customers: [
    'sort=name',
    'sort=-edit_datum',
    'sort=geburtstag',
    'sort=betreuer',
    'page=2000',
    'page=2000&sort=name',
    `betreuer=${ADVISER}`,
    `betreuer=${ADVISER}&sort=name`,
    'betreuer[empty]=true',
    'kontakt_art=1',
    'name=Bergmann',
    'name[prefix]=ber',
    'name[prefix]=ber&sort=-edit_datum',
    'geb[gte]=1990-01-01',
    'geburtstag[gte]=11-28&geburtstag[lte]=12-05&sort=geburtstag',
    `insert_datum[gte]=${dayFrom(-30)}`,
    'contacts.werbung=1',
    'contacts.werbung=1&sort=name',
    'tags.tag_id=1',
    'tags.tag_id=1&sort=name',
    'addresses.plz[prefix]=01',
    'addresses.ort=Berlin',
    'addresses.ort=Berlin&sort=name',
  ],
  contracts: [
    'sort=-beginn',
    'page=2000',
    `betreuer=${ADVISER}`,
    `betreuer=${ADVISER}&sort=-beginn`,
    'sparte=10',
    'status=aktiv',
    'nummer[prefix]=HV-17',
    'gesellschaft[prefix]=Muster K',
    `ablauf[gte]=${dayFrom(0)}&ablauf[lte]=${dayFrom(90)}`,
  ],
  damages: [
    'sort=-datum_schaden',
    'page=2000',
    `betreuer=${ADVISER}`,
    `betreuer=${ADVISER}&sort=-datum_schaden`,
    'datum_erledigt[empty]=true',
    'anschrift_ort=Berlin',
  ],
  activities: ['sort=start', 'page=2000', `verantwortlich=${ADVISER}`, 'kategorie=1&status=0&sort=start'],
};
const PARTS = { customers: '&with_addresses=true&with_contacts=true' };

const lists = Object.entries(LISTS).flatMap(([path, queries]) =>
  ['', ...queries].map((query) => [
    `\`${path}${query && '?'}${query}\``,
    () => ({ path: `/v3/${path}?limit=50&with_names=true&with_schema=true${PARTS[path] ?? ''}&${query}` }),
    LIST,
  ]),
);

const pages = [
  ['`/v3/system/sections`', () => ({ path: '/v3/system/sections' }), LIST],
  ['`/v3/agenda`, all', () => ({ path: '/v3/agenda?with_names=true&with_phones=true' }), LIST],
  [
    '`/v3/agenda`, one adviser',
    () => ({ path: `/v3/agenda?betreuer=${ADVISER}&with_names=true&with_phones=true` }),
    LIST,
  ],
  ['`/v3/contracts/deadlines`', () => ({ path: `/v3/contracts/deadlines?to=${dayFrom(30)}&with_names=true` }), LIST],
  [
    '`/v3/contracts/deadlines`, one adviser',
    () => ({ path: `/v3/contracts/deadlines?to=${dayFrom(30)}&betreuer=${ADVISER}&with_names=true` }),
    LIST,
  ],
  [
    'a customer with counts',
    (n) => ({ path: `/v3/customers/${FIRST + n * 101}?with_counts=true&with_names=true` }),
    LIST,
  ],
  ['its history', (n) => ({ path: `/v3/customers/${FIRST + n * 101}/history?with_names=true` }), LIST],
  ['history with 1,000 changes', () => ({ path: `/v3/customers/${FIRST}/history?with_names=true` }), LIST],
  ['inbox with proposals', () => ({ path: '/v3/inbox/documents?with_proposals=true&limit=50' }), LIST],
  [
    'bulk change of 100',
    (n) => ({
      path: '/v3/customers/bulk',
      body: {
        rows: Array.from({ length: 100 }, (_, at) => ({ id: FIRST + 1000 + n * 100 + at })),
        set: { betreuer: ADVISER + (n % 7) + 1 },
      },
    }),
    null,
  ],
];

/** Texts that are searched for, of records that there are. */
const wordsOf = async ({ client }, { orgId }) => {
  const { rows } = await client.query(
    `select left(c.name, 4) as part, c.name, c.vorname, to_char(c.geb, 'DD.MM.YYYY') as geb, d.wert, b.iban, t.nummer
    from generate_series(1, $2) n
    join contact c on c.org_id = $1 and c.id = ${FIRST} + n * 5003
    join contact_detail d on d.org_id = $1 and d.id = c.id
    join bank_account b on b.org_id = $1 and b.id = ${FIRST} + n * 1009
    join contract t on t.org_id = $1 and t.id = ${FIRST} + n * 1013`,
    [orgId, CALLS],
  );
  return {
    'four letters of a name': rows.map(({ part }) => part),
    'a name': rows.map((row) => row.name),
    'first and last name': rows.map(({ vorname, name }) => `${vorname} ${name}`),
    'a telephone number': rows.map(({ wert }) => wert.replace('0221 ', '+49 221 ')),
    'a contract number': rows.map(({ nummer }) => nummer),
    'an IBAN': rows.map(({ iban }) => iban.replace(/(.{4})/g, '$1 ')),
    'a birth date': rows.map(({ geb }) => geb),
    'a name and a birth date': rows.map(({ name, geb }) => `${name} ${geb}`),
  };
};

const searches = (words, indices) =>
  Object.entries(words).map(([title, texts]) => [
    `search: ${title}`,
    (n) => ({ path: '/v3/search', body: { query: texts[n % texts.length], indices, limit: 6 } }),
    SEARCH,
  ]);

/** Measures the calls, one after the other. @param which those whose title has it */
export const measure = async (stage, organisation, which = '') => {
  const asked = (call) => asService(organisation, call.path, call);
  const { items } = await (await fetch(asked({ path: '/v3/system/sections' }).url, asked({ path: '' }))).json();
  const indices = items.map((section) => section.search_index).filter(Boolean);
  const all = [...lists, ...pages, ...searches(await wordsOf(stage, organisation), indices)];
  const row = table('call', 'p50', 'p95', 'bound');
  for (const [title, call, bound] of all.filter(([name]) => name.includes(which))) {
    await timesOf([asked(call(0))]);
    const times = [];
    for (let n = 1; n <= CALLS && times.reduce((sum, one) => sum + one, 0) < MOST_MS; n += 1)
      times.push(...(await timesOf([asked(call(n))])));
    const [p50, p95] = [0.5, 0.95].map((share) => quantile(times, share));
    row(
      title,
      ...[p50, p95].map((ms) => `${ms.toFixed(1)} ms`),
      bound === null ? '' : `${bound}${p95 > bound ? ' **missed**' : ''}`,
    );
  }
};

export const run = async (stage) => {
  const organisation = await stage.organisation('million');
  await loadMillion(stage, organisation);
  await stage.startApi({ LOG_LEVEL: 'error' });
  await loadInbox(stage, organisation);
  await measure(stage, organisation);
};
