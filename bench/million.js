// One organisation with a million customers: parts, contracts, damages, activities, tags, audit entries, search entries,
// waiting documents.
import { registry } from '../dist/model/registry.js';
import { textOf } from '../dist/operations/search/search-index.js';
import { bulk, countLoaded, loadSearch, withoutSearchIndex } from './load.js';
import { timesOf } from './measure.js';
import { GIVEN, SYLLABLES, TOWNS } from './names.js';
import { asService } from './stage.js';

/** The first id of all record kinds. */
export const FIRST = 10_000_000;
const USER = 9_000_000;
const ADVISERS = 20;
/** The adviser who asks. */
export const ADVISER = USER + 3;
const PARTS = ['addresses', 'contacts', 'banking'];
const RANGE = 5000;
const WAITING = 200;

/** A number from 0 below `most` that depends on `n` and looks random. */
const spread = (salt, most) => `((hashint8(n::bigint * 31 + ${salt}) & 2147483647) % ${most})`;
const pick = (list, salt) => `(array[${list.map((word) => `'${word}'`).join(',')}])[1 + ${spread(salt, list.length)}]`;
const name = `initcap(${pick(SYLLABLES, 2)} || ${pick(SYLLABLES, 3)} || case when n % 3 > 0 then ${pick(SYLLABLES, 4)} else '' end)`;
/** Spread over three years until now. */
const STAMP = {
  insert_datum: `(localtimestamp - ${spread(5, 94_000_000)} * interval '1 second')`,
  edit_datum: `(localtimestamp - ${spread(6, 47_000_000)} * interval '1 second')`,
};
const day = (salt, from, days) => `(current_date + ${from} + ${spread(salt, days)})`;
const user = (salt) => `${USER} + ${spread(salt, ADVISERS)}`;

/** `[count, first id, values]` of each kind, for a million customers. */
const kinds = (scale) => {
  const customers = 1_000_000 * scale;
  const kid = `${FIRST} + ${spread(7, customers)}`;
  return {
    users: [
      ADVISERS,
      USER,
      { id: 'n', name, vorname: pick(GIVEN, 1), email: "'u' || n || '@example.com'", aktiv: 'true', ...STAMP },
    ],
    customers: [
      customers,
      FIRST,
      {
        id: 'n',
        nummer: 'n::text',
        betreuer: user(8),
        kontakt_art: 'n % 4',
        name,
        vorname: pick(GIVEN, 1),
        nation: "'DE'",
        geb: `date '1940-01-01' + ${spread(9, 24_000)}`,
        ...STAMP,
      },
    ],
    addresses: [
      customers,
      FIRST,
      {
        id: 'n',
        kid: 'n',
        art: '0',
        strasse: `'Lindenallee ' || ${spread(10, 200)}`,
        plz: `lpad(${spread(11, 100_000)}::text, 5, '0')`,
        ort: pick(TOWNS, 12),
        ...STAMP,
      },
    ],
    contacts: [
      customers,
      FIRST,
      {
        id: 'n',
        kid: 'n',
        art: "'Telefon'",
        wert: `'0221 ' || 1000000 + ${spread(13, 9_000_000)}`,
        werbung: 'case when n % 10 = 0 then 1 else 0 end',
        ...STAMP,
      },
    ],
    banking: [
      customers * 0.3,
      FIRST,
      {
        id: 'n',
        kid: 'n',
        inhaber: "'Muster'",
        iban: `'DE' || lpad((n::bigint * 7919 + 100000000)::text, 20, '12500105170')`,
        ...STAMP,
      },
    ],
    contracts: [
      customers * 0.3,
      FIRST,
      {
        id: 'n',
        kid,
        nummer: `'HV-' || n % 97 || '/' || n`,
        gesellschaft: `'Muster ' || ${pick(TOWNS, 14)}`,
        sparte: 'n % 30 + 1',
        beitrag: 'n % 1000 / 10.0',
        beginn: day(15, -2000, 2000),
        ablauf: `case when n % 5 > 0 then ${day(16, -400, 1500)} end`,
        status: "case when n % 10 = 0 then 'storniert' else 'aktiv' end",
        archiv: 'case when n % 20 = 0 then 1 else 0 end',
        ...STAMP,
      },
    ],
    damages: [
      customers * 0.2,
      FIRST,
      {
        id: 'n',
        kid,
        art: "'Haftpflicht'",
        nummer: "'S ' || n",
        anschrift_ort: pick(TOWNS, 17),
        datum_schaden: day(18, -1000, 1000),
        datum_erledigt: `case when n % 10 > 0 then ${day(19, -900, 900)} end`,
        betrag: 'n % 5000',
        serviceportal: '0',
        draft: '0',
        ...STAMP,
      },
    ],
    activities: [
      customers * 0.3,
      FIRST,
      {
        id: 'n',
        kid,
        titel: `'Rückruf ' || ${pick(GIVEN, 20)}`,
        kategorie: 'n % 4',
        status: `case when ${spread(21, 10)} = 0 then 0 else 1 end`,
        start: `(localtimestamp + interval '30 days' - ${spread(22, 94_000_000)} * interval '1 second')`,
        verantwortlich: user(23),
        ...STAMP,
      },
    ],
    tags: [
      customers * 0.1,
      FIRST,
      { id: 'n', owner_section: "'customers'", owner_id: 'n', tag_id: '1', insert_datum: STAMP.insert_datum },
    ],
  };
};

