/**
 * Fifty organisations write while ranges move between the nodes and one organisation is isolated. Each write carries an
 * Idempotency-Key and is repeated with it until it is answered: nothing is lost, nothing happens twice, and what cannot be
 * done in a moment is 503 with Retry-After.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sql } from '../../src/sql.ts';
import { onServer } from '../support/citus.ts';
import { type Client, startTestService, type TestService } from '../support/service.ts';

const ORGANISATIONS = 50;
const CALLERS_EACH = 2;

interface Writer {
  readonly orgId: number;
  readonly client: Client;
  /** Names that were answered with 201, with the kid. */
  readonly written: Map<string, number>;
}

let service: TestService;
const writers: Writer[] = [];
beforeAll(async () => {
  service = await startTestService();
  for (let n = 0; n < ORGANISATIONS; n += 1) {
    const org = await service.organisation();
    writers.push({ orgId: org.orgId, client: await org.client(), written: new Map() });
  }
});
afterAll(() => service.stop());

const onCoordinator = async (text: string) => {
  const [result] = await onServer(inject('nodes')[0], String(service.connection.database), [text]);
  return result?.rows ?? [];
};

const shardsOn = (port: number) =>
  onCoordinator(
    `select shardid as id from citus_shards where table_name = 'organisation'::regclass and nodeport = ${port} order by 1`,
  );

/** Two ranges each way, one organisation isolated, and that range to the other node. */
const moveAll = async (): Promise<void> => {
  const [, first, second] = inject('nodes');
  if (!first || !second) throw new Error('Two nodes are needed');
  const move = async (id: number, from: typeof first, to: typeof first) =>
    onCoordinator(
      `select citus_move_shard_placement(${id}, '${from.host}', ${from.port}, '${to.host}', ${to.port}, 'force_logical')`,
    );
  const [a, b] = await shardsOn(first.port);
  const [c] = await shardsOn(second.port);
  await move(a?.id, first, second);
  await move(c?.id, second, first);
  await move(b?.id, first, second);
  const orgId = writers[0]?.orgId;
  await onCoordinator(
    `select isolate_tenant_to_new_shard('organisation', ${orgId}, 'CASCADE', shard_transfer_mode => 'block_writes')`,
  );
  const [own] = await onCoordinator(
    `select p.shardid as id, n.nodeport as port from pg_dist_placement p join pg_dist_node n using (groupid)
      where p.shardid = get_shard_id_for_distribution_column('organisation', ${orgId})`,
  );
  const [from, to] = own?.port === first.port ? [first, second] : [second, first];
  await move(own?.id, from, to);
};

test('nothing is lost and nothing happens twice while ranges move', async () => {
  let over = false;
  let calls = 0;
  const unavailable = new Map<string, number>();
  const writeOne = async ({ client, written }: Writer): Promise<void> => {
    const name = `C ${randomUUID()}`;
    for (;;) {
      const key = { 'idempotency-key': name };
      const { status, headers, body, text } = await client.post('/v3/customers', { name }, key);
      calls += 1;
      if (status === 201) {
        written.set(name, body.kid);
        return;
      }
      expect([status, headers.get('retry-after'), text]).toEqual([503, expect.stringMatching(/^\d+$/), text]);
      unavailable.set(body.error, (unavailable.get(body.error) ?? 0) + 1);
      await new Promise((done) => setTimeout(done, 100));
    }
  };
  const started = performance.now();
  const writing = writers.flatMap((writer) =>
    Array.from({ length: CALLERS_EACH }, async () => {
      while (!over) await writeOne(writer);
    }),
  );
  await moveAll().finally(() => {
    over = true;
  });
  await Promise.all(writing);
  const seconds = (performance.now() - started) / 1000;
  const all = writers.reduce((sum, { written }) => sum + written.size, 0);
  process.stdout.write(
    `${all} writes in ${seconds.toFixed(0)} s, ${(all / seconds).toFixed(0)} a second; ${calls - all} of ${calls} calls were 503\n`,
  );
  for (const { orgId, written } of writers) {
    const rows = await service.db.readLong<{ id: number; name: string }>(
      sql`select id, name from contact where org_id = ${orgId} and section = 'customers' and del = 0`,
    );
    expect(rows.length).toBe(written.size);
    expect(new Map(rows.map(({ id, name }) => [name, id]))).toEqual(written);
  }
}, 600_000);
