/** Writes the changes of a stored record and of its parts in one transaction. */
import type { Tx } from '../../db/database.ts';
import { repointCopies } from '../../derive/sql/repoint-references.ts';
import { softDelete } from '../../derive/sql/write-sql.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { Sql } from '../../sql/sql.ts';
import { type Call, localNow } from '../call/call.ts';
import { commit, type Write } from '../commit/commit.ts';
import type { StoredRecord } from '../matching/import-format.ts';
import { checkRules } from '../records/check-rules.ts';
import { insertion, sortKeyOf } from '../records/insert-record.ts';
import { uniqueViolation } from '../records/unique-violation.ts';
import { type Locked, lockNaming, lockRecord, proposeChange } from '../records/update.ts';
import { lockInOrder } from '../references/lock-order.ts';
import { referencesOf } from '../references/references.ts';
import { issuesOf } from './apply-new.ts';
import { type Comparison, type PartWrite, versionOf } from './compare.ts';
import { type Before, type FieldChange, type ImportRow, partPaths } from './import-job.ts';
import type { ImportTarget } from './import-target.ts';
import type { JobContext } from './job-context.ts';
import type { Lease } from './lease.ts';
import { loadStored, readerIn } from './load-stored.ts';
import { changeOutcome, markWritten } from './write-rows.ts';

/** A row with the change that it makes. */
export interface ChangedRecord {
  readonly row: ImportRow;
  readonly recordId: number;
  readonly comparison: Comparison;
}

type Part = NonNullable<Before['parts']>[number];

const asChanges = (changes: Readonly<Record<string, readonly [unknown, unknown]>>): Record<string, FieldChange> =>
  Object.fromEntries(Object.entries(changes).map(([name, [from, to]]) => [name, { from, to }]));

/** The call of a change of a record, or of a part below it. */
export const callAt = (context: JobContext, target: ImportTarget, ids: readonly number[], path?: string): Call => {
  const collection = (path === undefined ? undefined : target.parts.get(path)) ?? target.collection;
  return { ...context, collection, pathIds: ids, parentPath: target.section, query: {}, body: undefined, headers: {} };
};

/** A new row of a part, ranked behind the others. */
const newPart = (
  context: Call,
  { path, values }: PartWrite,
  { id, locked, stored }: { readonly id: number; readonly locked: Locked; readonly stored: StoredRecord },
): { write: Write; done: Part } => {
  const { resource } = context.collection;
  const given: Record<string, unknown> = { ...values, [resource.nesting.parentColumn]: locked.id };
  if (resource.nesting.ownerSection) given.owner_section = context.parentPath;
  for (const name of resource.nesting.inherits) given[name] = locked.record[name];
  const rank = sortKeyOf(resource);
  if (rank) given[rank] = Math.max(0, ...(stored.parts[path] ?? []).map(({ record }) => Number(record[rank]))) + 1;
  return { write: insertion(context, resource, id, given), done: { path, id, inserted: true } };
};

/** A changed row of a part. */
const changedPart = async (
  call: Call,
  tx: Tx,
  { path, values }: PartWrite,
  id: number,
): Promise<{ write: Write; done: Part } | null> => {
  const locked = await lockRecord(call, tx, 'no key update');
  const { write } = await proposeChange(call, tx, locked, values);
  return write && { write, done: { path, id, values: asChanges(write.changes) } };
};

/** The removal of a row of a part, at the path of `call`. @throws the codes of its rules */
export const partRemoval = async (call: Call, tx: Tx): Promise<Write> => {
  const { resource } = call.collection;
  const { id, record } = await lockRecord(call, tx, 'update');
  await checkRules(call, tx, { resource, id, before: record, after: null });
  const row = softDelete(resource, call.actor.orgId, id, localNow(call));
  return { row, change: { resource, action: 'delete', id, changes: {}, record } };
};

