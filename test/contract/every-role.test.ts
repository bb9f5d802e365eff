/**
 * Rights: all derived routes with the session of each seeded role (403 without its scope, never a record of another
 * organisation), and each right that a call needs beyond the scope of its route. A new operation fails until it has its line.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { hashPassword, setPassword } from '../../src/access/credentials/passwords.ts';
import { scopeNames } from '../../src/access/tokens/scopes.ts';
import { allRoutes } from '../../src/derive/routing/all-routes.ts';
import { registry } from '../../src/model/registry.ts';
import { rolesOf } from '../../src/shared/roles.ts';
import { signIn } from '../support/browser-session.ts';
import { setUpService } from '../support/fixture.ts';
import { setUpImportWorker, staged, upload } from '../support/import-client.ts';
import { refusal } from '../support/rules-fixture.ts';
import type { Client, Reply } from '../support/service.ts';

const PASSWORD = 'ein langes Kennwort 4711';
const ABSENT = 2147483647;
const JSON_TYPE = { 'content-type': 'application/json' };
/** Calls at once. */
const TOGETHER = 8;
/** Calls of one user, who has 600 a minute. */
const MOST_OF_USER = 500;
const routes = allRoutes(registry);

const { service, organisation, client } = setUpService({}, { licenses: 20 });
setUpImportWorker(service);
let foreign: number;
beforeAll(async () => {
  const other = await (await service.organisation()).client();
  foreign = (await other.post('/v3/customers', { name: 'Fremd' })).body.id;
});

