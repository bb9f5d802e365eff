/**
 * Readers assign the sequence numbers of changes, one reader of an organisation at a time (docs/decisions/0019). A
 * number is assigned to committed changes only, and a later commit gets a higher one, so a reader that has read up to
 * a number has missed nothing.
 */
import type { Database } from '../../db/database.ts';
import { epoch, prepared, raw, type Sql, sharedParam, sql, tenantParam } from '../../sql/sql.ts';

/** Changes that are numbered in one transaction. */
export const BATCH = 5000;

const ensureFeed = (orgId: number): Sql => prepared`insert into change_feed (org_id)
  values (${tenantParam(orgId)})
  on conflict do nothing`;

/** Each statement of a transaction sees commits before it: after the lock, all work of an earlier reader. */
const lockFeed = (orgId: number): Sql => prepared`select f.last
  from change_feed f
  where f.org_id = ${orgId}
  for update`;

/** Nothing is known of how many wait, and a batch that is looked through for each row of it takes seconds. */
const HASHED = sql`set local enable_nestloop = off`;

/** The changes `w` of a batch. */
const waiting = (orgId: number): Sql => sql`from change w
        where w.org_id = ${orgId} and w.number = 0
        order by w.id
        limit ${sharedParam(BATCH)}::int`;

/**
 * In the order of ids, which were drawn while each record was locked. On a cluster every node draws from a range of its
 * own: where ids of several meet, times go before them.
 */
const number = (orgId: number): Sql => prepared`update change c
  set number = b.place + (
    select f.last
    from change_feed f
    where f.org_id = ${orgId})
  from (
    select n.id, row_number() over (order by case when n.ranges then n.at end, n.id) as place
    from (
      select u.id, u.at, min(u.id >> 48) over () <> max(u.id >> 48) over () as ranges
      from (
        select w.id, w.at
        ${waiting(orgId)}) u) n) b
  where c.org_id = ${orgId} and c.number = 0 and c.id = b.id and c.id <= (
    select max(m.id)
    from (
        select w.id
        ${waiting(orgId)}) m)
  returning c.id`;

const advance = (orgId: number): Sql => prepared`update change_feed
  set last = greatest(last, (
    select coalesce(max(c.number), 0)
    from change c
    where c.org_id = ${orgId}))
  where org_id = ${orgId}`;

/** Numbers a batch of committed changes. @returns whether more may be left */
const numberBatch = (db: Database, orgId: number): Promise<boolean> =>
  db.shortTransaction(orgId, async (tx) => {
    const statements = [ensureFeed(orgId), lockFeed(orgId), HASHED, number(orgId), advance(orgId)];
    const [, , , numbered] = await tx.finish(statements);
    return (numbered?.length ?? 0) >= BATCH;
  });

interface Numbering {
  readonly running: Promise<boolean>;
  next?: Promise<boolean>;
}

const underWay = new WeakMap<Database, Map<number, Numbering>>();

/**
 * Shared by all concurrent readers of this process: a reader that arrives during a run waits for the next one,
 * because the current run may not see everything that the reader has seen.
 */
export const assignSequence = (db: Database, orgId: number): Promise<boolean> => {
  const ofDatabase = underWay.get(db) ?? new Map<number, Numbering>();
  underWay.set(db, ofDatabase);
  const known = ofDatabase.get(orgId);
  if (known) {
    known.next ??= known.running.then(
      () => assignSequence(db, orgId),
      () => assignSequence(db, orgId),
    );
    return known.next;
  }
  const running = numberBatch(db, orgId).finally(() => ofDatabase.delete(orgId));
  ofDatabase.set(orgId, { running });
  return running;
};

/** The feed of an organisation. */
export interface FeedState {
  /** The highest number that was given. */
  readonly last: number;
  /** Time of the last change; null where it was pruned. */
  readonly lastAt: number | null;
  /** The highest number of pruned changes. */
  readonly gone: number;
  /** There are changes without a number. */
  readonly fresh: boolean;
  /** Time of the requested change. */
  readonly at: number | null;
}

/** Reads it. @param asked number of a change */
export const feedState = async (db: Database, orgId: number, asked: number): Promise<FeedState> => {
  const of = (name: 'last' | 'gone'): Sql => sql`coalesce((
      select f.${raw(name)}
      from change_feed f
      where f.org_id = ${orgId}), 0) as ${raw(name)}`;
  const [row] = await db.read<FeedState>(prepared`select ${of('last')}, ${of('gone')}, exists (
      select 1
      from change u
      where u.org_id = ${orgId} and u.number = 0) as fresh, (
      select ${epoch("c.at at time zone 'UTC'")}
      from change c
      where c.org_id = ${orgId} and c.number = nullif(${asked}::bigint, 0)) as at, (
      select ${epoch("l.at at time zone 'UTC'")}
      from change l
      where l.org_id = ${orgId} and l.number > 0
      order by l.number desc
      limit 1) as "lastAt"`);
  return row ?? { last: 0, lastAt: null, gone: 0, fresh: false, at: null };
};
