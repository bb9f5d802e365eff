/** GETs of single records that come at once share statements (docs/decisions/0044): each has the answer that it has alone. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let clients: Client[];
beforeAll(async () => {
  service = await startTestService();
  const [one, other] = [await service.organisation(), await service.organisation()];
  clients = [await one.client(), await one.client(), await other.client()];
});
afterAll(() => service.stop());

test('those of two organisations, below others, deleted, missing and twice', async () => {
  const paths: string[] = ['/v3/customers/2147483647', '/v3/contracts/1'];
  for (const [i, client] of clients.entries())
    for (let n = 0; n < 3; n += 1) {
      const kid = (await client.post('/v3/customers', { name: `Muster ${i} ${n}` })).body.id;
      const address = await client.post(`/v3/customers/${kid}/addresses`, { strasse: `Weg ${n}` });
      paths.push(`/v3/customers/${kid}`, `/v3/customers/${kid}/addresses/${address.body.id}`);
      paths.push(`/v3/customers/${kid + 1}/addresses/${address.body.id}`, `/v3/customers/${kid}?flat=true`);
      if (n === 1) await client.delete(`/v3/customers/${kid}`);
    }
  const all = clients.flatMap((client) => [...paths, ...paths].map((path) => ({ client, path })));
  const outcomeOf = async ({ client, path }: (typeof all)[number]) => {
    const { status, body, headers } = await client.get(path);
    return { path, status, etag: headers.get('etag'), body: status === 200 ? body : body.error?.code };
  };
  const alone: unknown[] = [];
  for (const asked of all) alone.push(await outcomeOf(asked));
  const atOnce = await Promise.all(all.map(outcomeOf));
  expect(atOnce).toEqual(alone);
  const statuses = atOnce.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(50);
  expect(statuses.filter((status) => status === 404).length).toBeGreaterThan(50);
});
