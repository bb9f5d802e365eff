/** The third step: takes back the rows of records that have not been changed since. */

import { runParallel } from '../../concurrency/run-parallel.ts';
import type { Tx } from '../../db/database.ts';
import { eventFamily } from '../../derive/events/record-diff.ts';
import { lockDeletedRow } from '../../derive/sql/write-sql.ts';
import { column } from '../../derive/storage/columns.ts';
import { ApiError } from '../../errors/api-error.ts';
import { hintOf } from '../../formats/remarks.ts';
import type { SourceHint } from '../../formats/source-record.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import { children } from '../../model/ownership.ts';
import { prepared, raw, type Sql, sharedParam, sql } from '../../sql/sql.ts';
import type { Call } from '../call/call.ts';
import { commit, type Write } from '../commit/commit.ts';
import { removeLocked } from '../records/remove.ts';
import { showRows } from '../records/restore-record.ts';
import { type Locked, lockedFrom, lockRecord, proposeChange } from '../records/update.ts';
import { countRows } from './apply.ts';
import { callAt, copiesBelow, partRemoval } from './apply-change.ts';
import { formatOf } from './import-formats.ts';
import { type Before, type FieldChange, type ImportRow, ROW, rowsOf, selectRows } from './import-job.ts';
import { type ImportTarget, importTarget } from './import-target.ts';
import { type JobContext, requestIdOf } from './job-context.ts';
import type { Lease } from './lease.ts';
import { changeState, markTakenBack } from './write-rows.ts';

/** Removed parts come back whenever they were removed. */
const FIRST_DAY = '0001-01-01';

/** Rows that are read together, records of one transaction, and transactions that run in parallel. */
const [BATCH, PORTION, PARALLEL] = [500, 100, 4];

const openRows = ({ orgId, job }: Lease, before: number): Sql =>
  selectRows(
    orgId,
    job.id,
    sql`r."row" < ${before}::int and r.state in (1, 3)`,
    sql`
    order by r."row" desc
    limit ${BATCH}::int`,
  );

/** Hints of an undo, which the next one replaces. */
const UNDO_HINTS: readonly string[] = ['changed_since', 'record_changed_since', 'undo_refused'];

/**
 * Marks a row: undone, or left with the reason.
 * @param before the remaining part of the write; a later undo continues with it
 */
const mark = (lease: Lease, row: ImportRow, left: SourceHint | null, before: Before | null = row.before): Sql => {
  const hints = [...row.result.hints.filter(({ code }) => !UNDO_HINTS.includes(code)), ...(left ? [left] : [])];
  return changeState(lease, { ...row, result: { ...row.result, hints }, before }, left ? ROW.left : ROW.takenBack);
};

const TOUCHED = hintOf('record_changed_since');

/** Skips a record. */
const leave = (lease: Lease, row: ImportRow, reason: SourceHint): Promise<unknown> =>
  lease.db.transaction(async (tx) => {
    await lease.guard(tx);
    await tx.finish([mark(lease, row, reason)]);
  });

/** A change by another request. */
interface Touch {
  readonly id: number;
  readonly request: string | null;
}

/** Whether a change belongs to another import that was taken back at the record: its values are as before. */
const revertedBy = async (
  call: Call,
  tx: Tx,
  touches: readonly Touch[],
  recordOf: (touch: Touch) => number,
): Promise<(touch: Touch) => boolean> => {
  const jobOf = ({ request }: Touch): number => Number(/^import-(\d{1,9})$/.exec(request ?? '')?.[1] ?? 0);
  const imports = touches.filter((touch) => jobOf(touch));
  if (!imports.length) return () => false;
  const rows = await tx.run<{ job: number; record: number }>(prepared`select r.job_id as job, r.record_id as record
    from import_row r
    where r.org_id = ${call.actor.orgId} and r.job_id = any(${imports.map(jobOf)}::int[])
      and r.section = ${call.collection.parent?.path ?? call.collection.resource.path} and r.record_id = any(${imports.map(recordOf)}::int[])
    group by r.job_id, r.record_id
    having bool_or(r.state = 2) and not bool_or(r.state in (1, 3))`);
  const reverted = new Set(rows.map(({ job, record }) => `${job} ${record}`));
  return (touch) => reverted.has(`${jobOf(touch)} ${recordOf(touch)}`);
};

