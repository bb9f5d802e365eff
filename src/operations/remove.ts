/** DELETE of one record: soft, with everything below it hidden with it (rules 4.6, 4.7, 15.1). */
import type { Tx } from '../db/database.ts';
import { column, hiding } from '../derive/columns.ts';
import { BLOCK } from '../derive/list-sql.ts';
import { hardDelete, softDelete } from '../derive/write-sql.ts';
import type { Resource } from '../model/resource.ts';
import { literal, prepared, raw, type Sql, sql } from '../sql.ts';
import { type Answer, type Call, json, localNow } from './call.ts';
import type { Change } from './changed-record.ts';
import { runTold, type ToldWrite, tellAll } from './changes/tell.ts';
import { checkRules } from './check-rules.ts';
import { commit } from './commit.ts';
import { count, isCounted } from './counters.ts';
import { linksTo } from './links.ts';
import type { Place } from './needed-records.ts';
import { checkPrecondition } from './precondition.ts';
import { relationsTo } from './relation-rows.ts';
import { noteRecords } from './search/search-projection.ts';
import { seenAfter } from './seen-after.ts';
import { type Locked, lastPathId, lockRecord } from './update.ts';

/** Record kinds that lie below another and have addresses of their own: reads there do not look at the parent. */
const kindsBelow = ({ model }: Place, parent: Resource): readonly Resource[] =>
  model.registry.resources.filter(({ place }) => place.topLevel && place.below.includes(parent.path));

/**
 * Removed rows are no longer found. A statement of its own behind the one that hides them: that one may have waited for a
 * write of theirs, and does not see an entry which that write made. They are looked up as one list of ids, which reads each
 * page of the index once; joined, each of them is looked up by itself, which took four times as long.
 */
const removeFromSearch = ({ search, path }: Resource, orgId: number, ids: readonly number[]): Sql[] =>
  search.index
    ? [
        noteRecords(orgId, path, ids),
        prepared`delete from search_entry e
        where e.org_id = ${orgId} and e.section = ${literal(path)} and e.id = any(${ids}::int[])`,
      ]
    : [];

const IDS = raw(String(BLOCK));

/** Records that were hidden together: how many in a block of ids, and which, where something lies below them. */
interface Hidden {
  readonly hidden: number;
  readonly block: number;
  readonly n: number;
  readonly ids: readonly number[];
}

/** Links and relations to records that go are not listed any more at their other ends. @returns what tells of it */
const endsOf = async (place: Place, tx: Tx, resource: Resource, ids: readonly number[]): Promise<Sql[]> => {
  if (!resource.annotated) return [];
  const { orgId } = place.actor;
  const related = place.model.registry.get('relations').place.below.includes(resource.path);
  return runTold(place, tx, [linksTo(orgId, resource.path, ids), ...(related ? [relationsTo(orgId, ids)] : [])]);
};

/**
 * Hides what lies below records, and what lies below that: `del = 2`, so that lists, totals and reads need no look at
 * the parent. Each is locked as a direct delete locks it, which waits for whoever names it or hangs something on it, so that
 * what follows sees their rows. @returns statements that take it out of the counts
 */
const hideBelow = async (place: Place, tx: Tx, parent: Resource, ids: readonly number[]): Promise<Sql[]> => {
  const { orgId } = place.actor;
  const hidden = await Promise.all(
    kindsBelow(place, parent).map(async (resource) => {
      const hides = hiding(resource);
      const slot = hides ? sql`coalesce(t.${column(hides.field)}, 0)` : raw('0');
      const rows = await tx.run<Hidden>(prepared`with held as materialized (
          select t.id
          from ${raw(resource.table)} t
          where t.org_id = ${orgId} and t.${column(resource.place.parentColumn)} = any(${ids}::int[]) and t.del = 0
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
      const told = tellAll(
        place,
        deleted.map((id) => ({ section: resource.path, id, action: 'delete', changed: [] })),
      );
      const further = [...below, ...ends, ...told, ...removeFromSearch(resource, orgId, deleted)];
      if (!isCounted(resource)) return further;
      return [
        ...further,
        ...rows.flatMap(({ hidden: away, block, n }) =>
          count(orgId, { name: away ? `${resource.path}:hidden` : resource.path, block, by: -n }),
        ),
      ];
    }),
  );
  return hidden.flat();
};

/**
 * Removes a locked record with what belongs to it.
 * @param first what must be written before the row goes
 * @throws the codes of its rules
 */
export const removeLocked = async (
  place: Place,
  tx: Tx,
  locked: Locked,
  first: readonly ToldWrite[] = [],
): Promise<void> => {
  const { resource } = place.collection;
  const { orgId } = place.actor;
  await checkRules(place, tx, { resource, id: locked.id, before: locked.record, after: null });
  const ids = [locked.id];
  const further = await Promise.all([
    runTold(place, tx, first),
    hideBelow(place, tx, resource, ids),
    endsOf(place, tx, resource, ids),
  ]);
  const row =
    resource.rows.removal === 'hard'
      ? hardDelete(resource, orgId, locked.id)
      : softDelete(resource, orgId, locked.id, localNow(place));
  const change: Change = { resource, action: 'delete', id: locked.id, changes: {}, record: locked.record };
  await commit(place, tx, [{ row, change }], further.flat());
};

/** What a DELETE answers (rules 4.6). */
export const removed = (resource: Resource, id: number): Answer =>
  json(200, {
    success: true,
    ...(resource.answers.deleted || resource.rows.removal === 'hard' ? { deleted: true } : {}),
    ...(resource.rows.removal === 'soft' ? { soft_deleted: true } : {}),
    [resource.place.key]: id,
  });

/** DELETE `/v3/{collection}/{id}`. */
export const remove = async (call: Call): Promise<Answer> => {
  await call.db.transaction(async (tx) => {
    const locked = await lockRecord(call, tx, 'update');
    checkPrecondition(call, locked.printed);
    await removeLocked(call, tx, locked);
  });
  const { resource } = call.collection;
  await seenAfter(resource, null);
  return removed(resource, lastPathId(call));
};
