/**
 * Content and the rows that name it are kept together: whoever writes such a row shares a lock on its organisation, and the
 * sweep takes it alone before it looks for rows and removes what no row names. It is a lock on a row, which lies in one
 * place on a cluster too, and stands in nobody's way but the sweep's and that of changes to the organisation itself.
 */
import type { Tx } from '../../db/database.ts';
import { prepared, sql } from '../../sql.ts';

/** Keeps an organisation's content until the transaction ends. */
export const keepContent = async (tx: Tx, orgId: number): Promise<void> => {
  await tx.run(prepared`select 1 from organisation where org_id = ${orgId} for share`);
};

/** Takes the lock alone if nobody has it. @returns whether it was free, as where the organisation is gone */
export const tryContentAlone = async (tx: Tx, orgId: number): Promise<boolean> => {
  const locked = await tx.run(sql`select 1 from organisation where org_id = ${orgId} for no key update skip locked`);
  if (locked.length) return true;
  return !(await tx.run(sql`select 1 from organisation where org_id = ${orgId}`)).length;
};
