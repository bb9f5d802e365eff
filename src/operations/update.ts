/** PATCH of one record: lock, compare, write only what changed (rules 3.8, 10.5). */
import type { Tx } from '../db/database.ts';
import { writableFields } from '../derive/body-schema.ts';
import { type Changes, changesBetween } from '../derive/change.ts';
import { openTo } from '../derive/columns.ts';
import { belongs, divisionIssues } from '../derive/division-fields.ts';
import { fieldsOf, perDeclaration } from '../derive/per-declaration.ts';
import { fixedBy, pathConditions } from '../derive/read-sql.ts';
import { completed } from '../derive/shown-text.ts';
import { lockRow, type OwnerRow, updateRow } from '../derive/write-sql.ts';
import { ApiError, fail, invalid } from '../errors.ts';
import type { Values } from '../model/field-shape.ts';
import { MASK } from '../model/kinds.ts';
import type { Resource } from '../model/resource.ts';
import { type Sql, shared } from '../sql.ts';
import { objectBody } from './body.ts';
import { type Answer, type Call, type Context, json, localNow, readerOf } from './call.ts';
import type { Change } from './changed-record.ts';
import { checkRules } from './check-rules.ts';
import { commit, type Write } from './commit.ts';
import { asRow, secretPlace } from './insert-record.ts';
import { acceptChange } from './kept-values.ts';
import { lockAll } from './lock-order.ts';
import type { Place } from './needed-records.ts';
import { keepEntries } from './organisation/held-entries.ts';
import { checkPrecondition, etagOf } from './precondition.ts';
import { referenceIssues, referencesOf } from './references.ts';
import { seenAfter } from './seen-after.ts';
import { uniqueViolation } from './unique-violation.ts';

/** A locked row: the record as it is read, with its secrets in clear. */
export interface Locked {
  readonly id: number;
  readonly printed: string;
  readonly record: Values;
}

/** The id that a path's last number names. */
export const lastPathId = ({ pathIds }: Pick<Place, 'pathIds'>): number => pathIds.at(-1) ?? 0;

/** Secrets in clear. */
const opened = (
  { actor, collection }: Place,
  { keyRing }: Tx,
  id: number,
  secrets: Readonly<Record<string, string | null | undefined>>,
): Values =>
  Object.fromEntries(
    Object.entries(secrets).map(([name, stored]) => [
      name,
      stored ? keyRing.open(secretPlace(actor.orgId, collection.resource, id, name), stored) : stored,
    ]),
  );

/** A record from its locked row. */
const lockedFrom = (
  place: Place,
  tx: Tx,
  id: number,
  { printed: stored, extra, ...secrets }: Readonly<Record<string, string | null>>,
): Locked => {
  const printed = completed(place.collection.resource, stored ?? '{}');
  return { id, printed, record: { ...(JSON.parse(printed) as Values), ...opened(place, tx, id, secrets) } };
};

type Strength = 'no key update' | 'update';

/**
 * The owner that a change of a part or an annotation keeps from being removed: what is found by it goes with the owner
 * (`search-projection.ts`), and nothing may come after that.
 */
const keptOwner = ({ collection, pathIds }: Place, strength: Strength): OwnerRow | undefined =>
  collection.parent && !collection.resource.place.topLevel && strength === 'no key update'
    ? { resource: collection.parent, id: shared(pathIds[0]) }
    : undefined;

/**
 * Locks the record of the path; where a part or an annotation is to be changed, what it hangs on stays as well.
 * @throws 404 `not_found`: missing, deleted, private to another user, of another organisation or another parent
 */
export const lockRecord = async (place: Place, tx: Tx, strength: Strength): Promise<Locked> => {
  const { collection, actor } = place;
  const { resource } = collection;
  const id = lastPathId(place);
  const owner = keptOwner(place, strength);
  const conditions = owner
    ? [...fixedBy(collection, owner.id), ...openTo(resource, actor.userKid)]
    : pathConditions(collection, readerOf(place));
  const [row] = await tx.run<Record<string, string | null>>(
    lockRow(resource, actor.orgId, id, conditions, strength, owner),
  );
  if (!row) throw fail('not_found');
  return lockedFrom(place, tx, id, row);
};

/** A reference that stays as it is need not be live: sending back what was read is no error. */
const differing = (before: Values, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => before[name] !== value));

/**
 * Locks the record of the path for a change, and before it what the change names: a delete or a merge of that goes on to what
 * names it. All of it travels together.
 * @returns `keepNamed`, which throws as `References` and `keepEntries` where a changed value names nothing that is there
 * @throws 404 as `lockRecord`
 */
export const lockNaming = async (
  call: Call,
  tx: Tx,
  values: Values,
): Promise<{ locked: Locked; keepNamed: () => Promise<void> }> => {
  const references = referencesOf(call, call.collection.resource, [values]);
  const [found, locked] = await Promise.all([
    lockAll(call.model.registry, tx, references.locks),
    lockRecord(call, tx, 'no key update'),
  ]);
  const keepNamed = async (): Promise<void> => {
    const given = differing(locked.record, values);
    references.check(found, given);
    (await keepEntries(call, tx, call.collection.resource, [given]))(given);
  };
  return { locked, keepNamed };
};

