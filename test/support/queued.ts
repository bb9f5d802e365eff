/** Waits until calls wait for locks of each other, so that a test knows which comes first. */
import type { Database } from '../../src/db/database.ts';
import { sql } from '../../src/sql.ts';

/** For as long as a call needs to get to a lock; where the locks are those of a cluster's nodes, nobody here sees who waits. */
const LONG_ENOUGH = 1000;

/** Waits until so many connections wait for a lock in the database of the test, or had the time to. */
export const queued = async (db: Database, count: number): Promise<void> => {
  for (const end = Date.now() + LONG_ENOUGH; Date.now() < end; ) {
    const [row] = await db.read<{ n: number }>(sql`select count(*)::int as n
      from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
    if (row && row.n >= count) return;
    await new Promise((done) => setTimeout(done, 20));
  }
};
