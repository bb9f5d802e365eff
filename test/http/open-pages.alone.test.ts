/** The first request for the OpenAPI document does not block other requests. */
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { allRoutes } from '../../src/derive/routing/all-routes.ts';
import { registerPublicRoutes } from '../../src/http/routes/openapi-routes.ts';
import { registry } from '../../src/model/registry.ts';

const routes = allRoutes(registry);

/** The longest time in milliseconds for which the event loop was blocked during the first request of a page. */
const longestStop = async (path: string, encoding: string): Promise<number> => {
  const app = Fastify();
  registerPublicRoutes(app, registry, routes);
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  let longest = 0;
  let last = performance.now();
  let goesOn = true;
  const look = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (goesOn) setImmediate(look);
  };
  look();
  const answer = await fetch(`${address}${path}`, { headers: { 'accept-encoding': encoding } });
  const { byteLength } = await answer.arrayBuffer();
  goesOn = false;
  await app.close();
  expect([answer.status, byteLength > 100_000]).toEqual([200, true]);
  return longest;
};

// Other processes slow the machine: the shortest of several tries counts.
test.each([
  ['/openapi/v3.json', 'br'],
  ['/openapi/v3.json', 'identity'],
  ['/openapi/v3.yaml', 'gzip'],
  ['/reference/standalone.js', 'br'],
])('the first response of %s as %s blocks the event loop for less than 50 ms', async (path, encoding) => {
  const stops: number[] = [];
  while (stops.length < 20 && !stops.some((one) => one < 50)) stops.push(await longestStop(path, encoding));
  expect(Math.min(...stops)).toBeLessThan(50);
});
