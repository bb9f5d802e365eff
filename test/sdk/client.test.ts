/** The TypeScript client against the running service: calls, pages, batches, errors, files. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  BrokerCrmError,
  type Client,
  createClient,
  createMany,
  download,
  isError,
  pages,
  upload,
} from '../../sdk/src/index.ts';
import { setField } from '../../src/operations/org-settings/custom-fields.ts';
import { type Organisation, startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let organisation: Organisation;
let client: Client;

const clientWith = async (of: Organisation, scopes?: readonly string[]): Promise<Client> => {
  const { token } = await of.client({ scopes });
  return createClient({ baseUrl: service.address, token, maxRetries: 0 });
};

beforeAll(async () => {
  service = await startTestService();
  organisation = await service.organisation();
  client = await clientWith(organisation);
});
afterAll(() => service.stop());

/** The error of a call that must fail. */
const failure = async (call: Promise<unknown>): Promise<BrokerCrmError> => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isError(error)) throw new Error(`The call should have failed with an error of the API, not ${String(error)}`);
  return error;
};

test('a list is filtered, sorted and reduced to some fields', async () => {
  for (const vorname of ['Anna', 'Berta'])
    await client.POST('/v3/customers', { body: { name: 'Sortiert', vorname, geb: '1990-01-01' } });
  const query = { fields: ['name', 'vorname'], sort: '-id', 'insert_datum[gte]': '2000-01-01', limit: 2 } as const;
  const { data } = await client.GET('/v3/customers', { params: { query: { ...query, fields: [...query.fields] } } });
  expect(data.items).toEqual(
    ['Berta', 'Anna'].map((vorname) => ({
      id: expect.any(Number),
      kid: expect.any(Number),
      name: 'Sortiert',
      vorname,
    })),
  );
});

test('a list is filtered and sorted by added fields', async () => {
  const own = await service.organisation();
  await setField(service.db, own.orgId, 'customers', { name: 'ind_1', kind: 'int', label: 'Punkte' });
  const crm = await clientWith(own);
  for (const ind_1 of [1, 5, 9]) await crm.customers.create({ name: 'Eigen', ind_1 });
  const { items } = await crm.customers.list({ 'ind_1[gte]': 5, sort: '-ind_1', fields: ['ind_1'] });
  expect(items.map(({ ind_1 }) => ind_1)).toEqual([9, 5]);
  expect((await crm.customers.list({ ind_1: 1 })).total).toBe(1);
});

test('a record is created, read, changed and deleted', async () => {
  const { data: made, response } = await client.POST('/v3/customers', {
    body: { anrede: 'Frau', vorname: 'Erika', name: 'Mustermann', geb: '1984-08-12' },
  });
  expect([response.status, made.name, made.geb]).toEqual([201, 'Mustermann', '1984-08-12']);
  const params = { path: { kid: made.id } };
  await client.POST('/v3/customers/{kid}/addresses', { params, body: { ort: 'Kiel', plz: '24103' } });
  const { data: changed } = await client.PATCH('/v3/customers/{kid}', {
    params,
    body: { name: 'Muster', titel: 'Dr.' },
  });
  expect(changed).toEqual({ success: true, updated: 2 });
  const { data: read } = await client.GET('/v3/customers/{kid}', {
    params: { ...params, query: { with_addresses: true, with_schema: true } },
  });
  expect([read.name, read.titel, read.addresses?.[0]?.ort]).toEqual(['Muster', 'Dr.', 'Kiel']);
  const description = read.fields?.customers?.name;
  expect(description?.label).toBe('Name');
  const { data: gone } = await client.DELETE('/v3/customers/{kid}', { params });
  expect(gone).toEqual({ success: true, deleted: true, soft_deleted: true, kid: made.id });
  expect((await failure(client.GET('/v3/customers/{kid}', { params }))).code).toBe('not_found');
});

test('a token may be a function, which is called before each request', async () => {
  const { token } = await organisation.client();
  const tokens = ['broken', token];
  const other = createClient({ baseUrl: `${service.address}/`, token: async () => tokens.shift() ?? '' });
  expect((await failure(other.GET('/v3/customers'))).code).toBe('invalid_token');
  expect((await other.GET('/v3/customers', { params: { query: { limit: 1 } } })).response.status).toBe(200);
});

