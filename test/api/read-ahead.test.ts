/** What a merge or a delete of very many records reads ahead. */
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import type { SpareRead } from '../../src/db/spare.ts';
import { columnsNaming } from '../../src/derive/rewrite-sql.ts';
import { registry } from '../../src/model/registry.ts';
import type { Actor } from '../../src/operations/call.ts';
import { readingAhead } from '../../src/operations/read-ahead.ts';
import { type Query, type Sql, sql } from '../../src/sql.ts';
import { type Client, type Organisation, startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const NAMING = columnsNaming(registry, 'customers');
let service: TestService;
let organisation: Organisation;
let client: Client;
let large: number;

const customer = async (damages: number) => {
  const { kid } = (await client.post('/v3/customers', { name: 'K' })).body;
  for (let left = damages; left > 0; left -= 100) {
    const batch = Array.from({ length: Math.min(left, 100) }, (_, i) => ({ art: 'Sturm', nummer: `S ${i}` }));
    const { inserted } = (await client.post(`/v3/customers/${kid}/damages`, batch)).body;
    expect(inserted).toHaveLength(batch.length);
  }
  return kid as number;
};

beforeAll(async () => {
  service = await startTestService();
  organisation = await service.organisation();
  client = await organisation.client();
  large = await customer(600);
});
afterAll(() => service.stop());
afterEach(() => vi.restoreAllMocks());

/** Which table's pages a statement reads ahead. */
const readBy = (text: string): string | undefined => /^select count\(t\.printed\) as n\s+from (\w+) t/.exec(text)?.[1];

/** The service's database, with what is read ahead; reads begin once `before` has ended. */
const noting = (before: Promise<unknown> = Promise.resolve()) => {
  const noted = { read: [] as string[], begun: 0, over: 0 };
  const noteRead = (read: SpareRead): SpareRead =>
    (async (statement: Sql, settings?: Sql) => {
      const table = readBy(statement.query.text);
      if (table) noted.read.push(table);
      await before;
      return read(statement, settings);
    }) as SpareRead;
  const spare: Database['spare'] = async (work) => {
    noted.begun += 1;
    const done = await service.asService.spare((read) => work(noteRead(read)));
    noted.over += 1;
    return done;
  };
  return { noted, db: { ...service.asService, spare } };
};

const around = <T>(db: Database, kid: number, work: () => Promise<T>): Promise<T> =>
  readingAhead({ db, actor: { orgId: organisation.orgId } as Actor }, NAMING, kid, work);

describe('beside the work', () => {
  test.each([
    ['what is many is read', () => large, ['damage']],
    ['nothing of a customer with few', () => customer(20), []],
  ])('%s', async (_, of, tables) => {
    const { noted, db } = noting();
    const kid = await of();
    const work = async () => {
      await until(() => noted.over === 1 + tables.length);
      return 'done';
    };
    expect(await around(db, kid, work)).toBe('done');
    expect(noted.read).toEqual(tables);
    expect(noted.begun).toBe(1 + tables.length);
  });

  test('what is done at once has nobody look', async () => {
    const { noted, db } = noting();
    expect(await around(db, large, async () => 'done')).toBe('done');
    await new Promise((done) => setTimeout(done, 300));
    expect(noted.begun).toBe(0);
  });

  test('it ends with the work, whose error is thrown', async () => {
    let end: () => void = () => undefined;
    const { noted, db } = noting(
      new Promise<void>((done) => {
        end = done;
      }),
    );
    const work = async () => {
      await until(() => noted.begun === 1);
      throw new Error('lost');
    };
    await expect(around(db, large, work)).rejects.toThrow('lost');
    end();
    await until(() => noted.over === noted.begun);
    await new Promise((done) => setTimeout(done, 300));
    expect(noted).toEqual({ read: [], begun: 1, over: 1 });
  });

  test('where it fails or no connection is to spare, the work is done all the same', async () => {
    const without: Database = { ...service.asService, spare: () => Promise.resolve(undefined) };
    const failing: Database = { ...service.asService, spare: () => Promise.reject(new Error('lost')) };
    const work = () => new Promise((done) => setTimeout(done, 400, 'done'));
    for (const db of [without, failing]) expect(await around(db, large, work)).toBe('done');
  });
});

/** Tables that the service read ahead, and what it holds after that. */
const watch = () => {
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  const held = sql`select a.pid, l.mode
    from pg_stat_activity a join pg_locks l on l.pid = a.pid
    where a.datname = current_database() and a.pid <> pg_backend_pid() and a.application_name = 'broker-crm'`;
  return {
    tables: () =>
      sent.mock.calls.flatMap(([given]) =>
        ((given as unknown as { queries?: readonly Query[] }).queries ?? []).flatMap(({ text }) => readBy(text) ?? []),
      ),
    held: () => service.db.read(held),
  };
};

/** Holds a damage so long that a change of all of them has to wait for it. */
const whileHeld = async (kid: number, work: () => Promise<unknown>, then: () => Promise<void>) => {
  const holding = sql`select id from damage where org_id = ${organisation.orgId} and kid = ${kid}::int and del = 0 order by id desc limit 1 for update`;
  let working: Promise<unknown> | undefined;
  await service.db.transaction(async (tx) => {
    await tx.run(holding);
    working = work();
    await then();
  });
  return working;
};

describe('a change of many reads them ahead, and leaves no transaction and no lock behind', () => {
  test('merge', async () => {
    const { tables, held } = watch();
    const master = await customer(0);
    const merge = () => client.post(`/v3/customers/${master}/merge`, { slave_kid: large });
    expect(await whileHeld(large, merge, () => until(() => tables().includes('damage')))).toMatchObject({
      status: 200,
    });
    expect((await client.get(`/v3/customers/${master}/damages?limit=1`)).body.total).toBe(600);
    expect(tables()).toEqual(['damage']);
    await expect.poll(held).toEqual([]);
    large = master;
  });

  test('delete', async () => {
    const { tables, held } = watch();
    const { total } = (await client.get('/v3/damages?limit=1')).body;
    const remove = () => client.delete(`/v3/customers/${large}`);
    expect(await whileHeld(large, remove, () => until(() => tables().includes('damage')))).toMatchObject({
      status: 200,
    });
    expect((await client.get('/v3/damages?limit=1')).body.total).toBe(total - 600);
    expect(tables()).toEqual(['damage']);
    await expect.poll(held).toEqual([]);
  });
});
