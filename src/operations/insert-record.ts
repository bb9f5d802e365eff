/** Makes one record with all that belongs to it, in one transaction. */
import type { Tx } from '../db/database.ts';
import type { Place as SecretPlace } from '../db/key-ring.ts';
import { changesBetween } from '../derive/change.ts';
import type { Collection } from '../derive/collections.ts';
import { column, visible } from '../derive/columns.ts';
import { fieldsOf, perDeclaration } from '../derive/per-declaration.ts';
import { insertRow } from '../derive/write-sql.ts';
import { ApiError, fail } from '../errors.ts';
import { contactGroup } from '../model/contact.ts';
import type { Values } from '../model/field-shape.ts';
import type { Resource } from '../model/resource.ts';
import { join, prepared, raw, type Sql, sql } from '../sql.ts';
import { type Actor, type Context, localNow } from './call.ts';
import type { Change } from './changed-record.ts';
import { checkRules } from './check-rules.ts';
import { commit } from './commit.ts';
import { type Lock, lockAll } from './lock-order.ts';
import { keepEntries } from './organisation/held-entries.ts';
import { referencesOf } from './references.ts';
import { uniqueViolation } from './unique-violation.ts';

/** A body that passed validation. */
export interface Item {
  readonly values: Values;
  readonly nested: Readonly<Record<string, readonly Values[]>>;
}

/** What a special create adds to the usual one, in the same transaction. */
export interface Extra {
  /** Checks and writes that need the parent's values or the new id; throws to refuse. */
  readonly guard?: (tx: Tx, given: Record<string, unknown>, id: number) => Promise<void>;
  /** Further rows that belong to the record. */
  readonly also?: (record: Values) => Sql[];
  /** Keeps the outcome for a repeat of the request (`Keeper`). */
  readonly keep?: (made: Inserted) => readonly Sql[];
}

/** What was made. */
export interface Inserted {
  readonly id: number;
  readonly printed: string;
  readonly values: Values;
  /** Printed rows of the arrays created with it. */
  readonly nested: Readonly<Record<string, readonly string[]>>;
}

/** Where a record is made: a collection and the numbers of its path. */
export interface Place extends Context {
  readonly collection: Collection;
  readonly pathIds: readonly number[];
}

const KID = contactGroup.key;

type Parent = Values & { readonly id: number };

/**
 * How strongly a create locks its parent: against other creates where records rank among their siblings, against
 * changes where the parent's kid is copied (a merge rewrites it), else only against removal.
 */
const lockOf = (collection: Collection): 'no key update' | 'share' | 'key share' => {
  if (Object.values(collection.resource.fields).some((field) => field.ranks)) return 'no key update';
  return inherited(collection).includes(KID) ? 'share' : 'key share';
};

