/**
 * `Expect: 100-continue`: the client gets 100 Continue where the body is read, and the response at once where it is
 * not.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let token: string;
const open: Socket[] = [];
beforeAll(async () => {
  service = await startTestService();
  token = (await (await service.organisation()).client()).token;
});
afterAll(() => {
  for (const socket of open) socket.destroy();
  return service.stop();
});

const BODY = '{"name":"Neu"}';
const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';

/** The head of a request; a header that is null is left out. */
const head = (target: string, headers: Record<string, string | number | null> = {}): string => {
  const all = {
    Host: 'a',
    Authorization: `Bearer ${token}`,
    Expect: '100-continue',
    'Content-Type': 'application/json',
    'Content-Length': BODY.length,
    ...headers,
  };
  const lines = Object.entries(all).filter(([, value]) => value !== null);
  return `${target} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
};

/** A connection, and what came on it until it matches. */
const opened = () => {
  const socket = connect(Number(new URL(service.address).port), '127.0.0.1').on('error', () => undefined);
  open.push(socket);
  const until = async (pattern: RegExp): Promise<string> => {
    let seen = '';
    while (!pattern.test(seen)) {
      const [piece] = (await once(socket, 'data', { signal: AbortSignal.timeout(10_000) })) as [Buffer];
      seen += piece.toString();
    }
    return seen;
  };
  return { socket, until };
};

test('a body that is read gets 100 Continue, and its connection stays open', async () => {
  const { socket, until } = opened();
  socket.write(head('POST /v3/customers'));
  expect(await until(/\r\n\r\n/)).toBe(CONTINUE);
  socket.write(BODY);
  const answer = await until(/"name":"Neu"/);
  expect(answer).toMatch(/^HTTP\/1.1 201 /);
  expect(answer).toMatch(/^connection: keep-alive\r\n/im);
  socket.write(head('GET /v3/customers?limit=1', { Expect: null, 'Content-Length': 0 }));
  expect(await until(/"page_size":1/)).toMatch(/^HTTP\/1.1 200 /);
});

test.each([
  ['without a token', 'POST /v3/customers', { Authorization: null }, 401],
  ['with a wrong token', 'PATCH /v3/customers/1', { Authorization: 'Bearer x' }, 401],
  ['for an unknown path', 'POST /v3/nothing', {}, 404],
  ['by another method', 'PUT /v3/customers', {}, 405],
  ['that is too long', 'POST /v3/customers', { 'Content-Length': 9_000_000 }, 413],
  ['that is too long for a file', 'POST /v3/documents', { 'Content-Length': 90_000_000 }, 413],
  ['that is not JSON', 'POST /v3/customers', { 'Content-Type': 'text/plain' }, 415],
  ['that is compressed', 'POST /v3/customers', { 'Content-Encoding': 'gzip' }, 415],
  ['of a settings call without a session', 'POST /settings/api/tokens', {}, 401],
  ['of a GET, which reads none', 'GET /v3/customers?limit=1', {}, 200],
])('a body %s gets no 100 Continue: the response is sent at once and the connection is closed', async (_, target, headers, status) => {
  const { socket, until } = opened();
  socket.write(head(target, headers));
  const answer = await until(/\r\n\r\n\{.*\}/s);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(answer).toMatch(/^connection: close\r\n/im);
});

test('a client that sends the body anyway gets its response, and the body is not parsed as a request', async () => {
  const { socket, until } = opened();
  const inside = head('GET /v3/customers?limit=1', { Expect: null, 'Content-Length': null });
  socket.write(head('POST /v3/customers', { Authorization: null, 'Content-Length': inside.length }));
  socket.write(inside);
  const ended = once(socket, 'close');
  let seen = await until(/\r\n\r\n\{.*\}/s);
  socket.on('data', (piece) => (seen += piece));
  await ended;
  expect(seen.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 401']);
});
