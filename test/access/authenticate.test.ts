/** Every code and header of a call's admission, in the order of checks (rules 2), on a real database. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAuthenticator } from '../../src/access/authenticate.ts';
import { changeOrganisation } from '../../src/access/organisations/manage-organisations.ts';
import { changeToken, deleteToken, reissueToken, revokeToken } from '../../src/access/tokens/manage-tokens.ts';
import { scopeNames } from '../../src/access/tokens/scopes.ts';
import { waitForCacheExpiry } from '../../src/concurrency/cache-propagation.ts';
import { type Sql, sql } from '../../src/sql/sql.ts';
import { altered, type TestDatabase, testDatabase } from '../support/postgres.ts';
import { ADDRESS, call, forge, inOneMinute, newOrganisation, newToken } from './fixture.ts';

let database: TestDatabase;
let orgId: number;
let authenticator: ReturnType<typeof createAuthenticator>;

beforeAll(async () => {
  database = await testDatabase();
  orgId = await newOrganisation(database.db);
});
afterAll(() => database.drop());

beforeEach(async () => {
  await database.db.transaction((tx) => tx.run(sql`delete from failed_authentication`));
  authenticator = createAuthenticator({ db: database.db });
  return () => authenticator.close();
});

/** The signature with an unused bit of its last letter set. */
const sameBytes = (signature: string): string => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return signature.slice(0, -1) + letters[letters.indexOf(signature.at(-1) ?? '') + 1];
};

const good = { kind: 'organization', type: 'api', issue: 1, iat: 1 };
const budgetHeaders = ['X-RateLimit-Layer', 'X-RateLimit-Limit', 'X-RateLimit-Remaining'];

describe('401 before the rate limit', () => {
  test.each([
    [undefined, 'missing_bearer_token'],
    ['', 'missing_bearer_token'],
    ['Basic abc', 'missing_bearer_token'],
    ['Bearerabc', 'missing_bearer_token'],
    ['Bearer', 'empty_token'],
    ['Bearer   ', 'empty_token'],
    ['Bearer abc', 'invalid_token'],
    ['Bearer a.b.c', 'invalid_token'],
    ['Bearer eyJhbGciOiJub25lIn0.e30.', 'invalid_token'],
  ])('%j: %s', async (authorization, code) => {
    const { code: got, status, headers } = await call(authenticator, null, { authorization });
    expect([got, status, headers]).toEqual([code, 401, {}]);
  });

  test('invalid_token for a changed signature, another payload, another algorithm or an unknown key', async () => {
    const { token } = await newToken(database.db, orgId);
    const [header, payload, signature] = token.split('.') as [string, string, string];
    const with_ = (fields: object) =>
      Buffer.from(JSON.stringify({ ...JSON.parse(Buffer.from(header, 'base64url').toString()), ...fields })).toString(
        'base64url',
      );
    const bad = [
      `${header}.${payload}.${signature.slice(0, -2)}AA`,
      `${token}=`,
      `${header}.${payload}.${sameBytes(signature)}`,
      `${header}.${Buffer.from('{"cid":1}').toString('base64url')}.${signature}`,
      `${with_({ alg: 'none' })}.${payload}.`,
      `${with_({ alg: 'HS512' })}.${payload}.${signature}`,
      `${with_({ kid: 'unknown' })}.${payload}.${signature}`,
      `${with_({ kid: 7 })}.${payload}.${signature}`,
      await forge(database.db, 'text'),
      await forge(database.db, null),
    ];
    for (const one of bad) expect((await call(authenticator, one)).code).toBe('invalid_token');
    expect((await call(authenticator, token)).code).toBe('ok');
  });

  test.each([undefined, null, 0, -1, 1.5, 'x', 2 ** 31, {}])('cid %j: missing_cid', async (cid) => {
    const { code, headers } = await call(authenticator, await forge(database.db, { ...good, cid, jti: '1' }));
    expect([code, headers]).toEqual(['missing_cid', {}]);
  });
});

