/** A portion of a file: its records are compared, and written as rows. */
import { isDeepStrictEqual } from 'node:util';
import { hintOf } from '../../formats/remarks.ts';
import type { SourceHint, SourceRecord } from '../../formats/source-record.ts';
import type { ImportOptions } from '../../model/calls/imports.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import type { Outcome } from '../../model/records/import-values.ts';
import { bulkInsert } from '../../sql/bulk-insert.ts';
import { prepared, type Sql, sharedParam, sql, tenantParam } from '../../sql/sql.ts';
import type { ImportFormat } from '../matching/import-format.ts';
import { type Evaluated, evaluate, type Unmatched } from './evaluate.ts';
import type { MatchRules } from './find-matches.ts';
import { rowsOf, type StagedRecord, selectRows } from './import-job.ts';
import { importTarget } from './import-target.ts';
import type { JobContext } from './job-context.ts';
import type { Lease } from './lease.ts';
import { readerOf } from './load-stored.ts';
import { isSameText, matchKeyOf } from './match-fields.ts';
import { isSamePart } from './match-parts.ts';
import { areTwoPersons, personDifferences } from './other-person.ts';
import { matchOf } from './sections.ts';

/** Key of a record in its file: its first name in another system, else its values of the match fields. */
const fileKeyOf = ({ model }: JobContext, options: ImportOptions, source: StagedRecord): string | null => {
  const { section, externalIds, isNoRecord, owner } = source;
  // Rows of a part complete a stored record one by one.
  if (isNoRecord || owner) return null;
  const match = matchOf(options, section);
  const [first] = externalIds;
  if (first) return JSON.stringify([section, first.source, first.id]);
  const target = match.length ? importTarget(model, section) : null;
  return target ? matchKeyOf(target.collection.resource, match, source) : null;
};

/** A row of a portion. */
export interface Staged {
  readonly row: number;
  source: StagedRecord;
  readonly key: string | null;
  /** The row that has the same record already. */
  readonly sameAs: number | null;
  /** Remarks on a row that another one has: values that both give. */
  readonly hints: readonly SourceHint[];
  /** Fields of the row with the same match value that is about another person. */
  readonly otherPerson?: readonly string[];
  /** Whether it was stored by an earlier portion, with this outcome. */
  readonly earlier: Outcome | null;
}

const HEAD = sql`insert into import_row (org_id, job_id, "row", line, outcome, section, record_id, key, external_key, source, result)`;

/** Rows of a part of two rows of the file; a row of the same value is completed. */
const withRows = (path: string, one: readonly Values[], other: readonly Values[]): readonly Values[] => {
  const rows = [...one];
  for (const row of other) {
    const at = rows.findIndex((known) => isDeepStrictEqual(known, row) || isSamePart(path, known, row));
    if (at < 0) rows.push(row);
    else rows[at] = { ...row, ...rows[at] };
  }
  return rows;
};

/** Values that a later row gives another value than an earlier one. */
const contradictions = (one: StagedRecord, other: SourceRecord, row: number): readonly SourceHint[] =>
  Object.entries(other.values).flatMap(([field, value]) => {
    const known = one.values[field];
    const isOther = known !== undefined && known !== null && !isSameText(known, value ?? '');
    return isOther ? [hintOf('contradiction', { field, row, value: String(value ?? '') })] : [];
  });

/** A record that two rows describe. @param laterWins contradictions in which the later row counts; null for the earlier one */
const merged = (one: StagedRecord, other: SourceRecord, laterWins: readonly SourceHint[] | null): StagedRecord => ({
  ...one,
  values: {
    ...other.values,
    ...one.values,
    ...Object.fromEntries((laterWins ?? []).map(({ params }) => [params?.field, other.values[String(params?.field)]])),
  },
  parts: Object.fromEntries(
    [...new Set([...Object.keys(one.parts), ...Object.keys(other.parts)])].map((path) => [
      path,
      withRows(path, one.parts[path] ?? [], other.parts[path] ?? []),
    ]),
  ),
  references: { ...other.references, ...one.references },
  raw: [...(one.raw ?? []), ...(other.raw ?? [])],
  issues: [...one.issues, ...other.issues],
  hints: [...one.hints, ...other.hints, ...(laterWins ?? [])],
});

/** A record that refers to the first rows of those that it names. */
const withReferences = (source: SourceRecord, same: ReadonlyMap<string, string>): SourceRecord => ({
  ...source,
  references: Object.fromEntries(
    Object.entries(source.references).map(([field, key]) => [field, same.get(key) ?? key]),
  ),
});

