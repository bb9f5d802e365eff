/** A portion of a file: its records are compared, and written as rows. */
import { isDeepStrictEqual } from 'node:util';
import { hintOf } from '../../formats/remarks.ts';
import type { SourceRecord } from '../../formats/source-record.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import type { Outcome } from '../../model/records/import-values.ts';
import { bulkInsert } from '../../sql/bulk-insert.ts';
import { prepared, type Sql, sharedParam, sql, tenantParam } from '../../sql/sql.ts';
import { addKnownPayments } from '../gdv/known-payments.ts';
import { type Evaluated, evaluate, type Unmatched } from './evaluate.ts';
import type { MatchRules } from './find-matches.ts';
import { rowsOf, type StagedRecord, selectRows } from './import-job.ts';
import type { JobContext } from './job-context.ts';
import type { Lease } from './lease.ts';
import { readerOf } from './load-stored.ts';

/** Key of a record by its first name in another system. */
const externalKeyOf = ({ section, externalIds: [first] }: SourceRecord): string | null =>
  first ? JSON.stringify([section, first.source, first.id]) : null;

/** A row of a portion. */
export interface Staged {
  readonly row: number;
  source: StagedRecord;
  /** The row that has the same record already. */
  readonly sameAs: number | null;
  /** Whether it was stored by an earlier portion, with this outcome. */
  readonly earlier: Outcome | null;
}

const HEAD = sql`insert into import_row (org_id, job_id, "row", line, outcome, section, record_id, key, external_key, source, result)`;

const withRows = (one: readonly Values[], other: readonly Values[]): readonly Values[] => [
  ...one,
  ...other.filter((row) => !one.some((known) => isDeepStrictEqual(known, row))),
];

/** A record that two rows describe: the first one's values win. */
const merged = (one: StagedRecord, other: SourceRecord): StagedRecord => ({
  ...one,
  values: { ...other.values, ...one.values },
  parts: Object.fromEntries(
    [...new Set([...Object.keys(one.parts), ...Object.keys(other.parts)])].map((path) => [
      path,
      withRows(one.parts[path] ?? [], other.parts[path] ?? []),
    ]),
  ),
  references: { ...other.references, ...one.references },
  raw: [...(one.raw ?? []), ...(other.raw ?? [])],
  issues: [...one.issues, ...other.issues],
  hints: [...one.hints, ...other.hints],
});

/** A contract that two packages of a GDV file have: the later one's values win, unless it is of an earlier day. */
const mergedContracts = (one: StagedRecord, other: SourceRecord): StagedRecord => {
  const isLater = (one.delivered ?? '') <= (other.delivered ?? '');
  const [last, first] = isLater ? [other, one] : [one, other];
  const both = merged(one, other);
  return {
    ...both,
    values: { ...first.values, ...last.values },
    references: { ...first.references, ...last.references },
    positions: { ...first.positions, ...last.positions },
    ...(last.delivered === undefined ? {} : { delivered: last.delivered }),
    hints: [...both.hints, hintOf('gdv_repeated', {}, last.line)],
  };
};

/** Rows of a portion; records that earlier rows have are merged into those. */
export const gather = async (
  lease: Lease,
  records: readonly SourceRecord[],
  from: number,
): Promise<readonly Staged[]> => {
  const { db, orgId, job } = lease;
  const keys = [...new Set(records.flatMap((record) => externalKeyOf(record) ?? []))];
  const stored = keys.length
    ? rowsOf(
        await db.read(selectRows(orgId, job.id, sql`r.external_key = any(${keys}::text[]) and r.outcome <> 'skipped'`)),
      )
    : [];
  const first = new Map<string, Staged>();
  for (const { row, source, outcome } of stored)
    first.set(externalKeyOf(source) ?? '', { row, source, sameAs: null, earlier: outcome });
  const touched = new Set<Staged>();
  const rows = records.map((source, at): Staged => {
    const row = from + at;
    const key = externalKeyOf(source);
    const known = key === null ? undefined : first.get(key);
    if (known) {
      const merge = job.format === 'gdv' && source.section === 'contracts' ? mergedContracts : merged;
      known.source = merge(known.source, source);
      if (known.earlier) touched.add(known);
      return { row, source, sameAs: known.row, earlier: null };
    }
    const staged: Staged = { row, source, sameAs: null, earlier: null };
    if (key !== null) first.set(key, staged);
    return staged;
  });
  return [...touched, ...rows];
};

