/** Requests that change an import: the decision of a row, apply, undo, cancel. */
import type { Tx } from '../../db/database.ts';
import { fail } from '../../errors/api-error.ts';
import { cellValue } from '../../formats/table/cell-value.ts';
import { targetsOf } from '../../formats/table/targets.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import type { ImportState, Outcome } from '../../model/records/import-values.ts';
import { prepared, type Sql, sql } from '../../sql/sql.ts';
import { type CallOf, type Context, type JsonResult, json, type ResultOf, type SpecialCall } from '../call/call.ts';
import { evaluate } from './evaluate.ts';
import { formatOf } from './import-formats.ts';
import {
  type ImportJob,
  type ImportRow,
  jobsOf,
  readJob,
  rowsOf,
  selectJobs,
  selectRows,
  shownRow,
} from './import-job.ts';
import { requireReadScope, requireWriteScope } from './import-options.ts';
import { wakeImportWorkers } from './import-worker.ts';
import { readerOf } from './load-stored.ts';
import { sectionsOf } from './sections.ts';

/** @throws 404 `not_found` */
export const lockJob = async (tx: Tx, orgId: number, id: number): Promise<ImportJob> => {
  const [job] = jobsOf(
    await tx.run(
      selectJobs(
        orgId,
        sql`j.id = ${id}`,
        sql`
    for no key update of j`,
      ),
    ),
  );
  if (!job) throw fail('not_found');
  return job;
};

/** @throws 409 `import_state` */
export const requireState = ({ state }: ImportJob, allowed: readonly ImportState[]): void => {
  if (!allowed.includes(state))
    throw fail('import_state', {
      message: `The import is ${state}; this needs one that is ${allowed.join(' or ')}.`,
    });
};

/** States in which rows can be decided. */
const DECIDABLE: readonly ImportState[] = ['ready', 'done'];

type Decision = CallOf<'PATCH /v3/imports/:id/rows/:row'>['body'];

/** Parses corrected values of a row: texts are parsed like cells of the file. */
const readValues = ({ model }: Context, job: ImportJob, { section, source }: ImportRow, values: Values): Values => {
  if (job.format !== 'csv' && job.format !== 'xlsx') return values;
  const fields = new Map(targetsOf(model.registry, section).map(({ name, field }) => [name, field]));
  const known = { ...source.values, ...source.overrides, ...values };
  const entries = Object.entries(values).map(([name, value]): [string, unknown] => {
    const field = fields.get(name.replace(/\.\d+\./, '.'));
    if (typeof value !== 'string' || !field) return [name, value];
    const reading = { decimal: job.options.decimal, begin: known[field.begins ?? ''] };
    return [name, value.trim() === '' ? null : cellValue(field, value.trim(), reading)];
  });
  return Object.fromEntries(entries);
};

/** The row after a decision. */
const decided = async (call: Context, job: ImportJob, row: ImportRow, decision: Decision): Promise<ImportRow> => {
  const { action, record_id: recordId, values } = decision;
  if (action === 'skip') return { ...row, action, outcome: 'skipped' };
  const source = {
    ...row.source,
    ...(values ? { overrides: { ...row.source.overrides, ...readValues(call, job, row, values) } } : {}),
    ...(recordId === undefined ? {} : { chosen: recordId }),
    isNoRecord: false,
  };
  const { db, actor } = call;
  const keys = Object.values(source.references);
  const named = keys.length
    ? await db.read<{ key: string; id: number | null }>(prepared`select r.key, r.record_id as id
    from import_row r
    where r.org_id = ${actor.orgId} and r.job_id = ${job.id} and r.key = any(${keys}::text[])`)
    : [];
  const byKey = new Map(named.map(({ key, id }) => [key, id]));
  const rules = { options: job.options, format: formatOf(job.format) };
  const [found] = await evaluate(call, readerOf(db), [{ source, recordId: source.chosen, byKey }], rules);
  if (!found) throw fail('not_found');
  const { outcome, result } = found;
  return { ...row, action, source, outcome, result, recordId: found.recordId };
};

const countsAfter = (job: ImportJob, from: Outcome, to: Outcome): string => {
  const counts: Partial<Record<Outcome, number>> = { ...job.counts };
  counts[from] = (counts[from] ?? 0) - 1;
  counts[to] = (counts[to] ?? 0) + 1;
  return JSON.stringify(counts);
};

