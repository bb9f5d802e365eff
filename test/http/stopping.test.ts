/** A service that stops answers the requests that it has received. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startTestService } from '../support/service.ts';

test.each([
  ['/v3/customers', '200 OK'],
  ['/v3/customers/999', '404 Not Found'],
])('a call in progress when the service stops is answered: %s', async (path, status) => {
  const service = await startTestService();
  const { token } = await (await service.organisation()).client();
  const socket = connect(Number(new URL(service.address).port), '127.0.0.1');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n`);
  await once(socket, 'ready');
  await delay(50);
  const stopped = service.stop();
  await delay(50);
  socket.write('\r\n');
  const [answer] = (await once(socket, 'data')) as [Buffer];
  const text = answer.toString();
  expect(text.startsWith(`HTTP/1.1 ${status}\r\n`), text).toBe(true);
  expect(text).toMatch(/^connection: close\r$/im);
  await once(socket, 'end');
  socket.destroy();
  await stopped;
});
