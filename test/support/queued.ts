/** Waits until calls wait for locks of each other, so that a test knows which comes first. */
import type { Database } from '../../src/db/database.ts';
import { sql } from '../../src/sql.ts';
import { until } from './until.ts';

/** For as long as a call needs to get to a lock; where the locks are those of a cluster's nodes, nobody here sees who waits. */
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
 * Waits until so many connections wait for a lock in the database of the test; on a cluster, until they had the time to.
 * @throws after a while, where nobody waits on a server that shows who does
 */
export const queued = (db: Database, count: number): Promise<void> =>
  process.env.TEST_CITUS_URL ? perhapsQueued(db, count) : waitFor(db, count);
