/** Import jobs and their rows as stored, and as the API answers them (docs/imports.md). */
import type { Database } from '../../db/database.ts';
import { fail } from '../../errors/api-error.ts';
import type { ArchiveFile, SampleColumn } from '../../formats/format.ts';
import type { FaultCode, Params } from '../../formats/remarks.ts';
import type { LineCounts, SourceHint, SourceIssue, SourceRecord } from '../../formats/source-record.ts';
import type { ImportOptions } from '../../model/calls/imports.ts';
import { type ImportState, type Outcome, outcomes } from '../../model/records/import-values.ts';
import { instant, raw, type Sql, sql } from '../../sql/sql.ts';

/** Why a step of a job ended. */
interface JobError {
  readonly code: string;
  readonly message: string;
  readonly line: number | null;
  /** Of a file that cannot be read, with the values in the message. */
  readonly reason?: FaultCode;
  readonly params?: Params;
}

/** A job as stored. */
export interface ImportJob {
  readonly id: number;
  readonly state: ImportState;
  readonly format: string;
  readonly asked: ImportOptions;
  readonly options: ImportOptions;
  readonly file: { readonly name: string; readonly size: number; readonly sha256: string };
  readonly url: string | null;
  readonly aws: number;
  readonly tokenId: number | null;
  readonly userKid: number | null;
  readonly total: number;
  readonly position: number;
  readonly applied: number;
  readonly onlyDecided: boolean;
  /** Rows by outcome, and the written rows that an undo left as they are. */
  readonly counts: Readonly<Partial<Record<Outcome | 'kept', number>>>;
  readonly hints: readonly SourceHint[];
  /** Columns of a table with some of their values. */
  readonly columns: readonly SampleColumn[] | null;
  /** Counts of lines by record kind of the format, as of GDV. */
  readonly lines: Readonly<Record<string, LineCounts>> | null;
  /** Files of an archive with their rows by outcome, as they were staged. */
  readonly files: readonly (ArchiveFile & { readonly counts: Readonly<Partial<Record<Outcome, number>>> })[] | null;
  readonly error: JobError | null;
  readonly createdAt: string;
  readonly appliedAt: string | null;
  readonly undoneAt: string | null;
}

interface JobRow {
  readonly id: number;
  readonly state: ImportState;
  readonly format: string;
  readonly asked: string;
  readonly options: string;
  readonly file_name: string;
  readonly sha256: string;
  readonly url: string | null;
  readonly size: number;
  readonly aws: number;
  readonly token_id: number | null;
  readonly user_kid: number | null;
  readonly total: number;
  readonly position: number;
  readonly applied: number;
  readonly only_decided: boolean;
  readonly counts: string;
  readonly hints: string;
  readonly columns: string | null;
  readonly lines: string | null;
  readonly files: string | null;
  readonly error: string | null;
  readonly created: string;
  readonly applied_on: string | null;
  readonly undone: string | null;
}

const COLUMNS = sql`j.id, j.state, j.format, j.asked, j.options, j.file_name, j.sha256, j.url, j.size, j.aws, j.token_id,
      j.user_kid, j.total, j.position, j.applied, j.only_decided, j.counts, j.hints, j.columns, j.lines, j.files, j.error,
      ${instant('j.created_at')} as created, ${instant('j.applied_at')} as applied_on, ${instant('j.undone_at')} as undone`;

const jobOf = (row: JobRow): ImportJob => ({
  id: row.id,
  state: row.state,
  format: row.format,
  asked: JSON.parse(row.asked),
  options: JSON.parse(row.options),
  file: { name: row.file_name, size: row.size, sha256: row.sha256 },
  url: row.url,
  aws: row.aws,
  tokenId: row.token_id,
  userKid: row.user_kid,
  total: row.total,
  position: row.position,
  applied: row.applied,
  onlyDecided: row.only_decided,
  counts: JSON.parse(row.counts),
  hints: JSON.parse(row.hints),
  columns: row.columns === null ? null : JSON.parse(row.columns),
  lines: row.lines === null ? null : JSON.parse(row.lines),
  files: row.files === null ? null : JSON.parse(row.files),
  error: row.error === null ? null : JSON.parse(row.error),
  createdAt: row.created,
  appliedAt: row.applied_on,
  undoneAt: row.undone,
});

/** Jobs of an organisation, by a condition on `j`. @param tail order, limit or lock */
export const selectJobs = (orgId: number, condition: Sql, tail: Sql = raw('')): Sql => sql`select ${COLUMNS}
    from import_job j
    where j.org_id = ${orgId} and ${condition}${tail}`;

/** The jobs of rows of `selectJobs`. */
export const jobsOf = (rows: readonly unknown[]): ImportJob[] => rows.map((row) => jobOf(row as JobRow));

/** One job. @throws 404 `not_found` */
export const readJob = async (db: Database, orgId: number, id: number): Promise<ImportJob> => {
  const [job] = jobsOf(await db.read(selectJobs(orgId, sql`j.id = ${id}`)));
  if (!job) throw fail('not_found');
  return job;
};

/** Counts of all outcomes. */
const allCounts = (counts: Readonly<Partial<Record<Outcome, number>>>) =>
  Object.fromEntries(outcomes.map((name) => [name, counts[name] ?? 0])) as Record<Outcome, number>;

