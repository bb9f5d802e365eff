/** Results and refusals of list queries (rules 4.9 to 4.11): examples; differential.slow.test.ts covers random ones. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setField } from '../../src/operations/org-settings/custom-fields.ts';
import { sql } from '../../src/sql/sql.ts';
import { seeded } from '../crash/random.ts';
import { type Client, startTestService, type TestService } from '../support/service.ts';
import { createFixture, type QueryFixture } from './fixture.ts';
import { kindLists, partLists } from './lists.ts';

let service: TestService;
let fixture: QueryFixture;
let client: Client;
beforeAll(async () => {
  service = await startTestService();
  fixture = await createFixture(service, seeded(7), 8);
  client = fixture.client;
});
afterAll(() => service.stop());

const lists = [...kindLists, ...partLists];
const ids = async (address: string): Promise<number[]> => {
  const { status, body } = await client.get(address);
  expect([address, status]).toEqual([address, 200]);
  return (body.items as { id: number }[]).map(({ id }) => id);
};

describe.each(lists)('$path', ({ path, by }) => {
  test('misspelled forms are refused by name, other unknown parameters are ignored', async () => {
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
      const { status, error, body } = await client.get(`${fixture.at(path)}?${query}`);
      expect([query, status, error]).toEqual([query, 400, 'validation_failed']);
      expect(body.data.issues[0].path).toEqual([query.split('=')[0]]);
    }
    const whole = await ids(fixture.at(path));
    expect(await ids(`${fixture.at(path)}?farbe=1&order=x&Sort=x`)).toEqual(whole);
  });

  test('is sorted by each of its fields in both directions', async () => {
    const whole = await ids(fixture.at(path));
    for (const name of ['id', ...Object.keys(by)]) {
      const sorted = await ids(`${fixture.at(path)}?sort=-${name}`);
      expect([...sorted].sort((a, b) => a - b)).toEqual(whole);
    }
    expect(await ids(`${fixture.at(path)}?sort=-id`)).toEqual([...whole].reverse());
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

test('fields given by the path are no filters; at a single record the forms are unknown', async () => {
  expect((await client.get(`${fixture.at('customers/{customer}/damages')}?kid[gte]=1`)).error).toBe(
    'validation_failed',
  );
  expect((await client.get(`${fixture.at('customers/{customer}')}?kid[ge]=1&sort=x&fields=x`)).status).toBe(200);
});

test('a filter by a day covers the whole day for times too; for contacts a time of day counts', async () => {
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

test('a time with a zone is converted to the time zone of the organisation', async () => {
  const made = (await client.post('/v3/activities', { kategorie: 'notiz' })).body.id;
  const second = new Date(Date.now() - 60_000).toISOString().slice(0, 19);
  expect(await ids(`/v3/activities?insert_datum[gte]=${second}Z&insert_datum[lt]=2100-01-01T00:00:00Z`)).toEqual([
    made,
  ]);
});

test('an added field can be compared and sorted by, in a list that is not too long', async () => {
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

test('a whole number out of range is refused as in a body, with any number of digits', async () => {
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

test('`fields` selects contents, arrays and metadata', async () => {
  const path = fixture.at('customers/{customer}');
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

test('at most twenty comparisons are accepted, and an error quotes the beginning of a long value', async () => {
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

test('`fields` selects added fields, with paging, totals and orders', async () => {
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
