/** The OpenAPI description: it passes the recommended rules of two linters, and answers fit their schemas. */
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import parsers from '@stoplight/spectral-parsers';
import rulesets from '@stoplight/spectral-rulesets';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allRoutes } from '../src/derive/all-routes.ts';
import { openapiDocument, openapiYaml } from '../src/derive/openapi.ts';
import { registry } from '../src/model/registry.ts';
import { type Client, type Reply, startTestService, type TestService } from './support/service.ts';

const routes = allRoutes(registry);
const yaml = openapiYaml(registry, routes);

let service: TestService;
let client: Client;
beforeAll(async () => {
  service = await startTestService();
  client = await (await service.organisation()).client();
});
afterAll(() => service.stop());

test('Redocly finds nothing', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: yaml, config });
  // The specification itself has `documents/folders/{id}` beside `documents/{id}/download`; ids are numbers.
  const others = problems.filter(({ ruleId }) => ruleId !== 'no-ambiguous-paths');
  expect(problems.length - others.length).toBe(3);
  const lines = others.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);
  expect(lines.slice(0, 20)).toEqual([]);
}, 120_000);

test('Spectral finds nothing', async () => {
  const { Spectral, Document } = spectral;
  const linter = new Spectral();
  linter.setRuleset({ extends: [[rulesets.oas as never, 'recommended']] } as never);
  const problems = await linter.run(new Document(yaml, parsers.Yaml));
  expect(problems.map(({ code, message, path }) => `${code}: ${message} ${path.join('.')}`).slice(0, 20)).toEqual([]);
}, 120_000);

test('it is served without a token', async () => {
  const answer = await service.ask('GET', '/openapi/v3.yaml');
  expect([answer.status, answer.text]).toEqual([200, yaml]);
});

test('answers fit their schemas', async () => {
  const document = openapiDocument(registry, routes) as {
    paths: Record<string, Record<string, { responses: Record<string, object> }>>;
  };
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  (formats as unknown as (ajv: Ajv2020) => void)(ajv);
  ajv.addSchema(JSON.parse(JSON.stringify(document)) as object, 'api');
  const check = (method: string, path: string, reply: Reply): void => {
    const response = document.paths[path]?.[method]?.responses[String(reply.status)] as { $ref?: string } | undefined;
    expect(response, `${method} ${path} ${reply.status}`).toBeDefined();
    const escaped = path.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D');
    const pointer = response?.$ref ? response.$ref : `#/paths/${escaped}/${method}/responses/${reply.status}`;
    const validate = ajv.compile({ $ref: `api${pointer}/content/application~1json/schema` });
    expect(validate(reply.body) ? [] : validate.errors, `${method} ${path}`).toEqual([]);
  };
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
