/** Lists that the settings page pages, searches and sorts: with thousands of rows, and one organisation's alone. */
import { beforeAll, describe, expect, test } from 'vitest';
import { MOST_LISTED } from '../../src/settings/routes/route.ts';
import { type Sql, sql } from '../../src/sql/sql.ts';
import { type SettingsClient, signIn } from '../support/browser-session.ts';
import { fillLists, MANY } from '../support/bulk-rows.ts';
import { setUpService } from '../support/fixture.ts';

const { service, organisation } = setUpService(
  { printedOtherwise: true },
  { licenses: 5, api_requests_per_minute: 100_000 },
);
let admin: SettingsClient;
let stranger: SettingsClient;
let hook: number;

const run = (statement: Sql) => service.db.transaction((tx) => tx.run(statement));

beforeAll(async () => {
  admin = await signIn(service.address, organisation.login);
  stranger = await signIn(service.address, (await service.organisation()).login);
  hook = (await admin.send('POST', '/webhooks', { url: 'https://example.com/', events: [] })).body.webhook_id;
  await fillLists(service, organisation, hook);
}, 120_000);

const lists = ['/users', '/tags', '/tokens', 'deliveries'] as const;
const address = (list: string) => (list === 'deliveries' ? `/webhooks/${hook}/deliveries` : list);
const get = async (list: string, query: Record<string, string | number> = {}) => {
  const asked = new URLSearchParams(query as Record<string, string>);
  const { status, body } = await admin.get(`${address(list)}?${asked}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};

type Row = Readonly<Record<string, number>>;
const numberOf = (list: string, { id, kid, token_id, delivery_id }: Row) =>
  list === '/users' ? kid : (id ?? token_id ?? delivery_id);

test.each(lists)('%s: the pages have every row once, and the total', async (list) => {
  const ids: (number | undefined)[] = [];
  let total = 0;
  for (let page = 1; page === 1 || ids.length < total; page += 1) {
    const answer = await get(list, { page, limit: 200 });
    expect(answer.items.length).toBeGreaterThan(0);
    total = answer.total;
    ids.push(...answer.items.map((one: Row) => numberOf(list, one)));
  }
  expect(new Set(ids).size).toBe(total);
  expect(total).toBeGreaterThanOrEqual(300);
  expect((await get(list, { page: 400 })).items).toEqual([]);
});

test('ten thousand deliveries: the numbers of pending and failed ones', async () => {
  expect((await get('deliveries')).total).toBe(MANY.deliveries);
  expect(await get('deliveries', { state: 'pending', limit: 1 })).toMatchObject({ total: 9000, complete: true });
  expect(await get('deliveries', { state: 'failed', limit: 1 })).toMatchObject({ total: 1000 });
});

test('search and order apply to all rows, not to one page', async () => {
  const found = await get('/users', { search: 'NACH 0007' });
  expect(found.items.map(({ vorname }: { vorname: string }) => vorname)).toEqual(['Vor 1993']);
  expect(found.total).toBe(1);
  const names = async (sort: string) =>
    (await get('/users', { sort, search: 'nach', limit: 2 })).items.map(({ name }: { name: string }) => name);
  expect(await names('name')).toEqual(['Nach 0000', 'Nach 0001']);
  expect(await names('-name')).toEqual(['Nach 1999', 'Nach 1998']);
  expect((await get('/users', { active: 'true', search: 'nach' })).total).toBe(MANY.users / 2);
  // A search is a text: nothing in it means anything to the database.
  for (const search of ['%', '_', '\\', "'", '.*']) expect((await get('/tags', { search })).total, search).toBe(0);
});

test('one row by its id', async () => {
  const [first] = (await get('/tags', { limit: 1, page: 7 })).items;
  expect((await get('/tags', { only: first.id })).items).toEqual([first]);
  expect(await get('/tags', { only: Number.MAX_SAFE_INTEGER })).toMatchObject({ items: [], total: 0 });
});

describe('of another organisation', () => {
  test.each(['/users', '/tags', '/tokens'])('%s shows nothing', async (list) => {
    const [mine] = (await get(list, { limit: 1, page: 2 })).items;
    for (const query of [`only=${numberOf(list, mine)}`, 'search=nach', 'search=tag', 'search=brief']) {
      expect((await stranger.get(`${list}?${query}`)).body.total, query).toBe(0);
    }
  });
});

test.each([
  ['page', 'x'],
  ['page', MOST_LISTED],
  ['limit', '-1'],
  ['sort', 'printed'],
  ['sort', 'constructor'],
  ['only', '1e3'],
  ['search', 'a\0'],
  ['search', 'x'.repeat(256)],
  ['active', 'no'],
])('%s=%.20s is refused with the name of the parameter', async (name, value) => {
  const refused = await admin.get(`/users?${new URLSearchParams({ [name]: String(value) })}`);
  expect([refused.status, refused.error]).toEqual([400, 'validation_failed']);
  expect(refused.body.data.issues[0].path).toEqual([name]);
});

test('a list counts at most its maximum of rows', async () => {
  const { orgId } = organisation;
  await run(sql`insert into tag (org_id, id, tag, freigabe, printed)
    select ${orgId}, nextval('tag_id_seq'), 'Viel ' || n, 1, '{}' from generate_series(1, ${MOST_LISTED}::int) n`);
  expect(await get('/tags', { limit: 1 })).toMatchObject({ total: MOST_LISTED, complete: false });
  await run(sql`delete from tag where org_id = ${orgId} and tag like 'Viel %'`);
}, 120_000);

test('a resend is limited in the number of deliveries', async () => {
  const { orgId } = organisation;
  const range = { since: '2020-01-01T00:00:00Z', until: '2100-01-01T00:00:00Z' };
  const add = (n: number) =>
    run(sql`insert into webhook_delivery (org_id, webhook_id, request_id, event_name, event_at, payload, state, next_attempt_at)
      select ${orgId}, ${hook}::int, gen_random_uuid(), 'goals.insert', '2026-01-01', '{}', 'delivered', '2099-01-01'
      from generate_series(1, ${n}::int)`);
  await add(9001);
  const refused = await admin.send('POST', `/webhooks/${hook}/replay`, range);
  expect([refused.status, refused.body.data.issues[0]]).toMatchObject([400, { path: ['since'], code: 'too_big' }]);
  await run(sql`delete from webhook_delivery where org_id = ${orgId} and event_name = 'goals.insert'`);
  await add(5);
  expect((await admin.get('/webhooks')).body.items[0].health).toMatchObject({
    backlog: 9000,
    delivered: 5,
    last_error: null,
  });
  expect((await admin.send('POST', `/webhooks/${hook}/replay`, range)).body).toEqual({ resent: 1005 });
});
