/** A filled database of one server becomes a cluster's, also where that was cut off; and what `cluster` says and does. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createOrganisationWithAdmin } from '../../src/cli/context/create-organisation.ts';
import { connect } from '../../src/db/citus/shard-router.ts';
import type { Database } from '../../src/db/database.ts';
import { createKeyRing } from '../../src/db/encryption/key-ring.ts';
import { migrate } from '../../src/db/migrations/migrate.ts';
import { sql } from '../../src/sql/sql.ts';
import { closeTemplate, joinNodes, oneMoveAtATime, onServer } from '../support/citus.ts';
import { commandOn } from '../support/command.ts';
import { databaseUrl, dropDatabase } from '../support/postgres.ts';
import { SECRETS_KEY } from '../support/secrets-key.ts';

const nodes = inject('nodes');
const name = `moved_${randomBytes(4).toString('hex')}`;
const connection = { ...nodes[0], database: name };
const run = commandOn({ DATABASE_URL: databaseUrl(connection) });
const organisations: number[] = [];
let db: Database;

beforeAll(async () => {
  for (const node of nodes) await onServer(node, 'postgres', [`create database ${name}`]);
  await migrate(connection);
  const keys = [SECRETS_KEY];
  db = connect({ connection, keyRing: createKeyRing(() => keys), lanes: 1, writers: 2, longReaders: 1 });
  for (let n = 0; n < 12; n += 1) {
    const wish = {
      name: `Org ${n}`,
      timeZone: 'Europe/Berlin',
      plan: {},
      email: `a${n}@example.com`,
      passwordStays: true,
    };
    organisations.push((await createOrganisationWithAdmin(db, wish)).org_id);
  }
});
afterAll(async () => {
  await db.close();
  await closeTemplate(nodes, name);
  await dropDatabase(name);
});

const TABLES = ['organisation', 'contact', 'credential', 'audit_entry', 'record_count', 'search_entry', 'signing_key'];
const contents = async (): Promise<unknown[]> => {
  const tables = TABLES.map(
    (table) => `select '${table}', count(*)::int, sum(hashtext(t::text)::bigint)::text from ${table} t`,
  );
  const keys =
    "select 'keys', count(*)::int, string_agg(conname, ' ' order by conname) from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace";
  const [found] = await onServer(nodes[0], name, [[...tables, keys].join(' union all ')]);
  return found?.rows ?? [];
};

test('the command on a single server reports that there is no cluster', async () => {
  for (const args of [['status'], ['rebalance'], ['isolate', '1']]) {
    const { code, json } = await run('cluster', ...args);
    expect([code, json.error.code]).toEqual([1, 'no_cluster']);
  }
  const { code, json } = await run('migrate', '--distribute');
  expect([code, json.error.message]).toEqual([1, expect.stringContaining('has no Citus')]);
});

test('a filled database is distributed over the nodes atomically', async () => {
  const before = await contents();
  await joinNodes(nodes, name);
  const client = new pg.Client({ ...nodes[0], database: 'postgres' });
  await client.connect();
  const cutOff = migrate(connection, {
    distribute: (_table, done) => {
      if (done === 9)
        void client.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and query like '%create_distributed_table%' and application_name = ''",
          [name],
        );
    },
  });
  await expect(cutOff).rejects.toThrow();
  await client.end();
  expect(await contents()).toEqual(before);
  const { code, stderr } = await run('migrate', '--distribute');
  expect(code).toBe(0);
  expect(stderr.trim().split('\n').at(-1)).toMatch(/^(\d+) of \1 tables are placed: /);
  expect(await contents()).toEqual(before);
  expect((await run('migrate', '--distribute')).code).toBe(0);
  const { json } = await run('doctor');
  expect(json.findings.find(({ check }: { check: string }) => check === 'placement')).toMatchObject({ ok: true });
  const [merged] = await onServer(nodes[0], name, [
    "select bool_and(success) as everywhere from run_command_on_workers('select merged_grams(array[1], array[2])')",
  ]);
  expect(merged?.rows).toEqual([{ everywhere: true }]);
  const rows = await db.read<{ bytes: number }>(sql`select pg_relation_size('contact')::int as bytes`);
  expect(rows).toEqual([{ bytes: 0 }]);
});

test('status shows the contents of each node; a large organisation gets a range and a node of its own', async () => {
  const { json: state } = await run('cluster', 'status');
  expect(state.nodes.map(({ port }: { port: number }) => port)).toEqual(nodes.map(({ port }) => port));
  const ranges = state.nodes.map(({ ranges: n }: { ranges: number }) => n);
  expect(ranges[0]).toBe(0);
  const [orgId] = organisations;
  const [, first, second] = nodes;
  for (const to of [first, second]) {
    const { code, json } = await oneMoveAtATime(nodes[0], () =>
      run('cluster', 'isolate', String(orgId), '--to', `${to?.host}:${to?.port}`),
    );
    expect([code, json]).toEqual([
      0,
      { org_id: orgId, host: to?.host, port: to?.port, shard: expect.any(Number), organisations: 1 },
    ]);
  }
  expect((await run('cluster', 'isolate', '2000000000')).json.error.code).toBe('unknown_organisation');
  expect((await run('cluster', 'isolate', String(orgId), '--to', 'nowhere:1')).json.error.code).toBe('unknown_node');
});

test('rebalance evens out the nodes', async () => {
  const [, from, to] = nodes;
  const state = async () => (await run('cluster', 'status')).json.nodes.map(({ ranges }: { ranges: number }) => ranges);
  await onServer(nodes[0], name, [
    `select citus_move_shard_placement(shardid, '${from?.host}', ${from?.port}, '${to?.host}', ${to?.port}, 'block_writes')
      from (select shardid from citus_shards where table_name = 'organisation'::regclass and nodeport = ${from?.port} order by 1 limit 3) s`,
  ]);
  const [, less = 0, more = 0] = await state();
  expect(more - less).toBeGreaterThanOrEqual(5);
  const { code, json } = await run('cluster', 'rebalance', '--mode', 'block_writes');
  expect([code, json.job.state]).toEqual([0, 'finished']);
  const [, a = 0, b = 0] = await state();
  expect(Math.abs(a - b)).toBeLessThanOrEqual(1);
  expect((await run('cluster', 'rebalance')).json).toEqual({ job: null });
});