describe('401 after the rate limit', () => {
  const expectRefused = async (claims: object, code: string) => {
    const result = await call(authenticator, await forge(database.db, { cid: orgId, ...good, ...claims }));
    expect([result.code, result.status]).toEqual([code, 401]);
    expect(Object.keys(result.headers).sort()).toEqual(budgetHeaders);
  };

  test('the error code of each claim', async () => {
    const { tokenId } = await newToken(database.db, orgId);
    const jti = String(tokenId);
    await expectRefused({ jti, kind: 'session' }, 'wrong_token_kind');
    await expectRefused({ jti, kind: undefined }, 'wrong_token_kind');
    await expectRefused({ jti, type: 'ui' }, 'invalid_token_type');
    await expectRefused({ jti, exp: 'soon' }, 'invalid_expiry');
    await expectRefused({ jti, exp: null }, 'invalid_expiry');
    await expectRefused({ jti, exp: 1000 }, 'token_expired');
    await expectRefused({ jti, issue: 2 }, 'token_mismatch');
    for (const none of [undefined, 'x', '0', '2147483647', '2147483648', -1, {}]) {
      await expectRefused({ jti: none }, 'token_not_found');
    }
  });

  test('the token row of another organisation is invalid', async () => {
    const other = await newToken(database.db, await newOrganisation(database.db));
    await expectRefused({ jti: String(other.tokenId) }, 'token_mismatch');
  });

  test('an organisation that does not exist is refused', async () => {
    const result = await call(authenticator, await forge(database.db, { ...good, cid: 999_999, jti: '1' }));
    expect([result.code, result.headers]).toEqual(['token_not_found', {}]);
  });

  test('revoked, deleted, reissued and expired tokens have their error codes', async () => {
    const tokens = await Promise.all([0, 1, 2].map(() => newToken(database.db, orgId)));
    const [revoked, deleted, reissued] = tokens as [(typeof tokens)[0], (typeof tokens)[0], (typeof tokens)[0]];
    for (const { token } of tokens) expect((await call(authenticator, token)).code).toBe('ok');
    const [, , fresh] = await Promise.all([
      revokeToken(database.db, revoked),
      deleteToken(database.db, deleted),
      reissueToken(database.db, reissued),
    ]);
    expect((await call(authenticator, revoked.token)).code).toBe('token_revoked');
    expect((await call(authenticator, deleted.token)).code).toBe('token_not_found');
    expect((await call(authenticator, reissued.token)).code).toBe('token_mismatch');
    expect((await call(authenticator, fresh)).code).toBe('ok');
    const expired = await newToken(database.db, orgId, { expires: new Date(Date.now() - 1000) });
    expect((await call(authenticator, expired.token)).code).toBe('token_expired');
  });
});

describe('403 and the headers of accepted calls', () => {
  test('a client address outside the list of the token is refused', async () => {
    const expires = new Date(Date.now() + 86_400_000);
    const { token } = await newToken(database.db, orgId, { addresses: ['10.0.0.0/8', '2001:db8::/32'], expires });
    const refused = await call(authenticator, token);
    expect([refused.code, refused.status]).toEqual(['ip_not_allowed', 403]);
    expect(Object.keys(refused.headers).sort()).toEqual(budgetHeaders);
    for (const address of ['10.1.1.1', '::ffff:10.1.1.1', '2001:db8::9']) {
      expect((await call(authenticator, token, { address })).code).toBe('ok');
    }
  });

  test('an inactive contract and an expired trial are refused', async () => {
    const org = await newOrganisation(database.db);
    const { token } = await newToken(database.db, org);
    await changeOrganisation(database.db, org, { contract: 'inactive', trialEnds: new Date(1) });
    expect((await call(authenticator, token)).code).toBe('contract_inactive');
    await changeOrganisation(database.db, org, { contract: 'active' });
    expect((await call(authenticator, token)).code).toBe('trial_expired');
    await changeOrganisation(database.db, org, { trialEnds: new Date(Date.now() + 60_000) });
    expect((await call(authenticator, token)).code).toBe('ok');
    await changeOrganisation(database.db, org, { trialEnds: null });
    expect((await call(authenticator, token)).code).toBe('ok');
  });

  test('expiry headers: none without an expiry, the date with one, and the remaining days from 30 days on', async () => {
    const eternal = await call(authenticator, (await newToken(database.db, orgId)).token);
    expect(Object.keys(eternal.headers).sort()).toEqual(budgetHeaders);
    const far = new Date(Date.now() + 40 * 86_400_000);
    const later = await call(authenticator, (await newToken(database.db, orgId, { expires: far })).token);
    expect(later.headers['X-Token-Expires-At']).toBe(far.toISOString());
    expect(later.headers).not.toHaveProperty('X-Token-Expires-In-Days');
    const near = new Date(Date.now() + 5.5 * 86_400_000);
    const soon = await call(authenticator, (await newToken(database.db, orgId, { expires: near })).token);
    expect(soon.headers['X-Token-Expires-At']).toBe(near.toISOString());
    expect(soon.headers['X-Token-Expires-In-Days']).toMatch(/^[56]$/);
  });

  test('the earlier of the expiry of the token string and of its row counts', async () => {
    const { tokenId } = await newToken(database.db, orgId, { expires: new Date(Date.now() + 20 * 86_400_000) });
    const exp = Math.floor(Date.now() / 1000) + 3600;
    const token = await forge(database.db, { ...good, cid: orgId, jti: String(tokenId), exp });
    const { headers } = await call(authenticator, token);
    expect(headers['X-Token-Expires-At']).toBe(new Date(exp * 1000).toISOString());
  });
});

