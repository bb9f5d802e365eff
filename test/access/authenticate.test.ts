/** Every code and header of a call's admission, in the order of checks (rules 2), on a real database. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAuthenticator } from '../../src/access/authenticate.ts';
import { changeOrganisation } from '../../src/access/organisations.ts';
import { scopeNames } from '../../src/access/scopes.ts';
import { changeToken, deleteToken, reissueToken, revokeToken } from '../../src/access/tokens.ts';
import { type Sql, sql } from '../../src/sql.ts';
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

describe('401 before the budget', () => {
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

  test('a changed signature, another payload, another algorithm, an unknown key', async () => {
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

describe('401 after the budget', () => {
  const expectRefused = async (claims: object, code: string) => {
    const result = await call(authenticator, await forge(database.db, { cid: orgId, ...good, ...claims }));
    expect([result.code, result.status]).toEqual([code, 401]);
    expect(Object.keys(result.headers).sort()).toEqual(budgetHeaders);
  };

  test('each claim', async () => {
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

  test('a row of another organisation', async () => {
    const other = await newToken(database.db, await newOrganisation(database.db));
    await expectRefused({ jti: String(other.tokenId) }, 'token_mismatch');
  });

  test('an organisation that does not exist', async () => {
    const result = await call(authenticator, await forge(database.db, { ...good, cid: 999_999, jti: '1' }));
    expect([result.code, result.headers]).toEqual(['token_not_found', {}]);
  });

  test('revoked, deleted, issued anew, expired rows', async () => {
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

describe('403 and headers of admitted calls', () => {
  test('addresses', async () => {
    const expires = new Date(Date.now() + 86_400_000);
    const { token } = await newToken(database.db, orgId, { addresses: ['10.0.0.0/8', '2001:db8::/32'], expires });
    const refused = await call(authenticator, token);
    expect([refused.code, refused.status]).toEqual(['ip_not_allowed', 403]);
    expect(Object.keys(refused.headers).sort()).toEqual(budgetHeaders);
    for (const address of ['10.1.1.1', '::ffff:10.1.1.1', '2001:db8::9']) {
      expect((await call(authenticator, token, { address })).code).toBe('ok');
    }
  });

  test('contract and trial', async () => {
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

  test('a token without expiry has no expiry headers, others tell it, and the days from 30 on', async () => {
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

  test("the string's expiry counts where it is the earlier one", async () => {
    const { tokenId } = await newToken(database.db, orgId, { expires: new Date(Date.now() + 20 * 86_400_000) });
    const exp = Math.floor(Date.now() / 1000) + 3600;
    const token = await forge(database.db, { ...good, cid: orgId, jti: String(tokenId), exp });
    const { headers } = await call(authenticator, token);
    expect(headers['X-Token-Expires-At']).toBe(new Date(exp * 1000).toISOString());
  });
});

test('a caller is who the row says', async () => {
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
  await other.close();
  await setActive(true);
});

describe('freshness', () => {
  test('a change that was answered holds for the next call at every process', async () => {
    const processes = [authenticator, ...[1, 2].map(() => createAuthenticator({ db: database.db }))];
    const { token, tokenId } = await newToken(database.db, orgId, { scopes: ['v3:goals:read'] });
    let over = false;
    // Calls go on all the time, so that every process has a row at hand whenever the change is answered.
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

  test('calls at the same moment share one reading; a call at hand reads nothing', async () => {
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

  test('the last use is noted, once', async () => {
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

test('a database that cannot be asked: 503 with 10 seconds', async () => {
  const broken = await testDatabase();
  const { token } = await newToken(broken.db, await newOrganisation(broken.db));
  const mine = createAuthenticator({ db: broken.db });
  expect((await call(mine, token)).code).toBe('ok');
  await new Promise((resolve) => setTimeout(resolve, 500));
  await broken.drop();
  const { code, error, headers } = await call(mine, token);
  expect(code).toBe('service_unavailable');
  expect(error?.extra.headers).toEqual({ 'Retry-After': '10' });
  expect(error?.extra.details).toEqual({ retry_after: 10 });
  expect(headers).toEqual({});
  await mine.close();
});

describe('the block of an address', () => {
  test('lets valid tokens through and tells the others to wait', async () => {
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

  test('its refused calls cost the organisation nothing; what is let through does', async () => {
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

  test('403 does not count', async () => {
    const { token } = await newToken(database.db, orgId, { addresses: ['10.0.0.1'] });
    for (let i = 0; i < 30; i += 1) await call(authenticator, token);
    expect((await call(authenticator, 'x')).code).toBe('invalid_token');
  });
});

test('who is read again and is the same is the same caller, until something of it has changed', async () => {
  const { token } = await newToken(database.db, orgId);
  const ask = () => authenticator.authenticate({ authorization: `Bearer ${token}`, address: ADDRESS }, {});
  const first = await ask();
  await new Promise((later) => setTimeout(later, 600));
  expect(await ask()).toBe(first);
  await database.db.transaction((tx) =>
    tx.run(sql`update organisation set settings_version = settings_version + 1 where org_id = ${orgId}`),
  );
  await new Promise((later) => setTimeout(later, 600));
  const other = await ask();
  expect([other === first, other.settingsVersion]).toEqual([false, first.settingsVersion + 1]);
});
