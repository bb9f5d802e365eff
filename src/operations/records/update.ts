/** PATCH of one record: lock, compare, write changed values only (rules 3.8, 10.5). */
import type { Tx } from '../../db/database.ts';
import { type Changes, changesBetween } from '../../derive/events/record-diff.ts';
import { fieldsOf, memoizeByDeclaration } from '../../derive/memoize.ts';
import { fixedBy, pathConditions } from '../../derive/sql/read-sql.ts';
import { lockRow, type OwnerRow, updateRow } from '../../derive/sql/write-sql.ts';
import { visibleTo } from '../../derive/storage/columns.ts';
import { withCompletions } from '../../derive/storage/stored-json.ts';
import { writableFields } from '../../derive/validation/body-schema.ts';
import { belongs, divisionIssues } from '../../derive/validation/division-fields.ts';
import { ApiError, fail, type Issue, invalid } from '../../errors/api-error.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { MASK } from '../../model/declaration/value-kinds.ts';
import { type Sql, sharedParam } from '../../sql/sql.ts';
import { objectBody } from '../call/body-shape.ts';
import { type Call, type Context, json, localNow, type OperationResult, readerOf } from '../call/call.ts';
import { checkPrecondition, etagOf } from '../call/etag.ts';
import type { RecordChange } from '../call/record-change.ts';
import { commit, type Write } from '../commit/commit.ts';
import { lockListEntries } from '../org-settings/list-entry-locks.ts';
import { lockInOrder } from '../references/lock-order.ts';
import type { Target } from '../references/lock-references.ts';
import { referenceIssues, referencesOf } from '../references/references.ts';
import { afterPropagation } from './await-propagation.ts';
import { checkRules } from './check-rules.ts';
import { followReferences } from './follow-references.ts';
import { asRow, secretPlace } from './insert-record.ts';
import { acceptChange } from './unchanged-values.ts';
import { uniqueViolation } from './unique-violation.ts';
import { warned, warningsOf } from './warnings.ts';

/** A locked row: the record as it is read, with its secrets in clear. */
export interface Locked {
  readonly id: number;
  readonly printed: string;
  readonly record: Values;
}

/** The id that a path's last number names. */
export const lastPathId = ({ pathIds }: Pick<Target, 'pathIds'>): number => pathIds.at(-1) ?? 0;

/** Secrets in clear. */
const opened = (
  { actor, collection }: Target,
  { keyRing }: Tx,
  id: number,
  secrets: Readonly<Record<string, string | null | undefined>>,
): Values =>
  Object.fromEntries(
    Object.entries(secrets).map(([name, stored]) => [
      name,
      stored ? keyRing.decrypt(secretPlace(actor.orgId, collection.resource, id, name), stored) : stored,
    ]),
  );

/** A record from its locked row. */
export const lockedFrom = (
  place: Target,
  tx: Tx,
  id: number,
  { printed: stored, extra, ...secrets }: Readonly<Record<string, string | null>>,
): Locked => {
  const printed = withCompletions(place.collection.resource, stored ?? '{}');
  return { id, printed, record: { ...(JSON.parse(printed) as Values), ...opened(place, tx, id, secrets) } };
};

type Strength = 'no key update' | 'update';

/**
 * Lock of the owner during a change of a part or annotation: deleting the owner deletes its search entries
 * (`search-index.ts`), and no entry may be written afterwards.
 */
const keptOwner = ({ collection, pathIds }: Target, strength: Strength): OwnerRow | undefined =>
  collection.parent && !collection.resource.nesting.topLevel && strength === 'no key update'
    ? { resource: collection.parent, id: sharedParam(pathIds[0]) }
    : undefined;

/**
 * Locks the record of the path, and the owner of a part or an annotation.
 * @throws 404 `not_found`: missing, deleted, private to another user, of another organisation or another parent
 */
export const lockRecord = async (place: Target, tx: Tx, strength: Strength): Promise<Locked> => {
  const { collection, actor } = place;
  const { resource } = collection;
  const id = lastPathId(place);
  const owner = keptOwner(place, strength);
  const conditions = owner
    ? [...fixedBy(collection, owner.id), ...visibleTo(resource, actor)]
    : pathConditions(collection, readerOf(place));
  const [row] = await tx.run<Record<string, string | null>>(
    lockRow(resource, actor.orgId, id, conditions, strength, owner),
  );
  if (!row) throw fail('not_found');
  return lockedFrom(place, tx, id, row);
};

