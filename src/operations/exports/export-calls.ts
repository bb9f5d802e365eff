/** Exports by the API: list, create, state, download, delete (rules 16.21). */
import { plainTerms } from '../../derive/query/sort-and-fields.ts';
import { fail } from '../../errors/api-error.ts';
import { listedExport } from '../../model/calls/exports.ts';
import { MAX_EXPORTS } from '../../shared/limits.ts';
import { sql } from '../../sql/sql.ts';
import { requireAll } from '../call/authorize.ts';
import { type CallOf, json, type ResultOf, type SpecialCall } from '../call/call.ts';
import { acceptTerms, pick } from '../call/in-memory-list.ts';
import { auditEntry } from '../commit/commit.ts';
import { contentHeaders } from '../documents/content-headers.ts';
import { feedScope } from '../feed/feed-scope.ts';
import { exportFileName } from './export-file.ts';
import {
  countStatement,
  type ExportJob,
  expiryOf,
  insertJob,
  isArchive,
  jobStatement,
  listJobs,
} from './export-jobs.ts';
import { acceptExport, exportEntry } from './export-options.ts';
import { removeExportJob } from './export-worker.ts';

const SEQUENCE = 'export_job_id_seq';

const timeOf = (ms: number): string => new Date(ms).toISOString();

const nameOf = (job: ExportJob, timeZone: string) => exportFileName({ ...job, at: job.created }, timeZone);

/** An export as it is answered. */
const shown = (job: ExportJob, timeZone: string) => ({
  id: job.id,
  state: job.state,
  sections: job.sections,
  format: job.format,
  since: job.since,
  records: job.records,
  file: job.size === null ? null : { name: nameOf(job, timeZone).name, size: job.size },
  created_at: timeOf(job.created),
  finished_at: job.finished === null ? null : timeOf(job.finished),
  expires_at: timeOf(expiryOf(job)),
  ...(job.error === null ? {} : { error: job.error }),
});

/** @throws 403 `insufficient_scope` where the caller may read no records at all */
const requireReader = ({ model, actor }: SpecialCall): void => {
  feedScope(model.registry, actor.scopes, undefined);
};

/** GET `/v3/exports`: those that the caller may read, the newest first. */
const list = async (call: CallOf<'GET /v3/exports'>): ResultOf<'GET /v3/exports'> => {
  requireReader(call);
  const { db, actor, query } = call;
  const { page, limit } = query;
  const { sort, shown: members } = acceptTerms(query, () => plainTerms(listedExport.shape));
  const paging = { limit, offset: (page - 1) * limit, oldestFirst: sort?.descending === false };
  const { total, jobs } = await listJobs(db, actor, paging);
  const items = pick(
    jobs.map((job) => shown(job, actor.timeZone)),
    members,
  );
  return json(200, { page, page_size: limit, total, items });
};

/** POST `/v3/exports`. @throws 400, 403 `insufficient_scope`, 409 `too_many_exports` */
const create = async (call: CallOf<'POST /v3/exports'>): ResultOf<'POST /v3/exports'> => {
  requireReader(call);
  const { db, actor, now, keeper } = call;
  const { sections: _asked, format, since = null, ...options } = call.body;
  const accepted = await acceptExport(call, call.body);
  const id = await db.nextId(SEQUENCE);
  const answer = json(202, { id, state: 'running' });
  await db.transaction(async (tx) => {
    // Exports that are made at the same time count each other.
    await tx.run(sql`select 1 from organisation where org_id = ${actor.orgId} for no key update`);
    const [count] = await tx.run<{ n: number }>(countStatement(actor));
    if ((count?.n ?? 0) >= MAX_EXPORTS) throw fail('too_many_exports');
    await tx.finish([
      insertJob(actor, { ...accepted, id, format, since, options: JSON.stringify(options), created: now() }),
      auditEntry(call, { ...exportEntry(call.body, accepted.sections), recordId: id }),
      ...(keeper?.answer(answer) ?? []),
    ]);
  });
  return answer;
};

/** The export of the path. @throws 404, also for a personal one of another user; 403 `insufficient_scope` */
const jobOf = async (call: SpecialCall): Promise<ExportJob> => {
  requireReader(call);
  const { db, actor, pathIds } = call;
  const [job] = await db.read<ExportJob>(jobStatement(actor.orgId, pathIds[0] ?? 0));
  if (!job || isArchive(job) || (job.personal && job.user_kid !== actor.userKid)) throw fail('not_found');
  requireAll(actor, job.scopes, { hint: 'An export needs the read scope of everything that it has.' });
  return job;
};

/** GET `/v3/exports/{id}`. */
const retrieve = async (call: CallOf<'GET /v3/exports/:id'>): ResultOf<'GET /v3/exports/:id'> =>
  json(200, shown(await jobOf(call), call.actor.timeZone));

/** GET `/v3/exports/{id}/download`. @throws 409 `export_not_done`; 503 where the store does not give the bytes */
const download = async (call: CallOf<'GET /v3/exports/:id/download'>): ResultOf<'GET /v3/exports/:id/download'> => {
  const job = await jobOf(call);
  if (job.url === null) throw fail('export_not_done');
  const { name, extension } = nameOf(job, call.actor.timeZone);
  // A file is written again in seconds: no ranges.
  const { 'Accept-Ranges': _ranges, ...headers } = contentHeaders(name, extension, 'attachment');
  try {
    const body = await call.files.of(job.aws).open(job.url);
    return { status: 200, body, headers: { ...headers, 'Content-Length': String(job.size) } };
  } catch (cause) {
    throw fail('service_unavailable', { cause, message: 'The file of the export cannot be read now.' });
  }
};

/** DELETE `/v3/exports/{id}`: a running one is cancelled, and the file is removed. */
const remove = async (call: CallOf<'DELETE /v3/exports/:id'>): ResultOf<'DELETE /v3/exports/:id'> => {
  const job = await jobOf(call);
  await removeExportJob(call, job);
  return json(200, { success: true, deleted: true, id: job.id });
};

export const exportOperations = {
  'GET /v3/exports': list,
  'POST /v3/exports': create,
  'GET /v3/exports/:id': retrieve,
  'GET /v3/exports/:id/download': download,
  'DELETE /v3/exports/:id': remove,
} as const;