/** Rows of a portion; records that earlier rows have are merged into those. */
export const gather = async (
  context: JobContext,
  lease: Lease,
  records: readonly SourceRecord[],
  { from, options, format }: { readonly from: number; readonly options: ImportOptions; readonly format: ImportFormat },
): Promise<readonly Staged[]> => {
  const { db, orgId, job } = lease;
  const matched = format.match ? {} : options;
  const keyed = records.map((record) => fileKeyOf(context, matched, record));
  const keys = [...new Set(keyed.flatMap((key) => key ?? []))];
  const stored = keys.length
    ? rowsOf(
        await db.read(selectRows(orgId, job.id, sql`r.external_key = any(${keys}::text[]) and r.outcome <> 'skipped'`)),
      )
    : [];
  const first = new Map<string, Staged>();
  for (const { row, source, outcome } of stored) {
    const key = fileKeyOf(context, matched, source);
    first.set(key ?? '', { row, source, key, sameAs: null, hints: [], earlier: outcome });
  }
  const touched = new Set<Staged>();
  /** Keys of records of the file that earlier rows have. */
  const same = new Map<string, string>();
  const rows = records.map((record, at): Staged => {
    const row = from + at;
    const source = same.size ? withReferences(record, same) : record;
    const key = keyed[at] ?? null;
    const known = key === null ? undefined : first.get(key);
    const base = { row, source, key, sameAs: null, hints: [], earlier: null };
    if (known) {
      const otherPerson = format.merge ? [] : personDifferences(source.section, known.source.values, source.values);
      if (areTwoPersons(source.section, otherPerson)) return { ...base, key: null, otherPerson };
      if (source.key !== undefined && known.source.key !== undefined) same.set(source.key, known.source.key);
      const hints = format.merge ? null : contradictions(known.source, source, row);
      const both = merged(known.source, source, hints);
      known.source = { ...both, ...format.merge?.(both, known.source, source) };
      if (known.earlier) touched.add(known);
      return { ...base, sameAs: known.row, hints: hints ?? [] };
    }
    const staged: Staged = base;
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

/** Compares the rows of a portion, one record kind after the other, so that references find the records before them. */
export const evaluatePortion = async (
  context: JobContext,
  lease: Lease,
  rows: readonly Staged[],
  rules: MatchRules,
): Promise<ReadonlyMap<Staged, Evaluated>> => {
  const byKey = await recordsByKey(lease, rows);
  const read = readerOf(lease.db);
  const results = new Map<Staged, Evaluated>();
  const open = rows.filter(({ sameAs }) => sameAs === null);
  for (const { source } of open) if (source.key !== undefined && !byKey.has(source.key)) byKey.set(source.key, null);
  for (const section of new Set(open.map(({ source }) => source.section))) {
    const own = open.filter(({ source }) => source.section === section);
    const sources = own.map(({ source }) => source);
    const complete = await rules.format.complete?.({ read, orgId: lease.orgId, section, sources });
    for (const [at, row] of own.entries()) row.source = complete?.[at] ?? row.source;
    const asked = own.map(({ source }): Unmatched => ({ source, byKey }));
    const found = await evaluate(context, read, asked, rules);
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
export const writtenOf = (staged: Staged, found: Evaluated | undefined): Omit<Evaluated, 'comparison'> => {
  const { row, sameAs, hints, otherPerson } = staged;
  if (found && otherPerson) {
    const hint = hintOf('other_person', { fields: otherPerson.join(', ') });
    return { outcome: 'ambiguous', recordId: null, result: { ...found.result, hints: [...found.result.hints, hint] } };
  }
  if (found && sameAs === null) return found;
  const hint = hintOf('same_record', { row: sameAs ?? row });
  return { ...SAME, result: { name: '', changes: {}, issues: [], hints: [hint, ...hints] } };
};

export const writePortion = (lease: Lease, rows: readonly Staged[], results: ReadonlyMap<Staged, Evaluated>): Sql[] => {
  const { orgId, job } = lease;
  const fresh = rows.filter(({ earlier }) => earlier === null);
  const values = fresh.map((staged) => {
    const { row, source } = staged;
    const { outcome, recordId, result } = writtenOf(staged, results.get(staged));
    return sql`(${tenantParam(orgId)}, ${sharedParam(job.id)}, ${row}, ${source.line}, ${outcome}, ${source.section}, ${recordId},
      ${source.key ?? null}, ${staged.key}, ${JSON.stringify(source)}, ${JSON.stringify(result)})`;
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
