/**
 * Records that have power over the organisation: who may change them, and that one who can sign in stays (rules 8.2).
 */
import type { Tx } from '../../db/database.ts';
import { column, visible } from '../../derive/columns.ts';
import { fail } from '../../errors.ts';
import type { Values } from '../../model/field-shape.ts';
import type { Guard, Resource } from '../../model/resource.ts';
import { and, prepared, raw, type Sql, shared, sql } from '../../sql.ts';
import type { Context } from '../call.ts';

/** Whoever takes such a record away waits here for others of the organisation who do, so that each sees what is left. */
const lockOrganisation = (orgId: number): Sql => prepared`select 1
  from organisation
  where org_id = ${orgId}
  for no key update`;

const isHeld = (guard: Guard, record: Values | null): boolean => record?.[guard.field] === guard.value;

/** A record `t` has the power, and its user may sign in. */
const holding = ({ login }: Resource, guard: Guard): Sql =>
  and([...(login ? [sql`t.${column(login.while)}`] : []), sql`t.${column(guard.field)} = ${guard.value}`]);

/** Whether a token acts for such a record that may sign in: a deactivated administrator administers nothing. */
const actsForHolder = async ({ actor }: Context, tx: Tx, resource: Resource, guard: Guard): Promise<boolean> => {
  if (actor.tokenId === null) return true;
  const rows = await tx.run(prepared`select 1
    from ${raw(resource.table)} t
    where t.org_id = ${actor.orgId}${visible(resource, 't')} and t.id = ${actor.userKid}${holding(resource, guard)}`);
  return rows.length > 0;
};

/** Those who have power and a password, and may sign in: only whether one is this record, and whether others are. */
const holders = ({ actor }: Context, resource: Resource, guard: Guard, id: number): Sql => {
  const one = shared(id);
  return prepared`select coalesce(bool_or(t.id = ${one}), false) as this, coalesce(bool_or(t.id <> ${one}), false) as others
    from ${raw(resource.table)} t
    join credential c on c.org_id = ${actor.orgId} and c.kid = t.id
    where t.org_id = ${actor.orgId}${visible(resource, 't')}${holding(resource, guard)}`;
};

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
