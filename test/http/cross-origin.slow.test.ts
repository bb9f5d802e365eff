/** CORS: pages of the origins in CORS_ORIGINS can call the API (rules 8.8). */
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { startTestService, type TestService } from '../support/service.ts';

const APP = 'https://app.example.com';
const asker =
  (service: TestService) =>
  async (method: 'GET' | 'OPTIONS' | 'POST', path: string, headers: Record<string, string>) => {
    const answer = await request(`${service.address}${path}`, { method, headers });
    await answer.body.dump();
    return { status: answer.statusCode, headers: answer.headers };
  };
const PREFLIGHT = {
  origin: APP,
  'access-control-request-method': 'PATCH',
  'access-control-request-headers': 'authorization',
};

describe('a list of origins', () => {
  let service: TestService;
  let ask: ReturnType<typeof asker>;
  beforeAll(async () => {
    service = await startTestService({ env: { CORS_ORIGINS: `https://other.example.com, ${APP}` } });
    ask = asker(service);
  });
  afterAll(() => service.stop());

  test('a preflight request needs no token', async () => {
    const { status, headers } = await ask('OPTIONS', '/v3/customers/1', PREFLIGHT);
    expect([status, headers['access-control-allow-origin'], headers.vary]).toEqual([204, APP, 'Origin']);
    expect(headers['access-control-allow-methods']).toContain('PATCH');
    expect(headers['access-control-allow-headers']).toMatch(/Authorization.*Content-Type.*Idempotency-Key/);
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });

  test('responses, errors included, have CORS headers for a listed origin', async () => {
    const { token } = await (await service.organisation()).client();
    for (const [bearer, expected] of [
      [token, 200],
      ['wrong', 401],
    ] as const) {
      const { status, headers } = await ask('GET', '/v3/customers', { origin: APP, authorization: `Bearer ${bearer}` });
      expect([status, headers['access-control-allow-origin']]).toEqual([expected, APP]);
      for (const name of [
        'X-Request-Id',
        'ETag',
        'Location',
        'Retry-After',
        'WWW-Authenticate',
        'X-RateLimit-Remaining',
      ])
        expect(headers['access-control-expose-headers']).toContain(name);
    }
    expect((await ask('GET', '/openapi/v3.yaml', { origin: APP })).headers['access-control-allow-origin']).toBe(APP);
  });

  test('other origins, the settings API and the page get no CORS headers', async () => {
    const others = [
      await ask('OPTIONS', '/v3/customers', { ...PREFLIGHT, origin: 'https://evil.example.com' }),
      await ask('OPTIONS', '/settings/api/session', PREFLIGHT),
      await ask('GET', '/', { origin: APP }),
    ];
    for (const { status, headers } of others) {
      expect(headers['access-control-allow-origin']).toBeUndefined();
      expect(status).not.toBe(204);
    }
    expect((await ask('GET', '/v3/customers', {})).headers.vary).toContain('Origin');
  });

  test('an OPTIONS request that is no preflight is handled without CORS', async () => {
    expect((await ask('OPTIONS', '/v3/customers', { origin: APP })).status).toBe(401);
  });
});

test('* allows every origin; without the setting no origin is allowed', async () => {
  const [all, none] = [await startTestService({ env: { CORS_ORIGINS: '*' } }), await startTestService()];
  try {
    const open = await asker(all)('OPTIONS', '/v3/customers', PREFLIGHT);
    expect([open.status, open.headers['access-control-allow-origin'], open.headers.vary]).toEqual([
      204,
      '*',
      undefined,
    ]);
    const closed = await asker(none)('OPTIONS', '/v3/customers', PREFLIGHT);
    expect([closed.status, closed.headers['access-control-allow-origin']]).toEqual([401, undefined]);
  } finally {
    await all.stop();
    await none.stop();
  }
});

test.each([
  'app.example.com',
  'https://app.example.com/',
  'https://app.example.com/page',
  'null',
])('CORS_ORIGINS refuses %s, which is no origin', (origin) => {
  expect(() => readConfig({ CORS_ORIGINS: origin })).toThrow(/^CORS_ORIGINS: .*origins such as/);
});
