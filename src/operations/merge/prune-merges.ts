/** Deletes the stored writes of merges that can no longer be undone. */
import type { Database } from '../../db/database.ts';
import { DAY_MS } from '../../shared/durations.ts';
import { UNMERGE_DAYS } from '../../shared/limits.ts';
import { sql } from '../../sql/sql.ts';

/** @param now milliseconds since 1970 */
export const pruneMerges = (db: Database, now: number): Promise<unknown> =>
  db.transaction((tx) =>
    tx.run(sql`delete from customer_merge where at < ${new Date(now - UNMERGE_DAYS * DAY_MS).toISOString()}`),
  );
