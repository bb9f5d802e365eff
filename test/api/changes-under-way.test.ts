/** Changes that come at once share transactions, and nobody can tell from what is written (decision 0040). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventNames } from '../../src/derive/event-names.ts';
import { registry } from '../../src/model/registry.ts';
import { portionOfChanges } from '../../src/operations/update-items.ts';
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
let ids: readonly number[];

const rowsOf = <T>(statement: ReturnType<typeof sql>): Promise<T[]> => service.db.readLong<T>(statement);
const many = <T>(make: (i: number) => T): T[] => Array.from({ length: MANY }, (_, i) => make(i));
const statusOf = ({ status }: Reply): number => status;
const patch = (i: number, body: object, headers?: Record<string, string>, by = client): Promise<Reply> =>
  by.patch(`/v3/customers/${ids[i]}`, body, headers);

beforeAll(async () => {
  service = await startTestService();
  const organisation = await service.organisation();
  ({ orgId, client: makeClient } = organisation);
  client = await makeClient();
  const batch = await client.post(
    '/v3/customers',
    many((i) => ({ name: `Name ${i}`, vorname: 'Alt' })),
  );
  ids = batch.body.inserted.map(({ id }: { id: number }) => id);
  const reach = { allows: () => true, eventNames: eventNames(registry) };
  await admin.createWebhook(service.db, reach, orgId, { url: 'https://example.com/', events: ['customers.update'] });
  await service.db.transaction((tx) => tx.run(sql`update webhook set active = true where org_id = ${orgId}`));
  // The first calls of a process are slow, one by one.
  for (let round = 0; round < 3; round += 1) await Promise.all(many((i) => patch(i, { vorname: `Runde ${round}` })));
  await service.db.transaction((tx) => tx.run(sql`delete from webhook_delivery where org_id = ${orgId}`));
});
afterAll(() => service.stop());

/** How many transactions were the last to write these customers. */
const transactionsOf = (of: readonly number[]) => countTransactions(service.db, orgId, 'contact', of);

test('sixty at once are written in few transactions, each as its own request asks', async () => {
  const { next: after } = (await client.get('/v3/changes')).body;
  const traceOf = (i: number) => `00-${String(i + 1).padStart(32, '0')}-${'1'.padStart(16, '0')}-01`;
  const replies = await Promise.all(
    many((i) => patch(i, { vorname: `Zugleich ${i}`, titel: 'Dr.' }, { traceparent: traceOf(i) })),
  );
  expect(replies.map(({ status, body }) => [status, body])).toEqual(many(() => [200, { success: true, updated: 2 }]));
  expect(await transactionsOf(ids)).toBeLessThan(MANY / 2);

  const shown = await Promise.all(ids.map((id) => client.get(`/v3/customers/${id}`)));
  expect(shown.map(({ body }) => [body.name, body.vorname, body.titel])).toEqual(
    many((i) => [`Name ${i}`, `Zugleich ${i}`, 'Dr.']),
  );
  const audit = await rowsOf<{ id: number; request: string; changes: string }>(
    sql`select a.record_id as id, a.request_id as request, a.changes from audit_entry a
      where a.org_id = ${orgId} and a.section = 'customers' and a.request_id = any(${replies.map(({ headers }) => headers.get('x-request-id'))}::text[])`,
  );
  expect(new Map(audit.map(({ id, request, changes }) => [id, [request, JSON.parse(changes).vorname[1]]]))).toEqual(
    new Map(ids.map((id, i) => [id, [replies[i]?.headers.get('x-request-id'), `Zugleich ${i}`]])),
  );
  expect(audit.length).toBe(MANY);
  const deliveries = await rowsOf<{ payload: string; trace: string }>(
    sql`select d.payload, d.traceparent as trace from webhook_delivery d
      where d.org_id = ${orgId} and d.event_name = 'customers.update'`,
  );
  const told = deliveries.map(({ payload, trace }) => ({ trace: trace.slice(0, 35), ...JSON.parse(payload) }));
  expect(new Map(told.map(({ id, trace, record }) => [id, [trace, record.vorname]]))).toEqual(
    new Map(ids.map((id, i) => [id, [traceOf(i).slice(0, 35), `Zugleich ${i}`]])),
  );
  expect(deliveries.length).toBe(MANY);
  const { items } = (await client.get(`/v3/changes?after=${after}&limit=1000`)).body;
  expect(items.map(({ id }: { id: number }) => id).sort()).toEqual([...ids].sort());
  const found = await client.post('/v3/search', { query: 'zugleich', indices: ['customers'], limit: 100 });
  expect(found.body.data.customers.total).toBe(MANY);
  expect((await client.post('/v3/search', { query: 'runde', indices: ['customers'] })).body.data.customers.total).toBe(
    0,
  );
});

