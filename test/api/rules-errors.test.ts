/** The table of errors and the headers of answers, row by row (rules 6, 11.8, 11.9, 12, 13). */
import { describe, expect, test } from 'vitest';
import { changeOrganisation } from '../../src/access/organisations/manage-organisations.ts';
import { type Code, errorTable } from '../../src/errors/api-error.ts';
import { inOneMinute } from '../access/fixture.ts';
import { setUpRecords } from '../support/rules-fixture.ts';
import type { Client, Reply } from '../support/service.ts';

/** Codes of the table of errors by their status; each is provoked in test/contract/every-error.test.ts. */
const TABLE: Readonly<Record<number, string>> = {
  400:
    'empty_body empty_array batch_too_large invalid_id invalid_kid missing_kid validation_failed no_valid_fields' +
    ' missing_name invalid_kategorie email_not_unique license_quota_exceeded invalid_parent_id' +
    ' query_owner_section_forbidden query_owner_id_forbidden missing_foreign_section invalid_foreign_id' +
    ' validation_error self_relationship invalid_relationship_type no_reverse_pair unrecognized_key' +
    ' exact_only_not_supported',
  401:
    'missing_bearer_token empty_token invalid_token token_expired token_revoked token_not_found wrong_token_kind' +
    ' invalid_token_type token_mismatch invalid_expiry missing_cid',
  403:
    'missing_required_scope forbidden_indices ip_not_allowed contract_inactive trial_expired document_protected' +
    ' folder_protected',
  404:
    'endpoint_not_found not_found record_not_found unknown_resource unsupported_sub_resource customer_not_found' +
    ' target_not_found',
  405: 'method_not_allowed',
  409: 'delete_failed relation_exists already_following tag_already_assigned duplicate_relation',
  410: 'search_backend_removed search_index_managed_by_crm',
  413: 'file_too_large payload_too_large',
  422: 'invalid_object',
  429: 'rate_limit_exceeded too_many_auth_failures',
  500: 'internal_error validation_infrastructure_failure link_failed',
  502: 's3_upload_failed search_backend_failed',
  503: 'service_unavailable',
};
const ROWS = Object.entries(TABLE).flatMap(([status, codes]) =>
  codes.split(' ').map((code) => [Number(status), code as Code] as const),
);

test.each(ROWS)('rules 13.2: %i %s', (status, code) => {
  expect(errorTable[code][0]).toBe(status);
});

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;
const BUDGET = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-layer'];
const EXPIRY = ['x-token-expires-at', 'x-token-expires-in-days'];
const DAY = 86_400_000;
const inDays = (days: number): Date => new Date(Date.now() + days * DAY);

const fixture = setUpRecords('errors');
/** Names of headers that an answer has. */
const having = ({ headers }: Reply, names: readonly string[]): string[] => names.filter((name) => headers.has(name));

