/** More calls than can be answered in time (rules 8.9). */
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WRITERS_OF_ONE } from '../../src/db/database.ts';
import { ApiError } from '../../src/errors.ts';
import { Queue, Queues } from '../../src/http/overload.ts';
import { sql } from '../../src/sql.ts';
import { holdLock } from '../support/held-lock.ts';
import { queued } from '../support/queued.ts';
import { type Client, startTestService, type TestService } from '../support/service.ts';

describe('a queue', () => {
  /** Plays a while of a load: calls come at a rate, and so many are answered in their order. */
  const play = () => {
    const notes: string[] = [];
    let clock = 0;
    const queue = new Queue(
      { queue: 'writes' },
      true,
      (message) => notes.push(message),
      () => clock,
    );
    const waiting: { begun: number; end: () => void }[] = [];
    const refused: number[] = [];
    const times: number[] = [];
    const run = async (ms: number, comePerMs: number, answeredPerMs: number): Promise<void> => {
      let [come, answered] = [0, 0];
      for (const until = clock + ms; clock < until; clock += 1) {
        for (come += comePerMs; come >= 1; come -= 1) {
          try {
            queue.admit();
            void queue.run(() => new Promise<void>((end) => waiting.push({ begun: clock, end })));
          } catch (error) {
            if (!(error instanceof ApiError)) throw error;
            refused.push(clock);
          }
        }
        for (answered += answeredPerMs; answered >= 1; answered -= 1) {
          const next = waiting.shift();
          if (!next) continue;
          times.push(clock - next.begun);
          next.end();
        }
        await new Promise(setImmediate);
      }
    };
    return { run, notes, refused, times, waiting };
  };

  test('refuses nothing while calls are answered in time, also many at once', async () => {
    const { run, refused, notes } = play();
    await run(2, 200, 0);
    await run(2500, 0.5, 1);
    expect([refused.length, notes]).toEqual([0, []]);
  });

  test('three times what can be answered: the rest is refused, and who is answered waits less than a second', async () => {
    const { run, refused, times, notes, waiting } = play();
    await run(6000, 3, 1);
    expect(times.filter((ms) => ms > 1000).length).toBeLessThan(times.length / 100);
    expect(times.length).toBeGreaterThan(5900);
    expect(refused.length).toBeGreaterThan(10_000);
    await run(1500, 0.5, 1);
    expect(waiting.length).toBeLessThan(10);
    const [first, last] = [refused.length, refused.at(-1)];
    await run(3000, 0.5, 1);
    expect([refused.length, refused.at(-1)]).toEqual([first, last]);
    expect(notes[0]).toBe('Too many calls: some are refused');
    expect(notes.at(-1)).toBe('Calls are answered in time again');
  });

  test('many at once are answered however slowly that goes, and so are those who come when nobody waits any more', async () => {
    const { run, refused, waiting } = play();
    for (let burst = 0; burst < 3; burst += 1) {
      await run(1, 400, 0);
      await run(4200, 0, 0.1);
      expect([waiting.length, refused.length]).toEqual([0, 0]);
    }
  });

  test('a service that answers nobody for a second and a half, as one that has just begun on a busy machine, refuses none of a burst', async () => {
    const { run, refused, waiting } = play();
    await run(1500, 0.13, 0);
    await run(1000, 0, 0.3);
    expect([refused.length, waiting.length]).toEqual([0, 0]);
  });

  test('who has 200 calls under way, and sends the next with each answer, is refused none that are answered within a second', async () => {
    const { run, refused } = play();
    await run(1, 200, 0);
    await run(5000, 0.22, 0.22);
    expect(refused.length).toBe(0);
  });

  test('one slow kind among fast ones refuses nobody', async () => {
    let clock = 0;
    const queue = new Queue(
      { queue: 'reads' },
      false,
      () => undefined,
      () => clock,
    );
    const slow = Array.from({ length: 200 }, () => queue.run(() => new Promise<void>((end) => setTimeout(end, 60))));
    for (let i = 0; i < 400; i += 1) {
      await queue.run(async () => {
        clock += 10;
      });
      queue.admit();
    }
    await Promise.all(slow);
  });
});

describe('both kinds together', () => {
  const waiting: (() => void)[] = [];
  const held = () => new Promise<void>((end) => waiting.push(end));
  const endAll = () => {
    for (const end of waiting.splice(0)) end();
  };

  test('no more are taken than two slow cores answer within a second, of whichever kind', async () => {
    const queues = new Queues(() => undefined);
    const all = Array.from({ length: 500 }, (_, i) => queues.admit(i % 2 === 0, held).catch(({ status }) => status));
    endAll();
    expect((await Promise.all(all)).filter((one) => one === 503).length).toBe(20);
    // Nobody waits any more: the next are taken.
    const next = queues.admit(true, held);
    endAll();
    expect(await next).toMatchObject({ caller: undefined });
  });

  test('while some are refused, one that waited for half a second for what comes first is refused too, and long reads wait no longer', async () => {
    const queues = new Queues(() => undefined);
    const run = (before: number) => queues.run(true, 1, async () => 'done', before).catch(({ status }) => status);
    expect([await run(600), queues.patienceMs]).toEqual(['done', undefined]);
    const all = Array.from({ length: 401 }, () => queues.admit(true, held).catch(({ status }) => status));
    expect([await run(400), await run(600), queues.patienceMs]).toEqual(['done', 503, 500]);
    endAll();
    await Promise.all(all);
    await delay(1100);
    expect([await run(600), queues.patienceMs]).toEqual(['done', undefined]);
  });
});