test('the caller has the values of the token row', async () => {
  const { tokenId, token } = await newToken(database.db, orgId, { scopes: scopeNames });
  const who = () => authenticator.authenticate({ authorization: `bearer ${token}`, address: ADDRESS }, {});
  const caller = await who();
  expect(caller).toMatchObject({ orgId, tokenId, userActive: true, timeZone: 'Europe/Berlin', licenses: 25 });
  expect([...caller.scopes]).toEqual(scopeNames);
  const setActive = (active: boolean) =>
    database.db.transaction((tx) =>
      tx.run(sql`update contact set aktiv = ${active} where org_id = ${orgId} and id = ${caller.userKid}`),
    );
  await setActive(false);
  const other = createAuthenticator({ db: database.db });
  const again = await other.authenticate({ authorization: `Bearer ${token}`, address: ADDRESS }, {});
  expect(again.userActive).toBe(false);
  // A cached token is accepted only with its scheme.
  const bare = other.authenticate({ authorization: token, address: ADDRESS }, {});
  await expect(bare).rejects.toMatchObject({ code: 'missing_bearer_token' });
  await other.close();
  await setActive(true);
});

describe('the token cache', () => {
  test('a change that was answered applies to the next call at every process', async () => {
    const processes = [authenticator, ...[1, 2].map(() => createAuthenticator({ db: database.db }))];
    const { token, tokenId } = await newToken(database.db, orgId, { scopes: ['v3:goals:read'] });
    let over = false;
    // Calls continue, so that every process has a cached row when the change is answered.
    const busy = processes.map(async (one) => {
      while (!over)
        await Promise.all([
          call(one, token, { address: '192.0.2.99' }),
          new Promise((resolve) => setTimeout(resolve, 5)),
        ]);
    });
    const scopesOf = async (one: typeof authenticator) =>
      (await one.authenticate({ authorization: `Bearer ${token}`, address: ADDRESS }, {})).scopes.size;
    for (const scopes of [[], ['v3:goals:read', 'v3:goals:write'], ['v3:goals:read']]) {
      await changeToken(database.db, { tokenId }, { scopes });
      expect(await Promise.all(processes.map(scopesOf))).toEqual(processes.map(() => scopes.length));
    }
    await revokeToken(database.db, { tokenId });
    for (const one of processes) expect((await call(one, token)).code).toBe('token_revoked');
    over = true;
    await Promise.all(busy);
    await Promise.all(processes.slice(1).map((one) => one.close()));
  });

  test('concurrent calls share one read, and calls within the TTL read nothing', async () => {
    let reads = 0;
    const counting = altered(database.db, {
      read: <T>(statement: Sql): Promise<T[]> => {
        if (/\bjoin api_token\b/.test(statement.query.text)) reads += 1;
        return database.db.read<T>(statement);
      },
    });
    const counted = createAuthenticator({ db: counting });
    const { token } = await newToken(database.db, orgId);
    await Promise.all(Array.from({ length: 50 }, () => call(counted, token)));
    expect(reads).toBe(1);
    for (let i = 0; i < 50; i += 1) await call(counted, token);
    expect(reads).toBeLessThanOrEqual(2);
    await counted.close();
  });

  test('concurrent calls store the last use of a token once', async () => {
    const { token, tokenId } = await newToken(database.db, orgId);
    await Promise.all(Array.from({ length: 20 }, () => call(authenticator, token)));
    await expect
      .poll(async () => {
        const rows = await database.db.read<{ used: boolean }>(
          sql`select last_used_at is not null as used from api_token where org_id = ${orgId} and id = ${tokenId}`,
        );
        return rows[0]?.used;
      })
      .toBe(true);
  });
});

