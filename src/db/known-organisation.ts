/** Whether there is an organisation: one that is being deleted counts as gone for whoever would begin something. */
import { unknownOrganisation } from '../errors.ts';
import { type Sql, sql } from '../sql.ts';

/**
 * @param run asks the database, in a transaction or beside one
 * @throws 404 for an unknown organisation, and for one that is being deleted
 */
export const requireOrganisation = async (
  run: (statement: Sql) => Promise<readonly unknown[]>,
  orgId: number,
): Promise<void> => {
  const rows = await run(sql`select 1 from organisation where org_id = ${orgId} and deletion_began_at is null`);
  if (!rows.length) throw unknownOrganisation(orgId);
};
