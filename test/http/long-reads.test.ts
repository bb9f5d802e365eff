/** Long reads of one organisation leave connections to those of others, and end with their callers (rules 8.9). */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createLongReads } from '../../src/db/long-reads.ts';
import { findDue } from '../../src/webhooks/claim.ts';
import { sharedOut } from '../../src/within.ts';
import { type SettingsClient, signIn } from '../support/browser-session.ts';
import { type Client, startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

let service: TestService;
let client: Client;
let admin: SettingsClient;
let other: Client;
let holder: pg.Client;
beforeAll(async () => {
  service = await startTestService();
  const organisation = await service.organisation();
  client = await organisation.client();
  admin = await signIn(service.address, organisation.login);
  other = await (await service.organisation()).client();
  holder = new pg.Client(service.connection);
  await holder.connect();
});
afterAll(async () => {
  await holder.end();
  await service.stop();
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

test('others are read for, and the service for itself, while all of one organisation wait', async () => {
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

test('whoever goes away takes his with him: what runs ends, what waits is not begun', async () => {
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

test('places are shared out: each has so many at most, and whoever has the fewest goes first', async () => {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const share = sharedOut(3, 2, { ms: 60_000, refused: () => new Error('refused') });
  const ask = (which: number, name: string): Promise<void> =>
    share(which, () => {
      begun.push(name);
      return new Promise((end) => ends.push(end));
    });
  const all = [ask(1, 'a1'), ask(1, 'a2'), ask(1, 'a3'), ask(1, 'a4'), ask(2, 'b1'), ask(2, 'b2'), ask(3, 'c1')];
  await delay(1);
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  for (const next of ['c1', 'a3', 'b2', 'a4']) {
    ends.shift()?.();
    await delay(1);
    expect(begun.at(-1)).toBe(next);
  }
  for (const end of ends) end();
  await Promise.all(all);
  const impatient = sharedOut(1, 1, { ms: 20, refused: () => new Error('refused') });
  let end = (): void => undefined;
  const first = impatient(1, () => new Promise<void>((done) => (end = done)));
  await expect(impatient(1, async () => undefined)).rejects.toThrow('refused');
  end();
  await first;
  expect(await impatient(1, async () => 'done')).toBe('done');
});

test('a further read of a caller for whom was read already comes before those of callers for whom nothing was', async () => {
  const pool = { options: {}, connect: async () => ({ release: () => undefined }) } as unknown as pg.Pool;
  const onLongReader = createLongReads(pool, 2, async () => undefined);
  const begun: string[] = [];
  const call = async (name: string): Promise<void> => {
    const asker = { orgId: 1, whenGone: () => () => undefined };
    for (const part of [1, 2])
      await onLongReader(async () => {
        begun.push(`${name}${part}`);
        await delay(5);
      }, asker);
  };
  await Promise.all([call('a'), call('b'), call('c')]);
  // The place is handed on before the call asks again: one that was waiting gets it, and what was begun is next.
  expect(begun).toEqual(['a1', 'b1', 'a2', 'b2', 'c1', 'c2']);
});

test('one that waits for the others of its organisation is refused after 30 s and not before', async () => {
  vi.useFakeTimers();
  try {
    const pool = { options: {}, connect: async () => ({ release: () => undefined }) } as unknown as pg.Pool;
    const onLongReader = createLongReads(pool, 2, async () => undefined);
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
