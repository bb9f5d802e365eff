/**
 * The cluster of TEST_CITUS_URL, which names a database of the coordinator that has all its nodes. A database of a
 * cluster is one on every node, and so is a template: its knowledge of the other nodes is in ordinary rows.
 */
import pg from 'pg';
import { inject } from 'vitest';
import { moveShard } from '../../src/db/citus/citus-admin.ts';
import type { Database } from '../../src/db/database.ts';
import { sql } from '../../src/sql/sql.ts';

/** The template of test databases; runs that name databases of their own may share a cluster. */
export const TEMPLATE = `template_${new pg.Client(process.env.TEST_CITUS_URL ?? { database: 'crm' }).database}`;
/** On a cluster: where Citus is asked how it would run statements. */
export const EXPLAINED = 'explained_crm';

export interface TestServer {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password?: string;
}

/** Runs statements on one server, one after the other. */
export const onServer = async (
  { password, ...server }: pg.ClientConfig,
  database: string,
  statements: readonly string[],
): Promise<pg.QueryResult[]> => {
  const client = new pg.Client({ ...server, database, ...(password ? { password } : {}) });
  await client.connect();
  try {
    const results: pg.QueryResult[] = [];
    for (const text of statements) results.push(await client.query(text));
    return results;
  } finally {
    await client.end();
  }
};

/**
 * Runs work that moves rows between nodes during writes. Citus creates a role for that, which all databases of a
 * server share: tests run it one after the other.
 */
export const oneMoveAtATime = async <T>(coordinator: pg.ClientConfig, work: () => Promise<T>): Promise<T> => {
  const client = new pg.Client({ ...coordinator, database: 'postgres' });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock(hashtext('moves'))");
    return await work();
  } finally {
    await client.end();
  }
};

/**
 * Moves a range as the operator's command does, while callers write.
 * @param begins is called when no other test moves any more
 */
export const moveRange = (
  database: string,
  from: Parameters<typeof moveShard>[1],
  to: Parameters<typeof moveShard>[2] | undefined,
  begins = () => {},
): Promise<void> => {
  const [coordinator] = inject('nodes');
  if (!to) throw new Error('Two nodes are needed');
  return oneMoveAtATime(coordinator, async () => {
    begins();
    const client = new pg.Client({ ...coordinator, database });
    await client.connect();
    try {
      await moveShard(client, from, to, 'force_logical');
    } finally {
      await client.end();
    }
  });
};

/** The range that has an organisation, and the node where it is. */
export const placeOf = async (db: Database, orgId: number) => {
  const [place] = await db.read<{ shard: number; host: string; port: number }>(sql`
    select p.shardid as shard, n.nodename as host, n.nodeport as port
    from pg_dist_placement p
    join pg_dist_node n using (groupid)
    where p.shardid = get_shard_id_for_distribution_column('organisation', ${orgId}::int)`);
  if (!place) throw new Error('An organisation without a place');
  return place;
};

/** All nodes, the coordinator first. */
export const nodesOf = async (url: string): Promise<[TestServer, ...TestServer[]]> => {
  const { host, port, user, database = 'postgres' } = new pg.Client(url);
  const coordinator = { host, port, user: String(user) };
  const [nodes] = await onServer(coordinator, database, [
    "select nodename as host, nodeport as port from pg_dist_node where groupid > 0 and noderole = 'primary' order by 2",
  ]);
  return [coordinator, ...(nodes?.rows ?? []).map((node) => ({ ...coordinator, ...node }))];
};

/** Makes an empty database a cluster's. */
export const joinNodes = async ([coordinator, ...workers]: readonly TestServer[], database: string): Promise<void> => {
  if (!coordinator) return;
  for (const node of [coordinator, ...workers]) await onServer(node, database, ['create extension citus']);
  await onServer(coordinator, database, [
    `select citus_set_coordinator_host('${coordinator.host}', ${coordinator.port})`,
    ...workers.map(({ host, port }) => `select citus_add_node('${host}', ${port})`),
  ]);
};

/** Citus itself keeps connections to a database, with which it could not be copied. */
export const closeTemplate = async (nodes: readonly TestServer[], database: string): Promise<void> => {
  for (const node of nodes)
    await onServer(node, 'postgres', [
      `alter database ${database} allow_connections false`,
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${database}'`,
    ]);
};
