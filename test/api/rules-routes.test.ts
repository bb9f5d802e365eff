/**
 * All addresses, written down by hand: which methods each has and which scope they need (rules 2, 5.2, 5.10, 9.2, 9.3,
 * 11.3 to 11.7, 16).
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { setUpRecords } from '../support/rules-fixture.ts';
import type { Client } from '../support/service.ts';

const fixture = setUpRecords('routes');
let powerless: Client;
beforeAll(async () => {
  powerless = await fixture.organisation.client({ scopes: [] });
});

/** Methods at a list and at a record of it; a family other than the parent's where one is named. */
type Row = readonly [names: string, list: string, record: string, family?: string];

const PART: readonly [string, string] = ['GET POST', 'GET PATCH DELETE'];
const ANNOTATIONS: readonly Row[] = [
  ['comments', ...PART],
  ['followers tags links', 'GET POST', 'DELETE'],
];
const FILES: Row = ['documents', ...PART, 'documents'];

const BELOW: Readonly<Record<string, readonly Row[]>> = {
  customers: [
    ['addresses contacts banking numbers identity jobs', ...PART],
    ...ANNOTATIONS,
    ['relations', 'GET POST', 'DELETE'],
    ['contracts', 'GET POST', '', 'contracts'],
    ['damages', 'GET POST', '', 'damages'],
    ['finances', 'GET POST', '', 'finances'],
    ['goals', 'GET POST', '', 'goals'],
    ['activities', 'GET POST', '', 'activities'],
    FILES,
    ['documents/folders', ...PART, 'documents'],
  ],
  products: [
    ['addresses contacts banking numbers', ...PART],
    ...ANNOTATIONS,
    ['contact-persons portals', 'GET POST', ''],
    ['activities', 'GET POST', '', 'activities'],
    FILES,
    ['documents/folders', ...PART, 'documents'],
  ],
  users: [
    ['addresses contacts banking numbers identity jobs', ...PART],
    ...ANNOTATIONS,
    ['activities', 'GET POST', '', 'activities'],
    FILES,
    ['documents/folders', ...PART, 'documents'],
  ],
  contracts: [...ANNOTATIONS, FILES, ['persons tariffs', 'GET POST', 'DELETE']],
  damages: [...ANNOTATIONS, FILES],
  documents: ANNOTATIONS,
  activities: ANNOTATIONS,
  finances: ANNOTATIONS,
  goals: ANNOTATIONS,
  'contact-persons': ANNOTATIONS,
  portals: ANNOTATIONS,
};

/** The family of a record kind where it is not its own name. */
const FAMILIES: Readonly<Record<string, string>> = { 'contact-persons': 'products', portals: 'products' };
const familyOf = (section: string): string => FAMILIES[section] ?? section;

const named: readonly (readonly [path: string, methods: string, family: string])[] = [
  ...Object.keys(BELOW).flatMap((section) => [
    [section, 'GET POST', familyOf(section)] as const,
    [`${section}/1`, 'GET PATCH DELETE', familyOf(section)] as const,
  ]),
  ...Object.entries(BELOW).flatMap(([section, rows]) =>
    rows.flatMap(([names, list, record, family = familyOf(section)]) =>
      names
        .split(' ')
        .flatMap((name) => [
          [`${section}/1/${name}`, list, family] as const,
          [`${section}/1/${name}/1`, record, family] as const,
        ]),
    ),
  ),
  ['customers/1/merge', 'POST', 'customers'],
  ['documents/1/download', 'GET', 'documents'],
  ['documents/1/content', 'GET', 'documents'],
  ...['customers', 'products', 'users', 'contracts', 'damages'].flatMap((section) => [
    [`${section}/1/documents/1/download`, 'GET', 'documents'] as const,
    [`${section}/1/documents/1/content`, 'GET', 'documents'] as const,
  ]),
  ['system/relations', 'GET', 'system'],
  ['system/sparten', 'GET', 'system'],
  ['system/users', 'GET', 'system'],
  ['system/tags', 'GET POST', 'system'],
  ['system/tags/1', 'GET PATCH DELETE', 'system'],
  ['inbox/documents', 'GET POST', 'inbox'],
  ['inbox/documents/1/content', 'GET', 'inbox'],
  ['inbox/documents/1/text', 'GET', 'inbox'],
  ['inbox/documents/1/assign', 'POST', 'inbox'],
  ['inbox/documents/1/discard', 'POST', 'inbox'],
  ['inbox/documents/1/return', 'POST', 'inbox'],
];

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE', 'PUT'] as const;

