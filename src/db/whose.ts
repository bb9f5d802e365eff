/** Whose a row is that is named by its number alone, as operators name tokens, webhooks and deliveries. */
import { ApiError } from '../errors.ts';
import { literal, raw, sql } from '../sql.ts';
import type { Database } from './database.ts';

/** Tables whose rows have numbers that no other organisation's have. */
type Numbered = 'api_token' | 'webhook' | 'webhook_delivery';

/** Of each range by itself: a node that is down has no answer, and is in nobody's way. */
const whereAnswered = async (db: Database, table: Numbered, id: number): Promise<number | undefined> => {
  const look = sql`'select org_id from %s where id = ' || ${id}::bigint`;
  const [row] = await db.read<{ org_id: number }>(
    sql`select s.result::int as org_id from run_command_on_shards(${literal(table)}, ${look}) s where s.success and s.result <> ''`,
  );
  return row?.org_id;
};

/** @throws 503 where a node of a cluster is down that may have the row */
const lookedUp = async (db: Database, table: Numbered, id: number): Promise<number | undefined> => {
  try {
    const [row] = await db.read<{ org_id: number }>(sql`select org_id from ${raw(table)} where id = ${id}`);
    return row?.org_id;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 503) throw error;
    const found = await whereAnswered(db, table, id).catch(() => undefined);
    if (found === undefined) throw error;
    return found;
  }
};

/**
 * The organisation that has a row.
 * @param unknown what is thrown where there is none
 * @param known the organisation where whoever asks knows it: nothing is looked up
 * @throws 503 where a node of a cluster is down that may have it
 */
export const whose = async (
  db: Database,
  table: Numbered,
  id: number,
  unknown: (id: number) => ApiError,
  known?: number,
): Promise<number> => {
  const orgId = known ?? (await lookedUp(db, table, id));
  if (orgId === undefined) throw unknown(id);
  return orgId;
};
