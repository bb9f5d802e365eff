/** Reads of imports and their rows. */
import { raw, sql } from '../../sql/sql.ts';
import { type CallOf, json, type ResultOf } from '../call/call.ts';
import { downloadRows } from './download-rows.ts';
import { type ImportJob, jobsOf, readJob, rowsOf, selectJobs, selectRows, shownJob, shownRow } from './import-job.ts';
import { requireReadScope } from './import-options.ts';

/** A job in a list: without the first rows. */
const listedJob = (job: ImportJob) =>
  shownJob({ ...job, columns: job.columns?.map(({ header, samples }) => ({ header, samples })) ?? null });

/** GET `/v3/imports`: the latest first. */
export const listImports = async ({
  db,
  actor,
  query: { page, limit },
}: CallOf<'GET /v3/imports'>): ResultOf<'GET /v3/imports'> => {
  const [rows, [count]] = await Promise.all([
    db.read(
      selectJobs(
        actor.orgId,
        raw('true'),
        sql`
    order by j.id desc
    limit ${limit}::int offset ${(page - 1) * limit}::bigint`,
      ),
    ),
    db.read<{ total: number }>(sql`select count(*)::int as total from import_job where org_id = ${actor.orgId}`),
  ]);
  return json(200, { page, page_size: limit, total: count?.total ?? 0, items: jobsOf(rows).map(listedJob) });
};

/** GET `/v3/imports/{id}`. @throws 404 */
export const retrieveImport = async ({
  db,
  actor,
  pathIds,
}: CallOf<'GET /v3/imports/:id'>): ResultOf<'GET /v3/imports/:id'> =>
  json(200, shownJob(await readJob(db, actor.orgId, pathIds[0] ?? 0)));

/** GET `/v3/imports/{id}/rows`. @throws 404; 403 */
export const listImportRows = async (
  call: CallOf<'GET /v3/imports/:id/rows'>,
): ResultOf<'GET /v3/imports/:id/rows'> => {
  const { db, actor, pathIds, query } = call;
  const { page, limit, outcome } = query;
  const job = await readJob(db, actor.orgId, pathIds[0] ?? 0);
  if (query.format) return downloadRows(call, job, outcome);
  const skipped = (page - 1) * limit;
  const tail = sql`
    order by r."row"
    limit ${limit}::int`;
  // Rows are numbered from 1 without gaps.
  const rows = outcome
    ? selectRows(actor.orgId, job.id, sql`r.outcome = ${outcome}`, sql`${tail} offset ${skipped}::bigint`)
    : selectRows(actor.orgId, job.id, sql`r."row" > ${skipped}::bigint`, tail);
  const found = rowsOf(await db.queryLong(rows));
  requireReadScope(
    call,
    found.map(({ section }) => section),
  );
  const total = outcome ? (job.counts[outcome] ?? 0) : job.total;
  return json(200, { page, page_size: limit, total, items: found.map(shownRow) });
};