/** The session of a new user with a role. */
const sessionOf = async (rolle: string, number: number) => {
  const email = `${rolle}${number}@example.com`;
  const kid = (await client.post('/v3/users', { name: rolle, email, rolle })).body.id;
  const hash = await hashPassword(PASSWORD);
  await service.db.transaction((tx) => setPassword(tx, { orgId: organisation.orgId, kid }, hash, Date.now()));
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

/** Ids of records that the calls below name. */
let at: { customer: number; other: number; activity: number; contract: number; adviser: number; letters: number };
/** A token that acts for an adviser. @param lacks scopes that it has not */
const without = (...lacks: readonly string[]): Promise<Client> =>
  organisation.client({ scopes: scopeNames.filter((scope) => !lacks.includes(scope)), userKid: at.adviser });
beforeAll(async () => {
  const post = async (path: string, body: object) => (await client.post(path, body)).body.id;
  const customer = await post('/v3/customers', { name: 'Recht' });
  const adviser = await post('/v3/users', { name: 'B', email: 'rechte@example.com', rolle: 'berater' });
  at = {
    customer,

    adviser,
    contract: await post('/v3/contracts', { kid: customer }),
    other: await post('/v3/contracts', { kid: customer }),
    activity: await post('/v3/activities', { kategorie: 1, betreff: 'x' }),
    letters: await post('/v3/customers/letters', {
      template: await post('/v3/system/templates', { section: 'customers', kind: 'letter', name: 'x', text: 'x' }),
      ids: [customer],
    }),
  };
});
let made = 0;
const userOf = async (rolle: string): Promise<number> => {
  made += 1;
  return (await client.post('/v3/users', { name: rolle, email: `recht${made}@example.com`, rolle })).body.id;
};
const importOf = async (): Promise<string> => {
  made += 1;
  return `/v3/imports/${(await staged(client, `Nachname\nX${made}\n`, { section: 'customers' })).id}`;
};
const exportOf = async (): Promise<string> =>
  `/v3/exports/${(await client.post('/v3/exports', { sections: ['customers'], format: 'csv' })).body.id}`;
const hookOf = async (): Promise<string> => {
  const hook = { url: 'https://example.com/', events: ['customers.insert'] };
  return `/v3/webhooks/${(await client.post('/v3/webhooks', hook)).body.id}`;
};
const failedOf = async (reply: Promise<Reply>): Promise<string> => {
  const [failed] = (await reply).body.failed;
  return failed ? `${failed.status} ${failed.error}` : 'none';
};
const tool = (one: Client, name: string, args: object): Promise<Reply> =>
  one.post(
    '/mcp',
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
    { accept: 'application/json, text/event-stream' },
  );

const EXCEEDS = '403 role_exceeds_own_scopes';
const MISSING = '403 missing_required_scope';
const INSUFFICIENT = '403 insufficient_scope';
const ADMINISTRATOR = '403 administrator_required';

/** A right beyond the scope of the route: the scopes that are lacking, the call, and its refusal. */
interface Right {
  readonly lacks: readonly string[];
  readonly ask: (one: Client) => Promise<Reply | string>;
  readonly is: string;
}
const right = (lacks: string, ask: Right['ask'], is: string): Right => ({ lacks: lacks.split(' '), ask, is });
/** The scope of the route is all that the call needs. */
const ITS_SCOPE: readonly Right[] = [];
const READS_CUSTOMERS = 'v3:customers:read';
const ROLE = 'v3:customers:write';

const readsDocuments = (ask: Right['ask']): readonly Right[] => [right('v3:documents:read', ask, MISSING)];
const writesMessage = (section: string): readonly Right[] =>
  [`v3:${section}:read`, 'v3:documents:write', 'v3:activities:write'].map((scope) =>
    right(scope, (one) => one.post(`/v3/${section}/1/messages`, { subject: 'x', text: 'x', send: 'none' }), MISSING),
  );
const writesLetters = (section: string): readonly Right[] =>
  [`v3:${section}:read`, 'v3:documents:write', 'v3:activities:write'].map((scope) =>
    right(scope, (one) => one.post(`/v3/${section}/letters`, { template: 1, ids: [1] }), MISSING),
  );

const rights: Readonly<Record<(typeof routes)[number]['operation'], readonly Right[]>> = {
  list: [
    right(READS_CUSTOMERS, (one) => one.get(`/v3/contracts?betreuer=${at.adviser}`), MISSING),
    right(READS_CUSTOMERS, (one) => one.get(`/v3/customers/${at.customer}/damages?betreuer=1`), MISSING),
    right('v3:documents:read', (one) => one.get('/v3/activities?with_documents=true'), MISSING),
  ],
  create: [
    right(ROLE, (one) => one.post('/v3/users', { name: 'x', email: 'x@example.com', rolle: 'berater' }), EXCEEDS),
    right('', (one) => one.post('/v3/users', { name: 'x', email: 'x@example.com', rolle: 'admin' }), ADMINISTRATOR),
    right(ROLE, (one) => one.post('/v3/system/views', { section: 'customers', name: 'x', freigabe: 1 }), MISSING),
  ],
  retrieve: [right('v3:contracts:read', (one) => one.get(`/v3/activities/${at.activity}?with_contracts=1`), MISSING)],
  update: [
    right(
      ROLE,
      async (one) => one.patch(`/v3/users/${await userOf('berater')}`, { email: 'meine@example.com' }),
      EXCEEDS,
    ),
    right(ROLE, async (one) => one.patch(`/v3/users/${await userOf('berater')}`, { aktiv: false }), EXCEEDS),
    right(ROLE, async (one) => one.patch(`/v3/users/${await userOf('lesend')}`, { rolle: 'berater' }), EXCEEDS),
    right(ROLE, async (one) => one.patch(`/v3/users/${await userOf('berater')}`, { rolle: 'lesend' }), EXCEEDS),
    right(
      ROLE,
      async (one) => {
        const { id } = (await one.post('/v3/system/views', { section: 'customers', name: 'x' })).body;
        return one.patch(`/v3/system/views/${id}`, { freigabe: 1 });
      },
      MISSING,
    ),
  ],
  remove: [right(ROLE, async (one) => one.delete(`/v3/users/${await userOf('berater')}`), EXCEEDS)],
  restore: [
    right(
      ROLE,
      async (one) => {
        const path = `/v3/users/${await userOf('berater')}`;
        await client.delete(path);
        return one.post(`${path}/restore`);
      },
      EXCEEDS,
    ),
  ],
  bulk: [
    right(READS_CUSTOMERS, (one) => one.post('/v3/customers/bulk', {}), MISSING),
    right(
      ROLE,
      async (one) =>
        failedOf(one.post('/v3/users/bulk', { rows: [{ id: await userOf('berater') }], set: { aktiv: false } })),
      EXCEEDS,
    ),
    right(
      ROLE,
      async (one) => {
        const { id } = (await one.post('/v3/system/views', { section: 'customers', name: 'x' })).body;
        return failedOf(one.post('/v3/system/views/bulk', { rows: [{ id }], set: { freigabe: 1 } }));
      },
      MISSING,
    ),
  ],
  readHistory: ITS_SCOPE,
  listLinks: ITS_SCOPE,
  createLink: [
    right(
      'v3:contracts:read v3:contracts:write',
      (one) =>
        one.post(`/v3/customers/${at.customer}/links`, { foreign_section: 'contracts', foreign_id: at.contract }),
      '404 target_not_found',
    ),
  ],
  removeLink: ITS_SCOPE,
  listRelations: ITS_SCOPE,
  createRelation: ITS_SCOPE,
  removeRelation: ITS_SCOPE,
  uploadDocument: ITS_SCOPE,
  readDocument: ITS_SCOPE,
  changeDocument: ITS_SCOPE,
  downloadDocument: ITS_SCOPE,
  showDocument: ITS_SCOPE,
  createFolder: ITS_SCOPE,
  changeFolder: ITS_SCOPE,
  removeFolder: ITS_SCOPE,
  submitToInbox: ITS_SCOPE,
  'GET /v3/system/relations': ITS_SCOPE,
  'GET /v3/system/sparten': ITS_SCOPE,
  'GET /v3/system/users': ITS_SCOPE,
  'GET /v3/system/sections': [right(scopeNames.join(' '), (one) => one.get('/v3/system/sections'), INSUFFICIENT)],
  'GET /v3/system/templates/placeholders': ITS_SCOPE,
  'POST /v3/system/templates/:id/preview': [
    right(
      READS_CUSTOMERS,
      async (one) => {
        const template = { section: 'customers', name: 'x', kind: 'letter', text: '{{ kunde.name }}' };
        const { id } = (await one.post('/v3/system/templates', template)).body;
        return one.post(`/v3/system/templates/${id}/preview`, { section: 'customers', id: at.customer });
      },
      MISSING,
    ),
  ],
  'POST /v3/customers/letters': writesLetters('customers'),
  'POST /v3/products/letters': writesLetters('products'),
  'POST /v3/contracts/letters': writesLetters('contracts'),
  'POST /v3/damages/letters': writesLetters('damages'),
  'POST /v3/messages/:id/resend': readsDocuments((one) => one.post('/v3/messages/1/resend')),
  'POST /v3/letters/recipients': [
    right(
      READS_CUSTOMERS,
      (one) => one.post('/v3/letters/recipients', { section: 'contracts', ids: [at.contract] }),
      MISSING,
    ),
  ],
  'GET /v3/letters/:id': ITS_SCOPE,
  'GET /v3/letters/:id/download': ['v3:documents:read', READS_CUSTOMERS].map((scope) =>
    right(scope, (one) => one.get(`/v3/letters/${at.letters}/download`), MISSING),
  ),
  'GET /v3/messages/:id': readsDocuments((one) => one.get('/v3/messages/1')),
  'GET /v3/customers/:kid/messages': readsDocuments((one) => one.get(`/v3/customers/${at.customer}/messages`)),
  'POST /v3/customers/:kid/messages': writesMessage('customers'),
  'GET /v3/products/:kid/messages': [right('v3:products:read', (one) => one.get('/v3/products/1/messages'), MISSING)],
  'POST /v3/products/:kid/messages': writesMessage('products'),
  'GET /v3/contracts/:id/messages': readsDocuments((one) => one.get(`/v3/contracts/${at.contract}/messages`)),
  'POST /v3/contracts/:id/messages': writesMessage('contracts'),
  'GET /v3/damages/:id/messages': [right('v3:damages:read', (one) => one.get('/v3/damages/1/messages'), MISSING)],
  'POST /v3/damages/:id/messages': writesMessage('damages'),
  'GET /v3/contracts/deadlines': [
    right(READS_CUSTOMERS, (one) => one.get('/v3/contracts/deadlines?betreuer=1'), MISSING),
  ],
  'GET /v3/agenda': [right(scopeNames.join(' '), (one) => one.get('/v3/agenda'), INSUFFICIENT)],
  'GET /v3/contracts/:id/gdv': ITS_SCOPE,
  'GET /v3/inbox/documents': ITS_SCOPE,
  'GET /v3/inbox/documents/:id/content': ITS_SCOPE,
  'GET /v3/inbox/documents/:id/text': ITS_SCOPE,
  'POST /v3/inbox/documents/:id/assign': ITS_SCOPE,
  'POST /v3/inbox/documents/:id/discard': ITS_SCOPE,
  'POST /v3/inbox/documents/:id/return': ITS_SCOPE,
  'GET /v3/changes': [right(READS_CUSTOMERS, (one) => one.get('/v3/changes?sections=customers'), INSUFFICIENT)],
  'GET /v3/exports': [right('v3:exports:read', (one) => one.get('/v3/exports'), MISSING)],
  'POST /v3/exports': [
    right(READS_CUSTOMERS, (one) => one.post('/v3/exports', { sections: ['customers'], format: 'csv' }), INSUFFICIENT),
  ],
  'GET /v3/exports/:id': [right(READS_CUSTOMERS, async (one) => one.get(await exportOf()), INSUFFICIENT)],
  'GET /v3/exports/:id/download': [
    right(READS_CUSTOMERS, async (one) => one.get(`${await exportOf()}/download`), INSUFFICIENT),
  ],
  'DELETE /v3/exports/:id': [right(READS_CUSTOMERS, async (one) => one.delete(await exportOf()), INSUFFICIENT)],
  'GET /v3/customers/:kid/premiums': ITS_SCOPE,
  'GET /v3/duplicates': [
    right('v3:contracts:read', (one) => one.get('/v3/duplicates?section=contracts'), INSUFFICIENT),
  ],
  'POST /v3/duplicates/:name/dismiss': [
    right(
      'v3:contracts:write',
      (one) => one.post(`/v3/duplicates/contracts-${at.contract}-${at.other}/dismiss`),
      INSUFFICIENT,
    ),
  ],
  'POST /v3/customers/:kid/unmerge': ITS_SCOPE,
  'GET /v3/imports': ITS_SCOPE,
  'POST /v3/imports': [right(ROLE, (one) => upload(one, 'Nachname\nY\n', { section: 'customers' }), INSUFFICIENT)],
  'GET /v3/imports/mappings': ITS_SCOPE,
  'GET /v3/imports/mappings/:name': ITS_SCOPE,
  'PUT /v3/imports/mappings/:name': [
    right(ROLE, (one) => one.send('PUT', '/v3/imports/mappings/a', '{"section":"customers"}', JSON_TYPE), INSUFFICIENT),
  ],
  'DELETE /v3/imports/mappings/:name': ITS_SCOPE,
  'GET /v3/imports/:id': ITS_SCOPE,
  'DELETE /v3/imports/:id': [right(ROLE, async (one) => one.delete(await importOf()), INSUFFICIENT)],
  'GET /v3/imports/:id/rows': [
    right(READS_CUSTOMERS, async (one) => one.get(`${await importOf()}/rows`), INSUFFICIENT),
  ],
  'PATCH /v3/imports/:id/rows/:row': [
    right(ROLE, async (one) => one.patch(`${await importOf()}/rows/1`, { action: 'skip' }), INSUFFICIENT),
  ],
  'POST /v3/imports/:id/apply': [right(ROLE, async (one) => one.post(`${await importOf()}/apply`), INSUFFICIENT)],
  'POST /v3/imports/:id/restage': [right(ROLE, async (one) => one.post(`${await importOf()}/restage`), INSUFFICIENT)],
  'POST /v3/imports/:id/undo': [
    right(
      ROLE,
      async (one) => {
        const path = await importOf();
        await client.delete(path);
        return one.post(`${path}/undo`);
      },
      INSUFFICIENT,
    ),
  ],
  search: [
    right(
      READS_CUSTOMERS,
      (one) => one.post('/v3/search', { query: 'x', indices: ['customers'] }),
      '403 forbidden_indices',
    ),
  ],
  toolsSearch: [
    right(
      READS_CUSTOMERS,
      (one) => one.post('/tools/search', { mode: 'apiv3', query: 'x', indices: ['customers'] }),
      '403 forbidden_indices',
    ),
  ],
  upsertSearch: ITS_SCOPE,
  answerMcp: [
    right(
      ROLE,
      async (one) => {
        const id = await userOf('berater');
        const { text } = await tool(one, 'update', { section: 'users', id, values: { aktiv: false } });
        return text.includes('role_exceeds_own_scopes') ? EXCEEDS : text;
      },
      EXCEEDS,
    ),
    right(
      READS_CUSTOMERS,
      async (one) => {
        const { text } = await tool(one, 'list', { section: 'contracts', filters: { betreuer: 1 } });
        return text.includes('missing_required_scope') ? MISSING : text;
      },
      MISSING,
    ),
  ],
  mergeCustomers: ITS_SCOPE,
  'GET /v3/privacy/report': ITS_SCOPE,
  'GET /v3/customers/:kid/privacy': ITS_SCOPE,
  'GET /v3/customers/:kid/privacy/export': ITS_SCOPE,
  'PUT /v3/customers/:kid/privacy/hold': [
    right(
      '',
      (one) => one.send('PUT', `/v3/customers/${at.customer}/privacy/hold`, '{"reason":"x"}', JSON_TYPE),
      ADMINISTRATOR,
    ),
  ],
  'DELETE /v3/customers/:kid/privacy/hold': [
    right('', (one) => one.delete(`/v3/customers/${at.customer}/privacy/hold`), ADMINISTRATOR),
  ],
  'GET /v3/customers/:kid/privacy/erasure': ITS_SCOPE,
  'POST /v3/customers/:kid/privacy/erasure': [
    right(
      '',
      (one) => one.post(`/v3/customers/${at.customer}/privacy/erasure`, { confirm: at.customer, reason: 'x' }),
      ADMINISTRATOR,
    ),
  ],
  'GET /v3/webhooks': ITS_SCOPE,
  'POST /v3/webhooks': [
    right(
      READS_CUSTOMERS,
      (one) => one.post('/v3/webhooks', { url: 'https://example.com/', events: ['customers.insert'] }),
      INSUFFICIENT,
    ),
  ],
  'GET /v3/webhooks/:id': ITS_SCOPE,
  'PATCH /v3/webhooks/:id': [
    right(READS_CUSTOMERS, async (one) => one.patch(await hookOf(), { url: 'https://example.org/' }), INSUFFICIENT),
  ],
  'DELETE /v3/webhooks/:id': ITS_SCOPE,
  'POST /v3/webhooks/:id/test': ITS_SCOPE,
  'POST /v3/webhooks/:id/secret': ITS_SCOPE,
  'GET /v3/webhooks/:id/deliveries': ITS_SCOPE,
  'GET /v3/webhooks/:id/deliveries/:delivery': ITS_SCOPE,
  // The delivery's event: test/api/webhooks.slow.test.ts.
  'POST /v3/webhooks/:id/deliveries/:delivery/resend': ITS_SCOPE,
};

test('each operation says which rights it needs beyond the scope of its route', () => {
  expect(Object.keys(rights).sort()).toEqual([...new Set(routes.map(({ operation }) => operation))].sort());
});

const shownAs = (answer: Reply | string): string => (typeof answer === 'string' ? answer : refusal(answer));
describe.each(Object.entries(rights).filter(([, some]) => some.length))('%s', (_operation, some) => {
  test.each(
    some.map((one) => [one.lacks.slice(0, 2).join(' '), one] as const),
  )('is refused without the right (%s), and only then', async (_lacks, { lacks, ask, is }) => {
    expect(shownAs(await ask(await without(...lacks)))).toBe(is);
    expect(shownAs(await ask(client))).not.toBe(is);
  });
});
