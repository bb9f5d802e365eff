/** A change of access during a call applies to it too: after its body, and after a wait (docs/decisions/0013). */
import { once } from 'node:events';
import { request } from 'node:http';
import { beforeAll, expect, test } from 'vitest';
import { changeToken, revokeToken } from '../../src/access/tokens/manage-tokens.ts';
import { waitForCacheExpiry } from '../../src/concurrency/cache-propagation.ts';
import { setUpService } from '../support/fixture.ts';
import type { Client } from '../support/service.ts';

const { service, organisation } = setUpService();
let other: Client;
beforeAll(async () => {
  other = await organisation.client();
});

const customers = async (): Promise<number> => (await other.get('/v3/customers?limit=1')).body.total;
/** A call whose body begins now and ends behind `meanwhile`. */
const slowPost = async (client: Client, meanwhile: () => Promise<unknown>): Promise<[number, string]> => {
  const body = JSON.stringify({ anrede: 'Frau', name: 'Langsam' });
  const headers = {
    authorization: `Bearer ${client.token}`,
    'content-type': 'application/json',
    'content-length': body.length,
    expect: '100-continue',
  };
  const asking = request(`${service.address}/v3/customers`, { method: 'POST', headers });
  const answered = new Promise<[number, string]>((resolve, reject) => {
    asking.on('error', reject).on('response', async (response) => {
      const pieces = await response.toArray();
      const { data } = JSON.parse(Buffer.concat(pieces).toString());
      resolve([response.statusCode ?? 0, data?.error]);
    });
  });
  asking.flushHeaders();
  // The service asks for the body of a request that it has admitted.
  await once(asking, 'continue');
  asking.write(body.slice(0, 5));
  await meanwhile();
  asking.end(body.slice(5));
  return answered;
};

test('a token that is revoked during its body writes nothing', async () => {
  const client = await organisation.client();
  const before = await customers();
  expect(await slowPost(client, () => revokeToken(service.db, client))).toEqual([401, 'token_revoked']);
  expect(await customers()).toBe(before);
});

test('a scope that is removed during a body is refused', async () => {
  const client = await organisation.client({ scopes: ['v3:customers:write', 'v3:goals:read'] });
  const change = () => changeToken(service.db, client, { scopes: ['v3:goals:read'] });
  expect(await slowPost(client, change)).toEqual([403, 'missing_required_scope']);
});

test('a slow body is accepted if nothing changed', async () => {
  expect((await slowPost(other, waitForCacheExpiry))[0]).toBe(201);
});

/** Waits for changes with a token while something is done, and another customer is made. */
const waiting = async (client: Client, meanwhile: () => Promise<unknown>) => {
  const { next } = (await client.get('/v3/changes')).body;
  const waits = client.get(`/v3/changes?wait=20&with_record=true&after=${encodeURIComponent(next)}`);
  // The call before it has been admitted by the time that this one is answered.
  await client.get('/v3/changes');
  await meanwhile();
  expect((await other.post('/v3/customers', { anrede: 'Frau', name: 'Spaeter' })).status).toBe(201);
  const { status, error, body } = await waits;
  return [status, error, body?.items?.length];
};

test('a long poll whose token is revoked answers 401', async () => {
  const client = await organisation.client();
  expect(await waiting(client, async () => undefined)).toEqual([200, undefined, 1]);
  expect(await waiting(client, () => revokeToken(service.db, client))).toEqual([401, 'token_revoked', undefined]);
});

test('a long poll without its scope answers an empty page', async () => {
  const client = await organisation.client();
  const change = () => changeToken(service.db, client, { scopes: ['v3:goals:read'] });
  expect(await waiting(client, change)).toEqual([200, undefined, 0]);
});
