/** A connection whose body was refused can be used again: what was still to come is passed over. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chunkOfEachByte } from '../support/measured.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let token: string;

beforeAll(async () => {
  service = await startTestService();
  token = (await (await service.organisation()).client()).token;
});
afterAll(() => service.stop());

const requestOf = (method: string, path: string, body = ''): string =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: a',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');

/** What came on a connection until it matches. */
const until = async (socket: Socket, pattern: RegExp): Promise<string> => {
  let seen = '';
  while (!pattern.test(seen)) {
    const [piece] = (await once(socket, 'data', { signal: AbortSignal.timeout(10_000) })) as [Buffer];
    seen += piece.toString();
  }
  return seen;
};

test('a connection that asks for another protocol is answered as HTTP and ends', async () => {
  const socket = connect(Number(new URL(service.address).port), '127.0.0.1');
  socket.write('GET /health HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: keep-alive, upgrade\r\n\r\n');
  const answer = await until(socket, /\{"status":"ok"\}/);
  expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\n/);
  expect(answer).toMatch(/^connection: close\r\n/im);
  socket.destroy();
});

test('a body that comes word by word is read; one of very many bytes by themselves is refused, and the answer says so', async () => {
  const send = async (body: string) => {
    const socket = connect(Number(new URL(service.address).port), '127.0.0.1');
    const head = requestOf('POST', '/v3/customers').replace(/Content-Length: 0/, 'Transfer-Encoding: chunked');
    socket.on('error', () => undefined).write(head + chunkOfEachByte(body));
    socket.write('0\r\n\r\n');
    const answer = await until(socket, /\r\n\r\n\{.*\}/s);
    socket.destroy();
    return answer;
  };
  expect(await send(`{"name":"Neu"${' '.repeat(40_000)}}`)).toMatch(/^HTTP\/1.1 201 /);
  const refused = await send(`{"name":"Neu"${' '.repeat(400_000)}}`);
  expect(refused).toMatch(/^HTTP\/1.1 413 /);
  expect(refused).toContain('The body comes in too many small chunks');
});

/** Sends a request again and again from a thread of its own, which goes on sending while the service answers. */
const SENDER = `
const { parentPort, workerData: { port, request, times } } = require('node:worker_threads');
const { connect } = require('node:net');
const send = () => new Promise((resolve) => {
  let seen = '';
  const socket = connect(port, '127.0.0.1');
  socket.on('data', (piece) => (seen += piece)).on('error', () => undefined).on('close', () => resolve(seen));
  socket.write(request);
});
(async () => {
  const answers = [];
  while (answers.length < times) answers.push(await send());
  parentPort.postMessage(answers);
})();`;

/** What each of 30 equal requests was answered, each on a connection of its own. */
const statusesOf = async (request: string): Promise<number[]> => {
  const port = Number(new URL(service.address).port);
  const sender = new Worker(SENDER, { eval: true, workerData: { port, request, times: 30 } });
  const [answers] = (await once(sender, 'message')) as [string[]];
  return answers.map((answer) => Number(/"statusCode":(\d+).*\}$/s.exec(answer)?.[1] ?? 0));
};

test.each([
  ['nests too deeply', '/v3/customers', '['.repeat(8_000_000), 400],
  ['is announced as too long', '/v3/customers', ' '.repeat(9_000_000), 413],
  ['comes from nobody', '/settings/api/tokens', ' '.repeat(1_000_000), 401],
])('who wants the connection to end is answered while he still sends a body that %s', async (_, path, body, status) => {
  const request = requestOf('POST', path, body).replace('Host: a', 'Host: a\r\nConnection: close');
  expect(await statusesOf(request)).toEqual(Array(30).fill(status));
});

test.each([
  ['headers that are too large', `Host: a\r\nX-Long: ${'a'.repeat(40_000)}`, 431],
  ['a header that is none', 'Host: a\r\n:', 400],
])('who sends %s is answered while he still sends a body', async (_, header, status) => {
  const request = requestOf('POST', '/v3/customers', ' '.repeat(4_000_000)).replace('Host: a', header);
  expect(await statusesOf(request)).toEqual(Array(30).fill(status));
});

test('who asks for a connection to another host is answered while he still sends', async () => {
  const request = `CONNECT other:443 HTTP/1.1\r\nHost: other:443\r\n\r\n${' '.repeat(4_000_000)}`;
  expect(await statusesOf(request)).toEqual(Array(30).fill(405));
});

test.each([
  ['nests too deeply', '/v3/customers', '['.repeat(300_000), 400],
  ['has too many items', '/v3/customers', `[${'0,'.repeat(400_000)}0]`, 400],
  ['has too many values', '/v3/customers', `{"a":[${'0,'.repeat(400_000)}0]}`, 413],
  ['nests too deeply beside a file', '/v3/documents', `{"a":${'['.repeat(300_000)}`, 400],
])('a body that %s', async (_name, path, body, status) => {
  const socket = connect(Number(new URL(service.address).port), '127.0.0.1');
  socket.write(requestOf('POST', path, body));
  expect(await until(socket, /"statusCode":\d+/)).toContain(`HTTP/1.1 ${status} `);
  socket.write(requestOf('GET', '/v3/customers?limit=1'));
  expect(await until(socket, /"page_size":1/)).toContain('HTTP/1.1 200 ');
  socket.destroy();
});
