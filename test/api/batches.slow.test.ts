/** Items of a batch are created in few transactions, with the same result as single creates (decision 0038). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventNames } from '../../src/derive/events/event-names.ts';
import { rowId, stamps, text } from '../../src/model/declaration/field.ts';
import { defineResource } from '../../src/model/declaration/resource.ts';
import { unique } from '../../src/model/declaration/rules.ts';
import { belongsTo } from '../../src/model/parts/contact.ts';
import { registry } from '../../src/model/registry.ts';
import { raw, sql } from '../../src/sql/sql.ts';
import * as admin from '../../src/webhooks/manage/manage-webhooks.ts';
import { type Client, type Reply, startTestService, type TestService } from '../support/service.ts';
import { transactionsOf as countTransactions, together } from '../support/shared-transactions.ts';

/** Its items exclude each other in the database alone: nothing has them take their turns. */
const plates = defineResource({
  path: 'plates',
  table: 'plate',
  title: 'Plate',
  about: 'A plate of a customer.',
  scope: 'contracts',
  nesting: { below: ['customers'] },
  requests: { batch: 'everywhere' },
  search: { index: 'plates' },
  rules: [
    { ...unique('plate_once', 'kennzeichen', 'tag_already_assigned'), inTurn: false },
    {
      names: [],
      codes: { create: ['document_protected'] },
      check: ({ after }) => (after?.kennzeichen === 'GESPERRT' ? 'document_protected' : null),
    },
  ],
  fields: {
    id: rowId(),
    kid: belongsTo('Kunde', 'customers'),
    kennzeichen: text('Kennzeichen', { required: true, search: true }),
    ...stamps(),
  },
});

let service: TestService;
let orgId: number;
let adminKid: number;
let client: Client;
/** Asks for nothing more than the specification has. */
let plain: Client;
let kid: number;
let other: number;

beforeAll(async () => {
  service = await startTestService({ added: [plates] });
  const organisation = await service.organisation({ api_requests_per_minute: 1_000_000, licenses: 1000 });
  ({ orgId, adminKid } = organisation);
  // The webhooks exist before the first call, because the process caches them.
  const reach = { allows: () => true, eventNames: eventNames(registry) };
  const events = ['customers.insert', 'damages.insert', 'contracts.insert', 'products.insert'];
  for (const active of [true, true, false]) {
    const settings = { url: 'https://example.com/', events };
    const { webhook_id: id } = await admin.createWebhook(service.db, reach, orgId, settings);
    await service.db.transaction((tx) =>
      tx.run(sql`update webhook set active = ${active} where org_id = ${orgId} and id = ${id}`),
    );
  }
  plain = await organisation.client();
  client = together(plain);
  kid = (await client.post('/v3/customers', { name: 'Halter' })).body.kid;
  other = (await client.post('/v3/customers', { name: 'Anderer' })).body.kid;
});
afterAll(() => service.stop());

const rowsOf = <T>(statement: ReturnType<typeof sql>): Promise<T[]> => service.db.queryLong<T>(statement);
const key = (name: string) => ({ 'idempotency-key': name });
const hundred = <T>(make: (i: number) => T): T[] => Array.from({ length: 100 }, (_, i) => make(i));
const idsOf = ({ body }: Reply): number[] => body.inserted.map(({ id }: { id: number }) => id);

/** How many transactions have made these rows. */
const transactionsOf = (table: string, ids: readonly number[]) => countTransactions(service.db, orgId, table, ids);

const MANY: [path: string, table: string, make: (i: number) => object, most: number][] = [
  ['/v3/customers', 'contact', (i: number) => ({ name: `Viele ${i}`, betreuer: adminKid }), 1],
  ['/v3/products', 'contact', (i: number) => ({ name: `Viele ${i}` }), 1],
  ['/v3/damages', 'damage', (i: number) => ({ kid: i % 2 ? kid : other, nummer: `V ${i}` }), 1],
  // Three rows each.
  ['contracts', 'contract', (i: number) => ({ nummer: `V ${i}`, tariffs: [{ name: 'A' }, { name: 'B' }] }), 4],
];

test.each(MANY)('a batch of 100 %s is created in few transactions, in order', async (path, table, make, most) => {
  const address = path === 'contracts' ? `/v3/customers/${kid}/contracts` : path;
  const answer = await client.post(address, hundred(make));
  expect([answer.status, answer.body.success, answer.body.failed]).toEqual([200, true, []]);
  expect(answer.body.inserted.map(({ index }: { index: number }) => index)).toEqual(hundred((i) => i));
  const ids = idsOf(answer);
  expect([...ids].sort((a, b) => a - b)).toEqual(ids);
  expect(await transactionsOf(table, ids)).toBeLessThanOrEqual(most);
});

