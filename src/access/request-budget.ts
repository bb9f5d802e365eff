/**
 * One request budget per organisation and minute for all processes and hosts (rules 6.4, 12.4). A process takes units
 * from the database in chunks for the next moments, so that a busy organisation's call costs no round trip, and gives
 * back what it did not need: the sum that is spent never exceeds the limit, and nothing is lost.
 */
import type { Database } from '../db/database.ts';
import { fail } from '../errors.ts';
import { MAX_INT } from '../int.ts';

const MINUTE = 60_000;
/** A chunk should last about this long; what is left then is given back. */
const CHUNK_MS = 25;
/** A chunk takes at most this part of what is left, so that near the limit units are taken one by one. */
const SHARE = 16;
/** Time for other processes to give back before the first refusal; below this limit chunks are single units. */
const LAST_LOOK_MS = 60;
const SINGLE_UNITS = SHARE * 2;
/** Times that a call of several units sees too few of them before it is refused; others may give some back meanwhile. */
const MOST_LOOKS = 2;
/** After a refusal the database is asked again at most this often. */
const ASK_AGAIN_MS = 500;
/** Organisations without calls for some minutes are forgotten. */
const IDLE_MINUTES = 2;
/** The settings show the last hour. */
const KEPT_MINUTES = 60;

interface Answer {
  readonly used: number;
  readonly granted: number;
}

/**
 * Fewer units may be granted than were asked for; `granted` says how many. Minute and units come as parameters (Citus).
 */
const TAKE = `insert into request_budget as b (org_id, minute, used, granted) values ($1, $2, least($3::int, $4::int), least($3::int, $4::int))
on conflict (org_id, minute) do update set used = b.used + least($3::int, greatest($4::int - b.used, 0)),
  granted = least($3::int, greatest($4::int - b.used, 0)) returning used, granted`;
const GIVE_BACK = `update request_budget set used = used - $3::int where org_id = $1 and minute = $2 returning used, granted`;
const CLEAN = 'delete from request_budget where org_id = $1 and minute < $2';
/** Losing a moment's counts in a crash of the server does no harm; waiting for the disk at every chunk would. */
const NO_WAIT = { text: 'set local synchronous_commit = off', values: [] };

/** What one organisation has spent and holds in one minute, as this process knows it. */
interface Account {
  minute: number;
  limit: number;
  /** As the database counts, including what this process holds. */
  used: number;
  /** Taken and not spent yet. */
  held: number;
  waiting: number;
  /** One statement at a time, so that `used` is never older than what it is compared with. */
  busy: Promise<void> | null;
  refusedAt: number;
  lookedAgain: boolean;
  takenAt: number;
  spentSince: number;
  timer: NodeJS.Timeout | null;
}

/** Charges calls. */
export interface RequestBudget {
  /**
   * Charges one call, or all units of it. Resolves (or returns at once) when it may go on; sets the `X-RateLimit-*`
   * headers.
   * @param limit calls per minute; null where the plan's value is invalid
   * @throws 429 `rate_limit_exceeded`; 503 `service_unavailable` where the limit cannot be checked
   */
  charge(
    orgId: number,
    limit: number | null,
    headers: Record<string, string>,
    units?: number,
  ): Promise<void> | undefined;
  /** Gives back everything that is held. */
  close(): Promise<void>;
  readonly size: number;
}

/** 503 with its fixed waiting time (rules 12.8). */
export const limitUnavailable = (cause?: unknown) =>
  fail('service_unavailable', { cause, details: { retry_after: 10 }, headers: { 'Retry-After': '10' } });

