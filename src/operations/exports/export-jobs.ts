/** Rows of exports: the jobs of `/v3/exports` and of the worker. */
import type { Database } from '../../db/database.ts';
import { userName } from '../../derive/full-name.ts';
import type { ExportFormat, ExportState } from '../../model/calls/exports.ts';
import { DAY_MS } from '../../shared/durations.ts';
import { EXPORT_DAYS } from '../../shared/limits.ts';
import { epoch, raw, type Sql, sql } from '../../sql/sql.ts';
import type { Actor } from '../call/call.ts';

/** The time without a sign of life after which another worker begins again. */
const LEASE_MS = 60_000;
/** Attempts before an export fails. */
export const MAX_TRIES = 3;
const EXPORT_MS = EXPORT_DAYS * DAY_MS;

/** A job, with times in milliseconds since 1970. */
export interface ExportJob {
  readonly org_id: number;
  readonly id: number;
  readonly state: ExportState;
  /** None of an archive of the organisation. */
  readonly sections: readonly string[];
  readonly format: ExportFormat;
  readonly since: string | null;
  /** `ExportOptions` as JSON. */
  readonly options: string;
  readonly scopes: readonly string[];
  readonly personal: boolean;
  readonly user_kid: number | null;
  readonly url: string | null;
  readonly size: number | null;
  readonly aws: number;
  readonly records: number;
  readonly error: string | null;
  readonly created: number;
  readonly finished: number | null;
  readonly tries: number;
}

const COLUMNS = sql`e.org_id, e.id, e.state, e.sections, e.format, e.since, e.options, e.scopes, e.personal, e.user_kid,
  e.url, e.size, e.aws, e.records, e.error, e.tries, ${epoch("e.created_at at time zone 'UTC'")} as created,
  ${epoch("e.finished_at at time zone 'UTC'")} as finished`;

const iso = (ms: number): string => new Date(ms).toISOString();

/** When an export and its file are removed, in milliseconds since 1970. */
export const expiryOf = ({ created }: Pick<ExportJob, 'created'>): number => created + EXPORT_MS;

/** Whether a job makes the archive of the organisation (docs/archive.md); the API has the others. */
export const isArchive = ({ sections }: Pick<ExportJob, 'sections'>): boolean => !sections.length;
const ARCHIVES = raw("e.sections = '{}'");

/** Exports that a caller sees: those whose scopes it has, and of personal ones those of its user. */
const seenBy = ({ orgId, scopes, userKid }: Pick<Actor, 'orgId' | 'scopes' | 'userKid'>): Sql => sql`
  from export_job e
  where e.org_id = ${orgId} and not ${ARCHIVES} and e.scopes <@ ${[...scopes]}::text[]
    and (not e.personal or e.user_kid is not distinct from ${userKid}::int)`;

/** A page of the exports that a caller sees. */
export const listJobs = async (
  db: Database,
  actor: Actor,
  { limit, offset, oldestFirst }: { readonly limit: number; readonly offset: number; readonly oldestFirst: boolean },
): Promise<{ total: number; jobs: ExportJob[] }> => {
  const [jobs, [count]] = await Promise.all([
    db.read<ExportJob>(sql`select ${COLUMNS}${seenBy(actor)}
  order by e.id ${raw(oldestFirst ? '' : 'desc')}
  limit ${limit}::int offset ${offset}::bigint`),
    db.read<{ total: number }>(sql`select count(*)::int as total${seenBy(actor)}`),
  ]);
  return { total: count?.total ?? 0, jobs };
};

/** SELECT of one export. */
export const jobStatement = (orgId: number, id: number): Sql =>
  sql`select ${COLUMNS} from export_job e where e.org_id = ${orgId} and e.id = ${id}::int`;

/** SELECT of the number of exports of a user, or of a token without one. */
export const countStatement = ({ orgId, userKid, tokenId }: Actor): Sql =>
  sql`select count(*)::int as n
    from export_job e
    where e.org_id = ${orgId} and not ${ARCHIVES} and e.user_kid is not distinct from ${userKid}::int
      and (e.user_kid is not null or e.token_id is not distinct from ${tokenId}::bigint)`;

/** SELECT of the archives of an organisation with the names of those who asked for them, the newest first. */
export const archivesStatement = (orgId: number): Sql => sql`select ${COLUMNS},
    (select ${userName} from contact u where u.org_id = ${orgId} and u.id = e.user_kid) as by
  from export_job e
  where e.org_id = ${orgId} and ${ARCHIVES}
  order by e.id desc`;

