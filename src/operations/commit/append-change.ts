/** Rows of the change feed, written in the transaction of the change (rules 8.5). */
import { type AuditActor, type AuditEntry, auditEntry } from '../../db/audit-entry.ts';
import type { Tx } from '../../db/database.ts';
import { isInChangeFeed } from '../../derive/events/record-diff.ts';
import { bulkInsert } from '../../sql/bulk-insert.ts';
import { prepared, type Sql, sharedParam, sql, tenantParam } from '../../sql/sql.ts';
import type { Context } from '../call/call.ts';
import { type RecordChange, visibleTo } from '../call/record-change.ts';

/** Actions in the change feed. */
export type FeedAction = 'insert' | 'update' | 'delete' | 'merge' | 'move';

/** The record that another one belongs to. */
interface Owner {
  readonly section: string;
  readonly id: number;
}

/** One change in the feed. */
export interface FeedEntry {
  /** Path of the record kind. */
  readonly section: string;
  readonly id: number;
  readonly action: FeedAction;
  /** Names of fields. */
  readonly changed: readonly string[];
  readonly owner?: Owner | undefined;
  readonly slaveKid?: number;
  /** The only user who sees it; negative: all other users; 0: none; absent: all. */
  readonly audience?: number | null;
}

const COLUMNS = sql`(org_id, at, section, record_id, action, changed, owner_section, owner_id, slave_kid, audience)`;

/** INSERT of one change. */
const appendChange = (
  context: Pick<Context, 'actor' | 'now'>,
  feedEntry: FeedEntry,
): Sql => prepared`insert into change ${COLUMNS}
  values (${tenantParam(context.actor.orgId)}, ${new Date(context.now()).toISOString()}, ${feedEntry.section}, ${feedEntry.id}, ${feedEntry.action},
    ${JSON.stringify(feedEntry.changed)}, ${feedEntry.owner?.section ?? null}, ${feedEntry.owner?.id ?? null},
    ${feedEntry.slaveKid ?? null}, ${feedEntry.audience ?? null})`;

/** One INSERT of changes that differ only in record and owner. */
const insertAlike = (context: Pick<Context, 'actor' | 'now'>, alike: readonly FeedEntry[]): readonly Sql[] => {
  const [first, ...others] = alike;
  if (!first || !others.length) return alike.map((feedEntry) => appendChange(context, feedEntry));
  const ids = alike.map(({ id }) => id);
  const owners = alike.map(({ owner }) => owner?.id ?? null);
  return [
    prepared`select tell_changes(${tenantParam(context.actor.orgId)}, ${new Date(context.now()).toISOString()}, ${first.section},
    ${ids}::int[], ${first.action}, ${JSON.stringify(first.changed)}, ${first.owner?.section ?? null}, ${owners}::int[])`,
  ];
};

/** INSERTs of many changes, grouped by kind, action and fields. There may be tens of thousands. */
export const appendChanges = (context: Pick<Context, 'actor' | 'now'>, all: readonly FeedEntry[]): Sql[] => {
  const groups: FeedEntry[][] = [];
  const byKey = new Map<string, FeedEntry[]>();
  for (const feedEntry of all) {
    const { section, action, changed, owner } = feedEntry;
    const isPlain = feedEntry.slaveKid === undefined && feedEntry.audience == null;
    const key = `${section} ${action} ${owner?.section ?? ''} ${changed.join()}`;
    const known = isPlain ? byKey.get(key) : undefined;
    if (known) known.push(feedEntry);
    else {
      const group = [feedEntry];
      groups.push(group);
      if (isPlain) byKey.set(key, group);
    }
  }
  return groups.flatMap((group) => insertAlike(context, group));
};

