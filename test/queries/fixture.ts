/** An organisation with random records of every list, whose stamps lie in many days. */
import { jsonExpression } from '../../src/derive/storage/columns.ts';
import { registry } from '../../src/model/registry.ts';
import { setField } from '../../src/operations/org-settings/custom-fields.ts';
import { raw, sql } from '../../src/sql/sql.ts';
import type { Random } from '../crash/random.ts';
import type { Client, Organisation, TestService } from '../support/service.ts';
import type { Item } from './model.ts';

export interface QueryFixture {
  readonly organisation: Organisation;
  readonly client: Client;
  /** A list's address. */
  at(path: string): string;
  /** Stamps to the second of a record in a list's table; the values of its parts. */
  stored(table: string, id: number, field: string): string | readonly string[] | undefined;
  /** Filters of contacts by their parts, each with some values. */
  readonly parts: Readonly<Record<string, readonly string[]>>;
}

const pad = (number: number): string => String(number).padStart(2, '0');
export const randomDay = (random: Random): string =>
  `202${random.whole(4, 6)}-${pad(random.whole(1, 12))}-${pad(random.whole(1, 28))}`;
export const randomTime = (random: Random): string =>
  `${randomDay(random)} ${pad(random.whole(0, 23))}:${pad(random.whole(0, 59))}:${pad(random.whole(0, 59))}`;
/** Few values, so that many records have the same. */
export const randomNumber = (random: Random): number => random.whole(-3, 6) * (random.next() < 0.5 ? 1 : 12.25);

/** The table of a list. */
export const tableOf = (path: string): string => {
  const name = path.split('/').at(-1) ?? '';
  const tables: Record<string, string> = { tags: path === 'system/tags' ? 'tag' : 'tag_assignment' };
  return tables[name] ?? registry.resources.find((one) => one.path.split('/').at(-1) === name)?.table ?? name;
};

type Maybe = <T>(value: T) => T | undefined;

/** Bodies by address; absent members have no value. */
const bodies = (
  random: Random,
  maybe: Maybe,
  ids: { customer: () => number; contract: number; owner: number; partner: number; user: number },
) => {
  const day = () => maybe(randomDay(random));
  const money = () => maybe(Math.max(0, randomNumber(random)));
  return {
    customers: () => ({
      name: 'K',
      geb: day(),
      kontakt_art: maybe(random.whole(0, 6)),
      betreuer: maybe(ids.user),
      ind_1: money(),
      ind_2: day(),
      ind_3: maybe(randomTime(random)),
      ind_4: maybe(random.whole(-2, 4)),
    }),
    products: () => ({ name: 'P', geb: day(), kontakt_art: maybe(random.whole(0, 6)) }),
    contracts: () => ({
      kid: ids.customer(),
      sparte: maybe(random.whole(1, 4)),
      archiv: random.whole(0, 1),
      beginn: day(),
      ablauf: day(),
    }),
    damages: () => ({
      kid: maybe(ids.customer()),
      art: 'x',
      vid: maybe(ids.partner),
      datum_schaden: day(),
      datum_meldung_makler: day(),
      datum_erledigt: day(),
      betrag: money(),
      reserve: money(),
      leistung: money(),
    }),
    activities: () => ({
      kid: maybe(ids.customer()),
      kategorie: random.whole(1, 5),
      status: random.whole(0, 1),
      verantwortlich: maybe(ids.user),
      start: maybe(randomTime(random)),
      ende: maybe(randomTime(random)),
    }),
    finances: () => ({
      kid: maybe(ids.customer()),
      bezeichnung: 'x',
      bereich: maybe(random.whole(1, 3)),
      betrag: money(),
      est: money(),
      beginn: day(),
      ende: day(),
      stkl: maybe(random.whole(1, 6)),
      zkf: money(),
      gwv: money(),
      vwl: money(),
      vwl_ag: money(),
      fb: money(),
      re4: money(),
    }),
    goals: () => ({
      kid: maybe(ids.customer()),
      subject: 'x',
      type: maybe(1),
      priority: maybe(random.whole(1, 3)),
      end: day(),
      value: money(),
    }),
    documents: () => {
      const vid = maybe(ids.contract);
      return { kid: vid ? ids.owner : ids.customer(), base64: 'eA==', datum: day(), vid };
    },
    'contact-persons': () => ({ kid: ids.partner, name: 'x' }),
    portals: () => ({ kid: ids.partner, name: 'x' }),
    'customers/{customer}/addresses': () => ({ strasse: 'x' }),
    'customers/{customer}/contacts': () => ({ art: 'E-Mail', wert: 'x' }),
    'customers/{customer}/banking': () => ({ inhaber: 'x' }),
    'customers/{customer}/numbers': () => ({ wert: 'x' }),
    'customers/{customer}/identity': () => ({ behoerde: 'x' }),
    'customers/{customer}/jobs': () => ({ beruf: 'x' }),
    'contracts/{contract}/persons': () => ({ name: 'x' }),
    'contracts/{contract}/tariffs': () => ({ name: 'x' }),
    'customers/{customer}/comments': () => ({ text: 'x' }),
    'customers/{customer}/documents/folders': () => ({ name: 'x' }),
    'system/tags': () => ({ tag: `t ${random.next()}`, freigabe: 1 }),
  };
};