describe('rules 13.1: the shape of an error', () => {
  const CALLS: readonly (readonly [string, () => Promise<Reply>])[] = [
    ['400', () => fixture.client.post('/v3/goals', {})],
    ['400 with issues', () => fixture.client.post('/v3/goals', { value: 'x' })],
    ['401', () => fixture.service.ask('GET', '/v3/goals')],
    ['403', async () => (await fixture.organisation.client({ scopes: [] })).get('/v3/goals')],
    ['404', () => fixture.client.get('/v3/goals/2147483647')],
    ['405', () => fixture.client.send('PUT', '/v3/goals')],
    ['409', () => fixture.client.post(fixture.at('goals/#/tags'), { tag_id: fixture.id('system/tags') })],
    ['410', () => fixture.client.post('/tools/search/upsert', {})],
    ['415', () => fixture.client.send('POST', '/v3/goals', 'x', { 'content-type': 'text/plain' })],
  ];

  test.each(CALLS)('%s: statusCode, statusMessage, data with error and message, no stack', async (name, ask) => {
    const { status, body, headers, text } = await ask();
    expect(Object.keys(body)).toEqual(['statusCode', 'statusMessage', 'data']);
    expect([status, body.statusCode]).toEqual([Number(name.slice(0, 3)), Number(name.slice(0, 3))]);
    expect(body.data).toMatchObject({
      error: expect.stringMatching(/^[a-z0-9_]+$/),
      message: expect.stringMatching(/\S/),
    });
    expect(text).not.toMatch(/\.ts|\.js:|\bat \/|stack/);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(headers.get('x-request-id')).toMatch(UUID);
  });

  test('only a 401 has WWW-Authenticate (RFC 9110, RFC 6750)', async () => {
    const asked = async (path: string, headers: Record<string, string> = {}) => {
      const reply = await fixture.service.ask('GET', path, headers);
      return [reply.status, reply.headers.get('www-authenticate')];
    };
    expect(await asked('/v3/goals')).toEqual([401, 'Bearer']);
    expect(await asked('/tools/nothing', { authorization: 'Bearer' })).toEqual([401, 'Bearer']);
    expect(await asked('/v3/goals', { authorization: 'Bearer abc' })).toEqual([401, 'Bearer error="invalid_token"']);
    expect((await fixture.client.get('/v3/goals/2147483647')).headers.get('www-authenticate')).toBe(null);
    expect(await asked('/settings/api/tokens')).toEqual([401, null]);
    const codes = Object.entries(errorTable).filter(([, [, , challenge]]) => challenge);
    expect(codes.map(([code]) => code)).toEqual((TABLE[401] as string).split(' '));
  });

  test('issues have path, code and message', async () => {
    const { body } = await fixture.client.post('/v3/damages', { art: 5, foo: 1 });
    expect(body.data.issues).toEqual(
      expect.arrayContaining([
        { path: ['art'], code: 'invalid_type', message: expect.any(String) },
        { path: ['foo'], code: 'unrecognized_key', message: expect.any(String) },
      ]),
    );
  });

  test('every response has its own request id', async () => {
    const ids = await Promise.all(
      ['/v3/goals', '/v3/goals', '/openapi/v3.yaml', '/nichts'].map(
        async (path) => (await fixture.client.get(path)).headers.get('x-request-id') ?? '',
      ),
    );
    expect(ids.filter((id) => UUID.test(id)).length).toBe(4);
    expect(new Set(ids).size).toBe(4);
  });
});

describe('rules 11.9, 13.5: headers of expiry', () => {
  test.each([
    ['no expiry', undefined, []],
    ['40 days', 40, ['x-token-expires-at']],
    ['29.5 days', 29.5, EXPIRY],
    ['half a day', 0.5, EXPIRY],
  ])('%s', async (_rule, days, names) => {
    const expires = days === undefined ? undefined : inDays(days);
    const client = await fixture.organisation.client({ expires });
    const answer = await client.get('/v3/goals');
    expect(having(answer, EXPIRY)).toEqual(names);
    if (expires) expect(answer.headers.get('x-token-expires-at')).toBe(expires.toISOString());
  });

  test.each([
    ['200', '/v3/goals', 200],
    ['400', '/v3/goals/0', 400],
    ['403 for want of a scope', '/v3/users', 403],
    ['404', '/v3/nichts', 404],
  ])('and of the budget stand on %s', async (_rule, path, status) => {
    const client = await fixture.organisation.client({ expires: inDays(5), scopes: ['v3:goals:read'] });
    const answer = await client.get(path);
    expect(answer.status).toBe(status);
    expect(having(answer, [...BUDGET, ...EXPIRY])).toEqual([...BUDGET, ...EXPIRY]);
    expect(answer.headers.get('x-ratelimit-layer')).toBe('organization');
  });

  test.each([
    ['an address that is not on the list', { addresses: ['192.0.2.1'] }, 403, BUDGET],
    ['a token that has expired', { expires: inDays(-1) }, 401, BUDGET],
  ])('%s: those of the budget only', async (_rule, wish, status, names) => {
    const answer = await (await fixture.organisation.client({ expires: inDays(5), ...wish })).get('/v3/goals');
    expect([answer.status, having(answer, [...BUDGET, ...EXPIRY])]).toEqual([status, names]);
  });

  test.each<[Record<string, string>]>([
    [{}],
    [{ authorization: 'Bearer x' }],
  ])('no good signature, no such header: %j', async (headers: Record<string, string>) => {
    const answer = await fixture.service.ask('GET', '/v3/goals', headers);
    expect([answer.status, having(answer, [...BUDGET, ...EXPIRY, 'retry-after'])]).toEqual([401, []]);
  });
});

