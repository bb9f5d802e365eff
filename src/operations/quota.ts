/** Flags that count against a value of the plan (rules 5.12). */
import type { Tx } from '../db/database.ts';
import { column, visible } from '../derive/columns.ts';
import { fail } from '../errors.ts';
import type { Values } from '../model/field-shape.ts';
import type { Resource } from '../model/resource.ts';
import { raw, sql } from '../sql.ts';
import type { Context } from './call.ts';

/**
 * Makes writers that take from a quota wait for each other, and refuses the one that would exceed it.
 * @param before the record as it was; null for a new one
 * @throws 400 with the quota's code
 */
export const checkQuota = async (
  { actor }: Context,
  tx: Tx,
  resource: Resource,
  before: Values | null,
  after: Values,
): Promise<void> => {
  const { quota } = resource;
  if (!quota || after[quota.field] !== true || before?.[quota.field] === true) return;
  await tx.run(sql`select pg_advisory_xact_lock(${actor.orgId}, hashtext(${`${resource.path} ${quota.plan}`}))`);
  const [row] = await tx.run<{ used: number }>(sql`select count(*)::int as used
    from ${raw(resource.table)} t
    where t.org_id = ${actor.orgId}${visible(resource, 't')} and t.${column(quota.field)}`);
  if ((row?.used ?? 0) >= actor[quota.plan]) throw fail(quota.code);
};
