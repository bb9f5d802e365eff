/** GET /v3/changes: long polling, retention, and cursors of a restored database (rules 8.5). */
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { scopeNames } from '../../src/access/tokens/scopes.ts';
import { parseCall } from '../../src/operations/call/parse-call.ts';
import { systemContext } from '../../src/operations/call/system-actor.ts';
import { BATCH } from '../../src/operations/feed/assign-sequence.ts';
import { pruneChanges } from '../../src/operations/feed/prune-changes.ts';
import { readChanges } from '../../src/operations/feed/read-changes.ts';
import { sql } from '../../src/sql/sql.ts';
import { setUpService } from '../support/fixture.ts';
import { startTestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const DAY_MS = 86_400_000;

const { service, client } = setUpService();

const now = async (asked = client): Promise<string> => (await asked.get('/v3/changes')).body.next;
const customer = (fields = {}) => client.post('/v3/customers', { name: 'K', ...fields });
const timed = async <T>(work: Promise<T>): Promise<[T, number]> => {
  const begun = performance.now();
  return [await work, performance.now() - begun];
};
/** Changes of long ago, without numbers. */
const plant = (orgId: number, many: number, at: Date) =>
  service.db.queryLong(sql`insert into change (org_id, at, section, record_id, action, changed)
    select ${orgId}, ${at.toISOString()}, 'customers', n, 'update', '[]' from generate_series(1, ${many}::int) n`);

describe('wait', () => {
  test('holds an empty response until a change arrives', async () => {
    const cursor = await now();
    const waiting = timed(client.get(`/v3/changes?after=${cursor}&wait=25`));
    await delay(600);
    const { body } = await customer();
    const [answer, ms] = await waiting;
    expect(answer.body.items.map((one: { id: number }) => one.id)).toEqual([body.kid]);
    expect(ms).toBeGreaterThan(500);
    expect(ms).toBeLessThan(10_000);
  });

  test('a change is returned at once, and an empty response after the wait', async () => {
    const cursor = await now();
    const [empty, ms] = await timed(client.get(`/v3/changes?after=${cursor}&wait=1`));
    expect(empty.body).toEqual({ items: [], next: cursor, more: false });
    expect(ms).toBeGreaterThan(900);
    await customer();
    const [answer, soon] = await timed(client.get(`/v3/changes?after=${cursor}&wait=25`));
    expect(answer.body.items).toHaveLength(1);
    expect(soon).toBeLessThan(900);
  });

  test('a change of another section wakes no poll, and is not read again', async () => {
    const cursor = await now();
    const waiting = client.get(`/v3/changes?after=${cursor}&wait=2&sections=products`);
    await delay(300);
    await customer();
    const { body } = await waiting;
    expect([body.items, body.next === cursor]).toEqual([[], false]);
    expect((await client.get(`/v3/changes?after=${body.next}`)).body.items).toEqual([]);
  });

  test('a hundred polls of an organisation wait, further ones are answered at once, and other organisations are not delayed', async () => {
    const cursor = await now();
    const waiting = Array.from({ length: 100 }, () => client.get(`/v3/changes?after=${cursor}&wait=20`));
    await delay(1500);
    const [answer, ms] = await timed(client.get(`/v3/changes?after=${cursor}&wait=20`));
    expect([answer.status, answer.body.items]).toEqual([200, []]);
    expect(ms).toBeLessThan(5000);
    // More than a queue takes when it is short: who waits is in none, and holds no connection.
    const busy = await service.db.read<{ n: number }>(
      sql`select count(*)::int as n from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`,
    );
    expect(busy[0]?.n).toBeLessThan(5);
    const [read, readMs] = await timed(client.get('/v3/customers?limit=1'));
    expect(read.status).toBe(200);
    expect(readMs).toBeLessThan(1000);
    const { body } = await customer();
    const answers = await Promise.all(waiting);
    expect(new Set(answers.map((one) => one.body.items[0]?.id))).toEqual(new Set([body.kid]));
  });

  test('a closed connection frees its slot', async () => {
    const cursor = await now();
    const gone = new AbortController();
    const headers = { authorization: `Bearer ${client.token}` };
    const waiting = Array.from({ length: 100 }, () =>
      fetch(`${service.address}/v3/changes?after=${cursor}&wait=20`, { headers, signal: gone.signal }).catch(
        () => null,
      ),
    );
    await delay(1000);
    gone.abort();
    await Promise.all(waiting);
    await until(async () => (await timed(client.get(`/v3/changes?after=${cursor}&wait=1`)))[1] > 900);
  });

  test('a stopping service answers waiting polls', async () => {
    const stopping = await startTestService();
    const own = await (await stopping.organisation()).client();
    const cursor = await now(own);
    const waiting = timed(own.get(`/v3/changes?after=${cursor}&wait=25`));
    await delay(500);
    await stopping.stop();
    const [answer, ms] = await waiting;
    expect([answer.status, answer.body]).toEqual([200, { items: [], next: cursor, more: false }]);
    expect(ms).toBeLessThan(10_000);
  });
});

describe('retention of the feed', () => {
  test('changes older than 90 days are pruned; a cursor before them gets 410', async () => {
    const cursor = await now();
    await customer();
    const { body } = await client.get(`/v3/changes?after=${cursor}`);
    await pruneChanges(service.asService, Date.now() + 89 * DAY_MS);
    expect((await client.get(`/v3/changes?after=${cursor}`)).body.items).toHaveLength(1);
    await pruneChanges(service.asService, Date.now() + 91 * DAY_MS);
    const expired = await client.get(`/v3/changes?after=${cursor}`);
    expect([expired.status, expired.error]).toEqual([410, 'cursor_expired']);
    // Behind the last one nothing was lost.
    expect((await client.get(`/v3/changes?after=${body.next}`)).body).toEqual({
      items: [],
      next: body.next,
      more: false,
    });
    await customer();
    const { items } = (await client.get(`/v3/changes?after=${body.next}`)).body;
    expect(items).toHaveLength(1);
    expect((await client.get(`/v3/changes?after=${await now()}`)).body.items).toEqual([]);
  });

  test('a feed without readers is pruned after a day, also a large one', async () => {
    const unread = await service.organisation();
    await plant(unread.orgId, 2 * BATCH, new Date(Date.now() - 2 * DAY_MS));
    await plant(unread.orgId, 10, new Date());
    await pruneChanges(service.asService, Date.now());
    const [left] = await service.db.read<{ n: number }>(
      sql`select count(*)::int as n from change where org_id = ${unread.orgId} and section = 'customers'`,
    );
    expect(left?.n).toBe(10);
  });

  test('a first cursor is after all changes without a number', async () => {
    const late = await service.organisation();
    const own = await late.client();
    await plant(late.orgId, 2 * BATCH + 7, new Date());
    const cursor = await now(own);
    expect((await own.get(`/v3/changes?after=${cursor}`)).body.items).toEqual([]);
    // A later reader gets the waiting changes in chunks.
    await plant(late.orgId, BATCH + 7, new Date());
    let [items, after, more] = [0, cursor, true];
    while (more) {
      const { body } = await own.get(`/v3/changes?after=${after}&limit=1000`);
      items += body.items.length;
      ({ next: after, more } = body);
    }
    expect(items).toBe(BATCH + 7);
  });

  test('a cursor newer than the restored backup gets 410, also when its number was reused', async () => {
    const restored = await service.organisation();
    const own = await restored.client();
    const cursor = await now(own);
    const make = () => own.post('/v3/customers', { name: 'K' });
    await make();
    const early = (await own.get(`/v3/changes?after=${cursor}`)).body.next;
    for (let i = 0; i < 3; i += 1) await make();
    const late = (await own.get(`/v3/changes?after=${cursor}`)).body.next;
    // A change that a backup of that time lacks.
    await service.db.transaction((tx) =>
      tx.finish([
        sql`delete from change where org_id = ${restored.orgId} and number > (select min(c.number) from change c where c.org_id = ${restored.orgId} and c.section = 'customers')`,
        sql`update change_feed set last = (select max(c.number) from change c where c.org_id = ${restored.orgId}) where org_id = ${restored.orgId}`,
      ]),
    );
    const ask = async (after: string) => {
      const { status, error } = await own.get(`/v3/changes?after=${after}`);
      return [status, error];
    };
    expect(await ask(late)).toEqual([410, 'cursor_expired']);
    for (let i = 0; i < 5; i += 1) await make();
    expect((await own.get(`/v3/changes?after=${early}`)).body.items).toHaveLength(5);
    expect(await ask(late)).toEqual([410, 'cursor_expired']);
  });

  test('pages of a rare section continue past many changes of other sections', async () => {
    const much = await service.organisation();
    const own = await much.client();
    const cursor = await now(own);
    await plant(much.orgId, 3 * BATCH, new Date());
    const { id } = (await own.post('/v3/products', { name: 'P' })).body;
    const found: number[] = [];
    let [after, more, calls] = [cursor, true, 0];
    while (more) {
      const { body } = await own.get(`/v3/changes?after=${after}&sections=products`);
      found.push(...body.items.map((one: { id: number }) => one.id));
      ({ next: after, more } = body);
      calls += 1;
    }
    expect(found).toEqual([id]);
    expect(calls).toBeLessThan(10);
  });

  test('a command prunes a feed without a reader for longer than the time limit of a call', async () => {
    const much = await service.organisation();
    await now(await much.client());
    await plant(much.orgId, 3 * BATCH, new Date());
    const context = await systemContext(service.db, much.orgId);
    const actor = { ...context.actor, scopes: new Set(scopeNames) };
    const call = parseCall('GET /v3/changes', {
      ...context,
      actor,
      pathIds: [],
      query: {},
      body: undefined,
      headers: {},
    });
    // Each look at the clock is twenty seconds after the one before.
    let at = performance.now();
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (at += 20_000));
    try {
      await expect(readChanges(call)).rejects.toMatchObject({ status: 503 });
      const told: number[] = [];
      expect((await readChanges(call, (n) => told.push(n))).status).toBe(200);
      expect(told.at(-1)).toBe(told.length * BATCH);
    } finally {
      clock.mockRestore();
    }
  });
});
