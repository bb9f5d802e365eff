/** DELETE of one record: soft, with everything below it hidden with it (rules 4.6, 4.7, 15.1). */
import type { Tx } from '../../db/database.ts';
import { isInChangeFeed } from '../../derive/events/record-diff.ts';
import { BLOCK } from '../../derive/sql/list-sql.ts';
import { hardDelete, softDelete } from '../../derive/sql/write-sql.ts';
import { archiveFlag, column } from '../../derive/storage/columns.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { children } from '../../model/ownership.ts';
import { literal, prepared, raw, type Sql, sql } from '../../sql/sql.ts';
import { type Call, json, localNow, type OperationResult } from '../call/call.ts';
import { checkPrecondition } from '../call/etag.ts';
import { appendChanges, runTracked, type TrackedWrite } from '../commit/append-change.ts';
import { commit, type Write } from '../commit/commit.ts';
import { countAll, isCounted } from '../commit/counters.ts';
import type { Target } from '../references/lock-references.ts';
import { linksTo } from '../relations/links.ts';
import { relationsTo } from '../relations/relation-rows.ts';
import { afterPropagation } from './await-propagation.ts';
import { checkRules } from './check-rules.ts';
import { type Locked, lastPathId, lockRecord } from './update.ts';

/**
 * Removes deleted rows from the search. A separate statement after the one that hides them: that one may have waited
 * for a write to them, and does not see the entry of that write. The entries are selected by a list of ids, which
 * reads each page of the index once; a join looks each of them up, which took four times as long.
 */
const removeFromSearch = ({ search, path }: Resource, orgId: number, ids: readonly number[]): Sql[] =>
  search.index
    ? [
        prepared`delete from search_entry e
        where e.org_id = ${orgId} and e.section = ${literal(path)} and e.id = any(${ids}::int[])`,
      ]
    : [];

const IDS = raw(String(BLOCK));

/** Records hidden by one statement: their number in a block of ids, and the ids that have records below. */
interface Hidden {
  readonly hidden: number;
  readonly block: number;
  readonly n: number;
  readonly ids: readonly number[];
}

/**
 * Links and relations to removed records disappear at their other ends, those to restored ones appear there.
 * @returns their feed entries
 */
export const endsOf = async (
  place: Target,
  tx: Tx,
  resource: Resource,
  ids: readonly number[],
  action: 'insert' | 'delete' = 'delete',
): Promise<Sql[]> => {
  if (!resource.annotated) return [];
  const { orgId } = place.actor;
  const related = place.model.registry.get('relations').nesting.below.includes(resource.path);
  return runTracked(place, tx, [
    linksTo(orgId, resource.path, ids, action),
    ...(related ? [relationsTo(orgId, ids, action)] : []),
  ]);
};

/**
 * Hides live records of a kind with those below them, recursively: `del = 2`, so that lists, totals and reads need no lookup of
 * the parent. Each is locked as by a direct delete, which waits for writers of references and of records below, so that the
 * following statements see their rows.
 * @param which condition on rows `t`
 * @returns statements that update feed, search and counters
 */
export const hideRows = async (place: Target, tx: Tx, resource: Resource, which: Sql): Promise<Sql[]> => {
  const { orgId } = place.actor;
  const hides = archiveFlag(resource);
  const slot = hides ? sql`coalesce(t.${column(hides.field)}, 0)` : raw('0');
  const rows = await tx.run<Hidden>(prepared`with held as materialized (
      select t.id
      from ${raw(resource.table)} t
      where t.org_id = ${orgId} and ${which} and t.del = 0
      order by t.id
      for update of t
    ), deleted as (
      update ${raw(resource.table)} t
      set del = 2, deleted_at = ${localNow(place)}
      where t.org_id = ${orgId} and t.id = any(array(select h.id from held h)) and t.del = 0
      returning t.id, ${slot} as hidden
    )
    select hidden::int, id / ${IDS} as block, count(*)::int as n, array_agg(id) as ids
    from deleted
    group by hidden, id / ${IDS}`);
  const deleted = rows.flatMap((row) => row.ids);
  if (!deleted.length) return [];
  const [below, ends] = await Promise.all([
    hideBelow(place, tx, resource, deleted),
    endsOf(place, tx, resource, deleted),
  ]);
  const feedEntries = isInChangeFeed(resource)
    ? appendChanges(
        place,
        deleted.map((id) => ({ section: resource.path, id, action: 'delete', changed: [] })),
      )
    : [];
  const further = [...below, ...ends, ...feedEntries, ...removeFromSearch(resource, orgId, deleted)];
  if (!isCounted(resource)) return further;
  return [
    ...further,
    ...countAll(
      orgId,
      rows.map(({ hidden: away, block, n }) => ({
        name: away ? `${resource.path}:hidden` : resource.path,
        block,
        by: -n,
      })),
    ),
  ];
};

/** Hides the records below others, as `hideRows`. */
const hideBelow = async (place: Target, tx: Tx, parent: Resource, ids: readonly number[]): Promise<Sql[]> => {
  const hidden = await Promise.all(
    children(place.model.registry, parent).map((resource) =>
      hideRows(place, tx, resource, sql`t.${column(resource.nesting.parentColumn)} = any(${ids}::int[])`),
    ),
  );
  return hidden.flat();
};

/**
 * Removes locked records of a kind with all records below them, and commits.
 * @param first statements that must run before the rows are deleted
 * @param last statements of the same transaction
 * @throws the codes of its rules
 */
export const removeLocked = async (
  place: Target,
  tx: Tx,
  locked: readonly Locked[],
  { first = [], last = [] }: { readonly first?: readonly TrackedWrite[]; readonly last?: readonly Sql[] } = {},
): Promise<void> => {
  const { resource } = place.collection;
  const { orgId } = place.actor;
  for (const { id, record } of locked) await checkRules(place, tx, { resource, id, before: record, after: null });
  const ids = locked.map(({ id }) => id);
  const further = await Promise.all([
    runTracked(place, tx, first),
    hideBelow(place, tx, resource, ids),
    endsOf(place, tx, resource, ids),
  ]);
  const now = localNow(place);
  const writes = locked.map(({ id, record }): Write => {
    const row =
      resource.storage.removal === 'hard' ? hardDelete(resource, orgId, id) : softDelete(resource, orgId, id, now);
    return { row, change: { resource, action: 'delete', id, changes: {}, record } };
  });
  await commit(place, tx, writes, [...further.flat(), ...last]);
};

/** The response of a DELETE (rules 4.6). */
export const removed = (resource: Resource, id: number): OperationResult =>
  json(200, {
    success: true,
    ...(resource.responses.deleted || resource.storage.removal === 'hard' ? { deleted: true } : {}),
    ...(resource.storage.removal === 'soft' ? { soft_deleted: true } : {}),
    [resource.nesting.key]: id,
  });

/** DELETE `/v3/{collection}/{id}`. */
export const remove = async (call: Call): Promise<OperationResult> => {
  await call.db.transaction(async (tx) => {
    const locked = await lockRecord(call, tx, 'update');
    checkPrecondition(call, locked.printed);
    await removeLocked(call, tx, [locked]);
  });
  const { resource } = call.collection;
  await afterPropagation(resource, null);
  return removed(resource, lastPathId(call));
};
