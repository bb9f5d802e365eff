/** POST `/v3/imports/{id}/restage`: reads the file of an import again, with other options. */
import { type ApiError, fail } from '../../errors/api-error.ts';
import type { ImportState } from '../../model/records/import-values.ts';
import { prepared, sql } from '../../sql/sql.ts';
import { type CallOf, json, type ResultOf } from '../call/call.ts';
import { lockJob, requireState, requireWriteScopes } from './change-import.ts';
import { type Found, fingerprintOf, sameJob } from './create-import.ts';
import { type ImportJob, readJob } from './import-job.ts';
import { checkOptions } from './import-options.ts';
import { wakeImportWorkers } from './import-worker.ts';

const DUPLICATE = '23505';
const STAGED: readonly ImportState[] = ['needs_mapping', 'ready'];

/** @throws 409 `import_state` where rows may be written, or the file is removed */
const requireUnwritten = (job: ImportJob): void => {
  if (job.error?.code !== 'unreadable_file') requireState(job, STAGED);
  if (job.url === null) throw fail('import_state', { message: 'The file of the import was removed: upload it again.' });
};

const sameAs = (other?: number): ApiError =>
  fail('import_state', {
    message: `${other ? `Import ${other}` : 'Another import'} has the same file and the same options.`,
    ...(other ? { details: { import_id: other } } : {}),
  });

/** POST `/v3/imports/{id}/restage`. @throws 400, 403, 404, 409 `import_state` */
export const restageImport = async (
  call: CallOf<'POST /v3/imports/:id/restage'>,
): ResultOf<'POST /v3/imports/:id/restage'> => {
  const { db, actor, pathIds, keeper, body } = call;
  const { orgId } = actor;
  const id = pathIds[0] ?? 0;
  if (body.options) checkOptions(call, body.options);
  await requireWriteScopes(call, await readJob(db, orgId, id));
  const answer = json(202, { id, state: 'staging' as const });
  await db
    .transaction(async (tx) => {
      const job = await lockJob(tx, orgId, id);
      requireUnwritten(job);
      const options = body.options ?? job.asked;
      const format = options.format ?? job.format;
      const fingerprint = fingerprintOf(job.file.sha256, format, options, id);
      const [same] = await tx.run<Found>(sameJob(orgId, fingerprint));
      if (same && same.id !== id) throw sameAs(same.id);
      const asked = JSON.stringify(options);
      await tx.finish([
        prepared`delete from import_row where org_id = ${orgId} and job_id = ${id}`,
        sql`update import_job
        set state = 'staging', queued_at = ${new Date(call.now()).toISOString()}, total = 0, position = 0, counts = '{}',
          hints = '[]', error = null, header_key = null, columns = null, lines = null, files = null, format = ${format}, fingerprint = ${fingerprint}, asked = ${asked},
          options = ${asked}, token_id = ${actor.tokenId}, user_kid = ${actor.userKid}
        where org_id = ${orgId} and id = ${id}`,
        ...(keeper?.answer(answer) ?? []),
      ]);
    })
    .catch((error: { code?: string }) => {
      throw error.code === DUPLICATE ? sameAs() : error;
    });
  wakeImportWorkers();
  return answer;
};
