/** The second step: writes the rows that are decided, portion by portion. */
import { runParallel } from '../../concurrency/run-parallel.ts';
import type { Outcome } from '../../model/records/import-values.ts';
import { prepared, raw, type Sql, sql } from '../../sql/sql.ts';
import { importEvent } from '../commit/outbox-events.ts';
import { applyChange } from './apply-change.ts';
import { applyNew, type NewRecord } from './apply-new.ts';
import { type Evaluated, evaluate } from './evaluate.ts';
import { formatOf } from './import-formats.ts';
import { type ImportRow, ROW, rowsOf, selectRows } from './import-job.ts';
import { importTarget } from './import-target.ts';
import type { JobContext } from './job-context.ts';
import type { Lease } from './lease.ts';
import { readerOf } from './load-stored.ts';
import { changeOutcome, markWritten } from './write-rows.ts';

/** Rows that are read and compared together; between two batches nothing is written. */
const BATCH = 200;
/** Changes of records that run in parallel. */
const PARALLEL = 2;

/** Rows that are to be written. */
const openRows = ({ orgId, job }: Lease, after: number): Sql =>
  selectRows(
    orgId,
    job.id,
    sql`r."row" > ${after}::int and r.state = 0 and r.outcome in ('new', 'changed')${
      job.onlyDecided ? raw(" and r.action = 'take'") : raw('')
    }`,
    sql`
    order by r."row"
    limit ${BATCH}::int`,
  );

/** Written and stored records of the file by their keys; undefined for those that are not written. */
const writtenByKey = async ({ db, orgId, job }: Lease, rows: readonly ImportRow[]): Promise<Map<string, number>> => {
  const keys = [...new Set(rows.flatMap(({ source }) => Object.values(source.references)))];
  if (!keys.length) return new Map();
  const found = await db.read<{ key: string; id: number }>(prepared`select r.key, r.record_id as id
    from import_row r
    where r.org_id = ${orgId} and r.job_id = ${job.id} and r.key = any(${keys}::text[]) and r.record_id is not null`);
  return new Map(found.map(({ key, id }) => [key, id]));
};

/** Records that rows of the job have written already: their versions are those of the job. */
const writtenBefore = async (
  { db, orgId, job }: Lease,
  section: string,
  ids: readonly (number | null)[],
): Promise<ReadonlySet<number | null>> => {
  const rows = await db.read<{ id: number }>(prepared`select r.record_id as id
    from import_row r
    where r.org_id = ${orgId} and r.job_id = ${job.id} and r.state = 1 and r.section = ${section}
      and r.record_id = any(${ids}::int[])`);
  return new Set(rows.map(({ id }) => id));
};

/** Rows of different records, and the further rows of the same ones. */
const firstOfRecords = (rows: readonly ImportRow[]): readonly [ImportRow[], ImportRow[]] => {
  const seen = new Set<number>();
  const again = rows.filter(({ recordId }) => recordId !== null && (seen.has(recordId) || !seen.add(recordId)));
  return [rows.filter((row) => !again.includes(row)), again];
};

/** Gives rows another outcome that cannot be written. */
const decline = async (
  lease: Lease,
  rows: readonly (readonly [ImportRow, Outcome, Evaluated['result']])[],
): Promise<void> => {
  if (!rows.length) return;
  await lease.db.transaction(async (tx) => {
    await lease.guard(tx);
    await tx.finish(rows.map(([{ row }, outcome, result]) => changeOutcome(lease, row, outcome, result)));
  });
};

class Applying {
  applied: number;

  constructor(
    readonly context: JobContext,
    readonly lease: Lease,
  ) {
    this.applied = lease.job.applied;
  }