/** An unchanged reference may name a deleted record: sending back the read value is no error. */
const differing = (before: Values, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => before[name] !== value));

/**
 * Locks the record of the path for a change, and before it the referenced records, because a delete or merge of those
 * continues to their references. One round trip.
 * @returns `keepNamed`, which throws as `References` and `lockListEntries` where a changed value names nothing that
 * exists
 * @throws 404 as `lockRecord`
 */
export const lockNaming = async (
  call: Call,
  tx: Tx,
  values: Values,
): Promise<{ locked: Locked; keepNamed: () => Promise<void> }> => {
  const references = referencesOf(call, call.collection.resource, [values]);
  const [found, locked] = await Promise.all([
    lockInOrder(call.model.registry, tx, references.locks),
    lockRecord(call, tx, 'no key update'),
  ]);
  const keepNamed = async (): Promise<void> => {
    const given = differing(locked.record, values);
    references.check(found, given);
    (await lockListEntries(call, tx, call.collection.resource, [given]))(given);
  };
  return { locked, keepNamed };
};

/** Second names of fields. */
const secondNames = memoizeByDeclaration(
  (resource: Resource) => new Set(fieldsOf(resource).flatMap(([name, { sameAs }]) => (sameAs ? [name] : []))),
);

/** The record after a change: given values, defaults of reset fields, and derived values. */
const changed = (context: Context, resource: Resource, before: Values, given: Values): Values => {
  const after: Record<string, unknown> = {};
  const doubles = secondNames(resource);
  for (const name of Object.keys(before)) if (!doubles.has(name)) after[name] = before[name];
  for (const [name, value] of Object.entries(given)) {
    const field = resource.fields[name];
    if (field?.sameAs || (field?.kind.secret && value === MASK)) continue;
    const resets = value === null && field?.default !== undefined && belongs(resource, field, { ...before, ...given });
    after[name] = resets ? field.default : value;
  }
  const moment = { now: localNow(context), userKid: context.actor.userKid };
  return resource.completes ? { ...after, ...resource.completes(after, before, moment) } : after;
};

const changeStamps = memoizeByDeclaration(({ fields }: Resource): readonly string[] =>
  Object.keys(fields).filter((name) => fields[name]?.stamp === 'changed'),
);

/** With the time of the change at full precision; stored JSON has less. */
const stamped = (context: Context, resource: Resource, after: Values): Values =>
  Object.assign({ ...after }, ...changeStamps(resource).map((name) => ({ [name]: localNow(context) })));

/** Additions of a special update. */
export interface MoreOfChange {
  readonly of?: (changes: Changes) => Partial<RecordChange>;
  readonly also?: (changes: Changes) => Sql[];
}

/** A change that the rules have nothing against. */
interface Proposed {
  /** How many of the given fields changed. */
  readonly asked: number;
  /** The values after it. */
  readonly after: Values;
  /** The text that reads show from now on. */
  readonly printed: string;
  /** Null where nothing is to be written. */
  readonly write: (Write & { readonly changes: Changes }) | null;
}

/** The proposed change of a locked record. @throws as `checkRules` */
export const proposeChange = async (
  place: Target,
  tx: Tx,
  locked: Locked,
  given: Values,
  more: MoreOfChange = {},
): Promise<Proposed> => {
  const { resource } = place.collection;
  const set = changed(place, resource, locked.record, given);
  const followed = await followReferences(place, tx, { resource, after: set, before: locked.record });
  const after = { ...set, ...followed };
  const changes = changesBetween(resource, locked.record, after);
  const asked = Object.keys(changes).filter((name) => Object.hasOwn(given, name)).length;
  if (!asked) return { asked, after, printed: locked.printed, write: null };
  await checkRules(place, tx, { resource, id: locked.id, before: locked.record, after });
  const record = stamped(place, resource, after);
  const change: RecordChange = {
    resource,
    action: 'update',
    id: locked.id,
    changes,
    record,
    before: locked.record,
    ...more.of?.(changes),
  };
  const { row, printed } = updateRow(resource, place.actor.orgId, asRow(place, resource, record));
  return { asked, after, printed: withAuthorOf(resource, locked, printed), write: { row, change, changes } };
};