/** INSERT of a job. */
export const insertJob = (
  { orgId, tokenId, userKid }: Pick<Actor, 'orgId' | 'tokenId' | 'userKid'>,
  job: Pick<ExportJob, 'id' | 'sections' | 'format' | 'since' | 'options' | 'scopes' | 'personal' | 'created'>,
): Sql => sql`insert into export_job (org_id, id, sections, format, since, options, scopes, personal, token_id, user_kid, created_at)
  values (${orgId}, ${job.id}, ${job.sections}, ${job.format}, ${job.since}, ${job.options}::jsonb,
    ${job.scopes}, ${job.personal}, ${tokenId}, ${userKid}, ${iso(job.created)})`;

/** DELETE of a job. */
export const deleteJob = (orgId: number, id: number): Sql =>
  sql`delete from export_job where org_id = ${orgId} and id = ${id}::int`;

/** The key of a job. */
export interface JobKey {
  readonly org_id: number;
  readonly id: number;
}

/** Jobs that no worker runs, the oldest first. @param now milliseconds since 1970 */
export const findDueJobs = (db: Database, now: number): Promise<JobKey[]> =>
  db.queryLong<JobKey>(sql`select org_id, id from export_job
  where state = 'running' and (leased_until is null or leased_until <= ${iso(now)})
  order by created_at
  limit 20`);

/** Expired exports. @param now milliseconds since 1970 */
export const findExpiredJobs = (db: Database, now: number): Promise<ExportJob[]> =>
  db.queryLong<ExportJob>(sql`select ${COLUMNS} from export_job e
  where e.created_at < ${iso(now - EXPORT_MS)}
  order by e.created_at
  limit 100`);

/** Takes a job, if it is still due. @returns null where another worker was faster, or it was deleted */
export const claimJob = async (
  db: Database,
  { org_id, id }: JobKey,
  lease: string,
  now: number,
): Promise<ExportJob | null> => {
  const [job] = await db.shortTransaction(org_id, (tx) =>
    tx.run<ExportJob>(sql`update export_job e
  set lease = ${lease}, leased_until = ${iso(now + LEASE_MS)}, tries = e.tries + 1, records = 0
  where e.org_id = ${org_id} and e.id = ${id}::int and e.state = 'running'
    and (e.leased_until is null or e.leased_until <= ${iso(now)})
  returning ${COLUMNS}`),
  );
  return job ?? null;
};

const change = async (db: Database, { org_id, id }: JobKey, lease: string, set: Sql): Promise<boolean> => {
  const rows = await db.shortTransaction(org_id, (tx) =>
    tx.run(sql`update export_job
  set ${set}
  where org_id = ${org_id} and id = ${id}::int and lease = ${lease} and state = 'running'
  returning id`),
  );
  return rows.length > 0;
};

/** Shows progress. @returns whether the worker still has the job */
export const renewLease = (
  db: Database,
  job: JobKey,
  lease: string,
  { records, now }: { readonly records: number; readonly now: number },
): Promise<boolean> => change(db, job, lease, sql`records = ${records}::int, leased_until = ${iso(now + LEASE_MS)}`);

/** Leaves a job to the next worker. @param at from when on, in milliseconds since 1970 */
export const releaseJob = (db: Database, job: JobKey, lease: string, at: number): Promise<boolean> =>
  change(db, job, lease, sql`leased_until = ${iso(at)}`);

/** Leaves a job that was interrupted to the next worker; the attempt does not count. */
export const interruptJob = (db: Database, job: JobKey, lease: string): Promise<boolean> =>
  change(db, job, lease, sql`leased_until = null, tries = tries - 1`);

/** Ends a job without a file. */
export const failJob = (db: Database, job: JobKey, lease: string, error: string): Promise<boolean> =>
  change(db, job, lease, sql`state = 'failed', error = ${error}, finished_at = now(), leased_until = null`);

/** UPDATE that ends a job with its file and, of an archive, the number of files that the store lacks; it returns a row where the worker still has the job. */
export const finishJob = (
  { org_id, id }: JobKey,
  lease: string,
  file: Readonly<Record<'key', string> & Record<'size' | 'aws' | 'records' | 'missing' | 'now', number>>,
): Sql => sql`update export_job
  set state = 'done', url = ${file.key}, size = ${file.size}::bigint, aws = ${file.aws}::smallint,
    records = ${file.records}::int, options = options || ${JSON.stringify(file.missing ? { missing: file.missing } : {})}::jsonb,
    finished_at = ${iso(file.now)}, leased_until = null
  where org_id = ${org_id} and id = ${id}::int and lease = ${lease} and state = 'running'
  returning id`;
