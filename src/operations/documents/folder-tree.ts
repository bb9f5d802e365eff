/** Folders: a tree per contact, kept as closure so that subtrees need no recursion (rules 5.7, 16.7). */
import type { Tx } from '../../db/database.ts';
import { acceptBody } from '../../derive/body-schema.ts';
import { printExpression } from '../../derive/columns.ts';
import { fail, invalid } from '../../errors.ts';
import type { Values } from '../../model/field-shape.ts';
import { prepared, raw, type Sql, shared, sql, tenant } from '../../sql.ts';
import { objectBody } from '../body.ts';
import { type Answer, type Call, json } from '../call.ts';
import type { ToldWrite } from '../changes/tell.ts';
import { createdAnswer, keptAnswer } from '../create.ts';
import { insertRecord } from '../insert-record.ts';
import { checkPrecondition } from '../precondition.ts';
import { removed, removeLocked } from '../remove.ts';
import { acceptPatch, lastPathId, lockRecord, writeChange } from '../update.ts';

/** 0 and null both stand for the default folder, which has no row. */
const parentOf = (values: Values): number | null => (values.parent_id ? Number(values.parent_id) : null);

/** Changes of one contact's tree wait for each other, so that two moves cannot make a ring together. */
const lockTree = (call: Call, tx: Tx): Promise<unknown> =>
  tx.run(prepared`select 1
    from contact
    where org_id = ${call.actor.orgId} and id = ${call.pathIds[0]}
    for no key update`);

/** @throws 400 `invalid_parent_id` where it is no folder of this contact, or lies below the folder that moves */
const guardParent = async (call: Call, tx: Tx, parentId: number | null, moving: number | null): Promise<void> => {
  if (parentId === null) return;
  const { orgId } = call.actor;
  const [row] = await tx.run<{ inside: boolean }>(prepared`select exists (
      select 1
      from document_folder_closure c
      where c.org_id = ${orgId} and c.ancestor_id = ${moving ?? 0}::int and c.descendant_id = f.id) as inside
    from document_folder f
    where f.org_id = ${orgId} and f.id = ${parentId} and f.kid = ${call.pathIds[0]}`);
  if (!row || row.inside) throw fail('invalid_parent_id');
};

const NEW_EDGES = raw('insert into document_folder_closure (org_id, ancestor_id, descendant_id, depth)');

/** Edges of a new folder: to itself and to all ancestors of its parent. */
const newEdges = (orgId: number, folder: number, parentId: number | null): Sql => {
  const id = shared(folder);
  return prepared`${NEW_EDGES}
    select ${tenant(orgId)}::int, ${id}::int, ${id}::int, 0
    union all
    select ${tenant(orgId)}::int, c.ancestor_id, ${id}::int, c.depth + 1
    from document_folder_closure c
    where c.org_id = ${orgId} and c.descendant_id = ${parentId ?? 0}::int`;
};

/** Ids of a folder and of all that lie below it. */
const subtree = (orgId: number, id: unknown): Sql => sql`(
      select d.descendant_id
      from document_folder_closure d
      where d.org_id = ${orgId} and d.ancestor_id = ${id})`;

/** Cuts a subtree from all its ancestors. */
const cutEdges = (orgId: number, folder: number): Sql => {
  const below = subtree(orgId, shared(folder));
  return prepared`delete from document_folder_closure c
    where c.org_id = ${orgId} and c.descendant_id in ${below} and c.ancestor_id not in ${below}`;
};

/** Hangs a cut subtree below another folder. */
const hangEdges = (orgId: number, id: number, parentId: number): Sql => prepared`${NEW_EDGES}
    select ${tenant(orgId)}::int, a.ancestor_id, d.descendant_id, a.depth + d.depth + 1
    from document_folder_closure a
    join document_folder_closure d on d.org_id = ${orgId} and d.ancestor_id = ${id}::int
    where a.org_id = ${orgId} and a.descendant_id = ${parentId}::int`;

/** POST `.../documents/folders`. */
export const createFolder = async (call: Call): Promise<Answer> => {
  const { collection, actor } = call;
  const body = objectBody(call.body, collection.forbidden);
  const given = collection.fixed.map(({ column }) => column);
  const { values, issues } = acceptBody(collection.resource, 'create', given, body);
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
      ...keptAnswer(call),
    },
  );
  return createdAnswer(call, made);
};

/** PATCH `.../documents/folders/{id}`. */
export const changeFolder = async (call: Call): Promise<Answer> => {
  const given = await acceptPatch(call);
  const { orgId } = call.actor;
  const id = lastPathId(call);
  const updated = await call.db.transaction(async (tx) => {
    await lockTree(call, tx);
    const locked = await lockRecord(call, tx, 'no key update');
    checkPrecondition(call, locked.printed);
    if (given.parent_id === undefined) return writeChange(call, tx, locked, given);
    const parentId = parentOf(given);
    await guardParent(call, tx, parentId, id);
    const edges = [cutEdges(orgId, id), ...(parentId === null ? [] : [hangEdges(orgId, id, parentId)])];
    return writeChange(
      call,
      tx,
      locked,
      { ...given, parent_id: parentId },
      {
        also: (changes) => (changes.parent_id ? edges : []),
      },
    );
  });
  return json(200, { success: true, updated });
};

/** What loses its folder: sub-folders move up to the default folder, documents become unsorted. */
const release = (call: Call, folder: number): ToldWrite[] => {
  const { orgId } = call.actor;
  const owner = { section: call.collection.parent?.path ?? '', id: call.pathIds[0] ?? 0 };
  const { registry } = call.model;
  const id = shared(folder);
  return [
    {
      write: sql`delete from document_folder_closure c
        where c.org_id = ${orgId} and c.descendant_id in ${subtree(orgId, id)} and c.ancestor_id in (
          select u.ancestor_id
          from document_folder_closure u
          where u.org_id = ${orgId} and u.descendant_id = ${id})`,
    },
    {
      write: sql`update document_folder t
        set parent_id = null,
          printed = ${printExpression(registry.get('folders'), 't', { parent_id: raw('null::int') })}
        where t.org_id = ${orgId} and t.parent_id = ${id}
        returning t.id`,
      told: (row) => ({ section: 'folders', id: row.id, action: 'update', changed: ['parent_id'], owner }),
    },
    {
      write: sql`update document t
        set ordner = 0,
          printed = ${printExpression(registry.get('documents'), 't', { ordner: raw('0') })}
        where t.org_id = ${orgId} and t.ordner = ${id}
        returning t.id, t.del`,
      told: ({ id, del }) => (del === 0 ? { section: 'documents', id, action: 'move', changed: ['ordner'] } : null),
    },
  ];
};

/** DELETE `.../documents/folders/{id}`: hard. @throws 403 `folder_protected` */
export const removeFolder = async (call: Call): Promise<Answer> => {
  const id = lastPathId(call);
  await call.db.transaction(async (tx) => {
    await lockTree(call, tx);
    const locked = await lockRecord(call, tx, 'update');
    checkPrecondition(call, locked.printed);
    await removeLocked(call, tx, locked, release(call, id));
  });
  return removed(call.collection.resource, id);
};
