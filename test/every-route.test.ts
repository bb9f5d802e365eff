/** All derived routes: 401 without a token, 403 without the scope, 404 alike for foreign, deleted and unknown records. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allRoutes } from '../src/derive/all-routes.ts';
import { registry } from '../src/model/registry.ts';
import { sql } from '../src/sql.ts';
import { type Client, startTestService, type TestService } from './support/service.ts';

const routes = allRoutes(registry);
const ABSENT = 2147483647;
const named = routes.map((route) => [`${route.method} ${route.address}`, route] as const);

let service: TestService;
let own: Client;
let powerless: Client;
/** Records of another organisation by the record kind's path. */
const foreign: Record<string, number> = {};

const bodyFor = (method: string): string | undefined =>
  method === 'POST' || method === 'PATCH' ? '{"name":"x"}' : undefined;
/** The feed looks at the scopes of what it tells: without any of them it is refused as well (rules 8.5). */
const refusals = [
  ['missing_required_scope', (scope: string) => scope],
  ['insufficient_scope', () => expect.stringContaining('v3:customers:read')],
] as const;
const ask = (client: Client, method: string, path: string) =>
  client.send(method, path, bodyFor(method), bodyFor(method) ? { 'content-type': 'application/json' } : {});

beforeAll(async () => {
  service = await startTestService();
  const mine = await service.organisation();
  own = await mine.client();
  powerless = await mine.client({ scopes: [] });
  const other = await (await service.organisation()).client();
  const make = async (path: string, body: unknown) => (await other.post(`/v3/${path}`, body)).body.id as number;
  foreign.customers = await make('customers', { name: 'Fremd' });
  foreign.products = await make('products', { name: 'Fremd' });
  foreign.users = await make('users', { email: 'fremd@example.com' });
  foreign.contracts = await make('contracts', { kid: foreign.customers, nummer: 'F' });
  foreign.damages = await make('damages', { kid: foreign.customers, art: 'F' });
  foreign.documents = await make('documents', { kid: foreign.customers, base64: 'eA==' });
  foreign.activities = await make('activities', { kategorie: 'notiz' });
  foreign.finances = await make('finances', { betrag: 1 });
  foreign.goals = await make('goals', { subject: 'F' });
  foreign['contact-persons'] = await make('contact-persons', { kid: foreign.products, name: 'F' });
  foreign.portals = await make('portals', { kid: foreign.products, name: 'F' });
});
afterAll(() => service.stop());

const fill = (address: string, ...numbers: number[]): string => {
  const left = [...numbers];
  return address.replace(/\{\w+\}/g, () => String(left.shift() ?? ABSENT));
};

describe('without a token and without the scope', () => {
  test.each(named)('%s', async (_name, route) => {
    const path = fill(route.address);
    const stranger = await service.ask(route.method, path);
    // After twenty failures from one address further ones are told to wait.
    expect(['missing_bearer_token', 'too_many_auth_failures']).toContain(stranger.error);
    const denied = await ask(powerless, route.method, path);
    const [code, required] = refusals[route.scope ? 0 : 1];
    expect([denied.status, denied.error, denied.body.data.required_scope]).toEqual([403, code, required(route.scope)]);
  });
});

describe('a record of another organisation answers as one that never was', () => {
  test.each(named.filter(([, route]) => route.pathIds.length))('%s', async (_name, route) => {
    const kind = route.pattern.split('/#')[0] ?? '';
    const id = foreign[kind] ?? ABSENT;
    const absent = await ask(own, route.method, fill(route.address));
    const theirs = await ask(own, route.method, fill(route.address, id));
    expect([theirs.status, theirs.error]).toEqual([absent.status, absent.error]);
    expect(theirs.status).toBeGreaterThanOrEqual(400);
    expect(theirs.status).toBeLessThan(500);
  });

  test('and is unchanged', async () => {
    const rows = await service.db.read<{ del: number }>(sql`select del from contact where id = ${foreign.customers}`);
    expect(rows).toEqual([{ del: 0 }]);
  });
});