/** Records that references of a portion name: those of the job so far. */
const recordsByKey = async (lease: Lease, rows: readonly Staged[]): Promise<Map<string, number | null>> => {
  const keys = [...new Set(rows.flatMap(({ source }) => Object.values(source.references)))];
  if (!keys.length) return new Map();
  const { db, orgId, job } = lease;
  const found = await db.read<{ key: string; record_id: number | null }>(prepared`select r.key, r.record_id
    from import_row r
    where r.org_id = ${orgId} and r.job_id = ${job.id} and r.key = any(${keys}::text[])`);
  return new Map(found.map(({ key, record_id: id }) => [key, id]));
};

const addPayments = async ({ db, orgId }: Lease, rows: readonly Staged[]): Promise<void> => {
  const claims = await addKnownPayments(
    readerOf(db),
    orgId,
    rows.map(({ source }) => source),
  );
  for (const [at, row] of rows.entries()) row.source = claims[at] ?? row.source;
};

/** Compares the rows of a portion, one record kind after the other, so that references find the records before them. */
export const evaluatePortion = async (
  context: JobContext,
  lease: Lease,
  rows: readonly Staged[],
  rules: MatchRules,
): Promise<ReadonlyMap<Staged, Evaluated>> => {
  const byKey = await recordsByKey(lease, rows);
  const results = new Map<Staged, Evaluated>();
  const open = rows.filter(({ sameAs }) => sameAs === null);
  for (const { source } of open) if (source.key !== undefined && !byKey.has(source.key)) byKey.set(source.key, null);
  for (const section of new Set(open.map(({ source }) => source.section))) {
    const own = open.filter(({ source }) => source.section === section);
    if (rules.format === 'gdv' && section === 'damages') await addPayments(lease, own);
    const asked = own.map(({ source }): Unmatched => ({ source, byKey }));
    const found = await evaluate(context, readerOf(lease.db), asked, rules);
    for (const [at, staged] of own.entries()) {
      const one = found[at];
      if (!one) continue;
      results.set(staged, one);
      if (staged.source.key !== undefined) byKey.set(staged.source.key, one.recordId);
    }
  }
  return results;
};

const SAME: Pick<Evaluated, 'outcome' | 'recordId'> = { outcome: 'skipped', recordId: null };

/** The stored values of a row. */
export const writtenOf = ({ row, sameAs }: Staged, found: Evaluated | undefined): Omit<Evaluated, 'comparison'> => {
  if (found && sameAs === null) return found;
  const hint = hintOf('same_record', { row: sameAs ?? row });
  return { ...SAME, result: { name: '', changes: {}, issues: [], hints: [hint] } };
};

export const writePortion = (lease: Lease, rows: readonly Staged[], results: ReadonlyMap<Staged, Evaluated>): Sql[] => {
  const { orgId, job } = lease;
  const fresh = rows.filter(({ earlier }) => earlier === null);
  const values = fresh.map((staged) => {
    const { row, source } = staged;
    const { outcome, recordId, result } = writtenOf(staged, results.get(staged));
    return sql`(${tenantParam(orgId)}, ${sharedParam(job.id)}, ${row}, ${source.line}, ${outcome}, ${source.section}, ${recordId},
      ${source.key ?? null}, ${externalKeyOf(source)}, ${JSON.stringify(source)}, ${JSON.stringify(result)})`;
  });
  const again = rows.flatMap((staged) => {
    if (staged.earlier === null) return [];
    const { outcome, recordId, result } = writtenOf(staged, results.get(staged));
    return [
      prepared`update import_row
        set outcome = ${outcome}, record_id = ${recordId}, source = ${JSON.stringify(staged.source)}, result = ${JSON.stringify(result)}
        where org_id = ${orgId} and job_id = ${job.id} and "row" = ${staged.row}`,
    ];
  });
  return [...bulkInsert(HEAD, values), ...again];
};