/** Writes of the values that the parts of a record copy: the kid of a contract that moved. */
export const copiesBelow = (
  { parts }: ImportTarget,
  orgId: number,
  parent: number,
  changes: Readonly<Record<string, readonly [unknown, unknown]>>,
): readonly Sql[] =>
  [...parts.values()].flatMap(({ resource }) =>
    resource.nesting.inherits.flatMap((column) => {
      const value = changes[column]?.[1];
      return typeof value === 'number' ? repointCopies({ resource, column }, { orgId, parent, value }) : [];
    }),
  );

/** Locks the records that rows of parts name; a removal of those locks them before this record too. @throws as `References` */
const lockBelow = async (call: Call, tx: Tx, target: ImportTarget, parts: readonly PartWrite[]): Promise<void> => {
  for (const [path, { resource }] of target.parts) {
    const bodies = parts.filter((part) => part.path === path).map(({ values }) => values);
    const references = referencesOf(call, resource, bodies);
    if (!references.locks.length) continue;
    const found = await lockInOrder(call.model.registry, tx, references.locks);
    for (const values of bodies) references.check(found, values);
  }
};

/**
 * Writes a change if the record has not changed since the comparison.
 * @returns `written`; `conflict` if the record has changed; `invalid` with the reason in the row
 * @throws LeaseLost, database errors
 */
export const applyChange = async (
  context: JobContext,
  lease: Lease,
  target: ImportTarget,
  { row, recordId, comparison }: ChangedRecord,
): Promise<'written' | 'conflict' | 'invalid'> => {
  const { values = {}, parts = [] } = comparison;
  const call = callAt(context, target, [recordId]);
  const ids = await Promise.all(
    parts.map(({ path, id }) => id ?? context.db.nextId(target.parts.get(path)?.resource.storage.sequence ?? '')),
  );
  const write = async (tx: Tx): Promise<'written' | 'conflict'> => {
    await lease.guard(tx);
    await lockBelow(call, tx, target, parts);
    const { locked, keepNamed } = await lockNaming(call, tx, values);
    const paths = [...partPaths(row.source)];
    const stored = await loadStored(readerIn(tx), lease.orgId, target, { ids: [recordId], paths });
    const record = stored.get(recordId);
    if (!record || versionOf(record) !== row.result.version) {
      await tx.finish([changeOutcome(lease, row.row, 'conflict', row.result)]);
      return 'conflict';
    }
    await keepNamed();
    const own = Object.keys(values).length ? await proposeChange(call, tx, locked, values) : null;
    const writes: Write[] = own?.write ? [own.write] : [];
    const done: Part[] = [];
    for (const [at, part] of parts.entries()) {
      const id = ids[at] ?? 0;
      const below = callAt(context, target, [recordId, id], part.path);
      const made = part.isRemoved
        ? { write: await partRemoval(below, tx), done: { path: part.path, id, removed: true as const } }
        : part.id === null
          ? newPart(below, part, { id, locked: { ...locked, record: { ...locked.record, ...values } }, stored: record })
          : await changedPart(below, tx, part, id);
      if (!made) continue;
      writes.push(made.write);
      done.push(made.done);
    }
    const before: Before = { ...(own?.write ? { values: asChanges(own.write.changes) } : {}), parts: done };
    const copies = own?.write ? copiesBelow(target, lease.orgId, recordId, own.write.changes) : [];
    await commit(call, tx, writes, [...copies, ...markWritten(lease, [{ row, recordId, before }])]);
    return 'written';
  };
  try {
    return await context.db.transaction(write);
  } catch (thrown) {
    const kinds = [target.collection, ...target.parts.values()];
    const error = kinds.reduce((found, { resource }) => uniqueViolation(resource, found), thrown);
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    const outcome = error.status === 404 ? 'conflict' : 'invalid';
    await context.db.transaction(async (tx) => {
      await lease.guard(tx);
      const issues = outcome === 'invalid' ? issuesOf(error) : [];
      await tx.finish([changeOutcome(lease, row.row, outcome, { ...row.result, issues })]);
    });
    return outcome;
  }
};
