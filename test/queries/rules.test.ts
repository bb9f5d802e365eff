/** What queries of lists say and what they refuse (rules 4.9 to 4.11): examples by hand; differential.test.ts has the rest. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setField } from '../../src/operations/organisation/organisation-fields.ts';
import { sql } from '../../src/sql.ts';
import { seeded } from '../crash/random.ts';
import { quickest } from '../support/quickest.ts';
import { type Client, startTestService, type TestService } from '../support/service.ts';
import { kindLists, partLists } from './lists.ts';
import { makeRoom, type Room } from './room.ts';

let service: TestService;
let room: Room;
let client: Client;
beforeAll(async () => {
  service = await startTestService();
  room = await makeRoom(service, seeded(7), 8);
  client = room.client;
});
afterAll(() => service.stop());

const lists = [...kindLists, ...partLists];
const ids = async (address: string): Promise<number[]> => {
  const { status, body } = await client.get(address);
  expect([address, status]).toEqual([address, 200]);
  return (body.items as { id: number }[]).map(({ id }) => id);
};

describe.each(lists)('$path', ({ path, by }) => {
  test('misspelled forms are refused and named, what else is unknown is ignored', async () => {
    const wrong = [
      'farbe[gte]=1',
      'anrede[gte]=1',
      'id[gte]=1',
      'insert_datum[ge]=2026-01-01',
      'insert_datum[]=2026-01-01',
      'insert_datum[gte]=gestern',
      'insert_datum[gte]=',
      'insert_datum[gte]=2026-02-30',
      'sort=farbe',
      'sort=',
      'sort=--id',
      'sort=id,insert_datum',
      'sort=%2Bid',
      'fields=farbe',
      'fields=',
      'fields=id,',
      'fields=constructor',
      ...Object.entries(by).map(([name, scale]) => `${name}[lt]=${scale === 'number' ? 'viel' : '31.01.2026'}`),
    ];
    for (const query of wrong) {
      const { status, error, body } = await client.get(`${room.at(path)}?${query}`);
      expect([query, status, error]).toEqual([query, 400, 'validation_failed']);
      expect(body.data.issues[0].path).toEqual([query.split('=')[0]]);
    }
    const whole = await ids(room.at(path));
    expect(await ids(`${room.at(path)}?farbe=1&order=x&Sort=x`)).toEqual(whole);
  });

  test('is sorted by each of its fields, and back', async () => {
    const whole = await ids(room.at(path));
    for (const name of ['id', ...Object.keys(by)]) {
      const sorted = await ids(`${room.at(path)}?sort=-${name}`);
      expect([...sorted].sort((a, b) => a - b)).toEqual(whole);
    }
    expect(await ids(`${room.at(path)}?sort=-id`)).toEqual([...whole].reverse());
  });
});

test('several findings are named at once', async () => {
  const { body } = await client.get('/v3/damages?betrag[gte]=x&betrag[ab]=1&sort=x&fields=x&kid[lt]=1');
  expect(body.data.issues.map(({ path }: { path: string[] }) => path[0])).toEqual([
    'betrag[gte]',
    'betrag[ab]',
    'sort',
    'fields',
  ]);
});

test('what the path fixes is compared nowhere; at a single record the forms are unknown', async () => {
  expect((await client.get(`${room.at('customers/{customer}/damages')}?kid[gte]=1`)).error).toBe('validation_failed');
  expect((await client.get(`${room.at('customers/{customer}')}?kid[ge]=1&sort=x&fields=x`)).status).toBe(200);
});

test('a day is that whole day, for times too; of contacts a time of the day counts', async () => {
  const { id } = (await client.post('/v3/goals', { subject: 'Tag' })).body;
  const kid = (await client.post('/v3/customers', { name: 'Tag' })).body.kid;
  const { insert_datum: made } = (await client.get(`/v3/goals/${id}`)).body;
  const day = made.slice(0, 10);
  const has = async (list: string, one: number, query: string) =>
    (await ids(`/v3/${list}?limit=5000&${query}`)).includes(one);
  for (const [operator, value, expected] of [
    ['gte', day, true],
    ['gt', day, false],
    ['lte', day, true],
    ['lt', day, false],
    ['gte', `${day} 00:00:00`, true],
    ['lte', `${day}T00:00`, made.endsWith('00:00:00')],
    ['lt', '9999-12-31', true],
    ['gt', '9999-12-31', false],
    ['lte', '9999-12-31', true],
  ] as const) {
    for (const [list, one] of [
      ['goals', id],
      ['customers', kid],
    ] as const)
      expect([list, operator, value, await has(list, one, `insert_datum[${operator}]=${value}`)]).toEqual([
        list,
        operator,
        value,
        expected,
      ]);
  }
});

test('a time with its zone is one of the organisation', async () => {
  const made = (await client.post('/v3/activities', { kategorie: 'notiz' })).body.id;
  const second = new Date(Date.now() - 60_000).toISOString().slice(0, 19);
  expect(await ids(`/v3/activities?insert_datum[gte]=${second}Z&insert_datum[lt]=2100-01-01T00:00:00Z`)).toEqual([
    made,
  ]);
});

test('a field that an organisation added is compared and sorted by, in a list that is not too long', async () => {
  const organisation = await service.organisation();
  const own = await organisation.client();
  await setField(service.db, organisation.orgId, 'goals', { name: 'ind_9', kind: 'rate', label: 'Quote' });
  for (const ind_9 of ['2.5', null, '-1', '10']) await own.post('/v3/goals', { subject: 'x', ind_9 });
  const found = async (query: string) =>
    (await own.get(`/v3/goals?fields=ind_9&${query}`)).body.items.map((one: { ind_9: string }) => one.ind_9);
  expect(await found('ind_9[gt]=-1&sort=-ind_9')).toEqual(['10.00000', '2.50000']);
  expect(await found('sort=ind_9')).toEqual(['-1.00000', '2.50000', '10.00000', null]);
  expect((await own.get('/v3/goals?ind_9[gt]=x')).error).toBe('validation_failed');
  await service.db.transaction((tx) =>
    tx.run(
      sql`insert into goal (org_id, id, printed) select ${organisation.orgId}, 1000000 + n, '{}' from generate_series(1, 100000) n`,
    ),
  );
  for (const parameter of ['ind_9[gt]', 'sort']) {
    const { body, status } = await own.get(`/v3/goals?${parameter}=${parameter === 'sort' ? 'ind_9' : '1'}`);
    expect([status, body.data.issues[0].path]).toEqual([400, [parameter]]);
  }
  expect((await own.get('/v3/goals?type=1&ind_9[gt]=1')).body.total).toBe(0);
  await service.db.transaction((tx) =>
    tx.run(sql`delete from goal where org_id = ${organisation.orgId} and id > 1000000`),
  );
});

test('a whole number that is too large or too small is so as in a body, however many digits it has', async () => {
  const organisation = await service.organisation();
  const own = await organisation.client();
  await setField(service.db, organisation.orgId, 'goals', { name: 'ind_9', kind: 'int', label: 'Zahl' });
  for (const name of ['ind_9', 'type'])
    for (const [value, code, message] of [
      ['99999999999', 'too_big', `must be at most 2147483647.`],
      ['-99999999999', 'too_small', `must be at least -2147483648.`],
    ] as const) {
      if (name === 'ind_9')
        expect((await own.post('/v3/goals', { ind_9: Number(value) })).body.data.issues).toEqual([
          { path: [name], code, message: `${name} ${message}` },
        ]);
      for (const parameter of [name, `${name}[gte]`])
        for (const text of [value, value.padEnd(400, '9')]) {
          const refused = await own.get(`/v3/goals?${parameter}=${text}`);
          expect([refused.status, refused.body.data.issues]).toEqual([
            400,
            [{ path: [parameter], code, message: `${parameter} ${message}` }],
          ]);
        }
    }
  expect((await own.get('/v3/goals?ind_9=9.9&type[gte]=9e9')).body.data.issues).toMatchObject([
    { path: ['ind_9'], code: 'invalid_type' },
    { path: ['type[gte]'], code: 'invalid_type' },
  ]);
});

test('fields of contents, arrays and metadata', async () => {
  const path = room.at('customers/{customer}');
  await client.post(`${path}/addresses`, { strasse: 'Weg 1' });
  const one = async (query: string) => {
    const { items } = (await client.get(`/v3/customers?limit=5000&${query}`)).body;
    return items.find(({ id }: { id: number }) => path.endsWith(`/${id}`)) as Record<string, unknown>;
  };
  expect(Object.keys(await one('fields=vorname,name'))).toEqual(['id', 'kid', 'name', 'vorname']);
  expect(Object.keys(await one('fields=name&with_addresses=1'))).toEqual(['id', 'kid', 'name', 'addresses']);
  expect(await one('fields=name&with_addresses=1&flat=1')).toHaveProperty('addresses_strasse');
  expect((await client.get('/v3/customers?fields=addresses')).error).toBe('validation_failed');
  const { body } = await client.get('/v3/contracts?fields=vertragsnummer&with_schema=1');
  for (const item of body.items) expect(Object.keys(item)).toEqual(['id', 'kid', 'vertragsnummer']);
  expect(body.select_fields.sparten.length).toBeGreaterThan(0);
  const secret = await client.post('/v3/portals', {
    kid: (await client.get('/v3/products?limit=1')).body.items[0].id,
    pass: 'geheim',
  });
  const portals = (await client.get('/v3/portals?fields=pass&limit=5000')).body.items as { id: number; pass: string }[];
  expect(portals.find(({ id }) => id === secret.body.id)).toEqual({
    id: secret.body.id,
    kid: expect.any(Number),
    pass: '********',
  });
});

test('bounds: at most twenty comparisons, of long values the beginning is named', async () => {
  const names = ['betrag', 'est', 'zkf', 'gwv', 'vwl', 'fb'].flatMap((name) =>
    ['gte', 'gt', 'lte', 'lt'].map((one) => `${name}[${one}]`),
  );
  const query = (many: number) =>
    names
      .slice(0, many)
      .map((name) => `${name}=1`)
      .join('&');
  expect((await client.get(`/v3/finances?${query(20)}`)).status).toBe(200);
  const { body } = await client.get(`/v3/finances?${query(21)}`);
  expect(body.data.issues).toMatchObject([{ path: [names[20]], code: 'too_big' }]);
  const long = await client.get(`/v3/finances?fields=${'x'.repeat(9000)}&betrag[gte]=${'9'.repeat(3000)}`);
  expect(long.status).toBe(400);
  expect(long.text.length).toBeLessThan(2000);
});

test('far pages of a sorted list end with those that have no value', async () => {
  const organisation = await service.organisation();
  const own = await organisation.client();
  await service.db.transaction((tx) =>
    tx.run(sql`insert into goal (org_id, id, value, printed)
      select ${organisation.orgId}, 2000000 + n, case when n % 3 > 0 then n % 40 end, '{"id":' || 2000000 + n || '}'
      from generate_series(1, 3000) n`),
  );
  await service.db.transaction((tx) =>
    tx.run(sql`insert into record_count values (${organisation.orgId}, 'goals', 0, 3000)`),
  );
  for (const sort of ['value', '-value']) {
    const whole: number[] = [];
    for (let page = 1; page <= 7; page += 1)
      whole.push(
        ...(await own.get(`/v3/goals?fields=id&limit=500&page=${page}&sort=${sort}`)).body.items.map(
          (one: { id: number }) => one.id,
        ),
      );
    expect(whole).toHaveLength(3000);
    const turn = sort === 'value' ? 1 : -1;
    const keyOf = (n: number): number => (n % 3 ? (n % 40) * turn : 1000);
    const expected = Array.from({ length: 3000 }, (_, i) => i + 1).sort((a, b) => keyOf(a) - keyOf(b) || a - b);
    expect(whole.map((id) => id - 2_000_000)).toEqual(expected);
  }
  await service.db.transaction((tx) =>
    tx.run(sql`delete from goal where org_id = ${organisation.orgId} and id > 1000000`),
  );
});

test('fields that an organisation added, with all that goes with them: pages, totals and orders', async () => {
  const organisation = await service.organisation();
  const own = await organisation.client();
  for (const [name, kind] of [
    ['ind_1', 'int'],
    ['ind_2', 'date'],
  ] as const)
    await setField(service.db, organisation.orgId, 'goals', { name, kind, label: name });
  const values = Array.from({ length: 40 }, (_, i) => ({
    subject: `x${i % 3}`,
    ind_1: i % 5 === 0 ? null : i % 7,
    ind_2: i % 4 === 0 ? null : `2026-01-${String(1 + (i % 9)).padStart(2, '0')}`,
  }));
  const records: ((typeof values)[number] & { id: number })[] = [];
  for (const one of values) records.push({ ...one, id: (await own.post('/v3/goals', one)).body.id });
  type Record = (typeof records)[number];
  const by =
    (value: (record: Record) => string | number | null, descending: boolean) => (one: Record, other: Record) => {
      const [first, second] = [value(one), value(other)];
      if (first === second) return one.id - other.id;
      if (first === null || second === null) return first === null ? 1 : -1;
      return first < second === descending ? 1 : -1;
    };
  const orders: [string, (one: Record, other: Record) => number][] = [
    ['', (one, other) => one.id - other.id],
    ['&sort=-id', (one, other) => other.id - one.id],
    ['&sort=ind_1', by(({ ind_1 }) => ind_1, false)],
    ['&sort=-ind_1', by(({ ind_1 }) => ind_1, true)],
    ['&sort=-ind_2', by(({ ind_2 }) => ind_2, true)],
  ];
  const narrowings: [string, (record: Record) => boolean][] = [
    ['', () => true],
    ['&ind_1[gt]=1&ind_1[lte]=5', ({ ind_1 }) => ind_1 !== null && ind_1 > 1 && ind_1 <= 5],
    [
      '&ind_2[gte]=2026-01-03&ind_1[lt]=4',
      (one) => one.ind_1 !== null && one.ind_1 < 4 && (one.ind_2 ?? '') >= '2026-01-03',
    ],
    ['&ind_1[gte]=2&ind_2=2026-01-05', (one) => one.ind_1 !== null && one.ind_1 >= 2 && one.ind_2 === '2026-01-05'],
  ];
  for (const [order, compare] of orders) {
    for (const [narrowing, holds] of narrowings) {
      if (!order && !narrowing) continue;
      const wanted = records
        .filter(holds)
        .toSorted(compare)
        .map(({ id }) => id);
      for (const page of [1, 2, 3]) {
        const query = `limit=7&page=${page}${order}${narrowing}`;
        const { body } = await own.get(`/v3/goals?${query}`);
        const found = (body.items as Record[]).map(({ id }) => id);
        expect([query, body.total, found]).toEqual([query, wanted.length, wanted.slice(7 * (page - 1), 7 * page)]);
      }
    }
  }
});

test('many comparisons of fields that an organisation added cost hardly more than one', async () => {
  const organisation = await service.organisation();
  const own = await organisation.client();
  const names = Array.from({ length: 5 }, (_, i) => `ind_${i + 1}`);
  for (const name of names) await setField(service.db, organisation.orgId, 'goals', { name, kind: 'int', label: name });
  await service.db.transaction((tx) =>
    tx.run(sql`insert into goal (org_id, id, printed, extra)
      select ${organisation.orgId}, 2000000 + n, '{}', (
        select json_object_agg('ind_' || i, n % (7 * i))::text from generate_series(1, 60) i)
      from generate_series(1, 10000) n`),
  );
  const took = (query: string): Promise<number> =>
    quickest(0, async () => expect((await own.get(`/v3/goals?limit=1&${query}`)).status).toBe(200));
  const many = names.flatMap((name) => ['gte', 'gt', 'lte', 'lt'].map((sign) => `${name}[${sign}]=3`)).join('&');
  const [one, all] = [await took('ind_1[gte]=3'), await took(`${many}&sort=-ind_5`)];
  expect(all).toBeLessThan(3 * one);
  await service.db.transaction((tx) => tx.run(sql`delete from goal where org_id = ${organisation.orgId}`));
});
