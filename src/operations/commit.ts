/**
 * The one door for writes: what belongs to a changed row (audit entry, counters, search projection, events) is sent in
 * the transaction of the change, together with COMMIT (rules 18.6).
 */
import type { AuditEntry } from '../db/audit-entry.ts';
import type { Tx } from '../db/database.ts';
import { eventFamily } from '../derive/change.ts';
import type { Sql } from '../sql.ts';
import type { Context } from './call.ts';
import type { Change } from './changed-record.ts';
import { note } from './changes/tell.ts';
import { blockOf, count, counterOf, isCounted } from './counters.ts';
import { eventWrites } from './events.ts';
import { ownEntryWrites, projectionWrites } from './search/search-projection.ts';
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

const counts = (context: Context, change: Change): Sql[] => {
  const { resource, action } = change;
  if (!isCounted(resource)) return [];
  const { orgId } = context.actor;
  const block = blockOf(change.id);
  const name = counterOf(resource, change.record);
  if (action === 'insert') return count(orgId, { name, block, by: 1 });
  if (action === 'delete') return count(orgId, { name, block, by: -1 });
  const from = counterOf(resource, change.before ?? change.record);
  if (from === name) return [];
  return [...count(orgId, { name: from, block, by: -1 }), ...count(orgId, { name, block, by: 1 })];
};

/** Everything that is written besides the row itself. */
export const consequences = (context: Context, change: Change): Sql[] => [
  ...note(context, change, {
    section: eventFamily(change.resource),
    recordId: change.id,
    action: change.audit?.action ?? change.action,
    changes: change.audit?.changes ?? change.changes,
    owner: ownerOf(context, change),
    security: concernsLogin(change),
  }),
  ...counts(context, change),
  ...projectionWrites(context, change),
  ...loginWrites(context, change),
  ...eventWrites(context, change),
];

/** A row to write, and the change that it is. */
export interface Write {
  readonly row: Sql;
  readonly change: Change;
}

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
