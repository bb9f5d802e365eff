/** Makes one record with all that belongs to it, in one transaction. */
import type { Tx } from '../../db/database.ts';
import type { SecretPlace } from '../../db/encryption/key-ring.ts';
import { changesBetween } from '../../derive/events/record-diff.ts';
import { fieldsOf, memoizeByDeclaration } from '../../derive/memoize.ts';
import { insertRow } from '../../derive/sql/write-sql.ts';
import { column } from '../../derive/storage/columns.ts';
import { belongs } from '../../derive/validation/division-fields.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { prepared, raw, type Sql } from '../../sql/sql.ts';
import { type Actor, type Context, localNow } from '../call/call.ts';
import type { Inserted, Item } from '../call/item.ts';
import type { RecordChange } from '../call/record-change.ts';
import { commit, type NewRow } from '../commit/commit.ts';
import { copiedFromParent, lockReferences, type Parent, type Target } from '../references/lock-references.ts';
import { checkRules } from './check-rules.ts';
import { followReferences } from './follow-references.ts';
import { uniqueViolation } from './unique-violation.ts';
import { warningsOf } from './warnings.ts';

/** Additions of a special create, in the same transaction. */
export interface Extra {
  /** Checks and writes that need the parent's values or the new id; throws to refuse. */
  readonly guard?: (tx: Tx, given: Record<string, unknown>, id: number) => Promise<void>;
  /** Further rows that belong to the record. */
  readonly also?: (record: Values) => Sql[];
  /** Stores the response for a repeat of the request (`IdempotencyRecorder`). */
  readonly keep?: (made: Inserted) => readonly Sql[];
}

const defaultOf = (actor: Actor, field: Resource['fields'][string]): unknown => {
  if (field.defaultsTo === 'caller') return actor.userKid;
  if (field.defaultsTo === 'active-caller') return actor.userActive ? actor.userKid : null;
  return field.default ?? null;
};

const namesCaller = memoizeByDeclaration((resource: Resource) =>
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
    else if (!belongs(resource, field, given)) values[name] = null;
    else values[name] = value === undefined ? defaultOf(context.actor, field) : value;
    // A flag or a list with a default for "nothing" is reset to that, never to null in a counted column.
    if (value === null && field.default !== undefined && belongs(resource, field, given)) values[name] = field.default;
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
      columns[name] = db.keyRing.encrypt(secretPlace(actor.orgId, resource, Number(values.id), name), String(value));
    else columns[name] = value;
  }
  return { values: columns, extra };
};

/** The encryption context of a record's secret. */
export const secretPlace = (org: number, { table }: Resource, row: number, column: string): SecretPlace => ({
  org,
  table,
  column,
  row,
});

/** The INSERT of a record with the text that reads show of it and the change it is. */
export const insertion = (context: Context, resource: Resource, id: number, given: Values) => {
  const record = complete(context, resource, id, given);
  const change: RecordChange = {
    resource,
    action: 'insert',
    id,
    changes: changesBetween(resource, {}, record),
    record,
  };
  const { row, printed } = insertRow(resource, context.actor.orgId, asRow(context, resource, record));
  return { row, printed, change, by: context };
};

/** The field that counts up within the records of a parent, where the kind has one. */
export const sortKeyOf = (resource: Resource): string | undefined =>
  fieldsOf(resource).find(([, { ranks }]) => ranks)?.[0];

const nextRank = async (place: Target, tx: Tx, resource: Resource, parentId: number): Promise<Values> => {
  const rank = sortKeyOf(resource);
  if (!rank) return {};
  const [row] = await tx.run<{ rank: number }>(prepared`select coalesce(max(t.${column(rank)}), 0) + 1 as rank
    from ${raw(resource.table)} t
    where t.org_id = ${place.actor.orgId} and t.${column(resource.nesting.parentColumn)} = ${parentId} and t.del = 0`);
  return { [rank]: row?.rank ?? 1 };
};

/** Values from the path: fixed columns, and those copied from the parent. */
const ofPath = ({ collection, pathIds }: Target, parent: Parent | null): Values => {
  const values: Record<string, unknown> = {};
  for (const { column, constant, number } of collection.fixed) values[column] = constant ?? pathIds[number ?? 0];
  if (parent) for (const name of copiedFromParent(collection)) values[name] = parent[name];
  return values;
};

