/**
 * Lock between writers of content references and the garbage collection: a writer shares a row lock on its
 * organisation, and the collection takes it exclusively before it looks for references and removes unreferenced
 * content. A row lock exists once on a cluster too, and conflicts only with the collection and with changes of the
 * organisation itself.
 */
import type { Tx } from '../../db/database.ts';
import { prepared, sql } from '../../sql/sql.ts';

/** Keeps an organisation's content until the transaction ends. */
export const lockContentForShare = async (tx: Tx, orgId: number): Promise<void> => {
  await tx.run(prepared`select 1 from organisation where org_id = ${orgId} for share`);
};

/** Takes the exclusive lock, before locks of rows: an erasure leaves no content to the collection. */
export const lockContent = async (tx: Tx, orgId: number): Promise<void> => {
  await tx.run(sql`select 1 from organisation where org_id = ${orgId} for no key update`);
};

/** Takes the exclusive lock if it is free. @returns whether it was; true also for a deleted organisation */
export const tryLockContent = async (tx: Tx, orgId: number): Promise<boolean> => {
  const locked = await tx.run(sql`select 1 from organisation where org_id = ${orgId} for no key update skip locked`);
  if (locked.length) return true;
  return !(await tx.run(sql`select 1 from organisation where org_id = ${orgId}`)).length;
};
