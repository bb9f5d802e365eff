/**
 * Locks the records that a new record requires: the parent of the path and its references, until the write commits.
 */
import type { Tx } from '../../db/database.ts';
import type { Collection } from '../../derive/routing/collections.ts';
import { column, visible } from '../../derive/storage/columns.ts';
import { fail } from '../../errors/api-error.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { contactGroup } from '../../model/parts/contact.ts';
import { join, prepared, raw, sql } from '../../sql/sql.ts';
import type { Context } from '../call/call.ts';
import { lockListEntries } from '../org-settings/list-entry-locks.ts';
import { type Lock, lockInOrder } from './lock-order.ts';
import { referencesOf } from './references.ts';

/** Where a record is made: a collection and the numbers of its path. */
export interface Target extends Context {
  readonly collection: Collection;
  readonly pathIds: readonly number[];
}

const KID = contactGroup.key;

/** The row of the path's parent, as far as a record below it needs that. */
export type Parent = Values & { readonly id: number };

/**
 * How strongly a create locks its parent: against other creates where records rank among their siblings, against
 * changes where the parent's kid is copied (a merge rewrites it), else only against removal.
 */
const lockOf = (collection: Collection): 'no key update' | 'share' | 'key share' => {
  if (Object.values(collection.resource.fields).some((field) => field.ranks)) return 'no key update';
  return copiedFromParent(collection).includes(KID) ? 'share' : 'key share';
};

/** The contact of a parent whose kid is copied: a merge that locks it rewrites the parent. */
const holderLock = ({ actor: { orgId }, pathIds, model }: Target, parent: Resource): Lock => ({
  of: model.registry.get(contactGroup.kinds[0] ?? ''),
  statement: prepared`select 1
    from ${raw(contactGroup.table)} c
    where c.org_id = ${orgId} and c.id = (
      select t.kid
      from ${raw(parent.table)} t
      where t.org_id = ${orgId} and t.id = ${pathIds[0]})
    for key share of c`,
});

/** Locks of the path's parent, which the first of them answers; none where the path has no parent. */
const parentLocks = (place: Target): Lock[] => {
  const { collection, actor, pathIds } = place;
  const { parent } = collection;
  if (!parent) return [];
  const names = copiedFromParent(collection);
  const columns = ['id', ...names].map((name) => sql`t.${column(name)}`);
  const own = prepared`select ${join(columns, ', ')}
      from ${raw(parent.table)} t
      where t.org_id = ${actor.orgId}${visible(parent, 't')} and t.id = ${pathIds[0]}
      for ${raw(lockOf(collection))} of t`;
  return [{ of: parent, statement: own }, ...(names.includes(KID) ? [holderLock(place, parent)] : [])];
};

/** Columns copied from the parent: declared ones, and kid where a record with kid is below another record. */
export const copiedFromParent = ({ resource, parent, fixed }: Collection): readonly string[] => {
  if (!parent || resource.nesting.ownerSection) return [];
  const copies = parent.nesting.key !== KID && resource.fields[KID] && !fixed.some(({ column }) => column === KID);
  return copies ? [...new Set([...resource.nesting.inherits, KID])] : resource.nesting.inherits;
};

/** Locked requirements of new records. */
export interface LockedReferences {
  /** Null where the path has no parent. */
  readonly parent: Parent | null;
  /**
   * @param values of one of the records
   * @throws 404 with the code that the record kind has for a missing parent; as `References` and `lockListEntries`
   */
  check(values: Values): void;
}

/** Locks the parent of the path and the records and list entries in bodies, each once. */
export const lockReferences = async (place: Target, tx: Tx, bodies: readonly Values[]): Promise<LockedReferences> => {
  const { collection, model } = place;
  const parents = parentLocks(place);
  const references = referencesOf(place, collection.resource, bodies);
  const [found, checkEntries] = await Promise.all([
    lockInOrder(model.registry, tx, [...parents, ...references.locks]),
    lockListEntries(place, tx, collection.resource, bodies),
  ]);
  const parent = parents.length ? (found[0]?.[0] as Parent | undefined) : null;
  const named = found.slice(parents.length);
  return {
    parent: parent ?? null,
    check: (values) => {
      checkEntries(values);
      if (parent === undefined) throw fail(collection.missingParent);
      references.check(named, values);
    },
  };
};