/** Records, or rows of a part, that other requests changed, or have records below them. */
const touchedOf = async (call: Call, tx: Tx, jobId: number, ids: readonly number[]): Promise<ReadonlySet<number>> => {
  const { orgId } = call.actor;
  const { resource, parent } = call.collection;
  const [records, section] = [sharedParam(ids), sharedParam(eventFamily(resource))];
  const request = sharedParam(requestIdOf(jobId));
  const [touches, ...below] = await Promise.all([
    tx.run<Touch>(prepared`select a.record_id::int as id, a.request_id as request
    from audit_entry a
    where a.org_id = ${orgId} and a.section = ${section} and a.record_id = any(${records}::int[])
      and a.request_id is distinct from ${request}
    union
    select a.owner_id::int, a.request_id
    from audit_entry a
    where a.org_id = ${orgId} and a.owner_section = ${section} and a.owner_id = any(${records}::int[])
      and a.request_id is distinct from ${request}`),
    ...children(call.model.registry, resource).map((kind) =>
      tx.run<{ id: number }>(prepared`select t.${column(kind.nesting.parentColumn)} as id
      from ${raw(kind.table)} t
      where t.org_id = ${orgId} and t.${column(kind.nesting.parentColumn)} = any(${ids}::int[]) and t.del = 0`),
    ),
  ]);
  const isReverted = await revertedBy(call, tx, touches, ({ id }) => (parent ? (call.pathIds[0] ?? 0) : id));
  return new Set([...touches.filter((touch) => !isReverted(touch)), ...below.flat()].map(({ id }) => id));
};