/** A job as the API answers it. */
export const shownJob = (job: ImportJob) => ({
  id: job.id,
  state: job.state,
  format: job.format,
  section: job.options.section ?? null,
  file: job.file,
  options: job.options,
  total: job.total,
  counts: Object.fromEntries([...outcomes, 'kept'].map((name) => [name, job.counts[name as Outcome] ?? 0])) as Record<
    Outcome | 'kept',
    number
  >,
  position: job.position,
  applied: job.applied,
  hints: job.hints,
  ...(job.columns ? { columns: job.columns } : {}),
  ...(job.lines ? { lines: job.lines } : {}),
  ...(job.files ? { files: job.files.map((file) => ({ ...file, counts: allCounts(file.counts) })) } : {}),
  created_at: job.createdAt,
  applied_at: job.appliedAt,
  undone_at: job.undoneAt,
  ...(job.error ? { error: job.error } : {}),
});

/** A change of a field. */
export interface FieldChange {
  readonly from: unknown;
  readonly to: unknown;
}

/** A stored record that a row may mean. */
export interface Candidate {
  readonly section: string;
  readonly id: number;
  readonly name: string;
  readonly score: number;
  readonly reasons: readonly string[];
}

/** The result of the comparison of a row. */
export interface RowResult {
  readonly name: string;
  readonly changes: Readonly<Record<string, FieldChange>>;
  readonly issues: readonly SourceIssue[];
  readonly hints: readonly SourceHint[];
  readonly candidates?: readonly Candidate[];
  /** Fingerprint of the matched record with its parts, as it was compared. */
  readonly version?: string;
}

/** A record of a file as stored with its row, with the decisions of a person. */
export interface StagedRecord extends SourceRecord {
  /** Corrected values by field, or `part.field`. */
  readonly overrides?: Readonly<Record<string, unknown>>;
  /** The stored record that it is; null for a new one. */
  readonly chosen?: number | null;
}

/** Parts of which a row has values: those that its comparison and its version cover. */
export const partPaths = ({ parts, overrides = {} }: StagedRecord): ReadonlySet<string> =>
  new Set([
    ...Object.keys(parts),
    ...Object.keys(overrides).flatMap((name) => (name.includes('.') ? name.slice(0, name.indexOf('.')) : [])),
  ]);

/** States of a row. */
export const ROW = { staged: 0, written: 1, takenBack: 2, left: 3 } as const;

/** A row as stored. */
export interface ImportRow {
  readonly row: number;
  readonly line: number;
  readonly outcome: Outcome;
  readonly section: string;
  readonly recordId: number | null;
  readonly action: 'take' | 'skip' | null;
  readonly state: number;
  readonly source: StagedRecord;
  readonly result: RowResult;
  readonly before: Before | null;
}

/** Record of a write, for the undo. */
export interface Before {
  /** The record was inserted. */
  readonly inserted?: true;
  /** Values before and after, by field of the record. */
  readonly values?: Readonly<Record<string, FieldChange>>;
  readonly parts?: readonly {
    readonly path: string;
    readonly id: number;
    readonly inserted?: true;
    readonly removed?: true;
    readonly values?: Readonly<Record<string, FieldChange>>;
  }[];
}

interface StoredRow {
  readonly row: number;
  readonly line: number;
  readonly outcome: Outcome;
  readonly section: string;
  readonly record_id: number | null;
  readonly action: 'take' | 'skip' | null;
  readonly state: number;
  readonly source: string;
  readonly result: string;
  readonly before: string | null;
}

/** Rows of a job, by a condition on `r`. @param tail order, limit or lock */
export const selectRows = (
  orgId: number,
  jobId: number,
  condition: Sql,
  tail: Sql = raw(''),
): Sql => sql`select r."row", r.line,
      r.outcome, r.section, r.record_id, r.action, r.state, r.source, r.result, r.before
    from import_row r
    where r.org_id = ${orgId} and r.job_id = ${jobId} and ${condition}${tail}`;

/** The rows of `selectRows`. */
export const rowsOf = (rows: readonly unknown[]): ImportRow[] =>
  (rows as readonly StoredRow[]).map(({ record_id: recordId, source, result, before, ...row }) => ({
    ...row,
    recordId,
    source: JSON.parse(source),
    result: JSON.parse(result),
    before: before === null ? null : JSON.parse(before),
  }));

/** A change with the position that its value was read from: of a field, or of `part.field`. */
const placed = (change: FieldChange, position: { line: number; bytes: readonly [number, number] } | undefined) =>
  position ? { ...change, line: position.line, bytes: position.bytes } : change;

/** A row as the API answers it. */
export const shownRow = ({ row, line, outcome, section, recordId, action, state, source, result }: ImportRow) => ({
  row,
  line,
  outcome,
  section,
  record: recordId === null ? null : { section, id: recordId, name: result.name },
  name: result.name,
  action,
  applied: state === ROW.written || state === ROW.left,
  changes: Object.fromEntries(
    Object.entries(result.changes).map(([name, change]) => [name, placed(change, source.positions?.[name])]),
  ),
  issues: result.issues,
  hints: result.hints,
  ...(result.candidates?.length ? { candidates: result.candidates } : {}),
  source: { line },
});
