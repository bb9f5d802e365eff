/** No input makes a 5xx: random addresses, queries, headers and bodies on every route (architecture 7). */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allRoutes } from '../src/derive/all-routes.ts';
import { registry } from '../src/model/registry.ts';
import { type Client, startTestService, type TestService } from './support/service.ts';

let service: TestService;
let client: Client;
const known: number[] = [];
const routes = allRoutes(registry);
const names = [...new Set(registry.resources.flatMap(({ fields }) => Object.keys(fields)))];
const arrays = [...new Set(registry.resources.flatMap(({ embeds }) => embeds.map(({ when }) => when)))];

beforeAll(async () => {
  service = await startTestService();
  client = await (await service.organisation()).client();
  for (let i = 0; i < 3; i += 1) known.push((await client.post('/v3/customers', { name: `K${i}` })).body.kid);
  known.push((await client.post('/v3/products', { name: 'P' })).body.id);
  known.push((await client.post(`/v3/customers/${known[0]}/contracts`, { sparte: 'kfz' })).body.id);
});
afterAll(() => service.stop());

/** Lone surrogates cannot be sent as UTF-8; JSON carries them as escapes instead. */
const wellFormed = (text: string): string => Buffer.from(text).toString();

const hostile = fc.constantFrom(
  '',
  '0',
  '-1',
  '1.0',
  '2147483648',
  '9'.repeat(400),
  '%',
  '%00',
  '%ff',
  '..%2f',
  "'; --",
  '\u0000',
  '\ud800',
  'null',
  'true',
  '[]',
  '{}',
  '1e9',
  'ä'.repeat(300),
);
const id = () =>
  fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known.map(String)) }, { weight: 1, arbitrary: hostile });
const scalar = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer(),
  fc.double(),
  fc.string({ unit: 'binary' }),
  hostile,
  fc.constantFrom('2024-02-30', '2024-02-29', '0000-00-00', '2024-01-01 25:00:00', '1.23', '1,23', '-0.001', '1e400'),
);
const value = fc.oneof(
  { weight: 6, arbitrary: scalar },
  { weight: 1, arbitrary: fc.array(scalar, { maxLength: 4 }) },
  { weight: 1, arbitrary: fc.dictionary(fc.string(), scalar, { maxKeys: 3 }) },
);
const object = fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), value, { maxKeys: 8 });
const body = fc.oneof(
  { weight: 5, arbitrary: object.map((one) => JSON.stringify(one)) },
  { weight: 2, arbitrary: fc.array(object, { maxLength: 4 }).map((all) => JSON.stringify(all)) },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
);
const query = fc
  .dictionary(
    fc.constantFrom(
      'page',
      'limit',
      'with_schema',
      'flat',
      'kid',
      'art',
      'status',
      'foreign_section',
      ...arrays,
      ...names,
    ),
    fc.oneof(fc.constant('1'), hostile, fc.string()),
    { maxKeys: 4 },
  )
  .map((all) =>
    Object.entries(all)
      .map(([name, text]) => `${name}=${/%|\ud800/.test(text) ? text : encodeURIComponent(wellFormed(text))}`)
      .join('&'),
  );
const headers = fc.dictionary(
  fc.constantFrom('if-match', 'if-none-match', 'range', 'idempotency-key', 'x-forwarded-for', 'content-type'),
  fc.oneof(
    fc.constantFrom('*', '"x"', '"'.repeat(5000), 'bytes=0-', 'bytes=5-1', 'application/json', 'text/plain'),
    fc.string(),
  ),
  { maxKeys: 2 },
);

const request = fc.record({
  route: fc.constantFrom(...routes),
  method: fc.constantFrom('', '', '', '', 'PUT', 'OPTIONS', 'HEAD'),
  ids: fc.array(fc.nat(), { minLength: 4, maxLength: 4 }),
  query,
  body,
  headers,
});

test('whatever comes, the answer is ours and no 5xx', async () => {
  const ids = fc.sample(id(), 200);
  await fc.assert(
    fc.asyncProperty(request, async (one) => {
      const path = one.ids.reduce(
        (address, n) => address.replace(/\{\w+\}/, (ids[n % ids.length] ?? '1').replaceAll(/[\ud800-\udfff]/g, 'x')),
        one.route.address,
      );
      const method = one.method || one.route.method;
      const sent = method === 'POST' || method === 'PATCH' ? wellFormed(one.body) : undefined;
      const safe = Object.fromEntries(
        Object.entries(one.headers).map(([name, text]) => [name, text.replaceAll(/[^\x20-\x7e]/g, '?').trim()]),
      );
      const reply = await client.send(
        method,
        encodeURI(decodeURI(path.replaceAll('%', '%25'))).replaceAll('%25', '%') + (one.query ? `?${one.query}` : ''),
        sent,
        {
          'content-type': 'application/json',
          ...safe,
        },
      );
      expect(reply.status, `${method} ${path}`).toBeLessThan(500);
      expect(reply.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      if (reply.status >= 400 && method !== 'HEAD') expect(reply.error, reply.text).toMatch(/^[a-z0-9_]+$/);
    }),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 3000), interruptAfterTimeLimit: 12_000, endOnFailure: false },
  );
}, 60_000);