/** The locked record; null where it is deleted. */
const lockStored = async (call: Call, tx: Tx): Promise<Locked | null> => {
  try {
    return await lockRecord(call, tx, 'update');
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
};

/** Removes inserted records of a kind, except those that were changed since. */
const undoInserts =
  (context: JobContext, lease: Lease, target: ImportTarget, rows: readonly ImportRow[]) =>
  async (tx: Tx): Promise<void> => {
    const { orgId, job } = lease;
    await lease.guard(tx);
    const ids = rows.map(({ recordId }) => recordId ?? 0);
    const locked = await Promise.all(ids.map((id) => lockStored(callAt(context, target, [id]), tx)));
    const call = callAt(context, target, []);
    const touched = await touchedOf(call, tx, job.id, ids);
    const free = locked.flatMap((one) => (one && !touched.has(one.id) ? [one] : []));
    const removed = new Set(free.map(({ id }) => id));
    const back = rows.filter(({ recordId }) => removed.has(recordId ?? 0));
    const left = rows.filter((row) => !back.includes(row));
    await removeLocked(call, tx, free, {
      last: [
        markTakenBack(
          lease,
          back.map(({ row }) => row),
        ),
        ...back.filter(({ state }) => state === ROW.left).map((row) => mark(lease, row, null)),
        ...left.map((row) => mark(lease, row, TOUCHED)),
        prepared`delete from external_identity
      where org_id = ${orgId} and section = ${target.section} and id = any(${[...removed]}::int[])`,
      ],
    });
  };

/** Values before and after, by field. */
type FieldChanges = Readonly<Record<string, FieldChange>>;

/** The values to restore, and the changes of fields that have other values by now. */
const restorable = (record: Values, changes: FieldChanges) => {
  const has = (name: string, value: unknown): boolean => (record[name] ?? null) === (value ?? null);
  const entries = Object.entries(changes).filter(([name, { from }]) => !has(name, from));
  const same = entries.filter(([name, { to }]) => has(name, to));
  return {
    values: Object.fromEntries(same.map(([name, { from }]) => [name, from])),
    left: Object.fromEntries(entries.filter((entry) => !same.includes(entry))),
  };
};

/** Restores fields of a locked record or part. */
const restore = async (call: Call, tx: Tx, changes: FieldChanges) => {
  const locked = await lockRecord(call, tx, 'no key update');
  const { values, left } = restorable(locked.record, changes);
  const { write } = Object.keys(values).length ? await proposeChange(call, tx, locked, values) : { write: null };
  return { writes: write ? [write] : [], left };
};

/** The return of a row of a part that was removed; null where it is not removed. */
const partReturn = async (call: Call, tx: Tx, id: number): Promise<Write | null> => {
  const { collection, actor } = call;
  const { resource } = collection;
  const [row] = await tx.run<Record<string, string | null>>(
    lockDeletedRow(resource, actor.orgId, id, { conditions: [], earliest: FIRST_DAY }),
  );
  if (row?.del !== '1') return null;
  const { del: _del, expired: _expired, parent: _parent, ...stored } = row;
  const { record } = lockedFrom(call, tx, id, stored);
  const audit = { action: 'restore', changes: {} } as const;
  return {
    row: showRows(resource, actor.orgId, sql`t.id = ${id}`),
    change: { resource, action: 'insert', id, changes: {}, record, audit },
  };
};

/** Restores the values of a changed record, brings removed parts back, and removes the parts that were added to it. */
const undoChange =
  (context: JobContext, lease: Lease, target: ImportTarget, row: ImportRow) =>
  async (tx: Tx): Promise<void> => {
    await lease.guard(tx);
    const id = row.recordId ?? 0;
    const { values = {}, parts = [] } = row.before ?? {};
    const call = callAt(context, target, [id]);
    const own = await restore(call, tx, values);
    const writes: Write[] = [...own.writes];
    const leftParts: NonNullable<Before['parts']>[number][] = [];
    for (const part of parts) {
      const below = callAt(context, target, [id, part.id], part.path);
      if (part.values) {
        const found = await restore(below, tx, part.values);
        writes.push(...found.writes);
        if (Object.keys(found.left).length) leftParts.push({ ...part, values: found.left });
      } else if (part.removed) {
        const shown = await partReturn(below, tx, part.id);
        if (shown) writes.push(shown);
        else leftParts.push(part);
      } else if ((await touchedOf(below, tx, lease.job.id, [part.id])).size) leftParts.push(part);
      else writes.push(await partRemoval(below, tx));
    }
    const left = [
      ...Object.keys(own.left),
      ...leftParts.flatMap(({ path, values: of }) => (of ? Object.keys(of).map((name) => `${path}.${name}`) : path)),
    ];
    const reason = left.length ? hintOf('changed_since', { fields: left.join(', ') }) : null;
    await commit(call, tx, writes, [
      ...own.writes.flatMap(({ changes }) => copiesBelow(target, lease.orgId, id, changes)),
      mark(lease, row, reason, reason ? { values: own.left, parts: leftParts } : row.before),
    ]);
  };

/**
 * Takes rows back that were written alike: inserted records together, a changed one alone. Where a rule refuses one of
 * several, each is taken back alone.
 */
const undoRows = async (
  context: JobContext,
  lease: Lease,
  target: ImportTarget,
  rows: readonly ImportRow[],
): Promise<void> => {
  const [first] = rows;
  if (!first) return;
  const work = first.before?.inserted
    ? undoInserts(context, lease, target, rows)
    : undoChange(context, lease, target, first);
  try {
    await context.db.transaction(work);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    if (rows.length > 1) for (const row of rows) await undoRows(context, lease, target, [row]);
    else await leave(lease, first, hintOf('undo_refused', { error: error.code, message: error.said }));
  }
};

/** Portions of rows of one kind: inserted records together, the rows of each changed one alone, the last first. */
const portionsOf = (rows: readonly ImportRow[]): ImportRow[][] => {
  const inserted = rows.filter(({ before }) => before?.inserted);
  const changed = new Map<number | null, ImportRow[]>();
  for (const row of rows)
    if (!row.before?.inserted) changed.set(row.recordId, [...(changed.get(row.recordId) ?? []), row]);
  const portions = [...changed.values()];
  for (let at = 0; at < inserted.length; at += PORTION) portions.push(inserted.slice(at, at + PORTION));
  return portions;
};

/** How many kinds a kind is below: records are taken back before those that they belong to. */
const depthOf = ({ model }: JobContext, section: string): number => {
  const above = model.registry.get(section).nesting.below.filter((path) => path !== section);
  return Math.max(0, ...above.map((path) => 1 + depthOf({ model } as JobContext, path)));
};

/**
 * Takes a job back, the last rows first; after an interruption it continues with the rows that are left.
 * @throws LeaseLost, database errors; 403 where the owner may not write the records any more
 */
export const undo = async (context: JobContext, lease: Lease): Promise<void> => {
  const { db, orgId, job } = lease;
  const sections = await db.queryLong<{ section: string }>(sql`select distinct r.section
    from import_row r
    where r.org_id = ${orgId} and r.job_id = ${job.id} and r.state in (1, 3)`);
  for (const { section } of sections) context.requireWrite(section);
  let before = 0x7fffffff;
  let done = 0;
  for (;;) {
    lease.signal.throwIfAborted();
    const rows = rowsOf(await db.queryLong(openRows(lease, before)));
    if (!rows.length) break;
    const found = [...new Set(rows.map(({ section }) => section))];
    for (const section of found.sort((one, other) => depthOf(context, other) - depthOf(context, one))) {
      const own = rows.filter((row) => row.section === section);
      const target = importTarget(context.model, section);
      if (target)
        await runParallel(portionsOf(own), PARALLEL, async (some) => {
          const isTogether = some.every(({ before }) => before?.inserted);
          for (const one of isTogether ? [some] : some.map((row) => [row])) await undoRows(context, lease, target, one);
        });
      else for (const row of own) await leave(lease, row, TOUCHED);
    }
    before = rows.at(-1)?.row ?? before;
    done += rows.length;
    await lease.progress(done, Math.max(0, job.applied - done));
  }
  const { counts, applied } = await countRows(lease);
  await db.transaction(async (tx) => {
    await lease.guardForUpdate(tx);
    await tx.finish([
      ...(formatOf(job.format).undone?.(orgId, job.id) ?? []),
      prepared`update import_job
        set state = 'undone', lease = null, leased_until = null, applied = ${applied}::int,
          counts = ${JSON.stringify(counts)}, undone_at = ${new Date(context.now()).toISOString()}
        where ${lease.own}`,
    ]);
  });
};
