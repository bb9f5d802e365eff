/**
 * Lists of many records whose pages are found in columns in memory (docs/decisions/0039): they are those that PostgreSQL
 * finds, after each answered write, whoever wrote it and however late it commits.
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect } from '../../src/db/cluster.ts';
import { createKeyRing } from '../../src/db/key-ring.ts';
import { type Standing, standingStatement } from '../../src/derive/column-sql.ts';
import { registry } from '../../src/model/registry.ts';
import { raw, type Sql, sql } from '../../src/sql.ts';
import { seeded } from '../crash/random.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';
import { SECRETS_KEY } from '../support/secrets-key.ts';
import { type Client, startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** More than PostgreSQL is left alone with. */
const MANY = 24_000;
const FIRST = 100_000_000;
/** What a goal is worth that is not of the many. */
const APART = 1_000_000;

let database: TestDatabase;
/** Two processes of the service. */
let one: TestService;
let other: TestService;
let client: Client;
let elsewhere: Client;
let orgId: number;

const write = (statement: Sql) => one.db.transaction((tx) => tx.run(statement));

/** Copies one record many times. @param changed what differs, by `n` */
const multiply = async (path: string, table: string, id: number, changed: Sql): Promise<void> => {
  await write(sql`insert into ${raw(table)}
    select (jsonb_populate_record(t, jsonb_build_object('id', ${FIRST}::int + n, ${changed}))).*
    from ${raw(table)} t, generate_series(0, ${MANY - 1}::int) n
    where t.org_id = ${orgId} and t.id = ${id}`);
  await write(sql`insert into record_count (org_id, name, slot, n) values (${orgId}, ${path}, 99, ${MANY})`);
};

const namesOf: Readonly<Record<string, readonly string[]>> = {
  goals: ['end', 'insert_datum', 'priority', 'value'],
  contracts: ['archiv', 'insert_datum'],
  customers: ['insert_datum', 'kontakt_art'],
  damages: ['betrag'],
};
const isKept = async (path: string, { columns, asService }: TestService): Promise<boolean> => {
  await columns.rest();
  const whose = { db: asService, orgId, resource: registry.get(path) };
  return (await columns.now(whose, namesOf[path] ?? [])) !== null;
};

/** Asks for lists until their columns are kept. */
const keep = async (path: string, queries: readonly string[], by = client, service = one): Promise<void> => {
  await until(async () => {
    for (const query of queries) await by.get(`/v3/${path}?limit=1&${query}`);
    return isKept(path, service);
  });
};

const GOALS = ['value[gte]=0&insert_datum[gte]=2000-01-01', 'sort=end&page=1500', 'sort=-priority&page=1500'];

beforeAll(async () => {
  database = await testDatabase();
  one = await startTestService({ database, printedOtherwise: true });
  const keyRing = createKeyRing(() => [SECRETS_KEY]);
  const service = connect({ connection: database.serviceConnection, keyRing });
  other = await startTestService({
    database: { ...database, service, drop: () => service.close() },
    printedOtherwise: true,
  });
  const organisation = await one.organisation();
  orgId = organisation.orgId;
  client = await organisation.client();
  elsewhere = { ...client, get: (path) => other.ask('GET', path, { authorization: `Bearer ${client.token}` }) };
  const goal = await client.post('/v3/goals', { subject: 'Ziel' });
  const customer = await client.post('/v3/customers', { name: 'Muster' });
  const contract = await client.post('/v3/contracts', { kid: customer.body.id });
  await multiply(
    'goals',
    'goal',
    goal.body.id,
    sql`'priority', case when n % 10 > 0 then n % 3 + 1 end, 'value', n % 977 + 0.25,
      'end', case when n % 3 > 0 then date '2024-01-01' + n % 800 end, 'insert_datum', timestamp '2026-01-01' + n * interval '1 minute'`,
  );
  await multiply(
    'customers',
    'contact',
    customer.body.id,
    sql`'kontakt_art', n % 6, 'insert_datum', timestamp '2026-01-01' + n * interval '7 minutes'`,
  );
  await multiply(
    'contracts',
    'contract',
    contract.body.id,
    sql`'archiv', n % 10 / 9, 'insert_datum', timestamp '2026-01-01' + n % 5000 * interval '1 minute'`,
  );
});
afterAll(async () => {
  await other.stop();
  await one.stop();
});

