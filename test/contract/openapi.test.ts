/** The OpenAPI description: it is served, and answers of every record kind fit their schemas. Linters: scripts/lint-openapi.js. */
import { setImmediate as turn } from 'node:timers/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { openapiDocument, openapiYaml } from '../../src/derive/openapi/openapi-document.ts';
import { allRoutes } from '../../src/derive/routing/all-routes.ts';
import { errorTable } from '../../src/errors/api-error.ts';
import { registry } from '../../src/model/registry.ts';
import { setField } from '../../src/operations/org-settings/custom-fields.ts';
import { setUpService } from '../support/fixture.ts';
import type { Reply } from '../support/service.ts';

const routes = allRoutes(registry);
const yaml = openapiYaml(registry, routes);

const { service, client } = setUpService();

test('the document is served without a token', async () => {
  const answer = await service.ask('GET', '/openapi/v3.yaml');
  expect([answer.status, answer.text]).toEqual([200, yaml]);
  const other = await service.ask('POST', '/openapi/v3.yaml');
  expect([other.status, other.error, other.headers.get('allow')]).toEqual([405, 'method_not_allowed', 'GET, HEAD']);
});

test.each([
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
])('%s at the description is no allowed method', async (method) => {
  const answer = await service.ask(method, '/openapi/v3.yaml');
  expect([answer.status, answer.error, answer.headers.get('allow')]).toEqual([405, 'method_not_allowed', 'GET, HEAD']);
});

const document = openapiDocument(registry, routes) as {
  paths: Record<
    string,
    Record<string, { responses: Record<string, object>; parameters: { in: string; name: string }[] }>
  >;
  components: { responses: Record<string, { description: string }>; parameters: Record<string, object> };
};
/** Resolves a reference: several calls share parameters and responses. */
const resolved = (thing: object | undefined): object | undefined => {
  const [, , group, name] = (thing as { $ref?: string } | undefined)?.$ref?.split('/') ?? [];
  return group === 'parameters' || group === 'responses' ? document.components[group][name ?? ''] : thing;
};
const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addSchema(JSON.parse(JSON.stringify(document)) as object, 'api');

/** Errors of a value by the schema at a pointer of the description. */
const findings = (pointer: string, value: unknown): unknown => {
  const validate = ajv.compile({ $ref: `api${pointer}` });
  return validate(value) ? [] : validate.errors;
};

const check = (method: string, path: string, reply: Reply): void => {
  const response = document.paths[path]?.[method]?.responses[String(reply.status)] as { $ref?: string } | undefined;
  expect(response, `${method} ${path} ${reply.status}`).toBeDefined();
  const escaped = path.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D');
  const pointer = response?.$ref ? response.$ref : `#/paths/${escaped}/${method}/responses/${reply.status}`;
  expect(findings(`${pointer}/content/application~1json/schema`, reply.body), `${method} ${path}`).toEqual([]);
};

test('responses match their schemas', async () => {
  const made = await client.post('/v3/customers', { name: 'A', geb: '1980-01-01' });
  check('post', '/v3/customers', made);
  const { kid } = made.body;
  check('get', '/v3/customers/{kid}', await client.get(`/v3/customers/${kid}?with_addresses=1`));
  check('get', '/v3/customers', await client.get('/v3/customers?with_schema=1'));
  check('post', '/v3/customers', await client.post('/v3/customers', [{ name: 'B' }, 5]));
  check('post', '/v3/customers', await client.post('/v3/customers', { geb: 'x' }));
  check('patch', '/v3/customers/{kid}', await client.patch(`/v3/customers/${kid}`, { name: 'C' }));
  check(
    'post',
    '/v3/customers/{kid}/contracts',
    await client.post(`/v3/customers/${kid}/contracts`, { nummer: 'X', tariffs: [{ name: 'T' }] }),
  );
  check('get', '/v3/contracts', await client.get('/v3/contracts?with_tariffs=1'));
  check('post', '/v3/documents', await client.post('/v3/documents', { base64: 'eA==', kid }));
  check('get', '/v3/documents', await client.get('/v3/documents'));
  check('post', '/v3/activities', await client.post('/v3/activities', { kategorie: 'termin', kid }));
  check('get', '/v3/activities', await client.get('/v3/activities?with_comments=1'));
  check('get', '/v3/system/relations', await client.get('/v3/system/relations'));
  check('post', '/v3/system/tags', await client.post('/v3/system/tags', { tag: 'x' }));
  check('get', '/v3/system/tags', await client.get('/v3/system/tags'));
  check('post', '/v3/search', await client.post('/v3/search', { query: 'a', indices: ['customers'] }));
  check('delete', '/v3/customers/{kid}', await client.delete(`/v3/customers/${kid}`));
  check('get', '/v3/customers/{kid}', await client.get(`/v3/customers/${kid}`));
});

