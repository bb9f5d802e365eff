/** All derived routes with the session of each seeded role: 403 without its scope, never a record of another organisation. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword, setPassword } from '../../src/access/credentials/passwords.ts';
import { allRoutes } from '../../src/derive/routing/all-routes.ts';
import { registry } from '../../src/model/registry.ts';
import { rolesOf } from '../../src/shared/roles.ts';
import { signIn } from '../support/browser-session.ts';
import { type Client, type Organisation, startTestService, type TestService } from '../support/service.ts';

const PASSWORD = 'ein langes Kennwort 4711';
const ABSENT = 2147483647;
/** Calls at once. */
const TOGETHER = 8;
/** Calls of one user, who has 600 a minute. */
const MOST_OF_USER = 500;
const routes = allRoutes(registry);

let service: TestService;
let own: Organisation;
let client: Client;
let foreign: number;
beforeAll(async () => {
  service = await startTestService();
  own = await service.organisation({ licenses: 20 });
  client = await own.client();
  const other = await (await service.organisation()).client();
  foreign = (await other.post('/v3/customers', { name: 'Fremd' })).body.id;
});
afterAll(() => service?.stop());

/** The session of a new user with a role. */
const sessionOf = async (rolle: string, number: number) => {
  const email = `${rolle}${number}@example.com`;
  const kid = (await client.post('/v3/users', { name: rolle, email, rolle })).body.id;
  const hash = await hashPassword(PASSWORD);
  await service.db.transaction((tx) => setPassword(tx, { orgId: own.orgId, kid }, hash, Date.now()));
  return signIn(service.address, { email, password: PASSWORD });
};

test.each(rolesOf().map((role) => [role.id, role] as const))('%s', async (id, role) => {
  const wrong: (string | null)[] = [];
  for (let first = 0; first < routes.length; first += MOST_OF_USER) {
    const { cookie, csrf } = await sessionOf(id, first);
    const ask = async ({ method, address, scope }: (typeof routes)[number]): Promise<string | null> => {
      let below = 0;
      const path = address.replace(/\{\w+\}/g, () => String(below++ ? ABSENT : foreign));
      const body = method === 'POST' || method === 'PUT' || method === 'PATCH' ? '{"name":"x"}' : undefined;
      const headers = { cookie, 'x-csrf-token': csrf, ...(body ? { 'content-type': 'application/json' } : {}) };
      const { status, error } = await service.ask(method, path, headers, body);
      const refused = error === 'missing_required_scope';
      const isWrong =
        refused !== (scope !== '' && !role.scopes.includes(scope)) || (!refused && path !== address && status < 400);
      return isWrong ? `${method} ${address}: ${status} ${error}` : null;
    };
    const some = routes.slice(first, first + MOST_OF_USER);
    for (let at = 0; at < some.length; at += TOGETHER)
      wrong.push(...(await Promise.all(some.slice(at, at + TOGETHER).map(ask))));
  }
  expect(wrong.filter(Boolean)).toEqual([]);
});