test('without together=true each item has its own transaction', async () => {
  const items = Array.from({ length: 12 }, (_, i) => ({ name: `Einzeln ${i}` }));
  const ids = idsOf(await plain.post('/v3/customers', items));
  expect([ids.length, await transactionsOf('contact', ids)]).toEqual([12, 12]);
  const off = idsOf(await plain.post('/v3/customers?together=false', items));
  expect(await transactionsOf('contact', off)).toBe(12);
});

/** Moments and numbers that no two records share. */
const OWN = new Set([
  'id',
  'change_id',
  'number',
  'seq',
  'at',
  'request_id',
  'insert_datum',
  'edit_datum',
  'event_at',
  'next_attempt_at',
]);

/** A record's data without the values that are unique to it. */
const likeness = (value: unknown, ids: readonly number[]): unknown => {
  if (typeof value === 'number' && ids.includes(value)) return `its ${ids.indexOf(value)}`;
  if (typeof value === 'string' && /^[{[]/.test(value)) return likeness(JSON.parse(value), ids);
  if (Array.isArray(value)) return value.map((one) => likeness(one, ids));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, OWN.has(name) ? typeof one : likeness(one, ids)]),
  );
};

/** All that is written of a record and of the rows made with it. */
const writtenOf = async (section: string, table: string, id: number): Promise<unknown> => {
  const below =
    section === 'contracts'
      ? await rowsOf<{ id: number; row: unknown }>(
          sql`select t.id, to_jsonb(t) as row from contract_tariff t where t.org_id = ${orgId} and t.vid = ${id} order by t.id`,
        )
      : [];
  const ids = [id, ...below.map((one) => one.id)];
  const found = {
    row: await rowsOf(sql`select to_jsonb(t) as row from ${raw(table)} t where t.org_id = ${orgId} and t.id = ${id}`),
    below,
    audit: await rowsOf(sql`select to_jsonb(a) as row from audit_entry a
      where a.org_id = ${orgId} and (a.section = ${section} and a.record_id = ${id} or a.owner_section = ${section} and a.owner_id = ${id}) order by a.id`),
    feed: await rowsOf(sql`select to_jsonb(c) as row from change c
      where c.org_id = ${orgId} and (c.section = ${section} and c.record_id = ${id} or c.owner_section = ${section} and c.owner_id = ${id}) order by c.id`),
    search: await rowsOf(sql`select to_jsonb(s) as row from search_entry s
      where s.org_id = ${orgId} and s.section = ${section} and s.id = ${id} order by s.part, s.part_id`),
    deliveries: await rowsOf(sql`select to_jsonb(d) as row from webhook_delivery d
      where d.org_id = ${orgId} and d.event_name = ${`${section}.insert`} and (d.payload::jsonb ->> 'id')::int = ${id}
      order by d.webhook_id`),
  };
  return likeness(found, ids);
};

const ALIKE: [section: string, table: string, body: Record<string, unknown>][] = [
  [
    'customers',
    'contact',
    { nummer: '47', name: 'Gleich', vorname: 'Ä\\"n', geb: '1980-02-29', bemerkung: "it's\n{1,2}" },
  ],
  ['products', 'contact', { nummer: '48', name: 'Gleich' }],
  ['contracts', 'contract', { nummer: 'G 1', beitrag: '1.50', tariffs: [{ name: 'A' }, { name: 'B' }] }],
  ['contracts', 'contract', { nummer: 'G 2', archiv: 1 }],
  ['damages', 'damage', { nummer: 'G 3', art: 'Haftpflicht', betrag: 12.5 }],
  ['damages', 'damage', { betrag: '1.00' }],
];

test.each(
  ALIKE,
)('items of a batch of %s write the same rows as single creates, except for ids and times', async (...of) => {
  const [section, table, body] = of;
  const path = ['contracts', 'damages'].includes(section) ? `/v3/customers/${kid}/${section}` : `/v3/${section}`;
  const { body: one, status } = await client.post(path, body);
  expect([status, one]).toEqual([201, one]);
  const many = await client.post(path, [body, body, body]);
  const single = await writtenOf(section, table, one.id ?? one.kid);
  expect(single).toMatchObject({ audit: expect.arrayContaining([expect.anything()]), feed: expect.anything() });
  for (const id of idsOf(many)) expect(await writtenOf(section, table, id)).toEqual(single);
  expect(await transactionsOf(table, idsOf(many))).toBe(1);
});