test('an unreachable database is 503 with Retry-After 10', async () => {
  const broken = await testDatabase();
  const { token } = await newToken(broken.db, await newOrganisation(broken.db));
  const mine = createAuthenticator({ db: broken.db });
  expect((await call(mine, token)).code).toBe('ok');
  await waitForCacheExpiry();
  await broken.drop();
  const { code, error, headers } = await call(mine, token);
  expect(code).toBe('service_unavailable');
  expect(error?.extra.headers).toEqual({ 'Retry-After': '10' });
  expect(error?.extra.details).toEqual({ retry_after: 10 });
  expect(headers).toEqual({});
  await mine.close();
});

describe('the block of an address after failed authentications', () => {
  test('accepts valid tokens and answers others with 429 and Retry-After', async () => {
    await inOneMinute(database.db, 5);
    const { token } = await newToken(database.db, orgId);
    const revoked = await newToken(database.db, orgId);
    await revokeToken(database.db, revoked);
    const limited = await newToken(database.db, orgId, { addresses: ['10.0.0.1'] });
    for (let i = 0; i < 21; i += 1) expect((await call(authenticator, 'x')).code).toBe('invalid_token');
    for (const wrong of ['x', revoked.token, null]) {
      const { code, status, headers, error } = await call(authenticator, wrong);
      expect([code, status, headers['X-RateLimit-Layer']]).toEqual(['too_many_auth_failures', 429, 'authFail']);
      const seconds = Number(error?.extra.headers?.['Retry-After']);
      expect(seconds).toBeGreaterThan(50);
      expect(seconds).toBeLessThanOrEqual(60);
      expect(error?.extra.details).toEqual({ retry_after: seconds });
    }
    expect((await call(authenticator, token)).code).toBe('ok');
    expect((await call(authenticator, limited.token)).code).toBe('ip_not_allowed');
    expect((await call(authenticator, 'x', { address: '192.0.2.2' })).code).toBe('invalid_token');
  });

  test('charges the organisation for accepted calls, not for refused ones', async () => {
    await inOneMinute(database.db, 5);
    const paying = await newOrganisation(database.db, { api_requests_per_minute: 100 });
    const { token } = await newToken(database.db, paying);
    const revoked = await newToken(database.db, paying);
    await revokeToken(database.db, revoked);
    const here = { address: '192.0.2.77' };
    for (let i = 0; i < 21; i += 1) await call(authenticator, 'x', here);
    expect((await call(authenticator, token, here)).headers['X-RateLimit-Remaining']).toBe('99');
    for (let i = 0; i < 5; i += 1)
      expect((await call(authenticator, revoked.token, here)).code).toBe('too_many_auth_failures');
    expect((await call(authenticator, token, here)).headers['X-RateLimit-Remaining']).toBe('98');
  });

  test('is not caused by 403', async () => {
    const { token } = await newToken(database.db, orgId, { addresses: ['10.0.0.1'] });
    for (let i = 0; i < 30; i += 1) await call(authenticator, token);
    expect((await call(authenticator, 'x')).code).toBe('invalid_token');
  });
});

test('a caller has the settings of its organisation once its cached row has expired', async () => {
  const { token } = await newToken(database.db, orgId);
  const ask = () => authenticator.authenticate({ authorization: `Bearer ${token}`, address: ADDRESS }, {});
  const first = await ask();
  await database.db.transaction((tx) =>
    tx.run(sql`update organisation set settings_version = settings_version + 1 where org_id = ${orgId}`),
  );
  await waitForCacheExpiry();
  expect((await ask()).settingsVersion).toBe(first.settingsVersion + 1);
});