/** PATCH `/v3/imports/{id}/rows/{row}`. @throws 400, 403, 404, 409 `import_state` */
export const changeImportRow = async (
  call: CallOf<'PATCH /v3/imports/:id/rows/:row'>,
): ResultOf<'PATCH /v3/imports/:id/rows/:row'> => {
  const { db, actor, pathIds } = call;
  const { orgId } = actor;
  const [id = 0, number = 0] = pathIds;
  const decision = call.body;
  const job = await readJob(db, orgId, id);
  requireState(job, DECIDABLE);
  const [row] = rowsOf(await db.read(selectRows(orgId, id, sql`r."row" = ${number}::int`)));
  if (!row) throw fail('not_found');
  requireReadScope(call, [row.section]);
  requireWriteScope(call, row.section);
  if (row.state) throw fail('import_state', { message: 'The row was written already.' });
  const after = await decided(call, job, row, decision);
  await db.transaction(async (tx) => {
    const locked = await lockJob(tx, orgId, id);
    requireState(locked, DECIDABLE);
    const [current] = rowsOf(await tx.run(selectRows(orgId, id, sql`r."row" = ${number}::int`)));
    if (!current || current.state) throw fail('import_state', { message: 'The row was written already.' });
    await tx.finish([
      ...(formatOf(job.format).corrected?.({ orgId, jobId: id, row: number }, after.source, decision.values ?? {}) ??
        []),
      prepared`update import_row
        set action = ${after.action}, outcome = ${after.outcome}, record_id = ${after.recordId},
          source = ${JSON.stringify(after.source)}, result = ${JSON.stringify(after.result)}
        where org_id = ${orgId} and job_id = ${id} and "row" = ${number}`,
      prepared`update import_job
        set counts = ${countsAfter(locked, current.outcome, after.outcome)}
        where org_id = ${orgId} and id = ${id}`,
    ]);
  });
  return json(200, shownRow(after));
};

/** @throws 403 `insufficient_scope` where the caller may not write all sections of a job: the asked one, and those of its rows */
export const requireWriteScopes = async (call: Context, { id, options }: ImportJob): Promise<void> => {
  const rows = await call.db.queryLong<{ section: string }>(sql`select distinct r.section
    from import_row r
    where r.org_id = ${call.actor.orgId} and r.job_id = ${id}`);
  const sections = new Set([...sectionsOf(options), ...rows.map(({ section }) => section)]);
  for (const section of sections) requireWriteScope(call, section);
};

/** Queues a step; the caller becomes the author of its changes. */
const queue = async (
  call: SpecialCall,
  state: ImportState,
  allowed: readonly ImportState[],
  more: Sql,
): Promise<JsonResult<202, { id: number; state: ImportState }>> => {
  const { db, actor, pathIds, keeper } = call;
  const { orgId } = actor;
  const id = pathIds[0] ?? 0;
  const job = await readJob(db, orgId, id);
  requireState(job, allowed);
  await requireWriteScopes(call, job);
  const answer = json(202, { id, state });
  await db.transaction(async (tx) => {
    requireState(await lockJob(tx, orgId, id), allowed);
    await tx.finish([
      sql`update import_job
        set state = ${state}, queued_at = ${new Date(call.now()).toISOString()}, position = 0, error = null,
          token_id = ${actor.tokenId}, user_kid = ${actor.userKid}${more}
        where org_id = ${orgId} and id = ${id}`,
      ...(keeper?.answer(answer) ?? []),
    ]);
  });
  wakeImportWorkers();
  return answer;
};

/** POST `/v3/imports/{id}/apply`. @throws 403, 404, 409 `import_state` */
export const applyImport = (call: CallOf<'POST /v3/imports/:id/apply'>): ResultOf<'POST /v3/imports/:id/apply'> =>
  queue(call, 'applying', ['ready', 'done'], sql`, only_decided = ${call.body.rows === 'decided'}`);

/**
 * POST `/v3/imports/{id}/undo`. Again after one that left rows as they are. The same file may have been imported again by
 * then, so the job gives up its fingerprint.
 * @throws 403, 404, 409 `import_state`
 */
export const undoImport = async (call: CallOf<'POST /v3/imports/:id/undo'>): ResultOf<'POST /v3/imports/:id/undo'> => {
  const { id, state, counts } = await readJob(call.db, call.actor.orgId, call.pathIds[0] ?? 0);
  if (state === 'undone' && counts.kept === 0)
    throw fail('import_state', { message: 'The import is undone, and no row of it is left.' });
  return queue(call, 'undoing', ['done', 'failed', 'cancelled', 'undone'], sql`, fingerprint = ${`undo ${id}`}`);
};

const RUNNING: readonly ImportState[] = ['staging', 'applying', 'undoing', 'needs_mapping', 'ready'];

/** DELETE `/v3/imports/{id}`: cancels an unfinished import, and removes any other with its rows. @throws 403, 404 */
export const removeImport = async (call: CallOf<'DELETE /v3/imports/:id'>): ResultOf<'DELETE /v3/imports/:id'> => {
  const { db, actor, pathIds } = call;
  const { orgId } = actor;
  const id = pathIds[0] ?? 0;
  await requireWriteScopes(call, await readJob(db, orgId, id));
  const state = await db.transaction(async (tx) => {
    const job = await lockJob(tx, orgId, id);
    const runs = RUNNING.includes(job.state);
    await tx.finish(
      runs
        ? [
            prepared`update import_job
              set state = 'cancelled', lease = null, leased_until = null
              where org_id = ${orgId} and id = ${id}`,
          ]
        : [
            prepared`delete from import_row where org_id = ${orgId} and job_id = ${id}`,
            prepared`delete from import_job where org_id = ${orgId} and id = ${id}`,
          ],
    );
    return runs ? 'cancelled' : null;
  });
  return json(200, { success: true, id, ...(state ? { state } : { deleted: true }) });
};