test('enumerated values equal the built-in lists', async () => {
  const { schemas } = document.components as unknown as {
    schemas: Record<string, { properties: Record<string, { 'x-known-values'?: readonly unknown[] }> }>;
  };
  let compared = 0;
  for (const [path, kind] of Object.entries({ customers: 'Customer', goals: 'Goal', finances: 'FinanceEntry' })) {
    const { body } = await client.get(`/v3/${path}?with_schema=1`);
    const [fields, lists] = [body.fields[path] ?? body.fields, body.select_fields[path] ?? body.select_fields];
    for (const [name, { 'x-known-values': known }] of Object.entries(schemas[kind]?.properties ?? {})) {
      if (!known) continue;
      compared += 1;
      const list: { value: unknown }[] = lists[fields[name].select_fields_name];
      expect(list.map(({ value }) => value)).toEqual(known);
    }
  }
  expect(compared).toBeGreaterThan(6);
});

interface Exampled {
  readonly schema: object;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value?: unknown; readonly $ref?: string }>>;
}

/** Every schema with examples, with the location of both. */
const exampled = (): [where: string, pointer: string, one: Exampled][] => {
  const found: [string, string, Exampled][] = [];
  const at = (pointer: string, name: string | number): string =>
    `${pointer}/${encodeURIComponent(String(name).replaceAll('~', '~0').replaceAll('/', '~1'))}`;
  const media = (pointer: string, thing: { content?: Record<string, Exampled> }): void => {
    for (const [name, one] of Object.entries(thing.content ?? {}))
      found.push([`${pointer} ${name}`, at(`${pointer}/content`, name), one]);
  };
  const plain = JSON.parse(JSON.stringify(document)) as typeof document;
  for (const [path, methods] of Object.entries(plain.paths))
    for (const [method, call] of Object.entries(methods)) {
      const here = at(at('#/paths', path), method);
      call.parameters.forEach((one, i) => {
        if (!('$ref' in one)) found.push([`${method} ${path} ${one.name}`, at(`${here}/parameters`, i), one as never]);
      });
      media(`${here}/requestBody`, (call as { requestBody?: object }).requestBody ?? {});
      for (const [status, answer] of Object.entries(call.responses)) media(at(`${here}/responses`, status), answer);
    }
  for (const [name, one] of Object.entries(plain.components.parameters))
    found.push([name, at('#/components/parameters', name), one as never]);
  for (const [name, one] of Object.entries(plain.components.responses))
    media(at('#/components/responses', name), one as object);
  return found;
};

test('every parameter, body and response has an example that matches its schema', async () => {
  const examples = (parse(yaml) as { components: { examples: Record<string, { value: unknown }> } }).components
    .examples;
  const wrong: unknown[] = [];
  const all = exampled();
  for (const [where, pointer, one] of all) {
    // A busy machine takes minutes for all: whose connections end meanwhile has to hear of it before the next test asks.
    await turn();
    const named = Object.values(one.examples ?? {}).map(({ value, $ref }) =>
      $ref ? examples[$ref.split('/').at(-1) ?? '']?.value : value,
    );
    const values = 'example' in one ? [one.example] : named;
    if (!values.length || values.includes(undefined)) wrong.push([where, 'has none']);
    else if (!/%2A%2F|\*~1\*|form-data/.test(pointer))
      for (const value of values) {
        const found = findings(`${pointer}/schema`, value) as { instancePath: string; message: string }[];
        if (found.length) wrong.push([where, found[0]?.instancePath, found[0]?.message]);
      }
  }
  expect(wrong).toEqual([]);
  expect(all.length).toBeGreaterThan(600);
});

