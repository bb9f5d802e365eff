/** Requests are counted by token, route and status, and shown to administrators (settings page "Plan and usage"). */
import { beforeAll, expect, test } from 'vitest';
import { pruneRequestCounts, RequestCounts } from '../../src/operations/usage/request-counts.ts';
import { sql } from '../../src/sql/sql.ts';
import { type SettingsClient, signIn } from '../support/browser-session.ts';
import { setUpService } from '../support/fixture.ts';

const { service, organisation, client } = setUpService();
let admin: SettingsClient;
beforeAll(async () => {
  admin = await signIn(service.address, organisation.login);
});

const HOUR = 3_600_000;
const rowsOf = async (query = '') => (await admin.get(`/usage/requests?${query}`)).body.items;

/** Counts as a process does, at a time. */
const counted = async (at: number, token: number | null, ...statuses: number[]): Promise<void> => {
  const counts = new RequestCounts({ db: service.db, now: () => at, failed: (error) => expect.fail(String(error)) });
  for (const status of statuses)
    counts.count({
      request_id: 'x',
      method: 'GET',
      route: '/v3/damages',
      status,
      ms: 1,
      org_id: organisation.orgId,
      token_id: token,
      bytes: 0,
    });
  await counts.stop();
};

test('requests of a client are in the log within seconds', async () => {
  for (let n = 0; n < 3; n += 1) await client.get('/v3/customers?limit=1');
  await client.get('/v3/customers/999999');
  const wanted = [
    { method: 'GET', route: '/v3/customers', status: 200, requests: 3 },
    { method: 'GET', route: '/v3/customers/{id}', status: 404, requests: 1 },
  ];
  await expect.poll(() => rowsOf('search=/v3/customers'), { timeout: 12_000, interval: 500 }).toMatchObject(wanted);
  const [row] = await rowsOf('search=/v3/customers');
  expect(row.token_name).toBeTypeOf('string');
  expect(await rowsOf(`token=${row.token_id}&outcome=refused&hours=1`)).toMatchObject([wanted[1]]);
  const { days } = (await admin.get('/usage')).body;
  expect([days.length, days.at(-1).requests, days.at(-1).refused]).toEqual([90, 4, 1]);
});

test('processes add to each other; filters, sessions and the daily counts', async () => {
  const now = Date.now();
  await counted(now, null, 200, 429, 500);
  await counted(now, null, 200, 429);
  await counted(now - 30 * HOUR, null, 200);
  const of = async (query: string) =>
    (await rowsOf(`search=damages&${query}`)).map((row: Record<string, unknown>) => [row.status, row.requests]);
  expect(await of('token=0')).toEqual([
    [200, 2],
    [429, 2],
    [500, 1],
  ]);
  expect(await of('hours=168')).toContainEqual([200, 3]);
  expect([await of('outcome=limited'), await of('outcome=failed'), await of('outcome=done')]).toEqual([
    [[429, 2]],
    [[500, 1]],
    [[200, 2]],
  ]);
  expect((await admin.get('/usage')).body.days.at(-1)).toMatchObject({ failed: 1 });
  for (const wrong of ['hours=169', 'outcome=x', 'token=a']) {
    expect((await admin.get(`/usage/requests?${wrong}`)).status).toBe(400);
  }
});

test('a token without scopes, and one that is revoked, are named in the log', async () => {
  const nightly = await organisation.client({ scopes: [] });
  expect((await nightly.get('/v3/customers')).status).toBe(403);
  await admin.send('POST', '/tokens/revoke', { token_ids: [nightly.tokenId] });
  expect((await nightly.get('/v3/customers')).status).toBe(401);
  await expect
    .poll(() => rowsOf(`token=${nightly.tokenId}`), { timeout: 12_000, interval: 500 })
    .toMatchObject([
      { token_id: nightly.tokenId, status: 401, requests: 1 },
      { token_id: nightly.tokenId, status: 403, requests: 1 },
    ]);
});

test('details end after 7 days, daily counts after 90', async () => {
  const now = Date.now();
  await counted(now - 8 * 24 * HOUR, null, 200);
  await counted(now - 91 * 24 * HOUR, null, 200);
  await pruneRequestCounts(service.db, now);
  const [left] = await service.db.read<{ details: number; totals: number }>(sql`select
    (select count(*)::int from request_count where org_id = ${organisation.orgId} and hour < now() - interval '7 days') as details,
    (select count(*)::int from request_total where org_id = ${organisation.orgId} and hour < now() - interval '7 days') as totals`);
  expect(left).toEqual({ details: 0, totals: 1 });
});