/** The refusal of a token without scopes: the scope, a wrong method, or an unknown address. */
const told = async (method: string, path: string): Promise<string> => {
  const { status, error, body, headers } = await powerless.send(method, path);
  if (status === 403) return `${error} ${body.data.required_scope}`;
  return status === 405 ? `${error} ${headers.get('allow')?.split(', ').sort().join(', ')}` : `${status} ${error}`;
};

describe('rules 11.5, 16: methods and scopes of', () => {
  test.each(named)('/v3/%s: %s, family %s', async (path, methods, family) => {
    const allowed = methods.split(' ').filter(Boolean);
    const allow = [...allowed, ...(allowed.includes('GET') ? ['HEAD'] : [])].sort().join(', ');
    for (const method of METHODS) {
      const right = allowed.includes(method)
        ? `missing_required_scope v3:${family}:${method === 'GET' && family !== 'inbox' ? 'read' : 'write'}`
        : `method_not_allowed ${allow}`;
      const expected = allowed.length ? right : '404 endpoint_not_found';
      expect([method, await told(method, `/v3/${path}`)]).toEqual([method, expected]);
    }
  });

  test.each(['/v3/search', '/tools/search', '/tools/search/upsert'])('%s: POST, scope v3:search:read', async (path) => {
    expect(await told('POST', path)).toBe('missing_required_scope v3:search:read');
    expect(await told('GET', path)).toBe('method_not_allowed POST');
  });
});

/** Every name below any record; names missing in a record kind's rows are unsupported there. */
const ALL_NAMES = [
  ...new Set(Object.values(BELOW).flatMap((rows) => rows.flatMap(([names]) => names.split(' ')))),
].filter((name) => !name.includes('/'));

describe('rules 9.3: a sub-section that a record kind lacks is unsupported_sub_resource', () => {
  test.each(Object.keys(BELOW))('%s', async (section) => {
    const own = BELOW[section]?.flatMap(([names]) => names.split(' ')) ?? [];
    for (const name of ALL_NAMES.filter((one) => !own.includes(one))) {
      for (const path of [name, `${name}/1`]) {
        const answer = await told('GET', `/v3/${section}/1/${path}`);
        expect([path, answer]).toEqual([path, '404 unsupported_sub_resource']);
      }
    }
  });

  test.each(Object.keys(BELOW))('%s: a name that exists nowhere is unknown_resource', async (section) => {
    for (const method of METHODS) expect(await told(method, `/v3/${section}/1/nichts`)).toBe('404 unknown_resource');
  });
});

describe('rules 9.2, 14.1: addresses that are none', () => {
  test.each([
    ['sub-records have no addresses of their own', '/v3/addresses'],
    ['nor have single ones', '/v3/addresses/1'],
    ['relations neither', '/v3/relations/1'],
    ['folders neither', '/v3/documents/folders'],
    ['feature flags have no endpoint', '/v3/system/features'],
    ['v3 alone', '/v3'],
    ['a number of the path in another form', '/v3/customers/1e3'],
  ])('%s: %s', async (_rule, path) => {
    expect(await told('GET', path)).toBe('404 endpoint_not_found');
  });

  test.each([
    ['a letter too few', '/v3/custmers', '/v3/customers'],
    ['a slash too many', '/v3//customers/', '/v3/customers'],
    ['no number', '/v3/customers/K-17', '/v3/customers/{kid}'],
    ['below a record', '/v3/customers/1/adresses/2', '/v3/customers/{kid}/addresses/{id}'],
    ['one for many', '/v3/contract/1', '/v3/contracts/{id}'],
    ['of the system', '/v3/system/tag', '/v3/system/tags'],
    ['another word', '/v3/clients', undefined],
    ['a word for a number', '/v3/customers/abc', undefined],
    ['more letters than anybody mistypes', `/v3/customers${'s'.repeat(40)}`, undefined],
  ])('%s: %s, and what may have been meant is named', async (_slip, path, meant) => {
    const { status, body } = await powerless.get(path);
    expect([status, / Did you mean (.+)\?$/.exec(body.statusMessage)?.[1]]).toEqual([404, meant]);
  });

  test.each(['/v1/customers', '/v4/customers', '/customers'])('%s is no version of the API', async (path) => {
    const { status, error } = await fixture.client.get(path);
    expect([status, error]).toEqual([404, 'endpoint_not_found']);
  });
});