  /** Rows of one record kind with resolved references. */
  async #section(section: string, all: readonly ImportRow[], byKey: ReadonlyMap<string, number>): Promise<void> {
    const { context, lease } = this;
    const [rows, again] = firstOfRecords(all);
    const target = importTarget(context.model, section);
    if (!target) return;
    const { options } = lease.job;
    const format = formatOf(lease.job.format);
    const asked = rows.map(({ source, recordId }) => ({
      source,
      // A record that was found by likeness when the row was staged is not searched again.
      recordId: source.chosen === undefined && format.match ? (recordId ?? undefined) : source.chosen,
      byKey,
    }));
    const found = await evaluate(context, readerOf(lease.db), asked, { options, format, exact: true });
    const made: NewRecord[] = [];
    const declined: [ImportRow, Outcome, Evaluated['result']][] = [];
    const changed: { row: ImportRow; recordId: number; comparison: NonNullable<Evaluated['comparison']> }[] = [];
    const same: { row: ImportRow; recordId: number }[] = [];
    const other = rows.flatMap(({ recordId, result }, at) =>
      recordId !== null && found[at]?.result.version !== result.version ? [recordId] : [],
    );
    const mine = other.length ? await writtenBefore(lease, section, other) : new Set();
    for (const [at, before] of rows.entries()) {
      const one = found[at];
      if (!one) continue;
      const { version } = one.result;
      const row = version && mine.has(before.recordId) ? { ...before, result: { ...before.result, version } } : before;
      const { outcome, recordId, result, comparison } = one;
      if (outcome === 'invalid' || outcome === 'ambiguous' || outcome === 'no_match')
        declined.push([row, outcome, result]);
      else if (row.recordId === null && outcome === 'new' && comparison?.item)
        made.push({ row, item: comparison.item });
      else if (recordId === null || recordId !== row.recordId || result.version !== row.result.version)
        declined.push([row, 'conflict', row.result]);
      else if (outcome === 'changed' && comparison) changed.push({ row, recordId, comparison });
      else same.push({ row, recordId });
    }
    await decline(lease, declined);
    this.applied += await applyNew(context, lease, target, made);
    const written = await runParallel(changed, PARALLEL, (one) => applyChange(context, lease, target, one));
    this.applied += written.filter((outcome) => outcome === 'written').length;
    if (same.length)
      await lease.db.transaction(async (tx) => {
        await lease.guard(tx);
        await tx.finish(
          markWritten(
            lease,
            same.map((one) => ({ ...one, before: {} })),
          ),
        );
      });
    this.applied += same.length;
    if (again.length) await this.#section(section, again, byKey);
  }

  /** Rows that refer to other records of the file wait until those are written. */
  async batch(rows: readonly ImportRow[]): Promise<void> {
    let waiting = rows;
    while (waiting.length) {
      const byKey = await writtenByKey(this.lease, waiting);
      const ready = waiting.filter(({ source }) => Object.values(source.references).every((key) => byKey.has(key)));
      if (!ready.length) break;
      for (const section of new Set(ready.map((row) => row.section)))
        await this.#section(
          section,
          ready.filter((row) => row.section === section),
          byKey,
        );
      waiting = waiting.filter((row) => !ready.includes(row));
    }
    const message = 'The record that the row belongs to was not written.';
    await decline(
      this.lease,
      waiting.map((row) => {
        const issues = Object.keys(row.source.references).map((field) => ({
          path: [field],
          code: 'not_written',
          message,
        }));
        return [row, 'no_match', { ...row.result, issues }];
      }),
    );
  }
}

/** How many rows have each outcome, how many an undo left as they are, and how many are written. */
export const countRows = async ({ db, orgId, job }: Lease) => {
  const rows = await db.queryLong<{
    outcome: Outcome;
    state: number;
    n: number;
  }>(sql`select r.outcome, r.state, count(*)::int as n
    from import_row r
    where r.org_id = ${orgId} and r.job_id = ${job.id}
    group by r.outcome, r.state`);
  const counts: Partial<Record<Outcome, number>> = {};
  for (const { outcome, n } of rows) counts[outcome] = (counts[outcome] ?? 0) + n;
  const kept = rows.reduce((sum, { state, n }) => sum + (state === ROW.left ? n : 0), 0);
  return {
    counts: { ...counts, kept },
    applied: rows.reduce((sum, { state, n }) => sum + (state === ROW.written || state === ROW.left ? n : 0), 0),
  };
};

/** Stores more of the records that had no change. */
const saveUnchanged = async (lease: Lease): Promise<void> => {
  const { db, orgId, job } = lease;
  const { written } = formatOf(job.format);
  if (!written) return;
  for (let after = 0; ; ) {
    lease.signal.throwIfAborted();
    const rows = rowsOf(
      await db.queryLong(
        selectRows(
          orgId,
          job.id,
          sql`r."row" > ${after}::int and r.outcome = 'unchanged'`,
          sql`
    order by r."row"
    limit ${BATCH}::int`,
        ),
      ),
    );
    if (!rows.length) return;
    after = rows.at(-1)?.row ?? after;
    const same = rows.flatMap(({ section, recordId, source }) =>
      recordId === null ? [] : [{ section, recordId, source }],
    );
    await db.transaction(async (tx) => {
      await lease.guard(tx);
      await tx.finish(written(orgId, job.id, same));
    });
  }
};

/**
 * Applies a job; after an interruption it continues with the rows that are not written.
 * @throws LeaseLost, database errors; 403 where the owner may not write the records any more
 */
export const apply = async (context: JobContext, lease: Lease): Promise<void> => {
  const { db, orgId, job } = lease;
  const sections = await db.queryLong<{ section: string }>(sql`select distinct r.section
    from import_row r
    where r.org_id = ${orgId} and r.job_id = ${job.id} and r.outcome in ('new', 'changed')`);
  for (const { section } of sections) context.requireWrite(section);
  const applying = new Applying(context, lease);
  let after = 0;
  for (;;) {
    lease.signal.throwIfAborted();
    const rows = rowsOf(await db.queryLong(openRows(lease, after)));
    if (!rows.length) break;
    await applying.batch(rows);
    after = rows.at(-1)?.row ?? after;
    await lease.progress(after, applying.applied);
  }
  await saveUnchanged(lease);
  const { counts, applied } = await countRows(lease);
  const payload = {
    id: job.id,
    state: 'done',
    format: job.format,
    section: job.options.section ?? null,
    total: job.total,
    applied,
    counts,
  };
  await db.transaction(async (tx) => {
    await lease.guardForUpdate(tx);
    await tx.finish([
      ...importEvent(context, payload),
      prepared`update import_job
        set state = 'done', lease = null, leased_until = null, applied = ${applied}::int, position = total,
          counts = ${JSON.stringify(counts)}, applied_at = ${new Date(context.now()).toISOString()}
        where ${lease.own}`,
    ]);
  });
};
