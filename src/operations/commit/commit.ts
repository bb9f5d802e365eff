/**
 * The common write path: the side effects of a changed row (audit entry, counters, search entry, events) are sent in
 * the transaction of the change, together with COMMIT (rules 18.6).
 */
import { type AuditEntry, type AuthoredEntry, auditEntries } from '../../db/audit-entry.ts';
import type { Tx } from '../../db/database.ts';
import { eventFamily } from '../../derive/events/record-diff.ts';
import { insertBatch } from '../../derive/sql/write-sql.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import type { Sql } from '../../sql/sql.ts';
import type { Context } from '../call/call.ts';
import type { RecordChange } from '../call/record-change.ts';
import { newEntries, ownEntryWrites, projectionWrites } from '../search/search-index.ts';
import { type FeedRow, feedChanges, recordChange } from './append-change.ts';
import { blockOf, type Counted, count, countAll, counterOf, isCounted } from './counters.ts';
import { eventWrites, insertEvents } from './outbox-events.ts';
import { affectsLogin, sessionEffects } from './user-session-effects.ts';

export { type AuditEntry, auditEntry } from '../../db/audit-entry.ts';

/** The owner of a part or annotation, so that the history of the owner includes it. */
const ownerOf = ({ parentPath }: Context, { resource, record }: RecordChange): AuditEntry['owner'] => {
  if (resource.nesting.ownerSection) return { section: String(record.owner_section), id: Number(record.owner_id) };
  if (resource.nesting.topLevel) return undefined;
  // Rows of a nested array lie below the record that is made with them, not below the one in the path.
  const section = resource.nesting.below.find((path) => path === parentPath) ?? resource.nesting.below[0];
  return section === undefined ? undefined : { section, id: Number(record[resource.nesting.parentColumn]) };
};

const entryOf = (context: Context, change: RecordChange): AuditEntry => ({
  section: eventFamily(change.resource),
  recordId: change.id,
  action: change.audit?.action ?? change.action,
  changes: change.audit?.changes ?? change.changes,
  owner: ownerOf(context, change),
  security: affectsLogin(change),
});

/** The effect of a change on the counters of its kind. */
const countedOf = ({ resource, action, id, record, before = record }: RecordChange): Counted[] => {
  if (!isCounted(resource)) return [];
  const block = blockOf(id);
  const name = counterOf(resource, record);
  if (action === 'insert') return [{ name, block, by: 1 }];
  if (action === 'delete') return [{ name, block, by: -1 }];
  const from = counterOf(resource, before);
  if (from === name) return [];
  return [
    { name: from, block, by: -1 },
    { name, block, by: 1 },
  ];
};

/** Side effects of each single change, also where several share a transaction. */
const perRecordSideEffects = (context: Context, change: RecordChange): Sql[] => [
  ...projectionWrites(context, change),
  ...sessionEffects(context, change),
  ...eventWrites(context, change),
];

/** All statements of changes except those of the rows themselves. Others wait for the counters until the commit. */
export const sideEffectStatements = (context: Context, changes: readonly RecordChange[]): Sql[] => [
  ...changes.flatMap((change) => [
    ...recordChange(context, change, entryOf(context, change)),
    ...perRecordSideEffects(context, change),
  ]),
  ...ownEntryWrites(context, changes),
  ...countAll(context.actor.orgId, changes.flatMap(countedOf)),
];

/** Side effects of a restored record: those of a new one without its search entries. */
export const restoreEffects = (context: Context, change: RecordChange): Sql[] => [
  ...recordChange(context, change, entryOf(context, change)),
  ...countedOf(change).flatMap((counted) => count(context.actor.orgId, counted)),
  ...eventWrites(context, change),
];

/** A row to write, and the change that it is. */
export interface Write {
  readonly row: Sql;
  readonly change: RecordChange;
}

/** Changes with their entries of the audit log. */
const entriesOf = (rows: readonly NewRow[]): readonly (AuthoredEntry & Pick<NewRow, 'change'>)[] =>
  rows.map(({ by, change }) => ({ by, change, entry: entryOf(by, change) }));

/** Writes rows and all that belongs to them, and commits. */
export const commit = async (
  context: Context,
  tx: Tx,
  writes: readonly Write[],
  further: readonly Sql[] = [],
): Promise<unknown> =>
  tx.finish([
    ...writes.map(({ row }) => row),
    ...sideEffectStatements(
      context,
      writes.map(({ change }) => change),
    ),
    ...further,
  ]);

/** A row to insert, with the text that reads show of it. */
export interface NewRow extends Write {
  /** The call that writes it: several calls may share a transaction. */
  readonly by: Context;
  readonly printed: string;
}

/** INSERTs of rows, those of a kind together, in the order in which kinds come first. */
const insertsOf = (orgId: number, rows: readonly NewRow[]): Sql[] => {
  const byKind = new Map<Resource, Sql[]>();
  for (const { row, change } of rows) {
    const known = byKind.get(change.resource);
    if (known) known.push(row);
    else byKind.set(change.resource, [row]);
  }
  return [...byKind].flatMap(([resource, own]) => insertBatch(resource, orgId, own));
};

/**
 * Inserts many rows with all side effects, in multi-row statements, and commits. Lookups that depend on other
 * transactions run after the INSERTs of the rows, in the same round trip.
 */
export const commitInserts = async (
  context: Context,
  tx: Tx,
  rows: readonly NewRow[],
  further: readonly Sql[],
): Promise<void> => {
  const { orgId } = context.actor;
  const changes = rows.map(({ change }) => change);
  const events = insertEvents(context, rows);
  const entries = entriesOf(rows);
  const feed = feedChanges(context, entries);
  const inserts = insertsOf(orgId, rows).map((insert) => tx.run(insert));
  // Events have the ids of the feed rows, which are written first then.
  const [webhooks, fed] = await Promise.all([
    Promise.all(events.map(({ look }) => tx.run<{ id: number }>(look))),
    Promise.all(events.length ? feed.map((insert) => tx.run<FeedRow>(insert)) : []),
    ...inserts,
  ]);
  await tx.finish([
    ...auditEntries(entries),
    ...(events.length ? [] : feed),
    ...newEntries(context, changes),
    ...events.flatMap(({ writes }, i) => writes(webhooks[i] ?? [], fed.flat())),
    // Others wait for these rows until the commit.
    ...countAll(orgId, changes.flatMap(countedOf)),
    ...further,
  ]);
};
