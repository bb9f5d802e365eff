/** Folders: a tree per contact, stored as a closure table, so that subtrees need no recursion (rules 5.7, 16.7). */
import type { Tx } from '../../db/database.ts';
import { jsonExpression } from '../../derive/storage/columns.ts';
import { validateBody } from '../../derive/validation/body-schema.ts';
import { fail, invalid } from '../../errors/api-error.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import { MOST_EDGES, MOST_LEVELS } from '../../model/records/folders.ts';
import { prepared, raw, type Sql, sharedParam, sql, tenantParam } from '../../sql/sql.ts';
import { objectBody } from '../call/body-shape.ts';
import type { Call, OperationResult } from '../call/call.ts';
import { checkPrecondition } from '../call/etag.ts';
import type { TrackedWrite } from '../commit/append-change.ts';
import { createResponse, storedCreateResponse } from '../records/create-response.ts';
import { insertRecord } from '../records/insert-record.ts';
import { removed, removeLocked } from '../records/remove.ts';
import { acceptPatch, changedAnswer, lastPathId, lockRecord, writeChange } from '../records/update.ts';

/** 0 and null both stand for the default folder, which has no row. */
const parentOf = (values: Values): number | null => (values.parent_id ? Number(values.parent_id) : null);

/** Changes of one contact's tree wait for each other, so that two moves cannot make a ring together. */
const lockTree = (call: Call, tx: Tx): Promise<unknown> =>
  tx.run(prepared`select 1
    from contact
    where org_id = ${call.actor.orgId} and id = ${call.pathIds[0]}
    for no key update`);

/** Facts about a folder's new parent and the subtree of the folder. */
interface Wanted {
  /** The parent is the folder itself or below it. */
  readonly inside: boolean;
  /** How many levels the parent is down; one in the default folder is 1 down. */
  readonly above: number;
  /** How many levels the folder is down where it is; 0 where it is new. */
  readonly stood: number;
  /** How many levels move, the folder's own included. */
  readonly height: number;
  /** How many folders move. */
  readonly size: number;
}

const tooBig = (message: string) => invalid([{ path: ['parent_id'], code: 'too_big', message }]);

/**
 * @throws 400 `invalid_parent_id` where it is no folder of this contact, or below the moved folder;
 *   `validation_failed` where the tree would become too deep, or the move too large
 */
const guardParent = async (call: Call, tx: Tx, parentId: number | null, moving: number | null): Promise<void> => {
  if (parentId === null) return;
  const { orgId } = call.actor;
  const id = sharedParam(moving ?? 0);
  const [wanted] = await tx.run<Wanted>(prepared`select exists (
      select 1
      from document_folder_closure c
      where c.org_id = ${orgId} and c.ancestor_id = ${id}::int and c.descendant_id = f.id) as inside, (
      select count(*)::int
      from document_folder_closure c
      where c.org_id = ${orgId} and c.descendant_id = f.id) as above, (
      select count(*)::int
      from document_folder_closure c
      where c.org_id = ${orgId} and c.descendant_id = ${id}::int) as stood, m.height, m.size
    from document_folder f, lateral (
      select coalesce(max(c.depth), 0) + 1 as height, greatest(count(*), 1)::int as size
      from document_folder_closure c
      where c.org_id = ${orgId} and c.ancestor_id = ${id}::int) m
    where f.org_id = ${orgId} and f.id = ${parentId} and f.kid = ${call.pathIds[0]}`);
  if (!wanted || wanted.inside) throw fail('invalid_parent_id');
  const { above, stood, height, size } = wanted;
  // Trees from before there was a bound may lie deeper: they can be moved, but not further down.
  if (above + height > MOST_LEVELS && above + 1 > stood)
    throw tooBig(`Folders lie at most ${MOST_LEVELS} levels deep; the lowest would lie ${above + height} deep there.`);
  if (above * size > MOST_EDGES)
    throw tooBig(
      `At most ${Math.floor(MOST_EDGES / above)} folders can move there at once; this one has ${size} with all below it.`,
    );
};

const NEW_EDGES = raw('insert into document_folder_closure (org_id, ancestor_id, descendant_id, depth)');

/** Edges of a new folder: to itself and to all ancestors of its parent. */
const newEdges = (orgId: number, folder: number, parentId: number | null): Sql => {
  const id = sharedParam(folder);
  return prepared`${NEW_EDGES}
    select ${tenantParam(orgId)}::int, ${id}::int, ${id}::int, 0
    union all
    select ${tenantParam(orgId)}::int, c.ancestor_id, ${id}::int, c.depth + 1
    from document_folder_closure c
    where c.org_id = ${orgId} and c.descendant_id = ${parentId ?? 0}::int`;
};