describe('lists', () => {
  const names = Array.from({ length: 23 }, (_, i) => `Liste ${String(i).padStart(2, '0')}`);

  test('are iterated over page by page, in order, with their query', async () => {
    const owned = await clientWith(await service.organisation());
    const { failed, inserted } = await createMany(
      owned,
      '/v3/damages',
      names.map((art) => ({ art })),
    );
    expect([failed, inserted.length]).toEqual([[], 23]);
    const seen: string[] = [];
    const asked: string[] = [];
    const counting: Client = {
      ...owned,
      send: (method, path, init) => {
        asked.push(String((init?.params?.query as { page?: number } | undefined)?.page));
        return owned.send(method, path, init);
      },
    };
    for await (const damage of pages(counting, '/v3/damages', { query: { limit: 10 } })) seen.push(damage.art ?? '');
    expect(seen).toEqual(names);
    expect(asked).toEqual(['1', '2', '3']);
    for await (const damage of pages(counting, '/v3/damages', { query: { limit: 10, page: 2 } })) {
      expect(damage.art).toBe('Liste 10');
      break;
    }
    expect(asked).toEqual(['1', '2', '3', '2']);
    const one: string[] = [];
    for await (const damage of pages(owned, '/v3/damages', { query: { art: 'Liste 07' } })) one.push(damage.art ?? '');
    expect(one).toEqual(['Liste 07']);
  });

  test('that fill their last page exactly need no further call', async () => {
    const owned = await clientWith(await service.organisation());
    await createMany(
      owned,
      '/v3/damages',
      names.slice(0, 20).map((art) => ({ art })),
    );
    let calls = 0;
    const counting: Client = {
      ...owned,
      send: (...call) => {
        calls += 1;
        return owned.send(...call);
      },
    };
    let count = 0;
    for await (const _ of pages(counting, '/v3/damages', { query: { limit: 10 } })) count += 1;
    expect([count, calls]).toEqual([20, 2]);
  });

  test('below a record take its id, and a missing record is an error', async () => {
    const { data: customer } = await client.POST('/v3/customers', { body: { name: 'Ziele' } });
    const path = { kid: customer.id };
    for (const subject of ['Haus', 'Auto']) {
      await client.POST('/v3/customers/{kid}/goals', { params: { path }, body: { subject } });
    }
    const subjects: (string | null)[] = [];
    for await (const goal of pages(client, '/v3/customers/{kid}/goals', { path })) subjects.push(goal.subject);
    expect(subjects).toEqual(['Haus', 'Auto']);
    const missing = pages(client, '/v3/customers/{kid}/goals', { path: { kid: 2_000_000_000 } });
    expect((await failure(missing.next())).code).toBe('not_found');
  });
});

test('many records are sent in calls of 100, and each failed one is named', async () => {
  const records = Array.from({ length: 205 }, (_, i) => ({ name: `Viele ${i}` }));
  const result = await createMany(client, '/v3/customers', [...records, {}]);
  expect(result.inserted.map(({ index }) => index)).toEqual(records.map((_, i) => i));
  expect(result.failed).toMatchObject([{ index: 205, status: 422, error: 'no_valid_fields' }]);
  expect((await createMany(client, '/v3/customers', [{}, {}])).failed.map(({ index }) => index)).toEqual([0, 1]);
  const { data: customer } = await client.GET('/v3/customers/{kid}', {
    params: { path: { kid: result.inserted[204]?.kid ?? 0 } },
  });
  expect(customer.name).toBe('Viele 204');
  const wrong = createMany(client, '/v3/customers', [{ name: 'A' }, { geb: 'yesterday' }]);
  expect((await failure(wrong)).issues).toMatchObject([{ path: [1, 'geb'], code: 'invalid_format' }]);
});

