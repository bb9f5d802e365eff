/** POST `/v3/{section}/{id}/restore`: undoes a soft delete, with all that was hidden with it (rules 4.15). */
import type { Tx } from '../../db/database.ts';
import { localTime } from '../../derive/local-time.ts';
import { lockDeletedRow, lockParentOf } from '../../derive/sql/write-sql.ts';
import { column, visible, visibleTo } from '../../derive/storage/columns.ts';
import { ApiError, fail } from '../../errors/api-error.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { children, parts } from '../../model/ownership.ts';
import { DAY_MS } from '../../shared/durations.ts';
import { RESTORE_DAYS } from '../../shared/limits.ts';
import { prepared, raw, type Sql, sql } from '../../sql/sql.ts';
import { type Call, type Context, json, type OperationResult } from '../call/call.ts';
import type { RecordChange } from '../call/record-change.ts';
import { appendChanges } from '../commit/append-change.ts';
import { restoreEffects } from '../commit/commit.ts';
import { blockOf, countAll, counterOf, isCounted } from '../commit/counters.ts';
import type { Target } from '../references/lock-references.ts';
import { newEntries } from '../search/search-index.ts';
import { afterPropagation } from './await-propagation.ts';
import { checkRules } from './check-rules.ts';
import { missingRecord } from './merged-away.ts';
import { endsOf } from './remove.ts';
import { uniqueViolation } from './unique-violation.ts';
import { type Locked, lastPathId, lockedFrom } from './update.ts';

/** Records with texts in memory at once. */
const CHUNK = 500;

/**
 * Locks the deleted record, and the record above it.
 * @throws 404 `not_found`: missing, merged away, deleted too long ago; 409 `not_deleted`, `parent_deleted`
 */
const lockDeleted = async (call: Call, tx: Tx): Promise<Locked> => {
  const { actor, collection, model } = call;
  const { resource } = collection;
  const id = lastPathId(call);
  const above = resource.nesting.below[0];
  const earliest = localTime(actor.timeZone, call.now() - RESTORE_DAYS * DAY_MS);
  const [parents, [row]] = await Promise.all([
    above === undefined ? [] : tx.run(lockParentOf(resource, model.registry.get(above), actor.orgId, id)),
    tx.run<Record<string, string | null>>(
      lockDeletedRow(resource, actor.orgId, id, { conditions: visibleTo(resource, actor), earliest }),
    ),
  ]);
  if (!row) throw fail('not_found');
  const { del, expired, parent, ...stored } = row;
  if (del === '0') throw fail('not_deleted');
  if (expired === 'true') throw fail('not_found');
  if (parent !== null && !parents.length) throw fail('parent_deleted');
  if (del !== '1') throw await missingRecord(call.db, actor.orgId, resource, id);
  return lockedFrom(call, tx, id, stored);
};

/** Rows of a kind become live again. */
export const showRows = (resource: Resource, orgId: number, which: Sql): Sql => prepared`update ${raw(resource.table)} t
  set del = 0, deleted_at = null
  where t.org_id = ${orgId} and ${which}
  returning t.id`;

/** Live records of a kind, as changes that make them. */
const liveChanges = async (place: Context, tx: Tx, resource: Resource, which: Sql): Promise<RecordChange[]> => {
  const rows = await tx.run<{ id: number; printed: string }>(prepared`select t.id, t.printed
    from ${raw(resource.table)} t
    where t.org_id = ${place.actor.orgId}${visible(resource, 't')} and ${which}
    order by t.id`);
  return rows.map(({ id, printed }) => ({
    resource,
    action: 'insert',
    id,
    changes: {},
    record: JSON.parse(printed) as Values,
  }));
};

/** Writes search entries and counters of records that are live again, some at a time. */
export const addToIndexes = async (
  place: Context,
  tx: Tx,
  resource: Resource,
  ids: readonly number[],
  counts: boolean,
): Promise<Sql[]> => {
  const statements: Sql[] = [];
  const { orgId } = place.actor;
  for (let at = 0; at < ids.length; at += CHUNK) {
    const some = ids.slice(at, at + CHUNK);
    const own = await liveChanges(place, tx, resource, sql`t.id = any(${some}::int[])`);
    const searched = parts(place.model.registry, resource).filter(({ search }) => search.withParent);
    const partChanges = await Promise.all(
      searched.map((part) =>
        liveChanges(place, tx, part, sql`t.${column(part.nesting.parentColumn)} = any(${some}::int[])`),
      ),
    );
    for (const entry of newEntries({ ...place, parentPath: resource.path }, [...own, ...partChanges.flat()]))
      await tx.run(entry);
    if (counts && isCounted(resource))
      statements.push(
        ...countAll(
          orgId,
          own.map(({ id, record }) => ({ name: counterOf(resource, record), block: blockOf(id), by: 1 })),
        ),
      );
  }
  return statements;
};

/** Records that were restored, and statements that still have to run. */
interface Restored {
  readonly records: number;
  readonly further: readonly Sql[];
}

/** Shows the records below, recursively: those that a delete of the record above has hidden (`del = 2`). */
const showBelow = async (place: Target, tx: Tx, parent: Resource, ids: readonly number[]): Promise<Restored> => {
  const { orgId } = place.actor;
  const all: Restored[] = [];
  for (const resource of children(place.model.registry, parent)) {
    const above = sql`t.${column(resource.nesting.parentColumn)} = any(${ids}::int[])`;
    const shown = (await tx.run<{ id: number }>(showRows(resource, orgId, sql`${above} and t.del = 2`))).map(
      ({ id }) => id,
    );
    if (!shown.length) continue;
    const below = await showBelow(place, tx, resource, shown);
    const feedEntries = appendChanges(
      place,
      shown.map((id) => ({ section: resource.path, id, action: 'insert', changed: [] })),
    );
    const ends = await endsOf(place, tx, resource, shown, 'insert');
    const counters = await addToIndexes(place, tx, resource, shown, true);
    all.push({
      records: shown.length + below.records,
      further: [...feedEntries, ...ends, ...counters, ...below.further],
    });
  }
  return {
    records: all.reduce((sum, { records }) => sum + records, 0),
    further: all.flatMap(({ further }) => further),
  };
};

/** POST `/v3/{section}/{id}/restore`. */
export const restore = async (call: Call): Promise<OperationResult> => {
  const { actor, collection, db } = call;
  const { resource } = collection;
  const answer = await db
    .transaction(async (tx) => {
      const { id, record } = await lockDeleted(call, tx);
      await checkRules(call, tx, { resource, id, before: null, after: record });
      await tx.run(showRows(resource, actor.orgId, sql`t.id = ${id}`));
      const below = await showBelow(call, tx, resource, [id]);
      const ends = await endsOf(call, tx, resource, [id], 'insert');
      await addToIndexes(call, tx, resource, [id], false);
      const audit = { action: 'restore', changes: {} } as const;
      const change: RecordChange = { resource, action: 'insert', id, changes: {}, record, audit };
      const result = json(200, { success: true, restored: below.records + 1, [resource.nesting.key]: id });
      await tx.finish([
        ...restoreEffects(call, change),
        ...ends,
        ...below.further,
        ...(call.keeper?.answer(result) ?? []),
      ]);
      return result;
    })
    .catch((error: unknown) => {
      throw error instanceof ApiError ? error : uniqueViolation(resource, error);
    });
  await afterPropagation(resource, null);
  return answer;
};