/** Names under which a record shows what another field holds. */
const secondNames = perDeclaration(
  (resource: Resource) => new Set(fieldsOf(resource).flatMap(([name, { sameAs }]) => (sameAs ? [name] : []))),
);

/** The record after a change: given values over the old ones, defaults for what was reset, and what follows. */
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

const changeStamps = perDeclaration(({ fields }: Resource): readonly string[] =>
  Object.keys(fields).filter((name) => fields[name]?.stamp === 'changed'),
);

/** With the moment of the change; what was read of a record says no more than a day of some. */
const stamped = (context: Context, resource: Resource, after: Values): Values =>
  Object.assign({ ...after }, ...changeStamps(resource).map((name) => ({ [name]: localNow(context) })));

/** What a special update adds to the usual one. */
export interface MoreOfChange {
  readonly of?: (changes: Changes) => Partial<Change>;
  readonly also?: (changes: Changes) => Sql[];
}

/** A change that the rules have nothing against. */
interface Proposed {
  /** How many of the given fields changed. */
  readonly asked: number;
  /** The text that reads show from now on. */
  readonly printed: string;
  /** Null where nothing is to be written. */
  readonly write: (Write & { readonly changes: Changes }) | null;
}

/** What given values make of a locked record. @throws as `checkRules` */
const proposeChange = async (
  place: Place,
  tx: Tx,
  locked: Locked,
  given: Values,
  more: MoreOfChange = {},
): Promise<Proposed> => {
  const { resource } = place.collection;
  const after = changed(place, resource, locked.record, given);
  const changes = changesBetween(resource, locked.record, after);
  const asked = Object.keys(changes).filter((name) => Object.hasOwn(given, name)).length;
  if (!asked) return { asked, printed: locked.printed, write: null };
  await checkRules(place, tx, { resource, id: locked.id, before: locked.record, after });
  const record = stamped(place, resource, after);
  const change: Change = {
    resource,
    action: 'update',
    id: locked.id,
    changes,
    record,
    before: locked.record,
    ...more.of?.(changes),
  };
  const { row, printed } = updateRow(resource, place.actor.orgId, asRow(place, resource, record));
  return { asked, printed: withAuthorOf(resource, locked, printed), write: { row, change, changes } };
};

const AUTHOR = ',"autor":';

/** A new text with the author that the text of before shows. */
const withAuthorOf = (resource: Resource, { printed: before }: Locked, written: string): string => {
  const printed = completed(resource, written);
  return resource.answers.author ? `${printed.slice(0, -1)}${before.slice(before.lastIndexOf(AUTHOR))}` : printed;
};

/** What a PATCH did: how many fields changed, and the version that the record has now. */
interface Changed {
  readonly updated: number;
  /** Null where the change made another user the author, whose name only a read knows. */
  readonly etag: string | null;
}

/** The answer to a PATCH. */
export const changedAnswer = ({ updated, etag }: Changed): Answer => ({
  ...json(200, { success: true, updated }),
  ...(etag === null ? {} : { headers: { ETag: etag } }),
});

/**
 * Writes given values over a locked record.
 * @returns with 0 changed fields nothing was written
 */
export const writeChange = async (
  place: Place,
  tx: Tx,
  locked: Locked,
  given: Values,
  more: MoreOfChange = {},
): Promise<Changed> => {
  const { asked: updated, printed, write } = await proposeChange(place, tx, locked, given, more);
  if (write) await commit(place, tx, [write], more.also?.(write.changes) ?? []);
  const author = place.collection.resource.answers.author ?? '';
  return { updated, etag: write && author in write.changes ? null : etagOf(printed) };
};

/** What can be changed, said where a body has anything else. */
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

/** What a body may not say to a locked record. @throws 412; 400 `validation_failed` */
const checkAgainst = (call: Call, { printed, record }: Locked, values: Values): void => {
  checkPrecondition(call, printed);
  const issues = divisionIssues(call.collection.resource, values, record);
  if (issues.length) throw invalid(issues);
};

/**
 * Changes one record.
 * @throws as `lockNaming`, `checkAgainst` and `checkRules`; what the database says
 */
const changeRecord = (call: Call, values: Values): Promise<Changed> =>
  call.db.transaction(async (tx) => {
    const { locked, keepNamed } = await lockNaming(call, tx, values);
    checkAgainst(call, locked, values);
    await keepNamed();
    return writeChange(call, tx, locked, values);
  });

/** PATCH `/v3/{collection}/{id}`. */
export const update = async (call: Call): Promise<Answer> => {
  const { resource } = call.collection;
  const values = await acceptPatch(call);
  try {
    const done = await changeRecord(call, values);
    if (done.updated) await seenAfter(resource, values);
    return changedAnswer(done);
  } catch (error) {
    throw error instanceof ApiError ? error : uniqueViolation(resource, error);
  }
};