/** Ids of what a query leaves as PostgreSQL has them. @param where on rows `t` */
const left = async (table: string, where: string, order: string): Promise<readonly number[]> => {
  const section = table === 'contact' ? " and t.section = 'customers'" : '';
  const [row] = await one.db.readLong<{ ids: string }>(
    sql`select coalesce(json_agg(t.id order by ${raw(order)}), '[]')::text as ids from ${raw(table)} t
      where t.org_id = ${orgId} and t.del = 0${raw(section)} and ${raw(where)}`,
  );
  return JSON.parse(row?.ids ?? '[]');
};
const pageOf = (ids: readonly number[], limit: number, offset: number) => ({
  total: ids.length,
  ids: ids.slice(offset, offset + limit),
});
const truth = async (table: string, where: string, order: string, limit: number, offset: number) =>
  pageOf(await left(table, where, order), limit, offset);

const answered = async (by: Client, address: string) => {
  const { body } = await by.get(address);
  return { total: body.total, ids: body.items.map(({ id }: { id: number }) => id) };
};

const queries: readonly (readonly [path: string, table: string, query: string, where: string])[] = [
  ['goals', 'goal', 'value[gte]=300.25&value[lt]=900', 't.value >= 300.25 and t.value < 900'],
  ['goals', 'goal', 'value[gt]=300.25', 't.value > 300.25'],
  ['goals', 'goal', 'priority=2&end[lte]=2025-03-01', "t.priority = 2 and t.end <= '2025-03-01'"],
  ['goals', 'goal', 'priority[gte]=2', 't.priority >= 2'],
  ['goals', 'goal', 'insert_datum[gt]=2026-01-03', "t.insert_datum >= '2026-01-04'"],
  ['goals', 'goal', 'insert_datum[lte]=2026-01-09 10:00:00', "t.insert_datum <= '2026-01-09 10:00:00'"],
  ['customers', 'contact', 'kontakt_art[lt]=4', 't.kontakt_art < 4'],
  ['customers', 'contact', 'insert_datum[gt]=2026-01-20', "t.insert_datum::date > '2026-01-20'"],
  ['contracts', 'contract', 'insert_datum[gte]=2026-01-01', "t.insert_datum >= '2026-01-01' and t.archiv = 0"],
  ['contracts', 'contract', 'insert_datum[gte]=2026-01-02&with_archived=1', "t.insert_datum >= '2026-01-02'"],
];
const orders: Readonly<Record<string, readonly (readonly [sort: string, order: string])[]>> = {
  goals: [
    ['', 't.id'],
    ['-id', 't.id desc'],
    ['value', 't.value nulls last, t.id'],
    ['-end', 't.end desc nulls last, t.id'],
    ['-priority', 't.priority desc nulls last, t.id'],
  ],
  customers: [
    ['', 't.id'],
    ['-insert_datum', 't.insert_datum::date desc nulls last, t.id'],
    ['kontakt_art', 't.kontakt_art nulls last, t.id'],
  ],
  contracts: [
    ['-id', 't.id desc'],
    ['insert_datum', 't.insert_datum nulls last, t.id'],
  ],
};

