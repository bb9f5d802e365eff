/** Looks for the parent in a path before any work is done that would be useless without it. */
import { isThere } from '../derive/read-sql.ts';
import { fail } from '../errors.ts';
import { prepared } from '../sql.ts';
import type { Call } from './call.ts';

/**
 * Looks for the path's parent; the insert locks it.
 * @throws 404 with the code that the collection has for a missing parent (rules 3.11)
 */
export const requireParent = async ({ collection, db, actor, pathIds }: Call): Promise<void> => {
  const { parent } = collection;
  if (!parent) return;
  const [row] = await db.read<{ there: boolean }>(
    prepared`select ${isThere(parent, actor.orgId, pathIds[0])} as there`,
  );
  if (!row?.there) throw fail(collection.missingParent);
};
