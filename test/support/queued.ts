/** Waits until calls wait for locks of each other, so that a test knows their order. */
import type { Database } from '../../src/db/database.ts';
import { sql } from '../../src/sql/sql.ts';
import { until } from './until.ts';

/** Time for a call to reach a lock; on a cluster the locks are on other nodes and not visible here. */
const LONG_ENOUGH = 1000;

const waitFor = (db: Database, count: number, within?: number): Promise<void> =>
  until(
    async () => {
      const [row] = await db.read<{ n: number }>(sql`select count(*)::int as n
        from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      return row !== undefined && row.n >= count;
    },
    { within, what: `${count} waiting for a lock` },
  );

/** Waits until so many connections wait for a lock in the database of the test, or had the time to: some may wait elsewhere. */
export const perhapsQueued = (db: Database, count: number): Promise<void> =>
  waitFor(db, count, LONG_ENOUGH).catch(() => undefined);

/**
 * Waits until so many connections wait for a lock in the database of the test; on a cluster, for a fixed time.
 * @throws after a while, where no connection waits on a server that shows it
 */
export const queued = (db: Database, count: number): Promise<void> =>
  process.env.TEST_CITUS_URL ? perhapsQueued(db, count) : waitFor(db, count);
