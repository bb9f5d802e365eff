/**
 * Requests that wait for a change of their organisation (rules 8.5). They hold no database connection and are in no
 * queue: one query per organisation, a few times a second, serves all of its requests.
 */
import type { ServerResponse } from 'node:http';
import type { Database } from '../../db/database.ts';
import type { LongPoll } from '../../operations/call/call.ts';
import { feedState } from '../../operations/feed/assign-sequence.ts';

/** Calls that may wait in this process, and those of one organisation; others are answered at once. */
const [MOST, MOST_OF_ONE] = [1000, 100];
/** Interval of the queries of one organisation, and of all queries. */
const LOOK_MS = 250;
const LOOK_APART_MS = 5;

type Waiter = Pick<LongPoll, 'after'> & { readonly end: (isNews: boolean) => void };

/** The calls that wait in a process. */
export interface LongPolling {
  /** Resolves to whether to query again: true after a change; false at the timeout, a disconnect or a shutdown. */
  waitForChange(db: Database, orgId: number, later: LongPoll, response: ServerResponse): Promise<boolean>;
  /** Ends the waiting of all. */
  stop(): void;
}

export const createLongPolling = (): LongPolling => {
  const organisations = new Map<number, Set<Waiter>>();
  let [all, stopped] = [0, false];

  /** Polls as long as there are waiters. */
  const look = async (db: Database, orgId: number, waiters: Set<Waiter>): Promise<void> => {
    const rest = Math.max(LOOK_MS, organisations.size * LOOK_APART_MS);
    await new Promise((resolve) => setTimeout(resolve, rest).unref());
    if (!waiters.size) {
      organisations.delete(orgId);
      return;
    }
    // A waiter that queries again gets the database error itself.
    const state = await feedState(db, orgId, 0).catch(() => null);
    for (const waiter of [...waiters]) if (!state || state.fresh || state.last > waiter.after) waiter.end(true);
    return look(db, orgId, waiters);
  };

  const waitersOf = (db: Database, orgId: number): Set<Waiter> => {
    const known = organisations.get(orgId);
    if (known) return known;
    const made = new Set<Waiter>();
    organisations.set(orgId, made);
    void look(db, orgId, made);
    return made;
  };

  return {
    waitForChange: (db, orgId, { after, until }, response) => {
      if (stopped || all >= MOST || (organisations.get(orgId)?.size ?? 0) >= MOST_OF_ONE) return Promise.resolve(false);
      const waiters = waitersOf(db, orgId);
      return new Promise((resolve) => {
        const end = (isNews: boolean): void => {
          if (!waiters.delete(waiter)) return;
          all -= 1;
          clearTimeout(timer);
          response.off('close', gone);
          resolve(isNews);
        };
        const gone = (): void => end(false);
        const waiter: Waiter = { after, end };
        const timer = setTimeout(gone, Math.max(0, until - performance.now()));
        response.on('close', gone);
        waiters.add(waiter);
        all += 1;
      });
    },
    stop: () => {
      stopped = true;
      for (const waiters of organisations.values()) for (const waiter of [...waiters]) waiter.end(false);
    },
  };
};