/** Gives the records of a table stamps of many days. */
const restamp = async ({ db }: TestService, random: Random, orgId: number, table: string): Promise<void> => {
  const kinds = registry.resources.filter((one) => one.table === table);
  const names = Object.keys(kinds[0]?.fields ?? {}).filter((name) => kinds[0]?.fields[name]?.stamp);
  const spread = raw(String(random.whole(1, 40) * 17_321));
  await db.transaction(async (tx) => {
    for (const [i, name] of names.entries())
      await tx.run(sql`update ${raw(table)} set ${raw(name)} = timestamp '2024-02-03 04:05:06'
        + (id * ${spread}::bigint * ${raw(String(7 + i))} % 60000000) * interval '1 second' where org_id = ${orgId}`);
    for (const one of kinds.filter(({ storage: rows }) => rows.stored))
      await tx.run(sql`update ${raw(table)} t set printed = ${jsonExpression(one, 't')}
        where t.org_id = ${orgId}${raw(one.storage.section ? ` and t.section = '${one.storage.section}'` : '')}`);
  });
};

/** The body of a part by the filter that finds its value. */
const PART_BODIES: Readonly<Record<string, (value: string) => object>> = {
  'addresses.ort': (ort) => ({ ort }),
  'contacts.werbung': (value) => ({ art: 'E-Mail', wert: 'x', werbung: Number(value) }),
  'tags.tag_id': (value) => ({ tag_id: Number(value) }),
};

/** Gives contacts of each kind random parts, and deletes some contacts. @returns the values by number and filter */
const addParts = async (client: Client, random: Random, parts: QueryFixture['parts'], without: readonly number[]) => {
  // The first customer has contact details already, without consent.
  const values = new Map<string, readonly string[]>([[`${without[0]} contacts.werbung`, ['0']]]);
  for (const kind of ['customers', 'products', 'users'])
    for (const { id } of (await client.get(`/v3/${kind}?limit=5000`)).body.items as Item[]) {
      if (without.includes(id)) continue;
      for (const [filter, some] of Object.entries(parts)) {
        const given = some.filter(() => random.next() < 0.3);
        values.set(`${id} ${filter}`, given);
        for (const value of given) {
          const { status, text } = await client.post(
            `/v3/${kind}/${id}/${filter.split('.')[0]}`,
            PART_BODIES[filter]?.(value),
          );
          if (status !== 201) throw new Error(`${filter}: ${text}`);
        }
      }
      if (random.next() < 0.3) await client.delete(`/v3/${kind}/${id}`);
    }
  return values;
};

