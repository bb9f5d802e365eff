/** Checks the parent of a path early, before work that would be useless without it. */
import { isThere } from '../../derive/sql/read-sql.ts';
import { fail } from '../../errors/api-error.ts';
import { prepared } from '../../sql/sql.ts';
import type { Call } from '../call/call.ts';

/**
 * Checks that the parent of the path exists; the insert locks it later.
 * @throws 404 with the collection's code for a missing parent (rules 3.11)
 */
export const requireParent = async ({ collection, db, actor, pathIds }: Call): Promise<void> => {
  const { parent } = collection;
  if (!parent) return;
  const [row] = await db.read<{ there: boolean }>(
    prepared`select ${isThere(parent, actor.orgId, pathIds[0])} as there`,
  );
  if (!row?.there) throw fail(collection.missingParent);
};
