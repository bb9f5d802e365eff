/** Finds the organisation of a row by its id alone, as operators name tokens, webhooks and deliveries. */
import { ApiError } from '../../errors/api-error.ts';
import { literal, raw, sql } from '../../sql/sql.ts';
import type { Database } from '../database.ts';

/** Tables with ids that are unique over all organisations. */
type Numbered = 'api_token' | 'webhook' | 'webhook_delivery';

/** Queries each shard separately: a failed node has no answer, and does not affect the others. */
const findOwnerOnReachableShards = async (db: Database, table: Numbered, id: number): Promise<number | undefined> => {
  const look = sql`'select org_id from %s where id = ' || ${id}::bigint`;
  const [row] = await db.read<{ org_id: number }>(
    sql`select s.result::int as org_id from run_command_on_shards(${literal(table)}, ${look}) s where s.success and s.result <> ''`,
  );
  return row?.org_id;
};

/** @throws 503 where a node of a cluster is down that may have the row */
const findOwner = async (db: Database, table: Numbered, id: number): Promise<number | undefined> => {
  try {
    const [row] = await db.read<{ org_id: number }>(sql`select org_id from ${raw(table)} where id = ${id}`);
    return row?.org_id;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 503) throw error;
    const found = await findOwnerOnReachableShards(db, table, id).catch(() => undefined);
    if (found === undefined) throw error;
    return found;
  }
};

/**
 * The organisation of a row.
 * @param known the organisation, if the caller knows it; then no query is made
 * @param unknown the error for a missing row
 * @throws 503 if a failed node of a cluster may have it
 */
export const findOrgIdOf = async (
  db: Database,
  { table, id, known }: { readonly table: Numbered; readonly id: number; readonly known?: number | undefined },
  unknown: (id: number) => ApiError,
): Promise<number> => {
  const orgId = known ?? (await findOwner(db, table, id));
  if (orgId === undefined) throw unknown(id);
  return orgId;
};
