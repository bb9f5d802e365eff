/** Runs the steps of import jobs in the background; several processes may share them. */

import { BackgroundLoop, type Stoppable } from '../../concurrency/background-loop.ts';
import { ApiError } from '../../errors/api-error.ts';
import { UnreadableFile } from '../../formats/format.ts';
import { intervalOf } from '../../shared/background-work.ts';
import { prepared } from '../../sql/sql.ts';
import { apply } from './apply.ts';
import type { ImportJob } from './import-job.ts';
import { type ImportServices, jobContext } from './job-context.ts';
import { findWaiting, type Lane, type Lease, LeaseLost, leaseNext } from './lease.ts';
import { stage } from './stage.ts';
import { undo } from './undo.ts';

const loops = new Set<BackgroundLoop>();

/** Wakes the workers of this process: a job waits. */
export const wakeImportWorkers = (): void => {
  for (const loop of loops) loop.wake();
};

/** Errors that another attempt does not change. */
const failureOf = (error: unknown): ImportJob['error'] => {
  if (error instanceof UnreadableFile) return { code: 'unreadable_file', ...error.fault, line: error.line };
  if (error instanceof ApiError && error.status < 500) return { code: error.code, message: error.said, line: null };
  return null;
};

const end = (lease: Lease, state: 'ready' | 'needs_mapping' | 'failed', error: ImportJob['error']): Promise<unknown> =>
  lease.db.shortTransaction(lease.orgId, (tx) =>
    tx.run(prepared`update import_job
      set state = ${state}, lease = null, leased_until = null, error = ${error && JSON.stringify(error)}
      where ${lease.own}`),
  );

/**
 * Runs the current step of a leased job.
 * @throws database errors: the step continues later
 */
const runStep = async (services: ImportServices, lease: Lease): Promise<void> => {
  const { job, orgId, db } = lease;
  try {
    const context = await jobContext({ ...services, db }, orgId, job);
    lease.db = context.db;
    if (job.state === 'applying') await apply(context, lease);
    else if (job.state === 'undoing') await undo(context, lease);
    else {
      await end(lease, await stage(services, context, lease), null);
    }
    lease.stop();
  } catch (error) {
    const failure = failureOf(error);
    if (failure) {
      lease.stop();
      await end(lease, 'failed', failure);
      return;
    }
    lease.stop();
    // Stopped, or taken over: another worker may continue at once. After an error the lease expires, so that the next
    // attempt is some seconds later.
    if (!(error instanceof LeaseLost)) throw error;
    await lease.release().catch(() => undefined);
  }
};

/** Organisations whose jobs run in parallel, each with one that reads and one that writes. */
const MAX_RUNNING = 2;

interface WorkerOptions {
  /** Only jobs of this organisation: of a command. */
  readonly orgId?: number;
}

/**
 * Starts the worker, until stopped; a running step ends after its portion, and continues at the next start.
 * @param failed gets errors; the step is tried again
 */
export const startImportWorker = (
  services: ImportServices,
  failed: (error: Error) => void,
  { orgId: only }: WorkerOptions = {},
): Stoppable => {
  const { db, now } = services;
  const loop = new BackgroundLoop();
  loops.add(loop);
  const running = new Map<string, { readonly lease: Lease; readonly ended: Promise<void> }>();
  const start = async (orgId: number, lane: Lane): Promise<void> => {
    const turn = `${orgId} ${lane}`;
    const busy = new Set([...running.values()].map(({ lease }) => lease.orgId));
    if (running.has(turn) || (busy.size >= MAX_RUNNING && !busy.has(orgId))) return;
    const lease = await leaseNext(db.forOrg(orgId), orgId, lane, now);
    if (!lease) return;
    const ended = runStep(services, lease)
      .then(() => loop.wake(), failed)
      .finally(() => running.delete(turn));
    running.set(turn, { lease, ended });
  };
  const round = async (): Promise<void> => {
    for (const { orgId, lane } of await findWaiting(db, now())) {
      if (loop.stopping) return;
      if (only === undefined || only === orgId) await start(orgId, lane);
    }
  };
  loop.repeat(round, () => intervalOf('imports', db.ranges()), failed);
  return {
    stop: async () => {
      loops.delete(loop);
      await loop.stop();
      for (const { lease } of running.values()) lease.abort();
      await Promise.all([...running.values()].map(({ ended }) => ended));
    },
  };
};
