/** Creates that come at once share transactions, and nobody can tell from what is made (decision 0040). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventNames } from '../../src/derive/event-names.ts';
import { registry } from '../../src/model/registry.ts';
import { nextOf, Peak } from '../../src/operations/shared-writes.ts';
import { sql } from '../../src/sql.ts';
import * as admin from '../../src/webhooks/administer.ts';
import { holdLock } from '../support/held-lock.ts';
import { type Client, type Reply, startTestService, type TestService } from '../support/service.ts';
import { transactionsOf as countTransactions } from '../support/together.ts';

const MANY = 60;
let service: TestService;
let orgId: number;
let client: Client;
let makeClient: () => Promise<Client>;

beforeAll(async () => {
  service = await startTestService();
  const organisation = await service.organisation();
  ({ orgId, client: makeClient } = organisation);
  const reach = { allows: () => true, eventNames: eventNames(registry) };
  await admin.createWebhook(service.db, reach, orgId, { url: 'https://example.com/', events: ['customers.insert'] });
  await service.db.transaction((tx) => tx.run(sql`update webhook set active = true where org_id = ${orgId}`));
  client = await makeClient();
  // The first calls of a process are slow, one by one.
  for (let round = 0; round < 3; round += 1)
    await Promise.all(many((i) => client.post('/v3/customers', { name: `Vorher ${i}` })));
  await service.db.transaction((tx) => tx.run(sql`delete from webhook_delivery where org_id = ${orgId}`));
});
afterAll(() => service.stop());

const rowsOf = <T>(statement: ReturnType<typeof sql>): Promise<T[]> => service.db.readLong<T>(statement);
const many = <T>(make: (i: number) => T): T[] => Array.from({ length: MANY }, (_, i) => make(i));
const idsOf = (replies: readonly Reply[]): number[] => replies.map(({ body }) => body.id);

/** How many transactions have made these customers. */
const transactionsOf = (ids: readonly number[]) => countTransactions(service.db, orgId, 'contact', ids);

test('sixty at once are made in few transactions, each as its own request asks', async () => {
  const { next: after } = (await client.get('/v3/changes')).body;
  const { total: before } = (await client.get('/v3/customers?limit=1')).body;
  const traceOf = (i: number) => `00-${String(i + 1).padStart(32, '0')}-${'1'.padStart(16, '0')}-01`;
  const replies = await Promise.all(
    many((i) => client.post('/v3/customers', { name: `Zugleich ${i}` }, { traceparent: traceOf(i) })),
  );
  expect(replies.map(({ status }) => status)).toEqual(many(() => 201));
  const ids = idsOf(replies);
  expect(new Set(ids).size).toBe(MANY);
  expect(await transactionsOf(ids)).toBeLessThan(MANY / 2);

  const shown = await Promise.all(ids.map((id) => client.get(`/v3/customers/${id}`)));
  expect(shown.map(({ body }) => body.name)).toEqual(many((i) => `Zugleich ${i}`));
  const audit = await rowsOf<{ id: number; request: string; token: number }>(
    sql`select a.record_id as id, a.request_id as request, a.token_id as token from audit_entry a
      where a.org_id = ${orgId} and a.section = 'customers' and a.record_id = any(${ids}::int[]) order by a.record_id`,
  );
  const requests = replies.map(({ body, headers }) => ({
    id: body.id,
    request: headers.get('x-request-id'),
    token: client.tokenId,
  }));
  expect(audit).toEqual(requests.sort((a, b) => a.id - b.id));
  const deliveries = await rowsOf<{ id: number; trace: string }>(
    sql`select (d.payload::jsonb ->> 'id')::int as id, d.traceparent as trace
      from webhook_delivery d where d.org_id = ${orgId} and d.event_name = 'customers.insert'`,
  );
  expect(new Map(deliveries.map(({ id, trace }) => [id, trace.slice(0, 35)]))).toEqual(
    new Map(ids.map((id, i) => [id, traceOf(i).slice(0, 35)])),
  );
  expect(deliveries.length).toBe(MANY);
  const { items } = (await client.get(`/v3/changes?after=${after}&limit=1000`)).body;
  expect(items.map(({ id }: { id: number }) => id).sort()).toEqual([...ids].sort());
  expect((await client.get('/v3/customers?limit=1')).body.total).toBe(before + MANY);
  const found = await client.post('/v3/search', { query: 'zugleich', indices: ['customers'], limit: 100 });
  expect(found.body.data.customers.total).toBe(MANY);
});

