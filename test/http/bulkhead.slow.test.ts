/** The bulkhead: concurrent calls per organisation and in all (rules 8.9). */
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_WRITERS_PER_ORG } from '../../src/db/database.ts';
import { ApiError } from '../../src/errors/api-error.ts';
import { Bulkhead } from '../../src/http/admission/bulkhead.ts';
import { sql } from '../../src/sql/sql.ts';
import { holdLock } from '../support/held-lock.ts';
import { queued } from '../support/queued.ts';
import { type Client, startTestService, type TestService } from '../support/service.ts';

describe('bulkhead', () => {
  /** Calls that stay until they are ended. */
  const held = (limits: Partial<Bulkhead['limits']> = {}) => {
    const bulkhead = new Bulkhead({
      inFlight: 4,
      inFlightPerTenant: 3,
      queuedPerTenant: 2,
      total: 20,
      waitMs: 5000,
      ...limits,
    });
    const ends: (() => void)[] = [];
    const begun: number[] = [];
    const call = (orgId: number, reads = true): Promise<number> =>
      bulkhead
        .run(reads, orgId, () => {
          begun.push(orgId);
          return new Promise<number>((end) => ends.push(() => end(200)));
        })
        .catch((error) => (error instanceof ApiError ? error.status : Promise.reject(error)));
    const endAll = async (): Promise<void> => {
      while (ends.length) {
        for (const end of ends.splice(0)) end();
        await new Promise(setImmediate);
      }
    };
    return { bulkhead, begun, call, endAll };
  };

  test('limits the running calls of one organisation, queues a few more and refuses the rest at once', async () => {
    const { begun, call, endAll } = held();
    const calls = Array.from({ length: 7 }, () => call(1));
    expect(await Promise.all(calls.slice(5))).toEqual([503, 503]);
    expect(begun).toEqual([1, 1, 1]);
    await endAll();
    expect(await Promise.all(calls.slice(0, 5))).toEqual([200, 200, 200, 200, 200]);
  });

  test('leaves slots to other organisations, the one with fewer running calls first; writes have slots of their own', async () => {
    const { begun, call, endAll } = held();
    const calls = [1, 1, 1, 1, 1, 2, 2, 3].map((orgId) => call(orgId));
    calls.push(call(1, false));
    await new Promise(setImmediate);
    expect(begun).toEqual([1, 1, 1, 2, 1]);
    await endAll();
    expect(begun[5]).not.toBe(1);
    expect(new Set(await Promise.all(calls))).toEqual(new Set([200]));
  });

  test('refuses calls that wait longer than the limit, and all calls above the total', async () => {
    const { bulkhead, call, endAll } = held({ inFlightPerTenant: 1, waitMs: 20, total: 3 });
    const first = call(1);
    expect(await call(1)).toBe(503);
    const others = [call(2), call(3)];
    await expect(bulkhead.admit(async () => 'known')).rejects.toMatchObject({ error: 'service_unavailable' });
    await endAll();
    expect(await Promise.all([first, ...others])).toEqual([200, 200, 200]);
    expect(await bulkhead.admit(async () => 'known')).toBe('known');
  });
});

describe('a service with a bulkhead', () => {
  let service: TestService;
  let client: Client;
  beforeAll(async () => {
    service = await startTestService();
    client = await (await service.organisation()).client();
  });
  afterAll(() => service.stop());

  test('writes that wait for a lock delay neither reads nor other organisations; a write that waits too long is 503', async () => {
    const { kid } = (await client.post('/v3/customers', { name: 'Gesperrt' })).body;
    const other = await (await service.organisation()).client();
    const holder = new pg.Client(service.connection);
    await holder.connect();
    await holder.query('begin');
    await holder.query('select 1 from contact where id = $1 for update', [kid]);
    const patched = Array.from({ length: 80 }, (_, i) => client.patch(`/v3/customers/${kid}`, { name: `Neu ${i}` }));
    try {
      const refused = await Promise.race(
        patched.map(async (one) => ((await one).status === 503 ? one : new Promise<never>(() => undefined))),
      );
      expect([refused.error, refused.headers.get('retry-after')]).toEqual(['service_unavailable', '1']);
      expect((await other.post('/v3/customers', { name: 'Andere' })).status).toBe(201);
      expect((await client.get(`/v3/customers/${kid}`)).status).toBe(200);
    } finally {
      await holder.query('commit');
      await holder.end();
    }
    const statuses = (await Promise.all(patched)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    expect((await client.patch(`/v3/customers/${kid}`, { name: 'Danach' })).status).toBe(200);
  });

  test('a waiting write of a disconnected client is not started', async () => {
    const { kid } = (await client.post('/v3/customers', { name: 'Gesperrt' })).body;
    const release = await holdLock(service.db, sql`select 1 from contact where id = ${kid}::int for update`);
    const before = Array.from({ length: MAX_WRITERS_PER_ORG }, (_, i) =>
      client.patch(`/v3/customers/${kid}`, { name: `Neu ${i}` }),
    );
    await queued(service.db, MAX_WRITERS_PER_ORG);
    const head = `POST /v3/customers HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${client.token}\r\nContent-Type: application/json\r\n`;
    const sockets = Array.from({ length: 5 }, () => connect(Number(new URL(service.address).port), '127.0.0.1'));
    for (const socket of sockets) socket.write(`${head}Content-Length: 19\r\n\r\n{"name":"Gegangen"}`);
    await delay(300);
    for (const socket of sockets) socket.destroy();
    const stays = client.post('/v3/customers', { name: 'Geblieben' });
    await delay(300);
    await release();
    expect((await stays).status).toBe(201);
    expect((await Promise.all(before)).map(({ status }) => status)).toEqual(before.map(() => 200));
    const { items } = (await client.get('/v3/customers')).body as { items: { name: string }[] };
    const names = items.map(({ name }) => name);
    expect([names.includes('Gegangen'), names.includes('Geblieben')]).toEqual([false, true]);
    expect(service.failures).toEqual([]);
  });

  test('400 concurrent calls of one organisation succeed, after a 503 with Retry-After when they are repeated', async () => {
    const { kid } = (await client.post('/v3/customers', { name: 'Viel gefragt' })).body;
    /** On a slow machine calls wait for longer than the limit. */
    const succeeds = async (call: () => ReturnType<Client['get']>): Promise<number> => {
      for (let attempt = 0; attempt < 20; attempt += 1) {
        const { status, headers } = await call();
        if (status !== 503) return status;
        expect(headers.get('retry-after')).toBe('1');
      }
      return 503;
    };
    const all = (call: (i: number) => ReturnType<Client['get']>) =>
      Promise.all(Array.from({ length: 400 }, (_, i) => succeeds(() => call(i))));
    expect(new Set(await all(() => client.get(`/v3/customers/${kid}`)))).toEqual(new Set([200]));
    const { total } = (await client.get('/v3/customers')).body;
    expect(new Set(await all((i) => client.post('/v3/customers', { name: `Neu ${i}` })))).toEqual(new Set([201]));
    expect((await client.get('/v3/customers')).body.total).toBe(total + 400);
  });
});
