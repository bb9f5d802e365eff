/** The undo of a merge: records come back, but for those that were changed since (rules 5.14a). */
import { beforeAll, describe, expect, test } from 'vitest';
import { listTenantTables } from '../../src/db/tenant/tenant-tables.ts';
import { pruneMerges } from '../../src/operations/merge/prune-merges.ts';
import { DAY_MS } from '../../src/shared/durations.ts';
import { raw, sql } from '../../src/sql/sql.ts';
import { setUpRecords } from '../support/rules-fixture.ts';

const { service, organisation, client, stock, customer } = setUpRecords('unmergeword');

/** Tables that say what happened, or are made of the records. */
const MADE =
  /^(audit_entry|change|change_feed|search_entry|record_count|record_block|request_\w+|customer_merge|api_token)$/;

/** All records of the organisation as they are stored, without the stamp of the last change. */
const stored = async (): Promise<Readonly<Record<string, readonly string[]>>> => {
  const tables = (await listTenantTables(service.db)).filter(({ name }) => !MADE.test(name));
  const rows = await Promise.all(
    tables.map(async ({ name }) => {
      const found = await service.db.read<{ row: string }>(
        sql`select to_jsonb(t)::text as row from ${raw(name)} t where t.org_id = ${organisation.orgId}`,
      );
      const texts = found.map(({ row }) => row.replaceAll(/(\\?"edit_datum\\?": ?)(null|\\?"[^"]*")/g, '$1'));
      return [name, texts.sort()] as const;
    }),
  );
  return Object.fromEntries(rows);
};
const merge = (master: number, slave: number, mode = 'enrich_master') =>
  client.post(`/v3/customers/${master}/merge`, { slave_kid: slave, mode });
const unmerge = (master: number, slave: number, by = client) =>
  by.post(`/v3/customers/${master}/unmerge`, { slave_kid: slave });
const search = async (query: string): Promise<number[]> =>
  (await client.post('/v3/search', { indices: ['customers'], query })).body.data.customers.items.map(
    ({ id }: { id: number }) => id,
  );
const isGone = async (kid: number) => (await client.get(`/v3/customers/${kid}`)).status === 404;

let [master, slave] = [0, 0];

beforeAll(async () => {
  slave = stock.ids.get('customers') ?? 0;
  master = await customer({ name: 'Bleibt', anrede: 'Frau' });
  const third = await customer({ name: 'Dritte' });
  const tag = (await client.post('/v3/system/tags', { tag: 'Beide' })).body.id;
  for (const kid of [master, slave]) {
    await client.post(`/v3/customers/${kid}/tags`, { tag_id: tag });
    await client.post(`/v3/customers/${kid}/links`, { foreign_section: 'customers', foreign_id: third });
    await client.post(`/v3/customers/${kid}/relations`, { kid_beziehung: third, beziehung: 101 });
  }
  await client.post(`/v3/customers/${slave}/links`, { foreign_section: 'customers', foreign_id: master });
  const gone = (await client.post(`/v3/customers/${slave}/contracts`, { nummer: 'WEG-1' })).body.id;
  await client.delete(`/v3/contracts/${gone}`);
  const folder = (await client.post(`/v3/customers/${slave}/documents/folders`, { name: 'Ordner' })).body.id;
  await client.post(`/v3/customers/${slave}/documents/folders`, { name: 'Unterordner', parent_id: folder });
});

describe('POST /v3/customers/{kid}/unmerge', () => {
  test('brings all records back as they were, and the customer', async () => {
    const before = await stored();
    const total = (await client.get('/v3/customers?limit=1')).body.total;
    const found = await search('unmergeword');
    expect(found).toContain(slave);
    expect((await merge(master, slave)).status).toBe(200);
    expect(await isGone(slave)).toBe(true);
    const { status, body, text } = await unmerge(master, slave);
    expect(status, text).toBe(200);
    expect(body).toMatchObject({ success: true, master_kid: master, slave_kid: slave, stayed: [], fields: [] });
    expect(body.returned).toMatchObject({ addresses: 1, contracts: 2, folders: 3, tags: 2 });
    expect(await stored()).toEqual(before);
    expect((await client.get('/v3/customers?limit=1')).body.total).toBe(total);
    expect(await search('unmergeword')).toEqual(found);
    expect(await search('Bleibt')).toEqual([master]);
    const history = async (kid: number): Promise<string[]> =>
      (await client.get(`/v3/customers/${kid}/history`)).body.items.map(({ action }: { action: string }) => action);
    expect((await history(master)).slice(0, 2)).toEqual(['unmerge', 'merge']);
    expect((await history(slave))[0]).toBe('restore');
    const erasable = await client.get(`/v3/customers/${master}/privacy`);
    expect(JSON.stringify(erasable.body)).not.toContain('unmergeword');
  });

  test('leaves records that were changed or deleted since, and says so', async () => {
    const other = await customer({ name: 'Geht', vorname: 'Ida', geb: '1970-01-01' });
    const add = async (path: string, values: object): Promise<number> =>
      (await client.post(`/v3/customers/${other}/${path}`, values)).body.id;
    const [kept, deleted, back] = [
      await add('contracts', { nummer: 'U-1', tariffs: [{ name: 'T' }] }),
      await add('contracts', { nummer: 'U-2' }),
      await add('contracts', { nummer: 'U-3', tariffs: [{ name: 'T' }] }),
    ];
    const folder = await add('documents/folders', { name: 'Ordner' });
    await merge(master, other);
    await client.patch(`/v3/contracts/${kept}`, { nummer: 'U-1a' });
    await client.delete(`/v3/contracts/${deleted}`);
    await client.patch(`/v3/customers/${master}`, { vorname: 'Eva' });
    const file = { base64: Buffer.from('x').toString('base64'), name: 'x.txt', ordner: folder };
    const document = (await client.post(`/v3/customers/${master}/documents`, file)).body.id;
    const [first, second] = await Promise.all([unmerge(master, other), unmerge(master, other)]);
    expect([first.status, second.status].sort()).toEqual([200, 409]);
    const { body } = first.status === 200 ? first : second;
    expect(body).toMatchObject({ returned: { contracts: 1, folders: 1 }, stayed_total: 2, fields: ['vorname'] });
    expect(body.stayed).toEqual([kept, deleted].map((id) => ({ section: 'contracts', id })));
    const owner = async (id: number) => {
      const { kid, tariffs } = (await client.get(`/v3/contracts/${id}?with_tariffs=1`)).body;
      return [kid, tariffs[0].kid];
    };
    expect([await owner(kept), await owner(back)]).toEqual([
      [master, master],
      [other, other],
    ]);
    expect((await client.get(`/v3/customers/${master}`)).body).toMatchObject({ vorname: 'Eva', geb: null });
    expect((await client.get(`/v3/customers/${other}`)).body).toMatchObject({ vorname: 'Ida', geb: '1970-01-01' });
    expect((await client.get(`/v3/documents/${document}`)).body).toMatchObject({ kid: master, ordner: 0 });
  });

  test('brings back rows that were dropped as doubles', async () => {
    const add = (kid: number, part: string, values: object) => client.post(`/v3/customers/${kid}/${part}`, values);
    const other = await customer({ name: 'Doppelt' });
    const phone = { art: 'Telefon', wert: '0171 5556677' };
    await add(master, 'contacts', phone);
    const [double, own] = [
      (await add(other, 'contacts', phone)).body.id,
      (await add(other, 'contacts', { art: 'Telefon', wert: '030 998877' })).body.id,
    ];
    const address = (await add(other, 'addresses', { strasse: 'Dropweg 1', plz: '10115', ort: 'Berlin' })).body.id;
    const before = await stored();
    const numbers = async () =>
      (await client.get(`/v3/customers/${master}/contacts`)).body.items.map(({ id }: { id: number }) => id);
    const drop = [
      { section: 'contacts', id: double },
      { section: 'addresses', id: address },
    ];
    const wrong: unknown[] = [
      'x',
      [{ section: 'contracts', id: 1 }],
      [{ section: 'contacts' }],
      [{ section: 'contacts', id: 1 }],
      Array(201).fill(drop[0]),
    ];
    for (const one of wrong) {
      const reply = await client.post(`/v3/customers/${master}/merge`, { slave_kid: other, drop: one });
      expect([reply.status, reply.body.data.issues[0].path[0]], reply.text).toEqual([400, 'drop']);
    }
    expect((await client.post(`/v3/customers/${master}/merge`, { slave_kid: other, drop })).status).toBe(200);
    expect(await numbers()).toEqual(expect.arrayContaining([own]));
    expect(await numbers()).not.toContain(double);
    expect(await search('Dropweg')).toEqual([]);
    const { body } = await unmerge(master, other);
    expect(body).toMatchObject({ returned: { contacts: 2, addresses: 1 }, stayed: [] });
    expect(await stored()).toEqual(before);
    expect(await search('Dropweg')).toEqual([other]);
  });

  test('is refused without a merge, after 30 days, to readers and at customers of others', async () => {
    const [one, two] = [await customer({ name: 'Eins' }), await customer({ name: 'Zwei' })];
    expect((await unmerge(one, two)).error).toBe('merge_not_undoable');
    await merge(one, two);
    const reader = await organisation.client({ scopes: ['v3:customers:read'] });
    expect((await unmerge(one, two, reader)).status).toBe(403);
    const stranger = await (await service.organisation()).client();
    expect((await unmerge(one, two, stranger)).error).toBe('not_found');
    expect((await unmerge(one, 2_000_000_000)).error).toBe('customer_not_found');
    expect((await unmerge(two, one)).error).toBe('not_found');
    const left = async () =>
      (await service.db.read(sql`select 1 as one from customer_merge where slave = ${two}::int`)).length;
    await pruneMerges(service.db, Date.now() + 29 * DAY_MS);
    expect(await left()).toBe(1);
    await pruneMerges(service.db, Date.now() + 31 * DAY_MS);
    expect(await left()).toBe(0);
    expect((await unmerge(one, two)).error).toBe('merge_not_undoable');
    expect(await isGone(two)).toBe(true);
  });
});