test('what refuses some is said of them alone', async () => {
  const replies = await Promise.all(
    many((i) => client.post('/v3/customers', { name: `Teils ${i}`, ...(i % 3 ? {} : { betreuer: 99_999_999 }) })),
  );
  expect(replies.map(({ status }) => status)).toEqual(many((i) => (i % 3 ? 201 : 400)));
  expect(replies[0]?.body.data.issues).toMatchObject([{ path: ['betreuer'], code: 'invalid_reference' }]);
  expect(await transactionsOf(idsOf(replies.filter(({ status }) => status === 201)))).toBeLessThan(MANY / 2);
});

test('of requests with the same key one is done, and all are answered alike', async () => {
  const post = (i: number) => client.post('/v3/customers', { name: `Eins ${i}` }, { 'idempotency-key': `one-${i}` });
  const twice = await Promise.all(many((i) => post(Math.floor(i / 2))));
  expect(twice.map(({ status }) => status)).toEqual(many(() => 201));
  const ids = idsOf(twice);
  expect(ids.filter((_, i) => i % 2)).toEqual(ids.filter((_, i) => i % 2 === 0));
  expect(idsOf([await post(0), await post(7)])).toEqual([ids[0], ids[14]]);
  const [row] = await rowsOf<{ n: number }>(
    sql`select count(*)::int as n from contact t where t.org_id = ${orgId} and t.name like 'Eins %'`,
  );
  expect(row?.n).toBe(MANY / 2);
});

test('who waits for a record that somebody holds lets nobody else wait', async () => {
  const user = (await client.post('/v3/users', { name: 'Gehalten', email: 'gehalten@example.com' })).body.id;
  const release = await holdLock(
    service.db.of(orgId),
    sql`select 1 from contact t where t.org_id = ${orgId} and t.id = ${user} for update`,
  );
  const answered = new Set<number>();
  const replies = many(async (i) => {
    const reply = await client.post('/v3/customers', { name: `Frei ${i}`, ...(i % 12 ? {} : { betreuer: user }) });
    answered.add(i);
    return reply;
  });
  const free = replies.filter((_, i) => i % 12);
  try {
    expect((await Promise.all(free)).map(({ status }) => status)).toEqual(free.map(() => 201));
    expect(answered.size).toBe(free.length);
  } finally {
    await release();
  }
  expect((await Promise.all(replies)).map(({ status }) => status)).toEqual(many(() => 201));
});

test('nobody waits for callers who do not come', async () => {
  await Promise.all(many((i) => client.post('/v3/customers', { name: `Zuvor ${i}` })));
  const alone = await client.post('/v3/customers', { name: 'Danach' });
  expect([alone.status, await transactionsOf(idsOf([alone]))]).toEqual([201, 1]);
});

test('callers with another token are told apart', async () => {
  const other = await makeClient();
  const all = await Promise.all(many((i) => (i % 2 ? client : other).post('/v3/customers', { name: `Wer ${i}` })));
  const audit = await rowsOf<{ id: number; token: number }>(
    sql`select a.record_id as id, a.token_id as token from audit_entry a
      where a.org_id = ${orgId} and a.section = 'customers' and a.record_id = any(${idsOf(all)}::int[])`,
  );
  const tokens = new Map(audit.map(({ id, token }) => [id, token]));
  expect(idsOf(all).map((id) => tokens.get(id))).toEqual(many((i) => (i % 2 ? client : other).tokenId));
});

describe('how many go on together', () => {
  const next = (callers: number, running: number, waiting: number) => nextOf(4, { callers, running, waiting });

  test('few callers go each by itself, as they come', () => {
    expect([next(1, 0, 1), next(4, 3, 1), next(4, 0, 3)]).toEqual([1, 1, 1]);
  });
  test('of more callers half of them go together, in two transactions at once', () => {
    expect([next(8, 1, 3), next(8, 1, 4), next(8, 1, 6), next(8, 2, 6)]).toEqual([0, 4, 6, 0]);
  });
  test('where nothing is under way those are waited for who are about to come', () => {
    expect([next(8, 0, 3), next(8, 0, 4), next(8, 0, 0)]).toEqual([0, 4, 0]);
  });
  test('callers who were just answered count for a while', () => {
    const peak = new Peak();
    expect([peak.count(8, 1000), peak.count(2, 1050), peak.count(2, 1120), peak.count(2, 1230)]).toEqual([8, 8, 8, 2]);
    expect([peak.count(9, 1240), peak.count(1, 5000)]).toEqual([9, 1]);
  });
});
