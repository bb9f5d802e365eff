/**
 * The one door for writes: what belongs to a changed row (audit entry, counters, search projection, events) is sent in
 * the transaction of the change, together with COMMIT (rules 18.6).
 */
import type { AuditEntry } from '../db/audit-entry.ts';
import type { Tx } from '../db/database.ts';
import { eventFamily } from '../derive/change.ts';
import { insertTogether } from '../derive/write-sql.ts';
import type { Resource } from '../model/resource.ts';
import type { Sql } from '../sql.ts';
import type { Context } from './call.ts';
import type { Change } from './changed-record.ts';
import { note, noteAll } from './changes/tell.ts';
import { blockOf, type Counted, count, countAll, counterOf, isCounted } from './counters.ts';
import { eventWrites, madeEvents } from './events.ts';
import {
  type LastInBlock,
  lookAtBlocks,
  newEntries,
  ownEntryWrites,
  projectionWrites,
} from './search/search-projection.ts';
import { concernsLogin, loginWrites } from './users/login-writes.ts';

export { type AuditEntry, auditEntry } from '../db/audit-entry.ts';

/** The record a part or annotation hangs on, so that a record's history shows what happened below it. */
const ownerOf = ({ parentPath }: Context, { resource, record }: Change): AuditEntry['owner'] => {
  if (resource.place.ownerSection) return { section: String(record.owner_section), id: Number(record.owner_id) };
  if (resource.place.topLevel) return undefined;
  // Rows of a nested array lie below the record that is made with them, not below the one in the path.
  const section = resource.place.below.find((path) => path === parentPath) ?? resource.place.below[0];
  return section === undefined ? undefined : { section, id: Number(record[resource.place.parentColumn]) };
};

const entryOf = (context: Context, change: Change): AuditEntry => ({
  section: eventFamily(change.resource),
  recordId: change.id,
  action: change.audit?.action ?? change.action,
  changes: change.audit?.changes ?? change.changes,
  owner: ownerOf(context, change),
  security: concernsLogin(change),
});

/** What a change does to the counts of its kind. */
const countedOf = ({ resource, action, id, record, before = record }: Change): Counted[] => {
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

/** What is written of each change by itself, however many share a transaction. */
const ownConsequences = (context: Context, change: Change): Sql[] => [
  ...projectionWrites(context, change),
  ...loginWrites(context, change),
  ...eventWrites(context, change),
];

/** Everything that is written besides the row itself. */
export const consequences = (context: Context, change: Change): Sql[] => [
  ...note(context, change, entryOf(context, change)),
  ...countedOf(change).flatMap((counted) => count(context.actor.orgId, counted)),
  ...ownConsequences(context, change),
];

/** A row to write, and the change that it is. */
export interface Write {
  readonly row: Sql;
  readonly change: Change;
}

/** Entries of the audit log and the feed, of many rows. */
const notes = (context: Context, rows: readonly NewRow[]): Sql[] =>
  noteAll(
    context,
    rows.map(({ by, change }) => ({ by, change, entry: entryOf(by, change) })),
  );

/** Writes rows and all that belongs to them, and commits. */
export const commit = async (
  context: Context,
  tx: Tx,
  writes: readonly Write[],
  further: readonly Sql[] = [],
): Promise<unknown> =>
  tx.finish([
    ...writes.map(({ row }) => row),
    ...writes.flatMap(({ change }) => consequences(context, change)),
    ...ownEntryWrites(
      context,
      writes.map(({ change }) => change),
    ),
    ...further,
  ]);

/** A row to insert, with the text that reads show of it. */
export interface NewRow extends Write {
  /** Whose call writes it: several may share a transaction. */
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
  return [...byKind].flatMap(([resource, own]) => insertTogether(resource, orgId, own));
};

/**
 * Inserts many rows and writes all that belongs to them, with statements of many rows, and commits. What depends on what others
 * have done is looked up behind the INSERTs of the rows, in the same trip.
 */
export const commitTogether = async (
  context: Context,
  tx: Tx,
  rows: readonly NewRow[],
  further: readonly Sql[],
): Promise<void> => {
  const { orgId } = context.actor;
  const changes = rows.map(({ change }) => change);
  const events = madeEvents(context, rows);
  const inserts = insertsOf(orgId, rows).map((insert) => tx.run(insert));
  const [blocks, webhooks] = await Promise.all([
    tx.run<LastInBlock>(lookAtBlocks(context, changes)),
    Promise.all(events.map(({ look }) => tx.run<{ id: number }>(look))),
    ...inserts,
  ]);
  await tx.finish([
    ...notes(context, rows),
    ...newEntries(context, changes, blocks),
    ...events.flatMap(({ writes }, i) => writes(webhooks[i] ?? [])),
    // Others wait for these rows until the commit.
    ...countAll(orgId, changes.flatMap(countedOf)),
    ...further,
  ]);
};
