/**
 * Removes copies of records outside of their own rows: changes, deliveries, stored answers, staged rows, exports. Copies of
 * records that a rule keeps go too; the record itself is enough. None of these tables has an index by record, because each
 * write would fill it: an erasure reads each table once.
 */
import { PERSONS, personResources } from '../../derive/privacy/person-records.ts';
import { type Sql, sharedParam, sql } from '../../sql/sql.ts';
import type { Context } from '../call/call.ts';
import { lockContent } from '../documents/content-lock.ts';
import type { ExportJob } from '../exports/export-jobs.ts';
import { removeExportJob } from '../exports/export-worker.ts';
import { deleteLetterJobs } from '../messages/letter-jobs.ts';
import { eraseFiles } from './erase-records.ts';
import { findDeliveries, ofAnyKind } from './find-deliveries.ts';
import { findImportRows } from './find-import-rows.ts';
import type { Person, PersonIds } from './person.ts';
import { VIEWS } from './person-views.ts';

/** The person and the records with copies, and the begin of the erasure as an ISO time. */
interface Copies {
  readonly person: Person;
  readonly ids: PersonIds;
  readonly since: string;
  /** Numbers of saved views that named the person. */
  readonly views: readonly number[];
  /** Ends it early, between two statements. */
  readonly signal: AbortSignal;
}

/** Removes archives, and exports with sections that the person has records in, with names or with filters; a running one is cancelled. */
export const eraseExports = async ({ db, files, actor: { orgId }, model }: Context): Promise<void> => {
  const sections = [...personResources(model.registry)].map(({ path }) => path);
  const jobs = await db.read<Pick<ExportJob, 'org_id' | 'id' | 'url' | 'aws'>>(sql`select e.org_id, e.id, e.url, e.aws
    from export_job e
    where e.org_id = ${orgId} and (e.sections = '{}' or e.sections && ${sections}::text[] or e.options ?| '{labels,query}')`);
  for (const job of jobs) await removeExportJob({ db, files }, job);
};

const eraseChanges = ({ person: { orgId }, ids }: Copies): Sql => {
  const records = ofAnyKind(ids, ({ resource: { path } }, list) => {
    const section = sharedParam(path);
    return sql`c.section = ${section} and c.record_id = any(${list}::int[]) and c.action <> 'delete'
      or c.owner_section = ${section} and c.owner_id = any(${list}::int[])`;
  });
  return sql`delete from change c
    where c.org_id = ${orgId} and (${records})`;
};

/** Jobs with letters of the person, with the contents of their letters; a running one is cancelled. */
const eraseLetters = ({ person: { orgId }, ids }: Copies): Sql[] =>
  deleteLetterJobs(
    orgId,
    sql`(${ofAnyKind(ids, ({ resource: { path, content } }, list) => {
      const named = sql`j.section = ${path} and j.ids && ${list}::int[]`;
      return content
        ? sql`${named} or exists (
        select 1
        from letter l
        where l.org_id = ${orgId} and l.job_id = j.id and l.document_id = any(${list}::int[]))`
        : named;
    })})`,
  );

const ANSWER = '{"success":true,"erased":true}';
/** The same of an item of a batch, as the batch reads it. */
const ITEM = '{"id":0,"printed":"{}","values":{},"nested":{}}';

/**
 * Answers of requests with an idempotency key that name a record of the person. All refusals of the organisation go, which may repeat
 * values of any request: nothing was written, so the same request is refused again.
 */
const eraseAnswers = ({ person: { orgId }, ids, views }: Copies): Sql[] => {
  const records = [...ids].flatMap(([{ resource }, some]) => some.map((id) => `${resource.path}/${id}`));
  const names = [...records, ...views.map((id) => `${VIEWS}/${id}`)];
  return [
    sql`delete from idempotency_key where org_id = ${orgId} and status >= 400`,
    sql`update idempotency_key i
      set body = case when i.item < 0 then ${ANSWER} else ${ITEM} end, about = '{}'
      where i.org_id = ${orgId} and i.status < 400 and (i.about is null or exists (
        select 1
        from unnest(i.about) a(name)
        where a.name = any(${names}::text[])))`,
  ];
};

