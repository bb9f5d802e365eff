/** Checks that an organisation exists; one that is being deleted does not. */
import { unknownOrganisation } from '../../errors/api-error.ts';
import { type Sql, sql } from '../../sql/sql.ts';

/**
 * @param run runs a query, with or without a transaction
 * @throws 404 for an unknown organisation, and for one that is being deleted
 */
export const requireOrganisation = async (
  run: (statement: Sql) => Promise<readonly unknown[]>,
  orgId: number,
): Promise<void> => {
  const rows = await run(sql`select 1 from organisation where org_id = ${orgId} and deletion_began_at is null`);
  if (!rows.length) throw unknownOrganisation(orgId);
};
