/** Calls below a record that is itself below another one: `/v3/products/{kid}/portals/{id}/comments` (rules 5.18). */
import { belongsToParent, isThere } from '../../derive/sql/read-sql.ts';
import { fail } from '../../errors/api-error.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { prepared } from '../../sql/sql.ts';
import type { Call } from '../call/call.ts';

/**
 * Checks the grandparent of a call. A parent that does not exist is left to the operation, which has its own code for it.
 * @returns the call without the grandparent's path number
 * @throws 404 `not_found` where the parent exists and belongs to another record
 */
export const withinGrandparent = async (call: Call, grandparent: Resource): Promise<Call> => {
  const { collection, db, actor } = call;
  const { parent } = collection;
  const [above, id] = call.pathIds;
  if (!parent) throw new Error('A nested route has a collection with a parent');
  const [row] = await db.read<{ there: boolean; within: boolean }>(
    prepared`select ${isThere(parent, actor.orgId, id)} as there,
      ${belongsToParent(parent, actor.orgId, id, above)} and ${isThere(grandparent, actor.orgId, above)} as within`,
  );
  if (row?.there && !row.within) throw fail('not_found');
  return { ...call, pathIds: call.pathIds.slice(1) };
};
