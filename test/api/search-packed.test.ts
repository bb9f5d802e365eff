/** Packed search entries: counts by them are those of the entries, whatever is written meanwhile (docs/decisions/0008). */

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connect } from '../../src/db/cluster.ts';
import { tokenForms } from '../../src/derive/search-text.ts';
import { create } from '../../src/operations/create.ts';
import { keepPacked } from '../../src/operations/search/keep-packed.ts';
import { findPackable, packOne } from '../../src/operations/search/pack-search.ts';
import { countHits, findPacked } from '../../src/operations/search/packed-hits.ts';
import { rebuildSearch } from '../../src/operations/search/rebuild-search.ts';
import { serviceContext } from '../../src/operations/service-actor.ts';
import { type Sql, sql } from '../../src/sql.ts';
import { type Client, startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** Packed are blocks of five records, and anew where more than three changed. */
const SIZES = { block: 5, changed: 3 };
const QUERIES = ['a', 'an', 'a e', 'anna', 'an ber', 'berg', '1', '1.', '12-3', 'ü', 'ä a 1', 'q', 'ort', 'ort anna'];

let service: TestService;
let orgId: number;
let client: Client;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  const organisation = await service.organisation();
  orgId = organisation.orgId;
  client = await organisation.client();
});

const run = <T>(statement: Sql): Promise<T[]> => service.db.transaction((tx) => tx.run<T>(statement));
const kind = () => ({ org_id: orgId, section: 'customers' });
/** A block is left for later where somebody writes for long on the same server, for another test. */
const isBegun = async (): Promise<boolean> =>
  (await run(sql`select 1 from search_block where org_id = ${orgId} and ids is null`)).length > 0;
const packAll = async (): Promise<number> => {
  for (let blocks = 0; ; ) {
    if (await packOne(service.db, kind(), SIZES)) blocks += 1;
    else if (!(await isBegun())) return blocks;
  }
};
const foldedTokens = (query: string): string[] => query.replace('ü', 'ue').replace('ä', 'ae').split(' ');

/** What the entries say and what is found, for each query: how many customers, and where they are packed also which. */
const compared = async (): Promise<[read: Record<string, unknown>, found: Record<string, unknown>]> => {
  const context = await serviceContext(service.db, orgId);
  const customers = context.model.registry.get('customers');
  const rows = await run<{ id: number; text: string }>(
    sql`select id, string_agg(text, E'\\n') as text from search_entry where org_id = ${orgId} and section = 'customers' group by id order by id desc`,
  );
  const read: Record<string, unknown> = {};
  const answers: Record<string, unknown> = {};
  for (const query of QUERIES) {
    const tokens = foldedTokens(query);
    const holds = (text: string) => tokens.every((token) => tokenForms(token).some((form) => text.includes(form)));
    const ids = rows.filter(({ text }) => holds(text)).map(({ id }) => id);
    const total = ids.length;
    const found = await findPacked(context, customers, tokens, 4);
    read[query] = found ? { total, ids: ids.slice(0, 4) } : total;
    answers[query] = found ?? (await countHits(context, customers, tokens));
  }
  return [read, answers];
};
const expectRight = async (): Promise<void> => {
  const [read, found] = await compared();
  expect(found).toEqual(read);
};

const NAMES = ['Anna Berg', 'Hanna', 'Änne', 'Ümit 12', 'Quast 1.2', 'Berger', 'Zoë 😀', 'Kai', 'Nr. 12-3', 'Emil'];
let turn = 0;
const name = (): string => {
  turn += 1;
  return NAMES[turn % NAMES.length] ?? '';
};
const customers = (count: number): Promise<number[]> =>
  Promise.all(
    Array.from(
      { length: count },
      async () => (await client.post('/v3/customers', { name: name() })).body.kid as number,
    ),
  );

test('a kind is packed but for its newest records, and counts stay what they were', async () => {
  await customers(9);
  expect(await packAll()).toBe(0);
  await customers(14);
  await expectRight();
  expect(await packAll()).toBe(3);
  await expectRight();
  const blocks = await run<{ n: number }>(
    sql`select cardinality(ids) as n from search_block where org_id = ${orgId} order by last_id`,
  );
  expect(blocks.map(({ n }) => n)).toEqual([5, 5, 5]);
});

test('of packed records every kind of change counts at once, and is packed in the end', async () => {
  const kids = await customers(30);
  await packAll();
  const [a, b, c, d, e, f] = kids as [number, number, number, number, number, number];
  expect((await client.patch(`/v3/customers/${a}`, { name: 'Quast' })).status).toBe(200);
  expect((await client.post(`/v3/customers/${b}/addresses`, { ort: 'Ortbergen 12' })).status).toBe(201);
  expect((await client.delete(`/v3/customers/${c}`)).status).toBe(200);
  expect((await client.post(`/v3/customers/${d}/merge`, { slave_kid: b })).status).toBe(200);
  await expectRight();
  const address = (await client.post(`/v3/customers/${e}/addresses`, { ort: 'Ort' })).body.id;
  await packAll();
  await expectRight();
  expect((await client.patch(`/v3/customers/${e}/addresses/${address}`, { ort: 'Berge' })).status).toBe(200);
  await expectRight();
  expect((await client.delete(`/v3/customers/${e}/addresses/${address}`)).status).toBe(200);
  expect((await client.patch(`/v3/customers/${f}`, { name: '' })).status).toBe(200);
  await expectRight();
  await packAll();
  await expectRight();
  const [left] = await run<{ n: number }>(sql`select count(*)::int as n from search_changed where org_id = ${orgId}`);
  expect(left?.n).toBeLessThanOrEqual(SIZES.changed);
});

