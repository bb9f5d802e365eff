/**
 * Records that have power over the organisation: who may change them, and that one who can sign in stays (rules 8.2).
 */
import type { Tx } from '../../db/database.ts';
import { visible } from '../../derive/columns.ts';
import { fail } from '../../errors.ts';
import type { Values } from '../../model/field-shape.ts';
import type { Guard, Resource } from '../../model/resource.ts';
import type { Query } from '../../sql.ts';
import type { Context } from '../call.ts';

/** Whoever takes such a record away waits here for others of the organisation who do, so that each sees what is left. */
const lockOrganisation = (orgId: number): Query => ({
  name: 'guard organisation',
  text: 'select 1 from organisation where org_id = $1 for no key update',
  values: [orgId],
});

const isHeld = (guard: Guard, record: Values | null): boolean => record?.[guard.field] === guard.value;

/** Whether a token acts for such a record that may sign in: a deactivated administrator administers nothing. */
const actsForHolder = async ({ actor }: Context, tx: Tx, resource: Resource, guard: Guard): Promise<boolean> => {
  if (actor.tokenId === null) return true;
  const rows = await tx.run({
    name: `guard ${resource.path} ${guard.field}`,
    text: `select 1 from ${resource.table} t where t.org_id = $1 and t.id = $2${visible(resource, 't')} and t."${resource.login?.while}" and t."${guard.field}" = $3`,
    values: [actor.orgId, actor.userKid, guard.value],
  });
  return rows.length > 0;
};

/** Those who have power and a password, and may sign in: only whether one is this record, and whether others are. */
const holders = ({ actor }: Context, resource: Resource, guard: Guard, id: number): Query => ({
  name: `guard ${resource.path} last`,
  text: `select coalesce(bool_or(t.id = $2), false) as this, coalesce(bool_or(t.id <> $2), false) as others
    from ${resource.table} t join credential c on c.org_id = $1 and c.kid = t.id
    where t.org_id = $1${visible(resource, 't')} and t."${resource.login?.while}" and t."${guard.field}" = $3`,
  values: [actor.orgId, id, guard.value],
});

const lower = (value: unknown): string => String(value ?? '').toLowerCase();

/** Whether the record has its power as before after the change, and its user signs in as before. */
const stays = (guard: Guard, { login }: Resource, before: Values, after: Values | null): boolean =>
  after !== null &&
  isHeld(guard, after) &&
  after[login?.while ?? ''] === true &&
  lower(before[login?.by ?? '']) === lower(after[login?.by ?? '']);

const check = async (
  context: Context,
  tx: Tx,
  { resource, id, before, after }: GuardedChange,
  guard: Guard,
): Promise<void> => {
  if (!isHeld(guard, before) && !isHeld(guard, after)) return;
  if (before && after && guard.changes.every((name) => before[name] === after[name])) return;
  await tx.run(lockOrganisation(context.actor.orgId));
  if (!(await actsForHolder(context, tx, resource, guard))) throw fail(guard.code);
  if (!before || stays(guard, resource, before, after)) return;
  const [row] = await tx.run<{ this: boolean; others: boolean }>(holders(context, resource, guard, id));
  if (row?.this && !row.others) throw fail(guard.last);
};

/** A change of one record, before it is written. */
export interface GuardedChange {
  readonly resource: Resource;
  readonly id: number;
  /** null: it is made. */
  readonly before: Values | null;
  /** null: it is removed. */
  readonly after: Values | null;
}

/**
 * Refuses what the guards of the record kind do not allow. The caller holds the record's lock.
 * @throws 403 and 409 with the codes of the guards
 */
export const checkGuards = async (context: Context, tx: Tx, change: GuardedChange): Promise<void> => {
  for (const guard of change.resource.guards) await check(context, tx, change, guard);
};