/** The feed entries of a changed record. A record that became private is deleted for all other users. */
const feedEntriesOf = (change: RecordChange, owner: Owner | undefined): readonly FeedEntry[] => {
  const { resource, id, record, before } = change;
  if (!isInChangeFeed(resource)) return [];
  const moved = change.audit?.action === 'move';
  const audience = visibleTo(resource, record);
  const feedEntry: FeedEntry = {
    section: resource.path,
    id,
    action: moved ? 'move' : change.action,
    changed: Object.keys(change.changes),
    owner,
    audience,
  };
  const also: FeedEntry[] =
    change.secondaryEvent?.action === 'move' ? [{ ...feedEntry, action: 'move', changed: ['ordner'] }] : [];
  const wasOpen = change.action === 'update' && before !== undefined && visibleTo(resource, before) === null;
  const gone: FeedEntry[] =
    audience !== null && wasOpen ? [{ ...feedEntry, action: 'delete', changed: [], audience: -audience || null }] : [];
  return [feedEntry, ...also, ...gone];
};

/** INSERT of an audit entry and its feed entry in one statement. */
const insertWithAudit = ({ actor, now }: AuditActor, entry: AuditEntry, { section, changed }: FeedEntry): Sql =>
  prepared`select note_change(${tenantParam(actor.orgId)}, ${new Date(now()).toISOString()}, ${actor.tokenId}, ${actor.userKid},
    ${actor.requestId}, ${actor.via ?? null}, ${entry.section}, ${entry.recordId}, ${entry.action},
    ${entry.owner?.section ?? null}, ${entry.owner?.id ?? null}, ${JSON.stringify(entry.changes)},
    ${entry.security ?? false}, ${section}, ${JSON.stringify(changed)})`;

/** INSERTs of a change's audit entry and feed entries. */
export const recordChange = (context: Context, change: RecordChange, entry: AuditEntry): Sql[] => {
  const entries = feedEntriesOf(change, entry.owner);
  const [only] = entries;
  // One statement is sufficient for an entry that every user sees, with the same action in both.
  if (only && entries.length === 1 && only.audience === null && only.action === entry.action)
    return [insertWithAudit(context, entry, only)];
  return [auditEntry(context, entry), ...appendChanges(context, entries)];
};

/** One INSERT of changes in their order, which returns their ids. */
const insertInOrder = ({ actor, now }: Pick<Context, 'actor' | 'now'>, all: readonly FeedEntry[]): Sql[] => {
  const [org, at] = [tenantParam(actor.orgId), sharedParam(new Date(now()).toISOString())];
  return bulkInsert(
    sql`insert into change ${COLUMNS}`,
    all.map(
      ({ section, id, action, changed, owner, slaveKid, audience }) => sql`(${org}, ${at}, ${section}, ${id}, ${action},
    ${JSON.stringify(changed)}, ${owner?.section ?? null}, ${owner?.id ?? null}, ${slaveKid ?? null}, ${audience ?? null})`,
    ),
    sql`
  returning id, section, record_id`,
  );
};

/** A row of the feed, as the INSERTs of many return it. */
export interface FeedRow {
  readonly id: number;
  readonly section: string;
  readonly record_id: number;
}

/** INSERTs of the feed entries of many changes, in their order; they return `FeedRow`s. */
export const feedChanges = (
  context: Context,
  all: readonly { readonly entry: AuditEntry; readonly change: RecordChange }[],
): Sql[] =>
  insertInOrder(
    context,
    all.flatMap(({ change, entry }) => feedEntriesOf(change, entry.owner)),
  );

export type Row = { readonly id: number } & Readonly<Record<string, unknown>>;

/** A statement that finds or changes many rows and returns their `id`, and the feed entry of a row. */
export interface TrackedWrite {
  readonly write: Sql;
  /** Null for a row without a feed entry; absent: no row has one. */
  readonly feedEntry?: (row: Row) => FeedEntry | null;
  /** Receives the rows. */
  readonly note?: (rows: readonly Row[]) => void;
}

/** Runs statements in order. @returns INSERTs of their feed entries */
export const runTracked = async (context: Context, tx: Tx, writes: readonly TrackedWrite[]): Promise<Sql[]> => {
  const rows = await Promise.all(
    writes.map(async ({ write, feedEntry, note }) => {
      const changed = await tx.run<Row>(write);
      note?.(changed);
      return feedEntry ? changed.map(feedEntry) : [];
    }),
  );
  return appendChanges(
    context,
    rows.flat().filter((one) => one !== null),
  );
};
