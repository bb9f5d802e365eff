/** Folders: a tree per contact, kept as closure so that subtrees need no recursion (rules 5.7, 16.7). */
import type { Tx } from '../../db/database.ts';
import { acceptBody } from '../../derive/body-schema.ts';
import { printExpression } from '../../derive/columns.ts';
import { fail, invalid } from '../../errors.ts';
import type { Values } from '../../model/field-shape.ts';
import type { Query } from '../../sql.ts';
import { objectBody } from '../body.ts';
import { type Answer, type Call, json } from '../call.ts';
import { createdAnswer, keptAnswer } from '../create.ts';
import { insertRecord } from '../insert-record.ts';
import { checkPrecondition } from '../precondition.ts';
import { removed, removeLocked } from '../remove.ts';
import { acceptPatch, lastNumber, lockRecord, writeChange } from '../update.ts';

/** 0 and null both stand for the default folder, which has no row. */
const parentOf = (values: Values): number | null => (values.parent_id ? Number(values.parent_id) : null);

/** Changes of one contact's tree wait for each other, so that two moves cannot make a ring together. */
const lockTree = (call: Call, tx: Tx): Promise<unknown> =>
  tx.run({
    name: 'lock tree',
    text: 'select 1 from contact where org_id = $1 and id = $2 for no key update',
    values: [call.actor.orgId, call.numbers[0]],
  });

/** @throws 400 `invalid_parent_id` where it is no folder of this contact, or lies below the folder that moves */
const guardParent = async (call: Call, tx: Tx, parentId: number | null, moving: number | null): Promise<void> => {
  if (parentId === null) return;
  const [row] = await tx.run<{ inside: boolean }>({
    name: 'parent folder',
    text: 'select exists (select 1 from document_folder_closure c where c.org_id = $1 and c.ancestor_id = $4::int and c.descendant_id = f.id) as inside from document_folder f where f.org_id = $1 and f.id = $2 and f.kid = $3',
    values: [call.actor.orgId, parentId, call.numbers[0], moving ?? 0],
  });
  if (!row || row.inside) throw fail('invalid_parent_id');
};

/** Edges of a new folder: to itself and to all ancestors of its parent. */
const newEdges = (orgId: number, id: number, parentId: number | null): Query => ({
  name: 'folder edges',
  text: 'insert into document_folder_closure (org_id, ancestor_id, descendant_id, depth) select $1::int, $2::int, $2::int, 0 union all select $1::int, c.ancestor_id, $2::int, c.depth + 1 from document_folder_closure c where c.org_id = $1 and c.descendant_id = $3::int',
  values: [orgId, id, parentId ?? 0],
});

/** Cuts a subtree from all its ancestors. */
const cutEdges = (orgId: number, id: number): Query => ({
  name: 'folder cut',
  text: 'delete from document_folder_closure c where c.org_id = $1 and c.descendant_id in (select d.descendant_id from document_folder_closure d where d.org_id = $1 and d.ancestor_id = $2) and c.ancestor_id not in (select d.descendant_id from document_folder_closure d where d.org_id = $1 and d.ancestor_id = $2)',
  values: [orgId, id],
});

/** Hangs a cut subtree below another folder. */
const hangEdges = (orgId: number, id: number, parentId: number): Query => ({
  name: 'folder hang',
  text: 'insert into document_folder_closure (org_id, ancestor_id, descendant_id, depth) select $1::int, a.ancestor_id, d.descendant_id, a.depth + d.depth + 1 from document_folder_closure a join document_folder_closure d on d.org_id = $1 and d.ancestor_id = $2::int where a.org_id = $1 and a.descendant_id = $3::int',
  values: [orgId, id, parentId],
});

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
  const id = lastNumber(call);
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
const release = (call: Call, id: number): Query[] => {
  const { orgId } = call.actor;
  const { registry } = call.model;
  const folders = printExpression(registry.get('folders'), 't', { parent_id: 'null::int' });
  const documents = printExpression(registry.get('documents'), 't', { ordner: '0' });
  const edges = 'document_folder_closure';
  return [
    {
      text: `delete from ${edges} c where c.org_id = $1 and c.descendant_id in (select d.descendant_id from ${edges} d where d.org_id = $1 and d.ancestor_id = $2) and c.ancestor_id in (select u.ancestor_id from ${edges} u where u.org_id = $1 and u.descendant_id = $2)`,
      values: [orgId, id],
    },
    {
      text: `update document_folder t set parent_id = null, printed = ${folders} where t.org_id = $1 and t.parent_id = $2`,
      values: [orgId, id],
    },
    {
      text: `update document t set ordner = 0, printed = ${documents} where t.org_id = $1 and t.ordner = $2`,
      values: [orgId, id],
    },
  ];
};

/** DELETE `.../documents/folders/{id}`: hard. @throws 403 `folder_protected` */
export const removeFolder = async (call: Call): Promise<Answer> => {
  const id = lastNumber(call);
  await call.db.transaction(async (tx) => {
    await lockTree(call, tx);
    const locked = await lockRecord(call, tx, 'update');
    checkPrecondition(call, locked.printed);
    await removeLocked(call, tx, locked, release(call, id));
  });
  return removed(call.collection.resource, id);
};
