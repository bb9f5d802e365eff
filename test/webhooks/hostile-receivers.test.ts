/** Receivers that break the protocol or hang up: each call has an outcome, and the service continues. */
import type { AddressInfo, Socket } from 'node:net';
import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressRule } from '../../src/webhooks/public-address.ts';
import { createSender, type Outcome } from '../../src/webhooks/send.ts';

const sender = createSender(addressRule(['127.0.0.0/8']));
let server: Server;
let answer: (socket: Socket) => void;

beforeAll(async () => {
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => answer(socket));
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
});
afterAll(async () => {
  await sender.close();
  await new Promise((done) => {
    server.close(done);
  });
});

const send = (): Promise<Outcome> =>
  sender.send(
    {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      method: 'POST',
      content_type: 'json',
      headers: {},
      secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    },
    { request_id: 'a', event_name: 'customers.insert', timestamp: '2026-01-01T00:00:00.000Z', payload: '{}' },
  );

const KIB = 1024;
const KEPT = 64 * KIB;
const body = (size: number): Buffer => Buffer.alloc(size, 'x');
const head = (...lines: string[]): string => ['HTTP/1.1 200 OK', ...lines, '', ''].join('\r\n');
const closing = 'Connection: close';

describe('response bodies of which at most 64 KiB are stored, from receivers that close the connection', () => {
  test.each([
    ['announced', 'Content-Length', 1],
    ['announced', 'Content-Length', 63 * KIB],
    ['announced', 'Content-Length', KEPT],
    ['announced', 'Content-Length', KEPT + 1],
    ['announced', 'Content-Length', 1000 * KIB],
    ['until the end of the connection', null, 10],
    ['until the end of the connection', null, KEPT],
    ['until the end of the connection', null, 1000 * KIB],
  ])('the size is %s (%s), %i bytes', async (_, announced, size) => {
    answer = (socket) => {
      socket.write(head(closing, ...(announced ? [`${announced}: ${size}`] : [])));
      socket.end(body(size));
    };
    const outcomes = await Promise.all(Array.from({ length: 20 }, send));
    for (const { status, body: kept, truncated, error } of outcomes) {
      expect({ status, kept: kept.length, truncated, error }).toEqual({
        status: 200,
        kept: Math.min(size, KEPT),
        truncated: size > KEPT,
        error: null,
      });
    }
  });
});

describe('invalid responses', () => {
  const broken: [what: string, answer: (socket: Socket) => void, code: string][] = [
    ['nothing at all', (socket) => socket.end(), 'FETCH_ERROR'],
    ['a reset', (socket) => socket.resetAndDestroy(), 'FETCH_ERROR'],
    ['another protocol', (socket) => socket.end('220 smtp.example.com ready\r\n'), 'FETCH_ERROR'],
    [
      'a body shorter than its Content-Length',
      (socket) => socket.end(`${head('Content-Length: 10', closing)}short`),
      'FETCH_ERROR',
    ],
    ['a truncated chunk', (socket) => socket.end(`${head('Transfer-Encoding: chunked')}40\r\nx`), 'FETCH_ERROR'],
    ['a chunk without a size', (socket) => socket.end(`${head('Transfer-Encoding: chunked')}z\r\n`), 'FETCH_ERROR'],
    [
      'headers without an end',
      (socket) => socket.end(`HTTP/1.1 200 OK\r\n${'X-A: 1\r\n'.repeat(9000)}`),
      'FETCH_ERROR',
    ],
    ['only hints', (socket) => socket.end('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(3)), 'FETCH_ERROR'],
    [
      'a switch of protocols',
      (socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
      'FETCH_ERROR',
    ],
  ];
  test.each(broken)('%s', async (_, answered, code) => {
    answer = answered;
    const { status, error } = await send();
    expect({ status, code: error?.code }).toEqual({ status: null, code });
  });

  test('a receiver that never stops sending is disconnected after 64 KiB', async () => {
    const gone = new Promise((done) => {
      answer = (socket) => {
        socket.write(head());
        const more = () => void (socket.writable && socket.write(body(16 * KIB), () => setImmediate(more)));
        socket.once('close', done);
        more();
      };
    });
    expect(await send()).toMatchObject({ status: 200, truncated: true, error: null });
    await gone;
  });

  test('a keep-alive connection is used again', async () => {
    answer = (socket) => {
      const again = () => void socket.write(`${head('Content-Length: 2')}ok`);
      again();
      socket.on('data', again);
    };
    for (let call = 0; call < 3; call += 1) {
      expect(await send()).toMatchObject({ status: 200, body: 'ok', truncated: false, error: null });
    }
  });
});