test('every item is counted, found by search, in the feed, in the audit log and delivered to each subscribed webhook', async () => {
  const { next: after } = (await client.get('/v3/changes')).body;
  const { total: before } = (await client.get('/v3/customers?limit=1')).body;
  const ids = idsOf(
    await client.post(
      '/v3/customers',
      hundred((i) => ({ name: `Zählung ${i}` })),
    ),
  );
  expect((await client.get('/v3/customers?limit=1')).body.total).toBe(before + 100);
  const { items } = (await client.get(`/v3/changes?after=${after}&limit=1000`)).body;
  expect(items.map(({ id, action }: { id: number; action: string }) => [id, action])).toEqual(
    ids.map((id) => [id, 'insert']),
  );
  const found = await client.post('/v3/search', { query: 'zählung', indices: ['customers'], limit: 100 });
  expect(found.body.total).toBe(100);
  const entries = await rowsOf<{ id: number }>(sql`select record_id as id from audit_entry
    where org_id = ${orgId} and section = 'customers' and action = 'insert' and record_id = any(${ids}) order by id`);
  expect(entries.map(({ id }) => id)).toEqual(ids);
  const told = await rowsOf<{
    id: number;
    n: number;
  }>(sql`select (payload::jsonb ->> 'kid')::int as id, count(distinct request_id)::int as n
    from webhook_delivery where org_id = ${orgId} and (payload::jsonb ->> 'kid')::int = any(${ids})
    group by 1 order by 1`);
  expect(told).toEqual(ids.map((id) => ({ id, n: 2 })));
  const [row] = await rowsOf<{ counted: number; blocks: number; rows: number }>(sql`select
      (select sum(n)::int from record_count where org_id = ${orgId} and name = 'customers') as counted,
      (select sum(n)::int from record_block where org_id = ${orgId} and name = 'customers') as blocks,
      (select count(*)::int from contact where org_id = ${orgId} and section = 'customers' and del = 0) as rows`);
  expect([row?.counted, row?.blocks]).toEqual([row?.rows, row?.rows]);
});

test('a refused item among a hundred does not prevent the others', async () => {
  const missing = 2_147_483_647;
  const damages = await client.post(
    '/v3/damages',
    hundred((i) => ({ kid: i === 37 ? missing : kid, nummer: `R ${i}` })),
  );
  expect([damages.status, damages.body.success]).toEqual([200, false]);
  expect(damages.body.failed).toMatchObject([{ index: 37, status: 404, error: 'customer_not_found' }]);
  expect(damages.body.inserted.map(({ index }: { index: number }) => index)).toEqual(
    hundred((i) => i).filter((i) => i !== 37),
  );
  expect(await transactionsOf('damage', idsOf(damages))).toBe(1);
  const customers = await client.post(
    '/v3/customers',
    hundred((i) => (i === 5 ? {} : { name: `R ${i}`, betreuer: i === 6 ? missing : null })),
  );
  expect(customers.status).toBe(207);
  expect(customers.body.failed).toMatchObject([
    { index: 5, status: 422, error: 'no_valid_fields' },
    { index: 6, status: 400, error: 'validation_failed', issues: [{ path: ['betreuer'], code: 'invalid_reference' }] },
  ]);
  expect(customers.body.inserted).toHaveLength(98);
  expect(await transactionsOf('contact', idsOf(customers))).toBe(1);
  const refused = await client.post(
    '/v3/plates',
    hundred((i) => ({ kid, kennzeichen: i === 99 ? 'GESPERRT' : `R ${i}` })),
  );
  expect(refused.body.failed).toMatchObject([{ index: 99, error: 'document_protected' }]);
  expect(await transactionsOf('plate', idsOf(refused))).toBe(1);
});

test('an item that violates a unique rule fails alone, and the first of two equal items is created', async () => {
  await client.post('/v3/plates', { kid, kennzeichen: 'U 50' });
  const answer = await client.post(
    '/v3/plates',
    hundred((i) => ({ kid, kennzeichen: `U ${i === 80 ? 20 : i}` })),
  );
  expect(answer.status).toBe(207);
  expect(answer.body.failed.map(({ index, error }: { index: number; error: string }) => [index, error])).toEqual([
    [50, 'tag_already_assigned'],
    expect.arrayContaining(['tag_already_assigned']),
  ]);
  expect(answer.body.inserted).toHaveLength(98);
  const plates = await client.get('/v3/plates?limit=1000');
  const unique = plates.body.items.filter(({ kennzeichen }: { kennzeichen: string }) => /^U \d+$/.test(kennzeichen));
  expect(unique).toHaveLength(99);
});

