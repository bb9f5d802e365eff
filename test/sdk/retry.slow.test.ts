/** Retries of the client: against a small HTTP server that fails first, and against a used-up budget. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Client, type ClientSettings, createClient, isError, pages, upload } from '../../sdk/src/index.ts';
import { changeOrganisation } from '../../src/access/organisations/manage-organisations.ts';
import { startTestService } from '../support/service.ts';

type Step = (request: IncomingMessage, response: ServerResponse) => void;

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly at: number;
}

let server: Server;
let steps: Step[] = [];
let seen: Seen[] = [];

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Step => {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
};
const fault = (status: number, error: string, headers: Record<string, string> = {}, more: object = {}): Step =>
  json(status, { statusCode: status, statusMessage: error, data: { error, message: error, ...more } }, headers);
const busy = fault(503, 'service_unavailable', { 'retry-after': '0' });
const cut: Step = (request) => request.socket.destroy();
const fine = json(200, { page: 1, page_size: 50, total: 0, items: [] });
const made = json(201, { success: true, id: 5 });

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk;
    });
    request.on('end', () => {
      const { method, url, headers } = request;
      seen.push({ method, url, headers, body, at: performance.now() });
      const step = steps.shift();
      if (step) step(request, response);
      else response.writeHead(500).end('no step left');
    });
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
});
afterAll(() => new Promise((done) => server.close(done)));
afterEach(() => {
  steps = [];
  seen = [];
});

const clientOf = (settings: Partial<ClientSettings> = {}): Client => {
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return createClient({ baseUrl, token: 'secret', ...settings });
};
const caught = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'no error',
    (error: unknown) => error,
  );
const keys = (): unknown[] => seen.map(({ headers }) => headers['idempotency-key']);
/** Collects garbage at once. */
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('Idempotency-Key', () => {
  test('is sent with every POST and stays the same over retries, body included', async () => {
    steps = [busy, cut, busy, made];
    const { data } = await clientOf().POST('/v3/goals', { body: { subject: 'Haus' } });
    expect(data.id).toBe(5);
    expect(keys()).toHaveLength(4);
    expect(new Set(keys()).size).toBe(1);
    expect(keys()[0]).toMatch(UUID);
    expect(seen.map(({ body }) => body)).toEqual(Array(4).fill('{"subject":"Haus"}'));
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(Array(4).fill('Bearer secret'));
  });

  test('differs for each call, or is the one that the caller gives', async () => {
    steps = [made, made, made];
    const client = clientOf();
    await client.POST('/v3/goals', { body: { subject: 'A' } });
    await client.POST('/v3/goals', { body: { subject: 'A' } });
    await client.POST('/v3/goals', { body: { subject: 'A' }, params: { header: { 'Idempotency-Key': 'mine' } } });
    expect(new Set(keys()).size).toBe(3);
    expect(keys()[2]).toBe('mine');
  });

  test('is not sent with other methods', async () => {
    steps = [fine, json(200, { success: true, updated: 1 })];
    await clientOf().GET('/v3/goals');
    await clientOf().PATCH('/v3/goals/{id}', { params: { path: { id: 1 } }, body: { subject: 'B' } });
    expect(keys()).toEqual([undefined, undefined]);
  });

  test('in use by a running request is retried, one used for another request is not', async () => {
    steps = [fault(409, 'idempotency_key_in_use', { 'retry-after': '0' }), made];
    await clientOf().POST('/v3/goals', { body: { subject: 'A' } });
    expect(seen).toHaveLength(2);
    steps = [fault(409, 'relation_exists'), made];
    expect(isError(await caught(clientOf().POST('/v3/goals', { body: {} })), 'relation_exists')).toBe(true);
    expect(seen).toHaveLength(3);
  });
});

