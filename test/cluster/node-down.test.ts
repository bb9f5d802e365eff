/** Commands of an organisation go on while a node is down that has nothing of it; the others name that node. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { onServer, placeOf } from '../support/citus.ts';
import { commandOn, type Ran } from '../support/command.ts';
import { setUpService } from '../support/fixture.ts';
import { databaseUrl } from '../support/postgres.ts';
import type { Client, Organisation } from '../support/service.ts';
import { until } from '../support/until.ts';

interface Placed {
  readonly org: Organisation;
  readonly client: Client;
  readonly webhook: string;
}

const { service } = setUpService({ mayBeUnavailable: true });
let run: (...args: string[]) => Promise<Ran>;
const on = new Map<number, Placed>();
const [coordinator, up, down] = inject('nodes');
const there = (): Placed => on.get(Number(up?.port)) as Placed;
const away = (): Placed => on.get(Number(down?.port)) as Placed;
/** Nothing listens there. */
const NOWHERE = 1;

/** Of this database alone the cluster takes a node to be elsewhere: other tests go on using it. */
const asIfAt = async (from: number, to: number): Promise<void> => {
  for (const node of [coordinator, up, down])
    await onServer(node ?? {}, String(service.connection.database), [
      'set citus.enable_metadata_sync = off',
      `update pg_dist_node set nodeport = ${to} where nodeport = ${from}`,
    ]);
};

beforeAll(async () => {
  run = commandOn({
    DATABASE_URL: databaseUrl(service.connection),
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  });
  await until(async () => {
    const org = await service.organisation();
    const { port } = await placeOf(service.db, org.orgId);
    if (!on.has(port)) {
      const client = await org.client();
      expect((await client.post('/v3/customers', { name: 'Berg' })).status).toBe(201);
      const made = await run(
        'webhook',
        'create',
        '--org',
        `${org.orgId}`,
        '--url',
        'http://127.0.0.1:9/',
        '--events',
        'all',
      );
      on.set(port, { org, client, webhook: `${made.json.webhook_id}` });
    }
    return on.size === 2;
  });
  await asIfAt(Number(down?.port), NOWHERE);
});
afterAll(async () => {
  await asIfAt(NOWHERE, Number(down?.port));
});

const linesOf = ({ org, client, webhook }: Placed): readonly string[] => [
  `org set ${org.orgId} --plan licenses=7`,
  `token list --org ${org.orgId}`,
  `token create --org ${org.orgId} --name A --scopes all`,
  `token set ${client.tokenId} --scopes v3:users:read`,
  `token reissue ${client.tokenId}`,
  `token revoke ${client.tokenId}`,
  `user list --org ${org.orgId}`,
  `user end-sessions ${org.adminKid} --org ${org.orgId}`,
  `field set customers ind_1 --org ${org.orgId} --label Wert`,
  `webhook set ${webhook} --method PUT`,
  `webhook deliveries ${webhook}`,
  `webhook rotate-secret ${webhook}`,
  `webhook test ${webhook}`,
  `audit list --org ${org.orgId}`,
  `changes --org ${org.orgId}`,
  `reprint --org ${org.orgId}`,
  `search rebuild --org ${org.orgId}`,
  `sql --org ${org.orgId} --command table_of_customers`,
  `token delete ${client.tokenId}`,
  `webhook delete ${webhook}`,
];
const words = (line: string): string[] =>
  line
    .split(' ')
    .map((word) => word.replace('table_of_customers', 'select c.name, (select count(*) from tags) from customers c'));

test('calls of an organisation whose node is up are answered', async () => {
  for (const line of linesOf(there())) {
    const { code, stdout } = await run(...words(line));
    expect(code, `${line}: ${stdout}`).toBe(0);
  }
});

test('an organisation is created on a node that is up', async () => {
  for (let n = 0; n < 4; n += 1) {
    const { code, json, stderr } = await run('org', 'create', '--name', 'Neu', '--admin-email', `neu${n}@example.com`);
    expect(code).toBe(0);
    expect(stderr).toContain('is not known');
    expect((await placeOf(service.db, json.org_id)).port).toBe(up?.port);
  }
});

test('calls of other organisations name the node and the remedy', async () => {
  const others = ['org list', 'key rotate', 'secrets status', 'files move --to disk', 'sweep'];
  for (const line of [...linesOf(away()), ...others]) {
    const { code, json } = await run(...words(line));
    expect(code, line).toBe(1);
    expect(json.error.message, line).toMatch(/The node \S+:1 of the cluster is down: start it, or promote its replica/);
  }
});

test('doctor names the node and its organisations', async () => {
  const { code, json } = await run('doctor');
  const found = json.findings.find(({ check }: { check: string }) => check === 'nodes');
  expect([code, found]).toEqual([
    1,
    {
      check: 'nodes',
      ok: false,
      detail: expect.stringMatching(
        /^\S+:1 does not answer \(.*\), which has [1-9]\d* ranges of organisations: start it, or/,
      ),
    },
  ]);
});