test('what refuses some is said of them alone, and what changes nothing is answered', async () => {
  const etag = async (i: number) => (await client.get(`/v3/customers/${ids[i]}`)).headers.get('etag') ?? '';
  const [first, second] = [await etag(4), await etag(5)];
  const gone = (await client.post('/v3/customers', { name: 'Weg' })).body.id;
  await client.delete(`/v3/customers/${gone}`);
  const replies = await Promise.all([
    ...many((i) => {
      if (i === 3) return patch(i, { betreuer: 99_999_999 });
      if (i === 4) return patch(i, { vorname: 'Teils' }, { 'if-match': first });
      if (i === 5) return patch(i, { vorname: 'Teils' }, { 'if-match': first });
      if (i === 6) return patch(i, { vorname: 'Zugleich 6' });
      return patch(i, { vorname: 'Teils' });
    }),
    client.patch(`/v3/customers/${gone}`, { vorname: 'Teils' }),
  ]);
  expect(second).not.toBe(first);
  const statuses = many(() => 200);
  [statuses[3], statuses[5]] = [400, 412];
  expect(replies.map(statusOf)).toEqual([...statuses, 404]);
  expect(replies[3]?.body.data.issues).toMatchObject([{ path: ['betreuer'], code: 'invalid_reference' }]);
  expect(replies[6]?.body).toEqual({ success: true, updated: 0 });
  expect(await transactionsOf(ids)).toBeLessThan(MANY / 2);
});

test('one record that all change is changed by each, in turn', async () => {
  const replies = await Promise.all(many((i) => patch(0, { vorname: `Alle ${i}` })));
  expect(replies.map(statusOf)).toEqual(many(() => 200));
  const entries = await rowsOf<{ changes: string }>(
    sql`select a.changes from audit_entry a
      where a.org_id = ${orgId} and a.section = 'customers' and a.record_id = ${ids[0]} and a.changes like '%"Alle %'
      order by a.id`,
  );
  const steps = entries.map(({ changes }) => JSON.parse(changes).vorname as [string, string]);
  expect(new Set(steps.map(([, to]) => to)).size).toBe(MANY);
  expect(steps.slice(1).map(([from]) => from)).toEqual(steps.slice(0, -1).map(([, to]) => to));
});

test('who waits for a record that somebody holds lets nobody else wait', async () => {
  const release = await holdLock(
    service.db.of(orgId),
    sql`select 1 from contact t where t.org_id = ${orgId} and t.id = ${ids[7]} for update`,
  );
  const replies = many((i) => patch(i, { vorname: `Frei ${i}` }));
  const free = replies.filter((_, i) => i !== 7);
  try {
    expect((await Promise.all(free)).map(statusOf)).toEqual(free.map(() => 200));
  } finally {
    await release();
  }
  expect((await Promise.all(replies)).map(statusOf)).toEqual(many(() => 200));
});

test('callers with another token are told apart', async () => {
  const other = await makeClient();
  const by = (i: number) => (i % 2 ? client : other);
  const replies = await Promise.all(many((i) => patch(i, { vorname: `Wer ${i}` }, undefined, by(i))));
  const audit = await rowsOf<{ id: number; token: number }>(
    sql`select a.record_id as id, a.token_id as token from audit_entry a
      where a.org_id = ${orgId} and a.request_id = any(${replies.map(({ headers }) => headers.get('x-request-id'))}::text[])`,
  );
  const tokens = new Map(audit.map(({ id, token }) => [id, token]));
  expect(ids.map((id) => tokens.get(id))).toEqual(many((i) => by(i).tokenId));
});

test('counts follow records that are hidden and shown again at once', async () => {
  const customer = ids[0];
  const made = await Promise.all(many(() => client.post('/v3/contracts', { kid: customer, nummer: 'V' })));
  const contracts: number[] = made.map(({ body }) => body.id);
  const total = async () => (await client.get('/v3/contracts?limit=1')).body.total as number;
  const before = await total();
  const change = (i: number, archiv: number) => client.patch(`/v3/contracts/${contracts[i]}`, { archiv });
  const hidden = await Promise.all(many((i) => change(i, 1)));
  expect(hidden.map(statusOf)).toEqual(many(() => 200));
  expect(await total()).toBe(before - MANY);
  await Promise.all(many((i) => change(i, (i + 1) % 2)));
  expect(await total()).toBe(before - MANY / 2);
});

test('a transaction changes each record once, few records, and not by much text', () => {
  const of = (numbers: readonly number[], text = 'x') =>
    portionOfChanges(numbers.map((id) => ({ place: { pathIds: [id] }, values: { name: text } })));
  expect(of([7])).toBe(1);
  expect(of([7, 8, 7, 9])).toBe(2);
  expect(of([7, 7])).toBe(1);
  expect(of(many((i) => i))).toBe(20);
  expect(of([1, 2, 3], 'x'.repeat(150_000))).toBe(1);
});