/** The contact of a parent whose kid is copied: a merge that locks it rewrites the parent. */
const holderLock = ({ actor: { orgId }, pathIds, model }: Place, parent: Resource): Lock => ({
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
const parentLocks = (place: Place): Lock[] => {
  const { collection, actor, pathIds } = place;
  const { parent } = collection;
  if (!parent) return [];
  const names = inherited(collection);
  const columns = ['id', ...names].map((name) => sql`t.${column(name)}`);
  const own = prepared`select ${join(columns, ', ')}
      from ${raw(parent.table)} t
      where t.org_id = ${actor.orgId}${visible(parent, 't')} and t.id = ${pathIds[0]}
      for ${raw(lockOf(collection))} of t`;
  return [{ of: parent, statement: own }, ...(names.includes(KID) ? [holderLock(place, parent)] : [])];
};

/**
 * Locks the path's parent and what the values name, records and entries of lists.
 * @returns the parent
 * @throws 404 with the code that the record kind has for a missing parent; as `References` and `keepEntries`
 */
const lockNeeded = async (place: Place, tx: Tx, values: Values): Promise<Parent | null> => {
  const { collection, model } = place;
  const parents = parentLocks(place);
  const references = referencesOf(place, collection.resource, values);
  const [found] = await Promise.all([
    lockAll(model.registry, tx, [...parents, ...references.locks]),
    keepEntries(place, tx, collection.resource, values),
  ]);
  const parent = parents.length ? (found[0]?.[0] as Parent | undefined) : null;
  if (parent === undefined) throw fail(collection.missingParent);
  references.check(found.slice(parents.length), values);
  return parent;
};

/** Columns copied from the parent: those declared, and kid where a kid-bearing record lies below another record. */
const inherited = ({ resource, parent, fixed }: Collection): readonly string[] => {
  if (!parent || resource.place.ownerSection) return [];
  const copies = parent.place.key !== KID && resource.fields[KID] && !fixed.some(({ column }) => column === KID);
  return copies ? [...new Set([...resource.place.inherits, KID])] : resource.place.inherits;
};

const defaultOf = (actor: Actor, field: Resource['fields'][string]): unknown => {
  if (field.defaultsTo === 'caller') return actor.userKid;
  if (field.defaultsTo === 'active-caller') return actor.userActive ? actor.userKid : null;
  return field.default ?? null;
};

const namesCaller = perDeclaration((resource: Resource) =>
  fieldsOf(resource).flatMap(([name, { reference, defaultsTo }]) =>
    reference && defaultsTo === 'caller' ? [name] : [],
  ),
);

/** A reference that defaults to the caller names a user like any other: the user must be live (rules 5.10). */
const namingCaller = ({ userKid }: Actor, resource: Resource, given: Values): Values => {
  const values: Record<string, unknown> = { ...given };
  for (const name of namesCaller(resource)) values[name] ??= userKid;
  return values;
};

/** Values of all fields of a new record. */
const complete = (context: Context, resource: Resource, id: number, given: Values): Values => {
  const now = localNow(context);
  const values: Record<string, unknown> = {};
  for (const [name, field] of fieldsOf(resource)) {
    if (field.sameAs) continue;
    const value = given[name];
    if (field.stamp) values[name] = now;
    else values[name] = value === undefined ? defaultOf(context.actor, field) : value;
    // A flag or a list whose default stands for "nothing" is reset to that, never to null in a counted column.
    if (value === null && field.default !== undefined) values[name] = field.default;
  }
  values.id = id;
  const moment = { now, userKid: context.actor.userKid };
  return resource.completes ? { ...values, ...resource.completes(values, null, moment) } : values;
};

/** Splits canonical values into those of columns, secrets encrypted, and those of fields that the organisation added. */
export const asRow = ({ db, actor }: Context, resource: Resource, values: Values) => {
  const columns: Record<string, unknown> = {};
  const extra: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const field = resource.fields[name];
    if (field?.custom) extra[name] = value;
    else if (field?.kind.secret && value)
      columns[name] = db.keyRing.seal(secretPlace(actor.orgId, resource, Number(values.id), name), String(value));
    else columns[name] = value;
  }
  return { values: columns, extra };
};

/** Where the secret of a record lies. */
export const secretPlace = (org: number, { table }: Resource, row: number, column: string): SecretPlace => ({
  org,
  table,
  column,
  row,
});

/** The INSERT of a record with the text that reads show of it and the change it is. */
export const insertion = (context: Context, resource: Resource, id: number, given: Values) => {
  const record = complete(context, resource, id, given);
  const change: Change = { resource, action: 'insert', id, changes: changesBetween(resource, {}, record), record };
  return { ...insertRow(resource, context.actor.orgId, asRow(context, resource, record)), change };
};

/** The field that counts up within the records of a parent, where the kind has one. */
const rankOf = (resource: Resource): string | undefined => fieldsOf(resource).find(([, { ranks }]) => ranks)?.[0];

const nextRank = async (place: Place, tx: Tx, resource: Resource, parentId: number): Promise<Values> => {
  const rank = rankOf(resource);
  if (!rank) return {};
  const [row] = await tx.run<{ rank: number }>(prepared`select coalesce(max(t.${column(rank)}), 0) + 1 as rank
    from ${raw(resource.table)} t
    where t.org_id = ${place.actor.orgId} and t.${column(resource.place.parentColumn)} = ${parentId} and t.del = 0`);
  return { [rank]: row?.rank ?? 1 };
};

/** Values of the columns that the path fixes. */
const fixedValues = (place: Place): Values => {
  const values: Record<string, unknown> = {};
  for (const { column, constant, number } of place.collection.fixed) {
    values[column] = constant ?? place.pathIds[number ?? 0];
  }
  return values;
};

/**
 * Rows that are created together with their record, with their ids. They are drawn before the transaction: one that
 * waited for another connection while it holds its own could wait for ever where a pooler has few of them.
 */
const nestedRows = async ({ db, model, collection }: Place, { nested }: Item) => {
  const found: { key: string; resource: Resource; rank: number; id: number; row: Values }[] = [];
  for (const [key, rows] of Object.entries(nested)) {
    const resource = model.registry.get(collection.resource.bodies.nested[key] ?? '');
    for (const [i, row] of rows.entries())
      found.push({ key, resource, rank: i + 1, id: await db.nextId(resource.rows.sequence), row });
  }
  return found;
};

/** Writes of rows that are created together with their record, ranked from 1. */
const nestedWrites = (place: Place, id: number, nested: Awaited<ReturnType<typeof nestedRows>>, record: Values) =>
  nested.map(({ key, resource, rank, id: rowId, row }) => {
    const given: Record<string, unknown> = { ...row, [resource.place.parentColumn]: id };
    for (const name of resource.place.inherits) given[name] = record[name];
    const column = rankOf(resource);
    if (column) given[column] = rank;
    return { key, ...insertion(place, resource, rowId, given) };
  });

/**
 * Inserts one validated record: locks its parent and what it names, then row, audit, counters, search and events
 * travel with COMMIT.
 * @throws 404 missing parent; 400 `invalid_reference` and the codes of references; codes of unique rules and quotas
 */
export const insertRecord = async (place: Place, item: Item, extra: Extra = {}): Promise<Inserted> => {
  const { collection, db } = place;
  const { resource } = collection;
  const values = namingCaller(place.actor, resource, item.values);
  const id = await db.nextId(resource.rows.sequence);
  const rows = await nestedRows(place, item);
  try {
    return await db.transaction(async (tx) => {
      const parent = await lockNeeded(place, tx, values);
      const given: Record<string, unknown> = { ...values, ...fixedValues(place) };
      if (parent) for (const name of inherited(collection)) given[name] = parent[name];
      if (parent) Object.assign(given, await nextRank(place, tx, resource, parent.id));
      await extra.guard?.(tx, given, id);
      const main = insertion(place, resource, id, given);
      await checkRules(place, tx, { resource, id, before: null, after: main.change.record });
      const nested = nestedWrites(place, id, rows, main.change.record);
      const further = extra.also?.(main.change.record) ?? [];
      const printedNested: Record<string, string[]> = {};
      for (const { key, printed } of nested) (printedNested[key] ??= []).push(printed);
      const made = { id, printed: main.printed, values: main.change.record, nested: printedNested };
      await commit(place, tx, [main, ...nested], [...further, ...(extra.keep?.(made) ?? [])]);
      return made;
    });
  } catch (error) {
    throw error instanceof ApiError ? error : uniqueViolation(resource, error);
  }
};
