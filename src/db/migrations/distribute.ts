/**
 * Distributes a filled database over a cluster (`broker-crm migrate --distribute`). It is one transaction: an
 * interruption leaves the tables unchanged, and the next run starts again. The service must be stopped meanwhile.
 */
import type pg from 'pg';
import { sql } from '../../sql/sql.ts';
import { placementsOf, readMigrations, type SqlSection, type TablePlacement } from './migration-files.ts';
import { NO_TIMEOUTS } from './session-settings.ts';

/** The Citus call for a table; all tables of an organisation are colocated. */
export const placing = (place: SqlSection, table: string): string | undefined => {
  if (place === 'local') return undefined;
  if (place === 'reference') return `select create_reference_table('${table}')`;
  const beside = table === 'organisation' ? 'none' : 'organisation';
  return `select create_distributed_table('${table}', 'org_id', colocate_with => '${beside}')`;
};

/** A transaction that distributed a table can make extensions and foreign keys only so. */
export const SEQUENTIALLY = "set local citus.multi_shard_modify_mode to 'sequential'";

/** Copying takes longer than a call may, here and on the nodes. */
const FOR_LONG = ["set local citus.propagate_set_commands to 'local'", ...NO_TIMEOUTS];

/** Says that a table is where it belongs. */
export type Placed = (table: string, done: number, all: number) => void;

/**
 * Foreign keys are dropped meanwhile, since they would connect tables of different kinds: the statements that restore
 * them, and the remaining tables.
 */
const foreignKeys = async (client: pg.Client): Promise<{ drop: string; add: string }[]> => {
  const { rows } = await client.query<{ drop: string; add: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
    from pg_constraint
    where contype = 'f' and connamespace = current_schema()::regnamespace
      and conrelid not in (select logicalrelid from pg_dist_partition)
    order by conrelid::regclass::text, conname`);
  return rows;
};

/** Functions that migrations made, but for those that `unless` says of `p` (pg_proc). */
const functionsOf = async (client: pg.Client, unless: string): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(`
    select p.oid::regprocedure::text as name
    from pg_proc p
    join pg_language l on l.oid = p.prolang
    where p.pronamespace = current_schema()::regnamespace
      and not exists (select 1 from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
      and not (${unless})
    order by 1`);
  return rows.map(({ name }) => name);
};

/** Functions that statements call on the nodes. Those of migrations on a cluster exist there already. */
const functions = (client: pg.Client): Promise<string[]> => functionsOf(client, 'false');

/**
 * On a cluster, statements within functions are planned at each call: if the shard range is a parameter, Citus 13.2
 * keeps every plan (src/db/pool/connection-capabilities.ts). Checked each time, because a kill after the last
 * migration would skip it.
 * @param alone runs work in a transaction while no other process does the same
 */
export const disablePlanCache = async (
  client: pg.Client,
  alone: (work: () => Promise<void>) => Promise<void>,
): Promise<void> => {
  // A role without ownership leaves them unchanged.
  const isSet = `l.lanname <> 'plpgsql' or 'plan_cache_mode=force_custom_plan' = any (p.proconfig)`;
  const unset = () => functionsOf(client, `coalesce(${isSet}, false) or not pg_has_role(p.proowner, 'usage')`);
  if (!(await unset()).length) return;
  await alone(async () => {
    for (const name of await unset())
      await client.query(`alter function ${name} set plan_cache_mode = 'force_custom_plan'`);
  });
};

/** Tables that are not on the cluster yet, in the order of the migrations. */
const unplaced = async (client: pg.Client): Promise<readonly TablePlacement[]> => {
  const { rows } = await client.query<{ name: string }>(
    'select logicalrelid::regclass::text as name from pg_dist_partition',
  );
  const known = new Set(rows.map(({ name }) => name));
  return placementsOf(await readMigrations()).filter(({ place, table }) => place !== 'local' && !known.has(table));
};

/**
 * Places all tables, with their rows.
 * @param client in a transaction, as the owner of the tables
 * @returns how many were placed
 */
export const distribute = async (client: pg.Client, placed: Placed): Promise<number> => {
  await client.query(SEQUENTIALLY);
  for (const setting of FOR_LONG) await client.query(setting);
  const tables = await unplaced(client);
  if (!tables.length) return 0;
  const keys = await foreignKeys(client);
  for (const { drop } of keys) await client.query(drop);
  for (const [done, { place, table }] of tables.entries()) {
    await client.query(String(placing(place, table)));
    placed(table, done + 1, tables.length);
  }
  for (const { add } of keys) await client.query(add);
  for (const name of await functions(client))
    await client.query(sql`select create_distributed_function(${name})`.query);
  return tables.length;
};

/**
 * Frees the space of local rows on the coordinator, once no transaction sees them. May be repeated.
 * @param client in a transaction
 */
export const freeLocalRows = async (client: pg.Client): Promise<void> => {
  for (const setting of FOR_LONG) await client.query(setting);
  await client.query(`
    select truncate_local_data_after_distributing_table(logicalrelid)
    from pg_dist_partition
    where partmethod = 'h' and pg_relation_size(logicalrelid) > 0`);
};
