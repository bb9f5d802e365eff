/** Statements that save the outcome of rows, in the transaction of the write of their records. */

import type { Outcome } from '../../model/records/import-values.ts';
import { join, prepared, type Sql, sharedParam, sql, tenantParam } from '../../sql/sql.ts';
import { formatOf } from './import-formats.ts';
import type { Before, ImportRow, RowResult } from './import-job.ts';
import type { Lease } from './lease.ts';

/** A row whose record was written. */
export interface Written {
  readonly row: ImportRow;
  readonly recordId: number;
  readonly before: Before;
}

/** The names of the records in other systems. */
const identities = ({ orgId }: Lease, written: readonly Written[]): Sql[] => {
  const named = new Map(
    written.flatMap(({ row, recordId }) =>
      row.source.externalIds.map(({ source, id }): [string, Sql] => [
        JSON.stringify([row.section, source, id]),
        sql`(${tenantParam(orgId)}, ${row.section}, ${source}, ${id}, ${recordId})`,
      ]),
    ),
  );
  if (!named.size) return [];
  return [
    sql`insert into external_identity (org_id, section, source, external_id, id)
    values ${join([...named.values()], ',\n  ')}
    on conflict (org_id, section, source, external_id) do update set id = excluded.id`,
  ];
};

/** Marks rows as written. The list of rows is named twice: statistics of a new job are missing, and a join alone reads all its rows. */
export const markWritten = (lease: Lease, written: readonly Written[]): Sql[] => {
  if (!written.length) return [];
  const { orgId, job } = lease;
  const rows = sharedParam(written.map(({ row }) => row.row));
  const ids = written.map(({ recordId }) => recordId);
  const befores = written.map(({ before }) => JSON.stringify(before));
  return [
    prepared`update import_row r
    set state = 1, record_id = g.id, before = g.before
    from unnest(${rows}::int[], ${ids}::int[], ${befores}::text[]) g("row", id, before)
    where r.org_id = ${orgId} and r.job_id = ${job.id} and r."row" = any(${rows}::int[]) and r."row" = g."row"`,
    ...identities(lease, written),
    ...(formatOf(job.format).written?.(
      orgId,
      job.id,
      written.map(({ row: { section, source }, recordId, before }) => ({
        section,
        recordId,
        source,
        isMoved: Object.keys(source.references).some((name) => before.values?.[name]),
      })),
    ) ?? []),
  ];
};

/** A row with another outcome. */
export const changeOutcome = (
  { orgId, job }: Pick<Lease, 'orgId' | 'job'>,
  row: number,
  outcome: Outcome,
  result: RowResult,
): Sql => prepared`update import_row
    set outcome = ${outcome}, result = ${JSON.stringify(result)}
    where org_id = ${orgId} and job_id = ${job.id} and "row" = ${row} and state = 0`;

/** Rows that were taken back. */
export const markTakenBack = ({ orgId, job }: Lease, rows: readonly number[]): Sql => prepared`update import_row
    set state = 2
    where org_id = ${orgId} and job_id = ${job.id} and "row" = any(${rows}::int[])`;

/** A row that was taken back, or left as it is, with the remaining part of its write. */
export const changeState = (
  { orgId, job }: Lease,
  { row, result, before }: Pick<ImportRow, 'row' | 'result' | 'before'>,
  state: number,
): Sql => {
  const at = sharedParam(row);
  return prepared`update import_row
    set state = ${state}, result = ${JSON.stringify(result)}, before = ${JSON.stringify(before)}
    where org_id = ${orgId} and job_id = ${job.id} and "row" = ${at}`;
};