test('records that go with their customer are counted no longer', async () => {
  const [kid = 0, other = 0] = await customers(2);
  for (let n = 0; n < 12; n += 1) await client.post('/v3/contracts', { kid: n % 2 ? kid : other, nummer: 'anna' });
  const contracts = { org_id: orgId, section: 'contracts' };
  const context = await serviceContext(service.db, orgId);
  const count = async () => (await findPacked(context, context.model.registry.get('contracts'), ['anna'], 1))?.total;
  await until(() => packOne(service.db, contracts, SIZES), { what: 'a block' });
  expect(await count()).toBe(12);
  await client.delete(`/v3/customers/${kid}`);
  expect(await count()).toBe(6);
});

test('what a rebuild writes or removes counts', async () => {
  const kids = await customers(20);
  await packAll();
  await run(sql`update search_entry set text = 'qqq' where org_id = ${orgId} and id % 3 = 0`);
  await run(sql`delete from search_entry where org_id = ${orgId} and id % 3 = 1`);
  await run(sql`insert into search_entry values (${orgId}, 'customers', -5, '', 0, 'anna', '{}')`);
  await run(sql`update search_bits set bits = ~bits where org_id = ${orgId} and piece = 'a'`);
  await rebuildSearch(service.db, orgId);
  await expectRight();
  expect((await compared())[0].anna).toBe(kids.length / 5);
});

test('a block waits for whoever may not know of it', async () => {
  const [kid = 0] = await customers(20);
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let locked = (): void => undefined;
  const isLocked = new Promise<void>((resolve) => {
    locked = resolve;
  });
  const writer = service.db.transaction(async (tx) => {
    await tx.run(sql`select 1 from contact where org_id = ${orgId} and id = ${kid} for update`);
    await tx.run(
      sql`update search_entry set text = 'neu' where org_id = ${orgId} and section = 'customers' and id = ${kid}`,
    );
    locked();
    await ended;
  });
  await isLocked;
  let isPacked = false;
  const packing = packOne(service.db, kind(), SIZES).then((is) => {
    isPacked = is;
  });
  await until(async () => (await run(sql`select 1 from search_block where org_id = ${orgId}`)).length > 0);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(isPacked).toBe(false);
  await expectRight();
  end();
  await writer;
  await packing;
  expect(isPacked).toBe(true);
  await expectRight();
});

test('a record of a packed block that comes late counts', async () => {
  const late = connect({ connection: service.connection, keyRing: service.db.keyRing });
  try {
    const context = await serviceContext(late, orgId);
    // This process fetches its ids now, and those of the customers that are packed are higher.
    let first = 0;
    for (let n = 0; n < 64; n += 1) first = await late.nextId('contact_kid_seq');
    for (let n = 0; n < 10; n += 1) await customers(10);
    await packAll();
    const collection = context.model.collection('customers');
    const call = { ...context, collection, pathIds: [], query: {}, headers: {}, body: { name: 'Anna Berg' } };
    const { body } = await create(call);
    const { kid } = JSON.parse(String(body)) as { kid: number };
    expect(kid).toBeGreaterThan(first);
    const [{ last } = { last: 0 }] = await run<{ last: number }>(
      sql`select max(last_id) as last from search_block where org_id = ${orgId}`,
    );
    expect(kid).toBeLessThan(last);
    await expectRight();
  } finally {
    await late.close();
  }
});

test('counts are right after any writes beside a service that packs', async () => {
  const failures: string[] = [];
  const kids = await customers(30);
  const pack = () =>
    keepPacked(service.asService, ({ message }) => failures.push(message), SIZES, { least: 1, ofLook: 1 });
  const packers = [pack(), pack()];
  const packed = async () =>
    (await run(sql`select 1 from search_block where org_id = ${orgId} and ids is not null`)).length;
  try {
    await until(async () => (await packed()) > 2);
    const any = () => kids[Math.floor(Math.random() * kids.length)] ?? 0;
    const writes = [
      async () => kids.push(...(await customers(3))),
      () => client.patch(`/v3/customers/${any()}`, { name: name() }),
      () => client.post(`/v3/customers/${any()}/addresses`, { ort: `Ort ${name()}` }),
      () => client.delete(`/v3/customers/${any()}`),
      () => client.post(`/v3/customers/${any()}/merge`, { slave_kid: any() }),
    ];
    for (let round = 0; round < 8; round += 1) {
      await Promise.all(Array.from({ length: 20 }, (_, n) => writes[n % writes.length]?.()));
      await expectRight();
    }
    await until(async () => (await findPackable(service.db, SIZES)).length === 0);
    await expectRight();
    expect(await packed()).toBeGreaterThan(10);
    // What was packed of damaged entries while they were rebuilt is no longer counted.
    await run(sql`update search_entry set text = 'qqq' where org_id = ${orgId} and id % 2 = 0`);
    await rebuildSearch(service.db, orgId, null, 3);
    await expectRight();
    await until(async () => (await packed()) > 2);
    await expectRight();
  } finally {
    await Promise.all(packers.map((packer) => packer.stop()));
  }
  expect(failures).toEqual([]);
});
