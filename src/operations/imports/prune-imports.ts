/** Removes imports with their staged rows after 30 days; the garbage collection removes their files. */
import type { Database } from '../../db/database.ts';
import { DAY_MS } from '../../shared/durations.ts';
import { IMPORT_DAYS } from '../../shared/limits.ts';
import { prepared, sql } from '../../sql/sql.ts';

/** Rows of one transaction. */
const PORTION = 2000;

const removeRows = async (db: Database, orgId: number, id: number): Promise<void> => {
  for (;;) {
    const removed = await db.shortTransaction(orgId, (tx) =>
      tx.run(prepared`delete from import_row r
        where r.org_id = ${orgId} and r.job_id = ${id} and r."row" = any(array(
          select o."row"
          from import_row o
          where o.org_id = ${orgId} and o.job_id = ${id}
          order by o."row"
          limit ${PORTION}::int))
        returning r."row"`),
    );
    if (removed.length < PORTION) return;
  }
};

/** Removes old imports that are not running. @param now milliseconds since 1970 */
export const pruneImports = async (db: Database, now: number): Promise<void> => {
  const before = new Date(now - IMPORT_DAYS * DAY_MS).toISOString();
  const old = await db.queryLong<{ org_id: number; id: number }>(sql`select j.org_id, j.id
    from import_job j
    where j.created_at < ${before}::timestamptz and j.state not in ('staging', 'applying', 'undoing')
    order by j.org_id, j.id`);
  for (const { org_id: orgId, id } of old) {
    const own = db.forOrg(orgId);
    await removeRows(own, orgId, id);
    await own.shortTransaction(orgId, (tx) =>
      tx.run(prepared`delete from import_job
        where org_id = ${orgId} and id = ${id} and state not in ('staging', 'applying', 'undoing')`),
    );
  }
};
