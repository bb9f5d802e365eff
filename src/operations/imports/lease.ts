/** A worker leases a job for its current step; a lease that is not renewed is taken over by another worker. */
import { randomUUID } from 'node:crypto';
import type { Database, Tx } from '../../db/database.ts';
import { prepared, type Sql, sql } from '../../sql/sql.ts';
import { formats } from './import-formats.ts';
import { type ImportJob, jobsOf, selectJobs } from './import-job.ts';

/** A worker without a sign of life loses its job after this time. */
const LEASE_MS = 10_000;
const HEARTBEAT_MS = 2_500;

/** The job belongs to another worker, or was cancelled. */
export class LeaseLost extends Error {}

const ACTIVE = sql`j.state in ('staging', 'applying', 'undoing')`;

/**
 * The turns of an organisation, each of one job at a time: a job that only reads records does not wait for one that
 * writes. Records that are written meanwhile are a `conflict` of its rows.
 */
export type Lane = 'read' | 'write';

/** Whether a job only reads records. Files of some formats are compared after the one before is written. */
const readsOnly = (): Sql => {
  const inTurn = formats.filter((format) => format.inTurn).map(({ name }) => name);
  return sql`(j.state = 'staging' and j.format <> all(${inTurn}::text[]))`;
};

/** Organisations with a job that no worker runs, and its turn. */
export const findWaiting = async (
  db: Database,
  now: number,
): Promise<readonly { readonly orgId: number; readonly lane: Lane }[]> => {
  const rows = await db.queryLong<{
    org_id: number;
    reads: boolean;
  }>(sql`select distinct j.org_id, ${readsOnly()} as reads
    from import_job j
    where ${ACTIVE} and (j.leased_until is null or j.leased_until <= ${new Date(now).toISOString()}::timestamptz)`);
  return rows.map(({ org_id: orgId, reads }) => ({ orgId, lane: reads ? 'read' : 'write' }));
};

/** A leased job. */
export class Lease {
  readonly #beat: NodeJS.Timeout;
  readonly #lost = new AbortController();

  /** That of the owner of the job, once a step runs. */
  db: Database;
  readonly orgId: number;
  readonly now: () => number;

  constructor(
    { db, orgId, now }: Pick<Lease, 'db' | 'orgId' | 'now'>,
    readonly job: ImportJob,
    readonly token: string,
  ) {
    this.db = db;
    this.orgId = orgId;
    this.now = now;
    this.#beat = setInterval(() => void this.#renew(), HEARTBEAT_MS).unref();
  }

  /** Aborted when the lease is lost. */
  get signal(): AbortSignal {
    return this.#lost.signal;
  }

  /** Condition on the row of the job, as long as it is this worker's. */
  get own(): Sql {
    return sql`org_id = ${this.orgId} and id = ${this.job.id} and lease = ${this.token}`;
  }

  /**
   * First statement of a portion: as long as its transaction runs, no other worker takes the job over.
   * @throws LeaseLost
   */
  async guard(tx: Tx): Promise<void> {
    const rows = await tx.run(prepared`select 1 as one from import_job where ${this.own} for share`);
    if (!rows.length) throw new LeaseLost();
  }

  /** Like `guard`, before the transaction changes the row of the job. @throws LeaseLost */
  async guardForUpdate(tx: Tx): Promise<void> {
    const rows = await tx.run(prepared`select 1 as one from import_job where ${this.own} for no key update`);
    if (!rows.length) throw new LeaseLost();
  }

  /** Writes progress, and renews the lease. @throws LeaseLost */
  async progress(position: number, applied: number): Promise<void> {
    const until = new Date(this.now() + LEASE_MS).toISOString();
    const rows = await this.db.shortTransaction(this.orgId, (tx) =>
      tx.run(prepared`update import_job
        set leased_until = ${until}, position = ${position}::int, applied = ${applied}::int
        where ${this.own}
        returning id`),
    );
    if (!rows.length) throw new LeaseLost();
  }

  async #renew(): Promise<void> {
    const until = new Date(this.now() + LEASE_MS).toISOString();
    const rows = await this.db
      .shortTransaction(this.orgId, (tx) =>
        tx.run(prepared`update import_job set leased_until = ${until} where ${this.own} returning id`),
      )
      .catch(() => null);
    if (rows?.length === 0) this.abort();
  }

  /** Ends the step after its current portion. */
  abort(): void {
    this.#lost.abort(new LeaseLost());
  }

  /** Stops the heartbeat. */
  stop(): void {
    clearInterval(this.#beat);
  }

  /** Gives the job back: another worker continues it at once. */
  async release(): Promise<void> {
    this.stop();
    await this.db.shortTransaction(this.orgId, (tx) =>
      tx.run(prepared`update import_job set lease = null, leased_until = null where ${this.own}`),
    );
  }
}

/**
 * Leases the oldest waiting job of an organisation, unless one of its jobs with the same turn is running.
 * @param db that of the organisation
 */
export const leaseNext = async (db: Database, orgId: number, lane: Lane, now: () => number): Promise<Lease | null> => {
  const isOfLane = sql`${readsOnly()} = ${lane === 'read'}`;
  const token = randomUUID();
  const at = new Date(now()).toISOString();
  const until = new Date(now() + LEASE_MS).toISOString();
  return db.shortTransaction(orgId, async (tx) => {
    const [job] = jobsOf(
      await tx.run(
        selectJobs(
          orgId,
          sql`${ACTIVE} and ${isOfLane}`,
          sql`
    order by j.queued_at, j.id
    limit 1`,
        ),
      ),
    );
    if (!job) return null;
    const taken = await tx.run(sql`update import_job
      set lease = ${token}, leased_until = ${until}
      where org_id = ${orgId} and id = ${job.id} and state = ${job.state}
        and (leased_until is null or leased_until <= ${at}::timestamptz)
        and not exists (
          select 1
          from import_job j
          where j.org_id = ${orgId} and j.id <> ${job.id} and j.leased_until > ${at}::timestamptz
            and ${ACTIVE} and ${isOfLane})
      returning id`);
    return taken.length ? new Lease({ db, orgId, now }, job, token) : null;
  });
};
