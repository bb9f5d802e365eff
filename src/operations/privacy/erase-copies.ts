/**
 * Removes copies of records outside of their own rows: changes, deliveries, stored answers, staged rows, exports. Copies of
 * records that a rule keeps go too; the record itself is enough. None of these tables has an index by record, because each
 * write would fill it: an erasure reads each table once.
 */
import { PERSONS, personResources } from '../../derive/privacy/person-records.ts';
import { type Sql, sharedParam, sql } from '../../sql/sql.ts';
import type { Context } from '../call/call.ts';
import type { ExportJob } from '../exports/export-jobs.ts';
import { removeExportJob } from '../exports/export-worker.ts';
import { eraseFiles } from './erase-records.ts';
import { findDeliveries, ofAnyKind } from './find-deliveries.ts';
import type { Person, PersonIds } from './person.ts';

/** Numbers in one pattern. */
const NAMED = 500;

/** The person and the records with copies, and the begin of the erasure as an ISO time. */
interface Copies {
  readonly person: Person;
  readonly ids: PersonIds;
  readonly since: string;
  /** Ends it early, between two statements. */
  readonly signal: AbortSignal;
}

/** Removes exports with sections that the person has records in; a running one is cancelled. */
export const eraseExports = async ({ db, files, actor: { orgId }, model }: Context): Promise<void> => {
  const sections = [...personResources(model.registry)].map(({ path }) => path);
  const jobs = await db.read<Pick<ExportJob, 'org_id' | 'id' | 'url' | 'aws'>>(sql`select e.org_id, e.id, e.url, e.aws
    from export_job e
    where e.org_id = ${orgId} and e.sections && ${sections}::text[]`);
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

/** Numbers in a JSON text, also in one inside of a JSON string. */
const numberIn = (name: string, ids: readonly number[]): string => `\\\\*"${name}\\\\*":\\s*(${ids.join('|')})\\M`;

const ANSWER = '{"success":true,"erased":true}';
/** The same of an item of a batch, as the batch reads it. */
const ITEM = '{"id":0,"printed":"{}","values":{},"nested":{}}';

const eraseAnswersWith = (orgId: number, condition: Sql): Sql => sql`update idempotency_key i
  set body = case when i.item < 0 then ${ANSWER} else ${ITEM} end
  where i.org_id = ${orgId} and i.status between 200 and 299 and ${condition}`;

/** Answers of requests with an idempotency key: those that show the customer, and records without one, as documents of a contract. */
const eraseAnswers = ({ person: { orgId, kids }, ids }: Copies): Sql[] => {
  const below = [...ids].flatMap(([{ resource }, some]) => {
    const name = resource.nesting.foreignKeyName;
    if (!name) return [];
    const portions = Array.from({ length: Math.ceil(some.length / NAMED) }, (_, n) =>
      some.slice(n * NAMED, (n + 1) * NAMED),
    );
    return portions.map((portion) =>
      eraseAnswersWith(orgId, sql`i.body ~ ${'\\\\*"kid\\\\*":\\s*null'} and i.body ~ ${numberIn(name, portion)}`),
    );
  });
  return [eraseAnswersWith(orgId, sql`i.body ~ ${numberIn('kid(?:_beziehung)?', kids)}`), ...below];
};

const eraseDeliveries = async ({ db }: Context, { person, ids, since, signal }: Copies): Promise<void> => {
  for await (const found of findDeliveries(db, person, ids)) {
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

/** Removes files of imports. The staged rows are enough for the import. */
const eraseImportFiles = async (context: Context, jobs: ReadonlySet<number>): Promise<void> => {
  if (!jobs.size) return;
  const { orgId } = context.actor;
  await context.db.transaction(async (tx) => {
    const rows = await tx.run<{ id: number; url: string; aws: number }>(sql`select j.id, j.url, j.aws
      from import_job j
      where j.org_id = ${orgId} and j.id = any(${[...jobs]}::int[]) and j.url is not null and j.state <> 'staging'
      for update`);
    await tx.run(sql`update import_job j
      set url = null
      where j.org_id = ${orgId} and j.id = any(${rows.map(({ id }) => id)}::int[])`);
    await eraseFiles(tx, context, rows);
  });
};

/** Deletes staged rows of records, and undecided ones that have them as candidates; the files of their imports first, which a repetition would not find without the rows. */
const eraseStagedRows = async (context: Context, { person: { orgId }, ids }: Copies): Promise<void> => {
  const own = ofAnyKind(
    ids,
    ({ resource }, list) => sql`r.section = ${resource.path} and r.record_id = any(${list}::int[])`,
  );
  const candidates = ofAnyKind(
    ids,
    ({ resource }, list) => sql`c ->> 'section' = ${resource.path} and (c ->> 'id')::int = any(${list}::int[])`,
  );
  const rows = await context.db.queryLong<{ id: number; row: number }>(sql`select r.job_id as id, r."row"
    from import_row r
    where r.org_id = ${orgId} and (${own}
      or r.result like '%"candidates"%' and exists (
        select 1
        from json_array_elements(r.result::json -> 'candidates') c
        where ${candidates}))`);
  const jobs = new Set(rows.map(({ id }) => id));
  await eraseImportFiles(context, jobs);
  for (const job of jobs) {
    const ofJob = rows.filter(({ id }) => id === job).map(({ row }) => row);
    await context.db.transaction((tx) =>
      tx.finish([
        sql`delete from import_row r
        where r.org_id = ${orgId} and r.job_id = ${job}::int and r."row" = any(${ofJob}::int[])`,
      ]),
    );
  }
};

/** Removes the copies of all records of a person, except the event of the erasure. @throws errors of the signal */
export const eraseCopies = async (context: Context, copies: Copies): Promise<void> => {
  for (const statement of [eraseChanges(copies), ...eraseAnswers(copies)]) {
    copies.signal.throwIfAborted();
    await context.db.transaction((tx) => tx.finish([statement]));
  }
  await eraseDeliveries(context, copies);
  await eraseStagedRows(context, copies);
};
