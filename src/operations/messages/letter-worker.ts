/**
 * Worker that makes letters. Several processes may run it: a job is claimed with a lease, and each letter is written in one
 * transaction with the progress of its job, so that after a crash another worker continues with the next one.
 */
import { randomUUID } from 'node:crypto';
import { BackgroundLoop, type Stoppable } from '../../concurrency/background-loop.ts';
import { forEachConcurrent } from '../../concurrency/for-each-concurrent.ts';
import type { Database } from '../../db/database.ts';
import { ApiError, isUnknownOrganisation } from '../../errors/api-error.ts';
import type { FileStores } from '../../files/object-store.ts';
import { intervalOf } from '../../shared/background-work.ts';
import { sql } from '../../sql/sql.ts';
import type { Context } from '../call/call.ts';
import { systemContext } from '../call/system-actor.ts';
import {
  claimLetterJob,
  deleteLetterJobs,
  findDueLetterJobs,
  findExpiredLetterJobs,
  findLetterJob,
  type LetterJob,
  type LetterJobKey,
  LetterLease,
  LostLetterJob,
  readLetters,
} from './letter-jobs.ts';
import { makeLetter } from './make-letter.ts';
import { makeMail } from './make-mail.ts';

const EXPIRE_MS = 600_000;
/** Jobs that one process runs at the same time. */
const AT_ONCE = 2;

/** Dependencies of the worker. */
export interface LetterWorkerParts {
  readonly db: Database;
  readonly files: FileStores;
  /** The address that e-mails come from by the mail server of the installation; null without one. */
  readonly from?: string | null;
  /** Gets errors; the job continues later. */
  readonly failed: (error: Error) => void;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Milliseconds between two rounds, for tests. */
  readonly pollMs?: number;
}

type Running = LetterWorkerParts & { readonly now: () => number; readonly signal: AbortSignal };

/** Work on behalf of who asked for it, with the rights of that time. */
const contextOf = async ({ db, files, now }: Running, job: LetterJob): Promise<Context> => {
  const context = await systemContext(db, job.org_id, job.user_kid, files);
  const asked = { tokenId: job.token_id, scopes: new Set(job.scopes), requestId: `letters-${job.id}` };
  return { ...context, now, actor: { ...context.actor, ...asked } };
};

/** Makes the letters that are not made yet; one that cannot be is noted with its code. E-mails wait for the limit of an hour. */
const makeAll = async (running: Running, lease: LetterLease): Promise<void> => {
  const { job } = lease;
  const context = await contextOf(running, job);
  const made = new Set((await readLetters(context.db, job, false)).map(({ record_id }) => record_id));
  for (const id of job.ids) {
    if (made.has(id)) continue;
    running.signal.throwIfAborted();
    try {
      await (job.kind === 'mail' ? makeMail(context, lease, id, running.from ?? null) : makeLetter(context, lease, id));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'too_many_mails') {
        await context.db.shortTransaction(job.org_id, (tx) => lease.wait(tx));
        return;
      }
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      const none = { record_id: id, document_id: null, content: null, empty: [], error: error.code };
      await context.db.transaction((tx) => lease.add(tx, none));
    }
  }
  await context.db.shortTransaction(job.org_id, (tx) => lease.done(tx));
};

const runJob = async (running: Running, key: LetterJobKey): Promise<void> => {
  const { signal, failed, now } = running;
  const db = running.db.forOrg(key.org_id);
  const token = randomUUID();
  if (!(await claimLetterJob(db, key, token, now()))) return;
  const job = await findLetterJob(db, key);
  if (!job) return;
  const lease = new LetterLease(job, token, now);
  try {
    await makeAll({ ...running, db }, lease);
  } catch (error) {
    if (error instanceof LostLetterJob || isUnknownOrganisation(error)) return;
    await db.shortTransaction(key.org_id, (tx) => lease.later(tx, signal.aborted)).catch(() => undefined);
    if (!signal.aborted) failed(error as Error);
  }
};

const removeExpired = async ({ db, now }: Running): Promise<void> => {
  for (const { org_id, id } of await findExpiredLetterJobs(db, now()))
    await db.forOrg(org_id).transaction((tx) => tx.finish(deleteLetterJobs(org_id, sql`j.id = ${id}::int`)));
};

/** Starts the worker, until it is stopped; a job that it runs then is left to the next start. */
export const startLetterWorker = (parts: LetterWorkerParts): Stoppable => {
  const rounds = new BackgroundLoop();
  const running: Running = { now: Date.now, ...parts, signal: rounds.signal };
  const { db, failed, now, pollMs } = running;
  let expiredAt = Number.NEGATIVE_INFINITY;
  const round = async (): Promise<void> => {
    if (performance.now() - expiredAt >= EXPIRE_MS) {
      expiredAt = performance.now();
      await removeExpired(running);
    }
    await forEachConcurrent(await findDueLetterJobs(db, now()), AT_ONCE, async (key) => {
      if (!rounds.stopping) await runJob(running, key);
    });
  };
  return rounds.repeat(round, () => intervalOf('letters', db.ranges(), pollMs), failed);
};