describe('errors', () => {
  test('carry status, machine code, message, issues and the id of the request', async () => {
    const body = { geb: 'x', kontakt_art: 99 };
    const error = await failure(client.POST('/v3/customers', { body }));
    expect(error).toBeInstanceOf(BrokerCrmError);
    expect([error.status, error.code, error.retryAfter]).toEqual([400, 'validation_failed', null]);
    expect(error.issues.map(({ path }) => path)).toEqual([['kontakt_art'], ['geb']]);
    expect(error.message).toContain('issues');
    expect(error.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(isError(error, 'validation_failed', 'empty_body')).toBe(true);
    expect(isError(error, 'not_found')).toBe(false);
    expect(isError(new Error('validation_failed'), 'validation_failed')).toBe(false);
  });

  test('of a missing scope name it', async () => {
    const reader = await clientWith(organisation, ['v3:customers:read']);
    const error = await failure(reader.GET('/v3/damages'));
    expect([error.status, error.code]).toEqual([403, 'missing_required_scope']);
    expect(error.details).toMatchObject({
      required_scope: 'v3:damages:read',
      provided_scope: ['v3:customers:read'],
    });
    const search = await failure(client.POST('/v3/search', { body: { query: 'x', indices: [] } }));
    expect(search.code).toBe('validation_failed');
  });

  test('of an outdated version carry precondition_failed, of an unchanged record not_modified', async () => {
    const { data: customer } = await client.POST('/v3/customers', { body: { name: 'Stand' } });
    const params = { path: { kid: customer.id } };
    const { response } = await client.GET('/v3/customers/{kid}', { params });
    const etag = response.headers.get('etag') ?? '';
    const unchanged = await failure(client.GET('/v3/customers/{kid}', { params, headers: { 'If-None-Match': etag } }));
    expect([unchanged.status, unchanged.code]).toEqual([304, 'not_modified']);
    await client.PATCH('/v3/customers/{kid}', { params, body: { name: 'Neuer Stand' } });
    const stale = { params: { ...params, header: { 'If-Match': etag } }, body: { name: 'Alter Stand' } };
    expect((await failure(client.PATCH('/v3/customers/{kid}', stale))).code).toBe('precondition_failed');
  });

  test('of an unreachable service are network errors; an abort stays an abort', async () => {
    const nowhere = createClient({ baseUrl: 'http://127.0.0.1:1', token: 'x', maxRetries: 0 });
    const error = await failure(nowhere.GET('/v3/customers'));
    expect([error.status, error.code]).toEqual([0, 'network_error']);
    expect(error.cause).toBeInstanceOf(TypeError);
    const aborted = client.GET('/v3/customers', { signal: AbortSignal.abort() });
    await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('files', () => {
  const bytes = Uint8Array.from({ length: 100_003 }, (_, i) => (i * 7919) % 256);

  test('are uploaded and downloaded byte for byte', async () => {
    const { data: customer } = await client.POST('/v3/customers', { body: { name: 'Akte' } });
    const file = new File([bytes], 'Vertrag.pdf', { type: 'application/pdf' });
    const made = await upload(client, '/v3/customers/{kid}/documents', file, {
      path: { kid: customer.id },
      fields: { datum: '2026-01-31' },
    });
    expect(made).toMatchObject({ name: 'Vertrag.pdf', size: bytes.length, datum: '2026-01-31', kid: customer.id });
    const path = { id: made.id };
    const whole = await download(client, '/v3/documents/{id}/download', { path });
    expect(whole.headers.get('content-disposition')).toContain('Vertrag.pdf');
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
    const part = await download(client, '/v3/documents/{id}/content', { path, headers: { Range: 'bytes=10-19' } });
    expect(part.status).toBe(206);
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.slice(10, 20));
    const missing = download(client, '/v3/documents/{id}/download', { path: { id: 2_000_000_000 } });
    expect((await failure(missing)).code).toBe('not_found');
  });

  test('can be sent to the inbox', async () => {
    const made = await upload(client, '/v3/inbox/documents', bytes, { fields: { name: 'post.pdf', betreff: 'Post' } });
    expect(made.id).toBeGreaterThan(0);
  });
});

test('search, links and system lists are typed', async () => {
  const { data: customer } = await client.POST('/v3/customers', { body: { name: 'Suchwort' } });
  const { data: found } = await client.POST('/v3/search', { body: { query: 'suchwort', indices: ['customers'] } });
  expect(found.data.customers?.items.map(({ id }) => id)).toEqual([customer.id]);
  const { data: goal } = await client.POST('/v3/goals', { body: { kid: customer.id, subject: 'Haus' } });
  const params = { path: { id: goal.id } };
  const body = { foreign_section: 'customers', foreign_id: customer.id } as const;
  const { data: link } = await client.POST('/v3/goals/{id}/links', { params, body });
  const { data: links } = await client.GET('/v3/goals/{id}/links', { params });
  expect(links.items.map(({ id }) => id)).toEqual(link.ids.slice(0, 1));
  const { data: sparten } = await client.GET('/v3/system/sparten');
  expect(sparten.items.find(({ sparte }) => sparte === 'phv')?.display).toBe('Privathaftpflicht');
});
