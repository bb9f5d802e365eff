/** Writes new records: many in one transaction, and refused ones one by one, so that each gets its reason. */
import { runParallel } from '../../concurrency/run-parallel.ts';
import { mayHaveCommitted } from '../../db/database.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { SourceIssue } from '../../formats/source-record.ts';
import type { Item } from '../call/item.ts';
import { insertItems, mayBeTogether, portionsOf } from '../records/insert-items.ts';
import { insertRecord } from '../records/insert-record.ts';
import type { Target } from '../references/lock-references.ts';
import type { ImportRow } from './import-job.ts';
import type { ImportTarget } from './import-target.ts';
import type { JobContext } from './job-context.ts';
import { type Lease, LeaseLost } from './lease.ts';
import { changeOutcome, markWritten } from './write-rows.ts';

/** Transactions of new records that run in parallel. */
const PARALLEL = 2;

/** A row with the record that it makes. */
export interface NewRecord {
  readonly row: ImportRow;
  readonly item: Item;
}

/** A refusal as issues of a row. */
export const issuesOf = (error: ApiError): readonly SourceIssue[] => {
  const { issues = [] } = error.findings();
  return issues.length ? issues : [{ path: [], code: error.code, message: error.said }];
};

const INSERTED = { inserted: true } as const;

/** Writes one record. @returns whether it was written; otherwise its row has the reason */
const insertOne = async (place: Target, lease: Lease, { row, item }: NewRecord): Promise<boolean> => {
  try {
    await insertRecord(place, item, {
      guard: (tx) => lease.guard(tx),
      keep: ({ id }) => markWritten(lease, [{ row, recordId: id, before: INSERTED }]),
    });
    return true;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    await lease.db.transaction(async (tx) => {
      await lease.guard(tx);
      await tx.finish([changeOutcome(lease, row.row, 'invalid', { ...row.result, issues: issuesOf(error) })]);
    });
    return false;
  }
};

/** Writes a portion in one transaction. @returns the records that were refused */
const insertPortion = async (
  place: Target,
  lease: Lease,
  portion: readonly NewRecord[],
): Promise<readonly NewRecord[]> => {
  try {
    const made = await insertItems(
      portion.map(({ item }) => ({ place, item })),
      (all) =>
        markWritten(
          lease,
          all.flatMap((one, at) => {
            const row = portion[at]?.row;
            return one && row ? [{ row, recordId: one.id, before: INSERTED }] : [];
          }),
        ),
      (tx) => lease.guard(tx),
    );
    return portion.filter((_, at) => !made[at]);
  } catch (error) {
    if (error instanceof LeaseLost || mayHaveCommitted(error)) throw error;
    // A record conflicts with another one: each alone gets its reason.
    return portion;
  }
};

/**
 * Writes new records of one kind.
 * @returns how many were written
 * @throws LeaseLost, database errors
 */
export const applyNew = async (
  context: JobContext,
  lease: Lease,
  { collection, section }: ImportTarget,
  records: readonly NewRecord[],
): Promise<number> => {
  const place: Target = { ...context, collection, pathIds: [], parentPath: section };
  const together = mayBeTogether(collection.resource);
  const portions = together ? portionsOf(records) : [records];
  const written = await runParallel(portions, PARALLEL, async (portion) => {
    const refused = together ? await insertPortion(place, lease, portion) : portion;
    let made = portion.length - refused.length;
    for (const record of refused) if (await insertOne(place, lease, record)) made += 1;
    return made;
  });
  return written.reduce((sum, made) => sum + made, 0);
};