/**
 * Detaches a subtree from its ancestors: by the keys of the edges, in time proportional to their number.
 * @param from 1 detaches from the ancestors only, 0 from the folder itself too
 */
const cutEdges = (orgId: number, folder: number, from: 0 | 1): Sql => {
  const id = sharedParam(folder);
  return prepared`delete from document_folder_closure c
    using document_folder_closure a, document_folder_closure d
    where a.org_id = ${orgId} and a.descendant_id = ${id} and a.depth >= ${from}
      and d.org_id = ${orgId} and d.ancestor_id = ${id}
      and c.org_id = ${orgId} and c.ancestor_id = a.ancestor_id and c.descendant_id = d.descendant_id`;
};

/** Hangs a cut subtree below another folder. */
const hangEdges = (orgId: number, id: number, parentId: number): Sql => prepared`${NEW_EDGES}
    select ${tenantParam(orgId)}::int, a.ancestor_id, d.descendant_id, a.depth + d.depth + 1
    from document_folder_closure a
    join document_folder_closure d on d.org_id = ${orgId} and d.ancestor_id = ${id}::int
    where a.org_id = ${orgId} and a.descendant_id = ${parentId}::int`;

/** POST `.../documents/folders`. */
export const createFolder = async (call: Call): Promise<OperationResult> => {
  const { collection, actor } = call;
  const body = objectBody(call.body, collection.forbidden);
  const given = collection.fixed.map(({ column }) => column);
  const { values, issues } = validateBody(collection.resource, 'create', given, body);
  if (issues.length) throw invalid(issues);
  const parentId = parentOf(values);
  const made = await insertRecord(
    call,
    { values: { ...values, parent_id: parentId }, nested: {} },
    {
      guard: async (tx) => {
        await lockTree(call, tx);
        await guardParent(call, tx, parentId, null);
      },
      also: (record) => [newEdges(actor.orgId, Number(record.id), parentId)],
      ...storedCreateResponse(call),
    },
  );
  return createResponse(call, made);
};

/** PATCH `.../documents/folders/{id}`. */
export const changeFolder = async (call: Call): Promise<OperationResult> => {
  const given = await acceptPatch(call);
  const { orgId } = call.actor;
  const id = lastPathId(call);
  const parentId = parentOf(given);
  const values = given.parent_id === undefined ? given : { ...given, parent_id: parentId };
  const done = await call.db.transaction(async (tx) => {
    await lockTree(call, tx);
    const locked = await lockRecord(call, tx, 'no key update');
    checkPrecondition(call, locked.printed);
    if (values.parent_id === undefined || parentId === locked.record.parent_id)
      return writeChange(call, tx, locked, values);
    await guardParent(call, tx, parentId, id);
    const edges = [cutEdges(orgId, id, 1), ...(parentId === null ? [] : [hangEdges(orgId, id, parentId)])];
    return writeChange(call, tx, locked, values, { also: () => edges });
  });
  return changedAnswer(done);
};

/** Content of a deleted folder: sub-folders move up to the default folder, documents become unsorted. */
const release = (call: Call, folder: number): TrackedWrite[] => {
  const { orgId } = call.actor;
  const owner = { section: call.collection.parent?.path ?? '', id: call.pathIds[0] ?? 0 };
  const { registry } = call.model;
  const id = sharedParam(folder);
  return [
    {
      write: cutEdges(orgId, folder, 0),
    },
    {
      write: sql`update document_folder t
        set parent_id = null,
          printed = ${jsonExpression(registry.get('folders'), 't', { parent_id: raw('null::int') })}
        where t.org_id = ${orgId} and t.parent_id = ${id}
        returning t.id`,
      feedEntry: (row) => ({ section: 'folders', id: row.id, action: 'update', changed: ['parent_id'], owner }),
    },
    {
      write: sql`update document t
        set ordner = 0,
          printed = ${jsonExpression(registry.get('documents'), 't', { ordner: raw('0') })}
        where t.org_id = ${orgId} and t.ordner = ${id}
        returning t.id, t.del`,
      feedEntry: ({ id, del }) =>
        del === 0 ? { section: 'documents', id, action: 'move', changed: ['ordner'] } : null,
    },
  ];
};

/** DELETE `.../documents/folders/{id}`: hard. @throws 403 `folder_protected` */
export const removeFolder = async (call: Call): Promise<OperationResult> => {
  const id = lastPathId(call);
  await call.db.transaction(async (tx) => {
    await lockTree(call, tx);
    const locked = await lockRecord(call, tx, 'update');
    checkPrecondition(call, locked.printed);
    await removeLocked(call, tx, [locked], { first: release(call, id) });
  });
  return removed(call.collection.resource, id);
};