test('the document is served as JSON too', async () => {
  const answer = await service.ask('GET', '/openapi/v3.json');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  expect(answer.body).toEqual(parse(yaml));
});

/** Whether the schema of a parameter or of a body's member accepts each value. */
const takes = (pointer: string, values: readonly unknown[]): readonly boolean[] =>
  values.map((value) => (findings(pointer, value) as unknown[]).length === 0);

test('accepted forms are described: switches as numbers, blank dates and numbers, no null in numbers of records', () => {
  expect(takes('#/components/parameters/WithAddresses/schema', [true, false, 1, 0, 2, 'ja'])).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
  const member = (schema: string, name: string) => `#/components/schemas/${schema}/properties/${name}`;
  expect(takes(member('CustomerCreate', 'geb'), ['', null, '1984-08-12', 'gestern'])).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect(takes(member('DamagePatch', 'betrag'), ['', null, 12.5])).toEqual([true, true, true]);
  expect(takes(member('Activity', 'kategorie'), [1, null])).toEqual([true, false]);
  for (const [schema, name] of [
    ['Customer', 'kid'],
    ['Address', 'kid'],
    ['Contract', 'kid'],
    ['Tariff', 'vid'],
    ['Comment', 'owner_id'],
  ] as const)
    expect(takes(member(schema, name), [7, null]), `${schema}.${name}`).toEqual([true, false]);
});

test('refused forms are described: decimals, times, empty bodies, values given by the path', () => {
  const member = (schema: string, name: string) => `#/components/schemas/${schema}/properties/${name}`;
  const decimals = [12.5, '12.50', '-1', '12,50', '1.234', 'viel'];
  expect(takes(member('DamagePatch', 'betrag'), decimals)).toEqual([true, true, true, false, false, false]);
  const times = ['2026-01-31 09:30:00', '2026-01-31T09:30', '2026-01-31T08:30:00.5Z', '2026-01-31 09:30', 'bald'];
  expect(takes(member('ActivityCreate', 'start'), times)).toEqual([true, true, true, false, false]);
  expect(takes('#/components/schemas/AddressCreate', [{}, { ort: 'Kiel' }])).toEqual([false, true]);
  expect(takes('#/components/schemas/AddressPatch', [{}, { ort: 'Kiel' }])).toEqual([true, true]);
  // Followers are the token's user where a body names none.
  expect(takes('#/components/schemas/FollowerCreate', [{}])).toEqual([true]);
  const { schemas } = document.components as unknown as { schemas: Record<string, { properties: object }> };
  for (const name of ['ContractDocumentCreate', 'DamageDocumentCreate', 'ContractDocumentPatch', 'DamageDocumentPatch'])
    expect(Object.keys(schemas[name]?.properties ?? { kid: 0 }), name).not.toContain('kid');
  const search = '#/paths/~1v3~1search/post/requestBody/content/application~1json/schema';
  const [index, include] = ['customers', { name: 'a' }];
  expect(takes(search, [{ query: [{ index, include }] }, { query: [{ index }] }, { query: [{ include }] }])).toEqual([
    true,
    false,
    false,
  ]);
});

test('addresses of webhooks are described: accepted schemes, umlauts, surrounding blanks', async () => {
  const { body } = await client.post('/v3/webhooks', { url: 'https://93.184.215.14/', events: [] });
  const pointer = '#/paths/~1v3~1webhooks~1%7Bid%7D/patch/requestBody/content/application~1json/schema/properties/url';
  for (const [url, isTaken] of [
    ['https://93.184.215.14/hook', true],
    [' HTTP://93.184.215.14/straße?q=ä#b ', true],
    ['ftp://93.184.215.14/', false],
    ['93.184.215.14/hook', false],
    ['', false],
    [`https://93.184.215.14/${'a'.repeat(2000)}`, false],
  ] as const) {
    expect([url, (await client.patch(`/v3/webhooks/${body.id}`, { url })).status]).toEqual([url, isTaken ? 200 : 400]);
    expect([url, ...takes(pointer, [url])]).toEqual([url, isTaken]);
  }
});

