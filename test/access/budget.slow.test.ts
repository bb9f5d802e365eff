/** The rate limit: one per organisation and minute, shared by all processes (rules 6.4, 12.4). */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createAuthenticator } from '../../src/access/authenticate.ts';
import { changeOrganisation } from '../../src/access/organisations/manage-organisations.ts';
import { connect } from '../../src/db/citus/shard-router.ts';
import { sql } from '../../src/sql/sql.ts';
import { altered, type TestDatabase, testDatabase } from '../support/postgres.ts';
import { call, charged, forge, inOneMinute, newOrganisation, newToken, type Outcome, pause } from './fixture.ts';

let database: TestDatabase;
let open: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
afterEach(async () => {
  for (const one of open.reverse()) await one.close();
  open = [];
});

/** A process of its own: its own connections too. */
const newProcess = () => {
  const db = connect({
    connection: database.connection,
    keyRing: database.db.keyRing,
    lanes: 1,
    writers: 3,
    longReaders: 1,
  });
  const authenticator = createAuthenticator({ db });
  open.push(db, authenticator);
  return authenticator;
};

const remaining = ({ headers }: Outcome) => Number(headers['X-RateLimit-Remaining']);
const admitted = (outcomes: readonly Outcome[]) => outcomes.filter(({ code }) => code === 'ok').length;

describe('one process', () => {
  test('counts down call by call, then answers 429 until the minute ends', async () => {
    const orgId = await newOrganisation(database.db, { api_requests_per_minute: 40 });
    const { token } = await newToken(database.db, orgId);
    const authenticator = newProcess();
    await inOneMinute(database.db);
    for (let i = 1; i <= 40; i += 1) {
      const outcome = await call(authenticator, token);
      expect(outcome.headers).toMatchObject({
        'X-RateLimit-Limit': '40',
        'X-RateLimit-Remaining': String(40 - i),
        'X-RateLimit-Layer': 'organization',
      });
      if (i % 13 === 0) await pause(60);
    }
    const { code, status, headers, error } = await call(authenticator, token);
    expect([code, status]).toEqual(['rate_limit_exceeded', 429]);
    expect(headers).toMatchObject({
      'X-RateLimit-Limit': '40',
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Layer': 'organization',
    });
    const seconds = Number(error?.extra.headers?.['Retry-After']);
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(error?.extra.details).toEqual({ retry_after: seconds });
  });

  test('gives concurrent calls each remaining number once', async () => {
    const orgId = await newOrganisation(database.db, { api_requests_per_minute: 5000 });
    const { token } = await newToken(database.db, orgId);
    const authenticator = newProcess();
    await inOneMinute(database.db);
    const numbers: number[] = [];
    for (let round = 0; round < 20; round += 1) {
      const outcomes = await Promise.all(Array.from({ length: 50 }, () => call(authenticator, token)));
      numbers.push(...outcomes.map(remaining));
    }
    expect(numbers.sort((a, b) => b - a)).toEqual(Array.from({ length: 1000 }, (_, i) => 4999 - i));
  });

  test('charges calls that fail later, but not calls without a valid signature', async () => {
    const orgId = await newOrganisation(database.db, { api_requests_per_minute: 3 });
    const authenticator = newProcess();
    await inOneMinute(database.db);
    const claims = { cid: orgId, jti: '999999', kind: 'organization', type: 'api', issue: 1 };
    const absent = await forge(database.db, claims);
    for (let i = 0; i < 5; i += 1) await call(authenticator, `${absent}x`);
    const codes: string[] = [];
    for (let i = 0; i < 4; i += 1) codes.push((await call(authenticator, absent)).code);
    expect(codes).toEqual(['token_not_found', 'token_not_found', 'token_not_found', 'rate_limit_exceeded']);
  });

  test('answers 503 with Retry-After 10 for an invalid plan, before the token row is read', async () => {
    const orgId = await newOrganisation(database.db);
    const { token } = await newToken(database.db, orgId, { addresses: ['10.0.0.1'] });
    const authenticator = newProcess();
    for (const value of [0, -5, 1.5, 'many', null]) {
      await changeOrganisation(database.db, orgId, { plan: { api_requests_per_minute: value } });
      const { code, error, headers } = await call(authenticator, token);
      expect(code).toBe('service_unavailable');
      expect(error?.extra.headers).toEqual({ 'Retry-After': '10' });
      expect(error?.extra.details).toEqual({ retry_after: 10 });
      expect(headers).toEqual({});
    }
    await changeOrganisation(database.db, orgId, { plan: { api_requests_per_minute: 100 } });
    expect((await call(authenticator, token)).code).toBe('ip_not_allowed');
  });

  test('applies a raised limit within the minute', async () => {
    const orgId = await newOrganisation(database.db, { api_requests_per_minute: 2 });
    const { token } = await newToken(database.db, orgId);
    const authenticator = newProcess();
    await inOneMinute(database.db, 12);
    const three = async () => [1, 2, 3].map(() => call(authenticator, token));
    expect(admitted(await Promise.all(await three()))).toBe(2);
    await changeOrganisation(database.db, orgId, { plan: { api_requests_per_minute: 4 } });
    expect(admitted(await Promise.all(await three()))).toBe(2);
  });
});

