/** A connection can be used again after its body was refused: the rest of the body is skipped. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { beforeAll, expect, test } from 'vitest';
import { setUpService } from '../support/fixture.ts';
import { chunkOfEachByte } from '../support/measured.ts';

const { service } = setUpService();
let token: string;

beforeAll(async () => {
  token = (await (await service.organisation()).client()).token;
});

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

/** The bytes received on a connection until they match. */
const until = async (socket: Socket, pattern: RegExp): Promise<string> => {
  let seen = '';
  while (!pattern.test(seen)) {
    const [piece] = (await once(socket, 'data', { signal: AbortSignal.timeout(10_000) })) as [Buffer];
    seen += piece.toString();
  }
  return seen;
};

test('a request to upgrade the protocol is answered as HTTP/1.1 and its connection is closed', async () => {
  const socket = connect(Number(new URL(service.address).port), '127.0.0.1');
  socket.write('GET /health HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: keep-alive, upgrade\r\n\r\n');
  const answer = await until(socket, /\{"status":"ok"\}/);
  expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\n/);
  expect(answer).toMatch(/^connection: close\r\n/im);
  socket.destroy();
});

test('a body in chunks of one byte is accepted; with too many such chunks it is 413 with the reason', async () => {
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

/** Sends a request repeatedly from a thread that continues while the service answers. */
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

/** The statuses of 30 equal requests, each on a connection of its own. */
const statusesOf = async (request: string): Promise<number[]> => {
  const port = Number(new URL(service.address).port);
  const sender = new Worker(SENDER, { eval: true, workerData: { port, request, times: 30 } });
  const [answers] = (await once(sender, 'message')) as [string[]];
  return answers.map((answer) => Number(/"statusCode":(\d+).*\}$/s.exec(answer)?.[1] ?? 0));
};

test.each([
  ['nests too deeply', '/v3/customers', '['.repeat(8_000_000), 400],
  ['is announced as too long', '/v3/customers', ' '.repeat(9_000_000), 413],
  ['is sent without a session', '/settings/api/tokens', ' '.repeat(1_000_000), 401],
])('a client with Connection: close gets the response while it still sends a body that %s', async (_, path, body, status) => {
  const request = requestOf('POST', path, body).replace('Host: a', 'Host: a\r\nConnection: close');
  expect(await statusesOf(request)).toEqual(Array(30).fill(status));
});

test.each([
  ['headers that are too large', `Host: a\r\nX-Long: ${'a'.repeat(40_000)}`, 431],
  ['an invalid header', 'Host: a\r\n:', 400],
])('a client gets the response to %s while it still sends the body', async (_, header, status) => {
  const request = requestOf('POST', '/v3/customers', ' '.repeat(4_000_000)).replace('Host: a', header);
  expect(await statusesOf(request)).toEqual(Array(30).fill(status));
});

test('a CONNECT request is answered while the client still sends', async () => {
  const request = `CONNECT other:443 HTTP/1.1\r\nHost: other:443\r\n\r\n${' '.repeat(4_000_000)}`;
  expect(await statusesOf(request)).toEqual(Array(30).fill(405));
});

test.each([
  ['nests too deeply', '/v3/customers', '['.repeat(300_000), 400],
  ['has too many items', '/v3/customers', `[${'0,'.repeat(400_000)}0]`, 400],
  ['has too many values', '/v3/customers', `{"a":[${'0,'.repeat(400_000)}0]}`, 413],
  ['nests too deeply beside a file', '/v3/documents', `{"a":${'['.repeat(300_000)}`, 400],
])('the connection can be used again after a refused body that %s', async (_name, path, body, status) => {
  const socket = connect(Number(new URL(service.address).port), '127.0.0.1');
  socket.write(requestOf('POST', path, body));
  expect(await until(socket, /"statusCode":\d+/)).toContain(`HTTP/1.1 ${status} `);
  socket.write(requestOf('GET', '/v3/customers?limit=1'));
  expect(await until(socket, /"page_size":1/)).toContain('HTTP/1.1 200 ');
  socket.destroy();
});
