/** Privacy worker: erasures, retained records whose retention has ended, and purges of deleted records. */

import { BackgroundLoop, type Stoppable } from '../../concurrency/background-loop.ts';
import type { Database } from '../../db/database.ts';
import { isUnknownOrganisation } from '../../errors/api-error.ts';
import type { FileStores } from '../../files/object-store.ts';
import { intervalOf } from '../../shared/background-work.ts';
import { instant, sql } from '../../sql/sql.ts';
import { systemContext } from '../call/system-actor.ts';
import type { Erasure } from './ledger.ts';
import { purgeDeleted } from './purge-deleted.ts';
import { runErasure } from './run-erasure.ts';

/** Milliseconds: intervals of the polls for erasures and for deleted records, and the lease of another worker. */
const TIMES = { poll: intervalOf('erasures'), purge: intervalOf('purge-deleted'), lease: 20_000 };
/** Milliseconds between two signs of life. */
const HEARTBEAT_MS = 5_000;
type Times = typeof TIMES;

/** Dependencies of the worker. */
export interface PrivacyWorkerParts {
  readonly db: Database;
  readonly files: FileStores;
  /** Gets errors; the step is tried again. */
  readonly failed: (error: Error) => void;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

interface Running extends Required<PrivacyWorkerParts> {
  readonly times: Times;
  readonly signal: AbortSignal;
}

interface ErasureKey {
  readonly org_id: number;
  readonly id: number;
}

const iso = (ms: number): string => new Date(ms).toISOString();
/** The day that has begun everywhere: each organisation checks its own. */
const dayOf = (ms: number): string => iso(ms).slice(0, 'YYYY-MM-DD'.length);

/** Erasures that no worker runs. */
const findDue = ({ db, now }: Running): Promise<ErasureKey[]> =>
  db.queryLong<ErasureKey>(sql`select e.org_id, e.id
    from erasure e
    where e.state <> 'done' and (e.state = 'running' or e.due is null or e.due <= ${dayOf(now())}::date)
      and (e.leased_until is null or e.leased_until <= ${iso(now())}::timestamptz)
    order by e.created_at
    limit 20`);

/** Takes an erasure, if it is still due. @returns null where another worker was faster */
const claim = async ({ db, now, times }: Running, { org_id: orgId, id }: ErasureKey) => {
  const mine = sql`e.org_id = ${orgId} and e.id = ${id}::int`;
  const [erasure] = await db.forOrg(orgId).shortTransaction(orgId, async (tx) => {
    const rows = await tx.run(sql`update erasure e
      set leased_until = ${iso(now() + times.lease)}::timestamptz
      where ${mine} and e.state <> 'done'
        and (e.leased_until is null or e.leased_until <= ${iso(now())}::timestamptz)
      returning e.id`);
    if (!rows.length) return [];
    return tx.run<Pick<Erasure, 'id' | 'kid' | 'state' | 'created_at'>>(sql`select e.id, e.kid, e.state,
        ${instant('e.created_at')} as created_at
      from erasure e
      where ${mine}`);
  });
  return erasure ?? null;
};

/** Renews the lease of a claimed erasure, until it is stopped. A lost lease does no harm: every step may run twice. */
const keepLease = ({ db, now, times }: Running, { org_id: orgId, id }: ErasureKey): (() => void) => {
  const renew = async (): Promise<void> => {
    const until = iso(now() + times.lease);
    await db.forOrg(orgId).shortTransaction(orgId, (tx) =>
      tx.run(sql`update erasure set leased_until = ${until}::timestamptz
        where org_id = ${orgId} and id = ${id}::int and state <> 'done'`),
    );
  };
  const beat = setInterval(() => void renew().catch(() => undefined), HEARTBEAT_MS).unref();
  return () => clearInterval(beat);
};

/** Gives an erasure back, so that another worker continues at once. */
const release = ({ db }: Running, { org_id: orgId, id }: ErasureKey): Promise<unknown> =>
  db
    .forOrg(orgId)
    .shortTransaction(orgId, (tx) =>
      tx.run(
        sql`update erasure set leased_until = null where org_id = ${orgId} and id = ${id}::int and state <> 'done'`,
      ),
    );

const runOne = async (running: Running, key: ErasureKey): Promise<void> => {
  const { db, files, signal, failed, now } = running;
  const erasure = await claim(running, key);
  if (!erasure) return;
  const stopHeartbeat = keepLease(running, key);
  try {
    const context = await systemContext(db.forOrg(key.org_id), key.org_id, null, files);
    await runErasure({ ...context, now }, { ...erasure, signal });
  } catch (error) {
    if (isUnknownOrganisation(error)) return;
    if (signal.aborted) await release(running, key).catch(() => undefined);
    else failed(error as Error);
  } finally {
    stopHeartbeat();
  }
};

/** Carries out all erasures that are due; those that fail, or that a hold or a rule keeps, wait for the worker. */
export const carryOutErasures = async (parts: PrivacyWorkerParts): Promise<void> => {
  const running: Running = { now: Date.now, ...parts, times: TIMES, signal: new AbortController().signal };
  const seen = new Set<string>();
  const next = async () => (await findDue(running)).filter((key) => !seen.has(`${key.org_id}/${key.id}`));
  for (let due = await next(); due.length; due = await next())
    for (const key of due) {
      seen.add(`${key.org_id}/${key.id}`);
      await runOne(running, key);
    }
};

/** Starts the worker, until it is stopped; an erasure that it runs then continues at the next start. */
export const startPrivacyWorker = (parts: PrivacyWorkerParts, times: Partial<Times> = {}): Stoppable => {
  const rounds = new BackgroundLoop();
  const running: Running = { now: Date.now, ...parts, times: { ...TIMES, ...times }, signal: rounds.signal };
  const { db, files, failed, now } = running;
  let purgedAt = performance.now() - running.times.purge / 2;
  const round = async (): Promise<void> => {
    for (const key of await findDue(running)) if (!rounds.stopping) await runOne(running, key);
    if (performance.now() - purgedAt < running.times.purge) return;
    purgedAt = performance.now();
    await purgeDeleted({ db, files, now, signal: running.signal });
  };
  return rounds.repeat(round, () => intervalOf('erasures', db.ranges(), running.times.poll), failed);
};