describe('several processes', () => {
  test.each([10, 100, 1000])('share %i calls exactly, at full speed', async (limit) => {
    const orgId = await newOrganisation(database.db, { api_requests_per_minute: limit });
    const { token } = await newToken(database.db, orgId);
    const processes = [newProcess(), newProcess(), newProcess()];
    await inOneMinute(database.db, 10);
    const outcomes: Outcome[] = [];
    await Promise.all(
      processes.flatMap((one) =>
        Array.from({ length: 8 }, async () => {
          for (let i = 0; i < Math.ceil(limit / 12); i += 1) outcomes.push(await call(one, token));
        }),
      ),
    );
    // An idle process returns the units that it reserved.
    await pause(700);
    while (outcomes.length < limit * 4) {
      const outcome = await call(processes[outcomes.length % 3]!, token);
      outcomes.push(outcome);
      if (outcome.code !== 'ok') break;
    }
    expect(admitted(outcomes)).toBe(limit);
    expect(await charged(database.db, orgId)).toBe(limit);
  });

  test('get back the units that an idle process has reserved', async () => {
    const orgId = await newOrganisation(database.db, { api_requests_per_minute: 20_000 });
    const { token } = await newToken(database.db, orgId);
    const [busy, other] = [newProcess(), newProcess()];
    await inOneMinute(database.db);
    for (let i = 0; i < 500; i += 1) expect((await call(busy, token)).code).toBe('ok');
    await expect.poll(() => charged(database.db, orgId)).toBe(500);
    expect(remaining(await call(other, token))).toBe(20_000 - 501);
  });

  test('get back the units of a process that stops', async () => {
    const orgId = await newOrganisation(database.db, { api_requests_per_minute: 20_000 });
    const { token } = await newToken(database.db, orgId);
    const authenticator = createAuthenticator({ db: database.db });
    await inOneMinute(database.db);
    for (let i = 0; i < 300; i += 1) await call(authenticator, token);
    await authenticator.close();
    expect(await charged(database.db, orgId)).toBe(300);
  });

  test('need few round trips for a busy organisation', async () => {
    const orgId = await newOrganisation(database.db, { api_requests_per_minute: 1_000_000 });
    const { token } = await newToken(database.db, orgId);
    let exchanges = 0;
    const counting = altered(database.db, {
      shortTransaction: <T>(...asked: Parameters<typeof database.db.shortTransaction<T>>): Promise<T> => {
        exchanges += 1;
        return database.db.shortTransaction(...asked);
      },
    });
    const authenticator = createAuthenticator({ db: counting });
    open.push(authenticator);
    await inOneMinute(database.db);
    for (let i = 0; i < 5000; i += 1) await call(authenticator, token);
    expect(exchanges).toBeGreaterThan(0);
    expect(exchanges).toBeLessThan(500);
  });
});

test('rows of past minutes are removed', async () => {
  const orgId = await newOrganisation(database.db);
  const { token } = await newToken(database.db, orgId);
  await database.db.transaction((tx) =>
    tx.run(sql`insert into request_budget (org_id, minute, used) values (${orgId}, 1000, 5)`),
  );
  await call(newProcess(), token);
  await expect
    .poll(
      async () =>
        (await database.db.read(sql`select 1 from request_budget where org_id = ${orgId} and minute = 1000`)).length,
    )
    .toBe(0);
});