describe('rules 12.4 to 12.8: over HTTP', () => {
  const spend = async (client: Client, calls: number): Promise<number[]> => {
    const left: number[] = [];
    for (let i = 0; i < calls; i += 1) {
      left.push(Number((await client.get('/v3/goals')).headers.get('x-ratelimit-remaining')));
    }
    return left;
  };

  test('429 rate_limit_exceeded: Retry-After and retry_after are equal, the body has no layer', async () => {
    const organisation = await fixture.service.organisation({ api_requests_per_minute: 3 });
    const client = await organisation.client({ expires: inDays(5) });
    await inOneMinute(fixture.service.db);
    expect(await spend(client, 3)).toEqual([2, 1, 0]);
    const answer = await client.get('/v3/goals');
    const seconds = Number(answer.headers.get('retry-after'));
    const { message } = answer.body.data;
    expect([answer.status, answer.body.data]).toEqual([
      429,
      { error: 'rate_limit_exceeded', message, retry_after: seconds },
    ]);
    expect([seconds >= 1, seconds <= 60]).toEqual([true, true]);
    expect(BUDGET.map((name) => answer.headers.get(name))).toEqual(['3', '0', 'organization']);
    expect(having(answer, EXPIRY)).toEqual([]);
  });

  test('all tokens of an organisation share its rate limit, other organisations have their own', async () => {
    const organisation = await fixture.service.organisation({ api_requests_per_minute: 4 });
    const [first, second] = [await organisation.client(), await organisation.client()];
    const other = await (await fixture.service.organisation({ api_requests_per_minute: 4 })).client();
    await inOneMinute(fixture.service.db);
    expect([await spend(first, 2), await spend(second, 2)]).toEqual([
      [3, 2],
      [1, 0],
    ]);
    expect([(await first.get('/v3/goals')).status, (await other.get('/v3/goals')).status]).toEqual([429, 200]);
  });

  test('calls with an invalid route, scope, number or body consume the rate limit too', async () => {
    const organisation = await fixture.service.organisation({ api_requests_per_minute: 1000 });
    const client = await organisation.client({ scopes: ['v3:goals:read', 'v3:goals:write'] });
    await inOneMinute(fixture.service.db);
    const answers = [
      await client.get('/v3/goals'),
      await client.get('/v3/nichts'),
      await client.get('/v3/users'),
      await client.get('/v3/goals/0'),
      await client.post('/v3/goals', {}),
    ];
    const told = answers.map(({ status, headers }) => [status, headers.get('x-ratelimit-remaining')]);
    expect(told).toEqual([
      [200, '999'],
      [404, '998'],
      [403, '997'],
      [400, '996'],
      [400, '995'],
    ]);
  });
});

describe('rules 6.3, 11.8: an organisation’s state holds for the next call', () => {
  test.each([
    ['contract_inactive', { contract: 'inactive' }, { contract: 'active' }],
    ['trial_expired', { trialEnds: inDays(-1) }, { trialEnds: null }],
  ] as const)('%s, and back', async (code, off, on) => {
    const organisation = await fixture.service.organisation();
    const client = await organisation.client({ expires: inDays(5) });
    expect((await client.get('/v3/goals')).status).toBe(200);
    await changeOrganisation(fixture.service.db, organisation.orgId, off);
    const refused = await client.get('/v3/goals');
    expect([refused.status, refused.error, having(refused, EXPIRY)]).toEqual([403, code, []]);
    await changeOrganisation(fixture.service.db, organisation.orgId, on);
    expect((await client.get('/v3/goals')).status).toBe(200);
  });
});

describe('rules 14.5: the description', () => {
  test('GET /openapi/v3.yaml needs no token and names the scope of each call', async () => {
    const { status, text } = await fixture.service.ask('GET', '/openapi/v3.yaml');
    expect([status, /^openapi: ["']?3\.1\.0/m.test(text), /^ {6}x-[\w-]*scope/m.test(text)]).toEqual([200, true, true]);
  });
});
