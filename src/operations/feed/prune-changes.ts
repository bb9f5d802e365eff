/** Prunes old changes of the feed in batches (rules 8.5). */
import type { Database } from '../../db/database.ts';
import { DAY_MS } from '../../shared/durations.ts';
import { prepared, type Sql, sql } from '../../sql/sql.ts';
import { assignSequence } from './assign-sequence.ts';

const KEPT_DAYS = 90;
/** Without any reader no cursor exists: changes are only stored until their writes have ended for sure. */
const UNREAD_DAYS = 1;
/** Rows of one statement, and statements for an organisation in one round. */
const PIECE = 2000;
const PIECES = 50;

/** The oldest expired changes; numbers are consecutive, so the highest one bounds all changes that are pruned. */
const oldest = (orgId: number, before: string): Sql => prepared`select max(o.number) as upto, count(*)::int as n
  from (
    select c.number, c.at
    from change c
    where c.org_id = ${orgId} and c.number > 0
    order by c.number
    limit ${PIECE}::int) o
  where o.at < ${before}::timestamptz`;

const removeUpTo = (orgId: number, number: number): Sql[] => [
  prepared`update change_feed
    set gone = greatest(gone, ${number}::bigint)
    where org_id = ${orgId}`,
  prepared`delete from change
    where org_id = ${orgId} and number > 0 and number <= ${number}::bigint`,
];

const forgetRead = async (db: Database, orgId: number, before: string): Promise<void> => {
  for (let piece = 0; piece < PIECES; piece += 1) {
    const [old] = await db.read<{ upto: number | null; n: number }>(oldest(orgId, before));
    const { upto } = old ?? {};
    if (!upto) return;
    await db.shortTransaction(orgId, (tx) => tx.finish(removeUpTo(orgId, upto)));
    if ((old?.n ?? 0) < PIECE) return;
  }
};

/** Deletes unnumbered changes without any cursor, unless a first reader appears meanwhile. */
const forgetUnread = async (db: Database, orgId: number, before: string): Promise<void> => {
  for (let piece = 0; piece < PIECES; piece += 1) {
    const removed = await db.shortTransaction(orgId, (tx) =>
      tx.run(prepared`delete from change c
        where c.org_id = ${orgId} and c.number = 0 and c.id = any(array(
          select o.id
          from change o
          where o.org_id = ${orgId} and o.number = 0 and o.at < ${before}::timestamptz
          order by o.id
          limit ${PIECE}::int)) and not exists (
          select 1
          from change_feed f
          where f.org_id = ${orgId})
        returning c.id`),
    );
    if (removed.length < PIECE) return;
  }
};

const isRead = async (db: Database, orgId: number): Promise<boolean> => {
  const [row] = await db.read(prepared`select 1 as one from change_feed f where f.org_id = ${orgId}`);
  return row !== undefined;
};

/**
 * Numbers waiting changes, so that infrequent readers do not have to wait for it, and prunes old ones. @param now
 * milliseconds
 */
export const pruneChanges = async (db: Database, now: number): Promise<void> => {
  const before = (days: number): string => new Date(now - days * DAY_MS).toISOString();
  const organisations = await db.queryLong<{ org_id: number }>(
    sql`select org_id from organisation where deletion_began_at is null order by org_id`,
  );
  for (const { org_id: orgId } of organisations) {
    const own = db.forOrg(orgId);
    if (!(await isRead(own, orgId))) {
      await forgetUnread(own, orgId, before(UNREAD_DAYS));
      continue;
    }
    for (let piece = 0; piece < PIECES && (await assignSequence(own, orgId)); piece += 1);
    await forgetRead(own, orgId, before(KEPT_DAYS));
  }
};
