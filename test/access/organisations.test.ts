import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findUsersByEmail, verifyPassword } from '../../src/access/credentials/passwords.ts';
import {
  changeOrganisation,
  checkTimeZone,
  listOrganisations,
  nextOrganisation,
} from '../../src/access/organisations/manage-organisations.ts';
import { changeToken, createToken, listTokens, revokeToken } from '../../src/access/tokens/manage-tokens.ts';
import { createOrganisationWithAdmin } from '../../src/cli/context/create-organisation.ts';
import type { Database } from '../../src/db/database.ts';
import { type Sql, sql } from '../../src/sql/sql.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const make = (email: string) =>
  createOrganisationWithAdmin(database.db, { name: 'Test', timeZone: 'Europe/Vienna', plan: { licenses: 3 }, email });

test('an organisation is created, changed and listed', async () => {
  const { org_id } = await make('list@example.com');
  const before = Date.now();
  await changeOrganisation(database.db, org_id, {
    plan: { api_requests_per_minute: 'x' },
    contract: 'inactive',
  });
  expect(Date.now() - before).toBeGreaterThanOrEqual(495);
  expect((await listOrganisations(database.db)).find((row) => row.org_id === org_id)).toMatchObject({
    time_zone: 'Europe/Vienna',
    contract: 'inactive',
    trial_ends: null,
    plan: { licenses: 3, api_requests_per_minute: 'x' },
    billing_companies: [],
  });
});

test('errors name the invalid value', async () => {
  const { org_id } = await make('refusal@example.com');
  const wish = { orgId: org_id, userKid: null, name: 'T', scopes: [], expires: null, addresses: [] };
  const create = (part: object) => database.db.transaction((tx) => createToken(tx, { ...wish, ...part }));
  await expect(changeOrganisation(database.db, 999_999, {})).rejects.toMatchObject({ error: 'unknown_organisation' });
  expect(() => checkTimeZone('Mars/Base')).toThrow(/no time zone/);
  await expect(create({ orgId: 999_999 })).rejects.toMatchObject({ error: 'unknown_organisation' });
  await expect(create({ userKid: 999_999 })).rejects.toMatchObject({ error: 'unknown_user' });
  await expect(create({ scopes: ['v3:*:read'] })).rejects.toMatchObject({ error: 'unknown_scope' });
  await expect(create({ addresses: ['10.0.0.0/99'] })).rejects.toMatchObject({ error: 'invalid_address' });
  await expect(changeToken(database.db, { tokenId: 999_999 }, {})).rejects.toMatchObject({ error: 'unknown_token' });
  expect(await listTokens(database.db, org_id)).toEqual([]);
});

test('an administrator can revoke only tokens of the own organisation', async () => {
  const mine = await make('mine@example.com');
  const foreign = await make('foreign@example.com');
  const { tokenId } = await database.db.transaction((tx) =>
    createToken(tx, { orgId: foreign.org_id, userKid: null, name: 'T', scopes: [], expires: null, addresses: [] }),
  );
  await expect(revokeToken(database.db, { tokenId, orgId: mine.org_id })).rejects.toMatchObject({
    error: 'unknown_token',
  });
  expect(await listTokens(database.db, foreign.org_id)).toMatchObject([{ token_id: tokenId, revoked_at: null }]);
});

test('a token without a named user acts for the oldest active administrator', async () => {
  const { org_id: orgId, admin } = await make('oldest@example.com');
  const user = async (kid: number, rolle: string | null, aktiv: boolean, made: string) =>
    database.db.transaction((tx) =>
      tx.run(sql`insert into contact (org_id, id, section, name, email, rolle, aktiv, insert_datum, printed)
        values (${orgId}, ${kid}, 'users', 'X', ${`${kid}@example.com`}, ${rolle}, ${aktiv}, ${made}, '{}')`),
    );
  const change = (kid: number, part: Sql) =>
    database.db.transaction((tx) => tx.run(sql`update contact set ${part} where org_id = ${orgId} and id = ${kid}`));
  const wish = { orgId, userKid: null, name: 'T', scopes: [], expires: null, addresses: [] };
  const chosen = async () => {
    const { tokenId } = await database.db.transaction((tx) => createToken(tx, wish));
    return (await listTokens(database.db, orgId)).find(({ token_id }) => token_id === tokenId)?.user_kid;
  };
  const [low, high, older, plain] = [admin.kid - 900_000, admin.kid + 1, admin.kid + 2, admin.kid + 3];
  await change(admin.kid, sql`insert_datum = '2020-01-02'`);
  // The user with the lowest id may not administer; a user with a lower id was created later.
  await user(low, 'berater', true, '2019-01-01');
  await user(low + 1, 'admin', true, '2020-01-03');
  expect(await chosen()).toBe(admin.kid);
  await user(high, 'admin', true, '2020-01-02');
  expect(await chosen()).toBe(admin.kid);
  await user(older, 'admin', true, '2020-01-01');
  expect(await chosen()).toBe(older);
  await change(older, sql`aktiv = false`);
  expect(await chosen()).toBe(admin.kid);
  for (const kid of [admin.kid, high, low + 1]) await change(kid, sql`aktiv = false`);
  await expect(chosen()).rejects.toMatchObject({ error: 'unknown_user', message: expect.stringContaining('--user') });
  // Without any administrator: the oldest active user.
  for (const kid of [admin.kid, high, older, low + 1]) await change(kid, sql`del = 1`);
  await user(plain, null, true, '2018-01-01');
  expect(await chosen()).toBe(plain);
  await change(plain, sql`aktiv = false`);
  expect(await chosen()).toBe(low);
  await change(low, sql`aktiv = false`);
  await expect(chosen()).rejects.toMatchObject({ error: 'unknown_user' });
});

test('a password is verified at sign-in', async () => {
  const { org_id, admin } = await make('Anna@Example.com');
  const named = async (email: string, password: string, orgId?: number) =>
    (await verifyPassword(await findUsersByEmail(database.db, email, orgId), password)).map(
      ({ orgId: org, kid, fits }) => [org, kid, fits],
    );
  expect(await named('anna@example.COM', admin.password)).toEqual([[org_id, admin.kid, true]]);
  expect(await named('anna@example.com', admin.password, org_id)).toEqual([[org_id, admin.kid, true]]);
  expect(await named('anna@example.com', admin.password, org_id + 1)).toEqual([]);
  expect(await named('anna@example.com', `${admin.password}x`)).toEqual([[org_id, admin.kid, false]]);
  expect(await named('nobody@example.com', admin.password)).toEqual([]);
});

test('if no node of a cluster answers, ids are allocated with backoff', async () => {
  vi.useFakeTimers();
  try {
    let drawn = 0;
    const down = {
      nextId: async () => {
        drawn += 1;
        if (drawn > 1000) throw new Error('Too many');
        return drawn;
      },
      read: async ({ query }: Sql) => {
        if (query.text.includes('pg_extension')) return [{}];
        throw new Error('down');
      },
    } as unknown as Database;
    const made = expect(nextOrganisation(down)).rejects.toThrow('down');
    await vi.advanceTimersByTimeAsync(30_000);
    await made;
    expect(drawn).toBeGreaterThan(32);
    expect(drawn).toBeLessThan(100);
  } finally {
    vi.useRealTimers();
  }
});