describe('retries', () => {
  test('wait for Retry-After, in seconds or as a date', async () => {
    const date = new Date(Date.now() + 2000).toUTCString();
    steps = [fault(429, 'rate_limit_exceeded', { 'retry-after': '1' }), fault(503, 'x', { 'retry-after': date }), fine];
    await clientOf().GET('/v3/goals');
    expect(seen).toHaveLength(3);
    expect(seen[1]!.at - seen[0]!.at).toBeGreaterThanOrEqual(990);
    expect(seen[2]!.at - seen[0]!.at).toBeGreaterThanOrEqual(990);
  });

  test('read the wait from the body where the header is hidden', async () => {
    steps = [fault(429, 'rate_limit_exceeded', {}, { retry_after: 1 }), fine];
    await clientOf().GET('/v3/goals');
    expect(seen[1]!.at - seen[0]!.at).toBeGreaterThanOrEqual(990);
  });

  test('are bounded, and the last answer is the error', async () => {
    steps = Array(5).fill(busy);
    const error = await caught(clientOf({ maxRetries: 2 }).GET('/v3/goals'));
    expect(isError(error, 'service_unavailable') && [error.status, error.retryAfter]).toEqual([503, 0]);
    expect(seen).toHaveLength(3);
    await caught(clientOf({ maxRetries: 0 }).GET('/v3/goals'));
    expect(seen).toHaveLength(4);
  });

  test('do not wait longer than allowed', async () => {
    steps = [fault(429, 'rate_limit_exceeded', { 'retry-after': '61' }), fine];
    const error = await caught(clientOf().GET('/v3/goals'));
    expect(isError(error, 'rate_limit_exceeded') && error.retryAfter).toBe(61);
    expect(seen).toHaveLength(1);
  });

  test('are not made after a failed authentication', async () => {
    const headers = { 'retry-after': '0', 'x-ratelimit-layer': 'authFail' };
    steps = [fault(429, 'too_many_auth_failures', headers), fine];
    expect(isError(await caught(clientOf().GET('/v3/goals')), 'too_many_auth_failures')).toBe(true);
    expect(seen).toHaveLength(1);
  });

  test('after a lost connection: a GET and a POST with its key, never a PATCH or a DELETE', async () => {
    const client = clientOf();
    const params = { path: { id: 1 } };
    steps = [cut, fine, cut, made];
    await client.GET('/v3/goals');
    await client.POST('/v3/goals', { body: { subject: 'A' } });
    expect(seen).toHaveLength(4);
    steps = [cut, fine];
    const changed = await caught(client.PATCH('/v3/goals/{id}', { params, body: { subject: 'A' } }));
    expect(isError(changed, 'network_error')).toBe(true);
    steps = [cut, fine];
    expect(isError(await caught(client.DELETE('/v3/goals/{id}', { params })), 'network_error')).toBe(true);
    expect(seen).toHaveLength(6);
  });

  test('a PATCH is retried after a response that nothing was written, not after an unspecific one of a proxy', async () => {
    const change = () => clientOf().PATCH('/v3/goals/{id}', { params: { path: { id: 1 } }, body: { subject: 'A' } });
    const done = json(200, { success: true, updated: 1 });
    steps = [busy, done];
    expect((await change()).data.updated).toBe(1);
    steps = [(_request, response) => response.writeHead(503).end('<h1>Unavailable</h1>'), done];
    const error = await caught(change());
    expect(isError(error, 'unknown_answer') && [error.status, error.body]).toEqual([503, '<h1>Unavailable</h1>']);
    expect(seen).toHaveLength(3);
  });

  test.each([500, 502, 504])('after %i: a GET and a POST with its key, never a PATCH or a DELETE', async (status) => {
    const client = clientOf();
    const params = { path: { id: 1 } };
    const gateway: Step = (_request, response) => response.writeHead(status).end('<h1>Bad Gateway</h1>');
    steps = [gateway, fine, fault(status, 'internal_error', { 'retry-after': '0' }), made];
    await client.GET('/v3/goals');
    await client.POST('/v3/goals', { body: { subject: 'A' } });
    expect([seen.length, new Set(keys()).size]).toEqual([4, 2]);
    steps = [gateway, fine];
    const changed = await caught(client.PATCH('/v3/goals/{id}', { params, body: { subject: 'A' } }));
    expect(isError(changed, 'unknown_answer') && changed.status).toBe(status);
    steps = [gateway, fine];
    expect(isError(await caught(client.DELETE('/v3/goals/{id}', { params })))).toBe(true);
    expect(seen).toHaveLength(6);
  });

  test('end with the signal of the call', async () => {
    steps = [fault(429, 'rate_limit_exceeded', { 'retry-after': '30' }), fine];
    const started = performance.now();
    const error = await caught(clientOf().GET('/v3/goals', { signal: AbortSignal.timeout(1000) }));
    expect((error as Error).name).toBe('TimeoutError');
    expect(performance.now() - started).toBeLessThan(5000);
    expect(seen).toHaveLength(1);
  });
});

