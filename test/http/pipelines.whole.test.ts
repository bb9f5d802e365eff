/** Pipelined requests: sent on a connection before the response to the previous one (rules 8.10). */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { setUpService } from '../support/fixture.ts';
import { until } from '../support/until.ts';

const { service, client } = setUpService();

const asked = (path: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${client.token}\r\n\r\n`;
const posted = (path: string, value: unknown): string => {
  const body = JSON.stringify(value);
  const head = asked(path).replace('GET', 'POST').slice(0, -2);
  return `${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
};
/** A call that is answered when something changes (`release`). */
const waits = async (): Promise<string> => {
  const { next } = (await client.get('/v3/changes')).body;
  return asked(`/v3/changes?after=${next}&wait=20`);
};
/** A later call on another connection has been answered. */
const answered = () => client.get('/v3/customers/999999');
const release = () => client.post('/v3/goals', { subject: 'Frei' });

const opened = (): { socket: Socket; text: () => string } => {
  const socket = connect(Number(new URL(service.address).port), '127.0.0.1');
  let text = '';
  socket.setEncoding('latin1').on('data', (piece) => {
    text += piece;
  });
  return { socket, text: () => text };
};
const statuses = (text: string): string[] => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status = '']) => status);

test('pipelined responses are sent in the order of the requests, and the connection stays open', async () => {
  const { socket, text } = opened();
  socket.write((await waits()) + asked('/v3/customers/999999') + asked('/livez'));
  await answered();
  expect(text()).toBe('');
  await release();
  await until(async () => statuses(text()).length === 3);
  expect(statuses(text())).toEqual(['200', '404', '200']);
  socket.write(asked('/v3/customers/999999') + posted('/v3/goals', { subject: 'Danach' }));
  await until(async () => statuses(text()).length === 5);
  expect(statuses(text()).slice(3)).toEqual(['404', '201']);
  socket.destroy();
});

test.each([
  ['a damaged request', 'NONSENSE\r\n\r\n', '400'],
  ['headers too long', `GET /livez HTTP/1.1\r\nHost: a\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, '431'],
  ['CONNECT', 'CONNECT b:443 HTTP/1.1\r\nHost: b\r\n\r\n', '405'],
])('%s is refused after the responses to earlier requests', async (_what, damaged, status) => {
  const { socket, text } = opened();
  socket.write((await waits()) + asked('/livez') + damaged);
  await answered();
  expect(text()).toBe('');
  const closed = once(socket, 'close');
  await release();
  await closed;
  expect(statuses(text())).toEqual(['200', '200', status]);
  expect(text().match(/^connection: close\r$/gim)).toHaveLength(1);
});

/** A chunked body whose second chunk is damaged. */
const damagedBody = (path: string): string =>
  `${posted(path, {}).replace(/Content-Length.*/s, 'Transfer-Encoding: chunked')}\r\n\r\n2\r\n{}\r\nnone\r\n`;

test('a request with a damaged body is refused after the responses to earlier requests', async () => {
  const alone = opened();
  alone.socket.write(damagedBody('/v3/goals'));
  await once(alone.socket, 'close');
  expect(statuses(alone.text())).toEqual(['400']);
  const second = opened();
  const closed = once(second.socket, 'close');
  second.socket.write((await waits()) + damagedBody('/v3/goals'));
  await answered();
  await release();
  await closed;
  expect(statuses(second.text())).toEqual(['200', '400']);
});