const eraseDeliveries = async (
  { db, model }: Context,
  { person, ids, views, since, signal }: Copies,
): Promise<void> => {
  const viewKind = { resource: model.registry.get(VIEWS), kid: 'id', via: [], parts: [] };
  for await (const found of findDeliveries(db, person, new Map([...ids, [viewKind, views]]))) {
    signal.throwIfAborted();
    await db.transaction((tx) =>
      tx.finish([
        sql`delete from webhook_delivery t
        where t.org_id = ${person.orgId} and ${found}
          and not (t.event_name = ${`${PERSONS}.delete`} and t.event_at >= ${since}::timestamptz)`,
      ]),
    );
  }
};

/**
 * Removes the files of imports with rows of the person, and texts of the files: names, headers, hints. The staged rows are enough for
 * the import. Files of failed and cancelled imports go too: their rows do not say everything that is in the file.
 * @returns the imports; one that is still being read is left for the next run of the erasure
 */
const eraseImportFiles = async (context: Context, jobs: readonly number[]): Promise<ReadonlySet<number>> => {
  const { orgId } = context.actor;
  return context.db.transaction(async (tx) => {
    await lockContent(tx, orgId);
    const rows = await tx.run<{ id: number; url: string | null; aws: number }>(sql`select j.id, j.url, j.aws
      from import_job j
      where j.org_id = ${orgId} and j.state <> 'staging'
        and (j.id = any(${jobs}::int[]) or j.state in ('failed', 'cancelled', 'needs_mapping'))
      order by j.id
      for update`);
    await tx.run(sql`update import_job j
      set url = null, file_name = '', header_key = null, hints = '[]', columns = null, files = null, asked = (j.asked::jsonb - 'mapping' - 'values' - 'sheet')::text,
        options = (j.options::jsonb - 'mapping' - 'values' - 'sheet')::text,
        error = (j.error::jsonb || '{"message":"","params":{}}'::jsonb)::text
      where j.org_id = ${orgId} and j.id = any(${rows.map(({ id }) => id)}::int[])`);
    await eraseFiles(
      tx,
      context,
      rows.flatMap(({ url, aws }) => (url === null ? [] : [{ url, aws }])),
    );
    return new Set(rows.map(({ id }) => id));
  });
};

/** Deletes staged rows about the person; the files of their imports first, which a repetition would not find without the rows. */
const eraseStagedRows = async (context: Context, { person, ids }: Copies): Promise<void> => {
  const { orgId } = person;
  const found = await findImportRows(context, person, ids);
  const read = await eraseImportFiles(context, [...found.keys()]);
  for (const [job, rows] of found)
    if (read.has(job))
      await context.db.transaction((tx) =>
        tx.finish([
          sql`delete from import_row r
        where r.org_id = ${orgId} and r.job_id = ${job}::int and r."row" = any(${[...rows]}::int[])`,
        ]),
      );
};

/** Whether an import that was made before is still being read: rows that it stages from now on may be about the person. */
export const isStaging = async ({ db, actor: { orgId } }: Context, since: string): Promise<boolean> => {
  const [job] = await db.read(sql`select 1
    from import_job j
    where j.org_id = ${orgId} and j.state = 'staging' and j.created_at <= ${since}::timestamptz
    limit 1`);
  return job !== undefined;
};

/** Removes the copies of all records of a person, except the event of the erasure. @throws errors of the signal */
export const eraseCopies = async (context: Context, copies: Copies): Promise<void> => {
  for (const statement of [eraseChanges(copies), ...eraseAnswers(copies)]) {
    copies.signal.throwIfAborted();
    await context.db.transaction((tx) => tx.finish([statement]));
  }
  await context.db.transaction((tx) => tx.finish(eraseLetters(copies)));
  await eraseDeliveries(context, copies);
  await eraseStagedRows(context, copies);
};