/** Makes it. @param many records of each kind */
export const createFixture = async (service: TestService, random: Random, many: number): Promise<QueryFixture> => {
  const organisation = await service.organisation();
  const { orgId, adminKid } = organisation;
  for (const [name, kind] of [
    ['ind_1', 'money'],
    ['ind_2', 'date'],
    ['ind_3', 'datetime'],
    ['ind_4', 'int'],
  ] as const)
    await setField(service.db, orgId, 'customers', { name, kind, label: name });
  const client = await organisation.client();
  const make = async (path: string, body: unknown): Promise<number> => {
    const answer = await client.post(`/v3/${path}`, body);
    if (answer.status !== 201) throw new Error(`${path}: ${answer.text}`);
    return answer.body.id as number;
  };
  const kids = await Promise.all(Array.from({ length: 4 }, () => make('customers', { name: 'Erste' })));
  const partner = await make('products', { name: 'Partner' });
  for (let i = 0; i < 4; i += 1)
    await make('users', { email: `u${i}-${orgId}@example.com`, betreuer: random.next() < 0.5 ? adminKid : null });
  const contract = await make('contracts', { kid: kids[0] });
  const places: Record<string, number> = { customer: kids[0] ?? 0, contract, partner };
  const at = (path: string): string => `/v3/${path.replace(/\{(\w+)\}/, (_, name: string) => String(places[name]))}`;
  const maybe: Maybe = (value) => (random.next() < 0.7 ? value : undefined);
  const customer = () => random.pick(kids) ?? 0;
  const some = bodies(random, maybe, { customer, contract, owner: kids[0] ?? 0, partner, user: adminKid });
  const waiting = Object.entries<() => object>(some).flatMap(([path, body]) =>
    Array.from({ length: path.includes('{') ? Math.ceil(many / 4) : many }, () => [at(path).slice(4), body()] as const),
  );
  for (const [, own] of Array.from({ length: 8 }, (_, i) => [i, kids[i % 4]] as const))
    waiting.push([`customers/${own}/followers`, {}], [`customers/${own}/links`, {}]);
  for (let from = 0; from < waiting.length; from += 12)
    await Promise.all(
      waiting
        .slice(from, from + 12)
        .map(([path, body]) => (/followers|links/.test(path) ? undefined : make(path, body))),
    );
  const tags = (await client.get('/v3/system/tags')).body.items as Item[];
  for (const { id } of tags.slice(0, 6)) await make(`customers/${kids[0]}/tags`, { tag_id: id });
  for (const user of (await client.get('/v3/users')).body.items as Item[])
    await make(`customers/${kids[0]}/followers`, { kid_user: user.id });
  for (const foreign_id of kids.slice(1))
    await client.post(`/v3/customers/${kids[0]}/links`, { foreign_section: 'customers', foreign_id });
  const [type] = (await client.get('/v3/system/relations')).body.pairs as { beziehung: number }[];
  for (const kid_beziehung of kids.slice(1))
    await client.post(`/v3/customers/${kids[0]}/relations`, { kid_beziehung, beziehung: type?.beziehung });
  const parts = {
    'addresses.ort': ['Kiel', 'KIEL', 'Köln', 'Kolding'],
    'contacts.werbung': ['0', '1'],
    'tags.tag_id': tags.slice(6, 9).map(({ id }) => String(id)),
  };
  const ofParts = await addParts(client, random, parts, [...kids, partner, adminKid]);
  const tables = [
    ...new Set(
      registry.resources
        .filter(({ path }) => path !== 'relations' && path !== 'inbox/documents')
        .map(({ table }) => table),
    ),
  ];
  const seconds = new Map<string, string>();
  for (const table of tables) {
    await restamp(service, random, orgId, table);
    const rows = await service.db.queryLong<{ id: number; insert_datum: string; edit_datum?: string }>(
      sql`select id, to_char(insert_datum, 'YYYY-MM-DD HH24:MI:SS') as insert_datum${raw(
        /^(tag|tag_assignment|follower|link)$/.test(table)
          ? ''
          : ", to_char(edit_datum, 'YYYY-MM-DD HH24:MI:SS') as edit_datum",
      )} from ${raw(table)} where org_id = ${orgId}`,
    );
    for (const row of rows)
      for (const name of ['insert_datum', 'edit_datum'] as const)
        if (row[name]) seconds.set(`${table} ${row.id} ${name}`, row[name]);
  }
  const stored: QueryFixture['stored'] = (table, id, field) =>
    field in parts ? (ofParts.get(`${id} ${field}`) ?? []) : seconds.get(`${table} ${id} ${field}`);
  return { organisation, client, at, stored, parts };
};
