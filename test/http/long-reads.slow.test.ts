/** Long queries of one organisation leave connections to other organisations, and are cancelled with their client (rules 8.9). */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createFairSemaphore } from '../../src/concurrency/semaphore.ts';
import { createLongQueryPool } from '../../src/db/pool/long-query-pool.ts';
import { findDue } from '../../src/webhooks/delivery/claim-lease.ts';
import { type SettingsClient, signIn } from '../support/browser-session.ts';
import { setUpService } from '../support/fixture.ts';
import type { Client } from '../support/service.ts';
import { until } from '../support/until.ts';

const { service, organisation, client } = setUpService();
let admin: SettingsClient;
let other: Client;
let holder: pg.Client;
beforeAll(async () => {
  admin = await signIn(service.address, organisation.login);
  other = await (await service.organisation()).client();
  holder = new pg.Client(service.connection);
  await holder.connect();
});
afterAll(async () => {
  await holder.end();
});

/** Statements that read goals and wait for the table. A transaction sees locks as they are, and activity as it was at first. */
const waitingReads = async (): Promise<number> => {
  const { rows } = await holder.query(`select count(*)::int as n from pg_locks
    where not granted and relation = 'goal'::regclass
      and database = (select oid from pg_database where datname = current_database())`);
  return rows[0].n;
};
const whileNobodyReadsGoals = async (work: () => Promise<void>): Promise<void> => {
  await holder.query('begin');
  await holder.query('lock table goal in access exclusive mode');
  try {
    await work();
  } finally {
    await holder.query('rollback');
  }
};
const LONG = '/v3/goals?limit=1000';

test('while all long queries of one organisation wait, other organisations and the service itself can read', async () => {
  const waits: Promise<{ status: number }>[] = [];
  await whileNobodyReadsGoals(async () => {
    waits.push(...Array.from({ length: 12 }, () => client.get(LONG)));
    await until(async () => (await waitingReads()) > 0);
    expect((await other.get('/v3/customers?limit=1000')).status).toBe(200);
    expect((await other.post('/v3/search', { query: 'Muster', indices: ['customers'] })).status).toBe(200);
    expect(await findDue(service.db, Date.now())).toEqual([]);
    expect(await waitingReads()).toBeLessThanOrEqual(2);
  });
  expect(new Set((await Promise.all(waits)).map(({ status }) => status))).toEqual(new Set([200]));
});

test('queries of a disconnected client are cancelled, and its waiting ones are not started', async () => {
  await whileNobodyReadsGoals(async () => {
    const leaves = new AbortController();
    const headers = { authorization: `Bearer ${client.token}` };
    const asked = Array.from({ length: 8 }, () =>
      fetch(`${service.address}${LONG}`, { headers, signal: leaves.signal }).catch(() => 'left'),
    );
    const sees = fetch(`${service.address}/settings/api/tags?limit=1`, {
      headers: { cookie: admin.cookie },
      signal: leaves.signal,
    }).catch(() => 'left');
    await until(async () => (await waitingReads()) > 0);
    await delay(300);
    leaves.abort();
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['left']));
    await sees;
    await until(async () => (await waitingReads()) === 0);
    await delay(500);
    expect(await waitingReads()).toBe(0);
  });
  expect((await client.get(LONG)).status).toBe(200);
  expect(service.failures).toEqual([]);
});

/** Waits until all that is due has run. */
const turn = (): Promise<void> => new Promise((done) => setImmediate(done));

test('a fair semaphore limits each key, and the key with the fewest running tasks is next', async () => {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const share = createFairSemaphore(3, 2, { ms: 60_000, refused: () => new Error('refused') });
  const ask = (which: number, name: string): Promise<void> =>
    share(which, () => {
      begun.push(name);
      return new Promise((end) => ends.push(end));
    });
  const all = [ask(1, 'a1'), ask(1, 'a2'), ask(1, 'a3'), ask(1, 'a4'), ask(2, 'b1'), ask(2, 'b2'), ask(3, 'c1')];
  await turn();
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  for (const next of ['c1', 'a3', 'b2', 'a4']) {
    ends.shift()?.();
    await turn();
    expect(begun.at(-1)).toBe(next);
  }
  for (const end of ends) end();
  await Promise.all(all);
  const impatient = createFairSemaphore(1, 1, { ms: 20, refused: () => new Error('refused') });
  let end = (): void => undefined;
  const first = impatient(1, () => new Promise<void>((done) => (end = done)));
  await expect(impatient(1, async () => undefined)).rejects.toThrow('refused');
  end();
  await first;
  expect(await impatient(1, async () => 'done')).toBe('done');
});

test('a further query of a request runs before the first queries of other requests', async () => {
  const pool = { options: {}, connect: async () => ({ release: () => undefined }) } as unknown as pg.Pool;
  const onLongReader = createLongQueryPool(pool, 2, async () => undefined);
  const begun: string[] = [];
  const call = async (name: string): Promise<void> => {
    const asker = { orgId: 1, whenGone: () => () => undefined };
    for (const part of [1, 2])
      await onLongReader(async () => {
        begun.push(`${name}${part}`);
        await turn();
      }, asker);
  };
  await Promise.all([call('a'), call('b'), call('c')]);
  // The slot is passed on before the request queries again: a waiting request gets it, and the begun request is next.
  expect(begun).toEqual(['a1', 'b1', 'a2', 'b2', 'c1', 'c2']);
});

test('a query that waits for others of its organisation is refused after 30 s and not before', async () => {
  vi.useFakeTimers();
  try {
    const pool = { options: {}, connect: async () => ({ release: () => undefined }) } as unknown as pg.Pool;
    const onLongReader = createLongQueryPool(pool, 2, async () => undefined);
    const asker = { orgId: 1, whenGone: () => () => undefined };
    let end = (): void => undefined;
    const first = onLongReader(() => new Promise<void>((done) => (end = done)), asker);
    let said = 'waits';
    const second = onLongReader(async () => 'read', asker).catch(({ why }) => (said = why));
    await vi.advanceTimersByTimeAsync(29_000);
    expect(said).toBe('waits');
    await vi.advanceTimersByTimeAsync(2000);
    expect(said).toBe('busy');
    end();
    await Promise.all([first, second]);
  } finally {
    vi.useRealTimers();
  }
});