describe('what columns say', () => {
  beforeAll(async () => {
    await keep('goals', GOALS);
    await keep('customers', ['kontakt_art[gte]=0&insert_datum[gte]=2000-01-01']);
    await keep('contracts', ['insert_datum[gte]=2000-01-01', 'insert_datum[gte]=2000-01-01&with_archived=1']);
  });

  test.each(queries)('%s: %s %s', async (path, table, query, where) => {
    for (const [sort, order] of orders[path] ?? []) {
      const ids = await left(table, where, order);
      for (const limit of [7, 900]) {
        const last = Math.max(1, Math.ceil(ids.length / limit));
        for (const page of [1, 2, Math.ceil(last / 2), last, last + 1]) {
          const address = `/v3/${path}?fields=id&limit=${limit}&page=${page}&${query}${sort && `&sort=${sort}`}`;
          const wanted = pageOf(ids, limit, (page - 1) * limit);
          expect([address, await answered(client, address)]).toEqual([address, wanted]);
        }
      }
    }
    expect(await isKept(path, one)).toBe(true);
  });

  test('a far page of all records by a field, and whole records with their arrays', async () => {
    const wanted = await truth('goal', 'true', 't.end nulls last, t.id', 50, 20_000);
    expect(await answered(client, '/v3/goals?sort=end&page=401&fields=id')).toEqual(wanted);
    const { body } = await client.get('/v3/customers?kontakt_art[gte]=2&limit=2&with_addresses=true');
    expect(body.items[0]).toMatchObject({ name: 'Muster', addresses: [] });
  });
});

