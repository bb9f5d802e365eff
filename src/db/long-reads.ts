/**
 * The connections for long reads. Those of calls share them: one organisation holds half of them at most, all together one
 * less than there are, which is left to what the service does by itself, and of those who wait, whoever has the fewest goes
 * first. Of an organisation's, a further one of a caller for whom was read already is next: what was begun is ended first, since
 * a caller who is refused half-way was read for in vain. What nobody waits for any more is cancelled.
 */
import type pg from 'pg';
import { sharedOut } from '../within.ts';
import { reached } from './connection-failure.ts';
import { translated } from './database-errors.ts';
import { isPooled } from './far-end.ts';

/** How long one waits for a connection. Who sends 200 at once has all of them answered; who does not want to wait goes away, which ends his. */
const LONGEST_WAIT_MS = 30_000;

/** The caller whom a long read is for. */
export interface Asker {
  readonly orgId: number;
  /** Has `stop` called once, when nobody waits for the answer any more; at once where that is so. @returns what takes it back */
  readonly whenGone: (stop: () => void) => () => void;
}

/** A long read of a call that was not done. It is no outage: the server that says so is there. */
export class NotRead extends Error {
  /** @param why its caller is `gone`, or its organisation's reads are `busy` for too long */
  constructor(readonly why: 'gone' | 'busy') {
    super(`A long read was not done: ${why}`);
  }
}

/** Work on a connection of its own. @throws NotRead where it is a caller's; 503 `service_unavailable` */
export type OnLongReader = <T>(work: (client: pg.PoolClient) => Promise<T>, asker?: Asker) => Promise<T>;

/**
 * @param most connections that the pool may have
 * @param cancel ends what a process of the server does
 */
export const createLongReads = (
  pool: pg.Pool,
  most: number,
  cancel: (process: number) => Promise<unknown>,
): OnLongReader => {
  const inTurn = sharedOut(Math.max(1, most - 1), Math.max(1, most >> 1), {
    ms: LONGEST_WAIT_MS,
    refused: () => new NotRead('busy'),
  });
  const begunFor = new WeakSet<Asker>();
  const exclusive: OnLongReader = async (work, asker) => {
    let client: pg.PoolClient | undefined;
    let [gone, begun, failed] = [false, false, false];
    const stays = asker?.whenGone(() => {
      gone = true;
      const { processID } = (client ?? {}) as { processID?: number };
      // A pooler's connection has the number of no process.
      if (client && processID && !isPooled(client)) cancel(processID).catch(() => undefined);
    });
    try {
      if (gone) throw new NotRead('gone');
      client = await reached(pool.options, pool.connect());
      if (gone) throw new NotRead('gone');
      begun = true;
      if (asker) begunFor.add(asker);
      return await work(client);
    } catch (error) {
      failed = true;
      throw gone ? new NotRead('gone') : translated(error);
    } finally {
      stays?.();
      // Where it was cancelled the connection goes too: the next statement on it would be the one that is cancelled.
      client?.release(begun && (gone || failed));
    }
  };
  return (work, asker) =>
    asker ? inTurn(asker.orgId, () => exclusive(work, asker), begunFor.has(asker)) : exclusive(work);
};
