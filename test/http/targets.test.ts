/** Request targets with scheme and host (absolute form), as some proxies send them (rules 1.6). */
import { type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { setUpService } from '../support/fixture.ts';

const { service, client } = setUpService({ env: { CORS_ORIGINS: 'https://app.example.com' } });

interface Answered {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Asks with the target as it is written. */
const ask = (method: string, target: string, headers: Record<string, string> = {}, body = ''): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const all = { authorization: `Bearer ${client.token}`, 'content-type': 'application/json', ...headers };
    request({ port: new URL(service.address).port, method, path: target, headers: all }, async (answer) =>
      resolve({ status: answer.statusCode, headers: answer.headers, text: await text(answer) }),
    )
      .on('error', reject)
      .end(body);
  });

test.each([
  ['GET', '/v3/customers?limit=1&sort=-insert_datum', 200],
  ['GET', '/v3/customers/999999', 404],
  ['PUT', '/v3/customers', 405],
  ['POST', '/tools/search', 400],
  ['GET', '/livez', 200],
  ['GET', '/readyz', 200],
  ['POST', '/readyz', 405],
  ['GET', '/openapi/v3.json', 200],
  ['GET', '/settings/api/session', 200],
  ['GET', '/nothing', 404],
])('%s %s answers the same with scheme and host in the request target', async (method, path, status) => {
  const plain = await ask(method, path);
  expect(plain.status).toBe(status);
  for (const before of [service.address, 'http://crm.example.com', 'HTTPS://user@crm.example.com:8443']) {
    const answer = await ask(method, before + path);
    expect([answer.status, answer.headers.allow]).toEqual([plain.status, plain.headers.allow]);
    if (status === 200) expect(answer.text).toBe(plain.text);
  }
});

test('an absolute target without a path means /; an invalid one is 404', async () => {
  const page = await ask('GET', '/');
  for (const target of ['http://crm.example.com', 'http://crm.example.com?a=1'])
    expect((await ask('GET', target)).status).toBe(page.status);
  for (const target of ['http:///v3/customers', 'ftp://a/v3/customers'])
    expect((await ask('GET', target)).status).toBe(404);
});

test('an absolute target is the same request for Idempotency-Key and CORS', async () => {
  const create = (target: string) => ask('POST', target, { 'idempotency-key': 'k1' }, '{"name":"Einmal"}');
  const first = await create('/v3/customers');
  const again = await create('http://crm.example.com/v3/customers');
  expect([again.headers['idempotent-replayed'], again.text]).toEqual(['true', first.text]);
  const origin = { origin: 'https://app.example.com' };
  const read = await ask('GET', 'http://crm.example.com/v3/customers', origin);
  expect(read.headers['access-control-allow-origin']).toBe(origin.origin);
});

test('scheme and host of the target are trusted neither for HSTS nor for the Origin check', async () => {
  const own = await ask('GET', 'https://crm.example.com/livez');
  expect(own.headers['strict-transport-security']).toBeUndefined();
  const origin = { origin: 'http://evil.example.com' };
  const path = '/settings/api/session';
  const answers = [await ask('POST', path, origin, '{}'), await ask('POST', origin.origin + path, origin, '{}')];
  expect(answers.map(({ status }) => status)).toEqual([403, 403]);
});