describe('what changes', () => {
  beforeAll(async () => {
    await keep('goals', GOALS);
    await keep('goals', GOALS, elsewhere, other);
  });
  /** Goals of a value above that of the many, at both processes; a span that leaves few would be left to an index. */
  const apart = async (value: number): Promise<readonly number[]> => {
    const query = '/v3/goals?value[gte]=10&sort=-value&limit=200&fields=value';
    const found = await Promise.all(
      [client, elsewhere].map(async (by) => {
        const { body } = await by.get(query);
        const items: { id: number; value: string }[] = body.items;
        return items.filter((one) => Number(one.value) === value).map(({ id }) => id);
      }),
    );
    expect(found[1]).toEqual(found[0]);
    return found[0] ?? [];
  };

  test('is there once the write was answered, at each process', async () => {
    const { body } = await client.post('/v3/goals', { subject: 'neu', value: APART });
    expect(await apart(APART)).toEqual([body.id]);
    await client.patch(`/v3/goals/${body.id}`, { value: APART + 1 });
    expect([await apart(APART), await apart(APART + 1)]).toEqual([[], [body.id]]);
    await client.patch(`/v3/goals/${body.id}`, { value: null });
    expect(await apart(APART + 1)).toEqual([]);
    await client.patch(`/v3/goals/${body.id}`, { value: APART + 2 });
    await client.delete(`/v3/goals/${body.id}`);
    expect(await apart(APART + 2)).toEqual([]);
    expect([await isKept('goals', one), await isKept('goals', other)]).toEqual([true, true]);
  });

  test('while readers of the feed give numbers, and with the customer that goes', async () => {
    const cursor = (await client.get('/v3/changes')).body.next;
    const customer = (await client.post('/v3/customers', { name: 'Weg' })).body.id;
    const ids: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      ids.push((await client.post('/v3/goals', { subject: 'x', kid: customer, value: APART + 10 })).body.id);
      expect((await client.get(`/v3/changes?after=${cursor}`)).status).toBe(200);
      expect(await apart(APART + 10)).toEqual(ids);
    }
    await client.delete(`/v3/customers/${customer}`);
    expect(await apart(APART + 10)).toEqual([]);
    expect(await isKept('goals', one)).toBe(true);
  });

  test('in a transaction that commits late, behind others', async () => {
    const id = (await client.post('/v3/goals', { subject: 'spät', value: APART + 20 })).body.id;
    let commit = (): void => undefined;
    const waiting = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let begun = (): void => undefined;
    const started = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const late = one.db.transaction(async (tx) => {
      await tx.run(sql`update goal set value = ${APART + 21}::int where org_id = ${orgId} and id = ${id}`);
      await tx.run(sql`insert into change (org_id, at, section, record_id, action, changed)
        values (${orgId}, '2026-01-01T00:00:00Z', 'goals', ${id}, 'update', '["value"]')`);
      begun();
      await waiting;
    });
    await started;
    for (let n = 0; n < 5; n += 1) {
      const made = await client.post('/v3/goals', { subject: 'früh', value: APART + 22 + n });
      expect(await apart(APART + 22 + n)).toEqual([made.body.id]);
      expect(await apart(APART + 20)).toEqual([id]);
    }
    commit();
    await late;
    expect([await apart(APART + 20), await apart(APART + 21)]).toEqual([[], [id]]);
    expect(await isKept('goals', one)).toBe(true);
  });

  test('in the later of two transactions that were begun before a look, of which the earlier commits first', async () => {
    const id = (await client.post('/v3/goals', { subject: 'später', value: 1 })).body.id;
    const standing = async () => (await one.db.read<Standing>(standingStatement(orgId)))[0] as Standing;
    const [earlier, later] = [new pg.Client(database.connection), new pg.Client(database.connection)];
    await Promise.all([earlier.connect(), later.connect()]);
    const begin = async (by: pg.Client): Promise<number> => {
      await by.query('begin');
      return Number((await by.query('select pg_current_xact_id()::text as id')).rows[0].id);
    };
    await begin(earlier);
    const number = await begin(later);
    expect((await standing()).next).toBeGreaterThan(number);
    await later.query('update goal set value = $1 where org_id = $2 and id = $3', [APART + 40, orgId, id]);
    await later.query(`insert into change (org_id, at, section, record_id, action, changed)
      values (${orgId}, '2026-01-01T00:00:00Z', 'goals', ${id}, 'update', '["value"]')`);
    for (let look = 0; look < 2; look += 1) expect(await apart(APART + 40)).toEqual([]);
    await earlier.query('commit');
    for (let look = 0; look < 2; look += 1) expect(await apart(APART + 40)).toEqual([]);
    await later.query('commit');
    expect(await apart(APART + 40)).toEqual([id]);
    await Promise.all([earlier.end(), later.end()]);
  });

  test('by 8 writers at once: each sees what it wrote', async () => {
    const random = seeded(7);
    await Promise.all(
      Array.from({ length: 8 }, async (_, writer) => {
        const value = APART + 1000 + writer;
        const { body } = await client.post('/v3/goals', { subject: 'viele', value });
        for (let n = 0; n < 25; n += 1) {
          const isIn = random.next() < 0.5;
          await client.patch(`/v3/goals/${body.id}`, { value: isIn ? value : APART + 5000 + n });
          expect(await apart(value)).toEqual(isIn ? [body.id] : []);
        }
      }),
    );
    const all = await truth('goal', 't.value >= 10', 't.value desc nulls last, t.id', 900, 0);
    expect(await answered(client, '/v3/goals?value[gte]=10&sort=-value&limit=900&fields=id')).toEqual(all);
    expect(await answered(elsewhere, '/v3/goals?value[gte]=10&sort=-value&limit=900&fields=id')).toEqual(all);
  });

  test('more than is made up for: the columns are read anew', async () => {
    await write(
      sql`update goal set value = ${APART + 9000}::int where org_id = ${orgId} and id < ${FIRST + 6000}::int and id >= ${FIRST}::int`,
    );
    await write(sql`select tell_changes(${orgId}, '2026-01-01T00:00:00Z', 'goals', array(select generate_series(${FIRST}::int, ${FIRST + 5999}::int)),
      'update', '["value"]', null, array(select null::int from generate_series(1, 6000)))`);
    const query = `/v3/goals?value[gte]=${APART + 9000}&fields=id&limit=5`;
    const wanted = await truth('goal', `t.value >= ${APART + 9000}`, 't.id', 5, 0);
    expect(wanted.total).toBe(6000);
    expect(await answered(client, query)).toEqual(wanted);
    expect(await isKept('goals', one)).toBe(false);
    await keep('goals', GOALS);
    expect(await answered(client, query)).toEqual(wanted);
  });
});

test('no columns are kept for a list of few, or one below a record', async () => {
  for (let n = 0; n < 4; n += 1) await client.get('/v3/goals?priority=2&end[lte]=2024-01-09');
  for (let n = 0; n < 4; n += 1) await client.get('/v3/damages?betrag[gte]=0');
  expect(await isKept('damages', one)).toBe(false);
});
