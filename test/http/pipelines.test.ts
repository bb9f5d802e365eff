/** Requests that come on a connection before the one in front of them is answered wait for it (rules 8.10). */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

let service: TestService;
let client: Client;
beforeAll(async () => {
  service = await startTestService();
  client = await (await service.organisation()).client();
});
afterAll(() => service.stop());

const asked = (path: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${client.token}\r\n\r\n`;
const posted = (path: string, value: unknown): string => {
  const body = JSON.stringify(value);
  const head = asked(path).replace('GET', 'POST').slice(0, -2);
  return `${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
};
const creating = (subject: string): string => posted('/v3/goals', { subject });
/** A call that is answered when something changes (`release`), or after so many seconds. */
const waits = async (seconds = 20): Promise<string> => {
  const { next } = (await client.get('/v3/changes')).body;
  return asked(`/v3/changes?after=${next}&wait=${seconds}`);
};
/** Ends that call, after a while in which what was sent behind it has come. */
const release = async (): Promise<void> => {
  await delay(500);
  await client.post('/v3/goals', { subject: 'Frei' });
};

const opened = (): { socket: Socket; text: () => string } => {
  const socket = connect(Number(new URL(service.address).port), '127.0.0.1');
  let text = '';
  socket.setEncoding('latin1').on('data', (piece) => {
    text += piece;
  });
  return { socket, text: () => text };
};
const statuses = (text: string): string[] => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status = '']) => status);
const named = async (name: string): Promise<number> => (await client.get(`/v3/goals?subject=${name}`)).body.total;

test('the next one begins when the one before was answered, and all are answered in their order', async () => {
  const { socket, text } = opened();
  socket.write(
    (await waits()) + creating('Danach') + asked('/v3/customers/999999') + asked('/v3/goals?subject=Danach'),
  );
  await delay(500);
  expect(await named('Danach')).toBe(0);
  await release();
  await until(async () => statuses(text()).length === 4);
  expect(statuses(text())).toEqual(['200', '201', '404', '200']);
  expect(text()).toContain('"total":1');
  // The connection is used on.
  socket.write(asked('/v3/customers/999999') + asked('/livez'));
  await until(async () => statuses(text()).length === 6);
  expect(statuses(text()).slice(4)).toEqual(['404', '200']);
  socket.destroy();
});

test('one whose caller went away meanwhile is not begun', async () => {
  const { socket } = opened();
  socket.write((await waits(2)) + creating('Gegangen'));
  await delay(300);
  socket.destroy();
  await delay(2500);
  expect(await named('Gegangen')).toBe(0);
});

test('so many may wait; the last of them ends the connection, and those behind it are to be sent again', async () => {
  const { socket, text } = opened();
  socket.write((await waits()) + asked('/livez').repeat(100) + creating('Zuviel').repeat(20));
  // What comes later is passed over as well.
  await delay(200);
  const closed = once(socket, 'close');
  socket.write(creating('Zuviel').repeat(5000));
  await release();
  await closed;
  expect(statuses(text())).toEqual(Array(101).fill('200'));
  expect(text().match(/^connection: close\r$/gim)).toHaveLength(1);
  expect(text().lastIndexOf('{"status":"ok"}')).toBe(text().length - '{"status":"ok"}'.length);
  expect(await named('Zuviel')).toBe(0);
});

test('bodies of those that wait come whole, however long', async () => {
  const { socket, text } = opened();
  const people = Array.from({ length: 90 }, (_, n) => ({ name: `Lang ${n}`, kommentar: 'k'.repeat(4000) }));
  const long = posted('/v3/customers', people);
  socket.write((await waits()) + long + long + asked('/livez'));
  await release();
  await until(async () => statuses(text()).length === 4);
  expect(statuses(text())).toEqual(['200', '200', '200', '200']);
  expect(text().match(/"failed":\[\]/g)).toHaveLength(2);
  socket.destroy();
});

test.each([
  ['a damaged request', 'NONSENSE\r\n\r\n', '400'],
  ['headers too long', `GET /livez HTTP/1.1\r\nHost: a\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, '431'],
  ['somebody who wants to be connected with another host', 'CONNECT b:443 HTTP/1.1\r\nHost: b\r\n\r\n', '405'],
])('%s is refused when those before it were answered', async (_what, damaged, status) => {
  const { socket, text } = opened();
  socket.write((await waits()) + creating('Vor dem Schaden') + damaged + creating('Nach dem Schaden'));
  await delay(300);
  expect(text()).toBe('');
  // What comes later is passed over.
  const closed = once(socket, 'close');
  socket.write(creating('Nach dem Schaden'));
  await release();
  await closed;
  expect(statuses(text())).toEqual(['200', '201', status]);
  expect(text().match(/^connection: close\r$/gim)).toHaveLength(1);
  expect(await named('Nach dem Schaden')).toBe(0);
});

/** A body in pieces, the second of which is none. */
const damagedBody = (path: string): string =>
  `${posted(path, {}).replace(/Content-Length.*/s, 'Transfer-Encoding: chunked')}\r\n\r\n2\r\n{}\r\nnone\r\n`;

test('a request whose own body is damaged is refused in its turn: at once where it is the first', async () => {
  const alone = opened();
  alone.socket.write(damagedBody('/v3/goals'));
  await once(alone.socket, 'close');
  expect(statuses(alone.text())).toEqual(['400']);
  const second = opened();
  const closed = once(second.socket, 'close');
  second.socket.write((await waits()) + damagedBody('/v3/goals'));
  await release();
  await closed;
  expect(statuses(second.text())).toEqual(['200', '400']);
});