describe('timeout', () => {
  const silent: Step = () => undefined;
  /** Begins at once and ends late. */
  const slow: Step = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"page":1,"page_size":50,');
    setTimeout(() => response.end('"total":0,"items":[]}'), 1500);
  };

  test('of the client or of one call ends an attempt; repeatable calls are retried', async () => {
    steps = [silent, fine, silent, made];
    await clientOf({ timeout: 1 }).GET('/v3/goals');
    await clientOf({ timeout: 30 }).POST('/v3/goals', { body: { subject: 'A' }, timeout: 1 });
    expect([seen.length, new Set(keys()).size]).toEqual([4, 2]);
    steps = [silent];
    const late = await caught(clientOf({ timeout: 1 }).DELETE('/v3/goals/{id}', { params: { path: { id: 1 } } }));
    expect(isError(late, 'timeout') && late.status).toBe(0);
    expect(seen).toHaveLength(5);
    steps = [silent, silent];
    const call = clientOf({ maxRetries: 1 }).goals.list({}, { timeout: 1 });
    expect(isError(await caught(call), 'timeout')).toBe(true);
  });

  test('does not apply to a response that has begun or a call that is aborted', async () => {
    steps = [slow, silent];
    expect((await clientOf({ timeout: 1, maxRetries: 0 }).goals.list()).total).toBe(0);
    const aborted = await caught(clientOf({ timeout: 20 }).goals.list({}, { signal: AbortSignal.timeout(1000) }));
    expect((aborted as Error).name).toBe('TimeoutError');
  });

  test('an aborted call ends before and during its response, also after a garbage collection', async () => {
    const collecting = setInterval(collect, 50);
    try {
      for (const timeout of [0, 20]) {
        steps = [silent];
        const call = clientOf({ timeout }).goals.list({}, { signal: AbortSignal.timeout(500) });
        expect(((await caught(call)) as Error).name).toBe('TimeoutError');
        steps = [(_request, response) => response.writeHead(200, { 'content-type': 'application/pdf' }).write('%PDF')];
        const late = new AbortController();
        const answer = await clientOf({ timeout }).send('GET', '/v3/documents/1/content', { signal: late.signal });
        setTimeout(() => late.abort(new DOMException('late', 'TimeoutError')), 200);
        expect(((await caught(answer.text())) as Error).name).toBe('TimeoutError');
      }
    } finally {
      clearInterval(collecting);
    }
  }, 10_000);

  test('is 60 seconds, and unlimited for uploads', async () => {
    const asked: number[] = [];
    const real = globalThis.setTimeout;
    globalThis.setTimeout = ((run: () => void, ms: number) => {
      asked.push(ms);
      return real(run, ms);
    }) as typeof setTimeout;
    try {
      const client = createClient({
        baseUrl: 'http://nowhere',
        token: 'x',
        fetch: async () => Response.json({ id: 1 }),
      });
      await client.goals.list();
      expect(asked).toEqual([60_000]);
      await upload(client, '/v3/documents', new Blob(['x']), { fields: { name: 'a' } });
      expect(asked).toEqual([60_000]);
    } finally {
      globalThis.setTimeout = real;
    }
  });
});

test('a response that is not JSON or is truncated has its own error', async () => {
  const client = clientOf();
  const page: Step = (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
  steps = [page, page];
  const html = await caught(client.GET('/v3/goals'));
  expect(isError(html, 'unknown_answer') && [html.status, html.body]).toEqual([200, '<html>']);
  expect(isError(await caught(pages(client, '/v3/goals').next()), 'unknown_answer')).toBe(true);
  for (const status of [201, 400]) {
    steps = [
      (request, response) => {
        response.writeHead(status, { 'content-length': '100' }).write('{"success":');
        // The end of the connection follows the bytes, on a busy machine too.
        request.socket.end();
      },
    ];
    const broken = await caught(client.POST('/v3/goals', { body: { subject: 'A' } }));
    expect(isError(broken, 'network_error') && broken.status).toBe(status);
  }
  expect(seen).toHaveLength(4);
});

test('a redirect is refused: the token is sent to the base URL only', async () => {
  steps = [(_request, response) => response.writeHead(302, { location: '/elsewhere' }).end(), fine];
  expect(isError(await caught(clientOf().GET('/v3/goals')), 'redirect_refused')).toBe(true);
  expect(seen.map(({ url }) => url)).toEqual(['/v3/goals']);
});

test('a call waits for the rate limit of the real service', async () => {
  const service = await startTestService();
  try {
    const organisation = await service.organisation({ api_requests_per_minute: 5 });
    const { token } = await organisation.client();
    const asked: number[] = [];
    let calls = 0;
    const patient = createClient({
      baseUrl: service.address,
      token,
      fetch: async (request) => {
        calls += 1;
        const response = await fetch(request);
        if (response.status !== 429) return response;
        // The minute would be long for a test: the plan grows meanwhile, and the service asks for a second.
        asked.push(Number(response.headers.get('retry-after')));
        await changeOrganisation(service.db, organisation.orgId, { plan: { api_requests_per_minute: 1000 } });
        const { status, body } = response;
        return new Response(body, { status, headers: { 'content-type': 'application/json', 'retry-after': '1' } });
      },
    });
    const started = performance.now();
    while (!asked.length) expect((await patient.GET('/v3/customers')).response.status).toBe(200);
    expect(performance.now() - started).toBeGreaterThan(990);
    expect(asked).toEqual([expect.toSatisfy((seconds: number) => seconds >= 1 && seconds <= 60)]);
    expect(calls).toBeGreaterThan(6);
  } finally {
    await service.stop();
  }
});