test('a batch of users fails the item above the licences and the one with a repeated address', async () => {
  const organisation = await service.organisation({ api_requests_per_minute: 1_000_000, licenses: 9 });
  const asker = await organisation.client();
  const users = Array.from({ length: 10 }, (_, i) => ({
    name: 'U',
    email: `u${i === 4 ? 3 : i}@example.com`,
    lizenz: true,
  }));
  const { body } = await asker.post('/v3/users', users);
  // The administrator has one of the licences.
  expect(body.failed).toMatchObject([
    { index: 4, error: 'email_not_unique' },
    { index: 9, error: 'license_quota_exceeded' },
  ]);
  expect(body.inserted.map(({ index }: { index: number }) => index)).toEqual([0, 1, 2, 3, 5, 6, 7, 8]);
});

test('a repeat with the same key gets the outcome of each item, also after an interrupted first request', async () => {
  const items = hundred((i) => ({ kid: i === 12 ? 2_147_483_647 : kid, nummer: `K ${i}` }));
  const first = await client.post('/v3/damages', items, key('hundred'));
  expect([first.body.inserted.length, first.body.failed.length]).toEqual([99, 1]);
  expect(await transactionsOf('damage', idsOf(first))).toBe(1);
  const second = await client.post('/v3/damages', items, key('hundred'));
  expect([second.text, second.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
  // The state after a process died before it answered: all outcomes are stored, or some.
  const interrupt = (after: number) =>
    service.db.transaction(async (tx) => {
      await tx.run(
        sql`update idempotency_key set status = null, body = null where org_id = ${orgId} and key = 'hundred' and item = -1`,
      );
      await tx.run(sql`delete from idempotency_key where org_id = ${orgId} and key = 'hundred' and item > ${after}`);
    });
  await interrupt(99);
  expect((await client.post('/v3/damages', items, key('hundred'))).text).toBe(first.text);
  await interrupt(59);
  const third = await client.post('/v3/damages', items, key('hundred'));
  expect(third.body.failed).toEqual(first.body.failed);
  expect(third.body.inserted.slice(0, 59)).toEqual(first.body.inserted.slice(0, 59));
  const anew = idsOf(third).slice(59);
  expect(anew.filter((id) => idsOf(first).includes(id))).toEqual([]);
  expect([anew.length, await transactionsOf('damage', anew)]).toEqual([40, 1]);
});

test('concurrent batches with the same unique values create each once', async () => {
  const names = hundred((i) => `Z ${i}`);
  const all = await Promise.all([
    client.post(
      '/v3/plates',
      names.map((kennzeichen) => ({ kid, kennzeichen })),
    ),
    client.post(
      '/v3/plates',
      [...names].reverse().map((kennzeichen) => ({ kid: other, kennzeichen })),
    ),
  ]);
  for (const { body } of all) {
    expect(body.inserted.length + body.failed.length).toBe(100);
    for (const one of body.failed) expect(one.error).toBe('tag_already_assigned');
  }
  expect(all.reduce((sum, { body }) => sum + body.inserted.length, 0)).toBe(100);
  const rows = await rowsOf<{ n: number }>(
    sql`select count(*)::int as n from plate where org_id = ${orgId} and kennzeichen like 'Z %'`,
  );
  expect(rows).toEqual([{ n: 100 }]);
});

test('a batch concurrent with deletes creates items of live records only', async () => {
  const kids = idsOf(
    await client.post(
      '/v3/customers',
      Array.from({ length: 20 }, (_, i) => ({ name: `Weg ${i}` })),
    ),
  );
  const bodies = hundred((i) => ({ kid: kids[i % kids.length], nummer: `W ${i}` }));
  const [first, second, ...gone] = await Promise.all([
    client.post('/v3/damages', bodies),
    client.post('/v3/damages', [...bodies].reverse()),
    ...[...kids].reverse().map((one) => client.delete(`/v3/customers/${one}`)),
  ]);
  expect(gone.map(({ status }) => status)).toEqual(kids.map(() => 200));
  for (const { body } of [first, second]) {
    expect(body.inserted.length + body.failed.length).toBe(100);
    for (const one of body.failed) expect([one.status, one.error]).toEqual([404, 'customer_not_found']);
  }
  // All of them went with their customers.
  const live = await rowsOf(sql`select id from damage where org_id = ${orgId} and kid = any(${kids}) and del = 0`);
  expect(live).toEqual([]);
});