/** Entries of records of a kind, with the texts of their parts. */
const loadTexts = async (client, orgId, path, [count, first]) => {
  const parts = path === 'customers' ? PARTS : [];
  for (let from = first; from < first + count; from += RANGE) {
    const texts = new Map();
    for (const part of [path, ...parts]) {
      const resource = registry.get(part);
      const { rows } = await client.query(
        `select id, ${part === path ? 'id' : 'kid'} as owner, printed from ${resource.table} where org_id = $1 and id >= $2 and id < $3`,
        [orgId, from, from + RANGE],
      );
      for (const { id, owner, printed } of rows) {
        const text = textOf({ resource, record: JSON.parse(printed) });
        texts.set(owner, [...(texts.get(owner) ?? []), part === path ? ['', 0, text] : [part, id, text]]);
      }
    }
    await loadSearch(client, orgId, path, [...texts]);
  }
};

/** Fills an organisation; the service need not run. */
export const loadMillion = async ({ client, scale }, { orgId, kid }) => {
  const all = kinds(scale);
  // Foreign keys are not checked.
  await client.query('set session_replication_role = replica');
  for (const [path, [count, first, values]] of Object.entries(all))
    await client.query(bulk(path, orgId, count, first, values));
  await client.query('set session_replication_role = origin');
  await countLoaded(client, orgId, ['customers', 'contracts', 'damages', 'activities']);
  await client.query(
    `insert into audit_entry (org_id, at, user_kid, section, record_id, action, changes)
    select ${orgId}, now() - (n % 94000000) * interval '1 second', ${kid}, 'customers', case when n % 1000 = 0 then ${FIRST} else n end, 'update', '{"vorname": ["Max", "Erika"]}'
    from generate_series(${FIRST}, ${FIRST + all.customers[0] - 1}) n`,
  );
  await withoutSearchIndex(client, async () => {
    for (const path of ['customers', 'contracts', 'damages', 'activities'])
      await loadTexts(client, orgId, path, all[path]);
  });
  for (const sequence of ['contact_kid_seq', 'tag_assignment_id_seq'])
    await client.query(`select setval('${sequence}', 20000000)`);
  await client.query('vacuum analyze');
};

/** Sends documents to the inbox that name customers and contracts. */
export const loadInbox = async ({ client }, organisation) => {
  const { rows } = await client.query(
    `select c.name, c.vorname, to_char(c.geb, 'DD.MM.YYYY') as geb, t.nummer
    from contract t
    join contact c on c.org_id = t.org_id and c.id = t.kid
    where t.org_id = $1
    order by t.id
    limit $2`,
    [organisation.orgId, WAITING],
  );
  const calls = rows.map(({ name: last, vorname, geb, nummer }, at) =>
    asService(organisation, '/v3/inbox/documents', {
      body: {
        name: `Nachtrag ${at}.txt`,
        betreff: at % 2 ? `Vertrag ${nummer}` : `Nachtrag für ${vorname} ${last}`,
        base64: Buffer.from(`Sehr geehrte Damen und Herren,\n${vorname} ${last}, geboren ${geb}, ${nummer}`).toString(
          'base64',
        ),
      },
    }),
  );
  await timesOf(calls);
};