/** The schemas of a list's query by the names of their parameters. */
const query = (path: string): ReadonlyMap<string, string> =>
  new Map(
    (document.paths[path]?.get?.parameters ?? []).map((one, i) => {
      const { name } = resolved(one) as { name: string };
      const escaped = path.replaceAll('/', '~1');
      return [name, `${(one as { $ref?: string }).$ref ?? `#/paths/${escaped}/get/parameters/${i}`}/schema`];
    }),
  );

test('parameters that accept added fields of an organisation describe this', async () => {
  const organisation = await service.organisation();
  const own = await organisation.client();
  await setField(service.db, organisation.orgId, 'customers', { name: 'ind_1', kind: 'text', label: 'Hobby' });
  await setField(service.db, organisation.orgId, 'customers', { name: 'ind_2', kind: 'int', label: 'Punkte' });
  for (const [name, ind_2] of [
    ['A', 1],
    ['B', 7],
    ['C', 9],
  ] as const)
    await own.post('/v3/customers', { name, ind_1: 'Segeln', ind_2 });
  const asked = { fields: ['name', 'ind_2'], sort: '-ind_2', own_fields: { ind_1: 'Segeln', 'ind_2[gte]': '7' } };
  const { fields, own_fields: filters, ...others } = asked;
  const found = await own.get(`/v3/customers?${new URLSearchParams({ ...others, ...filters, fields: fields.join() })}`);
  check('get', '/v3/customers', await own.get('/v3/customers?ind_1=Segeln'));
  expect(found.body.items.map(({ name, ind_2 }: Record<string, unknown>) => [name, ind_2])).toEqual([
    ['C', 9],
    ['B', 7],
  ]);
  const described = query('/v3/customers');
  for (const [name, value] of Object.entries(asked))
    expect(takes(described.get(name) ?? '', [value]), name).toEqual([true]);
  // The description does not contain values that the service refuses.
  const wrong = { fields: ['nme'], sort: 'ind_x' };
  for (const [name, value] of Object.entries(wrong)) {
    expect((await own.get(`/v3/customers?${name}=${value}`)).status).toBe(400);
    expect(takes(described.get(name) ?? '', [value]), name).toEqual([false]);
  }
  expect(query('/v3/customers/{kid}/addresses').has('own_fields')).toBe(false);
});

test('queries describe the words accepted for numbers of a list', async () => {
  await client.post('/v3/activities', { kategorie: 'telefon', titel: 'Rückruf' });
  const found = await client.get('/v3/activities?kategorie=telefon');
  expect([found.body.total, found.body.items[0].kategorie]).toEqual([1, 4]);
  expect(takes(query('/v3/activities').get('kategorie') ?? '', ['telefon', 4, 'Telefon'])).toEqual([true, true, false]);
});

test('values of filters are described as they are read', async () => {
  const described = query('/v3/damages');
  for (const [name, right, wrong] of [
    ['betrag', '12.50', 'viel'],
    ['betrag[gte]', '12.5', '1.234'],
    ['datum_schaden', '2026-01-31', '2026-01-31 09:30:00'],
    ['datum_schaden[lt]', '2026-01-31', 'gestern'],
    ['edit_datum[gt]', '2026-01-31', 'bald'],
    ['edit_datum[gt]', '2026-01-31T09:30:00', ''],
    ['betrag[lt]', '0', ''],
  ] as const) {
    expect(takes(described.get(name) ?? '', [right, wrong]), name).toEqual([true, false]);
    const asked = [right, wrong].map((value) => client.get(`/v3/damages?${new URLSearchParams({ [name]: value })}`));
    expect(
      (await Promise.all(asked)).map(({ status }) => status),
      name,
    ).toEqual([200, 400]);
  }
  const { issues } = (await client.get('/v3/damages?betrag=&edit_datum[gt]=')).body.data;
  expect(issues.map(({ message }: { message: string }) => message)).toEqual([
    'betrag is empty.',
    'edit_datum[gt] is empty.',
  ]);
});

test('the key of a repetition has no constant example', () => {
  const key = document.components.parameters.IdempotencyKey as Exampled;
  expect([key.example, Object.values(key.examples ?? {}).map(({ value }) => value)]).toEqual([
    undefined,
    ['{{$guid}}'],
  ]);
});

/** The codes that the description names for a status of a call. */
const namedCodes = (method: string, path: string, status: number): readonly string[] => {
  const answer = document.paths[path]?.[method]?.responses[status] as { $ref?: string } | undefined;
  const { description } = document.components.responses[answer?.$ref?.split('/').pop() ?? ''] ?? { description: '' };
  return [...description.matchAll(/`(\w+)`/g)].map(([, code]) => code ?? '');
};

test('response headers of rate limits and tokens are described', async () => {
  const { responses } = (parse(yaml) as { components: { responses: Record<string, { headers: object }> } }).components;
  const told = (name: string) =>
    Object.keys(Object.entries(responses).find(([one]) => one.startsWith(name))?.[1].headers ?? {});
  const carried = (reply: Reply) =>
    [...reply.headers.keys()].filter((name) => /^x-(token|ratelimit)|^retry/.test(name));
  const found = resolved(document.paths['/v3/customers']?.get?.responses['200']) as { headers: object } | undefined;
  expect(Object.keys(found?.headers ?? {})).toEqual(expect.arrayContaining(carried(await client.get('/v3/customers'))));
  expect(told('Error404')).toEqual(expect.arrayContaining(carried(await client.get('/v3/customers/2147483647'))));
  expect([told('Error429').includes('retry-after'), told('Error503').includes('retry-after')]).toEqual([true, true]);
  expect(told('Error401').filter((name) => name.startsWith('x-token'))).toEqual([]);
});

test('request and response headers of versions, ranges and repeated requests are described', async () => {
  const carried = ({ headers }: Reply) =>
    [...headers.keys()].filter((name) => /^(etag|idempotent-|accept-ranges|content-(range|disposition))/.test(name));
  const told = (method: string, path: string, { status }: Reply) =>
    Object.keys(
      (resolved(document.paths[path]?.[method]?.responses[status]) as { headers?: object } | undefined)?.headers ?? {},
    );
  const asks = (path: string) =>
    document.paths[path]?.get?.parameters.flatMap((one) => {
      const { name, in: place } = resolved(one) as { name: string; in: string };
      return place === 'header' ? [name] : [];
    });
  const upload = () =>
    client.post('/v3/documents', { base64: 'eA==', name: 'a.txt' }, { 'Idempotency-Key': 'described' });
  await upload();
  const made = await upload();
  const record = `/v3/documents/${made.body.id}`;
  const content = `${record}/content`;
  const answers = [
    ['post', '/v3/documents', made, 201],
    ['get', '/v3/documents/{id}', await client.get(record), 200],
    ['get', '/v3/documents/{id}', await client.get(record, { 'If-None-Match': '*' }), 304],
    ['get', '/v3/documents/{id}/content', await client.get(content), 200],
    ['get', '/v3/documents/{id}/content', await client.get(content, { Range: 'bytes=0-' }), 206],
    ['get', '/v3/documents/{id}/content', await client.get(content, { Range: 'bytes=9-' }), 416],
  ] as const;
  for (const [method, path, reply, status] of answers) {
    expect(reply.status, `${method} ${path}`).toBe(status);
    expect(carried(reply).length, `${method} ${path} ${status}`).toBeGreaterThan(0);
    expect(told(method, path, reply), `${method} ${path} ${status}`).toEqual(expect.arrayContaining(carried(reply)));
  }
  expect(asks('/v3/documents/{id}/content')).toEqual(['If-None-Match', 'Range']);
  expect(asks('/v3/customers/{kid}')).toEqual(['If-None-Match']);
  expect(asks('/v3/customers')).toEqual([]);
});

test('names of components are short enough for file names, and not truncated', () => {
  const names = Object.values(document.components).flatMap((group) => Object.keys(group));
  expect(names.filter(({ length }) => length > 60)).toEqual([]);
  for (const [path, methods] of Object.entries(document.paths))
    for (const method of Object.keys(methods))
      expect(namedCodes(method, path, 401).at(-1), `${method} ${path}`).toBe('missing_cid');
});

test.each([
  ['/v3/customers/{kid}/documents/folders', ['with_schema']],
  ['/v3/system/tags', ['with_schema']],
  ['/v3/customers/{kid}/links', ['foreign_section']],
  ['/v3/contracts/{id}/links', ['foreign_section']],
  ['/v3/customers/{kid}/relations', []],
  ['/v3/system/sparten', []],
  ['/v3/goals', ['page', 'limit', 'with_schema']],
  ['/v3/products', ['page', 'limit', 'with_schema', 'flat']],
])('the query of %s is described as it acts', (path, acting) => {
  const parameters = document.paths[path]?.get?.parameters.map(resolved) as { in: string; name: string }[] | undefined;
  const names = parameters?.filter((one) => one.in === 'query').map(({ name }) => name);
  const general = ['page', 'limit', 'with_schema', 'flat', 'foreign_section'];
  expect(names?.filter((name) => general.includes(name))).toEqual(acting);
});

test('the metadata of short lists is described', async () => {
  const { kid } = (await client.post('/v3/customers', { name: 'Ordner' })).body;
  for (const path of ['/v3/customers/{kid}/documents/folders', '/v3/system/tags']) {
    const reply = await client.get(`${path.replace('{kid}', kid)}?with_schema=1&with_names=1&flat=1&page=9&limit=1`);
    check('get', path, reply);
    const schema = resolved(document.paths[path]?.get?.responses['200']) as {
      content: { 'application/json': { schema: { properties: object } } };
    };
    expect(Object.keys(reply.body)).toEqual(Object.keys(schema.content['application/json'].schema.properties));
  }
});

test('shared components are defined once, and names are unique', () => {
  const { paths } = document;
  const calls = Object.values(paths).flatMap((path) => Object.values(path));
  // A new kind or field adds calls and lines; text that is repeated in each call increases the lines per call.
  expect(yaml.split('\n').length / calls.length, 'lines a call').toBeLessThan(70);
  const repeated = new Map<string, number>();
  for (const call of calls)
    for (const thing of [...call.parameters, ...Object.values(call.responses)])
      if (!('$ref' in thing)) repeated.set(JSON.stringify(thing), (repeated.get(JSON.stringify(thing)) ?? 0) + 1);
  expect([...repeated].filter(([, times]) => times > 1)).toEqual([]);
  const kids = ['KidKunde', 'KidKontakt', 'KidProduktpartner', 'PathKidCustomer'];
  expect(Object.keys(document.components.parameters)).toEqual(expect.arrayContaining(kids));
});

test('the code of a batch with nothing to write is described', async () => {
  const reply = await client.post('/v3/customers', [{}]);
  expect([reply.status, reply.body.error]).toEqual([422, 'no_valid_fields']);
  expect(namedCodes('post', '/v3/customers', 422)).toContain('no_valid_fields');
  expect(namedCodes('post', '/v3/products', 422)).not.toContain('no_valid_fields');
});

test.each([
  ['/v3/contracts', false],
  ['/v3/customers/{kid}/contracts', true],
  ['/v3/damages', true],
  ['/v3/activities', false],
])('codes of batches are named at %s: %s', (path, takes) => {
  const codes = namedCodes('post', path, 400);
  expect(['empty_array', 'batch_too_large'].map((code) => codes.includes(code))).toEqual([takes, takes]);
});

/** Creates, lists, reads and, unless it is to stay, deletes at an address; answers the number of the record. */
const walk = async (
  path: string,
  numbers: readonly number[],
  body: object,
  query = '',
  stays = false,
): Promise<number> => {
  const left = [...numbers];
  const address = path.replace(/\{\w+\}/g, () => String(left.shift()));
  const made = await client.post(address, body);
  check('post', path, made);
  const id = made.body.id ?? made.body.ids[0];
  const list = await client.get(`${address}?with_schema=1${query}`);
  check('get', path, list);
  expect(list.body.items.length).toBeGreaterThan(0);
  const used = path.match(/\{id\d?\}/g)?.length ?? 0;
  const own = /^\/v3\/(customers|products|users)$/.test(path) ? '{kid}' : used ? `{id${used + 1}}` : '{id}';
  if (document.paths[`${path}/${own}`]?.get) {
    check('get', `${path}/${own}`, await client.get(`${address}/${id}?with_schema=1${query}`));
  }
  if (!stays) check('delete', `${path}/${own}`, await client.delete(`${address}/${id}`));
  return id;
};

test('records of every kind have the fields that their schemas require', async () => {
  const kid = await walk('/v3/customers', [], { name: 'Muster', ind_1: 'x' }, '&with_addresses=1&with_banks=1', true);
  const partner = await walk('/v3/products', [], { name: 'Versicherer' }, '&with_portals=1', true);
  const user = await walk('/v3/users', [], { email: 'schema@example.com' }, '&with_contacts=1', true);
  const parts = {
    addresses: { ort: 'Kiel' },
    contacts: { art: 'E-Mail', wert: 'a@example.com' },
    banking: { iban: 'DE02120300000000202051', typ: '0' },
    numbers: { wert: '1' },
    identity: { art: 'Reisepass' },
    jobs: { beruf: 'Tischler' },
    comments: { text: 'x' },
    followers: { kid_user: user },
  };
  for (const [part, body] of Object.entries(parts)) await walk(`/v3/customers/{kid}/${part}`, [kid], body);
  const tag = await walk('/v3/system/tags', [], { tag: 'A' }, '', true);
  await walk('/v3/customers/{kid}/tags', [kid], { tag_id: tag });
  const contract = await walk(
    '/v3/customers/{kid}/contracts',
    [kid],
    { sparte: 'phv', tariffs: [{ name: 'T' }] },
    '&with_tariffs=1',
    true,
  );
  await walk('/v3/contracts/{id}/persons', [contract], { name: 'P' });
  await walk('/v3/contracts/{id}/tariffs', [contract], { name: 'T' });
  await walk('/v3/contracts/{id}/comments', [contract], { text: 'x' });
  await walk('/v3/contracts/{id}/documents', [contract], { base64: 'eA==' }, '', true);
  await walk('/v3/damages', [], { kid, art: 'Sturm' });
  await walk('/v3/finances', [], { kid, bezeichnung: 'Gehalt', betrag: '1.50' });
  await walk('/v3/goals', [], { kid, subject: 'Haus' });
  await walk('/v3/activities', [], { kid, kategorie: 'termin' }, '&with_comments=1');
  await walk('/v3/contact-persons', [], { kid: partner, name: 'A' });
  await walk('/v3/portals', [], { kid: partner, name: 'A', pass: 'secret' });
  await walk('/v3/customers/{kid}/documents/folders', [kid], { name: 'F' });
  await walk('/v3/customers/{kid}/links', [kid], { foreign_section: 'contracts', foreign_id: contract });
  const types = await client.get('/v3/system/relations');
  check('get', '/v3/system/relations', types);
  check('get', '/v3/system/sparten', await client.get('/v3/system/sparten'));
  const other = await client.post('/v3/customers', { name: 'Anders' });
  const relation = { kid_beziehung: other.body.kid, beziehung: types.body.pairs[0].beziehung };
  await walk('/v3/customers/{kid}/relations', [kid], relation);
  const document = await client.get(`/v3/contracts/${contract}/documents`);
  check('get', '/v3/documents/{id}', await client.get(`/v3/documents/${document.body.items[0].id}?with_base64=1`));
});

test.each(['', '/download', '/content'])('the bytes of a document%s are described with ranges', (way) => {
  const { responses } = document.paths[`/v3/documents/{id}${way}`]?.get ?? { responses: {} as Record<string, object> };
  expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '206', '304', '416']));
  expect(resolved(responses[200])).toHaveProperty(['content', '*/*']);
});

test('the error codes of the description equal those that its calls return', () => {
  const { schemas } = (parse(yaml) as { components: { schemas: { ErrorCode: { enum: string[] } } } }).components;
  const codes = schemas.ErrorCode.enum;
  expect(codes.filter((code) => !(code in errorTable) && !/^body_[a-z_]+_forbidden$/.test(code))).toEqual([]);
  const some = [
    'document_protected',
    'folder_protected',
    'already_following',
    'unknown_resource',
    'too_many_auth_failures',
  ];
  const forbidden = ['body_kid_forbidden', 'body_vid_forbidden', 'body_schaden_forbidden', 'body_owner_id_forbidden'];
  expect(codes).toEqual(expect.arrayContaining([...some, ...forbidden]));
  expect(codes).not.toContain('too_many_logins');
});