describe('rules 11.2, 11.3: scopes are checked at each call', () => {
  test.each([
    ['read gives no write', 'v3:goals:read', 'POST', '/v3/goals', 403],
    ['write gives no read', 'v3:goals:write', 'GET', '/v3/goals', 403],
    ['write gives creates', 'v3:goals:write', 'POST', '/v3/goals', 201],
    ['customers gives no contracts of a customer', 'v3:customers:read', 'GET', 'customers/#/contracts', 403],
    ['contracts gives them without customers', 'v3:contracts:read', 'GET', 'customers/#/contracts', 200],
    ['contracts gives no customer', 'v3:contracts:read', 'GET', 'customers/#', 403],
    ['products gives no documents of a partner', 'v3:products:read', 'GET', 'products/#/documents', 403],
    ['documents gives them', 'v3:documents:read', 'GET', 'products/#/documents', 200],
    ['users gives no activities of a user', 'v3:users:read', 'GET', 'users/#/activities', 403],
    ['activities gives them', 'v3:activities:read', 'GET', 'users/#/activities', 200],
    ['customers gives links at customers', 'v3:customers:read', 'GET', 'customers/#/links', 200],
    ['contracts gives comments at contracts', 'v3:contracts:read', 'GET', 'contracts/#/comments', 200],
    ['products gives portals', 'v3:products:read', 'GET', '/v3/portals', 200],
    ['documents gives the download', 'v3:documents:read', 'GET', 'documents/#/download', 200],
  ])('%s', async (_rule, scope, method, path, status) => {
    const narrow = await fixture.organisation.client({ scopes: [scope] });
    const address = path.startsWith('/') ? path : fixture.at(path);
    const { status: answered } =
      method === 'GET' ? await narrow.get(address) : await narrow.post(address, { subject: 'x' });
    expect(answered).toBe(status);
  });

  test('missing_required_scope names the required scopes, those of the token, and the remedy', async () => {
    const narrow = await fixture.organisation.client({ scopes: ['v3:goals:read'] });
    const { status, body } = await narrow.get('/v3/customers');
    expect([status, body.data]).toEqual([
      403,
      {
        error: 'missing_required_scope',
        message: expect.any(String),
        required_scope: 'v3:customers:read',
        provided_scope: ['v3:goals:read'],
        hint: expect.stringContaining('v3:customers:read'),
      },
    ]);
  });

  test.each([
    'addresses',
    'contacts',
    'jobs',
    'banks',
    'numbers',
    'identifications',
  ])('with_%s needs only the scope of the customer (rules 4.4)', async (name) => {
    const narrow = await fixture.organisation.client({ scopes: ['v3:customers:read'] });
    const { body } = await narrow.get(`${fixture.at('customers/#')}?with_${name}=1`);
    expect(body[name].length).toBeGreaterThan(0);
  });

  test.each([
    ['documents', 'v3:documents:read'],
    ['contracts', 'v3:contracts:read'],
    ['damages', 'v3:damages:read'],
  ])('with_%s at activities needs %s too (rules 4.4)', async (name, scope) => {
    const address = `${fixture.at('activities/#')}?with_${name}=1`;
    const without = await (await fixture.organisation.client({ scopes: ['v3:activities:read'] })).get(address);
    expect([without.status, without.body.data.required_scope]).toEqual([403, scope]);
    const both = await fixture.organisation.client({ scopes: ['v3:activities:read', scope] });
    expect((await both.get(address)).status).toBe(200);
  });
});