/** @param now the database's clock in milliseconds */
export const createRequestBudget = (db: Database, now: () => number): RequestBudget => {
  const accounts = new Map<number, Account>();
  let sweptMinute = 0;

  /** Accounts of organisations that are quiet hold nothing and are dropped once a minute. */
  const sweep = (minute: number): void => {
    if (minute === sweptMinute) return;
    sweptMinute = minute;
    for (const [orgId, account] of accounts) {
      if (account.minute < minute - IDLE_MINUTES && !account.busy && !account.waiting) accounts.delete(orgId);
    }
  };

  const accountOf = (orgId: number, limit: number): Account => {
    const minute = Math.floor(now() / MINUTE);
    const existing = accounts.get(orgId);
    if (existing?.minute === minute && existing.limit === limit) return existing;
    sweep(minute);
    if (existing?.minute === minute) {
      existing.limit = limit;
      existing.refusedAt = Number.NEGATIVE_INFINITY;
      return existing;
    }
    if (existing?.timer) clearTimeout(existing.timer);
    const account: Account = {
      minute,
      limit,
      used: 0,
      held: 0,
      waiting: 0,
      busy: null,
      refusedAt: Number.NEGATIVE_INFINITY,
      lookedAgain: false,
      takenAt: 0,
      spentSince: 0,
      timer: null,
    };
    accounts.set(orgId, account);
    return account;
  };

  const chunk = (account: Account): number => {
    const elapsed = Math.max(performance.now() - account.takenAt, 1);
    const expected = Math.round((account.spentSince / elapsed) * CHUNK_MS);
    const share = Math.floor((account.limit - account.used) / SHARE);
    return Math.min(Math.max(account.waiting, Math.min(expected, share), 1), MAX_INT);
  };

  const run = (account: Account, work: () => Promise<void>): Promise<void> => {
    const busy = work().finally(() => {
      account.busy = null;
    });
    account.busy = busy;
    return busy;
  };

  const take = (orgId: number, account: Account): Promise<void> =>
    run(account, async () => {
      // Calls of the same moment join before the chunk is measured.
      await new Promise(setImmediate);
      const first = account.takenAt === 0;
      const wanted = chunk(account);
      const sentAt = performance.now();
      const values = [orgId, account.minute, wanted, Math.min(account.limit, MAX_INT)];
      const statements = [NO_WAIT, { name: 'take_budget', text: TAKE, values }];
      if (first) statements.push({ name: 'clean_budget', text: CLEAN, values: [orgId, account.minute - KEPT_MINUTES] });
      const rows = await db.transaction((tx) => tx.finish(statements));
      const [answer] = rows[1] as Answer[];
      if (!answer) throw new Error('The budget statement answered nothing');
      account.used = answer.used;
      account.held += answer.granted;
      account.takenAt = sentAt;
      account.spentSince = 0;
      if (answer.granted === 0) account.refusedAt = performance.now();
      if (account.held > 0) giveBackLater(orgId, account);
    });

  const giveBack = (orgId: number, account: Account): Promise<void> =>
    run(account, async () => {
      const units = account.held;
      account.held = 0;
      account.used -= units;
      // What is given back is there for others: a call of more units may have been refused while it was held.
      account.refusedAt = Number.NEGATIVE_INFINITY;
      const values = [orgId, account.minute, units];
      const rows = await db.transaction((tx) => tx.finish([NO_WAIT, { name: 'give_budget', text: GIVE_BACK, values }]));
      const [answer] = rows[1] as Answer[];
      if (answer) account.used = answer.used;
    });

  const giveBackLater = (orgId: number, account: Account): void => {
    if (account.timer) clearTimeout(account.timer);
    account.timer = setTimeout(() => {
      account.timer = null;
      if (account.busy || account.waiting || account.held === 0 || isOver(account)) return;
      // A unit that cannot be given back is lost for this minute only.
      giveBack(orgId, account).catch(() => undefined);
    }, CHUNK_MS);
    account.timer.unref();
  };

  const isOver = (account: Account): boolean => account.minute !== Math.floor(now() / MINUTE);

  const spend = (account: Account, headers: Record<string, string>, units: number): void => {
    account.held -= units;
    account.spentSince += units;
    headers['X-RateLimit-Limit'] = String(account.limit);
    headers['X-RateLimit-Remaining'] = String(Math.max(account.limit - account.used + account.held, 0));
    headers['X-RateLimit-Layer'] = 'organization';
  };

  const refuse = (account: Account, headers: Record<string, string>): Error => {
    const seconds = Math.min(Math.max(Math.ceil(((account.minute + 1) * MINUTE - now()) / 1000), 1), 60);
    headers['X-RateLimit-Limit'] = String(account.limit);
    headers['X-RateLimit-Remaining'] = '0';
    headers['X-RateLimit-Layer'] = 'organization';
    return fail('rate_limit_exceeded', {
      details: { retry_after: seconds },
      headers: { 'Retry-After': String(seconds) },
    });
  };

  const isRefusing = (account: Account): boolean => performance.now() - account.refusedAt < ASK_AGAIN_MS;

  const chargeSlowly = async (
    orgId: number,
    limit: number,
    headers: Record<string, string>,
    units: number,
  ): Promise<void> => {
    for (let looks = 0; ; ) {
      const account = accountOf(orgId, limit);
      if (account.held >= units) return spend(account, headers, units);
      // What never fits takes nothing from those that do.
      if (units > limit) throw refuse(account, headers);
      if (isRefusing(account)) {
        if (account.lookedAgain || limit < SINGLE_UNITS) throw refuse(account, headers);
        await new Promise((resolve) => setTimeout(resolve, LAST_LOOK_MS));
        if (isRefusing(account) && !account.lookedAgain) {
          account.lookedAgain = true;
          account.refusedAt = Number.NEGATIVE_INFINITY;
        }
        continue;
      }
      account.waiting += units;
      try {
        await (account.busy ?? take(orgId, account));
      } catch (cause) {
        throw limitUnavailable(cause);
      } finally {
        account.waiting -= units;
      }
      // Units that are too few for this call are given back for others, so it would find them again and again.
      const fits = account.held + account.limit - account.used >= units;
      if (units > 1 && !fits) looks += 1;
      if (looks >= MOST_LOOKS) throw refuse(account, headers);
    }
  };

  return {
    charge: (orgId, limit, headers, units = 1) => {
      if (limit === null) throw limitUnavailable();
      const account = accountOf(orgId, limit);
      if (account.held < units || account.busy) return chargeSlowly(orgId, limit, headers, units);
      spend(account, headers, units);
      return undefined;
    },
    close: async () => {
      for (const [orgId, account] of accounts) {
        if (account.timer) clearTimeout(account.timer);
        await account.busy?.catch(() => undefined);
        if (account.held > 0 && !isOver(account)) await giveBack(orgId, account).catch(() => undefined);
      }
      accounts.clear();
    },
    get size() {
      return accounts.size;
    },
  };
};
