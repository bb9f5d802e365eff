/** Administration of a Citus cluster, by Citus' own functions (docs/scaling.md). */
import type pg from 'pg';
import { sql } from '../../sql/sql.ts';
import { HAS_CITUS } from '../pool/has-citus.ts';

/** How rows are copied: while writers continue, if possible, or while they wait. */
export const MODES = ['auto', 'force_logical', 'block_writes'] as const;
export type Mode = (typeof MODES)[number];

/** A node and its contents. */
export interface NodeState {
  readonly host: string;
  readonly port: number;
  readonly active: boolean;
  /** Ranges of organisations. */
  readonly ranges: number;
  readonly bytes: number;
}

/** A rebalance that was started, or null. `state` is Citus' own word. */
export interface Job {
  readonly id: number;
  readonly state: string;
  /** Moves by their state. */
  readonly moves: Readonly<Record<string, number>>;
}

export interface ClusterState {
  readonly nodes: readonly NodeState[];
  readonly job: Job | null;
}

/** Whether the database is distributed. */
export const isDistributed = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query(`select where ${HAS_CITUS}`);
  if (!rows.length) return false;
  const placed = await client.query("select 1 from pg_dist_partition where logicalrelid = to_regclass('organisation')");
  return placed.rows.length > 0;
};

const jobOf = async (client: pg.Client): Promise<Job | null> => {
  const { rows } = await client.query<Job>(`
    select j.job_id::float8 as id, j.state::text as state,
      coalesce((
        select json_object_agg(s.status, s.n)
        from (select t.status::text as status, count(*) as n from pg_dist_background_task t where t.job_id = j.job_id group by 1) s
      ), '{}') as moves
    from pg_dist_background_job j
    order by j.job_id desc
    limit 1`);
  return rows[0] ?? null;
};

/** @returns the nodes with their contents, and the latest rebalance */
export const clusterState = async (client: pg.Client): Promise<ClusterState> => {
  const { rows } = await client.query<NodeState>(`
    select n.nodename as host, n.nodeport as port, n.isactive as active,
      count(s.shardid) filter (where s.table_name = 'organisation'::regclass)::int as ranges,
      coalesce(sum(s.shard_size) filter (where s.citus_table_type = 'distributed'), 0)::float8 as bytes
    from pg_dist_node n
    left join citus_shards s on s.nodename = n.nodename and s.nodeport = n.nodeport
    where n.noderole = 'primary'
    group by n.groupid, n.nodename, n.nodeport, n.isactive
    order by n.groupid`);
  return { nodes: rows, job: await jobOf(client) };
};

const LOOK_MS = 1000;
const OVER = new Set(['finished', 'failed', 'cancelled']);

/**
 * Rebalances the shards over the nodes and waits for it, or for one that is running.
 * @param progress called with the state of the job
 * @returns the job, null where nothing had to be moved
 */
export const rebalance = async (client: pg.Client, mode: Mode, progress: (job: Job) => void): Promise<Job | null> => {
  const before = await jobOf(client);
  if (!before || OVER.has(before.state)) {
    const { rows } = await client.query<{ id: string | null }>(
      sql`select citus_rebalance_start(shard_transfer_mode => ${mode}::citus.shard_transfer_mode) as id`.query,
    );
    if (rows[0]?.id == null) return null;
  }
  for (;;) {
    const job = await jobOf(client);
    if (!job || OVER.has(job.state)) return job;
    progress(job);
    await new Promise((done) => setTimeout(done, LOOK_MS));
  }
};

/** The node that has an organisation, and the range that it is in. */
export interface TenantPlacement {
  readonly host: string;
  readonly port: number;
  readonly shard: number;
  /** How many organisations are in it. */
  readonly organisations: number;
}

/** @returns null where there is no such organisation */
export const placementOf = async (client: pg.Client, orgId: number): Promise<TenantPlacement | null> => {
  const known = await client.query(sql`select 1 from organisation where org_id = ${orgId}`.query);
  const { rows } = await client.query<TenantPlacement & { readonly range: [number, number] }>(
    sql`select n.nodename as host, n.nodeport as port, p.shardid::float8 as shard,
        array[s.shardminvalue::int, s.shardmaxvalue::int] as range
      from pg_dist_shard s
      join pg_dist_placement p using (shardid)
      join pg_dist_node n using (groupid)
      where s.shardid = get_shard_id_for_distribution_column('organisation', ${orgId}::int)`.query,
  );
  const [place] = rows;
  if (!known.rows.length || !place) return null;
  const {
    range: [min, max],
    ...where
  } = place;
  const count = await client.query<{ n: number }>(
    sql`select count(*)::int as n from organisation where worker_hash(org_id) between ${min} and ${max}`.query,
  );
  return { ...where, organisations: count.rows[0]?.n ?? 0 };
};

/**
 * Isolates an organisation in a shard of its own, in all tables. Writers of the shard wait meanwhile: with Citus 13.2
 * a non-blocking split never ends after an UPDATE ("publisher did not send replica identity column").
 * @throws the error of Citus where it has one already
 */
export const isolateTenant = async (client: pg.Client, orgId: number): Promise<void> => {
  await client.query(
    sql`select isolate_tenant_to_new_shard('organisation', ${orgId}::int, 'CASCADE', shard_transfer_mode => 'block_writes')`
      .query,
  );
};

/**
 * An orphaned shard on a node is dropped before the shard returns, and Citus fails while it is being read. There is
 * no error code for that.
 */
const isLeftOver = (error: unknown): boolean => error instanceof Error && /orphaned shard/.test(error.message);
/** How long readers are waited for. */
const LEFT_OVER_MS = 60_000;

/**
 * Moves a shard with its colocated shards to another node.
 * @throws the error of Citus
 */
export const moveShard = async (
  client: pg.Client,
  { shard, host, port }: Pick<TenantPlacement, 'shard' | 'host' | 'port'>,
  to: { readonly host: string; readonly port: number },
  mode: Mode,
): Promise<void> => {
  const { query } = sql`select citus_move_shard_placement(${shard}, ${host}, ${port}::int, ${to.host}, ${to.port}::int,
      shard_transfer_mode => ${mode}::citus.shard_transfer_mode)`;
  const end = Date.now() + LEFT_OVER_MS;
  for (;;) {
    try {
      await client.query(query);
      return;
    } catch (error) {
      if (!isLeftOver(error) || Date.now() > end) throw error;
      await new Promise((done) => setTimeout(done, LOOK_MS));
    }
  }
};
