/** The first step: reads the file, compares its records with the stored ones, and stores the rows. */
import { type ArchiveFile, type FileReport, type OpenFile, UnreadableFile } from '../../formats/format.ts';
import type { LineCounts, SourceHint, SourceRecord } from '../../formats/source-record.ts';
import type { ImportOptions } from '../../model/calls/imports.ts';
import type { Outcome } from '../../model/records/import-values.ts';
import { prepared, sql } from '../../sql/sql.ts';
import type { ImportFormat } from '../matching/import-format.ts';
import { formatOf } from './import-formats.ts';
import type { ImportJob } from './import-job.ts';
import { inspectFile, needsMapping } from './inspect-file.ts';
import type { ImportServices, JobContext } from './job-context.ts';
import type { Lease } from './lease.ts';
import { readerOf } from './load-stored.ts';
import { evaluatePortion, gather, writePortion, writtenOf } from './stage-portion.ts';

/** Rows of one transaction. */
const PORTION = 500;
/** Most remarks on a whole file. */
const MAX_HINTS = 100;

/** Reads the file of a job. */
const openerOf =
  ({ files }: Pick<ImportServices, 'files'>, { url, aws }: ImportJob): OpenFile =>
  async () => {
    if (url === null) throw new UnreadableFile('removed');
    return files.of(aws).open(url);
  };

/** The first step of a job. */
class Staging {
  readonly counts: Partial<Record<Outcome, number>>;
  total: number;

  constructor(
    readonly context: JobContext,
    readonly lease: Lease,
    readonly format: ImportFormat,
    readonly options: ImportOptions,
  ) {
    this.counts = { ...lease.job.counts };
    this.total = lease.job.total;
  }

  #count(outcome: Outcome, by: number): void {
    this.counts[outcome] = (this.counts[outcome] ?? 0) + by;
  }

  /** Stores a portion together with the checkpoint. @throws LeaseLost */
  async portion(records: readonly SourceRecord[]): Promise<void> {
    const { context, lease, format, options } = this;
    for (const section of new Set(records.map((record) => record.section))) context.requireWrite(section);
    const rows = await gather(context, lease, records, { from: this.total + 1, options, format });
    const results = await evaluatePortion(context, lease, rows, { options, format });
    for (const staged of rows) {
      this.#count(writtenOf(staged, results.get(staged)).outcome, 1);
      if (staged.earlier) this.#count(staged.earlier, -1);
    }
    const total = this.total + records.length;
    await lease.db.transaction(async (tx) => {
      await lease.guardForUpdate(tx);
      await tx.finish([
        ...writePortion(lease, rows, results),
        prepared`update import_job
          set total = ${total}::int, position = ${total}::int, counts = ${JSON.stringify(this.counts)}
          where ${lease.own}`,
      ]);
    });
    this.total = total;
  }
}

/** One remark for each kind of remarks on rows, with the number of rows and the values of the first one. */
const summarizeHints = async ({ db, orgId, job }: Lease): Promise<SourceHint[]> => {
  const found = await db.queryLong<{ rows: number; first: string }>(sql`select count(distinct r."row")::int as rows,
      (array_agg(h.hint::text order by r."row"))[1] as first
    from import_row r
    cross join lateral json_array_elements(r.result::json->'hints') h(hint)
    where r.org_id = ${orgId} and r.job_id = ${job.id} and r.outcome <> 'skipped'
    group by h.hint->>'code'
    order by rows desc, first`);
  return found.map(({ rows, first }) => ({ ...(JSON.parse(first) as SourceHint), rows }));
};

/** Files of an archive with their rows by outcome. */
const countFiles = async ({ db, orgId, job }: Lease, files: readonly ArchiveFile[]) => {
  const found = await db.queryLong<{ file: number; outcome: Outcome; rows: number }>(sql`select
      width_bucket(r.line, ${files.map(({ line }) => line)}::int[]) as file, r.outcome, count(*)::int as rows
    from import_row r
    where r.org_id = ${orgId} and r.job_id = ${job.id}
    group by 1, 2`);
  return files.map((file, at) => ({
    ...file,
    counts: Object.fromEntries(found.filter((one) => one.file === at + 1).map(({ outcome, rows }) => [outcome, rows])),
  }));
};

/** Counts in which lines that are not stored after all are left out. */
const withoutUnread = (lines: Readonly<Record<string, LineCounts>>, unread: Readonly<Record<string, number>>) =>
  Object.fromEntries(
    Object.entries(lines).map(([kind, { read, stored, mapped, left_out: left }]) => {
      const lost = unread[kind] ?? 0;
      return [kind, { read, stored: stored - lost, mapped, left_out: left + lost }];
    }),
  );

/**
 * Stages a job; it continues behind the rows that are staged already.
 * @returns the state after it
 * @throws UnreadableFile, LeaseLost, 403 where the owner may not write the records
 */
export const stage = async (
  services: ImportServices,
  context: JobContext,
  lease: Lease,
): Promise<'ready' | 'needs_mapping'> => {
  const { job } = lease;
  const format = formatOf(job.format);
  const open = openerOf(services, job);
  const { options, hints } = job.total ? job : await inspectFile(context, lease, format, open);
  if (needsMapping(options)) return 'needs_mapping';
  const staging = new Staging(context, lease, format, options);
  let waiting: SourceRecord[] = [];
  let seen = 0;
  const found: SourceHint[] = [];
  let lines: Readonly<Record<string, LineCounts>> | null = null;
  let files: readonly ArchiveFile[] = [];
  const report: FileReport = {
    hint: (hint) => {
      if (found.length < MAX_HINTS) found.push(hint);
    },
    lines: (counts) => {
      lines = counts;
    },
    files: (all) => {
      files = all;
    },
  };
  for await (const record of format.read(open, options, context.model.registry, report)) {
    lease.signal.throwIfAborted();
    seen += 1;
    if (seen <= job.total) continue;
    // The records of a row refer to each other.
    if (waiting.length >= PORTION && record.line !== waiting.at(-1)?.line) {
      await staging.portion(waiting);
      waiting = [];
    }
    waiting.push(record);
  }
  if (waiting.length) await staging.portion(waiting);
  if (!staging.total) throw new UnreadableFile('no_records');
  if (format.sumsHints) found.push(...(await summarizeHints(lease)));
  const unread = await format.unread?.(readerOf(lease.db), lease.orgId, job.id);
  const counts = lines && JSON.stringify(withoutUnread(lines, unread ?? {}));
  if (!found.length && !counts) return 'ready';
  const ofFiles = files.length ? JSON.stringify(await countFiles(lease, files)) : null;
  await lease.db.shortTransaction(lease.orgId, (tx) =>
    tx.run(prepared`update import_job
      set hints = ${JSON.stringify([...hints, ...found])}, lines = ${counts},
        files = ${ofFiles}
      where ${lease.own}`),
  );
  return 'ready';
};
