/** What is changed of access while a call is under way holds for it too: behind its body, and when it has waited (docs/decisions/0013). */
import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeToken, revokeToken } from '../../src/access/tokens.ts';
import { type Client, type Organisation, startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let organisation: Organisation;
let other: Client;
beforeAll(async () => {
  service = await startTestService();
  organisation = await service.organisation();
  other = await organisation.client();
});
afterAll(() => service.stop());

const customers = async (): Promise<number> => (await other.get('/v3/customers?limit=1')).body.total;
/** A call whose body begins now and ends behind `meanwhile`. */
const slowPost = async (client: Client, meanwhile: () => Promise<unknown>): Promise<[number, string]> => {
  const body = JSON.stringify({ anrede: 'Frau', name: 'Langsam' });
  const headers = {
    authorization: `Bearer ${client.token}`,
    'content-type': 'application/json',
    'content-length': body.length,
  };
  const asking = request(`${service.address}/v3/customers`, { method: 'POST', headers });
  const answered = new Promise<[number, string]>((resolve, reject) => {
    asking.on('error', reject).on('response', async (response) => {
      const pieces = await response.toArray();
      const { data } = JSON.parse(Buffer.concat(pieces).toString());
      resolve([response.statusCode ?? 0, data?.error]);
    });
  });
  asking.write(body.slice(0, 5));
  // It is admitted by now.
  await new Promise((resolve) => setTimeout(resolve, 200));
  await meanwhile();
  asking.end(body.slice(5));
  return answered;
};

test('a token that is revoked while its body comes writes nothing any more', async () => {
  const client = await organisation.client();
  const before = await customers();
  expect(await slowPost(client, () => revokeToken(service.db, client))).toEqual([401, 'token_revoked']);
  expect(await customers()).toBe(before);
});

test('a scope that is taken away meanwhile is not there', async () => {
  const client = await organisation.client({ scopes: ['v3:customers:write', 'v3:goals:read'] });
  const change = () => changeToken(service.db, client, { scopes: ['v3:goals:read'] });
  expect(await slowPost(client, change)).toEqual([403, 'missing_required_scope']);
});

test('a body that comes slowly is taken where nothing was changed', async () => {
  expect((await slowPost(other, () => new Promise((resolve) => setTimeout(resolve, 700))))[0]).toBe(201);
});

/** Waits for changes with a token while something is done, and another customer is made. */
const waiting = async (client: Client, meanwhile: () => Promise<unknown>) => {
  const { next } = (await client.get('/v3/changes')).body;
  const waits = client.get(`/v3/changes?wait=20&with_record=true&after=${encodeURIComponent(next)}`);
  await new Promise((resolve) => setTimeout(resolve, 200));
  await meanwhile();
  expect((await other.post('/v3/customers', { anrede: 'Frau', name: 'Spaeter' })).status).toBe(201);
  const { status, error, body } = await waits;
  return [status, error, body?.items?.length];
};

test('who waits for changes is told none with a token that was revoked meanwhile', async () => {
  const client = await organisation.client();
  expect(await waiting(client, async () => undefined)).toEqual([200, undefined, 1]);
  expect(await waiting(client, () => revokeToken(service.db, client))).toEqual([401, 'token_revoked', undefined]);
});

test('nor those of a scope that was taken away: the page before is answered', async () => {
  const client = await organisation.client();
  const change = () => changeToken(service.db, client, { scopes: ['v3:goals:read'] });
  expect(await waiting(client, change)).toEqual([200, undefined, 0]);
});
