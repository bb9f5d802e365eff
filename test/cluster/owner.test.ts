/** The node that has an organisation answers for it, also after its rows were moved to another one, and when it was lost. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { connect } from '../../src/db/citus/shard-router.ts';
import type { Database } from '../../src/db/database.ts';
import { sql } from '../../src/sql/sql.ts';
import { moveRange, onServer, placeOf } from '../support/citus.ts';
import { setUpService } from '../support/fixture.ts';
import type { Client, Organisation } from '../support/service.ts';

const { service } = setUpService({ mayBeUnavailable: true });
let db: Database;
const organisations: { org: Organisation; client: Client }[] = [];
beforeAll(async () => {
  db = connect({ connection: service.serviceConnection, keyRing: service.db.keyRing });
  for (let n = 0; n < 12; n += 1) {
    const org = await service.organisation();
    organisations.push({ org, client: await org.client() });
  }
});
afterAll(async () => {
  await db.close();
});

const PORT = sql`select inet_server_port() as port`;
const portOf = async (orgId: number): Promise<number | undefined> =>
  (await db.forOrg(orgId).read<{ port: number }>(PORT))[0]?.port;

test('each organisation is answered by the node that has it', async () => {
  const ports = await Promise.all(
    organisations.map(async ({ org }) => [org.orgId, (await placeOf(service.db, org.orgId)).port]),
  );
  expect(new Set(ports.map(([, port]) => port)).size).toBe(2);
  const answering = () => Promise.all(organisations.map(async ({ org: { orgId } }) => [orgId, await portOf(orgId)]));
  await expect.poll(answering).toEqual(ports);
  const [coordinator] = inject('nodes');
  expect((await db.coordinator.read<{ port: number }>(PORT))[0]?.port).toBe(coordinator.port);
});

test('ids are allocated by the coordinator for every writer', async () => {
  const kids: number[] = [];
  for (const { client } of organisations) {
    const { status, body } = await client.post('/v3/customers', { name: 'Anna Berg' });
    expect(status).toBe(201);
    kids.push(body.kid);
  }
  expect(kids).toEqual([...kids].sort((a, b) => a - b));
  expect(Math.max(...kids)).toBeLessThan(100_000);
});

test('a moving shard is served, and its new owner is found', async () => {
  const [{ org, client }] = organisations as [(typeof organisations)[0]];
  const from = await placeOf(service.db, org.orgId);
  const to = inject('nodes')
    .slice(1)
    .find(({ port }) => port !== from.port);
  let begun = (): void => undefined;
  const beginning = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const move = moveRange(String(service.connection.database), from, to, begun);
  let over = false;
  void move.finally(() => {
    over = true;
  });
  const names: string[] = [];
  // Others may move first, and a list holds so many customers.
  await beginning;
  while (!over) {
    const name = `Customer ${names.length}`;
    const { status, headers } = await client.post('/v3/customers', { name });
    if (status === 201) names.push(name);
    else expect([status, headers.get('retry-after')]).toEqual([503, '1']);
  }
  await move;
  expect((await placeOf(service.db, org.orgId)).port).toBe(to?.port);
  expect((await client.post('/v3/customers', { name: 'After' })).status).toBe(201);
  const { body } = await client.get('/v3/customers?limit=5000');
  expect(body.items.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining([...names, 'After']));
  await expect.poll(() => portOf(org.orgId), { interval: 500 }).toBe(to?.port);
});

test('calls of a lost node get 503 until it is back, and then succeed without a restart', async () => {
  const [{ org, client }] = organisations as [(typeof organisations)[0]];
  const { port } = await placeOf(service.db, org.orgId);
  const node = inject('nodes').find((one) => one.port === port);
  const statuses = new Set<number>();
  for (let n = 0; n < 40; n += 1) {
    if (n === 10)
      await onServer(node ?? {}, 'postgres', [
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${service.connection.database}' and application_name = 'broker-crm'`,
      ]);
    const { status, headers } = await client.get('/v3/customers?limit=1');
    statuses.add(status);
    if (status !== 200) expect([status, headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^(1|10)$/)]);
  }
  expect([...statuses].filter((status) => status !== 503)).toEqual([200]);
  await expect.poll(() => portOf(org.orgId).catch(() => 0), { interval: 200 }).toBe(port);
});
