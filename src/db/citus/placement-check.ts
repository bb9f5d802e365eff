/** Compares the placement of tables on Citus with the migrations. */
import { sql } from '../../sql/sql.ts';
import type { Database } from '../database.ts';
import { placementsOf, readMigrations, type SqlSection } from '../migrations/migration-files.ts';
import { hasCitus } from '../pool/has-citus.ts';

interface Placed {
  readonly name: string;
  readonly place: SqlSection;
  /** The column by which it is distributed, and with which other tables its rows lie together. */
  readonly key: string | null;
  readonly together: number;
}

/**
 * Tables that are not where they belong, with where they are.
 * @returns null where there is no Citus, and one server has them all
 */
export const findMisplacedTables = async (db: Database): Promise<readonly string[] | null> => {
  if (!(await hasCitus(db))) return null;
  const placed = await db.read<Placed>(sql`
    select c.relname as name,
      case p.partmethod when 'h' then 'distribute' when 'n' then 'reference' else 'local' end as place,
      column_to_column_name(p.logicalrelid, p.partkey) as key,
      coalesce(p.colocationid, 0)::int as together
    from pg_class c
    left join pg_dist_partition p on p.logicalrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'`);
  const home = placed.find(({ name }) => name === 'organisation')?.together;
  return placementsOf(await readMigrations()).flatMap(({ place, table }) => {
    const found = placed.find(({ name }) => name === table);
    if (found?.place !== place) return [`${table} is ${found?.place ?? 'missing'}, not ${place}`];
    if (place !== 'distribute' || (found.key === 'org_id' && found.together === home)) return [];
    return [`${table} is distributed by ${found.key}, apart from its organisation`];
  });
};

/** A node of a cluster, and whether it answers. */
export interface NodeSeen {
  /** As the cluster's metadata name it. */
  readonly name: string;
  /** Null for one that the cluster does not ask: it was switched off. */
  readonly answers: boolean | null;
  /** The response of the node, or the connection error. */
  readonly said: string;
  readonly ranges: number;
}

/** @returns null where there is no Citus */
export const listNodes = async (db: Database): Promise<readonly NodeSeen[] | null> => {
  if (!(await hasCitus(db))) return null;
  return db.read<NodeSeen>(sql`
    select n.nodename || ':' || n.nodeport as name, s.success as answers, coalesce(s.result, '') as said,
      (
        select count(*)::int
        from pg_dist_placement p
        join pg_dist_shard d using (shardid)
        where p.groupid = n.groupid and d.logicalrelid = to_regclass('organisation')) as ranges
    from pg_dist_node n
    left join run_command_on_all_nodes('select 1') s using (nodeid)
    where n.noderole = 'primary'
    order by n.groupid`);
};