const AUTHOR = ',"autor":';

/** A new text with the author that the text of before shows. */
const withAuthorOf = (resource: Resource, { printed: before }: Locked, written: string): string => {
  const printed = withCompletions(resource, written);
  return resource.responses.author ? `${printed.slice(0, -1)}${before.slice(before.lastIndexOf(AUTHOR))}` : printed;
};

/** The result of a PATCH: the number of changed fields, and the new version. */
interface Changed {
  readonly updated: number;
  /** Null where the change made another user the author, whose name only a read knows. */
  readonly etag: string | null;
  readonly warnings: readonly Issue[];
}

const updatedAnswer = ({ updated, warnings }: Pick<Changed, 'updated' | 'warnings'>): OperationResult =>
  json(200, { success: true, updated, ...warned(warnings) });

/** The answer to a PATCH. */
export const changedAnswer = (done: Changed): OperationResult => ({
  ...updatedAnswer(done),
  ...(done.etag === null ? {} : { headers: { ETag: done.etag } }),
});

/**
 * Writes given values over a locked record, with the answer of a request that has an idempotency key.
 * @returns with 0 changed fields nothing was written
 */
export const writeChange = async (
  place: Target,
  tx: Tx,
  locked: Locked,
  given: Values,
  more: MoreOfChange = {},
): Promise<Changed> => {
  const { asked: updated, after: record, printed, write } = await proposeChange(place, tx, locked, given, more);
  const { resource } = place.collection;
  const warnings = await warningsOf(place, tx, resource, { record, given: Object.keys(given) });
  if (write) {
    const further = [
      ...(more.also?.(write.changes) ?? []),
      ...(place.keeper?.answer(updatedAnswer({ updated, warnings })) ?? []),
    ];
    await commit(place, tx, [write], further);
  }
  const author = resource.responses.author ?? '';
  return { updated, warnings, etag: write && author in write.changes ? null : etagOf(printed) };
};

/** The changeable fields, named in the error about any other. */
const changeable = new Intl.ListFormat('en');

/** The validated values of a PATCH; empty where nothing is usable. @throws 400 as the record kind says */
export const acceptPatch = async (call: Call): Promise<Values> => {
  const { collection } = call;
  const { resource } = collection;
  const body = objectBody(call.body, collection.forbidden);
  const given = collection.fixed.map(({ column }) => column);
  const { values, issues, failure } = await acceptChange(call, given, body);
  if (issues.length) {
    if (
      resource.codes.updateUnknown &&
      issues.some(({ code }) => code === 'unrecognized_key' || code === 'protected_field')
    ) {
      const names = writableFields(resource, 'patch', given).map(([name]) => name);
      throw fail(resource.codes.updateUnknown, { issues, message: `Only ${changeable.format(names)} can be changed.` });
    }
    throw invalid([...issues, ...(await referenceIssues(call, resource, body))]);
  }
  if (failure) throw fail(failure);
  return values;
};

/** Checks a body against the locked record. @throws 412; 400 `validation_failed` */
const checkAgainst = (call: Call, { printed, record }: Locked, values: Values): void => {
  checkPrecondition(call, printed);
  const issues = divisionIssues(call.collection.resource, values, record);
  if (issues.length) throw invalid(issues);
};

/**
 * Changes one record.
 * @throws as `lockNaming`, `checkAgainst` and `checkRules`; database errors
 */
const changeRecord = (call: Call, values: Values): Promise<Changed> =>
  call.db.transaction(async (tx) => {
    const { locked, keepNamed } = await lockNaming(call, tx, values);
    checkAgainst(call, locked, values);
    await keepNamed();
    return writeChange(call, tx, locked, values);
  });

/** PATCH `/v3/{collection}/{id}`. */
export const update = async (call: Call): Promise<OperationResult> => {
  const { resource } = call.collection;
  const values = await acceptPatch(call);
  try {
    const done = await changeRecord(call, values);
    if (done.updated) await afterPropagation(resource, values);
    return changedAnswer(done);
  } catch (error) {
    throw error instanceof ApiError ? error : uniqueViolation(resource, error);
  }
};
