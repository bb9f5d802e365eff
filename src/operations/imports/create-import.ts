/** POST `/v3/imports`: stores the file, and queues its staging. */
import { createHash } from 'node:crypto';
import { fail, invalid } from '../../errors/api-error.ts';
import { UnreadableFile } from '../../formats/format.ts';
import type { ImportOptions } from '../../model/calls/imports.ts';
import type { ImportState } from '../../model/records/import-values.ts';
import { prepared, type Sql, sql } from '../../sql/sql.ts';
import { type CallOf, type Context, json, type ResultOf } from '../call/call.ts';
import { lockContentForShare } from '../documents/content-lock.ts';
import { settleContent } from '../documents/upload-document.ts';
import { formatOf } from './import-formats.ts';
import { acceptUpload, type Upload } from './import-options.ts';
import { wakeImportWorkers } from './import-worker.ts';
import { guessOptions, missingColumns, needsMapping } from './inspect-file.ts';

/** A value with the members of its objects in one order. */
const canonical = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value)
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([name, member]) => [name, canonical(member)])
    : value;

/** Digest of the bytes of a file, and of the asked options; with `again` no other import has it. @param id of the import */
export const fingerprintOf = (sha256: string, format: string, options: ImportOptions, id: number): string =>
  createHash('sha256')
    .update(JSON.stringify([sha256, format, canonical(options), ...(options.again ? [id] : [])]))
    .digest('hex');

/** The import of the same file with the same options, unless it ended without a result. */
export const sameJob = (orgId: number, fingerprint: string): Sql => prepared`select j.id, j.state
    from import_job j
    where j.org_id = ${orgId} and j.fingerprint = ${fingerprint} and j.state not in ('undone', 'failed', 'cancelled')`;

/** A job with its state. */
export interface Found {
  readonly id: number;
  readonly state: ImportState;
}

/** Checks that match fields have columns. Staging reports all other errors. @throws 400 `validation_failed` */
const requireMatchColumns = async (call: Context, { file, format: name, options }: Upload): Promise<void> => {
  const format = formatOf(name);
  if (!options.match || name !== 'csv') return;
  const open = async () => file as AsyncIterable<Buffer>;
  try {
    const { options: guessed } = await guessOptions(call, format, open, options);
    // People map the columns first.
    const missing = needsMapping(guessed) ? [] : missingColumns(call, guessed);
    if (missing.length)
      throw invalid(
        missing.map((field) => ({
          path: ['options', 'match'],
          code: 'missing_column',
          message: `The file has no column of ${field}: map one, or name another field.`,
        })),
      );
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
  }
};

/** POST `/v3/imports`. @throws 400, 403, 413 `payload_too_large`, 502 `s3_upload_failed` */
export const createImport = async (call: CallOf<'POST /v3/imports'>): ResultOf<'POST /v3/imports'> => {
  const upload = await acceptUpload(call);
  const { actor, db, files, keeper } = call;
  const { orgId } = actor;
  if (upload.file.size > formatOf(upload.format).maxBytes) throw fail('payload_too_large');
  const id = await db.nextId('import_job_id_seq');
  const fingerprint = fingerprintOf(upload.file.sha256, upload.format, upload.options, id);
  const [known] = await db.read<Found>(sameJob(orgId, fingerprint));
  if (known) return json(200, { id: known.id, state: known.state });
  await requireMatchColumns(call, upload);
  const content = await files.current.hold(orgId, upload.file).catch((cause: unknown) => {
    throw fail('s3_upload_failed', { cause });
  });
  try {
    const at = new Date(call.now()).toISOString();
    const answer = json(202, { id, state: 'staging' });
    const other = await db.transaction(async (tx) => {
      await lockContentForShare(tx, orgId);
      await settleContent(content);
      const made =
        await tx.run(sql`insert into import_job (org_id, id, state, fingerprint, format, asked, options, file_name,
        sha256, url, size, aws, token_id, user_kid, created_at, queued_at)
      values (${orgId}, ${id}, 'staging', ${fingerprint}, ${upload.format}, ${JSON.stringify(upload.options)},
        ${JSON.stringify(upload.options)}, ${upload.fileName}, ${content.sha256}, ${content.key}, ${content.size},
        ${content.aws}, ${actor.tokenId}, ${actor.userKid}, ${at}, ${at})
      on conflict (org_id, fingerprint) where state not in ('undone', 'failed', 'cancelled') do nothing
      returning id`);
      if (!made.length) return (await tx.run<Found>(sameJob(orgId, fingerprint)))[0] ?? null;
      await tx.finish(keeper?.answer(answer) ?? []);
      return null;
    });
    if (other) return json(200, { id: other.id, state: other.state });
    wakeImportWorkers();
    return answer;
  } finally {
    await content.discard().catch(() => undefined);
  }
};