describe('organisations side by side', () => {
  /** Calls that stay until they are let go. */
  const stay = () => {
    const queues = new Queues(() => undefined);
    const ends: (() => void)[] = [];
    /** @param unknownMs so long it takes to find out whose it is */
    const call = async (orgId: number, unknownMs = 0): Promise<number> => {
      try {
        const { ms, isBeyond } = await queues.admit(true, async () => (unknownMs ? delay(unknownMs) : undefined));
        await queues.run(true, orgId, () => new Promise<void>((end) => ends.push(end)), ms, isBeyond);
        return 200;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return error.status;
      }
    };
    const end = () => {
      for (const one of ends.splice(0)) one();
    };
    return { call, end };
  };
  const counted = (statuses: readonly number[]) => [200, 503].map((one) => statuses.filter((s) => s === one).length);

  test('where one has all that may be under way, its next calls are refused and those of others are done, 64 at a time', async () => {
    const { call, end } = stay();
    const all = Array.from({ length: 400 }, () => call(1));
    await delay(1);
    const more = Array.from({ length: 10 }, () => call(1));
    expect(counted(await Promise.all(more))).toEqual([0, 10]);
    const others = Array.from({ length: 100 }, (_, i) => call(2 + (i % 7)));
    await delay(1);
    end();
    expect(counted(await Promise.all(all))).toEqual([400, 0]);
    expect(counted(await Promise.all(others))).toEqual([64, 36]);
  });

  test('a call for which there is room once it is known whose it is, is done', async () => {
    const { call, end } = stay();
    const all = Array.from({ length: 400 }, () => call(1));
    await delay(1);
    const late = call(1, 20);
    end();
    expect(counted(await Promise.all(all))).toEqual([400, 0]);
    await delay(30);
    end();
    expect(await late).toBe(200);
  });

  test('where nobody has much of what is under way, there is no room for more of anyone', async () => {
    const { call, end } = stay();
    const all = Array.from({ length: 400 }, (_, i) => call(i % 5));
    await delay(1);
    expect(counted(await Promise.all([call(0), call(9)]))).toEqual([0, 2]);
    end();
    expect(counted(await Promise.all(all))).toEqual([400, 0]);
  });
});

describe('of a service', () => {
  let service: TestService;
  let client: Client;
  beforeAll(async () => {
    service = await startTestService();
    client = await (await service.organisation()).client();
  });
  afterAll(() => service.stop());

  test('what waits for a lock holds up neither reads, nor others, nor who comes later; nothing is lost', async () => {
    const { kid } = (await client.post('/v3/customers', { name: 'Gesperrt' })).body;
    // With their connections open, the calls come within the seconds after which later ones are refused.
    const seen = await Promise.all(Array.from({ length: 120 }, () => client.get(`/v3/customers/${kid}`)));
    expect(seen.every(({ status }) => status === 200)).toBe(true);
    const holder = new pg.Client(service.connection);
    await holder.connect();
    await holder.query('begin');
    await holder.query('select 1 from contact where id = $1 for update', [kid]);
    const other = await (await service.organisation()).client();
    const patched = Array.from({ length: 120 }, (_, i) => client.patch(`/v3/customers/${kid}`, { name: `Neu ${i}` }));
    try {
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect((await other.post('/v3/customers', { name: 'Andere' })).status).toBe(201);
      expect((await other.get('/v3/customers')).body.total).toBeGreaterThan(0);
      // A write that is not refused waits for the lock itself.
      const refusal = async () => {
        const answer = await Promise.race([
          client.patch(`/v3/customers/${kid}`, { name: 'Später' }),
          new Promise<null>((resolve) => setTimeout(() => resolve(null), 300)),
        ]);
        return answer?.status;
      };
      await expect.poll(refusal, { timeout: 10_000, interval: 200 }).toBe(503);
      const refused = await client.patch(`/v3/customers/${kid}`, { name: 'Später' });
      expect([refused.status, refused.error, refused.headers.get('retry-after')]).toEqual([
        503,
        'service_unavailable',
        '1',
      ]);
      expect((await client.get(`/v3/customers/${kid}`)).status).toBe(200);
    } finally {
      await holder.query('commit');
      await holder.end();
    }
    expect(new Set((await Promise.all(patched)).map(({ status }) => status))).toEqual(new Set([200]));
    expect((await client.patch(`/v3/customers/${kid}`, { name: 'Danach' })).status).toBe(200);
  });

  test('searches are reads, though asked by POST: while many wait, their organisation writes', async () => {
    const { kid } = (await client.post('/v3/customers', { name: 'Sparerin' })).body;
    await client.post('/v3/goals', { kid, subject: 'Ruhestand' });
    const release = await holdLock(service.db, sql`lock table goal in access exclusive mode`);
    const search = () => client.post('/v3/search', { query: 'ruhestand', indices: ['goals'] });
    const searches = Array.from({ length: 120 }, search);
    // After two seconds in which no write is answered an organisation has too many of them.
    await delay(3000);
    const written = await client.patch(`/v3/customers/${kid}`, { vorname: 'Ruth' });
    await release();
    expect(written.status).toBe(200);
    expect(new Set((await Promise.all(searches)).map(({ status }) => status))).toEqual(new Set([200]));
  });

  test('what waits for its turn is not begun where its caller went away', async () => {
    const { kid } = (await client.post('/v3/customers', { name: 'Gesperrt' })).body;
    const release = await holdLock(service.db, sql`select 1 from contact where id = ${kid}::int for update`);
    const before = Array.from({ length: WRITERS_OF_ONE }, (_, i) =>
      client.patch(`/v3/customers/${kid}`, { name: `Neu ${i}` }),
    );
    await queued(service.db, WRITERS_OF_ONE);
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
});