/** An item with allocated ids. */
export interface WithIds {
  readonly id: number;
  readonly values: Values;
  /** Rows that are created together with the record. */
  readonly rows: readonly {
    readonly key: string;
    readonly resource: Resource;
    readonly rank: number;
    readonly id: number;
    readonly row: Values;
  }[];
}

/**
 * Draws the numbers of an item and of the rows that are created together with it: before the transaction, because one that
 * waited for another connection while it holds its own could wait for ever where a pooler has few of them.
 */
export const allocateIds = async (
  { db, actor, model, collection }: Target,
  { values, nested }: Item,
): Promise<WithIds> => {
  const { resource } = collection;
  const id = await db.nextId(resource.storage.sequence);
  const rows: WithIds['rows'][number][] = [];
  for (const [key, given] of Object.entries(nested)) {
    const below = model.registry.get(resource.requests.nested[key] ?? '');
    for (const [i, row] of given.entries())
      rows.push({ key, resource: below, rank: i + 1, id: await db.nextId(below.storage.sequence), row });
  }
  return { id, values: namingCaller(actor, resource, values), rows };
};

/** Writes of rows that are created together with their record, ranked from 1. */
const nestedWrites = (place: Target, { id, rows }: WithIds, record: Values) =>
  rows.map(({ key, resource, rank, id: rowId, row }) => {
    const given: Record<string, unknown> = { ...row, [resource.nesting.parentColumn]: id };
    for (const name of resource.nesting.inherits) given[name] = record[name];
    const column = sortKeyOf(resource);
    if (column) given[column] = rank;
    return { key, ...insertion(place, resource, rowId, given) };
  });

/** The rows to insert for an item, its own row first. */
export interface PreparedInsert {
  readonly writes: readonly NewRow[];
  readonly made: Inserted;
}

/**
 * The insert of an item whose references are locked and checked.
 * @param more values found in the transaction, and further checks
 * @throws the code of a violated rule
 */
export const buildInsert = async (
  place: Target,
  tx: Tx,
  drawn: WithIds,
  parent: Parent | null,
  more?: (given: Record<string, unknown>) => Promise<void>,
): Promise<PreparedInsert> => {
  const { resource } = place.collection;
  const { id } = drawn;
  const given: Record<string, unknown> = { ...drawn.values, ...ofPath(place, parent) };
  await more?.(given);
  Object.assign(given, await followReferences(place, tx, { resource, after: given, before: null }));
  const main = insertion(place, resource, id, given);
  await checkRules(place, tx, { resource, id, before: null, after: main.change.record });
  const { record } = main.change;
  const warnings = await warningsOf(place, tx, resource, { record });
  const rows = nestedWrites(place, drawn, record);
  const nested: Record<string, string[]> = {};
  for (const { key, printed } of rows) (nested[key] ??= []).push(printed);
  return { writes: [main, ...rows], made: { id, printed: main.printed, values: record, nested, warnings } };
};

/**
 * Inserts one validated record: locks its parent and what it names, then row, audit, counters, search and events
 * travel with COMMIT.
 * @throws 404 missing parent; 400 `invalid_reference` and the codes of references; codes of unique rules and quotas
 */
export const insertRecord = async (place: Target, item: Item, extra: Extra = {}): Promise<Inserted> => {
  const { resource } = place.collection;
  const drawn = await allocateIds(place, item);
  try {
    return await place.db.transaction(async (tx) => {
      const { parent, check } = await lockReferences(place, tx, [drawn.values]);
      check(drawn.values);
      const { writes, made } = await buildInsert(place, tx, drawn, parent, async (given) => {
        if (parent) Object.assign(given, await nextRank(place, tx, resource, parent.id));
        await extra.guard?.(tx, given, drawn.id);
      });
      const further = extra.also?.(made.values) ?? [];
      await commit(place, tx, writes, [...further, ...(extra.keep?.(made) ?? [])]);
      return made;
    });
  } catch (error) {
    throw error instanceof ApiError ? error : uniqueViolation(resource, error);
  }
};
