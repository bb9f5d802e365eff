/**
 * Worker of exports. Several processes may run it: a job is claimed with a lease, which the worker renews while it
 * writes. After a crash another worker writes the file again from the beginning; nothing refers to the first one.
 */

import { randomUUID } from 'node:crypto';
import { BackgroundLoop, type Stoppable } from '../../concurrency/background-loop.ts';
import { forEachConcurrent } from '../../concurrency/for-each-concurrent.ts';
import type { Database } from '../../db/database.ts';
import { isUnknownOrganisation } from '../../errors/api-error.ts';
import type { FileStores } from '../../files/object-store.ts';
import { SheetFull } from '../../formats/xlsx/write-xlsx.ts';
import type { ArchiveFormat } from '../../model/calls/exports.ts';
import { intervalOf } from '../../shared/background-work.ts';
import type { Context } from '../call/call.ts';
import { systemContext } from '../call/system-actor.ts';
import { lockContent, lockContentForShare } from '../documents/content-lock.ts';
import { removeUnnamed } from '../documents/gc-files.ts';
import { zipArchive } from './archive.ts';
import { OrganisationFiles } from './archive-contents.ts';
import { type ExportRequest, exportContent, type Written } from './export-file.ts';
import {
  claimJob,
  deleteJob,
  type ExportJob,
  failJob,
  findDueJobs,
  findExpiredJobs,
  finishJob,
  interruptJob,
  isArchive,
  type JobKey,
  MAX_TRIES,
  releaseJob,
  renewLease,
} from './export-jobs.ts';
import type { ExportOptions } from './export-options.ts';
import { organisationArchive } from './organisation-archive.ts';

/**
 * Milliseconds: intervals of the polls for jobs and for expired ones, of lease renewal, and before another attempt.
 */
const TIMES = { poll: intervalOf('exports'), renew: 5000, retry: 15_000, expire: 600_000 };
type Times = typeof TIMES;

/** Jobs that one process runs at the same time: each reads on one of the connections for long reads. */
const AT_ONCE = 2;

/** The job was deleted, or another worker has it. */
class LostJob extends Error {}

/** Dependencies of the worker. */
export interface ExportWorkerParts {
  readonly db: Database;
  readonly files: FileStores;
  /** Gets errors; the job is tried again. */
  readonly failed: (error: Error) => void;
  /** Gets archives that are done. */
  readonly archived?: (job: ExportJob) => Promise<void>;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

interface Running extends ExportWorkerParts {
  readonly now: () => number;
  readonly times: Times;
  readonly signal: AbortSignal;
}

/** Counts records, renews the lease at intervals, and ends a job that was lost or interrupted. */
const progressOf = ({ db, times, signal, now }: Running, job: JobKey, lease: string) => {
  let records = 0;
  let renewedAt = performance.now();
  const written: Written = async (more) => {
    records += more;
    signal.throwIfAborted();
    if (performance.now() - renewedAt < times.renew) return;
    renewedAt = performance.now();
    if (!(await renewLease(db, job, lease, { records, now: now() }))) throw new LostJob();
  };
  return { written, count: () => records };
};

/** The bytes of the archive of the organisation. @param missing is filled with the files that it lacks */
const archiveContent = (context: Context, job: ExportJob, missing: OrganisationFiles, written: Written) => {
  const { scopes, created: at } = job;
  const request = { format: job.format as ArchiveFormat, scopes, at };
  const progress = (file: string, rows: number) => written(file.startsWith('records/') ? rows : 0);
  return zipArchive(organisationArchive(context, request, missing, progress), new Date(at));
};

const requestOf = ({ sections, format, since, options, scopes, created }: ExportJob): ExportRequest => ({
  ...(JSON.parse(options) as ExportOptions),
  sections,
  format,
  since,
  scopes,
  at: created,
});

/** Writes the file and ends the job. @throws LostJob, and errors of the database and of the store */
const write = async (running: Running, job: ExportJob, lease: string): Promise<void> => {
  const { files, now } = running;
  const db = running.db.forOrg(job.org_id);
  const context = await systemContext(db, job.org_id, job.user_kid, files);
  const { written, count } = progressOf({ ...running, db }, job, lease);
  const contents = new OrganisationFiles();
  const content = isArchive(job)
    ? archiveContent(context, job, contents, written)
    : exportContent(context, requestOf(job), written);
  const held = await files.current.hold(job.org_id, content);
  try {
    await db.transaction(async (tx) => {
      await lockContentForShare(tx, job.org_id);
      await held.settle();
      const { key, size, aws } = held;
      const file = { key, size, aws, records: count(), missing: contents.problems.size, now: now() };
      const [rows] = await tx.finish([finishJob(job, lease, file)]);
      if (!rows?.length) throw new LostJob();
    });
  } finally {
    await held.discard();
  }
};

/** Runs one job to its end, or leaves it to a later attempt. */
const runJob = async (running: Running, key: JobKey): Promise<void> => {
  const { signal, failed, now, times } = running;
  const db = running.db.forOrg(key.org_id);
  const lease = randomUUID();
  const job = await claimJob(db, key, lease, now());
  if (!job) return;
  try {
    await write(running, job, lease);
    if (isArchive(job)) await running.archived?.(job).catch(failed);
  } catch (error) {
    if (error instanceof LostJob || isUnknownOrganisation(error)) return;
    if (signal.aborted) await interruptJob(db, job, lease);
    else if (error instanceof SheetFull) return void (await failJob(db, job, lease, error.message));
    else if (job.tries < MAX_TRIES) await releaseJob(db, job, lease, now() + times.retry);
    else await failJob(db, job, lease, 'The file could not be written; ask for the export again.');
    if (!signal.aborted) failed(error as Error);
  }
};

/**
 * Removes a job, and its file if no other row has the same content; the garbage collection removes a file that an error of
 * the store leaves.
 */
export const removeExportJob = async (
  { db, files }: Pick<ExportWorkerParts, 'db' | 'files'>,
  { org_id, id, url, aws }: Pick<ExportJob, 'org_id' | 'id' | 'url' | 'aws'>,
): Promise<void> => {
  await db.forOrg(org_id).transaction(async (tx) => {
    await lockContent(tx, org_id);
    await tx.run(deleteJob(org_id, id));
    if (url !== null) await removeUnnamed(tx, files.of(aws), url, Number.POSITIVE_INFINITY).catch(() => false);
  });
};

const removeExpired = async ({ db, files, now, signal }: Running): Promise<void> => {
  for (const job of await findExpiredJobs(db, now())) {
    if (signal.aborted) return;
    await removeExportJob({ db, files }, job);
  }
};

/** Starts the worker, until it is stopped; a job that it runs then is left to the next start. */
export const startExportWorker = (parts: ExportWorkerParts, times: Partial<Times> = {}): Stoppable => {
  const rounds = new BackgroundLoop();
  const running: Running = { now: Date.now, ...parts, times: { ...TIMES, ...times }, signal: rounds.signal };
  const { db, failed, now } = running;
  let expiredAt = Number.NEGATIVE_INFINITY;
  const round = async (): Promise<void> => {
    if (performance.now() - expiredAt >= running.times.expire) {
      expiredAt = performance.now();
      await removeExpired(running);
    }
    await forEachConcurrent(await findDueJobs(db, now()), AT_ONCE, async (key) => {
      if (!rounds.stopping) await runJob(running, key);
    });
  };
  return rounds.repeat(round, () => intervalOf('exports', db.ranges(), running.times.poll), failed);
};
