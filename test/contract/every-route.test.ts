/** All derived routes: 401 without a token, 403 without the scope. */
import { beforeAll, expect, test } from 'vitest';
import { allRoutes } from '../../src/derive/routing/all-routes.ts';
import { registry } from '../../src/model/registry.ts';
import { setUpService } from '../support/fixture.ts';
import type { Client } from '../support/service.ts';

const named = allRoutes(registry).map((route) => [`${route.method} ${route.address}`, route] as const);
/** The feed checks the scopes of its entries: without any of them it is refused as well (rules 8.5). */
const refusals = [
  ['missing_required_scope', (scope: string) => scope],
  ['insufficient_scope', () => expect.stringContaining('v3:customers:read')],
] as const;

const { service, organisation } = setUpService();
let powerless: Client;
beforeAll(async () => {
  powerless = await organisation.client({ scopes: [] });
});

test.each(named)('%s', async (_name, { method, address, scope }) => {
  const path = address.replace(/\{\w+\}/g, '2147483647');
  const stranger = await service.ask(method, path);
  // After twenty failures from one address further ones are throttled.
  expect(['missing_bearer_token', 'too_many_auth_failures']).toContain(stranger.error);
  const [body, headers] =
    method === 'POST' || method === 'PUT' || method === 'PATCH'
      ? ['{"name":"x"}', { 'content-type': 'application/json' }]
      : [];
  const denied = await powerless.send(method, path, body, headers);
  const [code, required] = refusals[scope ? 0 : 1];
  expect([denied.status, denied.error, denied.body.data.required_scope]).toEqual([403, code, required(scope)]);
});
